"""Layout: no target is covered, cut off, scrolled away or small, and no text is cut off or small."""

import pytest
from playwright.sync_api import expect

from bench.page.positions import POSITIONS, SPATULA
from bench.page.screenshots import KEEP_SWITCHES, mid_game_server, open_at

from .test_accessibility import faults as axe_faults

SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1366, 657),
    (1440, 789),
    (1440, 900),
    (1920, 1080),
    (3840, 2160),
)
AXED = ((390, 844), (1440, 900))  # once per game
GAMES = dict.fromkeys(position.game for position in POSITIONS)

# Test the middle of each target and points near its corners, since corners are round.
# A target that a labelled, scrolling area cuts off is scrolled into view first.
TARGETS = """
  const seen = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    const piece = hit?.closest('button, a, summary')?.parentElement; // small keys lie on their card
    return hit && (element.contains(hit) || piece === element.parentElement);
  };
  const told = (element) =>
    (element.getAttribute('aria-label') || element.dataset.key || element.textContent).trim().slice(0, 50);
  const scroller = (element) => {
    for (let box = element.parentElement; box && !box.matches('.sitting'); box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) return box;
    return null;
  };
  const covered = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      return `off the screen at ${[left, top, right, bottom].map(Math.round)}`;
    const [x, y] = [width * 0.2, height * 0.2];
    const points = [[left + width / 2, top + height / 2], [left + x, top + y], [right - x, top + y],
      [left + x, bottom - y], [right - x, bottom - y]];
    const lost = points.find(([x, y]) => !seen(element, x, y));
    const by = lost && document.elementFromPoint(...lost);
    return lost ? `covered at ${lost.map(Math.round)} by ${by?.className || by?.tagName}` : '';
  };
  const fault = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < 43.5) return `only ${Math.round(width)} x ${Math.round(height)} px`;
    const now = covered(element);
    const box = now && scroller(element);
    if (!box?.ariaLabel || getComputedStyle(box).scrollbarWidth === 'none') return now;
    const { scrollTop, scrollLeft } = box;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const then = covered(element);
    box.scrollTo(scrollLeft, scrollTop);
    return then;
  };
  const keys = '[data-key]:not([data-key^="place "])'; // which are the halves in the hand (Burger Trucker)
  const options = `.sitting :is(button.lit, button[data-lit], ${keys})`;
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const targets = [...document.querySelectorAll(`${options}, .prompt :is(button, a)`)]
    .map((element, i) => [`${i}`, element])
    .filter(([, element]) => visible(element) || element.matches(options))
    .map(([i, element]) => [i, told(element), visible(element) ? fault(element) : 'hidden']);
"""

# Texts that overflow their element or their card, or are cut off by a clipping ancestor.
WORDS = """
  const faults = new Set();
  const cut = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
    const room = Math.max(6, 0.4 * size(text.parentElement)); // a font is taller than its line
    const wide = getComputedStyle(text.parentElement).writingMode === 'horizontal-tb' ? 2 : room;
    const card = text.parentElement.closest('.food')?.getBoundingClientRect();
    if (card && rects.some(({ left, right }) => right > card.right + 1 || left < card.left - 1)) return true;
    for (let box = text.parentElement; box && !box.matches('.sitting'); box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath.startsWith('inset(50%')) return false; // for ears only
      if (style.textOverflow === 'ellipsis' && box.title === text.data) return false; // whole when pointed at
      const own = box.getBoundingClientRect();
      const out = rects.some(({ left, right, top, bottom }) => right > own.right + wide ||
        left < own.left - wide || bottom > own.bottom + room || top < own.top - room);
      if (style.overflowX === 'auto' || style.overflowY === 'auto') return false;
      const holds = box === text.parentElement && style.display !== 'inline';
      if (out && (style.overflowX !== 'visible' || holds)) return true;
    }
    return rects.some(({ left, right }) => left < -1 || right > innerWidth + 1);
  };
  const MARKS = '.type, .seat, .die, .cube, kbd, .sealed, .joker, svg'; // letters in a drawn shape
  const size = (box) => {
    const scale = box instanceof SVGElement ? box.getScreenCTM().a : 1;
    return Math.round(parseFloat(getComputedStyle(box).fontSize) * scale * 10) / 10;
  };
  const walk = document.createTreeWalker(document.querySelector('.sitting'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const [text, box] = [walk.currentNode, walk.currentNode.parentElement];
    if (!text.data.trim() || !box.checkVisibility() || !size(box)) continue;
    const told = `${text.data.trim().slice(0, 40)} in ${box.className || box.tagName}`;
    if (cut(text)) faults.add(`cut off: ${told}`);
    if (size(box) < (box.closest(MARKS) ? 9.9 : 12.9)) faults.add(`${size(box)} px: ${told}`);
  }
"""
# All faults of one window, after the page has been laid out for it.
LOOK = f"""async () => {{
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  {TARGETS}
  {WORDS}
  return {{ targets, words: [...faults] }};
}}"""


@pytest.fixture(scope="module")
def middle(tmp_path_factory):
    with mid_game_server(tmp_path_factory.mktemp("middle")) as server_and_file:
        yield server_and_file


@pytest.fixture(scope="module")
def page(browser, middle):
    context = browser.new_context(base_url=middle[0], reduced_motion="reduce")
    context.add_init_script(KEEP_SWITCHES)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_target_is_uncovered_and_no_text_is_cut_off(page, middle, game):
    faults = []
    for position in POSITIONS:
        if position.game == game:
            open_at(page, position, middle[1])
            faults += [f"{position.name} {fault}" for fault in all_faults(page)]
            if position.touch:
                page.locator(position.touch).click()
                faults += [f"{position.name}, touched, {fault}" for fault in all_faults(page)]
    for size in AXED:
        resize(page, size)
        faults += [f"{game} at {size}: {fault}" for fault in axe_faults(page)]
    assert not faults, "\n".join(faults)


def test_a_hand_of_many_cards_shows_every_name(page, middle):
    open_at(page, next(one for one in POSITIONS if one.name == "party-up-6-buy"), middle[1])
    resize(page, (1366, 657))
    cards, offers = page.locator(".hand .food"), page.locator(".market .food.lit")
    while offers.count():  # a purchase shows one card more in the hand
        held = cards.count()
        offers.first.click()
        expect(cards).to_have_count(held + 1)
    assert cards.count() > 5
    assert not (faults := all_faults(page)), "\n".join(faults)


def test_question_keeps_its_room_beside_a_long_answer(page, middle):
    open_at(page, next(one for one in POSITIONS if one.name == "burger-up-4-shift"), middle[1])
    resize(page, (1366, 657))
    page.locator(SPATULA).click()
    page.get_by_role("button", name="Lift Cheddar Cheese and all above it").first.click()
    page.get_by_role("button", name="Scrape off from").wait_for()
    assert page.locator("#question").bounding_box()["width"] > 100
    assert page.locator(".prompt").bounding_box()["height"] < 150


def all_faults(page):
    return [
        f"at {width}x{height}: {fault}"
        for width, height in SIZES
        for fault in faults_at(page, (width, height))
    ]


def faults_at(page, size):
    resize(page, size)
    seen = page.evaluate(LOOK)
    assert seen["targets"], "nothing can be done here"
    left = {one: f"{told}: {fault}" for one, told, fault in seen["targets"] if fault}
    if left and page.locator(".tabs:visible").count():  # one tap away counts, too
        for tab in page.locator(".tabs .lamp:visible").all():
            tab.click()
            targets = page.evaluate(LOOK)["targets"]
            left = {one: left[one] for one, _, fault in targets if fault and one in left}
        page.locator(".tabs button").first.click()
    return [*left.values(), *seen["words"]]


def resize(page, size):
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def test_game_facts_are_below_the_title(page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/new?game=between-two-burgers")
    page.locator(".chosen li").first.wait_for()
    title, facts = (page.locator(f".chosen {one}").bounding_box() for one in ("h1", "ul"))
    assert facts["y"] >= title["y"] + title["height"]
