"""A sight in words and as a picture, by no more than the sight."""

import numpy as np

from flattop.envs.render.image import SIZE, picture
from flattop.envs.render.zones import chips, pieces
from flattop.envs.words import named, told

from .walks import observations


def test_words_tell_the_table_and_every_option_by_number():
    _, obs, options = next(observations("burger-go", seats=2))
    lines = told(obs, options).splitlines()
    assert lines[0] == "Burger Go!, as Seat 1 sees it"
    assert "Seat 2's hand: 7 face down." in lines
    assert [*named(obs, options)] == sorted(options)
    assert [int(line.split()[0]) for line in lines[-7:]] == sorted(options)


def test_a_picture_has_one_size_and_changes_with_the_table():
    shown = [picture(obs) for _, obs, _ in observations("ninja-burger", seats=6, most=12)]
    assert {image.shape for image in shown} == {(SIZE[1], SIZE[0], 3)}
    assert {image.dtype for image in shown} == {np.dtype(np.uint8)}
    assert len({image.tobytes() for image in shown}) > 6


def test_a_card_with_two_ends_has_two_colours_and_closed_ones_are_counted():
    _, obs, _ = next(observations("burger-go", seats=2))
    both = chips(obs, "card", [29, 66])
    assert [len(chip.colours) for chip in both] == [3, 1]
    assert [chip.words for chip in chips(obs, "card", [-1, -1, -1])] == ["3 face down"]


def test_a_tall_pile_shows_its_top():
    _, obs, _ = next(observations("burger-go", seats=2))
    shown = chips(obs, "card", [*range(66)])
    assert shown[0].words == "36 more below"
    assert shown[-1] == chips(obs, "card", [65])[0]


def test_every_zone_that_has_words_is_shown():
    _, obs, _ = next(observations("hanaburger", seats=3))
    zones, said = obs.game.zones, obs.game.text.zones
    told = [name for name in obs.view if name in said and not said[name].hidden]
    for owner in (None, 1):
        wanted = [said[name].title for name in told if zones[name].per_seat == (owner is not None)]
        assert [piece.words.partition(":")[0] for piece in pieces(obs, owner)] == wanted
        assert wanted
