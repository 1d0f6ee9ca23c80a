"""Zones: what one may see is built up, what one may not is dealt anew."""

from toys import DRAFT_ZONES, draft

from flattop.kernel import HIDDEN, Chance, Sees, Zone, guess, view


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
        imagined = guess(t, DRAFT_ZONES, 1, Chance(n))
        assert view(imagined, DRAFT_ZONES, 1) == view(t, DRAFT_ZONES, 1)
        assert sorted(sum(imagined.hands, imagined.deck)) == list(range(1, 10))
        seen.add(tuple(imagined.hands[0]))
    assert len(seen) > 20


def test_a_guess_does_not_depend_on_what_is_hidden():
    one = draft(Chance(1), ((1, 2), (3, 4), (5, 6)), (7, 8, 9))
    other = draft(Chance(1), ((8, 5), (3, 4), (1, 7)), (6, 2, 9))
    assert guess(one, DRAFT_ZONES, 1, Chance(5)) == guess(other, DRAFT_ZONES, 1, Chance(5))


def test_the_options_of_an_imagined_rival_are_those_of_its_imagined_hand():
    t = draft(Chance(1))
    imagined = guess(t, DRAFT_ZONES, 1, Chance(3))
    assert imagined.asks[0] == [("keep", card) for card in imagined.hands[0]]


def test_closed_dice_are_rolled_anew():
    t = draft(Chance(1), ((1, 1, 1), (2, 2, 2)), ())
    zones = {"hands": Zone(Sees.OWNER, per_seat=True, fresh=lambda chance, n: sorted(chance.dice(n)))}
    rolled = {tuple(guess(t, zones, 0, Chance(n)).hands[1]) for n in range(30)}
    assert len(rolled) > 10
    assert all(guess(t, zones, 0, Chance(n)).hands[0] == [1, 1, 1] for n in range(5))
