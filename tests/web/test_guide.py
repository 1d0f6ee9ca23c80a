"""The game of the guide is played on the page without any code of its own there."""

import pytest
from playwright.sync_api import expect

from tests.project.adding_a_game import copy_with_the_game

from .seats import Mouse, sit
from .servers import a_server


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args, tmp_path_factory):
    """Open a server with the guide's game in the browser of this test."""
    folder = tmp_path_factory.mktemp("guide")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(copy_with_the_game(folder / "copy") / "src"))
        with a_server(folder / "tables") as link:
            yield {**browser_context_args, "base_url": link}


def test_guides_game_is_played_to_its_end(visit, shots):
    page = visit()
    page.goto("/new?game=last-pickle")
    expect(page.get_by_role("heading", name="Last Pickle")).to_be_visible()
    sit(page, "last-pickle", ["you", "house"])
    expect(page.locator(".prompt")).to_contain_text("How many pickles do you eat?")
    page.screenshot(path=shots / "guide.png")
    Mouse(page).finish("last-pickle", most=20)
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()
