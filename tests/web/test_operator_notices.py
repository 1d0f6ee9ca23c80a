"""Actions of the operator on the page: a notice, a closed table, and a removed guest."""

import pytest
from playwright.sync_api import expect

from flattop.cli import main

from .seats import create_table, sit


@pytest.fixture
def admin(server, tmp_path_factory, capsys):
    """Run an admin command at the shared server."""
    (key,) = tmp_path_factory.getbasetemp().glob("server[0-9]*/keeper.json")

    def run(*words):
        assert main(["admin", *words, "--data", str(key.parent)]) == 0, capsys.readouterr().err

    return run


def test_operator_notices_closed_tables_and_removal_are_shown(visit, admin):
    page = visit(390, 844)
    table = sit(page, "burger-up", ["you", "house"])
    admin("announce", "The kitchen is cleaned at noon.")
    expect(page.get_by_text("The kitchen is cleaned at noon.").first).to_be_attached()
    admin("close", table)
    expect(page.get_by_text("This table was closed")).to_be_visible()
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_text("closed by the operator of this server")).to_be_visible()
    page.get_by_role("link", name="Replay: Burger Up").click()
    expect(page.get_by_text("The game was broken off, so it has no chances to look at.")).to_be_visible()
    page.complaints.clear()  # the browser logs the 409 response
    expect(page.get_by_role("link", name="Results")).to_have_count(0)
    page.goto(f"/t/{create_table(page, 'burger-up', ['you', 'open'])}")
    expect(page.get_by_role("textbox", name="Invite link")).to_be_visible()
    admin("kick", page.request.get("/api/me").json()["guest"]["id"])
    expect(page.get_by_text("You were shown out")).to_be_visible()
