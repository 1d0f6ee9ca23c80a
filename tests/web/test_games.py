"""Games are finished in a browser by mouse and by keyboard, on a phone and on a desktop."""

import pytest
from playwright.sync_api import expect

from .seats import Keyboard, Mouse, sit, standing

PHONE, DESK = (360, 740), (1440, 900)
GO, BOSS = ("burger-go", {"rounds": 1}), ("burger-boss", {"restaurants": "choose"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "hands", "size"),
    [(GO, Mouse, PHONE), (GO, Keyboard, DESK), (BOSS, Mouse, DESK), (BOSS, Keyboard, PHONE)],
    ids=["go-mouse-phone", "go-keyboard-desk", "boss-mouse-desk", "boss-keyboard-phone"],
)
def test_a_game_is_played_to_its_end(visit, shots, game, hands, size):
    game, options = game
    page = visit(*size, has_touch=size == PHONE)
    sit(page, game, ["you", "random", "random"], options=options)
    hands(page).finish(game)
    page.screenshot(path=shots / f"{game}-over-{hands.__name__.lower()}-{size[0]}.png")
    standing(page, 3)


def test_three_rounds_are_played_with_house_bots(visit, shots):
    page = visit()
    sit(page, "burger-go", ["you", "house", "house", "house"])
    page.screenshot(path=shots / "burger-go.png")
    Mouse(page).finish("burger-go")
    expect(page.locator(".prompt")).to_contain_text("won")
