"""The campaign screen: progress of a team, and the way to the next chapter."""

import asyncio
import itertools
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from flattop.client import Guest

from .servers import deal_for

GAME = "kitchen-rush"


@pytest.fixture(scope="module")
def winner(server):
    """Return the cookie of a guest who has won the first scenario with a bot, and the table."""
    deal_for("the winner of the first scenario")  # not the deal of the test before
    with ThreadPoolExecutor(1) as apart:  # the browser has an event loop in this thread
        return apart.submit(lambda: asyncio.run(asyncio.wait_for(win(server), 120))).result()


async def win(server):
    guest = await Guest(server).introduce("Ada")
    wish = {"game": GAME, "seats": ["you", "house"], "options": {"pace": "stepped", "limit": "family"}}
    _, table = await guest.call("POST", "/api/tables", wish)
    chair = await guest.table(table["id"]).open()
    await chair.hear("welcome")
    while not chair.snapshot["over"]:
        if chair.options:  # played like the house bot
            await chair.play((await chair.ask("hint"))["action"])
        else:
            await chair.hear("update")
    await chair.close()
    assert chair.snapshot["winners"] == [0, 1]
    return guest.token, table["id"]


@pytest.fixture
def board(visit, winner, server):
    def open_board(**how):
        page = visit(**how)
        page.context.add_cookies([{"name": "flattop_guest", "value": winner[0], "url": server}])
        page.goto(f"/campaign/{GAME}")
        page.get_by_role("heading", name="Friends First").wait_for()
        return page

    return open_board


def chapter(page, title):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))


def test_board_shows_the_teams_progress(board, winner):
    page = board()
    first, second = chapter(page, "Friends First"), chapter(page, "A Pinch of Salt")
    expect(page.get_by_role("button", name="You and a House bot")).to_have_attribute("aria-pressed", "true")
    expect(first).to_contain_text("won at the first go")
    expect(first).to_contain_text("best time on the clock: 5:00.0")
    expect(first.get_by_role("img", name="1 of 3 stars")).to_be_visible()
    expect(first.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{winner[1]}")
    expect(second).to_contain_text("not tried yet")
    expect(second).to_contain_text("Goal: 5 right orders")
    expect(second.get_by_role("link", name="Play A Pinch of Salt")).to_have_class(re.compile(r"\bgo\b"))


def test_play_opens_a_table_with_the_scenario_and_seats(board):
    page = board()
    page.get_by_role("link", name="Play A Pinch of Salt").click()
    scenario = page.get_by_role("radiogroup", name="Scenario")
    expect(scenario.get_by_role("radio", checked=True)).to_have_text("2: A Pinch of Salt")
    expect(page.get_by_text("2 of 4 seats laid")).to_be_visible()
    expect(page.get_by_role("combobox", name="Seat 2")).to_have_value("house")


def test_results_of_a_won_scenario_link_to_the_next(board, winner):
    page = board()
    page.goto(f"/t/{winner[1]}?results")
    page.get_by_role("link", name="Next: A Pinch of Salt").click()
    expect(page).to_have_url(re.compile(rf"/new\?game={GAME}&scenario=2&seats=you%2Chouse$"))


def test_board_is_reachable_from_the_lobby_by_keyboard(board):
    page = board()
    page.goto("/")
    link = page.get_by_role("link", name="Open the board")
    link.focus()
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name="A new team")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(chapter(page, "The Till Rings")).to_contain_text("Goal: 25 coins")


def test_axe_finds_nothing_on_the_board(board, shots):
    page = board()
    for width, light in itertools.product((360, 1440), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=light)
        page.locator(f"[data-theme={light}]").wait_for()
        page.screenshot(path=shots / f"campaign-{light}-{width}.png", full_page=True)
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_game_without_a_campaign_has_no_board(visit):
    page = visit()
    page.goto("/campaign/burger-go")
    expect(page.get_by_role("alert")).to_contain_text("Burger Go! has no campaign")
    page.complaints.clear()  # the browser logs the refused request
