"""Kitchen Rush in Chromium, in real time: by mouse, touch and keys, with pauses and races."""

import contextlib
import itertools
import re

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

from .mates import Mate, join
from .seats import A_MOMENT, create_table, standing, version
from .test_accessibility import look

PHONE, DESK = (360, 740), (1440, 900)
RECEPTION, SINK = 0, 7  # areas
# Priorities of a cook, from a plate at hand to a room to enter.
HABITS = (
    "[data-key=ready]", "[data-key=start]", ".choose .plate.lit", ".stock.lit", ".dish .cover.lit",
    ".patron.lit", "button.pile.lit", "[data-key=done]", ".stove .ring.lit", ".storage .ring.lit",
    ".dining .ring.lit", ".reception .ring.lit", ".ring.blocks.lit",
)  # fmt: skip
OVER = ".sitting[data-turn=over]"
HEARD = """() => {
    window.heard = [];
    const said = document.querySelector('#announcer');
    const ears = new MutationObserver(() => heard.push(said.textContent));
    ears.observe(said, {childList: true, characterData: true, subtree: true});
}"""
FRAMES = """async ([selector, property, count]) => {
    const seen = [];
    for (let i = 0; i < count; i++) {
        await new Promise(requestAnimationFrame);
        seen.push(parseFloat(getComputedStyle(document.querySelector(selector)).getPropertyValue(property)));
    }
    return seen;
}"""


@pytest.fixture
def browser_context_args(browser_context_args, request):
    """Open the fast server in the browsers of tests that use it."""
    fast = "fast_server" in request.fixturenames
    return {**browser_context_args, **({"base_url": request.getfixturevalue("fast_server")} if fast else {})}


@pytest.fixture
def kitchen(visit, server, request):
    """Open a table of two in a browser; the second seat has only a socket."""

    def kitchen(*size, scenario=3, motion="reduce", **options):
        page, other = visit(*size or DESK), visit()
        page.emulate_media(reduced_motion=motion)
        table = create_table(page, "kitchen-rush", ["you", "open"], options={"scenario": scenario, **options})
        join(other, page, table)
        page.goto(f"/t/{table}")
        page.get_by_role("button", name="Skip").click()
        mate = Mate(other.context.cookies(), server, table)
        request.addfinalizer(mate.ends.close)
        return page, mate

    return kitchen


def begin(page, mate):
    """Plan and start the shift."""
    mate.play("ready")
    page.locator("[data-key=start]").click()
    mate.wait_for("started")
    page.locator(".kitchen-rush[data-phase=running]").wait_for()


def take_order(page):
    """Take the first patron's order; its plates appear automatically."""
    page.locator(".dining .ring.lit").click()
    page.locator(".patron.lit").first.click()
    page.locator(".own .dish > .plate:not(.none)").first.wait_for()
    expect(page.locator(".kitchen-rush")).to_have_attribute("data-working", "")


class Cook:
    """Plays by fixed priorities, as fast as the page allows."""

    def __init__(self, page):
        self.page = page

    def finish(self):
        for _ in range(600):
            if self.page.locator(OVER).count():
                return
            wish = next((habit for habit in HABITS if self.page.locator(f"{habit}:visible").count()), None)
            if wish:
                self.touch(wish)
            else:
                self.page.locator(", ".join((*HABITS, OVER))).first.wait_for()
        raise AssertionError("the shift was never over")

    def touch(self, wish):
        """Touch an element; skip it if another player was faster or the time is over."""
        with contextlib.suppress(TookTooLong):
            self.do(self.page.locator(f"{wish}:visible").first, wish)


class Mouse(Cook):
    def do(self, thing, _):
        thing.click(timeout=A_MOMENT)


class Finger(Cook):
    def do(self, thing, _):
        thing.tap(timeout=A_MOMENT)


class Keys(Cook):
    def do(self, _, wish):
        if wish == "[data-key=done]":
            return self.page.keyboard.press("d")
        for _ in range(40):
            if self.page.evaluate("wish => document.activeElement.matches(wish)", wish):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("n")
        return None


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "size"), [(Mouse, DESK), (Finger, PHONE), (Keys, DESK)])
def test_a_scenario_is_played_to_its_end(visit, fast_server, shots, hands, size):
    page = visit(*size, has_touch=hands is Finger)
    options = {"scenario": 1, "limit": "rush", "mistakes": "prevented"}
    table = create_table(page, "kitchen-rush", ["you", "house"], options=options)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Skip").click()
    page.evaluate(HEARD)
    hands(page).finish()
    called = {"One minute left.", "Thirty seconds left.", "Ten seconds left."}
    assert any(call in words for words in page.evaluate("heard") for call in called)
    summary = page.get_by_role("region", name="End of shift 1")
    expect(summary).to_contain_text("The goal")
    expect(summary.get_by_role("row", name=re.compile(": (not )?right"))).not_to_have_count(0)
    assert '"play":[0,"place"' in page.request.get(f"/api/tables/{table}/record").text()
    page.screenshot(path=shots / f"kitchen-rush-over-{hands.__name__.lower()}.png")
    standing(page, 2)


# -- time


def sand(page, count):
    """Return the sand left in the first running timer, frame by frame."""
    return page.evaluate(FRAMES, [".sink .timer", "--left", count])


def test_sand_timer_animates_without_server_messages(kitchen):
    page, mate = kitchen(motion="no-preference")
    begin(page, mate)
    mate.play("place", 2, SINK)
    page.locator(".sink .timer").wait_for()
    before = version(page)
    seen = sand(page, 40)
    assert all(now < last for last, now in itertools.pairwise(seen)), seen
    assert version(page) == before, "nothing was heard meanwhile"


def test_reduced_motion_shows_the_sand_in_steps(kitchen):
    page, mate = kitchen()
    begin(page, mate)
    mate.play("place", 2, SINK)
    page.locator(".sink .timer").wait_for()
    began = page.evaluate("performance.now()")
    seen = sand(page, 100)
    seconds = (page.evaluate("performance.now()") - began) / 1000
    assert seen[-1] < seen[0]
    assert len(set(seen)) <= seconds + 2, "one step a second"


def test_pause_stops_the_clock_for_all_and_a_key_resumes_it(kitchen, shots):
    page, mate = kitchen(motion="no-preference")
    begin(page, mate)
    mate.play("place", 2, SINK)
    page.locator(".sink .timer").wait_for()
    page.keyboard.press("p")
    expect(page.locator(".veil")).to_contain_text("Paused")
    page.screenshot(path=shots / "kitchen-rush-paused.png")
    assert len(set(sand(page, 30))) == 1
    mate.wait_for("paused")
    assert mate.answer(mate.send("wash", 0))["code"] == "paused"
    page.get_by_role("button", name="Go on").first.click()
    expect(page.locator(".veil")).to_have_count(0)
    assert len(set(sand(page, 30))) == 30
    mate.play("wash", 0)


# -- during input


def test_selection_drag_and_focus_survive_moves_of_others(kitchen):
    page, mate = kitchen()
    begin(page, mate)
    timer = page.locator(".tray .held")
    timer.click()
    ring = page.locator(".dining .ring.lit")
    ring.focus()
    mate.play("place", 2, SINK)
    mate.play("wash", 0)
    page.locator(".sink .timer").wait_for()
    expect(timer).to_have_class(re.compile("picked"))
    expect(ring).to_be_focused()
    box, room = timer.bounding_box(), page.locator(".room.dining").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 40)
    mate.play("wash", 1)
    expect(page.locator(".sink .stackof").nth(1)).to_contain_text("0")
    page.mouse.move(room["x"] + 30, room["y"] + 20)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".dining.working .timer")).to_have_count(1)
    expect(page.locator("#question")).to_have_text("Which order?")


def test_closed_room_shows_the_reason_and_takes_no_focus(kitchen):
    page, mate = kitchen()
    begin(page, mate)
    page.locator(".dining .ring.lit").focus()
    page.locator(".room.stove h2").click()
    expect(page.locator(".room.stove .why")).to_have_text("Stove: there is nothing to do for you now.")
    expect(page.get_by_role("alert")).to_contain_text("KR-R16")
    expect(page.get_by_role("button", name="Rule KR-R16")).to_be_visible()
    mate.play("place", 2, SINK)
    page.locator(".sink .timer").wait_for()
    expect(page.get_by_role("alert")).to_contain_text("KR-R16")
    page.locator(".dining .ring.lit").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".dining.working .timer")).to_have_count(1)


def test_order_is_cooked_step_by_step_and_the_plate_shows_what_is_missing(kitchen):
    page, mate = kitchen(scenario=2)
    begin(page, mate)
    take_order(page)
    dish = page.locator(".own .dish")
    lacks = dish.locator(".want .lacks").count()
    assert lacks > 0
    page.locator(".storage.a .ring.lit").click()
    piece = dish.locator(".want .lacks img").first.get_attribute("src")
    page.locator(f".storage.a .stock.lit:has(img[src='{piece}'])").click()
    expect(dish.locator(".want .on")).to_have_count(1)
    expect(dish.locator(".want .lacks")).to_have_count(lacks - 1)
    page.keyboard.press("d")
    expect(page.locator(".room.working")).to_have_count(0)
    expect(page.locator("#question")).to_have_text(re.compile(r"Your hands are full for \d+ s\."))


def test_the_summary_of_a_shift_adds_up_to_the_till(kitchen, shots):
    page, mate = kitchen(scenario=4)
    begin(page, mate)
    take_order(page)
    mate.play("place", 2, RECEPTION)
    mate.play("admit")
    mate.play("call_it")
    page.get_by_role("button", name="Nothing more to do", exact=True).click()
    summary = page.get_by_role("region", name="End of shift 1")
    expect(summary).to_contain_text("Drinks of new patrons")
    expect(summary).to_contain_text("You: not right: lacks")
    sums = [int(cell.replace("−", "-")) for cell in summary.locator("tbody td").all_inner_texts() if cell]
    assert sum(sums) == int(summary.locator("tfoot td").first.inner_text()) == 2
    assert sums == [2, 1, -1]
    page.get_by_role("button", name="To the kitchen").click()
    expect(summary).to_have_count(0)
    expect(page.locator("#question")).to_have_text("Waiting for Ben.")
    page.get_by_role("button", name="Summary").click()
    expect(summary).to_be_visible()


# -- for everybody


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_serious_from_planning_to_the_summary(kitchen, shots, size):
    page, mate = kitchen(*size, scenario=8)
    look(page, shots, "kitchen-rush-planning")
    begin(page, mate)
    take_order(page)
    mate.play("place", 2, SINK)
    page.locator(".storage.a .ring.lit").click()
    page.locator(".storage.a.working").wait_for()
    look(page, shots, "kitchen-rush-storage")
    page.keyboard.press("d")
    mate.play("done")
    mate.play("call_it")
    page.screenshot(path=shots / f"kitchen-rush-shift-{size[0]}.png")
    page.get_by_role("button", name="Nothing more to do", exact=True).click()
    summary = page.get_by_role("region", name="End of shift 1")
    expect(summary.get_by_role("row", name=re.compile("You: not right"))).to_be_in_viewport(ratio=1)
    expect(summary).to_contain_text("The goal")
    expect(page.locator(".restaurant")).to_be_visible(visible=size == DESK)
    look(page, shots, "kitchen-rush-summary")
