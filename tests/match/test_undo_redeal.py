"""Undo gives no information: unknown cards are dealt again, and bots refuse if a known card was seen."""

import json
import random
from collections import Counter

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import seat_names, view
from flattop.match import BadRecord, Match, live_seed, parse, replay, state_hash, verify
from flattop.match import seed as seeds

DRAWING = ["burger-up", "party-up", "solo-up", "burger-boss", "burgerfuck", "ninja-burger"]


def any_move(match, rnd):
    seat = rnd.choice([seat for seat in match.table.asks if seat >= 0])
    return seat, rnd.choice(list(match.table.asks[seat]))


def steps(key, seed, most=400, **how):
    """Yield a random match before each of its actions, with the action."""
    played = game(key)
    rnd, people = random.Random(seed), seat_names(played.seats[-1])
    match = Match(played, people, seed, played.untimed_settings, **how)
    while not match.over and match.actions < most and any(seat >= 0 for seat in match.table.asks):
        yield match, *any_move(match, rnd)


def taken_back(match, seat):
    match.undo(seat, match.undo_terms(seat).consent)


@pytest.mark.parametrize("key", DRAWING)
def test_redeal_after_undo_changes_what_was_shown(key):
    """Repeating an action after an undo must show another card, most of the time."""
    seen = same = 0
    for match, seat, action in steps(key, 3, 250, logged=False):
        match.redeals.clear()  # bots consent to a few only
        closed = closed_cards(match.game, match.table, seat)
        match.play(seat, action)
        drawn, terms = closed - closed_cards(match.game, match.table, seat), match.undo_terms(seat)
        if not drawn or terms is None or match.bots_refuse(seat):
            continue
        shown, draws = view(match.table, match.game.zones, seat), match.table.chance.draws
        taken_back(match, seat)
        assert match.table.chance.draws != draws
        match.play(seat, action)
        seen += 1
        same += view(match.table, match.game.zones, seat) == shown
    assert seen > 5
    assert same < seen / 2


@pytest.mark.parametrize("key", list(CATALOG))
def test_bots_refuse_if_a_known_card_was_seen_and_free_undo_reveals_nothing(key):
    """A known card was seen if it was hidden from the seat but not from another, and no longer is."""
    for number, (match, seat, action) in enumerate(steps(key, 5, 300, logged=False)):
        match.play(seat, action)
        for taker in range(match.table.seats) if number % 4 == 0 and not match.over else ():
            terms = match.undo_terms(taker)
            before = match.history.before(match.history.last_of(taker)) if terms else None
            if before and of_others(match.game, before, taker) - closed_cards(match.game, match.table, taker):
                assert match.bots_refuse(taker).code == "bots-refuse"
                assert terms.kind == "consent"
            if before and terms.kind == "free":
                assert not closed_cards(match.game, before, taker) - closed_cards(
                    match.game, match.table, taker
                )


def closed_cards(played, t, seat):
    """Count the cards hidden from a seat, by pool, without dice and zones that are recomputed."""
    cards = Counter()
    for name, zone in stored(played):
        shown = view(t, {name: zone._replace(set_aside=None)}, seat)[name]
        piles = (getattr(t, name), shown) if zone.per_seat else ([getattr(t, name)], [shown])
        for pile, seen in zip(*piles, strict=True):
            closed = [card for card, eye in zip(pile, seen, strict=True) if eye != card]
            cards.update((zone.pool or name, card) for card in closed)
    return cards


def of_others(played, t, seat):
    """Count the hidden cards that another seat can see."""
    mine, unknown = closed_cards(played, t, seat), closed_cards(played, t, seat)
    for other in range(t.seats):
        unknown &= closed_cards(played, t, other)
    return mine - unknown


def stored(played):
    return [
        (n, z) for n, z in played.zones.items() if z.sees.name != "ALL" and not z.reroll and not z.recompute
    ]


def decide(match, *seats):
    for seat in seats:
        while seat in match.table.asks and match.table.card == 1:
            match.play(seat, next(iter(match.table.asks[seat])))


def revealed(**how):
    match = Match(game("burger-go"), ["Ann", "Ben", "Cleo"], live_seed(), **how)
    decide(match, 1, 2, 0)
    return match


def test_revealed_secret_answers_are_asked_again_after_undo():
    match = revealed()
    assert match.bots_refuse(0).sentence.startswith("The bots do not consent: you have seen ")
    taken_back(match, 0)
    assert {1, 2} <= set(match.table.asks)
    assert match.table.rows == [[], [], []]


@pytest.mark.parametrize("key", ["burger-go", "between-two-burgers"])
def test_cards_laid_face_down_are_in_the_hand_again_when_they_are_asked_for_again(key):
    match = Match(game(key), ["Ann", "Ben", "Cleo"], 5)
    hand = view(match.table, match.game.zones, 1)["hands"][1]
    laid = {"burger-go": "choices", "between-two-burgers": "picks"}[key]
    begun = len(match.events)
    for seat in (1, 2, 0):
        while seat in match.table.asks and len(match.events) == begun:
            match.play(seat, next(iter(match.table.asks[seat])))
    taken_back(match, 0)
    assert entries(match)[-1]["unmarked"]
    for eye in (None, 0, 1, 2):
        assert [*map(len, view(match.table, match.game.zones, eye)["hands"])][1:] == [len(hand)] * 2
        assert view(match.table, match.game.zones, eye)[laid][1] == []
    text = match.record.text().encode()
    assert state_hash(replay(parse(text, "here")).table) == state_hash(match.table)
    earlier = replay(parse(rewritten(match, lambda entry: less(entry, "unmarked")), "earlier"))
    assert len(getattr(earlier.table, laid)[1]) > 0, "as in the version that wrote it"


def less(entry, name):
    return {key: value for key, value in entry.items() if key != name}


def test_bots_refuse_if_the_seat_saw_a_card_of_its_own_hidden_hand():
    match = Match(game("hanaburger"), ["Ann", "Ben", "Cleo"], 4, {"first": 0})
    while match.table.shown < 0:
        match.play(0, next(a for a in match.table.asks[0] if a[0] not in ("hint", "discard")))
    assert match.bots_refuse(0)
    assert not match.bots_refuse(1)


def test_bots_consent_to_every_undo_in_practice_games():
    match = revealed(practice=True)
    assert match.practice
    assert match.bots_refuse(0) is None
    assert replay(parse(match.record.text().encode(), "practice")).practice


def test_bots_consent_to_three_undone_draws_of_a_seat():
    match, undone = Match(game("burger-up"), ["Ann", "Ben"], 7), 0
    while not (why := match.bots_refuse(0)) or "draws already" not in why.sentence:
        terms = match.undo_terms(0)
        if terms and terms.redeals and why is None:
            taken_back(match, 0)
            undone += 1
        seat = match.waiting[0]
        match.play(seat, next(iter(match.table.asks[seat])))
    assert undone == 3
    assert (why.code, match.redeals[1]) == ("bots-refuse", 0)
    again = replay(parse(match.record.text().encode(), "undone"))
    assert again.redeals == match.redeals
    match.record.header["practice"] = True
    assert match.bots_refuse(0) is None


# -- the record


def game_with_undos(seed=bytes(range(32)), redeal=True):
    """A game with an undo after every fifth action."""
    match, rnd = Match(game("burger-up"), ["Ann", "Ben", "Cleo"], seed), random.Random(2)
    while match.actions < 180:
        seat, action = any_move(match, rnd)
        match.play(seat, action)
        if match.actions % 5 == 0 and (terms := match.undo_terms(seat)):
            match.undo(seat, terms.consent, redeal=redeal)
    return match


def entries(match):
    return [json.loads(line) for line in match.record.lines]


def rewritten(match, change):
    """Return the record with changed entries and a valid chain."""
    other = Match(match.game, match.people, match.seed).record
    for entry in entries(match)[1:]:
        del entry["chain"]
        other.add(change(entry))
    return other.text().encode()


def test_redeal_seed_is_derived_from_the_seed_and_the_actions(tmp_path):
    match = game_with_undos()
    marked = [entry for entry in entries(match) if entry.get("anew")]
    assert len(marked) > 2
    assert state_hash(replay(parse(match.record.text().encode(), "anew")).table) == state_hash(match.table)
    path = tmp_path / "anew.jsonl"
    path.write_text(match.record.text(), "utf-8")
    assert verify(path).good
    assert "random stream" not in " ".join(verify(path).lines)
    seed = live_seed()
    assert seeds.after_undo(seed, 7) == seeds.after_undo(seed, 7) != seeds.after_undo(seed, 8)
    assert seeds.after_undo(5, 7) == seeds.after_undo(5, 7) != seeds.after_undo(6, 7)


def test_removed_or_added_redeal_mark_is_detected():
    match = game_with_undos(9)
    without = rewritten(match, lambda entry: less(entry, "anew"))
    with pytest.raises(BadRecord):
        replay(parse(without, "without"))
    everywhere = rewritten(match, lambda entry: entry | ({"anew": True} if "undo" in entry else {}))
    with pytest.raises(BadRecord, match="nothing was drawn or shown"):
        replay(parse(everywhere, "everywhere"))


def test_older_records_without_redeal_still_verify(tmp_path):
    match = game_with_undos(9, redeal=False)
    assert not any("anew" in entry for entry in entries(match))
    path = tmp_path / "old.jsonl"
    path.write_text(match.record.text(), "utf-8")
    assert verify(path).good
    assert "undos kept the same random stream" in verify(path).lines[-1]


def test_redeal_in_a_branch_uses_the_new_seed():
    """The old seed was shown at the end of the first game."""
    first, second = (Match(game("burger-up"), ["Ann", "Ben"], 3) for _ in range(2))
    for match, seed in ((first, 1), (second, 2)):
        match.reseed(seed)
        match.table.deck.sort()
        rnd, seat = random.Random(1), 0
        while not (terms := match.undo_terms(seat)) or not terms.redeals:
            seat, action = any_move(match, rnd)
            match.play(seat, action)
        taken_back(match, seat)
    assert first.table.deck != second.table.deck
