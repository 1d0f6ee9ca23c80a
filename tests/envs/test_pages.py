"""The pages in docs/environments are up to date."""

import doctest

import pytest

from .pages import FOLDER, page
from .random_games import KEYS


@pytest.mark.parametrize("key", KEYS)
def test_page_of_a_game_is_up_to_date(key):
    """`python tests/envs/pages.py` writes them again."""
    assert (FOLDER / f"{key}.md").read_text("utf-8") == page(key)


def test_every_game_is_linked_and_the_examples_run():
    main = FOLDER.parent / "environments.md"
    text = main.read_text("utf-8")
    assert all(f"](environments/{key}.md)" in text for key in KEYS)
    result = doctest.testfile(str(main), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0
