"""Burger Trucker in Chromium, in real time: by mouse, touch and keyboard, and races for one card."""

import contextlib
import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

from flattop.games import game
from flattop.games.burger_up.requirements import is_met
from flattop.match import Match

from .lines import Line, one_by_one
from .mates import join
from .seats import A_MOMENT, create_table, moved_on, over, receipt, settled, sit, standing, version
from .servers import dealing_server

PHONE, DESK = (360, 740), (1440, 900)
SHORT = {"rounds": 1, "build_limit": 90}  # earlier if all have finished
ENDLESS = {"rounds": 1, "build_limit": 0}
ANYTHING = {**ENDLESS, "matching": "off"}
QUICK = "4"  # speed-up of real time
ENOUGH = 3  # layers, then the burger is finished
RACES = 200  # in a soak test; six otherwise
OPEN = ".spot .food:not(.gone)"
# Possible actions, the most urgent first.
DOES = """() => {
  const sitting = document.querySelector('.sitting');
  if (sitting.dataset.turn === 'over') return 'over';
  const verbs = ['ready', 'claim', 'place', 'put_back', 'flip', 'finish'];
  return verbs.find((verb) => document.querySelector(`.prompt [data-key^=${verb}]`)) ?? 'wait';
}"""

# Records the name of the focused element after each change of the page; null if there is none.
WATCH = """() => { window.rung = []; new MutationObserver(() => {
  const ring = document.activeElement;
  rung.push(ring === document.body ? null : ring.getAttribute('aria-label') ?? ring.textContent);
}).observe(document.body, { childList: true, subtree: true, attributes: true }); }"""


@pytest.fixture(scope="module")
def deal(tmp_path_factory):
    """Set the seed of the next table."""
    file = tmp_path_factory.mktemp("deal") / "seed"
    file.write_text(bytes(32).hex())
    return file


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory, deal):
    with dealing_server(deal, tmp_path_factory.mktemp("truck"), "--clock", QUICK) as link:
        yield link


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args, quick_server):
    """Open the fast server in the browsers of these tests."""
    return {**browser_context_args, "base_url": quick_server}


class Cook:
    """Plays what the prompt offers until the game is over; lost races are retried."""

    def __init__(self, page):
        self.page, self.laid = page, 0

    def finish(self, most=200):
        for _ in range(most):
            seen = version(self.page)
            does = self.page.evaluate(DOES)
            if does == "over":
                return
            with contextlib.suppress(TookTooLong):
                moved_on(self.page, seen, A_MOMENT) if does == "wait" else self.step(does)
            settled(self.page)
        raise AssertionError(f"the game was not over after {most} steps")

    def step(self, does):
        self.laid += does == "place"
        if does == "flip" and self.laid > ENOUGH and self.page.locator("[data-key=finish]").count():
            return self.key("finish")
        if does == "flip" and self.page.locator(".spot .food.lit").count():
            return self.card()
        return self.half() if does == "place" else self.key(does)


class MouseCook(Cook):
    def touch(self, selector):
        self.page.locator(selector).first.click(timeout=1000)

    def key(self, verb):
        self.touch(f".prompt [data-key={verb}]")

    def card(self):
        self.touch(".spot .food.lit")

    def half(self):
        self.touch(".hold .part.lit")


class FingerCook(MouseCook):
    def touch(self, selector):
        self.page.locator(selector).first.tap(timeout=1000)


class KeyboardCook(Cook):
    """Plays by keyboard: numbers for cards and halves, letters for the rest, sometimes N and Enter."""

    LETTERS = {"ready": "1", "claim": "1", "put_back": "b", "flip": "f", "finish": "e"}
    turn = 0

    def key(self, verb):
        self.page.keyboard.press(self.LETTERS[verb])

    def card(self):
        self.turn += 1
        if self.turn % 2:
            self.page.keyboard.press("n")
            return self.page.keyboard.press("Enter")
        number = self.page.locator(".spot .food.lit kbd").first.text_content(timeout=1000)
        return self.page.keyboard.press(number)

    def half(self):
        self.page.keyboard.press("1")


@pytest.mark.parametrize(("hands", "size"), [(MouseCook, DESK), (FingerCook, PHONE), (KeyboardCook, DESK)])
def test_a_game_in_real_time_is_played_to_its_end(visit, shots, hands, size):
    page = visit(*size, has_touch=size == PHONE)
    sit(page, "burger-trucker", ["you", "random"], options=SHORT)
    cook = hands(page)
    cook.finish()
    assert over(page)
    assert cook.laid > 0
    expect(page.locator(".sums .earned li")).to_have_count(2)
    page.screenshot(path=shots / f"trucker-over-{hands.__name__.lower()}.png")
    standing(page, 2)


def test_a_game_in_turns_needs_no_clock(visit):
    page = visit()
    sit(page, "burger-trucker", ["you", "random"], options={"pace": "turns", "beats": 5, "rounds": 1})
    expect(page.get_by_role("timer")).to_have_accessible_name("Beat 1 of 5")
    expect(page.locator(".bar .pause")).to_have_count(0)
    MouseCook(page).finish()
    standing(page, 2)


def two(visit, options=ENDLESS, size=DESK, **how):
    """Open a real-time table of two in both browsers."""
    ada, ben = visit(*size, **how), visit()
    lines = [Line(ada), Line(ben)]
    table = create_table(ada, "burger-trucker", ["you", "open"], options=options)
    join(ben, ada, table)
    for page in (ada, ben):
        page.goto(f"/t/{table}")
        page.locator(".sitting").wait_for()
        page.get_by_role("button", name="Skip").click()
    return ada, ben, lines


def begun(visit, options=ENDLESS, size=DESK, **how):
    ada, ben, lines = two(visit, options, size, **how)
    for page in (ada, ben):
        page.keyboard.press("1")
    for page in (ada, ben):
        page.locator("[data-key=flip]").wait_for()
    return ada, ben, lines


def press(page, key, then):
    """Press a key and wait for its effect."""
    page.keyboard.press(key)
    page.locator(then).first.wait_for()


def laid_out(page, cards=1):
    """Flip cards from the pile and put them back face up."""
    for n in range(1, cards + 1):
        press(page, "f", ".hold.full")
        press(page, "b", f".cards .spot:nth-child({n}) .food:not(.gone)")


def table_of(page):
    """Return what all players see alike."""
    cards = page.locator(OPEN).evaluate_all("all => all.map((one) => one.dataset.card)")
    held = page.locator(".hold.full, .rival .chit").evaluate_all("all => all.map((one) => one.dataset.flip)")
    return sorted(cards), held, receipt(page).all_inner_texts()


def test_only_one_of_two_browsers_grabs_the_card(visit, shots, soak):
    ada, ben, lines = begun(visit)
    pages = [ada, ben]
    laid_out(ada)
    for race in range(soak(RACES, share=33)):
        for page in pages:
            page.locator(".spot .food.lit").wait_for()
        order = slice(None, None, 1 if race % 2 else -1)
        first, second = pages[order]
        lay = second.locator(".spot .food").bounding_box()
        one_by_one(lines[order], [page.locator(".spot .food").click for page in (first, second)])
        name = "Ada" if first is ada else "Ben"
        expect(second.locator(".spot .food.lost")).to_contain_text(f"gone: {name}")
        assert second.locator(".spot .food.lost").bounding_box() == lay
        expect(second.get_by_role("alert")).to_contain_text(f"{name} was first")
        expect(second.locator("[data-key=flip]")).to_be_visible()
        expect(first.locator(".hold.full")).to_be_visible()
        expect(first.get_by_role("alert")).to_have_count(0)
        assert table_of(ada) == table_of(ben)
        if race == 1:
            second.screenshot(path=shots / "trucker-gone.png")
        press(first, "b", OPEN)


def test_focus_ring_stays_while_others_play(visit):
    ada, ben, _ = begun(visit)
    laid_out(ben, 3)
    card = ada.locator(OPEN).nth(1)
    number = card.get_attribute("data-card")
    card.focus()
    ring = "() => document.activeElement.closest('[data-card]')?.dataset.card"
    press(ben, "f", ".hold.full")
    expect(ada.locator(".rival .chit")).to_be_visible()
    assert ada.evaluate(ring) == number
    press(ben, "b", f"{OPEN} >> nth=3")
    expect(ada.locator(OPEN)).to_have_count(4)
    assert ada.evaluate(ring) == number
    ada.evaluate(WATCH)
    ben.locator(f"[data-card='{number}']").click()
    expect(ada.locator(f"[data-card='{number}']")).to_have_count(0)
    rung = ada.evaluate("rung")
    assert None not in rung
    assert any(label.endswith("gone, Ben was first") for label in rung)
    assert ada.evaluate("() => document.activeElement.matches('button.lit, [data-key]')")


def test_drag_survives_moves_of_others(visit):
    ada, ben, _ = begun(visit)
    laid_out(ada)
    card, burger = ada.locator(OPEN), ada.locator(".mine .room")
    drag(ada, card)
    expect(ada.locator(".carried")).to_be_visible()
    press(ben, "f", ".hold.full")
    expect(ada.locator(".rival .chit")).to_be_visible()
    expect(ada.locator(".carried")).to_be_visible()
    drop(ada, burger)  # the touched half is placed as soon as it may be
    expect(ada.locator(".mine .burger .layer:not(.ghost)")).to_have_count(2)


def test_card_dropped_on_another_card_is_traded(visit, shots):
    ada, _, _ = begun(visit)
    laid_out(ada)
    lays = ada.locator("[data-key=flip]", has_text="Place and flip")
    layers, held = ada.locator(".mine .burger .layer:not(.ghost)"), ada.locator(".hold.full")
    while not lays.count():
        if ada.locator(".hold .part.lit").count():
            press(ada, "1", "[data-key=flip]:has-text('Flip one')")
        ada.keyboard.down("f")  # held down: a card that fits nowhere goes back, and the next is flipped
        ada.locator(".hold .part.lit").first.wait_for()
        ada.keyboard.up("f")
    ada.screenshot(path=shots / "trucker-goes-on.png")
    high, card = layers.count(), held.get_attribute("data-flip")
    ada.keyboard.press("f")
    expect(layers).to_have_count(high + 1)
    expect(ada.locator(f".hold.full:not([data-flip='{card}'])")).to_be_visible()
    number = ada.locator(OPEN).first.get_attribute("data-card")
    drag(ada, ada.locator(".hold .part").first)
    drop(ada, ada.locator(f"[data-card='{number}']"))
    expect(ada.locator(f".hold.full[data-flip='card-{number}']")).to_be_visible()
    expect(layers).to_have_count(high + 1)


def middle(thing):
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, thing):
    x, y = middle(thing)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=3)


def drop(page, place):
    page.mouse.move(*middle(place), steps=4)
    page.mouse.up()


def test_card_is_dragged_by_touch(visit):
    ada, _, _ = begun(visit, size=PHONE, has_touch=True)
    laid_out(ada)
    finger = ada.context.new_cdp_session(ada)
    ada.locator(OPEN).tap()
    expect(ada.locator(".hold.full .part.lit").first).to_be_visible()
    prompt, key = (ada.locator(place).bounding_box() for place in ("#asked", "[data-key=put_back]"))
    assert key["y"] + key["height"] <= prompt["y"] + prompt["height"], "a key is cut off"
    slide(finger, middle(ada.locator(".hold .part").first), middle(ada.locator(".spread")))
    expect(ada.locator(OPEN)).to_have_count(1)
    expect(ada.locator(".hold.full")).to_have_count(0)
    slide(finger, middle(ada.locator(OPEN)), middle(ada.locator(".mine .room")))
    expect(ada.locator(".mine .burger .layer:not(.ghost)")).to_have_count(2)


def slide(finger, start, end, steps=5):
    """Drag with one finger."""
    for i in range(steps + 1):
        x, y = (a + (b - a) * i / steps for a, b in zip(start, end, strict=True))
        kind = "touchMove" if i else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_three_two_one_go(visit):
    ada, ben, _ = two(visit)
    ada.evaluate(
        """() => { window.called = []; new MutationObserver(() => {
          const now = document.querySelector('.count b')?.textContent;
          if (now && now !== called.at(-1)) called.push(now);
        }).observe(document.body, { childList: true, subtree: true, characterData: true }); }"""
    )
    press(ada, "1", ".readies .yes")
    expect(ada.locator("#question")).to_have_text("Waiting for Ben")
    press(ben, "1", "[data-key=flip]")
    ada.locator("[data-key=flip]").wait_for()
    called = ada.evaluate("called")
    assert called == [
        call for call in ("3", "2", "1", "GO!") if call in called
    ]  # a busy browser may skip one
    assert "GO!" in called[1:]


def test_clock_runs_smoothly_and_stops_in_a_pause(visit):
    page = visit()
    page.emulate_media(reduced_motion="no-preference")
    sit(page, "burger-trucker", ["you", "random"], options={"rounds": 1, "build_limit": 900})
    press(page, "1", "[data-key=flip]")
    widths = page.evaluate(
        """() => new Promise((done) => { const widths = []; requestAnimationFrame(function look() {
          widths.push(parseFloat(document.querySelector('.gauge i').style.width));
          if (widths.length < 30) requestAnimationFrame(look); else done(widths);
        }); })"""
    )
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) > 10
    press(page, "p", ".state.paused")
    stood = page.get_by_role("timer").get_attribute("aria-label")
    expect(page.locator("#question")).to_have_text("Paused")
    press(page, "p", "[data-key=flip]")
    expect(page.locator(".state.paused")).to_have_count(0)
    assert page.get_by_role("timer").get_attribute("aria-label") <= stood


def meets_soon(t):
    """True if the upper halves of the first cards of the pile fulfil an Incoming Order."""
    stacks = [[card * 2 for card in t.pile[:n]] for n in range(1, ENOUGH + 1)]
    met = [any(is_met(t.pack.needs[order], stack) for order in t.incoming) for stack in stacks]
    return met.index(True) + 1 if True in met else 0


def deals():
    """Yield seeds with that many playable cards."""
    for n in itertools.count():
        seed = n.to_bytes(32, "big")
        if cards := meets_soon(Match(game("burger-trucker"), ["Ada", "Ben"], seed, ANYTHING).table):
            yield seed.hex(), cards


def faults(page):
    """Return the serious errors that axe finds, with their elements."""
    violations = Axe().run(page).response["violations"]
    bad = [one for one in violations if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['html'][:160]}" for one in bad for node in one["nodes"]]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_claimed_order_shows_every_coin_and_has_no_accessibility_errors(visit, deal, shots, size):
    seed, cards = next(deals())
    deal.write_text(seed)
    ada, ben, _ = begun(visit, ANYTHING, size)
    for n in range(cards):
        press(ada, "f", ".hold.full")
        if not n:
            look(ada, shots, "holding")
        press(ada, "1", f".mine .layer:nth-child({n + 2}):not(.ghost)")
    expect(ada.locator(".pass .order.full").first).to_be_attached()
    press(ada, "e", ".mine.done")
    press(ben, "f", ".hold.full")
    press(ben, "1", ".mine .layer:nth-child(2):not(.ghost)")
    press(ben, "e", ".lineup, .sums")
    ada.locator("[data-key=claim]").wait_for()
    look(ada, shots, "score")
    order = ada.locator(".lot.now h2").inner_text()
    worth = ada.locator("[data-key=claim] small").text_content().split()[0]
    ada.locator(".lot.now .cover").click()
    for page in (ada, ben):
        MouseCook(page).finish()
    look(ada, shots, "sums")
    row = ada.locator(".earned li", has_text="You")
    parts = [int(coins) for coins in row.locator("dd b").all_inner_texts()]
    assert parts[0] == 3
    assert sum(parts[1:]) == int(worth)
    expect(row).to_contain_text(order)
    expect(row.locator(".total b")).to_have_text(str(sum(parts)))


def look(page, shots, name):
    """Check that axe finds nothing serious in light and dark mode."""
    for light in ("light", "dark"):
        page.emulate_media(color_scheme=light)
        page.screenshot(path=shots / f"trucker-{name}-{light}-{page.viewport_size['width']}.png")
        assert faults(page) == []
