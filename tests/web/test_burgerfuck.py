"""BurgerFuck in Chromium: by mouse and keyboard, accessible, and under its neutral name."""

import pytest
from playwright.sync_api import expect

from .seats import LIT, Keyboard, Mouse, asked, create_table, moved_on, settled, sit, standing, tap, version
from .test_accessibility import look

PHONE, DESK = (360, 740), (1440, 900)
SEATS = ["you", "random", "random"]
SHORT = {"goal": "none", "turn_limit": 10}
PICKED = ".held .card.picked"
KEYS = ".prompt [data-key]:visible"


class Cook:
    """Plays by mouse; a selected card is followed by one of its action buttons."""

    def touch(self):
        seen = asked(self.page)
        if not seen:
            return
        self.one_of(LIT, seen)
        if self.page.locator(PICKED).count():
            self.one_of(KEYS, seen)
        settled(self.page)


class MouseCook(Cook, Mouse):
    def one_of(self, selector, seen):
        things = self.page.locator(selector)
        one = things.nth(self.chance.randrange(max(1, things.count())))
        corner = {"x": 9, "y": 12}  # of overlapping cards only the corner is visible
        tap(self.page, one, seen, position=corner)


class KeyboardCook(Cook, Keyboard):
    def one_of(self, selector, seen):
        count = max(1, self.page.locator(selector).count())
        if selector == KEYS:
            return self.press(str(self.chance.randrange(1, count + 1)))
        return self.press(*["n"] * self.chance.randrange(1, count + 1), "Enter")


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "size"), [(MouseCook, PHONE), (KeyboardCook, DESK)], ids=["mouse", "keys"])
def test_a_game_is_played_to_its_end_and_axe_finds_nothing_serious(visit, shots, hands, size):
    page = visit(*size, has_touch=size == PHONE)
    sit(page, "burgerfuck", ["you", "house", "random"], options=SHORT)
    cook = hands(page)
    cook.begin(16)
    look(page, shots, "burgerfuck")
    cook.finish()
    page.screenshot(path=shots / f"burgerfuck-over-{hands.__name__.lower()}-{size[0]}.png")
    standing(page, 3)


def test_pawn_previews_its_target(visit):
    page = visit()
    sit(page, "burgerfuck", SEATS, options={"first": 1})
    hold(page)
    column = page.locator(".grid .col").nth(3)
    column.hover()
    expect(column.locator(".cell").last.locator(".pawn.ghost")).to_be_visible()
    expect(page.locator(".will")).to_contain_text("column 4, row 1")
    column.click()
    expect(column.locator(".cell.last .stood")).to_have_count(1)
    expect(page.locator(".phases [aria-current]")).to_contain_text("Cards Time")


def hold(page):
    """Let the first window pass; after each Strike in it this seat is asked again."""
    for _ in range(20):
        page.locator(".col[data-lit], [data-key=hold]").first.wait_for()
        if page.locator(".col[data-lit]").count():
            return
        seen = version(page)
        page.locator("[data-key=hold]").click()
        moved_on(page, seen)
    raise AssertionError("the first turn never came")


def test_first_touch_previews_and_second_touch_plays(visit):
    page = visit(*PHONE, has_touch=True)
    sit(page, "burgerfuck", SEATS, options={"first": 1})
    hold(page)
    column = page.locator(".grid .col").nth(1)
    column.tap()
    expect(column.locator(".pawn.ghost")).to_be_visible()
    expect(page.locator(".stood")).to_have_count(0)
    column.tap()
    expect(column.locator(".stood")).to_have_count(1)


def test_unplayable_card_names_the_reason_and_rule(visit):
    page = visit()
    sit(page, "burgerfuck", SEATS, options={"first": 1})
    hold(page)
    page.locator(".held .card").first.click(position={"x": 9, "y": 12})
    expect(page.get_by_role("alert")).to_contain_text("That is not the question now.")
    expect(page.get_by_role("button", name="Rule BF-R44")).to_be_visible()


def test_neutral_name_replaces_the_title_everywhere(visit):
    page = visit()
    options = {**SHORT, "display_name": "masked"}
    table = sit(page, "burgerfuck", SEATS, options=options)
    expect(page.get_by_role("heading", name="BurgerF***")).to_be_visible()
    MouseCook(page).finish()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules of BurgerF***")).to_be_visible()
    assert "BurgerF***" in page.title()
    for path in (f"/t/{table}?results", f"/replay/{table}"):
        assert "BurgerFuck" not in page.content()
        page.goto(path)
        expect(page.get_by_text("BurgerF***").first).to_be_visible()
        assert "BurgerF***" in page.title()
    assert "BurgerFuck" not in page.content()
    page.goto("/")
    mine = page.get_by_role("region", name="My tables")
    expect(mine).to_contain_text("BurgerF***")
    expect(mine).not_to_contain_text("BurgerFuck")


def test_safety_checklist_is_shown_if_enabled(visit, shots):
    page = visit()
    table = create_table(page, "burgerfuck", SEATS, options={"safety_checklist": "on", "first": 1})
    page.goto(f"/t/{table}")
    checklist = page.locator("dialog.checklist")
    expect(checklist).to_be_visible()
    page.screenshot(path=shots / "burgerfuck-checklist.png")
    boxes = checklist.get_by_role("checkbox")
    for i in range(boxes.count()):
        boxes.nth(i).check()
    checklist.get_by_role("button", name="All safe: to the table").click()
    expect(checklist).to_be_hidden()
    other = create_table(page, "burgerfuck", SEATS)
    page.goto(f"/t/{other}")
    page.locator(".sitting").wait_for()
    expect(checklist).to_have_count(0)
