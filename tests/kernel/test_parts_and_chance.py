"""Parts copy what is mutable; a Chance gives the same stream in every process."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.kernel import Chance, Part, ScriptedChance, canonical, part


@part
class Inner(Part):
    count: list[int]


@part
class Outer(Part):
    name: str
    flat: list[int]
    deep: list[list[int]]
    named: dict[str, list[int]]
    once: set[int]
    inner: Inner
    inners: list[Inner]
    shared: tuple[int, ...]


def outer():
    return Outer("x", [1], [[1], [2]], {"a": [1]}, {1, 2}, Inner([1]), [Inner([2])], (1, 2))


def test_clone_is_equal_and_shares_nothing_mutable():
    old = outer()
    new = old.clone()
    assert new == old
    new.flat.append(2)
    new.deep[0].append(2)
    new.named["a"].append(2)
    new.once.add(3)
    new.inner.count.append(2)
    new.inners[0].count.append(3)
    assert old == outer()
    assert new.shared is old.shared


def test_part_survives_pickling():
    assert pickle.loads(pickle.dumps(outer())) == outer()


def test_canonical_form_has_lists_numbers_and_strings_only():
    assert canonical(outer()) == [
        "Outer", "x", [1], [[1], [2]], [["a", [1]]], [1, 2], ["Inner", [1]], [["Inner", [2]]], [1, 2],
    ]  # fmt: skip


def test_class_without_part_decorator_cannot_be_cloned():
    class Bare(Part):
        pass

    with pytest.raises(TypeError, match="Bare is not decorated"):
        Bare().clone()


@given(st.integers(0, 2**256 - 1), st.integers(1, 100))
def test_shuffle_keeps_every_card(seed, n):
    assert sorted(Chance(seed).shuffled(range(n))) == list(range(n))


def test_random_stream_of_a_seed_never_changes():
    """All recorded games depend on it."""
    chance = Chance(2**255 + 19)
    assert chance.dice(6) == (2, 2, 4, 2, 4, 2)
    assert [chance.below(100) for _ in range(4)] == [89, 17, 64, 54]
    assert chance.shuffled(range(8)) == [3, 2, 5, 7, 1, 6, 0, 4]


def test_every_draw_is_counted():
    chance = Chance(1)
    chance.dice(3)
    chance.below(6)
    chance.shuffled(range(5))
    assert chance.draws == 9


def test_dice_are_fair_enough():
    rolls = Chance(7).dice(60_000)
    assert all(abs(rolls.count(face) - 10_000) < 400 for face in range(1, 7))


def test_scripted_chance_follows_its_script():
    chance = ScriptedChance((1, 2), (6,), decks=[[3, 1]])
    assert chance.dice(2) == (1, 2)
    assert chance.dice(1) == (6,)
    assert chance.shuffled([1, 2, 3]) == [3, 1, 2]
    assert sorted(chance.shuffled([1, 2, 3])) == [1, 2, 3]


def test_scripted_roll_of_wrong_size_raises():
    with pytest.raises(ValueError, match="3 dice are rolled"):
        ScriptedChance((1, 2)).dice(3)
