"""Refusals: each has a code, a sentence and a rule, and changes nothing."""

from collections import Counter
from itertools import product

import pytest

from flattop.games.burger_up.base import GAME
from flattop.kernel import VACANT

from .scenes import lay, new, play, refused


@pytest.fixture
def t():
    return lay(
        new(GAME, 2),
        hands={0: "I01 I04", 1: "I10 I11"},
        burgers={0: ["I03a", ""]},
        market="I06 I20 –",
        pending="blt:1 mad_max:1 –",
    )


@pytest.mark.rule("BU-50")
@pytest.mark.parametrize(
    ("phase", "words", "code", "rule"),
    [
        (0, "buy I10", "not-in-market", "BU-13"),
        (0, ("buy", VACANT), "not-in-market", "BU-13"),
        (0, ("buy", 999), "not-in-market", "BU-13"),
        (0, "place I01a 1", "wrong-phase", "BU-11"),
        (0, "cash", "no-reward", "BU-34"),
        (1, "place I10a 1", "not-in-hand", "BU-20"),
        (1, ("place", 999, 0), "not-in-hand", "BU-20"),
        (1, "place I01a 1", "no-fit", "BU-18"),
        (1, "scrape I10", "not-in-burger", "BU-24"),
        (2, "serve 1 blt", "not-met", "BU-30"),
        (2, ("serve", 0, VACANT), "not-pending", "BU-29"),
        (2, "toss I01", "wrong-phase", "BU-11"),
        (3, "toss I10", "not-in-hand", "BU-40"),
        (3, "serve 1 blt", "one-order", "BU-29"),
        (3, "buy I06", "wrong-phase", "BU-12"),
        (3, "place I01a 1", "wrong-phase", "BU-12"),
    ],
)
def test_a_play_that_is_not_open_is_refused_with_its_rule(t, phase, words, code, rule):
    play(t, *["done"] * phase)
    refusal = refused(t, words)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert refusal.sentence.endswith(".")


@pytest.mark.rule("BU-50", "BU-R8")
@pytest.mark.parametrize("burger", ["I03a", "I67a", ""])
def test_second_half_of_a_middle_bun_is_refused_as_same_half(burger):
    t = lay(new(GAME, 2), hands={0: "I68 I04"}, burgers={0: [burger, ""]})
    refusal = refused(play(t, "done"), "place I68b 1")
    assert (refusal.code, refusal.rule) == ("same-half", "BU-R8")


def rule_against_placing(t, face, to):
    """Return the first rule that a placing breaks, computed independently; empty if none."""
    (seat,) = t.asks
    if face >> 1 not in t.hands[seat]:
        return "BU-20"
    stack, kind = t.burgers[seat][to], t.pack.type_of[face]
    if kind == "bun" and face & 1:
        return "BU-R8"
    top = t.pack.type_of[stack[-1]] if stack else "bun"
    asked = t.pack.faces[stack[-1]].next if stack else ""
    if "bun" not in (kind, top) and kind != asked:
        return "BU-18"
    return "BU-16" if not t.placements_left else ""


@pytest.mark.rule("BU-50", "BU-16", "BU-18", "BU-20", "BU-R8")
def test_every_placing_is_open_or_names_the_rule_that_it_breaks():
    seen = Counter()
    for seed in range(12):
        t = play(new(GAME, 3, seed), "done")
        for _ in range(4):
            (seat,) = t.asks
            for face, to in product(range(2 * len(t.pack.cards)), range(2)):
                play_it, rule = ("place", face, to), rule_against_placing(t, face, to)
                seen[rule] += 1
                assert (play_it in t.asks[seat]) is (rule == "")
                assert rule == "" or t.refusal(seat, play_it).rule == rule
            places = [play_it for play_it in t.asks[seat] if play_it[0] == "place"]
            t.play(seat, places[seed % len(places)] if places else ("done",))
            if t.phase != "build":
                break
    assert min(seen.values()) > 5
    assert len(seen) == 5


@pytest.mark.rule("BU-50")
def test_out_of_turn(t):
    assert refused(t, "done", seat=1).rule == "BU-10"
    assert refused(t, "done", seat=7).code == "not-your-turn"


@pytest.mark.rule("BU-50")
def test_no_coin_no_spatula_no_placement(t):
    t.coins[0] = 0
    t.ask_afresh()
    assert refused(t, "buy I06").code == "no-coin"
    play(t, "done")
    t.uses[0] = 0
    t.stack[-1].left = 0
    t.ask_afresh()
    assert refused(t, "scrape I03").code == "no-spatula"
    assert refused(t, "place I04b 1").code == "no-placement"


def test_unknown_action_is_refused(t):
    for nonsense in ((), ("fly",), ("buy",), ("buy", "I06"), ("place", 1), ("done", 1)):
        assert refused(t, nonsense).sentence


@pytest.mark.rule("BU-50", "BU-25")
def test_a_shift_is_judged_by_the_lowest_face_of_its_block():
    t = play(lay(new(GAME, 2), burgers={0: ["I10a I03a", "I07a"]}), "done")
    refusal = refused(t, "shift I03 2")
    assert (refusal.code, refusal.rule) == ("no-fit", "BU-25")
    assert refusal.sentence.startswith("Cheddar"), "not the face below it"
