"""Illegal actions are refused with a reason, and nothing changes."""

import pytest

from flattop.games.burger_boss.refusals import ASKED, DONE_TOO_SOON
from flattop.kernel import Illegal, canonical

from .scenes import do, new_table, parse_action, scene

CASES = [
    # phase, table, what was played before, who tries what, the code, the rule
    ("placement", {"dice": {0: (4,)}}, "", (0, "die 5"), "no-such-die", "BB-36"),
    ("placement", {"dice": {0: (4,)}}, "", (1, "die 4"), "not-your-turn", "BB-R39"),
    ("placement", {"dice": {0: (6,)}}, "die 6", (0, "place bakery"), "wrong-value", "BB-42"),
    ("placement", {"dice": {0: (1,)}}, "die 1", (0, "place butchers"), "wrong-value", "BB-43"),
    ("placement", {"dice": {0: (4, 4)}}, "die 4, place bakery, die 4", (0, "place bakery"), "full", "BB-39"),
    (
        "placement",
        {"dice": {0: (2, 4)}},
        "die 4, place cheese_shop, die 2",
        (0, "place cheese_shop"),
        "too-low",
        "BB-44",
    ),
    (
        "placement",
        {"dice": {0: (2,)}, "supply": {"P": 0}},
        "die 2",
        (0, "place butchers"),
        "no-supply",
        "BB-R16",
    ),
    (
        "placement",
        {"dice": {0: (2,)}, "money": {0: 1}},
        "die 2",
        (0, "place supermarket"),
        "cannot-pay",
        "BB-R16",
    ),
    (
        "placement",
        {"dice": {0: (2,)}, "money": {0: 4}},
        "die 2",
        (0, "place workers"),
        "cannot-pay",
        "BB-R16",
    ),
    ("placement", {"dice": {0: (2,)}, "workers": {0: 4}}, "die 2", (0, "place workers"), "limit", "BB-35"),
    ("placement", {"dice": {0: (2,)}, "kitchens": {0: 3}}, "die 2", (0, "place expansion"), "limit", "BB-52"),
    ("placement", {"dice": {0: (2,)}}, "die 2", (0, "place kitchen"), "nothing-to-cook", "BB-R22"),
    (
        "placement",
        {"dice": {0: (2, 3)}, "cold": {0: "BP"}},
        "die 2, place kitchen, token B, done, die 3",
        (0, "place kitchen"),
        "cooked",
        "BB-R21",
    ),
    ("placement", {"dice": {0: (2,)}}, "die 2", (0, "place moon"), "no-such", "BB-R39"),
    (
        "placement",
        {"dice": {0: (2,)}, "cold": {0: "B"}},
        "die 2, place kitchen",
        (0, "done"),
        "too-soon",
        "BB-R22",
    ),
    (
        "placement",
        {"dice": {0: (2,)}, "money": {0: 4}},
        "die 2, place supermarket",
        (0, "done"),
        "too-soon",
        "BB-R18",
    ),
    (
        "placement",
        {"dice": {0: (2,)}, "money": {0: 4}, "supply": {"C": 0}},
        "die 2, place supermarket",
        (0, "take C"),
        "no-supply",
        "BB-R18",
    ),
    (
        "placement",
        {"dice": {0: (5,)}, "cold": {0: "BBPP"}},
        "die 5, place bakery",
        (0, "swap B"),
        "cannot-swap",
        "BB-R19",
    ),
    (
        "placement",
        {"dice": {0: (5,)}, "hands": {0: "DISCOUNT"}, "money": {0: 3}},
        "die 5, place workers",
        (0, "plain"),
        "cannot-pay",
        "BB-R16",
    ),
    ("placement", {"dice": {0: (5,)}}, "", (0, "use TIP"), "not-held", "BB-55"),
    ("placement", {"dice": {0: (5,)}, "hands": {0: "DOUBLE"}}, "", (0, "use DOUBLE"), "attached", "BB-R28"),
    (
        "placement",
        {"dice": {0: (5,)}, "hands": {0: "STEAL"}},
        "",
        (0, "use STEAL"),
        "nothing-to-steal",
        "BB-R31",
    ),
    (
        "placement",
        {"dice": {0: (5,)}, "hands": {0: "FIRST"}},
        "",
        (0, "use FIRST"),
        "already-first",
        "BB-R33",
    ),
    (
        "placement",
        {"dice": {0: (5,)}, "hands": {1: "TIP"}},
        "die 5",
        (1, "use TIP"),
        "no-rest-point",
        "BB-R27",
    ),
    (
        "placement",
        {"dice": {0: (5,)}, "hands": {1: "TIP"}, "off_turn_specials": "off"},
        "",
        (1, "use TIP"),
        "not-your-turn",
        "BB-R28",
    ),
    ("opening", {"hands": {0: "TIP", 1: "TIP"}}, "", (1, "use TIP"), "not-your-turn", "BB-R28"),
    (
        "sales",
        {"order": (1, 0, 2), "queue": {"R1": "HAM"}, "grills": {0: [("BBP", 1)]}, "hands": {0: "FIRST"}},
        "",
        (0, "use FIRST"),
        "order-settled",
        "BB-R28",
    ),
    ("sales", {"queue": {"R1": "HAM"}, "grills": {0: [("BBP", 1)]}}, "", (0, "sell 1"), "no-match", "BB-69"),
    (
        "sales",
        {"queue": {"R1": "HAM", "R2": "CHE"}, "grills": {0: [("BBP", 1)]}},
        "sell 0",
        (0, "to R2"),
        "no-match",
        "BB-69",
    ),
    ("turn_order", {"rolls": ((1, 2), (3, 4), (5, 6))}, "", (0, "rest 6"), "no-such-die", "BB-32"),
]


@pytest.mark.rule("BB-R39")
@pytest.mark.parametrize(("phase", "state", "before", "tried", "code", "rule"), CASES)
def test_a_refusal_says_why_and_changes_nothing(phase, state, before, tried, code, rule):
    t = scene(phase, **state)
    if before:
        do(t, 0, before)
    was, draws = canonical(t), t.chance.draws
    with pytest.raises(Illegal) as refused:
        do(t, *tried)
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert refused.value.sentence.endswith(".")
    assert canonical(t) == was
    assert t.chance.draws == draws


@pytest.mark.rule("BB-R39", "BB-07")
def test_a_taken_restaurant_is_refused():
    t = new_table(3, restaurants="choose")
    do(t, 0, "restaurant 2")
    with pytest.raises(Illegal, match="taken") as refused:
        do(t, 1, "restaurant 2")
    assert refused.value.rule == "BB-07"


@pytest.mark.rule("BB-R39")
@pytest.mark.parametrize(
    "action",
    [
        (),
        ("",),
        ("fly",),
        ("die",),
        ("die", 4, 4),
        ("die", "x"),
        ("place",),
        ("use",),
        ("use", "x"),
        ("use", 77),
        ("use", -1),
    ],
)
def test_nonsense_is_refused_by_every_step_for_every_seat(action):
    tables = [
        scene(dice={0: (4,)}, hands={0: "TIP"}),
        scene("opening", hands={0: "TIP"}),
        new_table(2, restaurants="choose"),
    ]
    named = scene(dice={0: (4,)}, cold={0: "B"})
    do(named, 0, "die 4")
    for t in (*tables, named):
        for seat in (0, 1, 9, -1):
            with pytest.raises(Illegal):
                t.play(seat, action)


@pytest.mark.rule("BB-R39")
def test_nothing_is_open_after_the_end():
    t = scene("sales", queue={"S1": "DEL"}, deck=[])
    assert t.over
    with pytest.raises(Illegal, match="over"):
        t.play(0, parse_action("die 4"))


def test_every_reason_names_a_known_rule():
    from flattop.games.burger_boss import GAME

    known = {rule.id for rule in GAME.rules}
    assert {obstacle.rule for obstacle in (*ASKED.values(), *DONE_TOO_SOON.values())} <= known
