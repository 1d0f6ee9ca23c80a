"""Two players take the same space: many times over plain sockets, and in two browsers."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from .lines import Line, one_by_one
from .mates import Mate, join
from .seats import create_table

PHONE, DESK = (360, 740), (1440, 900)
NAMES = ("Ada", "Ben")
RECEPTION, SINK = 0, 7  # in scenario 6 both can be used at once, and for two they have one space each
TABLES = 100  # in a soak test; twenty otherwise


@pytest.fixture
def guests(playwright, server):
    """Create two guests without browsers."""
    made = [playwright.request.new_context(base_url=server) for _ in "ab"]
    yield [SimpleNamespace(request=one) for one in made]
    for one in made:
        one.dispose()


def seated(pages, scenario=6):
    """Create a table of two guests, without connections."""
    ada, ben = pages
    table = create_table(ada, "kitchen-rush", ["you", "open"], options={"scenario": scenario})
    join(ben, ada, table)
    return table


def at_once(mates, area, nth, order):
    """Send both plays before either is answered; return the winner and the other's reply."""
    tries = {seat: mates[seat].send("place", 2 * seat + nth, area) for seat in order}
    answers = [mates[seat].answer(tries[seat]) for seat in (0, 1)]
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    first = [answer["type"] for answer in answers].index("done")
    return first, answers[1 - first]


@pytest.mark.slow
@pytest.mark.rule("KR-22", "KR-R3")
def test_only_one_of_two_players_gets_the_space_and_both_see_the_same(guests, server, soak):
    won = [0, 0]
    for race in range(soak(TABLES, share=5)):
        table = seated(guests)
        known = [one.request.storage_state()["cookies"] for one in guests]
        mates = [Mate(cookies, server, table) for cookies in known]
        mates[1].play("ready")
        mates[0].wait_for("is_ready")
        mates[0].play("start")
        mates[1].wait_for("started")
        for nth, area in enumerate((SINK, RECEPTION)):
            first, refused = at_once(mates, area, nth, (0, 1) if race % 2 else (1, 0))
            assert (refused["code"], refused["rule"]) == ("no-free-space", "KR-22")
            assert refused["sentence"].endswith(f"has no free space. {NAMES[first]} was first.")
            mates[first].play("done")
            for mate in mates:
                mate.wait_for("finished", nth + 1)
            assert public(mates[0]) == public(mates[1])
            assert mates[0].view["spaces"][area][0] == 2 * first + nth
            won[first] += 1
        for mate in mates:
            mate.ends.close()
    assert min(won) > 0, "now the one was first, now the other"


def public(mate):
    """Return the public view; options differ by seat."""
    return mate.view, mate.log, mate.snapshot["points"]


def spaces(page):
    """Return the texts of all placed timers, without their seconds."""
    timers = page.locator(".restaurant .room .rings .timer").all()
    return [re.sub(r", \d+ seconds.*", "", timer.get_attribute("aria-label")) for timer in timers]


def test_slower_of_two_browsers_is_told_who_took_the_space(visit, shots, soak):
    pages = [visit(*DESK), visit(*PHONE, has_touch=True)]
    lines = [Line(page) for page in pages]
    for race in range(soak(TABLES, share=33)):
        table = seated(pages)
        for page in pages:
            page.goto(f"/t/{table}")
        pages[1].locator("[data-key=ready]").click()
        pages[0].locator("[data-key=start]").click()
        for nth, room in enumerate((".sink", ".reception")):
            both_reach(pages, lines, room, first := (race + nth) % 2)
            expect(pages[1 - first].get_by_role("alert")).to_contain_text(f"{NAMES[first]} was first.")
            expect(pages[1 - first].locator(f"{room} .why")).to_contain_text("has no free space")
            expect(pages[first].locator(f"{room}.working")).to_be_visible()
            expect(pages[first].get_by_role("alert")).to_have_count(0)
            if race == nth == 0:
                for page in pages:
                    page.screenshot(path=shots / f"kitchen-rush-race-{page.viewport_size['width']}.png")
            pages[first].locator("[data-key=done]").click()
            expect(pages[first].locator(".room.working")).to_have_count(0)
            expect(pages[1 - first].locator(f"{room} .timer")).to_have_count(1)
            assert spaces(pages[0]) == spaces(pages[1])


def both_reach(pages, lines, room, first):
    """Let both pages touch the space before either is told of the other."""
    rings = [page.locator(f"{room} .ring.lit") for page in pages]
    for ring in rings:
        ring.wait_for()
    order = (first, 1 - first)
    one_by_one([lines[page] for page in order], [rings[page].click for page in order])
