"""Accessibility: axe finds no errors on any screen, in light and dark mode."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .seats import RESTING, Mouse, create_table, sit

MOST_STOPS = 40
# The element with the focus, and what is wrong with it; null at the end of the page.
TAB_STOP = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const isRing = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px';
  const boxes = [element, element.closest('label') ?? element];
  const isRinged = boxes.some((box) => isRing(getComputedStyle(box)));
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const name = element.ariaLabel || element.labels?.[0]?.textContent || element.textContent || element.title;
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  const faults = [!name?.trim() && 'no name', !isRinged && 'no ring', !isInWindow && 'out of the window'];
  return { html: element.outerHTML.slice(0, 120), faults: faults.filter(Boolean).join() };
}"""
SEATS = ["you", "random", "random"]
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def faults(page, **which):
    """Return all errors that axe finds, with their elements."""
    violations = Axe().run(page, options={"resultTypes": ["violations"], **which}).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in violations for node in one["nodes"]]


def look(page, shots, name):
    """Take screenshots and run axe, in light and dark mode; on a phone only in dark mode.

    The second run checks only rules about colours, since nothing else differs.
    """
    lights = {"light": {}, "dark": COLOURS} if page.viewport_size["width"] > 760 else {"dark": {}}
    for light, which in lights.items():
        page.emulate_media(color_scheme=light)
        page.locator(f"[data-theme={light}]").wait_for()
        page.screenshot(path=shots / f"{name}-{light}-{page.viewport_size['width']}.png")
        assert faults(page, **which) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing(visit, shots, width):
    page = visit(width, 900)
    page.goto("/")
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
    look(page, shots, "lobby")
    page.goto("/new?game=burger-boss")
    expect(page.get_by_role("heading", name="House rules")).to_be_visible()
    look(page, shots, "new-table")
    sit(page, "burger-boss", SEATS)
    for _ in range(12):
        Mouse(page).touch()
    look(page, shots, "burger-boss")
    table = sit_again(page, "burger-go")
    page.locator(".hand .food.lit").first.click()
    look(page, shots, "burger-go")
    page.locator("body").press("r")
    expect(page.get_by_role("dialog", name="Rules of Burger Go!")).to_be_visible()
    look(page, shots, "rules-drawer")
    page.keyboard.press("Escape")
    Mouse(page).finish("burger-go")
    page.goto(f"/t/{table}?results")
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()
    look(page, shots, "results")
    page.goto(f"/replay/{table}?at=9")
    expect(page.get_by_role("slider", name="Action")).to_be_visible()
    look(page, shots, "replay")


def sit_again(page, game):
    table = create_table(page, game, SEATS, options={"rounds": 1})
    page.goto(f"/t/{table}")
    page.locator(".hand .food.lit").first.wait_for()
    return table


@pytest.mark.parametrize(
    "path", ["/rules/burger-boss", "/recipe", "/new?game=burger-up", "/campaign/kitchen-rush"]
)
def test_static_pages_have_no_accessibility_errors(visit, shots, path):
    page = visit()
    page.goto(path)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    look(page, shots, path.strip("/").replace("/", "-").replace("?", "-"))


def test_pages_of_an_open_table_and_of_an_unknown_address_have_no_accessibility_errors(visit, shots):
    page = visit()
    table = create_table(page, "burger-boss", ["you", "open", "house", "open"])
    for name, path in (("waiting", f"/t/{table}"), ("join", f"/t/{table}"), ("unknown", "/nowhere")):
        if name == "join":
            page.context.clear_cookies()
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        look(page, shots, name)
    page.complaints.clear()  # the unknown address


@pytest.mark.parametrize("path", ["/", "/new?game=kitchen-rush", "/lab", "a table"])
def test_every_tab_stop_has_a_name_and_a_ring_in_the_window(visit, path):
    page = visit(1366, 657)
    if path == "a table":
        sit(page, "burger-boss", SEATS)
        page.locator(RESTING).wait_for()
    else:
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
    stops = []
    page.evaluate("document.activeElement.blur()")
    while len(stops) < MOST_STOPS:
        page.keyboard.press("Tab")
        stop = page.evaluate(TAB_STOP)
        if stop is None:
            break
        stops.append(stop)
    assert len(stops) > 5
    assert [stop for stop in stops if stop["faults"]] == []


def test_log_and_question_are_announced_to_screen_readers(visit):
    page = visit()
    sit(page, "burger-go", SEATS)
    Mouse(page).card()
    expect(page.locator("#announcer")).to_contain_text("plays")
    assert page.locator(".hand .food").first.get_attribute("aria-label")
    assert page.locator("img:not([alt])").count() == 0


def test_question_mark_lists_all_keys(visit):
    page = visit()
    sit(page, "burger-go", SEATS)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
