"""Updates of a viewer add up to its full snapshot."""

import json
import random

import pytest

from flattop.games import catalog, game
from flattop.kernel import CLOCK, seat_names
from flattop.match import Match
from flattop.server.schemas.base import encode_json
from flattop.server.table.viewers import NO_CHANGES, SharedView, Viewer, changes, full_snapshot

STEPS = 40


def whole(match, seat):
    return json.loads(encode_json(full_snapshot(match, seat, {})))


def brought_up_to_date(snapshot, change):
    lines, new = json.loads(encode_json(change))
    seen = new.pop("view", {})
    return {**snapshot, **new, "view": {**snapshot["view"], **seen}, "log": snapshot["log"] + lines}


def one_play(match, chance):
    seat = chance.choice(list(match.table.asks))
    options = list(match.table.asks[seat])
    match.play(seat, ("tick", 1) if seat == CLOCK else chance.choice(options))


@pytest.mark.parametrize("key", catalog())
def test_updates_add_up_to_the_full_snapshot(key):
    of, chance = game(key), random.Random(key)
    match = Match(of, seat_names(max(of.seats)), 7)
    eyes = (None, *range(max(of.seats)))
    shared, viewers = SharedView(match), {seat: Viewer(match, seat, 1) for seat in eyes}
    snapshots, unnoticed = {seat: whole(match, seat) for seat in eyes}, 0
    for _ in range(STEPS):
        if match.over:
            break
        one_play(match, chance)
        due = changes(match, shared, viewers)
        for seat, viewer in viewers.items():
            if change := due.get(seat):
                snapshots[seat] = brought_up_to_date(snapshots[seat], change)
            else:
                unnoticed += 1
            assert snapshots[seat] == whole(match, seat)
            assert viewer.change(match, NO_CHANGES) is None
        assert_known_alike(of, match.table, eyes)
    assert unnoticed < STEPS * len(eyes)


def assert_known_alike(of, t, eyes):
    """Check that what is compared once for all viewers is the same for each of them."""
    for zone in of.zones.values():
        for owner in range(t.seats) if zone.known_is_public else ():
            assert len({tuple(zone.known(t, seat, owner)) for seat in eyes}) == 1


def test_new_viewer_between_a_move_and_its_update_gets_no_line_twice():
    match = Match(game("burger-boss"), ("Ann", "Ben"), 7)
    shared, chance = SharedView(match), random.Random(1)
    while len(match.log(1)) < 12:
        one_play(match, chance)
    late = Viewer(match, 1, 1)
    lines, _ = late.change(match, shared.update(match))
    assert lines == []
    while len(match.log(1)) < 14:
        one_play(match, chance)
    lines, _ = late.change(match, shared.update(match))
    assert json.loads(encode_json(lines)) == whole(match, 1)["log"][-len(lines) :]


async def test_late_spectators_continue_from_their_welcome(room):
    """Before the first spectator no updates are kept, but versions are counted."""
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", game="solo-up", spectators=True)
    listener, before = await room.enter(table, ann), table.version_of(None)
    for _ in range(4):
        await room.play_any(table, listener)
    assert table.version_of(None) > before
    assert table.viewers[None].missing(before) is None
    late = await room.enter(table)
    welcome = late.sent[0]
    assert welcome["sheet"] == {**whole(table.match, None), "clocks": None, "time": None, "log_from": 0}
    while len(late.sent) == 1:
        await room.play_any(table, listener)
    version, log, new = (late.sent[1][key] for key in ("version", "log", "set"))
    assert version == welcome["version"] + 1
    assert brought_up_to_date(whole_of(welcome), (log, new)) == whole(table.match, None)


def whole_of(welcome):
    return {k: v for k, v in welcome["sheet"].items() if k not in ("clocks", "time", "log_from")}
