"""A table whose rules have changed: how it is shown, and how its players end it."""

from playwright.sync_api import expect

from .servers import NEXT_EDITION, a_server
from .test_two_browsers import Patient, join, play_together

SEATS = ["you", "open"]


def played(link, ada, ben):
    """Return the path of a game of two in its third turn, open in both browsers."""
    ada.request.post(f"{link}/api/guest", data={"name": "Ada"})
    table = ada.request.post(f"{link}/api/tables", data={"game": "burger-go", "seats": SEATS}).json()
    join(ben, f"{link}/t/{table['id']}?invite={table['invite']}", "Ben")
    ada.goto(f"{link}/t/{table['id']}")
    for page in (ada, ben):
        page.get_by_role("button", name="Skip").click()
    play_together(Patient(ada), Patient(ben), "1.3")
    return f"/t/{table['id']}"


def test_outdated_table_is_marked_ended_by_both_players_and_replaced(visit, tmp_path, shots):
    ada, ben = visit(), visit(390, 844)
    with a_server(tmp_path) as link:
        path = played(link, ada, ben)
        port = link.rpartition(":")[2]
        for page in (ada, ben):
            page.goto(f"{link}/api/live")  # no page that might contact the server while it is down
    with a_server(tmp_path, "--port", port, program=(NEXT_EDITION,)) as link:
        ada.goto(link)
        expect(ada.get_by_text("begun under earlier rules")).to_be_visible()
        for page in (ada, ben):
            page.goto(link + path)
            expect(page.get_by_text("that was edition 1, this is edition 2")).to_be_visible()
        ada.screenshot(path=shots / "outdated.png")
        ben.screenshot(path=shots / "outdated-small.png")
        ada.get_by_role("button", name="End this game").click()
        expect(ada.get_by_text("Asked. Waiting for Ben to agree.")).to_be_visible()
        ben.get_by_role("button", name="Agree").click()
        for page in (ada, ben):
            expect(page.get_by_text("It counts nowhere.", exact=True)).to_be_visible()
        ada.screenshot(path=shots / "outdated-ended.png")
        ada.get_by_role("button", name="New table, same seats").click()
        ada.locator(".sitting").wait_for()
        ben.get_by_role("link", name="To the new table").click()
        ben.locator(".sitting").wait_for()
        ada.goto(link)
        expect(ada.get_by_text("ended: its rules had changed")).to_be_visible()
