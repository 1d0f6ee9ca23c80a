"""Helpers that open a table and play a game to its end, by mouse or by keyboard."""

import random

from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

A_MOMENT = 3_000  # milliseconds
LIT = "button.lit:visible, button[data-lit]:visible, .prompt [data-key]:visible"
RESTING = ".sitting[data-turn=yours], .sitting[data-turn=over]"
# Records which plays were sent, and the versions of their replies; it also works if a test replaces
# the browser's WebSocket class.
KEEPS_PLAYS = """
window.plays = new Map();
function watched(kind) {
  const { send } = kind.prototype;
  kind.prototype.send = function (text) {
    const { type, id } = JSON.parse(text);
    if (type === 'hello') this.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.type === 'refused') plays.delete(answer.id);
      if (answer.type === 'done' && plays.has(answer.id)) plays.set(answer.id, answer.version);
    });
    if (type === 'play' || type === 'undo') plays.set(id, Infinity);
    return send.call(this, text);
  };
  return kind;
}
let sockets = watched(WebSocket);
Object.defineProperty(window, 'WebSocket', { get: () => sockets, set: (kind) => (sockets = watched(kind)) });
"""
ANSWERED = """() => new Promise((go) => setTimeout(() => {
  const shown = parseInt(document.querySelector('.sitting').dataset.version);
  for (const [id, version] of plays) if (version <= shown) plays.delete(id);
  go(!plays.size);
}))"""
TWO_FRAMES = (
    "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
)


def guest(page, name):
    answer = page.request.post("/api/guest", data={"name": name})
    assert answer.ok, answer.text()


def create_table(page, game, seats, name="Ada", **wish):
    """Create a table by REST, and return its id."""
    guest(page, name)
    answer = page.request.post("/api/tables", data={"game": game, "seats": seats, **wish})
    assert answer.ok, answer.text()
    return answer.json()["id"]


def sit(page, game, seats, name="Ada", **wish):
    """Create a table and open it in the browser, with the coach closed."""
    table = create_table(page, game, seats, name, **wish)
    page.goto(f"/t/{table}")
    page.locator(".sitting").wait_for()
    page.get_by_role("button", name="Skip").click()
    return table


def over(page):
    return page.locator(".sitting").get_attribute("data-turn") == "over"


def standing(page, seats):
    """Open the results of a finished game, and check the players and the seed proof."""
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()
    expect(page.locator(".rank .seat")).to_have_count(seats)
    expect(page.locator(".proof .checks .good")).to_have_count(4)


def version(page):
    return page.locator(".sitting").get_attribute("data-version")


def receipt(page):
    """Return the lines of the receipt, which is drawn one frame late."""
    page.evaluate(TWO_FRAMES)
    return page.locator(".roll .say")


def moved_on(page, seen, longest=None):
    """Wait until the server has answered, with an optional timeout in milliseconds."""
    page.locator(f".sitting:not([data-version='{seen}'])").wait_for(timeout=longest)


def settled(page):
    """Wait until all plays are shown or refused; a touch may only have selected something."""
    page.wait_for_function(ANSWERED)


def asked(page, lit=LIT):
    """Wait until something can be touched; return the version, or None if the game is over."""
    seen = version(page)
    page.locator(f"{lit}, .sitting[data-turn=over]").first.wait_for()
    return None if over(page) else seen


def tap(page, thing, seen, **how):
    """Touch an element, unless the table has changed in the meantime."""
    try:
        thing.click(timeout=A_MOMENT, **how)
    except TookTooLong:
        if version(page) == seen and thing.count():
            thing.click(**how)  # only slow: it gets the usual timeout now


def card_number(page):
    return page.locator(".burger-go").get_attribute("data-card")


def revealed(page, card):
    """Wait until all cards are revealed and the next one must be chosen."""
    page.locator(f".burger-go:not([data-card='{card}']), .sitting[data-turn=over]").first.wait_for()


class Player:
    """Base class of players that finish a game."""

    def __init__(self, page, seed=1):
        self.page, self.chance = page, random.Random(seed)

    def begin(self, touches):
        """Make some touches, or fewer if the game ends."""
        for _ in range(touches):
            self.page.locator(RESTING).wait_for()
            if over(self.page):
                return
            self.touch()
        self.page.locator(RESTING).wait_for()

    def finish(self, game="the game", most=900):
        for _ in range(most):
            self.page.locator(RESTING).wait_for()
            if over(self.page):
                return
            self.card() if game == "burger-go" else self.touch()
        raise AssertionError(f"{game} was not over after {most} turns")


class Mouse(Player):
    """Plays by mouse: touches highlighted elements."""

    def card(self):
        number, cards = card_number(self.page), self.page.locator(".hand .food.lit")
        if not self.page.locator(".hand .picked").count():
            cards.nth(self.chance.randrange(cards.count())).click()
        if self.chance.random() < 0.5:
            self.page.locator(".hand .picked").click()
        self.page.get_by_role("button", name="Lay it down").click()
        revealed(self.page, number)

    def touch(self):
        if seen := asked(self.page):
            lit = self.page.locator(LIT)
            tap(self.page, lit.nth(self.chance.randrange(max(1, lit.count()))), seen)
            settled(self.page)


class Keyboard(Player):
    """Plays by keyboard: letters, arrows, Tab and Enter."""

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def on(self, selector):
        return self.page.evaluate("selector => document.activeElement.matches(selector)", selector)

    def into_hand(self):
        """Move the focus into the hand with a few presses of Tab."""
        for _ in range(30):
            if self.on(".hand .food"):
                return
            self.press("Tab")
        raise AssertionError("Tab never came to the hand")

    def card(self):
        number = card_number(self.page)
        self.into_hand()
        self.press("Home", *["ArrowRight"] * self.chance.randrange(self.page.locator(".hand .food").count()))
        if not self.on(".picked"):
            self.press("Enter")
        if self.chance.random() < 0.5:
            self.press("t")
        self.press("Enter")
        revealed(self.page, number)

    def touch(self):
        if asked(self.page):
            count = self.page.locator(LIT).count()
            self.press(*["n"] * self.chance.randrange(1, max(1, count) + 1), "Enter")
            settled(self.page)
