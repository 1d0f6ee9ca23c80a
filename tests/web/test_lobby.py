"""The lobby: every own table is listed at every size of window."""

import pytest
from playwright.sync_api import expect

from .seats import create_table, guest

SIZES = [(360, 640), (390, 844), (1366, 657), (1920, 1080)]
ROWS = """() => {
  const rows = [...document.querySelectorAll('section.mine li')].map((row) => row.getBoundingClientRect());
  const apart = (a, b) =>
    a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return {
    count: rows.length,
    inside: rows.every(({ left, right, height }) => left >= 0 && right <= innerWidth && height >= 44),
    apart: rows.every((row, i) => rows.slice(i + 1).every((other) => apart(row, other))),
    wide: document.documentElement.scrollWidth <= innerWidth,
  };
}"""

WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) shifted += hadRecentInput ? 0 : value;
}).observe({ type: 'layout-shift', buffered: true });
"""
TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
POOR = 0.1  # above this a cumulative layout shift is not good (web.dev/cls)


@pytest.mark.parametrize("tables", [0, 1, 7, 60])
def test_every_own_table_is_listed_at_every_size(visit, tables):
    page = visit()
    guest(page, "Ada")
    for _ in range(tables):
        create_table(page, "burger-go", ["you", "house"])
    page.goto("/")
    expect(page.locator("section.mine li")).to_have_count(tables)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(ROWS)
        assert seen == {"count": tables, "inside": True, "apart": True, "wide": True}, (width, height)


def test_a_table_that_awaits_the_player_is_listed_first_and_stays_after_a_visit(visit):
    page = visit(width=390, height=844)
    table = create_table(page, "burger-up", ["you"] + ["house"] * 3)
    waiting = create_table(page, "burger-go", ["you", "open"])
    page.goto(f"/t/{table}")
    page.locator(".sitting").wait_for()  # loads the style sheets of a table
    page.goto(f"/t/{waiting}")
    page.get_by_role("link", name="Flattop, to the lobby").click()
    rows = page.locator("section.mine li")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("link")).to_be_in_viewport()


def test_the_menu_begins_in_the_first_half_of_a_phone(visit):
    page = visit(390, 844)
    page.goto("/")
    page.locator(".menu li").first.wait_for()
    assert page.locator(".menu").bounding_box()["y"] < 844 / 2
    create_table(page, "burger-go", ["you", "house"])
    page.goto("/")
    page.locator(".lobby.known").wait_for()
    assert page.locator(".menu").bounding_box()["y"] < 844 / 2


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 657)])
@pytest.mark.parametrize("tables", [0, 1])
def test_nothing_moves_when_the_server_answers(visit, tables, width, height):
    page = visit(width, height)
    guest(page, "Ada")
    for _ in range(tables):
        create_table(page, "burger-go", ["you", "house"])
    page.goto("/")
    page.locator(".menu li").first.wait_for()
    page.add_init_script(WATCH_SHIFTS)
    held = []
    page.route("**/api/games", lambda route: held.append(route))
    page.reload()
    expect(page.locator(".lobby")).to_have_count(1)
    page.evaluate(TWO_FRAMES)
    for route in held:
        route.continue_()
    page.locator(".menu li").first.wait_for()
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("shifted") < POOR


def test_an_own_open_table_is_not_offered_to_its_player(visit):
    page = visit()
    table = create_table(page, "burger-up", ["you", "open", "house"])
    page.goto("/")
    expect(page.locator("section.mine li")).to_have_count(1)
    expect(page.locator(f"section.mine a[href$='{table}']")).to_have_count(1)
    expect(page.locator(f"section.open a[href$='{table}']")).to_have_count(0)


def test_a_row_names_every_other_player_once(visit):
    page = visit()
    create_table(page, "hanaburger", ["house", "you", "open"])
    page.goto("/")
    expect(page.locator("section.mine small")).to_have_text("1 seat free · with Basil")
