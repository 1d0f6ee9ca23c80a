"""The public surface: what the packages promise, sorted, importable and documented."""

import importlib

import pytest

import flattop

PACKAGES = ["flattop", "flattop.kernel", "flattop.match"]


@pytest.mark.parametrize("name", PACKAGES)
def test_all_names_can_be_imported_and_are_sorted(name):
    package = importlib.import_module(name)
    assert package.__all__ == sorted(package.__all__, key=lambda n: (not n.isupper(), not n[0].isupper(), n))
    assert all(getattr(package, promised) is not None for promised in package.__all__)


def test_the_surface_is_what_the_readme_uses():
    promised = "Chance Game Illegal Match Observation Outcome Table bot catalog game read replay snapshot"
    assert " ".join(flattop.__all__) == f"{promised} verify"


def test_dir_shows_what_is_public_and_no_more():
    assert [name for name in dir(flattop) if not name.startswith("_")] == sorted(flattop.__all__)


def test_the_docstring_of_observation_explains_every_field():
    fields = [name for name in dir(flattop.Observation) if not name.startswith("_")]
    assert all(
        f"`{name}`" in flattop.Observation.__doc__ or f"`{name}(" in flattop.Observation.__doc__
        for name in fields
    )


def test_the_catalog_lists_every_game():
    assert list(flattop.catalog()) == [flattop.game(key).key for key in flattop.catalog()]


@pytest.mark.parametrize(("old", "new"), [("Sight", "Observation"), ("sheet", "snapshot")])
def test_an_old_name_still_works_and_names_the_new_one(old, new):
    with pytest.deprecated_call(match=f"flattop.{old} is now flattop.{new}"):
        assert getattr(flattop, old) is getattr(flattop, new)
