"""What docs/environments says of every place and number is so."""

import doctest

import pytest

from .pages import FOLDER, page
from .walks import KEYS


@pytest.mark.parametrize("key", KEYS)
def test_the_page_of_a_game_is_true(key):
    """`python tests/envs/pages.py` writes them anew."""
    assert (FOLDER / f"{key}.md").read_text("utf-8") == page(key)


def test_every_game_is_linked_and_the_examples_do_what_they_say():
    main = FOLDER.parent / "environments.md"
    text = main.read_text("utf-8")
    assert all(f"](environments/{key}.md)" in text for key in KEYS)
    result = doctest.testfile(str(main), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0
