"""Key decisions: the curve in the replay, the list in the results, and all their states."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .seats import create_table
from .servers import a_server

POINTS = [(0, 0.5), (6, 0.6), (7, 0.2), (18, 0.4), (19, 0.7)]
DECISIONS = [(7, 0, "Show Brie", "Show Aioli", 0.6, 0.2), (19, 1, "Choose Bacon", None, 0.6, 0.3)]
WAITING = {"ready": False, "ahead": 0, "chances": None}
A_WHILE = 180_000  # ms; the analysis worker has a low priority


def told(actions, decisions=DECISIONS, **more):
    """Build a response of the server about a game of two."""
    curve = [*POINTS, (actions, 1.0)]
    return {
        "ready": True,
        "ahead": 0,
        "chances": {
            "game": "burger-go",
            "people": ["Crumb", "Chip"],
            "actions": actions,
            "measure": {"kind": "win", "words": "chance to win", "shared": False, "best": None},
            "curve": [
                {"at": at, "chances": [a, 1 - a], "low": [a / 2, 0.0], "high": [1.0, 1 - a / 2]}
                for at, a in curve
            ],
            "decisions": [decision(*one) for one in decisions],
            "looked_at": 40,
            "playouts": 1200,
            "whole": True,
            **more,
        },
    }


def decision(at, seat, words, instead, before, after):
    luck = {"swing": 0.2, "low": 0.1, "high": 0.3} if instead is None else None
    swing = after - before
    return {
        "at": at, "seat": seat, "action": ["show", 1], "words": words, "instead": instead, "before": before,
        "after": after, "swing": swing, "low": swing - 0.1, "high": swing + 0.1, "luck": luck,
        "why": "On average the house bot's choice brings 2 more coins." if instead else "",
    }  # fmt: skip


@pytest.fixture
def over(visit):
    """Return a page and the guest's finished table."""

    def opened(**how):
        page = visit(**how)
        return page, *finished(page)

    return opened


def finished(page):
    """Return a finished table and its number of actions."""
    table = create_table(page, "burger-go", ["random", "random"], options={"rounds": 1})
    while not (answer := page.request.get(f"/api/tables/{table}/replay?at=1000")).ok:
        assert answer.json()["code"] == "not-over"
    return table, answer.json()["actions"]


def answers(page, table, *said, status=200):
    """Replace the server's responses about chances; the last one is repeated."""
    left = list(said)

    def answer(route):
        body = left.pop(0) if len(left) > 1 else left[0]
        route.fulfill(status=status, json=body)

    page.route(f"**/api/tables/{table}/chances", answer)


def serious(page):
    violations = Axe().run(page).response["violations"]
    return [one["id"] for one in violations if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize(("width", "light"), [(1440, "light"), (360, "dark")])
def test_replay_steps_through_the_key_decisions(over, shots, width, light):
    page, table, actions = over(width=width, color_scheme=light)
    answers(page, table, WAITING, told(actions))
    page.goto(f"/replay/{table}")
    expect(page.get_by_text("Bots play on from many points")).to_be_visible()
    first = page.get_by_role("button", name="Action 7, Crumb: Show Brie, −40")
    expect(first).to_be_visible()
    here = "Chance to win here: Crumb 50 % and Chip 50 %"
    expect(page.locator(".moment")).to_contain_text(here)
    page.locator("body").press("n")
    expect(page.locator(".moment")).to_contain_text("Crumb: Show Brie")
    expect(page.locator(".moment")).to_contain_text("−40 chance to win, 60 → 20 %")
    expect(page.locator(".moment")).to_contain_text("The house bot would choose: Show Aioli.")
    expect(first).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Next that mattered").click()
    expect(page.locator(".moment")).to_contain_text("let it be. Luck in the same step brought +20.")
    slider = page.get_by_role("slider", name="Action")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"action 19 of {actions}, Chip: "))
    styles = page.locator(".chances path:not(.band)").evaluate_all(
        "paths => paths.map((path) => getComputedStyle(path).strokeDasharray)"
    )
    assert len(set(styles)) == 2  # distinguishable without colour
    page.screenshot(path=shots / f"chances-replay-{light}-{width}.png")
    assert serious(page) == []


@pytest.mark.parametrize(("width", "light"), [(1440, "dark"), (360, "light")])
def test_results_list_key_decisions_and_link_to_the_replay(over, shots, width, light):
    page, table, actions = over(width=width, color_scheme=light)
    answers(page, table, told(actions))
    page.goto(f"/t/{table}?results")
    expect(page.get_by_role("heading", name="Two decisions that mattered")).to_be_visible()
    ticket = page.get_by_role("article").filter(has_text="Crumb: Show Brie")
    expect(ticket).to_contain_text("−40 chance to win, 60 → 20 %. The house bot would choose: Show Aioli.")
    expect(ticket).to_contain_text("On average the house bot's choice brings 2 more coins.")
    page.screenshot(path=shots / f"chances-results-{light}-{width}.png", full_page=True)
    assert serious(page) == []
    ticket.get_by_role("link", name="See it").click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}\?at=7$"))
    expect(page.locator(".moment")).to_contain_text("Crumb: Show Brie")


def test_what_if_continues_before_the_decision(over):
    page, table, actions = over()
    answers(page, table, told(actions))
    page.goto(f"/t/{table}?results")
    with page.expect_request("**/what-if") as asked:
        page.get_by_role("button", name="What if, from before action 7").click()
    assert json.loads(asked.value.post_data) == {"at": 6, "seat": 0, "bots": "house"}
    page.locator(".sitting").wait_for()


def test_waiting_empty_and_unknown_states_are_shown(over):
    page, table, actions = over()
    answers(page, table, WAITING)
    page.goto(f"/t/{table}?results")
    expect(page.get_by_role("status").filter(has_text="Being worked out")).to_be_visible()
    page.unroute_all()
    answers(page, table, told(actions, decisions=[]))
    page.reload()
    expect(page.get_by_text("None stands out")).to_be_visible()
    expect(page.get_by_text("40 decisions looked at")).to_be_visible()
    page.goto(f"/replay/{table}")
    expect(page.get_by_text("No single decision made a difference")).to_be_visible()
    expect(page.get_by_role("button", name="Next that mattered")).to_have_count(0)
    assert serious(page) == []


def test_server_refusal_is_shown_with_a_retry_button(over):
    page, table, actions = over()
    final = {"code": "no-chances", "sentence": "This server works out no chances."}
    answers(page, table, final, status=409)
    page.goto(f"/t/{table}?results")
    expect(page.get_by_text("This server works out no chances.")).to_be_visible()
    expect(page.get_by_role("button", name="Ask again")).to_have_count(0)
    page.unroute_all()
    answers(page, table, {**final, "code": "cannot-resume"}, status=409)
    page.reload()
    again = page.get_by_role("button", name="Ask again")
    expect(again).to_be_visible()
    page.unroute_all()
    answers(page, table, told(actions))
    again.click()
    expect(page.get_by_role("heading", name="Two decisions that mattered")).to_be_visible()
    page.complaints.clear()  # the browser logs the 409 response


def test_server_computes_the_chances(browser, tmp_path):
    """Uses its own server, since requests of other tests would be queued before it."""
    with a_server(tmp_path) as link:
        page = browser.new_page(base_url=link)
        table, _ = finished(page)
        page.goto(f"/replay/{table}")
        expect(page.locator(".chances path:not(.band)")).to_have_count(2, timeout=A_WHILE)
        expect(page.locator(".moment")).to_contain_text("Chance to win here")
        page.close()
