"""The Score Phase: a line of Top Buns with rising coins; the faster seat claims first."""

import pytest

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.trucker.scoring import claim_order
from flattop.kernel import VACANT, view

TEN = "I43b I38a I04a I17a I53a I60b I44b I14b I35a I62b"
FIVE = "I27a I61a I49b I21b I70a I33b"
TWO = "I48b I42a"
LINE = "extra_cheesy sunny_side_up og_cheeseburger iron_giant breakfast_to_go"


def example(tr, **options):
    """The burgers and the line of the worked example; seat 1 was first, then seat 0, then seat 2."""
    return tr.line_up([TEN, FIVE, TWO], [1, 0, 2], LINE, **options)


@pytest.mark.rule("TR-E9", "TR-19", "TR-20", "TR-21", "TR-23", "TR-R11", "TR-R12")
def test_the_worked_score_phase(tr):
    t = example(tr)
    assert t.heights == [10, 5, 2]
    assert [burger.perfects(tr.pack, stack) for stack in t.burgers] == [2, 1, 1]
    assert t.speed == [2, 3, 1]
    assert tr.events_named(t, "discarded") == [(*tr.orders("extra_cheesy"), 1)]
    assert list(t.asks) == [1]
    assert t.open_order == tr.orders("sunny_side_up")[0]
    tr.do(t, 1, "pass")
    assert list(t.asks) == [0]
    tr.do(t, 0, "pass")
    assert tr.events_named(t, "discarded")[-1] == (*tr.orders("sunny_side_up"), 2)
    assert list(t.asks) == [1]
    assert t.meets == [True, True, False]
    tr.do(t, 1, "claim")
    assert t.open_order == tr.orders("iron_giant")[0], "seat 0 meets it too and is not asked"
    tr.do(t, 0, "claim")
    tr.do(t, 2, "claim")
    assert [tuple(account) for account in t.accounts[0]] == [(2, 4, 10, 2), (3, 3, 3, 1), (1, 5, 1, 1)]
    assert t.coins == [18, 10, 8]


@pytest.mark.rule("TR-E10", "TR-R10")
@pytest.mark.parametrize(("unclaimed", "coins"), [("no", 3), ("yes", 7)])
def test_seat_without_a_claim_keeps_its_speed_coins(tr, unclaimed, coins):
    t = example(tr, unclaimed_scores=unclaimed)
    tr.do(t, 1, "pass")
    tr.do(t, 0, "pass")
    tr.do(t, 1, "pass")
    assert list(t.asks) == [0]
    assert t.open_order == tr.orders("og_cheeseburger")[0]
    tr.do(t, 0, "pass")
    assert tr.events_named(t, "discarded")[-1] == (*tr.orders("og_cheeseburger"), 3)
    assert list(t.asks) == [0], "seat 1 meets neither of the last two"
    tr.do(t, 0, "claim")
    tr.do(t, 2, "claim")
    assert t.coins[1] == coins


@pytest.mark.rule("TR-15", "TR-17", "TR-R8", "TR-E11")
@pytest.mark.parametrize(
    ("seats", "extra", "length"),
    [(2, 2, 4), (3, 2, 5), (4, 2, 6), (2, 4, 6), (3, 4, 7), (4, 4, 8), (4, 6, 10)],
)
def test_the_line_is_two_longer_than_there_are_seats(tr, seats, extra, length):
    t = tr.live(seats, extra_orders=extra)
    for seat, name in enumerate(["I24a", "I25a", "I26a", "I27a"][:seats]):
        tr.put(t, seat, name)
        tr.do(t, seat, "finish")
    assert tr.events_named(t, "laid") == [(length, extra)]
    assert [coins for _, coins in tr.events_named(t, "turned_up")] == list(range(1, length + 1))


@pytest.mark.rule("TR-15", "TR-16")
def test_the_incoming_orders_are_in_the_line_and_all_of_it_is_shuffled(tr):
    lines = []
    for seed in range(8):
        t = tr.live(2)
        t.chance.seed(seed)
        t.settings = {**t.settings, "rounds": 1}
        tr.put(t, 0, "I24a")
        tr.put(t, 1, "I25a")
        incoming = set(t.incoming)
        tr.do(t, 0, "finish")
        tr.do(t, 1, "finish")
        assert incoming < set(t.line)
        assert len(t.aside) == 17
        assert not set(t.aside) & set(t.line)
        lines.append(t.line)
    assert len({tuple(line) for line in lines}) == 8
    assert len({frozenset(line) for line in lines}) > 3, "the two that are added are drawn"
    assert any(set(line[:2]) != incoming for line in lines)


@pytest.mark.rule("TR-16", "TR-18")
def test_the_line_lies_face_down_and_is_turned_up_from_the_left(tr):
    t = example(tr)
    buns = tr.orders(LINE)
    for eyes in (None, 0, 1, 2):
        assert view(t, tr.game.zones, eyes)["line"] == [*buns[:2], -1, -1, -1]
    tr.do(t, 1, "pass")
    tr.do(t, 0, "pass")
    assert view(t, tr.game.zones, 2)["line"] == [*buns[:3], -1, -1]
    assert t.line_coins == [1, 2, 3, 4, 5]


@pytest.mark.rule("TR-19")
def test_a_claim_takes_top_bun_and_coins_and_is_the_only_one_of_the_round(tr):
    t = tr.line_up([FIVE, "I24a"], [0, 1], "og_cheeseburger swiss_chalet sunny_side_up mad_max")
    tr.do(t, 0, "claim")
    assert t.round == 2, "Sunny Side Up is met as well, but seat 0 is not asked again"
    assert t.accounts[0][0].line == 1
    assert t.last_takers == (0, VACANT, VACANT, VACANT)
    assert is_met(tr.pack.needs[tr.orders("sunny_side_up")[0]], tr.faces(FIVE))


@pytest.mark.rule("TR-20")
@pytest.mark.parametrize(
    ("stack", "order", "meets"),
    [
        ("I67a", "the_vegan", False),
        (TWO, "breakfast_to_go", True),
        (TWO, "sunny_side_up", False),
        (FIVE, "sunny_side_up", True),
        (FIVE, "iron_giant", False),
        (TEN, "iron_giant", True),
        (TEN, "breakfast_to_go", False),
    ],
)
def test_only_a_burger_that_meets_every_line_can_claim(tr, stack, order, meets):
    others = [name for name in ("mad_max", "skyscraper", "garden_delight") if name != order]
    t = tr.line_up([stack, "I24a"], [1] if stack == "I67a" else [0, 1], f"{order} {' '.join(others)}")
    if meets:
        assert list(t.asks) == [0]
        assert t.open_order == tr.orders(order)[0]
    else:
        assert tr.events_named(t, "discarded")[0] == (*tr.orders(order), 1)


@pytest.mark.rule("TR-21")
def test_a_top_bun_that_nobody_claims_goes_with_its_coins(tr):
    t = tr.line_up(["I24a", "I25a"], [0, 1], "iron_giant skyscraper mad_max blt")
    assert [coins for _, coins in tr.events_named(t, "discarded")] == [1, 2, 3, 4]
    assert t.coins == [3, 2]


@pytest.mark.rule("TR-22", "TR-E12")
def test_the_phase_ends_as_soon_as_everybody_has_claimed(tr):
    t = tr.line_up([FIVE, TWO], [0, 1], "og_cheeseburger breakfast_to_go mad_max blt")
    tr.do(t, 0, "claim")
    assert t.phase == "score"
    tr.do(t, 1, "claim")
    assert tr.events_named(t, "closed") == [(2,)]
    assert len(tr.events_named(t, "turned_up")) == 2
    assert t.round == 2


@pytest.mark.rule("TR-22")
def test_the_phase_ends_with_the_last_top_bun(tr):
    t = tr.line_up([FIVE, "I24a"], [0, 1], "og_cheeseburger breakfast_to_go mad_max blt")
    tr.do(t, 0, "claim")
    assert tr.events_named(t, "closed") == [(0,)]
    assert len(tr.events_named(t, "turned_up")) == 4


@pytest.mark.rule("TR-R9", "TR-E13")
def test_seats_out_of_time_claim_last_clockwise_from_the_rounds_first_seat():
    assert claim_order([1, -3, 2, -3], 2) == [0, 2, 1, 3]
    assert claim_order([1, -3, 2, -3], 4) == [0, 2, 3, 1]
    assert claim_order([-3, -3, -3, -3], 3) == [2, 3, 0, 1]
    assert claim_order([2, 4, 1, 3], 1) == [2, 0, 3, 1]
    assert claim_order([-3, -3], 5) == [0, 1]


@pytest.mark.rule("TR-E13", "TR-R9")
def test_the_order_of_claiming_is_shown_and_kept(tr):
    t = tr.live(4)
    t.round = 2
    for seat, name in enumerate(["I24a", "I25a", "I26a", "I27a"]):
        tr.put(t, seat, name)
    t.settings = {**t.settings, "rounds": 2}
    tr.do(t, 0, "finish")
    tr.do(t, 2, "finish")
    t.play(-1, ("tick", 5000))
    assert t.claim_order == [0, 2, 1, 3]


@pytest.mark.rule("TR-R9", "TR-19")
def test_coins_of_the_line_do_not_change_the_order(tr):
    four = "I01a I50a I34b"
    t = tr.line_up(
        [FIVE, TWO, four], [2, 1, 0], "breakfast_to_go og_cheeseburger iron_giant mad_max the_vegan"
    )
    assert list(t.asks) == [1]
    order = list(t.claim_order)
    tr.do(t, 1, "claim")
    assert t.claim_order == order == [2, 1, 0]


@pytest.mark.rule("TR-R12", "TR-R17")
def test_only_those_who_could_claim_are_asked_and_passing_closes_nothing(tr):
    t = example(tr)
    assert tr.no(t, 0, "claim") == "not-your-turn"
    assert tr.no(t, 2, "claim") == "cannot-claim"
    tr.do(t, 1, "pass")
    assert tr.no(t, 1, "claim") == "cannot-claim"
    tr.do(t, 0, "pass")
    assert list(t.asks) == [1], "whoever let one go is asked for the next"
    tr.do(t, 1, "claim")
    assert tr.no(t, 1, "claim") == "cannot-claim"
    assert t.coins == [0, 0, 0], "passing is free"
