"""The games of the Burger Up pack in Chromium: each is finished by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from .seats import LIT, Player, sit, standing
from .test_accessibility import faults

PHONE, DESK = (360, 740), (1440, 900)
MOVED = """([seen, picked]) => {
  const [sitting, table] = [document.querySelector('.sitting'), document.querySelector('.sitting main')];
  return sitting.dataset.version !== seen || table.dataset.picked !== picked;
}"""
KIND = "all => all.map((one) => one.dataset.key ?? (one.matches('.cover') ? 'place' : 'card'))"
# the button of the focused element may be redrawn; it is still the right one
HAS_RING = """one => one === document.activeElement
  || Boolean(one.dataset.key) && one.dataset.key === document.activeElement.dataset.key"""
GAMES = {
    "burger-up": (["you", "random"], {"idle_rounds": 5}),
    "party-up": (["you", *["random"] * 4], {"idle_rounds": 5}),
    "solo-up": (["you"], {"orders": 9}),
    "between-two-burgers": (["you", "random", "random"], {}),
    "hanaburger": (["you", "random"], {"mistake_tokens": 2}),
}


class Guest(Player):
    """Plays by mouse; ends a phase only sometimes, so that burgers grow."""

    def state(self):
        return [
            self.page.locator(".sitting").get_attribute("data-version"),
            self.page.locator(".sitting main").get_attribute("data-picked"),
        ]

    def touch(self):
        self.page.locator(LIT).first.wait_for()
        take = self.come_to(*self.wanted())
        was = self.state()  # only now, since pointing alone may select an element
        take()
        self.page.wait_for_function(MOVED, arg=was)

    def wanted(self):
        """Choose a highlighted element: a burger, else a card, else the button that ends the phase."""
        lit = self.page.locator(LIT)
        kinds = lit.evaluate_all(KIND)
        for liked in ("place", "say", "show", "choose"):
            if liked in kinds and self.chance.random() < 0.9:
                return kinds.index(liked), len(kinds)
        ends = [i for i, kind in enumerate(kinds) if kind == "done"]
        if ends and self.chance.random() < 0.4:
            return ends[0], len(kinds)
        others = [i for i, kind in enumerate(kinds) if kind not in ("done", "spatula")] or ends or [0]
        return self.chance.choice(others), len(kinds)


class Mouse(Guest):
    def come_to(self, at, count):
        target = self.page.locator(LIT).nth(at).element_handle()
        target.hover()
        return target.click


class Keyboard(Guest):
    """Plays by keyboard: N selects the next highlighted element, Enter plays it."""

    def come_to(self, at, count):
        target = self.page.locator(LIT).nth(at).element_handle()
        for _ in range(2 * count + 2):  # buttons may change with the focus
            self.page.keyboard.press("n")
            if target.evaluate(HAS_RING):
                return lambda: self.page.keyboard.press("Enter")
        raise AssertionError("N never came to a thing that is lit")


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "size", "light"), [(Mouse, DESK, "light"), (Keyboard, PHONE, "dark")])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_axe_finds_nothing_serious(visit, shots, game, hands, size, light):
    seats, options = GAMES[game]
    page = visit(*size, has_touch=size == PHONE, color_scheme=light)
    sit(page, game, seats, options=options)
    guest = hands(page, seed=len(game))
    guest.begin(9)
    page.screenshot(path=shots / f"{game}-{light}-{size[0]}.png")
    assert faults(page) == []
    guest.finish()
    page.screenshot(path=shots / f"{game}-over-{hands.__name__.lower()}-{size[0]}.png")
    standing(page, len(seats))


def test_selected_card_shows_its_requirements(visit):
    page = visit()
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    page.locator("[data-key=done]").click()
    page.locator(".hand .food.lit").first.click()
    spot = page.locator(".mine.target").first
    expect(spot.locator(".layer.ghost")).to_have_count(1)
    expect(spot.locator(".becomes")).to_contain_text("asks")
    expect(page.locator(".prompt")).to_contain_text("which burger?")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .picked")).to_have_count(0)


def test_order_shows_met_possible_and_impossible_parts(visit):
    page = visit()
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    order = page.locator(".pass article.order").first
    expect(order.locator(".needs")).to_contain_text("burger 1: still possible")
    assert order.get_by_role("img", name="still possible").count() > 0


def test_player_chooses_and_gives_a_hint(visit, shots):
    page = visit()
    sit(page, "hanaburger", ["you", "random"], options={"first": 1})
    assert page.locator(".mystery").count() == 3
    page.get_by_role("button", name="Give Crumb").press("Enter")
    clue = page.locator(".picker .tell").first
    touched = int(clue.locator("i").inner_text())
    clue.hover()
    expect(page.locator(".held.touched")).to_have_count(touched)
    page.screenshot(path=shots / "hanaburger-hint.png")
    page.get_by_role("button", name="Say").click()
    expect(page.locator(".roll")).to_contain_text("tells Crumb")


def test_spectator_sees_card_backs_and_given_hints(visit, shots):
    page, window = visit(), visit()
    table = sit(page, "hanaburger", ["you", "random"], options={"first": 1}, spectators=True)
    window.goto(f"/t/{table}")
    window.locator(".sitting").wait_for()
    expect(window.locator(".mate .held")).to_have_count(3)
    expect(window.locator(".held .food, .mystery b + b")).to_have_count(0)
    expect(window.get_by_label("Ada’s hand and what was told of it")).to_be_visible()
    expect(window.get_by_label("Crumb, hand closed")).to_be_visible()
    window.screenshot(path=shots / "hanaburger-looked-on.png")


def test_two_burgers_are_shown_side_by_side(visit):
    page = visit()
    sit(page, "between-two-burgers", ["you", "random", "random"])
    left, right = page.locator(".shared.left"), page.locator(".shared.right")
    assert left.bounding_box()["x"] < right.bounding_box()["x"]
    expect(left).to_contain_text("You and Crumb")
    expect(right).to_contain_text("You and Chip")


def test_cards_are_bought_in_the_market_tab_on_a_phone(visit, shots):
    page = visit(*PHONE, has_touch=True)
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    page.get_by_role("button", name="Market · 3").click()
    page.screenshot(path=shots / "burger-up-market-360.png")
    page.locator(".market .food.lit").first.click()
    expect(page.get_by_role("button", name="Market · 2")).to_be_visible()
    expect(page.locator(".roll")).to_contain_text("Ada buys")


def test_spatula_asks_for_confirmation(visit):
    page = visit()
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    page.locator("[data-key=done]").click()
    page.locator(".hand .food.lit").first.click()
    page.locator(".mine .cover[data-lit]").first.click()
    expect(page.locator("[data-key=spatula]")).to_be_visible()
    page.keyboard.press("s")
    page.locator(".lifts .tell.lit").click()
    expect(page.locator(".mine.target")).to_have_count(1)
    expect(page.locator(".roll")).not_to_contain_text("scrapes")
    page.get_by_role("button", name="Scrape off").click()
    expect(page.locator(".roll")).to_contain_text("the Spatula is dirty")


def test_card_is_placed_where_the_burger_is_touched(visit):
    page = visit()
    sit(page, "between-two-burgers", ["you", "random"])
    cards = page.locator(".own-cards .food.lit:not(:has(.half.bun))")
    for question in ("And which second card?", "These two?"):
        cards.first.click()
        expect(page.locator("#question")).to_have_text(question)
    page.locator("[data-key=choose]").click()
    expect(page.locator("#question")).to_have_text("Which half goes where?")
    card = page.locator(".own-cards .food.lit").first
    lower = card.locator(".half.other b").inner_text()
    card.locator(".half.other").click()
    expect(page.locator("#question")).to_have_text(f"{lower}: left or right?")
    expect(page.locator(".shared .layer.ghost")).to_have_count(2)
    page.locator(".shared.right > .cover").click()
    expect(page.locator(".own-cards .food")).to_have_count(3)
    expect(page.locator(".roll")).to_contain_text(lower)
