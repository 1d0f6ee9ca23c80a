"""Auto-answers on the page: on by default, shown in the prompt, switched in the menu."""

import json

from playwright.sync_api import expect

from .seats import RESTING, sit
from .test_burgerfuck import SEATS, MouseCook

FOR_THIS_TURN = ".habits button:has-text('for this turn')"
TOUCHABLE = "[data-lit], .lit, .prompt [data-key]:not([data-key=hold])"


def test_only_real_choices_are_asked_and_hold_is_one_touch(visit):
    """A window without a Strike is not asked; one with a Strike can be held for the whole turn."""
    page = visit(390, 844, auto_answers=True)
    sit(page, "burgerfuck", SEATS, options={"goal": "none", "first": 1})
    cook = MouseCook(page)
    for _ in range(60):
        page.locator(RESTING).wait_for()
        if page.locator(FOR_THIS_TURN).is_visible():
            break
        assert page.locator(TOUCHABLE).count()
        cook.touch()
    turn = page.locator(".sitting").get_attribute("data-version")
    page.locator(FOR_THIS_TURN).click()
    page.locator(f".sitting:not([data-version='{turn}'])").wait_for()
    page.locator(RESTING).wait_for()
    page.get_by_role("button", name="Receipt").click()
    expect(page.locator(".roll")).to_contain_text("Held for you.")


def test_auto_answer_switch_is_saved_and_sent_to_the_server(visit):
    page, sent = visit(auto_answers=True), []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    with page.expect_websocket() as line:
        sit(page, "burgerfuck", SEATS, options={"first": 1})
    page.locator(RESTING).wait_for()
    page.get_by_role("button", name="More").click()
    switch = page.get_by_role("switch", name="Answer for me")
    expect(switch).to_be_checked()
    with line.value.expect_event("framesent", lambda frame: '"habits"' in frame):
        switch.click()
    expect(switch).not_to_be_checked()
    wishes = [json.loads(frame) for frame in sent if '"habits"' in frame]
    assert [(wish["forced"], wish["windows"]) for wish in wishes] == [(True, True), (False, False)]
    page.reload()
    page.locator(RESTING).wait_for()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("switch", name="Answer for me")).not_to_be_checked()
