"""The pages around the tables: buttons in reach, focus, menus, refused browser features."""

import re

import pytest
from playwright.sync_api import expect

from .seats import Keyboard, Mouse, create_table, guest, sit

SIZES = [(360, 640), (390, 844), (1366, 657), (1920, 1080)]
WITHOUT = {
    "clipboard": "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    "popover": "delete HTMLElement.prototype.popover",
    "permission": "Notification.requestPermission = async () => 'denied'",
}

SMALL_FIELDS = """() => [...document.querySelectorAll('input, textarea')]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML)"""

# Everything to touch outside texts, as large as hit-testing finds it, and the smallest text.
SMALL = """() => {
  const side = 44, floor = 12.9;
  const touched = 'button:enabled, a[href], select, summary, input:not([type=range]), textarea';
  const isHit = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) || hit?.control === element;
  };
  const faults = [...document.querySelectorAll(touched)].filter((element) => {
    const isLink = element.matches('a') && getComputedStyle(element).display === 'inline';
    const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip');
    if (isLink || !isShown) return false;
    const box = element.closest('label') ?? element;
    box.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y, far] = [left + width / 2, top + height / 2, side / 2 - 1];
    const points = [[x - far, y], [x + far, y], [x, y - far], [x, y + far]];
    return !points.every(([x, y]) => isHit(element, x, y) || isHit(box, x, y));
  }).map((element) => element.ariaLabel || element.textContent.trim() || element.outerHTML.slice(0, 80));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const [text, box] = [walk.currentNode.data.trim(), walk.currentNode.parentElement];
    const size = parseFloat(getComputedStyle(box).fontSize);
    if (text && box.checkVisibility() && !box.closest('.seat, kbd') && size && size < floor)
      faults.push(`${size} px: ${text}`);
  }
  return [...new Set(faults)];
}"""
PATHS = [
    "/",
    "/new?game=kitchen-rush",
    "/campaign/kitchen-rush",
    "/rules",
    "/rules/burger-boss",
    "/recipe",
    "/lab",
    "/nowhere",
]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 657)])
def test_targets_and_texts_of_the_pages_are_large_enough(visit, width, height):
    page = visit(width, height)
    waiting = create_table(page, "burger-boss", ["you", "open", "house", "open"])
    faults = {}
    for path in [*PATHS, f"/t/{waiting}"]:
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        faults[path] = page.evaluate(SMALL)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.complaints.clear()  # the unknown address
    assert not any(faults.values()), faults


@pytest.mark.parametrize("path", ["/new?game=kitchen-rush", "/lab"])
def test_start_button_is_in_the_window_at_every_size(visit, path):
    page = visit()
    guest(page, "Ada")
    page.goto(path)
    page.locator(".chair").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)


def test_rules_page_without_a_game_lists_all_games(visit):
    page = visit()
    page.goto("/rules")
    games = page.request.get("/api/games").json()
    expect(page.locator("main li")).to_have_count(len(games))
    page.locator("main").get_by_role("link", name="Burger Go!").click()
    expect(page.locator("dt").first).to_be_visible()


def test_new_page_has_the_focus_on_its_heading(visit):
    page = visit()
    page.goto("/")
    page.get_by_role("link", name="Recipe").first.click()
    expect(page.get_by_role("heading", name="The O.G. Cheeseburger")).to_be_focused()


def test_new_page_has_the_focus_on_the_first_heading_in_sight_of_a_phone(visit):
    page = visit(390, 844)
    page.goto("/")
    page.get_by_role("link", name="Burger Go!").first.click()
    expect(page.get_by_role("heading", name="Burger Go!")).to_be_focused()


def test_focus_moves_on_when_a_table_begins_and_when_the_coach_leaves(visit):
    page = visit(1366, 657)
    page.goto(f"/t/{create_table(page, 'burger-go', ['you', 'open'])}")
    page.get_by_role("button", name="Start with bots").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Burger Go!")).to_be_focused()
    page.get_by_role("button", name="Skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_be_focused()


def test_results_are_one_tab_away_when_a_game_ends(visit):
    page = visit(1366, 657)
    sit(page, "burger-go", ["you", "house"], options={"rounds": 1})
    Keyboard(page).finish("burger-go")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Results")).to_be_focused()


def test_unknown_address_has_the_links_of_the_other_pages(visit):
    page = visit(1366, 657)
    page.goto("/nothing/here")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_text(["Tables", "Rules", "Recipe", "Lab"])
    expect(page.get_by_role("heading", name="There is no such page")).to_be_attached()
    page.complaints.clear()  # the answer with status 404


def test_menu_of_a_table_scrolls_inside_a_low_window(visit):
    page = visit(1366, 657)
    sit(page, "burger-go", ["you", "house"])
    page.locator(".dots3").click()
    box = page.locator("#more").bounding_box()
    assert box["y"] + box["height"] <= 657
    last = page.locator("#more").get_by_role("link", name="The recipe")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_a_table_is_as_tall_as_the_window(visit):
    page = visit(1366, 657)
    sit(page, "burger-go", ["you", "house"])
    assert page.evaluate("document.documentElement.scrollHeight") == 657


def test_link_is_selected_where_it_cannot_be_copied(visit):
    page = visit()
    page.add_init_script(WITHOUT["clipboard"])
    page.goto(f"/t/{create_table(page, 'burger-go', ['you', 'open'])}")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Selected: now copy it")).to_be_visible()
    field = page.get_by_role("textbox", name="Invite link")
    assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(field.input_value())


def test_refused_notifications_say_why(visit):
    page = visit()
    page.add_init_script(WITHOUT["permission"])
    page.goto("/")
    page.locator(".dots3").click()
    page.get_by_role("switch", name="Tell me when it is my turn").click()
    expect(page.locator("#more").get_by_role("status")).to_contain_text(re.compile("browser"))


def test_new_table_offers_a_retry_when_the_server_does_not_answer(visit):
    page = visit()
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/new")
    retry = page.get_by_role("button", name="Try again")
    expect(retry).to_be_visible()
    page.unroute("**/api/games")
    retry.click()
    expect(page.locator(".chair").first).to_be_visible()
    page.complaints.clear()  # the request that failed


def test_browser_without_a_needed_feature_shows_a_sentence(visit):
    page = visit()
    page.add_init_script(WITHOUT["popover"])
    page.goto("/")
    expect(page.get_by_text("this browser is too old")).to_be_visible()
    expect(page.locator("main")).to_have_count(0)


def test_lost_cookie_is_named(visit):
    page = visit()
    guest(page, "Ada")
    page.goto("/new?game=burger-go")
    page.locator(".chair").first.wait_for()
    page.context.clear_cookies()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("cookies")
    page.complaints.clear()  # the request that was refused


def test_text_fields_are_too_large_for_ios_to_zoom_in(visit):
    page = visit(390, 844)
    page.goto(f"/t/{create_table(page, 'burger-go', ['you', 'open'])}")
    page.get_by_role("textbox", name="Invite link").wait_for()
    assert page.evaluate(SMALL_FIELDS) == []
    sit(page, "burger-go", ["you", "house"])
    page.locator("#say").wait_for(state="attached")
    assert page.evaluate(SMALL_FIELDS) == []


def test_rematch_is_in_the_window_of_the_results_at_every_size(visit):
    page = visit(*SIZES[-1])
    table = sit(page, "burger-go", ["you", "house"])
    Mouse(page).finish("burger-go")
    page.goto(f"/t/{table}?results")
    expect(page.locator(".sum").first).to_have_text(re.compile(r"^\d+points$"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)


def test_menu_button_of_a_waiting_room_is_at_the_right_edge(visit):
    page = visit(1366, 657)
    page.goto(f"/t/{create_table(page, 'burger-go', ['you', 'open'])}")
    page.locator(".dots3").wait_for()
    box = page.locator(".dots3").bounding_box()
    assert box["x"] + box["width"] > 1366 - 40


def test_lab_names_its_bots_as_the_seats_do(visit):
    page = visit(1366, 657)
    page.goto("/lab")
    expect(page.locator(".prompt .steps b")).to_have_text("4 seasoned")


def test_food_of_a_replay_lies_below_the_headings(visit):
    page = visit(1366, 657)
    table = sit(page, "burger-go", ["you", "house"])
    Mouse(page).finish("burger-go")
    page.goto(f"/replay/{table}?at=20")
    page.locator(".group .lie .tile").first.wait_for()
    for group in page.locator(".group:has(.tile)").all():
        heading, tile = group.locator("h2").bounding_box(), group.locator(".tile").first.bounding_box()
        assert tile["y"] >= heading["y"] + heading["height"] - 1
        assert tile["y"] + tile["height"] <= page.locator(".at-ask").bounding_box()["y"]
