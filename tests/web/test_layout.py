"""Layout: no target is covered, cut off or scrolled away, and no text is cut off."""

import pytest

from bench.page.positions import POSITIONS
from bench.page.screenshots import KEEP_SWITCHES, mid_game_server, open_at

from .test_accessibility import faults as axe_faults

SIZES = {360: 740, 390: 844, 768: 1024, 1440: 900}
AXED = (390, 1440)  # once per game
GAMES = dict.fromkeys(position.game for position in POSITIONS)

# Points to test: the middle and near the corners, since corners are round.
TARGETS = """() => {
  const seen = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    const piece = hit?.closest('button, a, summary')?.parentElement; // small keys lie on their card
    return hit && (element.contains(hit) || piece === element.parentElement);
  };
  const told = (element) =>
    (element.getAttribute('aria-label') || element.dataset.key || element.textContent).trim().slice(0, 50);
  const fault = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      return `off the screen at ${[left, top, right, bottom].map(Math.round)}`;
    const [x, y] = [width * 0.2, height * 0.2];
    const points = [[left + width / 2, top + height / 2], [left + x, top + y], [right - x, top + y],
      [left + x, bottom - y], [right - x, bottom - y]];
    const covered = points.find(([x, y]) => !seen(element, x, y));
    const by = covered && document.elementFromPoint(...covered);
    return covered ? `covered at ${covered.map(Math.round)} by ${by?.className || by?.tagName}` : '';
  };
  const keys = '[data-key]:not([data-key^="place "])'; // which are the halves in the hand (Burger Trucker)
  const options = `.sitting :is(button.lit, button[data-lit], ${keys})`;
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll(`${options}, .prompt :is(button, a)`)]
    .map((element, i) => [`${i}`, element])
    .filter(([, element]) => visible(element) || element.matches(options))
    .map(([i, element]) => [i, told(element), visible(element) ? fault(element) : 'hidden']);
}"""

# Texts that overflow their element, or are cut off by a clipping ancestor.
WORDS = """() => {
  const faults = new Set();
  const cut = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
    for (let box = text.parentElement; box && !box.matches('.sitting'); box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath.startsWith('inset(50%')) return false; // for ears only
      if (style.textOverflow === 'ellipsis' && box.title === text.data) return false; // whole when pointed at
      const own = box.getBoundingClientRect();
      const out = rects.some(({ left, right, top, bottom }) =>
        right > own.right + 2 || left < own.left - 2 || bottom > own.bottom + 6 || top < own.top - 6);
      if (style.overflowX === 'auto' || style.overflowY === 'auto') return false;
      const holds = box === text.parentElement && style.display !== 'inline';
      if (out && (style.overflowX !== 'visible' || holds)) return true;
    }
    return rects.some(({ left, right }) => left < -1 || right > innerWidth + 1);
  };
  const walk = document.createTreeWalker(document.querySelector('.sitting'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const [text, box] = [walk.currentNode, walk.currentNode.parentElement];
    if (text.data.trim() && box.checkVisibility() && cut(text))
      faults.add(`cut off: ${text.data.trim().slice(0, 40)} in ${box.className || box.tagName}`);
  }
  return [...faults];
}"""


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
    for width in AXED:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        faults += [f"{game} at {width}: {fault}" for fault in axe_faults(page)]
    assert not faults, "\n".join(faults)


def all_faults(page):
    return [f"at {width}: {fault}" for width in SIZES for fault in faults_at(page, width)]


def faults_at(page, width):
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    targets = page.evaluate(TARGETS)
    assert targets, "nothing can be done here"
    left = {one: f"{told}: {fault}" for one, told, fault in targets if fault}
    for tab in page.locator(".tabs .lamp:visible").all():  # one tap away counts, too
        tab.click()
        left = {one: left[one] for one, _, fault in page.evaluate(TARGETS) if fault and one in left}
    if page.locator(".tabs:visible").count():
        page.locator(".tabs button").first.click()
    return [*left.values(), *page.evaluate(WORDS)]


def test_game_facts_are_below_the_title(page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/new?game=between-two-burgers")
    page.locator(".chosen li").first.wait_for()
    title, facts = (page.locator(f".chosen {one}").bounding_box() for one in ("h1", "ul"))
    assert facts["y"] >= title["y"] + title["height"]
