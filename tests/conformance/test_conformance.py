"""What every game must do at every seat count, whatever it is about."""

import json
import os
import pickle
import random
import subprocess
import sys
from dataclasses import fields

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, HIDDEN, Chance, Illegal, Sees, plain, view
from flattop.match import Match, replay, sheet, state_hash
from flattop.match.record import parse

from .random_play import (
    TABLES,
    any_answer,
    any_move,
    finished,
    matches,
    people,
    settings_of,
    skilled,
    steady,
    tables,
)

each_table = pytest.mark.parametrize(("key", "seats"), TABLES)
each_game = pytest.mark.parametrize("key", list(CATALOG))


@each_table
def test_random_games_end(key, seats, soak):
    rnd, chance, found = random.Random(seats), Chance(seats), game(key)
    settings, pack = found.settings(seats), found.pack(None)
    for _ in range(soak(2_000)):
        t = found.deal(seats, chance, settings, pack)
        moves = 0
        while t.stack:
            t.push(*any_answer(t, rnd))
            moves += 1
            assert moves < 50_000
        outcome = found.outcome(t)
        assert len(outcome.points) == seats
        assert outcome.winners or found.mode != "competitive"
        assert outcome.reason


@each_table
def test_options_are_unique_not_empty_have_words_and_asking_is_pure(key, seats):
    text = game(key).text
    for seed in range(3):
        for t, _, _ in tables(key, seats, seed):
            assert t.asks
            for options in t.asks.values():
                listed = list(options)
                assert listed
                assert len(set(listed)) == len(listed)
                assert all(text.option(t, action, people(seats)) for action in listed)
                assert all(type(noun) in (int, str) for action in listed for noun in action)
            again = t.clone()
            again.ask_afresh()
            assert again == t
            assert text.prompt(t)


@each_table
def test_a_clone_is_equal_and_independent(key, seats):
    rnd = random.Random(1)
    for seed in range(2):
        for t, seat, action in tables(key, seats, seed):
            before = plain(t)
            twin = t.clone()
            assert twin == t
            twin.chance = Chance(rnd.random())
            twin.play(seat, action)
            assert plain(t) == before


@each_table
def test_a_table_survives_being_pickled(key, seats):
    for n, (t, _, _) in enumerate(tables(key, seats, 5)):
        if n % 7 == 0:
            assert pickle.loads(pickle.dumps(t)) == t


@each_table
def test_a_refused_action_changes_nothing_and_says_why(key, seats):
    rnd, seen = random.Random(3), [("fly",), ("choose", 10**9), ("pass", 1), ()]
    for t, seat, action in tables(key, seats, 1):
        seen.append(action)
        before, draws = plain(t), t.chance.draws
        for wrong in rnd.sample(seen, min(len(seen), 4)):
            for who in (seat, (seat + 1) % seats, 99):
                if wrong in t.asks.get(who, ()) or (who < seats and wrong in t.anytime(who)):
                    continue
                with pytest.raises(Illegal) as refused:
                    t.play(who, wrong)
                assert refused.value.sentence.endswith(".")
                assert refused.value.code
        assert plain(t) == before
        assert t.chance.draws == draws


@each_table
def test_what_newly_can_be_seen_was_drawn_or_revealed(key, seats):
    """The terms of undo rest on it."""
    found = game(key)
    open_too, closed = pools_of(found), closed_zones(found)
    for t, seat, action in tables(key, seats, 2):
        before = [cards_seen(t, found, open_too, s) for s in (None, *range(seats))]
        draws, reveals = t.chance.draws, t.reveals
        after_t = t.clone()
        after_t.play(seat, action)
        after = [cards_seen(after_t, found, closed, s) for s in (None, *range(seats))]
        if any(late - early for early, late in zip(before, after, strict=True)):
            assert t.chance.draws != draws or after_t.reveals != reveals, (seat, action)


def cards_seen(t, found, pools, seat):
    """Every card of a pool that a seat sees in these zones."""
    shown = view(t, found.zones, seat)
    stored = {f.name for f in fields(t)}  # what is only derived from other zones reveals nothing by itself
    return {
        (pool, card)
        for name, pool in pools.items()
        if name in stored
        for card in numbers_in(shown[name])
        if card != HIDDEN
    }


@each_table
def test_every_event_and_state_has_words(key, seats):
    match = finished(key, seats, 4, undoable=False)
    assert len(match.log_words(None)) == len(match.log(None)) > 0
    for seat in (None, *range(seats)):
        assert all(match.log_words(seat))
        shown = view(match.table, match.game.zones, seat)
        assert match.game.text.state(shown, match.game.zones, match.table.pack, match.people)


@each_table
def test_undo_returns_an_equal_table(key, seats):
    rnd, undone = random.Random(9), 0
    match = Match(game(key), people(seats), 6, steady(key))
    while not match.over:
        seat, action = any_move(match.table, rnd)
        before = match.table.clone()
        match.play(seat, action)
        terms = match.undo_terms(seat)
        assert terms or match.over or CLOCK in (seat, *match.table.asks)
        if terms and rnd.random() < 0.4:
            match.undo(seat, terms.consent)
            undone += 1
            assert match.table == before
    assert undone > 5


@each_table
def test_free_undo_is_noticed_by_nobody_who_had_not_noticed_the_step(key, seats):
    rnd, free = random.Random(8), 0
    for seed in range(8, 13):
        if free <= 3:  # short games have few steps that are free to take back
            free += free_undos(Match(game(key), people(seats), seed, steady(key)), rnd)
    assert free > 3


def free_undos(match, rnd):
    """A random game with some free steps taken back; how many there were."""
    free = 0
    while not match.over:
        seat, action = any_move(match.table, rnd)
        others = [s for s in (None, *range(match.table.seats)) if s != seat]
        before = [view(match.table, match.game.zones, s) for s in others]
        match.play(seat, action)
        noticed = [view(match.table, match.game.zones, s) for s in others] != before
        terms = match.undo_terms(seat)
        if terms and terms.kind == "free" and rnd.random() < 0.3:
            told = match.undo(seat)
            assert [view(match.table, match.game.zones, s) for s in others] == before
            assert told == [(None if noticed else seat, ("undone", seat))]
            free += 1
    return free


@each_table
def test_a_record_replays_to_an_equal_table(key, seats):
    played = finished(key, seats, 10)
    written = parse(played.record.text().encode(), "here")
    again = replay(written)
    assert again.table == played.table
    assert again.told == played.told
    assert again.record.text() == played.record.text()
    half = replay(written, upto=played.actions // 2)
    assert half.actions == played.actions // 2
    assert not half.over


REPLAY = """
import sys
from flattop.match import Match, replay, state_hash
from flattop.match.record import parse
print(state_hash(replay(parse(sys.stdin.buffer.read(), "stdin")).table))
"""


@each_game
def test_a_record_replays_alike_in_another_process_with_another_hash_seed(key):
    played = finished(key, game(key).seats[-1], 11)
    for hash_seed in ("1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", REPLAY],
            input=played.record.text().encode(),
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert run.stdout.decode().strip() == state_hash(played.table)


@each_game
def test_every_value_of_every_option_can_be_played(key):
    for name, value in settings_of(key):
        for seats in game(key).seats:
            end = finished(key, seats, 3, {name: value}, undoable=False, logged=False)
            assert end.over
            assert end.settings[name] == value


@each_game
def test_every_card_verb_and_event_turns_up(key):
    """The exhaustive runner: what words and zones name must really occur, whatever the options."""
    found, rnd = game(key), random.Random(key)
    missing, pools = everything(found), pools_of(game(key))
    for seed in range(500):
        seats = found.seats[seed % len(found.seats)]
        given = {name: rnd.choice(option.values) for name, option in found.options.items()}
        given = given if seed % 2 else None
        able = seed % 4 == 3 and found.mode == "cooperative"  # chance alone reaches no common goal
        played = skilled if able else matches
        for match, _, action in played(key, seats, 1000 + seed, given, undoable=False):
            missing.discard(("verb", action and action[0]))
            shown = view(match.table, {name: found.zones[name] for name in pools}, 0)
            missing -= {(pools[name], card) for name, cards in shown.items() for card in numbers_in(cards)}
        missing -= {("event", event[0]) for _, event in match.told}
        if not missing:
            return
    assert missing == set()


def everything(found):
    """Verbs, events and the cards of closed pools."""
    common = {"pass", "tick", "wait", "decided", "passed", "undone", "stopped", "restarted"}
    t = found.table(found.seats[-1], Chance(1))
    return (
        {("verb", verb) for verb in found.text.verbs if verb not in common}
        | {("event", event) for event in found.text.events if event not in common}
        | {(p, card) for p in set(closed_zones(found).values()) for card in pool_cards(t, found.zones, p)}
    )


def closed_zones(found):
    """Every zone with cards that somebody may not see, with their pool."""
    zones = found.zones.items()
    return {name: zone.pool or name for name, zone in zones if zone.sees is not Sees.ALL and not zone.fresh}


def pools_of(found):
    """The same, and the open zones that hold the same kind of cards."""
    closed, words = closed_zones(found), found.text.zones
    kinds = {words[name].kind: pool for name, pool in closed.items() if name in words and words[name].kind}
    return closed | {
        name: kinds[words[name].kind]
        for name, zone in found.zones.items()
        if zone.sees is Sees.ALL and name in words and words[name].kind in kinds
    }


def numbers_in(value):
    """Every number in lists of lists."""
    return {n for inner in value for n in numbers_in(inner)} if isinstance(value, list) else {value}


def pool_cards(t, zones, pool):
    """Every card of a pool that is on a new table, wherever it lies."""
    for name, zone in zones.items():
        if (zone.pool or name) == pool and zone.sees is not Sees.ALL:
            value = getattr(t, name)
            yield from (card for pile in value for card in pile) if zone.per_seat else value


@each_table
def test_a_sheet_is_plain_json(key, seats):
    for n, (match, _, _) in enumerate(matches(key, seats, 12)):
        if n % 150 == 0 or match.over:
            for seat in (None, *range(seats)):
                assert json.loads(json.dumps(sheet(match, seat))) == sheet(match, seat)


def test_the_driver_reaches_any_time_plays():
    rnd, verbs = random.Random(1), set()
    for t, _, _ in tables("burger-boss", 4, 1):
        asked = {action for options in t.asks.values() for action in options}
        move = any_move(t, rnd)
        if move[1] not in asked:
            verbs.add(move[1][0])
    assert verbs
