"""Both games are finished in a real browser, by mouse and by keyboard alone, on a phone and on a desk."""

import pytest
from playwright.sync_api import expect

from .seats import Keyboard, Mouse, sit, standing

PHONE, DESK = (360, 740), (1440, 900)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("hands", [Mouse, Keyboard])
@pytest.mark.parametrize(
    ("game", "options"), [("burger-go", {"rounds": 1}), ("burger-boss", {"restaurants": "choose"})]
)
def test_a_game_is_played_to_its_end(visit, shots, game, options, hands, size):
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
