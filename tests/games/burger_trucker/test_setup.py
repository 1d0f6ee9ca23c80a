"""Seats, rounds and the Set-up Phase before GO."""

import pytest

from flattop.kernel import CLOCK, BadOption, Chance


@pytest.mark.rule("TR-01")
def test_two_three_or_four_sit_down_and_no_other_number(tr):
    for seats in (2, 3, 4):
        assert tr.waiting(seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(BadOption, match=f"no table for {seats}; it seats 2, 3, 4"):
            tr.game.table(seats, Chance(1))


@pytest.mark.rule("TR-02", "TR-24")
def test_three_rounds_of_set_up_build_and_score(tr):
    t, seen = tr.waiting(2), []
    while not t.over:
        if not seen or seen[-1] != (t.round, t.phase):
            seen.append((t.round, t.phase))
        if t.phase == "setup":
            tr.get_ready(t)
        elif t.phase == "build":
            for seat in (0, 1):
                tr.put(t, seat, ("I50a I34b", "I27a")[seat])
                tr.do(t, seat, "finish")
        else:
            seat = next(iter(t.asks))
            t.play(seat, ("tick", 100) if seat == CLOCK else next(iter(t.asks[seat])))
    phases = [phase for number, phase in seen if number == 1]
    assert phases[:3] == ["setup", "countdown", "build"]
    assert phases[3:] in ([], ["score"])
    assert [number for number, phase in seen if phase == "build"] == [1, 2, 3]
    assert t.phase == "over"
    assert len(t.accounts) == 3


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_table_may_play_more_or_fewer_rounds(tr, rounds):
    t = tr.waiting(2, rounds=rounds)
    while not t.over:
        seat = next(iter(t.asks))
        t.play(seat, list(t.asks[seat])[-1])
    assert len(t.accounts) == rounds


@pytest.mark.rule("TR-03", "TR-04", "TR-05", "TR-E2")
def test_three_seats_start_with_bare_buns_72_cards_and_3_open_orders(tr):
    t = tr.waiting(3)
    assert sorted(t.pile) == list(range(72))
    assert t.face_up == []
    assert len(t.incoming) == 3
    assert len(t.aside) == 18
    assert t.burgers == [[], [], []]
    assert t.heights == [0, 0, 0]
    assert sum(tr.pack.is_bun[one] for one in t.pile) == 6


@pytest.mark.rule("TR-04", "TR-05")
def test_pile_and_top_buns_are_shuffled(tr):
    deals = [tr.game.table(3, Chance(seed)) for seed in range(6)]
    assert len({tuple(t.pile) for t in deals}) == 6
    assert len({tuple(t.incoming) for t in deals}) == 6
    assert all(t.pile != sorted(t.pile) for t in deals)


@pytest.mark.rule("TR-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_as_many_incoming_orders_as_seats(tr, seats):
    t = tr.waiting(seats)
    assert len(t.incoming) == seats
    assert sorted(t.incoming + t.aside) == list(range(21))


@pytest.mark.rule("TR-06", "TR-R15")
def test_the_countdown_starts_when_the_last_seat_is_ready(tr):
    t = tr.waiting(3)
    assert CLOCK not in t.asks
    for seat in (2, 0):
        t.play(seat, ("ready",))
        assert t.phase == "setup"
        assert seat not in t.asks
    t.play(1, ("ready",))
    assert (t.phase, t.now) == ("countdown", -30)
    assert list(t.asks) == [CLOCK]


@pytest.mark.rule("TR-06", "TR-R15")
def test_three_two_one_are_called_at_30_20_and_10_ticks_before_go(tr):
    t = tr.counting(2)
    assert tr.events_named(t, "counted") == [(3,)]
    for tick, numbers in ((-21, [3]), (-20, [3, 2]), (-11, [3, 2]), (-10, [3, 2, 1]), (-1, [3, 2, 1])):
        tr.at(t, tick)
        assert tr.events_named(t, "counted") == [(number,) for number in numbers]
        assert not tr.events_named(t, "opened")
    tr.at(t, 0)
    assert t.phase == "build"
    assert tr.events_named(t, "opened") == [(1,)]


@pytest.mark.rule("TR-R15")
def test_the_clock_looks_from_one_called_number_to_the_next(tr):
    t = tr.counting(2)
    for distance in (10, 10, 10):
        assert list(t.asks[CLOCK])[-1] == ("tick", distance)
        t.play(CLOCK, ("tick", 4))
        assert list(t.asks[CLOCK])[-1] == ("tick", 6)
        t.play(CLOCK, ("tick", 6))
    assert t.phase == "build"


@pytest.mark.rule("TR-E3", "TR-06", "TR-R15", "TR-R17")
def test_nobody_takes_a_card_before_go_and_a_long_tick_stops_there(tr):
    t = tr.at(tr.counting(3), -5)
    assert tr.no(t, 0, "flip") == "not-yet"
    t.play(CLOCK, ("tick", 20))
    assert t.now == 0
    tr.do(t, 0, "flip")
    assert t.taken_at[0] == 0


@pytest.mark.rule("TR-R16")
def test_without_a_clock_a_round_begins_at_once(tr):
    t = tr.turns(3)
    assert t.phase == "build"
    assert list(t.asks) == [0]
    assert t.beat == 1


@pytest.mark.parametrize(
    ("option", "good", "bad", "words"),
    [
        ("build_limit", (0, 30, 77, 900), (29, 901, "soon"), "30 to 900, or 0"),
        ("beats", (5, 33, 60), (4, 61, "x"), "5 to 60"),
        ("reach", (0, 7, 20), (21, -1), "0 to 20"),
        ("rounds", (1, 5), (0, 6), "1, 2, 3, 4, 5"),
        ("extra_orders", (2, 4, 6), (3,), "2, 4, 6"),
    ],
)
def test_options_accept_their_documented_values_only(tr, option, good, bad, words):
    for value in good:
        assert tr.game.settings(3, {option: str(value)})[option] == value
    for value in bad:
        with pytest.raises(BadOption, match=words):
            tr.game.settings(3, {option: value})


@pytest.mark.rule("TR-R11")
def test_there_is_no_market_no_hand_of_cards_no_spatula_and_no_upgrade(tr):
    assert not {"market", "hands", "spatulas", "upgraded", "uses"} & set(tr.game.zones)
    assert not {"buy", "scrape", "shift", "upgrade", "cash", "serve"} & set(tr.game.text.verbs)
