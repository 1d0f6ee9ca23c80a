"""Rendering of an observation as text and as an image."""

import numpy as np

from flattop.envs.render import option_texts, table_text
from flattop.envs.render.image import SIZE, chips, table_image, zone_images

from .random_games import observations


def test_text_describes_the_table_and_numbers_every_option():
    _, obs, options = next(observations("burger-go", seats=2))
    lines = table_text(obs, options).splitlines()
    assert lines[0] == "Burger Go!, as Seat 1 sees it"
    assert "Seat 2's hand: 7 face down." in lines
    assert [*option_texts(obs, options)] == sorted(options)
    assert [int(line.split()[0]) for line in lines[-7:]] == sorted(options)


def test_image_has_a_fixed_size_and_changes_with_the_table():
    shown = [table_image(obs) for _, obs, _ in observations("ninja-burger", seats=6, max_decisions=12)]
    assert {image.shape for image in shown} == {(SIZE[1], SIZE[0], 3)}
    assert {image.dtype for image in shown} == {np.dtype(np.uint8)}
    assert len({image.tobytes() for image in shown}) > 6


def test_card_with_two_ends_has_two_colours_and_face_down_cards_are_counted():
    _, obs, _ = next(observations("burger-go", seats=2))
    both = chips(obs, "card", [29, 66])
    assert [len(chip.colours) for chip in both] == [3, 1]
    assert [chip.words for chip in chips(obs, "card", [-1, -1, -1])] == ["3 face down"]


def test_only_the_top_of_a_tall_pile_is_shown():
    _, obs, _ = next(observations("burger-go", seats=2))
    shown = chips(obs, "card", [*range(66)])
    assert shown[0].words == "36 more below"
    assert shown[-1] == chips(obs, "card", [65])[0]


def test_every_zone_with_a_text_is_shown():
    _, obs, _ = next(observations("hanaburger", seats=3))
    zones, texts = obs.game.zones, obs.game.text.zones
    shown = [name for name in obs.view if name in texts and not texts[name].hidden]
    for owner in (None, 1):
        titles = [texts[name].title for name in shown if zones[name].per_seat == (owner is not None)]
        assert [zone.words.partition(":")[0] for zone in zone_images(obs, owner)] == titles
        assert titles
