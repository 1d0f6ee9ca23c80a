"""Zones: what one may see is built up, what one may not is dealt anew."""

import pytest

from flattop.kernel import HIDDEN, Chance, RulesBug, Sees, Zone, determinize, view

from .toys import DRAFT_ZONES, draft


def test_a_hand_is_seen_by_its_holder_alone_but_counted_by_all():
    t = draft(Chance(1))
    assert view(t, DRAFT_ZONES, 1)["hands"] == [[HIDDEN] * 2, [3, 4], [HIDDEN] * 2]
    assert view(t, DRAFT_ZONES, None)["hands"] == [[HIDDEN] * 2] * 3


def test_what_is_no_zone_is_never_shown():
    assert set(view(draft(Chance(1)), DRAFT_ZONES, 0)) == {"hands", "rows", "deck"}


def test_single_places_of_a_closed_zone_may_be_open():
    assert view(draft(Chance(1)), DRAFT_ZONES, None)["deck"] == [HIDDEN, HIDDEN, 9]


def test_a_zone_for_the_others_hides_from_its_owner():
    t = draft(Chance(1))
    zones = {"hands": Zone(Sees.OTHERS, per_seat=True)}
    assert view(t, zones, 0)["hands"] == [[HIDDEN] * 2, [3, 4], [5, 6]]
    assert view(t, zones, None)["hands"] == [[HIDDEN] * 2] * 3


def test_a_view_cannot_be_used_to_change_the_table():
    t = draft(Chance(1))
    view(t, DRAFT_ZONES, 0)["rows"][0].append(99)
    view(t, DRAFT_ZONES, 0)["hands"][0].append(99)
    assert t.rows[0] == []
    assert t.hands[0] == [1, 2]


def test_a_guess_looks_the_same_keeps_every_card_and_differs_otherwise():
    t = draft(Chance(1))
    seen = set()
    for n in range(100):
        imagined = determinize(t, DRAFT_ZONES, 1, Chance(n))
        assert view(imagined, DRAFT_ZONES, 1) == view(t, DRAFT_ZONES, 1)
        assert sorted(sum(imagined.hands, imagined.deck)) == list(range(1, 10))
        seen.add(tuple(imagined.hands[0]))
    assert len(seen) > 20


def test_a_guess_does_not_depend_on_what_is_hidden():
    one = draft(Chance(1), ((1, 2), (3, 4), (5, 6)), (7, 8, 9))
    other = draft(Chance(1), ((8, 5), (3, 4), (1, 7)), (6, 2, 9))
    assert determinize(one, DRAFT_ZONES, 1, Chance(5)) == determinize(other, DRAFT_ZONES, 1, Chance(5))


def test_the_options_of_an_imagined_rival_are_those_of_its_imagined_hand():
    t = draft(Chance(1))
    imagined = determinize(t, DRAFT_ZONES, 1, Chance(3))
    assert imagined.asks[0] == [("keep", card) for card in imagined.hands[0]]


def test_closed_dice_are_rolled_anew():
    t = draft(Chance(1), ((1, 1, 1), (2, 2, 2)), ())
    zones = {"hands": Zone(Sees.OWNER, per_seat=True, reroll=lambda chance, n: sorted(chance.dice(n)))}
    rolled = {tuple(determinize(t, zones, 0, Chance(n)).hands[1]) for n in range(30)}
    assert len(rolled) > 10
    assert all(determinize(t, zones, 0, Chance(n)).hands[0] == [1, 1, 1] for n in range(5))


# -- what a seat knows of closed cards


def bounded(may, **zone):
    """Hands hidden from their owners, of which `may(owner, place)` is known; the deck shares their pool."""
    hands = Zone(
        Sees.OTHERS, True, "cards", candidates=lambda t, seat, owner, place: may(owner, place), **zone
    )
    return {"hands": hands, "deck": Zone(Sees.NONE, pool="cards")}


def guessed_hands(t, zones, seat, count):
    return [determinize(t, zones, seat, Chance(n)).hands[seat] for n in range(count)]


def test_a_guess_keeps_to_what_is_known_of_closed_cards():
    t = draft(Chance(1))
    zones = bounded(lambda owner, place: {2, 4, 8} if place else None)
    hands = guessed_hands(t, zones, 0, 300)
    assert {hand[1] for hand in hands} == {2, 8}, "4 lies in another hand, in sight"
    assert {hand[0] for hand in hands} == {1, 2, 7, 8, 9}
    for n in range(20):
        imagined = determinize(t, zones, 0, Chance(n))
        assert imagined.hands[1:] == t.hands[1:]
        assert sorted(imagined.hands[0] + imagined.deck) == [1, 2, 7, 8, 9]


def test_every_deal_within_the_bounds_is_equally_likely():
    t = draft(Chance(1))
    zones = bounded(lambda owner, place: ({1, 2, 7}, {2, 7, 8, 9})[place])
    deals = [tuple(hand) for hand in guessed_hands(t, zones, 0, 3_000)]
    legal = [(a, b) for a in (1, 2, 7) for b in (2, 7, 8, 9) if a != b]
    assert set(deals) == set(legal)
    assert all(200 < deals.count(deal) < 400 for deal in legal), "3,000 over ten deals"


def test_a_guess_within_bounds_does_not_depend_on_what_is_hidden():
    one = draft(Chance(1), ((1, 2), (3, 4), (5, 6)), (7, 8, 9))
    other = draft(Chance(1), ((8, 7), (3, 4), (5, 6)), (9, 1, 2))
    zones = bounded(lambda owner, place: {1, 2, 7, 8} if place else {1, 8, 9})
    assert [determinize(one, zones, 0, Chance(n)) for n in range(40)] == [
        determinize(other, zones, 0, Chance(n)) for n in range(40)
    ]


def test_a_tight_deal_is_always_found_and_still_varies():
    size = 14
    chain = {place: {place, place + 1} for place in range(size - 1)} | {size - 1: {0, size - 1}}
    t = draft(Chance(1), (tuple(range(size)), ()), ())
    zones = bounded(lambda owner, place: chain[place])
    deals = {tuple(hand) for hand in guessed_hands(t, zones, 0, 40)}
    assert deals <= {tuple(range(size)), (*range(1, size), 0)}
    loose = bounded(lambda owner, place: {place, (place + 1) % size, (place + 5) % size, (place + 9) % size})
    varied = [tuple(hand) for hand in guessed_hands(t, loose, 0, 60)]
    assert len(set(varied)) > 30
    assert all((card - place) % size in (0, 1, 5, 9) for hand in varied for place, card in enumerate(hand))


def test_bounds_that_no_deal_can_keep_are_our_fault():
    t = draft(Chance(1))
    with pytest.raises(RulesBug, match="no card is possible"):
        determinize(t, bounded(lambda owner, place: {1}), 0, Chance(1))


def test_where_nothing_is_known_a_guess_is_drawn_as_ever():
    t = draft(Chance(1))
    json_copy = {"hands": Zone(Sees.OTHERS, True, "cards"), "deck": Zone(Sees.NONE, pool="cards")}
    zones = bounded(lambda owner, place: None)
    assert guessed_hands(t, zones, 0, 50) == guessed_hands(t, json_copy, 0, 50)


def test_what_goes_with_closed_cards_is_settled_once_they_are_dealt():
    t = draft(Chance(1))
    tens = Zone(Sees.OTHERS, True, recompute=lambda t, seat, owner, chance: [c * 10 for c in t.hands[owner]])
    zones = {"rows": tens, **bounded(lambda owner, place: None)}
    t.rows = [[10, 20], [30, 40], [50, 60]]
    for n in range(20):
        imagined = determinize(t, zones, 0, Chance(n))
        assert imagined.rows[0] == [card * 10 for card in imagined.hands[0]]
        assert imagined.rows[1:] == t.rows[1:]
