"""Current rules over REST: only for the guest's own seat, and only with permission."""

import pytest

from flattop.match.refusals import rules_now
from flattop.server.errors import Refusal
from flattop.server.lobby import tables


async def test_only_the_seat_that_must_decide_gets_the_current_rules(room):
    ann, ben, eve = [await room.guest(name) for name in ("Ann", "Ben", "Eve")]
    table = await room.create_table(ann, "you", "open", spectators=True, game="burger-up")
    with pytest.raises(Refusal, match="has not started"):
        await tables.current_rules(room.server, table.row.id, ann.id, None)
    await tables.join(room.server, ben, table.row.id, None, 1)
    asked = table.match.waiting[0]
    own, other = (ann, ben) if asked == 0 else (ben, ann)
    counts = await tables.current_rules(room.server, table.row.id, own.id, None)
    assert counts.rules == ["BU-13", "BU-14", "BU-12"]
    assert [play.rule for play in counts.closed] == [
        play.rule for play in rules_now(table.match, asked).closed
    ]
    for guest in (other, eve):
        nothing = await tables.current_rules(room.server, table.row.id, guest.id, None)
        assert (nothing.rules, nothing.closed) == ([], [])
    table.row.spectators = False
    with pytest.raises(Refusal, match="no such table"):
        await tables.current_rules(room.server, table.row.id, eve.id, None)
