"""Zones: views show what a viewer may see, determinization deals the rest again."""

import pytest

from flattop.kernel import HIDDEN, Chance, RulesBug, Sees, Zone, determinize, view

from .toys import DRAFT_ZONES, draft


def test_hand_is_visible_to_its_owner_and_its_size_to_all():
    t = draft(Chance(1))
    assert view(t, DRAFT_ZONES, 1)["hands"] == [[HIDDEN] * 2, [3, 4], [HIDDEN] * 2]
    assert view(t, DRAFT_ZONES, None)["hands"] == [[HIDDEN] * 2] * 3


def test_attribute_without_a_zone_is_never_shown():
    assert set(view(draft(Chance(1)), DRAFT_ZONES, 0)) == {"hands", "rows", "deck"}


def test_known_places_of_a_hidden_zone_are_shown():
    assert view(draft(Chance(1)), DRAFT_ZONES, None)["deck"] == [HIDDEN, HIDDEN, 9]


def test_zone_for_others_is_hidden_from_its_owner():
    t = draft(Chance(1))
    zones = {"hands": Zone(Sees.OTHERS, per_seat=True)}
    assert view(t, zones, 0)["hands"] == [[HIDDEN] * 2, [3, 4], [5, 6]]
    assert view(t, zones, None)["hands"] == [[HIDDEN] * 2] * 3


def test_changing_a_view_does_not_change_the_table():
    t = draft(Chance(1))
    view(t, DRAFT_ZONES, 0)["rows"][0].append(99)
    view(t, DRAFT_ZONES, 0)["hands"][0].append(99)
    assert t.rows[0] == []
    assert t.hands[0] == [1, 2]


def test_determinization_looks_the_same_and_keeps_every_card():
    t = draft(Chance(1))
    seen = set()
    for n in range(100):
        imagined = determinize(t, DRAFT_ZONES, 1, Chance(n))
        assert view(imagined, DRAFT_ZONES, 1) == view(t, DRAFT_ZONES, 1)
        assert sorted(sum(imagined.hands, imagined.deck)) == list(range(1, 10))
        seen.add(tuple(imagined.hands[0]))
    assert len(seen) > 20


def test_determinization_does_not_depend_on_hidden_cards():
    one = draft(Chance(1), ((1, 2), (3, 4), (5, 6)), (7, 8, 9))
    other = draft(Chance(1), ((8, 5), (3, 4), (1, 7)), (6, 2, 9))
    assert determinize(one, DRAFT_ZONES, 1, Chance(5)) == determinize(other, DRAFT_ZONES, 1, Chance(5))


def test_options_of_a_rival_follow_from_its_determinized_hand():
    t = draft(Chance(1))
    imagined = determinize(t, DRAFT_ZONES, 1, Chance(3))
    assert imagined.asks[0] == [("keep", card) for card in imagined.hands[0]]


def test_hidden_dice_are_rolled_again():
    t = draft(Chance(1), ((1, 1, 1), (2, 2, 2)), ())
    zones = {"hands": Zone(Sees.OWNER, per_seat=True, reroll=lambda chance, n: sorted(chance.dice(n)))}
    rolled = {tuple(determinize(t, zones, 0, Chance(n)).hands[1]) for n in range(30)}
    assert len(rolled) > 10
    assert all(determinize(t, zones, 0, Chance(n)).hands[0] == [1, 1, 1] for n in range(5))


@pytest.mark.parametrize("how", ["reroll", "recompute"])
def test_known_places_stay_when_the_others_are_rolled_again_or_recomputed(how):
    t = draft(Chance(1), ((7, 7, 7), (7, 7, 7)), ())
    value = {"reroll": lambda chance, n: [0] * n, "recompute": lambda t, seat, owner, chance: [0] * 3}
    zone = Zone(Sees.OWNER, per_seat=True, known=lambda t, seat, owner: (1,), **{how: value[how]})
    assert determinize(t, {"hands": zone}, 0, Chance(2)).hands == [[7, 7, 7], [0, 7, 0]]


# -- what a seat knows of closed cards


def bounded(may, **zone):
    """Hands hidden from their owners, with `may(owner, place)` as candidates, and a deck of the same pool."""
    hands = Zone(
        Sees.OTHERS, True, "cards", candidates=lambda t, seat, owner, place: may(owner, place), **zone
    )
    return {"hands": hands, "deck": Zone(Sees.NONE, pool="cards")}


def guessed_hands(t, zones, seat, count):
    return [determinize(t, zones, seat, Chance(n)).hands[seat] for n in range(count)]


def test_determinization_respects_candidates():
    t = draft(Chance(1))
    zones = bounded(lambda owner, place: {2, 4, 8} if place else None)
    hands = guessed_hands(t, zones, 0, 300)
    assert {hand[1] for hand in hands} == {2, 8}, "4 lies in another hand, in sight"
    assert {hand[0] for hand in hands} == {1, 2, 7, 8, 9}
    for n in range(20):
        imagined = determinize(t, zones, 0, Chance(n))
        assert imagined.hands[1:] == t.hands[1:]
        assert sorted(imagined.hands[0] + imagined.deck) == [1, 2, 7, 8, 9]


def test_all_valid_deals_are_equally_likely():
    t = draft(Chance(1))
    zones = bounded(lambda owner, place: ({1, 2, 7}, {2, 7, 8, 9})[place])
    deals = [tuple(hand) for hand in guessed_hands(t, zones, 0, 3_000)]
    legal = [(a, b) for a in (1, 2, 7) for b in (2, 7, 8, 9) if a != b]
    assert set(deals) == set(legal)
    assert all(200 < deals.count(deal) < 400 for deal in legal), "3,000 over ten deals"


def test_constrained_determinization_does_not_depend_on_hidden_cards():
    one = draft(Chance(1), ((1, 2), (3, 4), (5, 6)), (7, 8, 9))
    other = draft(Chance(1), ((8, 7), (3, 4), (5, 6)), (9, 1, 2))
    zones = bounded(lambda owner, place: {1, 2, 7, 8} if place else {1, 8, 9})
    assert [determinize(one, zones, 0, Chance(n)) for n in range(40)] == [
        determinize(other, zones, 0, Chance(n)) for n in range(40)
    ]


def test_tight_constraints_are_met_and_deals_vary():
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


def test_impossible_constraints_are_a_rules_bug():
    t = draft(Chance(1))
    with pytest.raises(RulesBug, match="no card is possible"):
        determinize(t, bounded(lambda owner, place: {1}), 0, Chance(1))


def test_candidates_of_none_leave_the_shuffle_unchanged():
    t = draft(Chance(1))
    json_copy = {"hands": Zone(Sees.OTHERS, True, "cards"), "deck": Zone(Sees.NONE, pool="cards")}
    zones = bounded(lambda owner, place: None)
    assert guessed_hands(t, zones, 0, 50) == guessed_hands(t, json_copy, 0, 50)


def test_dependent_zone_is_recomputed_after_the_deal():
    t = draft(Chance(1))
    tens = Zone(Sees.OTHERS, True, recompute=lambda t, seat, owner, chance: [c * 10 for c in t.hands[owner]])
    zones = {"rows": tens, **bounded(lambda owner, place: None)}
    t.rows = [[10, 20], [30, 40], [50, 60]]
    for n in range(20):
        imagined = determinize(t, zones, 0, Chance(n))
        assert imagined.rows[0] == [card * 10 for card in imagined.hands[0]]
        assert imagined.rows[1:] == t.rows[1:]
