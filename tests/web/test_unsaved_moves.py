"""Moves that are not saved yet: while the database is blocked, the page says that it saves.

No tap or key at that time answers a later question.
"""

import sqlite3
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import expect

from flattop.server.store.base import DATABASE_FILE

from .seats import LIT, asked, moved_on, receipt, settled, sit, version
from .servers import a_server


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("held-up")


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args, folder):
    with a_server(folder) as link:
        yield {**browser_context_args, "base_url": link}


@contextmanager
def held_up(folder):
    """Lock the database, so that the server cannot write."""
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


def shown(page):
    """Return everything on the page that shows a play."""
    return version(page), page.locator(".hand .food").count(), receipt(page).all_text_contents()


def test_unsaved_move_is_not_shown_as_played(visit, folder, shots):
    page = visit()
    sit(page, "burger-go", ["you", "house"])
    page.locator(".hand .food.lit").first.click()
    before, prompt = shown(page), page.locator(".prompt")
    with held_up(folder):
        page.get_by_role("button", name="Lay it down").click()
        expect(prompt.locator("#question")).to_have_text("Saving…")
        page.screenshot(path=shots / "saving.png")
        assert shown(page) == before
    moved_on(page, before[0])
    expect(prompt).not_to_contain_text("Saving…")
    expect(page.locator(".hand .food")).to_have_count(before[1] - 1)


def test_unsaved_chat_line_is_not_shown(visit, folder):
    page = visit()
    sit(page, "burger-go", ["you", "house"])
    with held_up(folder):
        page.locator("#say").fill("Is it slow?")
        page.locator("#say").press("Enter")
        expect(page.locator("#question")).to_have_text("Saving…")
        expect(page.get_by_text("Is it slow?")).to_have_count(0)
    expect(page.get_by_text("Is it slow?")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("Saving…")


BOSSES = ["you", "house", "house"]
HEARD = """() => {
  window.heard = [];
  const region = document.querySelector('#announcer');
  new MutationObserver(() => heard.push(region.textContent)).observe(region, {
    childList: true, characterData: true, subtree: true
  });
}"""


def sent(page):
    """Return the number of unanswered plays and undos."""
    return page.evaluate("plays.size")


def ringed(page):
    return page.evaluate("document.activeElement.outerHTML")


def impatient(page):
    """Hold Enter, and press everything an impatient player might press."""
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    for key in (" ", "1", "u", "n", "Enter"):
        page.keyboard.press(key)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_keys_and_taps_are_ignored_while_saving(visit, folder, shots, width, height):
    page = visit(width, height)
    sit(page, "burger-boss", BOSSES)
    asked(page)
    seen, lit = version(page), page.locator(LIT)
    boxes = [one.bounding_box() for one in lit.all()]
    with held_up(folder):
        lit.first.focus()
        held = ringed(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        assert sent(page) == 1
        expect(page.locator(".bar .yours")).to_have_text("Saving…", use_inner_text=True)
        expect(page.locator(f":is({LIT}):not([aria-disabled=true])")).to_have_count(0)
        assert ringed(page).split(">")[0].replace(' aria-disabled="true"', "") == held.split(">")[0]
        impatient(page)
        for one in lit.all():
            one.click(force=True)
        page.screenshot(path=shots / f"saving-boss-{width}.png")
        assert [one.bounding_box() for one in lit.all()] == boxes
        assert (sent(page), version(page)) == (1, seen)
    moved_on(page, seen)
    expect(page.locator("[aria-disabled]")).to_have_count(0)


def test_tap_that_starts_while_saving_is_ignored(visit, folder):
    page = visit()
    sit(page, "burger-boss", BOSSES)
    asked(page)
    seen = version(page)
    with held_up(folder):
        page.locator(LIT).first.click()
        page.keyboard.down(" ")
        box = page.locator(LIT).first.bounding_box()
        page.mouse.move(box["x"] + 5, box["y"] + 5)
        page.mouse.down()
    moved_on(page, seen)
    settled(page)
    page.mouse.up()
    page.keyboard.up(" ")
    assert sent(page) == 0


def test_held_enter_key_plays_once(visit):
    page = visit()
    sit(page, "burger-boss", BOSSES)
    for _ in range(2):
        asked(page)
        seen = version(page)
        page.locator(LIT).first.focus()
        page.keyboard.down("Enter")
        moved_on(page, seen)
        settled(page)
        asked(page)
        seen = version(page)
        for _ in range(5):
            page.keyboard.down("Enter")
        assert (sent(page), version(page)) == (0, seen)
        page.keyboard.up("Enter")


def test_card_dragged_while_saving_returns(visit, folder):
    page = visit()
    sit(page, "burger-go", ["you", "house"])
    cards = page.locator(".hand .food.lit")
    cards.first.click()
    with held_up(folder):
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_have_text("Saving…")
        before = shown(page)
        cards.last.drag_to(page.locator("[data-onto]").first, force=True)
        assert (sent(page), shown(page)) == (1, before)
    moved_on(page, before[0])


def test_saving_is_announced_once_and_politely(visit, folder):
    page = visit()
    sit(page, "burger-boss", BOSSES)
    asked(page)
    page.evaluate(HEARD)
    seen = version(page)
    with held_up(folder):
        page.locator(LIT).first.click()
        page.locator("#say").fill("Is it slow?")
        page.locator("#say").press("Enter")
        page.wait_for_function("() => heard.some((words) => words.includes('Saving…'))")
        page.wait_for_timeout(1500)
    moved_on(page, seen)
    assert sum("Saving…" in words for words in page.evaluate("heard")) == 1
    assert page.locator("#announcer").get_attribute("aria-live") == "polite"


def test_vote_tapped_twice_counts_once(visit, folder):
    page = visit()
    sit(page, "burger-go", ["you", "house"], clock={"move": 60, "bank": 60})
    with held_up(folder):
        for _ in range(3):
            page.keyboard.press("p")
        expect(page.locator("#question")).to_have_text("Saving…")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator(".prompt.refused")).to_have_count(0)
