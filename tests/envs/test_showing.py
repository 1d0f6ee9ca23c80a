"""A sight in words and as a picture, by no more than the sight."""

import numpy as np

from flattop.envs.chips import chips, pieces
from flattop.envs.picture import SIZE, picture
from flattop.envs.words import named, told

from .walks import sights


def test_words_tell_the_table_and_every_option_by_number():
    _, sight, options = next(sights("burger-go", seats=2))
    lines = told(sight, options).splitlines()
    assert lines[0] == "Burger Go!, as Seat 1 sees it"
    assert "Seat 2's hand: 7 face down." in lines
    assert [*named(sight, options)] == sorted(options)
    assert [int(line.split()[0]) for line in lines[-7:]] == sorted(options)


def test_a_picture_has_one_size_and_changes_with_the_table():
    shown = [picture(sight) for _, sight, _ in sights("ninja-burger", seats=6, most=12)]
    assert {image.shape for image in shown} == {(SIZE[1], SIZE[0], 3)}
    assert {image.dtype for image in shown} == {np.dtype(np.uint8)}
    assert len({image.tobytes() for image in shown}) > 6


def test_a_card_with_two_ends_has_two_colours_and_closed_ones_are_counted():
    _, sight, _ = next(sights("burger-go", seats=2))
    both = chips(sight, "card", [29, 66])
    assert [len(chip.colours) for chip in both] == [3, 1]
    assert [chip.words for chip in chips(sight, "card", [-1, -1, -1])] == ["3 face down"]


def test_a_tall_pile_shows_its_top():
    _, sight, _ = next(sights("burger-go", seats=2))
    shown = chips(sight, "card", [*range(66)])
    assert shown[0].words == "36 more below"
    assert shown[-1] == chips(sight, "card", [65])[0]


def test_every_zone_that_has_words_is_shown():
    _, sight, _ = next(sights("hanaburger", seats=3))
    zones, said = sight.game.zones, sight.game.text.zones
    told = [name for name in sight.view if name in said and not said[name].hidden]
    for owner in (None, 1):
        wanted = [said[name].title for name in told if zones[name].per_seat == (owner is not None)]
        assert [piece.words.partition(":")[0] for piece in pieces(sight, owner)] == wanted
        assert wanted
