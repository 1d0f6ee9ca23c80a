"""Moves of others: animated in order, described beside the table, and replayable."""

import pytest
from playwright.sync_api import expect

from .seats import Mouse, sit, version

SEATS = ["you", "house", "house"]

# Counts moving elements, adds up layout shifts without a touch, and keeps what screen readers
# are told.
WATCH = """
window.seen = { airborne: 0, moved: 0, shift: 0, said: '' };
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) {
    if (node.classList?.contains('airborne')) seen.airborne += 1;
  }
  for (const change of changes)
    if (change.target.parentElement?.id === 'announcer') seen.said += change.target.textContent;
}).observe(document, { childList: true, subtree: true, characterData: true });
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (how?.id === 'flip') seen.moved += 1;
  return animate.call(this, frames, how);
};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture
def watched(visit):
    def watched():
        page = visit()
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(WATCH)
        return page

    return watched


def seen(page):
    return page.evaluate("seen")


def test_moves_of_others_are_animated_described_and_replayable(watched):
    page = watched()
    sit(page, "burger-go", SEATS)
    Mouse(page).card()
    page.wait_for_function("() => seen.airborne > 0 && seen.moved > 0")  # cards are passed and revealed
    for rival in page.locator(".rival").all():
        expect(rival.locator(".did")).to_contain_text("Plays")
    now, asked = version(page), page.locator("#question").inner_text()
    page.locator(".hand .food.lit").first.wait_for()
    page.keyboard.press("v")
    expect(page.locator("#question")).to_contain_text("Looking back")
    expect(page.locator(".hand .food.lit")).to_have_count(0)
    page.mouse.click(5, 400)
    expect(page.locator("#question")).to_have_text(asked)
    page.locator(".hand .food.lit").first.wait_for()
    assert version(page) == now
    page.get_by_role("button", name="Show again what happened since your last turn").click()
    expect(page.locator("#question")).to_contain_text("Looking back")
    page.locator(".hand .food.lit").first.wait_for()  # the animation ends by itself
    assert seen(page)["said"].count("Basil plays") == 1  # at once, and not again
    page.get_by_role("button", name="More").click()
    page.get_by_role("radiogroup", name="What others do").get_by_role("radio", name="at once").click()
    page.keyboard.press("Escape")
    before = seen(page)
    Mouse(page).card()
    page.locator(".hand .food.lit").first.wait_for()
    assert seen(page)["moved"] == before["moved"]
    assert seen(page)["airborne"] == before["airborne"]


@pytest.mark.parametrize("game", ["burger-up", "burger-boss"])
def test_layout_does_not_move_while_others_play(watched, game):
    page = watched()
    sit(page, game, SEATS)
    page.evaluate("seen.shift = 0")
    hands = Mouse(page)
    for _ in range(6):
        page.locator(".sitting[data-turn=yours]").wait_for()
        hands.touch()
    assert seen(page)["shift"] < 0.1
