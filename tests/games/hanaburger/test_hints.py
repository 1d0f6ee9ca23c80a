"""Hints: legal clues, the cards they match, and the facts that follow."""

import pytest

from flattop.games.burger_up.hanaburger import GAME, computed_zones
from flattop.kernel import HIDDEN, Chance, determinize, view

BOOK = "I05 I12 I67"  # Ketchup / Bacon, Tomato / Pineapple, Middle Bun
FIRST, THIRD = "I01 I02 I03", "I07 I08 I09"


def clues(t, seat):
    return [action[1] for action in t.clues_for(seat)]


@pytest.mark.rule("HB-11", "HB-13", "HB-R3", "HB-R4", "HB-E3")
def test_colours_and_names_that_match_a_card_can_be_told_and_nothing_else(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    t.play(0, ("hint", 1))
    clues = {"red", "brown", "green", "ketchup", "bacon", "tomato", "pineapple", "middle_bun"}
    assert {action[1] for action in t.asks[0]} == clues
    for clue in ("yellow", "lettuce"):
        assert hb.refused(t, 0, ("tell", clue)).rule == "HB-R4"
    for clue in ("Meat", "Perfect", "hollow", "meat", 3):
        assert hb.refused(t, 0, ("tell", clue)).rule == "HB-R3"


@pytest.mark.rule("HB-R3")
def test_there_are_four_colours_and_twenty_names_and_veggie_is_brown_egg_yellow(hb):
    t = hb.new(2)
    assert [clue.id for clue in t.pack.clues[:4]] == ["green", "red", "brown", "yellow"]
    assert len(t.pack.clues) == 24
    t = hb.scene("I01 I02 I03", "I04 I30 I70")
    assert {"brown", "veggie_patty", "yellow", "fried_egg", "middle_bun"} <= set(clues(t, 1))
    t = hb.scene("I01 I02 I03", "I67 I68 I69")
    assert clues(t, 1) == ["middle_bun"], "a Middle Bun has no colour"


@pytest.mark.rule("HB-R3")
def test_a_perfect_face_has_the_plain_name(hb):
    t = hb.scene("I01 I02 I03", "I39 I05 I11")
    assert t.pack.faces[hb.face("I05b")].perfect
    assert {"beef_patty", "bacon", "tomato"} <= set(clues(t, 1))


@pytest.mark.rule("HB-09", "HB-12", "HB-R5", "HB-E4")
def test_every_card_that_matches_is_pointed_out_and_the_others_are_passed_over(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    t.active = 2
    t.ask_afresh()
    hb.hint(t, 2, 1, "green")
    assert t.hints == 3
    assert t.told[1] == [[], ["green"], []]
    assert t.ruled_out[1] == [["green"], [], ["green"]]
    hb.hint(t, 0, 1, "middle_bun")
    assert t.hints == 2
    assert t.told[1] == [[], ["green"], ["middle_bun"]]
    assert t.ruled_out[1] == [["green", "middle_bun"], ["middle_bun"], ["green"]]
    buns = {n for n in range(72) if t.pack.is_bun[n]}
    assert computed_zones.possible_cards(t, 1, 2) == buns, "its card is certain"
    assert hb.events_named(t, "hinted") == [(2, 1, "green", (1,)), (0, 1, "middle_bun", (2,))]


@pytest.mark.rule("HB-12", "HB-R2")
def test_a_clue_matches_a_card_by_either_half_and_does_not_say_which(hb):
    t = hb.scene(FIRST, "I05 I12 I15", THIRD)
    hb.hint(t, 0, 1, "brown")
    assert t.told[1] == [["brown"], [], ["brown"]]
    assert t.told_below[1] == [[], [], []]
    assert t.pointed_at[1] == [[0, 2]]


@pytest.mark.rule("HB-13", "HB-R18", "HB-R5")
def test_hints_and_marks_are_open_to_all(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    hb.hint(t, 0, 1, "red")
    for seat in (None, 0, 1, 2):
        shown = view(t, hb.game.zones, seat)
        assert shown["told"][1] == [["red"], [], []]
        assert shown["ruled_out"][1] == [[], ["red"], ["red"]]
        assert shown["pointed_at"][1] == [[0]]


@pytest.mark.rule("HB-14")
def test_a_hint_moves_no_card(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    hands, deck = [hand[:] for hand in t.hands], t.deck[:]
    hb.hint(t, 0, 1, "red")
    assert (t.hands, t.deck) == (hands, deck)
    assert t.active == 1


@pytest.mark.rule("HB-R4")
def test_repeated_hint_is_legal_and_only_costs_a_token(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    hb.hint(t, 0, 1, "red")
    told, out = t.told, t.ruled_out
    t.active = 0
    t.ask_afresh()
    hb.hint(t, 0, 1, "red")
    assert (t.told, t.ruled_out, t.hints) == (told, out, 2)


@pytest.mark.rule("HB-09", "HB-10", "HB-R19", "HB-E15")
def test_a_hint_needs_a_clean_token_and_another_seat(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    assert hb.refused(t, 0, ("hint", 0)).code == "own-hand"
    assert hb.refused(t, 0, ("hint", 7)).code == "no-such-seat"
    assert hb.refused(t, 1, ("hint", 0)).rule == "HB-08"
    assert hb.refused(t, 0, ("tell", "red")).code == "move-first"
    t.hints = 0
    t.ask_afresh()
    assert hb.refused(t, 0, ("hint", 1)).rule == "HB-09"
    assert {action[0] for action in t.asks[0]} == {"discard", "place"}


@pytest.mark.rule("HB-10")
def test_once_announced_a_hint_must_be_told_to_that_seat(hb):
    t = hb.scene(FIRST, BOOK, THIRD)
    t.play(0, ("hint", 1))
    assert t.hinting == 1
    assert hb.refused(t, 0, ("place", 0)).code == "tell-first"
    assert hb.refused(t, 0, ("hint", 2)).code == "tell-first"


@pytest.mark.rule("HB-R16", "HB-R4")
def test_a_hand_of_which_one_thing_can_be_said_is_told_it_at_once(hb):
    t = hb.scene(FIRST, "I67 I68 I69", THIRD)
    t.play(0, ("hint", 1))
    assert t.told[1] == [["middle_bun"]] * 3
    assert t.active == 1


@pytest.mark.rule("HB-R5", "HB-E19")
def test_marks_leave_the_cards_that_obey_them_all(hb):
    t = hb.scene(FIRST, "I15 I30 I31", THIRD)
    hb.hint(t, 0, 1, "green")
    t.active = 0
    t.ask_afresh()
    hb.hint(t, 0, 1, "bacon")
    assert computed_zones.possible_cards(t, 1, 0) == set(hb.cards("I15 I18 I20"))
    t = hb.scene(FIRST, "I67 I05 I03", THIRD)
    for clue in ("red", "brown", "green", "yellow"):
        t.active = 0
        t.ask_afresh()
        hb.hint(t, 0, 1, clue)
    assert computed_zones.possible_cards(t, 1, 0) == {n for n in range(72) if t.pack.is_bun[n]}


@pytest.mark.rule("HB-R5", "HB-E19")
def test_memory_adds_what_follows_from_marks_and_from_cards_in_sight(hb):
    def certain(memory, third=THIRD):
        t = hb.scene(FIRST, "I15 I30 I31", third, memory=memory)
        for clue in ("green", "bacon"):
            t.active = 0
            t.ask_afresh()
            hb.hint(t, 0, 1, clue)
        return t, t.certain[1][0].split(), t.excluded[1][0].split()

    _, yes, no = certain("marks")
    assert (yes, no) == (["green", "bacon"], [])
    t, yes, no = certain("facts")
    assert yes == ["green", "brown", "bacon"]
    assert {"red", "yellow", "middle_bun", "ketchup"} <= set(no)
    assert {"lettuce", "tomato"} & set(no) == set(), "I15 has Lettuce, I20 Tomato"
    t, yes, _ = certain("count", "I18 I20 I09")
    assert yes == ["green", "brown", "bacon", "lettuce"], "only I15 is left"
    assert view(t, hb.game.zones, 1)["certain"][1] == t.certain[1]
    assert view(t, hb.game.zones, 0)["certain"][1] == [HIDDEN] * 3, "it would show what seat 0 holds"
    assert view(t, hb.game.zones, None)["certain"] == [[HIDDEN] * 3] * 3


# -- hints that point at ends


@pytest.mark.rule("HB-R2")
def test_with_hint_detail_end_each_end_has_its_own_marks(hb):
    t = hb.scene(FIRST, "I05 I12 I15", THIRD, hint_detail="end")
    t.turned[1] = [0, 0, 1]  # I15 with Bacon up, I05 with Ketchup up
    hb.hint(t, 0, 1, "brown")
    assert t.told[1] == [[], [], ["brown"]]
    assert t.told_below[1] == [["brown"], [], []]
    assert t.ruled_out[1] == [["brown"], ["brown"], []]
    assert t.ruled_out_below[1] == [[], ["brown"], ["brown"]]
    assert hb.events_named(t, "hinted_ends") == [(0, 1, "brown", (2,), (0,))]
    assert t.certain[1] == ["brown", "", "brown"]
    assert t.excluded[1] == ["", "brown", ""]


@pytest.mark.rule("HB-R2")
@pytest.mark.parametrize(("detail", "end"), [("end", "The upper end of Ben's"), ("card", "Ben's")])
def test_a_table_in_words_says_whether_the_upper_end_or_the_whole_card_was_passed_over(hb, detail, end):
    t = hb.scene(FIRST, "I05 I12 I15", THIRD, hint_detail=detail)
    hb.hint(t, 0, 1, "green")
    describer = GAME.describer(t.pack, ("Ann", "Ben", "Cleo"), view(t, GAME.zones, 0), 0)
    passed_over = [line.words for line in describer.zone("ruled_out") if line.words]
    assert passed_over
    assert all(words.startswith(f"{end} ") for words in passed_over)


@pytest.mark.rule("HB-R2", "HB-11")
def test_every_hint_about_ends_names_those_that_are_marked(hb):
    clues = set()
    for seed in range(12):
        t = hb.new(3, seed, hint_detail="end", first=0)
        t.play(0, ("hint", 1))
        for _, clue in t.asks.get(0, ()):
            copy = t.clone()
            copy.events = []
            copy.play(0, ("tell", clue))
            marked = [[clue in marks for marks in zone[1]] for zone in (copy.told, copy.told_below)]
            upper, lower = (tuple(slot for slot, yes in enumerate(end) if yes) for end in marked)
            assert hb.events_named(copy, "hinted_ends") == [(0, 1, clue, upper, lower)]
            clues.add(clue)
    assert len(clues) > 12


@pytest.mark.rule("HB-R2")
def test_which_half_is_up_is_drawn_with_the_card_never_changes_and_is_hidden_from_the_holder(hb):
    ups = {up for seed in range(10) for hand in hb.new(3, seed, hint_detail="end").turned for up in hand}
    assert ups == {0, 1}
    t = hb.new(3, 4, hint_detail="end", first=1)
    assert view(t, hb.game.zones, 1)["turned"][1] == [HIDDEN] * 3
    assert view(t, hb.game.zones, 0)["turned"][1] == t.turned[1]
    before = t.turned[1][1:]
    t.play(1, ("place", 0))
    while t.active == 1:
        t.play(1, next(iter(t.asks[1])))
    assert t.turned[1][:2] == before


# -- guesses


@pytest.mark.rule("HB-R5", "HB-R17")
@pytest.mark.parametrize("detail", ["card", "end"])
def test_determinization_obeys_every_hint(hb, detail):
    chance = Chance(8)
    for seed in range(4):
        t = hb.new(3, seed, hint_detail=detail)
        for _ in range(40):
            if t.over:
                break
            for seat in range(3):
                imagined = determinize(t, hb.game.zones, seat, chance)
                for slot, mask in enumerate(imagined.hand_masks(seat)):
                    yes, no = t.pointed_out[seat][slot], t.passed_over[seat][slot]
                    assert mask & yes == yes
                    assert not mask & no
                assert [h for s, h in enumerate(imagined.hands) if s != seat] == [
                    h for s, h in enumerate(t.hands) if s != seat
                ]
                assert hb.all_cards(imagined) == list(range(72))
            seat = next(iter(t.asks))
            options = [a for a in t.asks[seat] if a[0] in ("hint", "tell")] or list(t.asks[seat])
            t.play(seat, options[chance.below(len(options))])


@pytest.mark.rule("HB-R5")
def test_certain_card_is_the_same_in_every_determinization_and_an_unknown_one_varies(hb):
    t = hb.scene(FIRST, "I15 I30 I31", "I18 I20 I09")
    for clue in ("green", "bacon"):
        t.active = 0
        t.ask_afresh()
        hb.hint(t, 0, 1, clue)
    found = [determinize(t, hb.game.zones, 1, Chance(n)).hands[1] for n in range(50)]
    assert {hand[0] for hand in found} == {hb.card("I15")}
    assert len({hand[1] for hand in found}) > 15
