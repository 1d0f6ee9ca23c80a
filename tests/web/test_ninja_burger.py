"""Ninja Burger in the browser: a whole game, and haggling that is hidden from a third player."""

import json
import re

import pytest
from playwright.sync_api import expect

from .seats import RESTING, Keyboard, Mouse, asked, create_table, over, settled, sit, standing, tap, version
from .test_accessibility import faults
from .test_two_browsers import invite_link, listened

PHONE, TALL, DESK = (360, 740), (390, 844), (1440, 900)
LIT = "button.lit:visible, .prompt [data-key]:visible"
ROOMS = """() => ['.at-others', '.at-board', '.prompt', '.own', '.receipt'].map((place) => {
  const { top, bottom } = document.querySelector(place).getBoundingClientRect();
  return [place, Math.round(top), Math.round(bottom)];
})"""
SHORT = {"round_limit": 1}
BOTS = ["you", "house", "house"]
HABITS = (
    "draw", "stay_away", "ready", "roll", "pass", "move_on", "take_penalty", "finish", "drop",
    "let_it_happen", "keep_errand", "accept_failure", "refuse",
)  # fmt: skip


def drafting(page):
    return page.locator("[data-key=drop]").is_visible()


def touch(page, thing):
    """Touch an element; an opponent's offer may remove it first."""
    seen = version(page)
    tap(page, thing, seen)
    settled(page)


class NinjaMouse(Mouse):
    """Plays by mouse; cancels accidental deals."""

    def touch(self):
        if asked(self.page, LIT):
            lit, drop = self.page.locator(LIT), self.page.locator("[data-key=drop]")
            touch(self.page, drop if drop.count() else lit.nth(self.chance.randrange(max(1, lit.count()))))


class NinjaKeyboard(Keyboard):
    """Plays by keyboard: N selects the next element, 1 is the first button of the prompt."""

    def touch(self):
        if not asked(self.page, LIT):
            return
        count = self.page.locator(LIT).count()
        if drafting(self.page):
            self.press("1")
        else:
            self.press(*["n"] * self.chance.randrange(1, max(1, count) + 1), "Enter")
        settled(self.page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "size"), [(NinjaMouse, DESK), (NinjaKeyboard, PHONE)], ids=["mouse-desk", "keyboard-phone"]
)
def test_a_game_is_played_to_its_end(visit, shots, hands, size):
    page = visit(*size, has_touch=size == PHONE)
    table = sit(page, "ninja-burger", BOTS, options=SHORT)
    hands(page).finish("ninja-burger")
    page.screenshot(path=shots / f"ninja-burger-over-{hands.__name__.lower()}-{size[0]}.png")
    standing(page, 3)
    page.goto(f"/replay/{table}?at=24")
    expect(page.locator(".ninja-burger .mission")).to_be_visible()
    page.screenshot(path=shots / f"ninja-burger-replay-{size[0]}.png")


def look(page, shots, name):
    """Take screenshots and run axe at both widths, one in light and one in dark mode."""
    for (width, height), light in ((DESK, "light"), (PHONE, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=light)
        page.locator(f"[data-theme={light}]").wait_for()
        page.screenshot(path=shots / f"{name}-{light}-{width}.png")
        assert faults(page) == []


@pytest.mark.slow
def test_axe_finds_nothing_serious_before_and_in_a_mission(visit, shots):
    page = visit(*DESK)
    sit(page, "ninja-burger", BOTS)
    page.locator(".recruit.lit").first.wait_for()
    look(page, shots, "ninja-burger-choose")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    until(page, "[data-key=roll]")
    expect(page.locator(".dice .chance")).to_have_text(re.compile(r"\d+\.\d %\d+ of 216 throws"))
    look(page, shots, "ninja-burger-roll")
    before = rooms(page)
    page.locator("[data-any^=deal]:visible").first.click()
    page.locator("[data-key=drop]").wait_for()
    assert rooms(page) == before
    look(page, shots, "ninja-burger-deal")


def rooms(page):
    """Return the positions of areas that must not move, on a phone and a desktop."""
    layouts = []
    for width, height in (TALL, DESK):
        page.set_viewport_size({"width": width, "height": height})
        layouts.append(page.evaluate(ROOMS))
    return layouts


def habit(page):
    """Make the simplest move."""
    for verb in HABITS:
        key = page.locator(f".prompt [data-key={verb}]")
        if key.count():
            return key
    return page.locator(LIT).first


def until(page, selector, most=200):
    """Play until an element appears; start another table if an opponent wins first."""
    for _ in range(most):
        page.locator(RESTING).wait_for()
        if page.locator(selector).count():
            return
        if over(page):
            page.goto(f"/t/{create_table(page, 'ninja-burger', BOTS)}")
        else:
            touch(page, habit(page))
    raise AssertionError(f"{selector} never came")


# -- two haggle, a third looks on


def purse(page):
    return int(re.search(r"\$(\d+)", page.locator(".own .sheet .money").inner_text())[1])


def buy(page):
    """Buy items that can be sold later."""
    key = page.locator("[data-any^=buy]").first
    if key.is_visible():
        touch(page, key)


def sellers(pages):
    return [page for page in pages if page.locator(".inplay .item:not(.course)").count()]


def roles(pages):
    """Return seller, buyer and onlooker; None while there is no mission, item or money."""
    if not pages[0].locator(".mission .step.now").count():
        return None
    for seller in sellers(pages):
        for buyer in pages:
            if buyer is not seller and purse(buyer) >= 100 and partner_key(buyer, seller).count():
                return seller, buyer, next(page for page in pages if page not in (seller, buyer))
    return None


def partner_key(page, other):
    return page.get_by_role("button", name=f"Deal with {other.seat_name}", exact=True)


def play_until_a_sale(pages, most=300):
    """Let all players make simple moves and buy until a sale during a mission is possible."""
    for _ in range(most):
        if both := roles(pages):
            return both
        for page in pages:
            if not sellers([page]):
                buy(page)
        pages[0].locator(".sitting[data-turn]").wait_for()
        mover = next((page for page in pages if page.locator(LIT).count()), None)
        if mover:
            touch(mover, habit(mover))
    raise AssertionError("nobody could sell anything")


def come_in(page, link, name):
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Take a seat").wait_for(state="detached")


def seated(visit):
    pages = [visit(*DESK), visit(*PHONE, has_touch=True), visit(*DESK)]
    frames = [listened(page) for page in pages]
    link = invite_link(
        pages[0], create_table(pages[0], "ninja-burger", ["you", "open", "open"], private=True)
    )
    for page, name in zip(pages, ("Ada", "Ben", "Cem"), strict=True):
        page.seat_name = name
        if page is not pages[0]:
            come_in(page, link, name)
    for page in pages:
        page.get_by_role("button", name="Skip").click()
    return pages, frames


def messages(frames):
    return [json.loads(frame) for frame in frames]


def told(message):
    lines = message.get("log") or (message.get("sheet") or {}).get("log") or []
    return [event[0] for event, _ in lines]


def whole_views(frames):
    """Return the view after each message."""
    view = {}
    for message in messages(frames):
        change = (message.get("sheet") or message.get("set") or {}).get("view")
        if change:
            view = {**view, **change}
            yield view


def secrets(view, own):
    """Return hidden information in the view of a seat."""
    piles = []
    for zone in ("hands", "missions", "draft", "dealt"):
        for seat, pile in enumerate(view.get(zone, [])):
            open_to_all = seat == own or (zone == "missions" and seat in view["face_up"])
            if not open_to_all and any(card != -1 for card in pile):
                piles.append((zone, seat, pile))
    bargain = view.get("bargain", {})
    if bargain and not bargain["offered"] and set(bargain) != {"author", "partner", "offered"}:
        piles.append(("bargain", bargain["author"], bargain))
    return piles


def test_haggling_of_two_players_is_hidden_from_the_third(visit, shots):
    pages, frames = seated(visit)
    seller, buyer, third = play_until_a_sale(pages)
    item = seller.locator(".inplay .item:not(.course) b").first.inner_text()
    money = {page: purse(page) for page in pages}
    heard = frames[pages.index(third)]

    partner_key(buyer, seller).click()
    buyer.locator(".tray .thing").filter(has_text=item).first.click()
    before = len(heard)
    buyer.get_by_label("Dollars you pay").fill("50")
    buyer.get_by_label("Dollars you pay").press("Tab")
    buyer.locator("[data-key=offer]").click()
    expect(seller.locator(".deal")).to_contain_text("$50")
    expect(third.locator(".deal .haggle")).to_contain_text(f"{buyer.seat_name} offers {seller.seat_name}")
    between = [name for message in messages(heard[before:]) for name in told(message)]
    assert [name for name in between if name != "deal_opened"] == ["offered"]
    seller.screenshot(path=shots / "ninja-burger-asked.png")

    seller.locator("[data-key=counter]").click()
    ask = seller.get_by_label("Dollars you ask for")
    expect(ask).to_have_value("50")
    ask.fill("100")
    ask.press("Tab")
    seller.screenshot(path=shots / "ninja-burger-counter.png")
    seller.locator("[data-key=offer]").click()
    buyer.locator("[data-key=agree]").wait_for()
    buyer.screenshot(path=shots / "ninja-burger-haggle.png")
    buyer.locator("[data-key=agree]").click()

    expect(buyer.locator(".inplay")).to_contain_text(item)
    expect(third.locator(".roll")).to_contain_text(f"{buyer.seat_name} agrees with {seller.seat_name}")
    assert purse(buyer) == money[buyer] - 100
    assert purse(seller) == money[seller] + 100
    assert purse(third) == money[third]
    views = list(whole_views(heard))
    assert any(view.get("bargain") for view in views)
    assert [secrets(view, pages.index(third)) for view in views if secrets(view, pages.index(third))] == []


def test_secrecy_check_finds_a_planted_leak():
    clean = {
        "hands": [[1], [-1]],
        "missions": [[3], [7]],
        "face_up": [1],
        "draft": [[50], [-1]],
        "dealt": [[], []],
    }
    assert secrets(clean, 0) == []
    assert secrets({**clean, "hands": [[1], [4]]}, 0)
    assert secrets({**clean, "face_up": []}, 0)
    assert secrets({**clean, "draft": [[], [100, 0]]}, 0)
    told_early = {"author": 1, "partner": 2, "offered": 0, "gives": [5]}
    assert secrets({**clean, "bargain": told_early}, 0)
