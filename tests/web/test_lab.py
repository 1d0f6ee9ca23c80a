"""The lab screen: the operator starts an experiment, watches it and opens its report; guests see no lab."""

from importlib.util import find_spec

import pytest
from playwright.sync_api import expect

from .servers import PLAIN, a_server
from .test_accessibility import look

# A worker with a low priority would wait for all other tests.
PROMPT = "from flattop.server.lab.run import Run\nRun.niceness = 0\n" + PLAIN


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("lab"), program=(PROMPT,)) as link:
        yield link


def test_a_duel_is_started_watched_and_read_on_the_page(visit, lab, shots):
    page = visit()
    page.goto(lab)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Lab").click()
    page.get_by_role("button", name="Duel").click()
    page.get_by_text("More: exactly how many").click()
    page.get_by_label("Deals").fill("30")
    page.get_by_label("Deals").press("Tab")
    expect(page.get_by_text("Duel: 30 deals.")).to_be_visible()
    look(page, shots, "lab")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Duel: Burger Go!")).to_be_visible()
    expect(page.locator(".far b")).to_contain_text("done in")
    report = page.frame_locator("iframe[title='The report']")
    expect(report.get_by_role("heading", name="Burger Go!: house against easy")).to_be_visible()
    assert page.locator("iframe").bounding_box()["height"] > 300
    expect(page.locator(".command code")).to_have_text(
        "flattop duel burger-go --bots house,easy --seats 4 --deals 30 --seed 0"
    )
    look(page, shots, "experiment")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download JSON").click()
    assert download.value.suggested_filename == "flattop-duel-burger-go.json"


def test_running_experiment_is_stopped_restarted_and_deleted(visit, lab, shots):
    page = visit(390, 800)
    page.goto(f"{lab}/lab")
    page.get_by_role("button", name="About an hour").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".far b")).to_contain_text("left")
    expect(page.get_by_role("progressbar")).to_be_visible()
    look(page, shots, "experiment-running")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".far b")).to_contain_text("Stopped after")
    expect(page.locator("#announcer")).to_contain_text("Stopped after")
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Really delete").click()
    expect(page.get_by_role("heading", name="Experiments")).to_be_visible()
    expect(page.get_by_role("link", name="Simulate: Burger Go!")).to_have_count(0)


def test_training_starts_or_the_page_names_what_is_missing(visit, lab):
    page = visit()
    page.goto(f"{lab}/lab")
    page.get_by_role("button", name="Train").click()
    missing = find_spec("torch") is None
    expect(page.get_by_text("(extra 'train')")).to_have_count(int(missing))
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled(enabled=not missing)


def test_only_the_operator_sees_the_lab(visit, lab):
    page = visit(extra_http_headers={"X-Forwarded-For": "198.51.100.7"})
    page.goto(lab)
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
    expect(page.get_by_role("link", name="Lab")).to_have_count(0)
    page.goto(f"{lab}/lab")
    expect(page.get_by_text("The lab is out of reach")).to_be_visible()
    page.complaints.clear()  # the browser logs the 404 response
