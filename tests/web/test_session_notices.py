"""The notices of a whole session: invite, declined undo, absence, bot takeover, return and departure."""

import re

import pytest
from playwright.sync_api import expect

from .seats import create_table, guest
from .servers import IMPATIENT, a_server
from .test_two_browsers import Patient, invite_link, join

ADDRESSED = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)


@pytest.fixture
def late(tmp_path):
    """While this file exists, disconnected players are absent at once."""
    return tmp_path / "late"


@pytest.fixture
def browser_context_args(browser_context_args, tmp_path, late):
    with a_server(tmp_path / "server", program=[IMPATIENT, str(late)]) as link:
        yield {**browser_context_args, "base_url": link}


def prompted(page, words, more=""):
    expect(page.locator(".prompt #question")).to_have_text(words)
    if more:
        expect(page.locator(".prompt .steps")).to_have_text(more)


def told(words, *pages):
    """Return the last notice."""
    for page in pages:
        expect(page.locator(".talk .news").last).to_have_text(words)


def lay(*pages):
    for page in pages:
        Patient(page).lay()


def looks_on(page):
    """Check that a spectator is marked as one and never addressed as a player."""
    expect(page.locator(".prompt .steps")).to_have_text("Looking on as a spectator.")
    for place in (".prompt", ".receipt"):
        assert not ADDRESSED.search(page.locator(place).inner_text())


def places(page):
    """Return the positions of elements that a prompt could move."""
    return [page.locator(one).first.bounding_box() for one in (".prompt", ".hand", ".own", ".receipt")]


def agree(page, key):
    page.locator(".prompt").get_by_role("button", name=key, exact=True).click()


def test_notices_of_a_whole_session_are_shown(visit, shots, late):
    ada, ben, eve = (visit() for _ in range(3))
    table = create_table(ada, "burger-go", ["you", "open"], private=True, spectators=True)
    link = invite_link(ada, table)
    join(ben, link, "Ben")
    told("Ben sits down in seat 2.", ada)
    guest(eve, "Eve")
    eve.goto(link)
    eve.locator(".sitting").wait_for()
    told("Eve looks on.", ada, ben)
    looks_on(eve)
    for page in (ada, ben):
        page.get_by_role("button", name="Skip").click()

    # an undo is requested and declined, in the prompt, without moving anything
    lay(ada, ben)
    ben.locator(".hand .food.lit").first.wait_for()
    before = places(ben)
    ada.get_by_role("button", name=re.compile("^Undo: asks Ben")).click()
    prompted(ben, "Ada would like to take back the last step.", "Only if all agree. One no is enough.")
    assert places(ben) == before
    ben.screenshot(path=shots / "evening-question.png")
    expect(ada.locator(".prompt .steps")).to_have_text("Asked. Waiting for Ben to agree.")
    asked = "Ada would like to take back the last step. Waiting for Ben to agree."
    expect(eve.locator(".prompt .steps")).to_have_text(asked)
    agree(ben, "No")
    stays = "Ben does not agree: the last step of Ada stays."
    expect(ada.locator(".prompt .steps")).to_have_text(stays)
    told(stays, ada, ben, eve)

    # a player is away, and a bot plays until the return
    context = ben.context
    ben.close()
    lay(ada)
    prompted(ada, "Waiting for Ben, who is away.", "If it lasts a minute, a bot can play on.")
    late.touch()
    prompted(ada, "Waiting for Ben, who is away.", "A bot can play on until then.")
    told("Ben is away.", ada, eve)
    prompted(eve, "Waiting for Ben, who is away.")
    expect(ada.locator(".prompt .key")).to_have_text(["Wait", "Let a bot play"])
    ada.screenshot(path=shots / "evening-away.png")
    agree(ada, "Let a bot play")
    told("Ben is away; Olive, a bot, plays for Ben now.", ada, eve)
    ada.locator(".burger-go[data-card='1.3']").wait_for()
    late.unlink()
    expect(ada.get_by_role("region", name="Ben", exact=True)).to_contain_text("Olive plays")
    sign = ada.get_by_role("region", name="Ben", exact=True).locator(".seat.stood-in")
    expect(sign).to_have_attribute("title", "Olive, a bot, plays for Ben")
    ben = context.new_page()
    ben.goto(f"/t/{table}")
    prompted(ben, "Olive, a bot, plays for you.")
    told("Ben is back; Olive, a bot, still plays for Ben.", ada, eve)
    agree(ben, "Take my seat back")
    told("Ben plays again; Olive has stepped aside.", ada, ben, eve)
    lay(ada)  # the bot has chosen this card already
    ben.locator(".hand .food.lit").first.wait_for()

    # leaving asks for confirmation; the guest returns as a spectator
    ben.get_by_role("button", name=re.compile("^More")).click()
    ben.get_by_role("button", name="Leave the table …").click()
    group = ben.get_by_role("group", name="Leave the table?")
    expect(group).to_contain_text("A bot plays on for you, and you could only come back as a spectator.")
    group.get_by_role("button", name="Stay").click()
    ben.get_by_role("button", name="Leave the table …").click()
    group.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.get_by_role("heading", name="My tables")).to_be_visible()
    told("Ben has left the table; Olive, a bot, plays on for Ben.", ada, eve)
    ben.goto(link)
    ben.locator(".sitting").wait_for()
    told("Ben is back, as a spectator.", ada, eve)
    looks_on(ben)
    expect(ben.locator("h1").first).to_have_text("Burger Go!")
    ben.screenshot(path=shots / "evening-spectator.png")
