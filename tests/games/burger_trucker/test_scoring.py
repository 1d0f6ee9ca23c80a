"""The coins of a round, the next round, and the winner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.cards import load
from flattop.games.burger_up.trucker.scoring import OUT, SPEED, account, claim_order, speed_coins

PACK = load()
FOODS = [card for card in range(72) if not PACK.is_bun[card]]
burgers = st.lists(st.sampled_from(range(72)), unique=True, max_size=20).flatmap(
    lambda cards: st.tuples(*[st.sampled_from((2 * card, 2 * card + 1)) for card in cards])
)


@pytest.mark.rule("TR-23")
@pytest.mark.parametrize(
    ("foods", "pay"), [(1, 1), (3, 1), (4, 3), (6, 3), (7, 5), (9, 5), (10, 10), (14, 10)]
)
def test_size_pays_by_steps_and_middle_buns_do_not_count(foods, pay):
    plain = [2 * card for card in FOODS if 2 * card not in PACK.perfect][:foods]
    buns = [2 * card for card in range(72) if PACK.is_bun[card]]
    assert account(PACK, plain, 0, 2, True) == (0, 2, pay, 0)
    assert account(PACK, plain + buns, 0, 2, True) == (0, 2, pay, 0)


@pytest.mark.rule("TR-23")
def test_each_perfect_face_pays_one_more():
    perfect = sorted({face >> 1: face for face in PACK.perfect}.values())
    for number in range(1, len(perfect)):
        assert account(PACK, perfect[:number], 0, 1, True).perfect == number


@pytest.mark.rule("TR-R10", "TR-R11", "TR-23")
@given(burgers, st.integers(0, 3), st.integers(0, 8), st.booleans())
def test_an_account_is_speed_line_and_the_earnings_of_a_served_burger(stack, speed, line, served):
    found = account(PACK, stack, speed, line, served)
    assert (found.speed, found.line) == (speed, line)
    foods = sum(not PACK.is_bun[face >> 1] for face in stack)
    size = 10 if foods > 9 else 5 if foods > 6 else 3 if foods > 3 else 1 if foods else 0
    stars = sum(PACK.faces[face].perfect for face in stack)
    assert (found.size, found.perfect) == ((size, stars) if served else (0, 0))


@given(st.lists(st.booleans(), min_size=2, max_size=4), st.randoms(use_true_random=False), st.integers(1, 5))
@pytest.mark.rule("TR-R9", "TR-13")
def test_claiming_goes_by_speed_and_names_every_seat_once(in_time, rnd, round_number):
    order = [seat for seat, done in enumerate(in_time) if done]
    rnd.shuffle(order)
    places = [order.index(seat) + 1 if done else OUT for seat, done in enumerate(in_time)]
    found = claim_order(places, round_number)
    assert sorted(found) == list(range(len(places)))
    assert found[: len(order)] == order
    coins = [speed_coins(place) for place in places]
    assert [coins[seat] for seat in found] == sorted(coins, reverse=True)
    assert sorted((coins[seat] for seat in order), reverse=True) == list(SPEED[: len(order)])


@pytest.mark.rule("TR-R13", "TR-24", "TR-E17")
def test_the_next_round_starts_anew_with_the_totals_kept(tr):
    line = "extra_cheesy sunny_side_up og_cheeseburger iron_giant breakfast_to_go"
    t = tr.line_up(
        ["I43b I38a I04a I17a I53a I60b I44b I14b I35a I62b", "I27a I61a I49b I21b I70a I33b", "I48b I42a"],
        [1, 0, 2],
        line,
    )
    for seat, word in ((1, "pass"), (0, "pass"), (1, "claim"), (0, "claim"), (2, "claim")):
        tr.do(t, seat, word)
    assert t.coins == [18, 10, 8]
    assert (t.round, t.phase) == (2, "setup")
    assert sorted(t.pile) == list(range(72))
    assert t.pile != list(range(72))
    assert sorted(t.incoming + t.aside) == list(range(21))
    assert t.burgers == [[], [], []]
    assert t.speed == [0, 0, 0]
    assert t.face_up == t.line == []
    assert t.ready == [False] * 3
    assert t.last_line == tuple(tr.orders(line))
    assert t.last_takers == (-2, -2, 1, 0, 2)
    assert t.last_burgers[2] == tuple(tr.faces("I48b I42a"))


@pytest.mark.rule("TR-25", "TR-R14", "TR-E18")
@pytest.mark.parametrize(
    ("totals", "winners", "reason"),
    [
        ([41, 41, 30], (0, 1), "equal coins share the victory"),
        ([18, 41, 30], (1,), "most coins"),
        ([7, 7, 7], (0, 1, 2), "equal coins share the victory"),
    ],
)
def test_the_highest_total_wins_and_equals_share(tr, totals, winners, reason):
    t = tr.live(3, rounds=1)
    t.coins = [coins - speed for coins, speed in zip(totals, (3, 2, 1), strict=True)]
    for seat, name in enumerate(["I24a", "I25a", "I26a"]):
        tr.put(t, seat, name)
        tr.do(t, seat, "finish")
    end = tr.game.outcome(t)
    assert t.over
    assert list(end.points) == totals
    assert end.winners == winners
    assert end.places == tuple(1 + sum(other > own for other in totals) for own in totals)
    assert end.reason == reason
    assert tr.events_named(t, "won") == [(winners,)]


@pytest.mark.rule("TR-R13", "TR-25")
def test_every_coin_of_a_game_is_told(tr):
    t = tr.waiting(3, pace="turns")
    while not t.over:
        seat = next(iter(t.asks))
        options = list(t.asks[seat])
        t.play(seat, options[t.chance.below(len(options))])
    paid = tr.events_named(t, "paid")
    assert len(paid) == 9
    for seat in range(3):
        own = [event for event in paid if event[0] == seat]
        assert all(sum(event[1:5]) == event[5] for event in own)
        assert own[-1][6] == sum(event[5] for event in own) == t.coins[seat]
    assert [sum(sum(account) for account in by_seat) for by_seat in zip(*t.accounts, strict=True)] == t.coins
