"""The proof of a game: the page detects a server that changes the seed or the record afterwards."""

import re

from playwright.sync_api import expect

from .seats import Mouse, sit, standing


def lies(page, path, changed):
    """Modify the server's responses under a path."""

    def pass_on(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=changed(answer.text()))

    page.unroute_all()
    page.route(re.compile(path), pass_on)
    page.reload()


def test_page_detects_a_cheating_server(visit, shots):
    page = visit()
    table = sit(page, "burger-go", ["you", "random"], options={"rounds": 1})
    Mouse(page).finish("burger-go")
    standing(page, 2)
    good, bad = page.locator(".proof .checks .good"), page.locator(".proof .checks .bad")
    promised = page.request.get(f"/api/tables/{table}").json()["commitment"]

    lies(page, f"/api/tables/{table}/record$", lambda record: record.replace('"choose"', '"chose"', 1))
    expect(bad).to_have_text(re.compile(r"Line \d+ of the record was changed"))
    expect(good).to_have_count(3)

    lies(page, "/api/", lambda answer: answer.replace(promised, "c" * 64))
    expect(bad.filter(has_text="Before the deal this browser was shown something else")).to_be_visible()
    page.screenshot(path=shots / "cheated.png")
