"""The house bot: fair, and clearly better than random play."""

from collections import Counter

import pytest

from flattop.bots.policies.burger_trucker.pace import MAX_TIME
from flattop.bots.policies.burger_trucker.policy import HouseBot
from flattop.kernel import WAIT, Chance, seat_names
from flattop.lab import Plan, play
from flattop.match import Match
from flattop.match.game_loop import turns
from flattop.match.observation import Observation
from tests.games.bot_games import house_wins


def choice(tr, t, seat):
    return HouseBot(Chance(1)).choose(Observation(tr.game, t, seat))


@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (3, 0.7), (4, 0.6)])
def test_it_wins_most_games_against_random_seats(tr, seats, least):
    assert house_wins(tr.game, seats, range(300, 330), pace="turns") > 30 * least


def test_it_does_nothing_when_not_asked(tr):
    t = tr.do(tr.put(tr.live(2), 0, "I24a"), 0, "finish")
    assert choice(tr, t, 0) == WAIT
    assert choice(tr, tr.counting(2), 1) == WAIT


def test_it_is_ready_at_once(tr):
    assert choice(tr, tr.waiting(2), 1) == ("ready",)


def test_it_takes_an_open_card_that_an_order_wants(tr):
    t = tr.turns(2, [[], tr.orders("breakfast_to_go little_slider")])
    tr.lay_out(t, "I42")
    tr.put(t, 0, "I48b")
    assert t.prospects[0][0][0] == "possible"
    assert choice(tr, t, 0) == tr.action("grab I42")
    tr.do(t, 0, "grab I42")
    assert choice(tr, t, 0) == tr.action("place I42a"), "the half that completes it"


def test_it_puts_back_what_would_spoil_its_orders(tr):
    t = tr.turns(2, [[], tr.orders("breakfast_to_go little_slider")])
    t.beat = 18  # too late for anything else
    tr.put(t, 1, "I48b I42a I02b", held="I07")
    assert list(t.asks) == [1]
    assert tr.can(t, 1, "place I07a")
    assert t.prospects[1][0][0] == "met"
    assert choice(tr, t, 1) == ("put_back",), "a fourth ingredient is one too many"


def test_it_finishes_in_the_last_beat_rather_than_run_out_of_time(tr):
    t = tr.turns(2, [[], tr.orders("og_cheeseburger blt")])
    t.beat = t.settings["beats"]
    tr.put(t, 1, "I27a I61a I49b I21b I70a I33b")
    assert list(t.asks) == [1]
    assert choice(tr, t, 1) == ("finish",)


@pytest.mark.parametrize(("limit", "seed"), [(0, 4), (900, 4)])
def test_it_finishes_in_the_usual_time_where_the_table_gives_more(tr, limit, seed):
    """An earlier bot never finished there, because a better card might always come."""
    given = {"build_limit": limit, "rounds": 1}
    played = play(tr.game, [HouseBot(Chance(seat)) for seat in range(2)], seed, given)
    assert played.table.now <= 2 * MAX_TIME
    assert {*played.table.places} == {1, 2}


def test_it_aims_at_no_burger_that_is_higher_than_the_deck(tr):
    """An earlier bot failed here: it planned a tower of Salad four times higher than possible."""
    t = tr.live(2, [[], tr.orders("even_stevens little_slider")], build_limit=900)
    salad = {half >> 1: half for half, face in enumerate(t.pack.faces) if face.type == "salad"}
    tower = list(salad.values())[:24]
    tr.put(t, 0, " ".join(f"{t.pack.cards[half >> 1].id}{'ab'[half % 2]}" for half in tower))
    assert choice(tr, t, 0) in t.asks[0]


def test_it_finishes_where_it_would_put_back_every_card_it_could_take(tr):
    """An earlier bot took and returned cards of an empty pile for half a minute."""
    t = tr.live(2, [[], tr.orders("even_stevens blt")])
    tr.put(t, 0, "I35a I54b I41a I56a I72a I48b I40a I13b I67a I33b I68a I39b")
    tr.put(t, 1, "I61a I69a I58b I70a I27a I71a I32b")
    t.face_up, t.pile = [*t.face_up, *t.pile], []
    t.ask_afresh()
    values = HouseBot(Chance(1)).step_values(Observation(tr.game, t, 1), may_flip=False)
    assert max(values.score(action) for action in t.asks[1]) < values.plan.unchanged()
    assert choice(tr, tr.at(t, 1138), 1) == ("finish",)


def test_it_does_not_take_and_return_cards_again_and_again(tr):
    """An earlier bot alternated between two cards: each gained something only while it lay face up."""
    plan, taken, returned = Plan(tr.game.key, ("house",) * 3, 11), {}, Counter()
    match = Match(tr.game, seat_names(3), plan.game_seed(0), {"rounds": 1}, undoable=False)
    for seat, (verb, *_) in turns(match, plan.bots(0)):
        returned[seat] += verb == "put_back" and taken[seat] == "grab"
        taken[seat] = verb if verb in ("grab", "flip") else taken.get(seat)
    assert max(returned.values()) <= 1


def test_it_lets_a_top_bun_go_only_for_a_later_one_that_is_sure(tr):
    burgers = ["I27a I61a I49b I21b I70a I33b", "I24a"]
    t = tr.line_up(burgers, [0, 1], "sunny_side_up og_cheeseburger mad_max blt")
    assert choice(tr, t, 0) == ("pass",), "the O.G. Cheeseburger is known to come, for more"
    tr.do(t, 0, "pass")
    assert choice(tr, t, 0) == ("claim",), "nothing it meets is sure to come"


def test_it_claims_what_a_quicker_rival_could_take_later(tr):
    five, other = "I27a I61a I49b I21b I70a I33b", "I50a I03a I07a"
    t = tr.line_up([five, other], [1, 0], "sunny_side_up og_cheeseburger mad_max blt")
    assert list(t.asks) == [0]
    assert t.claim_order == [1, 0]
    assert choice(tr, t, 0) == ("claim",), "seat 1 comes first and meets the O.G. Cheeseburger too"
