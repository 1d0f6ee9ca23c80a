"""Hints on tables in mid-game: touching what is outlined plays the move that is advised."""

import json

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

from bench.page.positions import POSITIONS
from bench.page.screenshots import mid_game_server, open_at

NAMES = (
    "burger-up-4-serve",
    "between-two-burgers-4-choose",
    "between-two-burgers-4-left",
    "between-two-burgers-2-show",
    "hanaburger-4-hint",
    "hanaburger-2-show",
    "burger-go-4-choose",
    "burger-boss-5-place",
    "burger-boss-5-take",
    "burgerfuck-6-drop",
    "ninja-burger-6-put_item",
)
ADVISED = [position for position in POSITIONS if position.name in NAMES]
MOST_TOUCHES = 12


@pytest.fixture(scope="module")
def middle(tmp_path_factory):
    with mid_game_server(tmp_path_factory.mktemp("middle")) as server_and_file:
        yield server_and_file


@pytest.fixture
def page(browser, middle):
    context = browser.new_context(base_url=middle[0], reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("position", ADVISED, ids=lambda position: position.name)
def test_touching_what_a_hint_outlines_plays_the_advised_move(page, middle, position):
    received, sent = [], []
    page.on("websocket", lambda socket: listen(socket, received, sent))
    open_at(page, position, middle[1])
    page.get_by_role("button", name="Skip").click()
    page.keyboard.press("h")
    expect(page.locator(".hint-panel[aria-busy=false]")).to_be_visible()
    hint = [message for message in received if message["type"] == "hint"][-1]
    for _ in range(MOST_TOUCHES):
        if any(message["type"] == "play" for message in sent):
            break
        outlined = next_outlined(page)
        outlined.evaluate("one => one.dataset.touched = ''")
        outlined.click()
    page.wait_for_function("() => !document.querySelector('.hint-panel')")
    plays = [message["action"] for message in sent if message["type"] == "play"]
    assert plays[0] in hint["move"]


def next_outlined(page):
    """Return what is outlined and was not touched yet; else what is touched again, such as + of a sum."""
    try:
        return page.locator(".hinted:not([data-touched]):visible").first.element_handle(timeout=2000)
    except TookTooLong:
        return page.locator(".hinted:visible").first.element_handle()


def listen(socket, received, sent):
    socket.on("framereceived", lambda text: received.append(json.loads(text)))
    socket.on("framesent", lambda text: sent.append(json.loads(text)))
