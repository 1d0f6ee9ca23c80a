"""Conformance checks that every game must pass. Each check takes a game as argument.

A game may hide nothing and may end after a few decisions. It must report events, and its key must be in the
catalog where a record is opened.
"""

import os
import pickle
import random
import subprocess
import sys
from dataclasses import fields
from itertools import cycle, islice
from pathlib import Path

import pytest

from flattop.bots import bot
from flattop.kernel import CLOCK, WAIT, Chance, Illegal, Part, Sees, canonical, determinize, json_copy, view
from flattop.match import AutoAnswers, Match, Observation, replay, snapshot, state_hash
from flattop.match.auto_answers import answer
from flattop.match.record import parse

from .hidden_cards import (
    all_see_the_same,
    cards_seen,
    closed_zones,
    hides_nothing,
    numbers,
    pool_cards,
    pools_of,
)
from .hostile_decks import hostile_decks, plays
from .random_play import any_answer, any_move, finished, matches, people, skilled, tables, thinned


def random_games_end(game, seats, games=100):
    rnd, chance = random.Random(seats), Chance(seats)
    settings, pack = game.settings(seats), game.pack(None)
    for _ in range(games):
        t = game.deal(seats, chance, settings, pack)
        moves = 0
        while t.stack:
            t.push(*any_answer(t, rnd))
            moves += 1
            assert moves < 50_000
        outcome = game.outcome(t)
        assert len(outcome.points) == seats
        assert outcome.winners or game.mode != "competitive"
        assert outcome.reason
        every_seat_has_a_place(outcome)


def every_seat_has_a_place(outcome):
    """Winners are first, equal results share a place, and a place counts the seats ahead."""
    points, places = outcome.points, outcome.places
    assert places == tuple(1 + sum(other < own for other in places) for own in places)
    assert not outcome.winners or outcome.winners == tuple(s for s, place in enumerate(places) if place == 1)
    seats = range(len(points))
    assert all(places[a] < places[b] for a in seats for b in seats if points[a] > points[b])


def options_are_unique_not_empty_have_words_and_asking_is_pure(game, seats):
    for seed in range(3):
        for t, _, _ in thinned(tables(game, seats, seed)):
            assert t.asks
            for options in t.asks.values():
                listed = list(options)
                assert listed
                assert len(set(listed)) == len(listed)
                assert all(game.text.option(t, action, people(seats)) for action in listed)
                assert all(type(noun) in (int, str) for action in listed for noun in action)
            again = t.clone()
            again.ask_afresh()
            assert again == t
            questions = [game.text.prompt(t, seat) for seat in t.asks if seat >= 0]
            assert "Your move." not in questions, "the step has no words of its own"


def a_clone_is_equal_and_independent(game, seats):
    rnd = random.Random(1)
    for t, seat, action in thinned(tables(game, seats, 0)):
        before = canonical(t)
        twin = t.clone()
        assert twin == t
        twin.chance = Chance(rnd.random())
        twin.play(seat, action)
        assert canonical(t) == before


def equal_tables_have_equal_hashes_and_stay_equal(game, seats):
    """The order in which keys were added to a dict decides nothing, since equality ignores it."""
    for t, seat, action in thinned(tables(game, seats, 7), 200):
        first, second = t.clone(), with_dicts_reversed(t.clone())
        second.asks = with_dicts_reversed(t.asks)
        for twin in (first, second):
            twin.chance = t.chance.restored(t.chance.saved())
        assert first == second
        assert state_hash(first) == state_hash(second)
        for twin in (first, second):
            twin.events = []
            twin.play(seat, action)
        assert first == second, (seat, action)
        assert first.events == second.events, (seat, action)
        assert state_hash(first) == state_hash(second)


def with_dicts_reversed(value):
    """Return an equal value in which the keys of every dict come in reverse order."""
    if isinstance(value, Part):
        for f in fields(value):
            if f.compare:
                setattr(value, f.name, with_dicts_reversed(getattr(value, f.name)))
        return value
    if type(value) is dict:
        return {key: with_dicts_reversed(inner) for key, inner in reversed(value.items())}
    return [with_dicts_reversed(inner) for inner in value] if type(value) is list else value


def public_zones_are_copied_as_annotated(game, seats):
    open_zones = [name for name, zone in game.zones.items() if zone.sees is Sees.ALL]
    for t, _, _ in islice(tables(game, seats, 0), 0, None, 10):
        seen = view(t, game.zones, None)
        assert all(seen[name] == json_copy(getattr(t, name)) for name in open_zones)


def a_table_survives_being_pickled(game, seats):
    for t, _, _ in islice(tables(game, seats, 5), 0, None, 20):
        assert pickle.loads(pickle.dumps(t)) == t


def a_refused_action_changes_nothing_and_says_why(game, seats):
    rnd, seen = random.Random(3), [("fly",), ("choose", 10**9), ("pass", 1), ()]
    for t, seat, action in thinned(tables(game, seats, 1)):
        seen.append(action)
        before, draws = canonical(t), t.chance.draws
        for wrong in rnd.sample(seen, min(len(seen), 4)):
            for who in (seat, (seat + 1) % seats, 99):
                if wrong in t.asks.get(who, ()) or (who < seats and wrong in t.anytime(who)):
                    continue
                with pytest.raises(Illegal) as refused:
                    t.play(who, wrong)
                assert refused.value.sentence.endswith(".")
                assert refused.value.code
        assert canonical(t) == before
        assert t.chance.draws == draws


def newly_visible_cards_were_drawn_or_revealed(game, seats):
    """The terms of undo rely on it. If nothing is hidden, there is nothing to reveal."""
    open_too, closed = pools_of(game), closed_zones(game)
    for t, seat, action in thinned(tables(game, seats, 2)):
        assert not hides_nothing(game) or all_see_the_same(game, t)
        later = t.clone()
        later.play(seat, action)
        if later.over or (t.chance.draws, t.reveals) != (later.chance.draws, later.reveals):
            continue  # in the end all hands are open, and nothing can be taken back
        for audience in (None, *range(seats)):
            early, late = cards_seen(game, t, open_too, audience), cards_seen(game, later, closed, audience)
            assert late <= early, (seat, action)


def every_event_and_state_has_words(game, seats):
    match = finished(game, seats, 4, undoable=False)
    assert len(match.log_words(None)) == len(match.log(None)) > 0
    for seat in (None, *range(seats)):
        assert all(line and "{" not in line for line in match.log_words(seat))
        shown = view(match.table, game.zones, seat)
        assert game.text.state(shown, game.zones, match.table.pack, match.people)


def undo_returns_an_equal_table(game, seats, wanted=6):
    """Play games until enough actions were undone; a long game is enough by itself.

    After a redeal the unknown cards differ and everything else is equal.
    """
    rnd, undone = random.Random(9), 0
    for seed in range(6, 46):
        match = Match(game, people(seats), seed, game.untimed_settings)
        while not match.over:
            seat, action = any_move(match.table, rnd)
            before = match.table.clone()
            match.play(seat, action)
            terms = match.undo_terms(seat)
            assert terms or match.over or CLOCK in (seat, *match.table.asks)
            if terms and rnd.random() < 0.4:
                match.undo(seat, terms.consent)
                undone += 1
                same_known = terms.redeals and known(game, match.table) == known(game, before)
                assert match.table == before or same_known
        if undone >= wanted:
            return
    raise AssertionError(f"only {undone} steps could be taken back in 40 games")


def known(game, t):
    """Return the table without the order of unseen piles, open questions and secret answers."""
    closed = {name for name, zone in game.zones.items() if zone.sees is Sees.NONE}
    kept = [f.name for f in fields(t) if f.compare and f.name not in {"stack", "asks", "result", *closed}]
    piles = {game.zones[name].pool or name for name in closed}
    pooled = {pool: sorted(pile_cards(game, t, pool)) for pool in piles}
    return [canonical(getattr(t, name)) for name in kept], pooled, [len(getattr(t, name)) for name in closed]


def pile_cards(game, t, pool):
    zones = [
        (n, zone) for n, zone in game.zones.items() if zone.sees is Sees.NONE and (zone.pool or n) == pool
    ]
    for name, zone in zones:
        value = getattr(t, name)
        yield from (card for pile in value for card in pile) if zone.per_seat else value


def a_free_undo_is_visible_only_to_seats_that_saw_the_step(game, seats, wanted=4):
    """Some free actions are undone, unless every action draws, reveals or ends the turn."""
    rnd, free, kept = random.Random(8), 0, 0
    for seed in range(8, 20):
        if free < wanted:
            for taken_back in free_steps(Match(game, people(seats), seed, game.untimed_settings), rnd):
                free += taken_back
                kept += not taken_back
    assert free >= wanted or not free + kept


def free_steps(match, rnd):
    """Yield, for each action of a random game, whether it was undone freely; others need consent."""
    while not match.over:
        seat, action = any_move(match.table, rnd)
        others = [s for s in (None, *range(match.table.seats)) if s != seat]
        earlier, random_state = match.table.clone(), (match.table.chance.draws, match.table.reveals)
        match.play(seat, action)
        terms = match.undo_terms(seat)
        if terms and terms.kind == "free":
            if taken_back := rnd.random() < 0.3:
                before = views(match.game, earlier, others)
                noticed = views(match.game, match.table, others) != before
                told = match.undo(seat)
                assert views(match.game, match.table, others) == before
                assert told == [(None if noticed else seat, ("undone", seat))]
            yield taken_back
        elif terms:
            drawn = random_state != (match.table.chance.draws, match.table.reveals)
            assert drawn or seat not in match.table.asks


def views(game, t, seats):
    return [view(t, game.zones, seat) for seat in seats]


def no_auto_answer_closes_an_anytime_play(game, seats, games=6):
    """With default settings, a seat that has any-time plays is asked, unless the game declares the answer.

    After a declared answer the plays stay possible.
    """
    for seed in range(games):
        rnd = random.Random(f"{game.key} {seats} {seed}")
        match = Match(game, people(seats), seed, game.untimed_settings, undoable=False)
        match.auto_answers = dict.fromkeys(range(seats), AutoAnswers())
        while not match.over and match.actions < 800:
            given = next(((s, action) for s in match.waiting if (action := answer(match, s))), None)
            seat, action = given or any_move(match.table, rnd)
            plays = set(match.table.anytime(seat)) if given else set()
            declared = action[0] in (*game.holds, *game.keeps_anytime)
            declared = declared or (game.can_wait is not None and game.can_wait(match.table, seat))
            match.play(seat, action)
            if given:
                assert action[0] not in game.own_hand
                assert declared or not plays, action
                assert plays <= open_plays(match.table, seat), (action, plays)


def open_plays(t, seat):
    return set() if t.over else {*t.anytime(seat), *t.asks.get(seat, ())}


def a_record_replays_to_an_equal_table(game, seats):
    played = finished(game, seats, 10)
    written = parse(played.record.text().encode(), "here")
    again = replay(written)
    assert again.table == played.table
    assert again.events == played.events
    assert again.record.text() == played.record.text()
    half = replay(written, upto=played.actions // 2)
    assert half.actions == played.actions // 2
    assert not half.over


def a_snapshot_is_plain_json(game, seats):
    for n, (match, _, _) in enumerate(matches(game, seats, 12)):
        if n % 150 == 0 or match.over:
            for seat in (None, *range(seats)):
                assert is_plain_json(snapshot(match, seat))


ROOT = Path(__file__).parents[2]
REPLAY = """
import sys
from flattop.match import Match, replay, state_hash
from flattop.match.record import parse
print(state_hash(replay(parse(sys.stdin.buffer.read(), "stdin")).table))
"""


def is_plain_json(value):
    """Check that a value is the same after a round trip through JSON."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain_json(inner) for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(is_plain_json, value))
    return value is None or isinstance(value, (bool, int, float, str))


def a_record_replays_alike_in_another_process_with_another_hash_seed(game, prelude=""):
    """`prelude` is code that adds the game to the catalog of the other process."""
    played = finished(game, game.seats[-1], 11)
    for hash_seed in ("1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", prelude + REPLAY],
            input=played.record.text().encode(),
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert run.stdout.decode().strip() == state_hash(played.table)


def every_value_of_every_option_can_be_played(game):
    """Each value is played at two seat counts, so that all seat counts are covered."""
    turns = cycle(game.seats)
    for name, option in game.options.items():
        for value in option.values:
            for seats in {next(turns), next(turns)}:
                if value != option.default and not option.matters(seats):
                    continue
                end = finished(game, seats, 3, {name: value}, undoable=False, logged=False)
                assert end.over
                assert end.settings[name] == value


def every_card_verb_and_event_occurs(game):
    """All verbs, events and cards of hidden pools must occur in random games."""
    rnd, missing, zones = random.Random(game.key), everything(game), pools_of(game)
    for seed in range(500):
        seats = game.seats[seed % len(game.seats)]
        drawn = {name: rnd.choice(option.values) for name, option in game.options.items()}
        given = {name: value for name, value in drawn.items() if game.options[name].matters(seats)}
        given = given if seed % 2 else None
        able = seed % 4 == 3 and game.mode == "cooperative"  # chance alone reaches no common goal
        played = skilled if able else matches
        unseen = {pool for pool, _ in missing}
        pools = {
            name: pool for name, pool in zones.items() if pool in unseen
        }  # a pool with no card missing needs no check
        for match, _, action in played(game, seats, 1000 + seed, given, undoable=False):
            missing.discard(("verb", action and action[0]))
            shown = view(match.table, {name: game.zones[name] for name in pools}, 0)
            missing -= {(pools[name], card) for name, cards in shown.items() for card in numbers(cards)}
        missing -= {("event", event[0]) for _, event in match.events}
        if not missing:
            return
    assert missing == set()


def every_verb_and_event_with_hostile_decks_has_words(game):
    """Numbers of the deck open and close verbs, such as shifting with two Bottom Buns in Party Up."""
    chance = random.Random(game.key)
    for number, played in zip(range(2), hostile_decks(game, chance, changes=8), strict=False):
        match = None
        for match, _ in plays(played, game.seats[number % len(game.seats)], number, 150):
            t = match.table
            for options in t.asks.values():
                assert all(text for _, text in game.text.labels(t, options, match.people))
            assert snapshot(match, 0)
        assert match, "no game was played: the drawn options were refused, see plays in hostile_decks.py"
        assert all(match.log_words(None))


def everything(game):
    """Return the verbs, events and cards of hidden pools."""
    common = {"pass", "tick", "wait", "decided", "passed", "undone", "stopped", "restarted"}
    common |= {"done_for_you", "held_for_you"}  # added by the match, not by the rules
    custom = {"party-up": {"shift", "shifted"}}.get(game.key, set())  # with two Bottom Buns each
    return (
        {("verb", verb) for verb in game.text.verbs if verb not in common | custom}
        | {("event", event) for event in game.text.events if event not in common | custom}
        | {(pool, card) for pool in set(closed_zones(game).values()) for card in pool_cards(game, pool)}
    )


def the_game_introduces_itself(game):
    """The text has one sentence about the game, three first steps and a title for every zone."""
    assert game.text.about.endswith(".")
    assert game.text.about.count(".") == 1
    assert len(game.text.coach) == 3
    assert all(step.endswith(".") for step in game.text.coach)
    assert set(game.text.zones) == set(game.zones)


def a_bot_chooses_the_same_on_every_determinization(game, rank, wanted=50):
    """Play six games, or more until there were enough questions; house bots play every other one."""
    asked = 0
    for seed in range(60):
        if seed >= 6 and asked > wanted:
            break
        seats = game.seats[seed % len(game.seats)]
        played = (skilled if seed % 2 else matches)(game, seats, seed, undoable=False, logged=False)
        for n, (match, _, _) in islice(enumerate(played), seed % 5, None, 5):
            if not match.over:
                bot_is_fair(game, rank, match.table, n)
                asked += 1
    assert asked > wanted


def bot_is_fair(game, rank, t, n):
    seat = next((seat for seat in t.asks if seat != CLOCK), 0)
    world = determinize(t, game.zones, seat, Chance(n))
    chosen = bot(rank, game.key, Chance(n)).choose(Observation(game, t, seat))
    other = bot(rank, game.key, Chance(n)).choose(Observation(game, world, seat))
    assert chosen == other
    waits = chosen == WAIT and CLOCK in t.asks
    assert chosen in t.asks.get(seat, ()) or chosen in t.anytime(seat) or waits


AT_EVERY_SEAT_COUNT = (  # and `random_games_end`, of which there may be more or fewer
    options_are_unique_not_empty_have_words_and_asking_is_pure,
    a_clone_is_equal_and_independent,
    equal_tables_have_equal_hashes_and_stay_equal,
    public_zones_are_copied_as_annotated,
    a_table_survives_being_pickled,
    a_refused_action_changes_nothing_and_says_why,
    newly_visible_cards_were_drawn_or_revealed,
    every_event_and_state_has_words,
    undo_returns_an_equal_table,
    a_free_undo_is_visible_only_to_seats_that_saw_the_step,
    no_auto_answer_closes_an_anytime_play,
    a_record_replays_to_an_equal_table,
    a_snapshot_is_plain_json,
)
OF_EVERY_GAME = (
    a_record_replays_alike_in_another_process_with_another_hash_seed,
    every_value_of_every_option_can_be_played,
    every_card_verb_and_event_occurs,
    every_verb_and_event_with_hostile_decks_has_words,
    the_game_introduces_itself,
)
