"""The sentence cache: a cached sentence with other names reads like a new one."""

import pytest

from flattop.kernel.text.game_text import STAND_INS, SentenceCache

PACK = object()


class Teller:
    """Makes a sentence, and keeps the names it was called with."""

    def __init__(self) -> None:
        self.asked = []

    def __call__(self, people):
        self.asked.append(people)
        return f"{people[0]} pays 100% to {people[1]}." if all(people) else "Nobody pays."


@pytest.mark.parametrize("people", [("Ann", "Ben"), ("ann", "100%s"), ("Ann", "%(x)s")])
def test_sentence_is_made_once_for_all_names(people):
    known, words = SentenceCache(), Teller()
    assert known.get("paid", PACK, people) is None
    assert known.add("paid", PACK, people, words) == known.get("paid", PACK, people) == Teller()(people)
    assert words.asked == [STAND_INS]


def test_names_with_a_stop_and_empty_names():
    known, words = SentenceCache(), Teller()
    assert known.add("paid", PACK, ("Ann", "Mr. B."), words) == "Ann pays 100% to Mr. B."
    assert known.get("paid", PACK, ("Ann", "")) is None
    assert known.add("paid", PACK, ("Ann", ""), words) == "Nobody pays."
    assert words.asked == [STAND_INS, ("Ann", "")]


def test_sentence_about_lists_is_not_cached():
    known, words = SentenceCache(), Teller()
    for _ in range(2):
        assert known.get(("paid", [1]), PACK, ("Ann", "Ben")) is None
        assert known.add(("paid", [1]), PACK, ("Ann", "Ben"), words) == "Ann pays 100% to Ben."
    assert words.asked == [("Ann", "Ben")] * 2
