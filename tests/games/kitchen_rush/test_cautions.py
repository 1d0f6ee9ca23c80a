"""Warnings in the first two scenarios before a dish is spoiled; the action stays legal."""

import pytest

from .scenes import ANN, BEN, Scenario


def spoils(k, seat):
    """Return the actions that are warned of, by verb, with the piece they would add."""
    return k.t.cautions[seat]


@pytest.mark.rule("KR-R24", "KR-R27", "KR-42", "KR-43")
def test_unwanted_piece_is_warned_of_but_may_be_taken():
    k = Scenario(2).give(ANN, "R7", size=2).do(ANN, "place ann1 storage-a")
    warned = spoils(k, ANN)
    takes = {play for play in warned if play.startswith("take ")}
    open_now = {" ".join(map(str, action)) for action in k.t.asks[ANN]}
    wrong, right = open_now & takes, {play for play in open_now if play.startswith("take ")} - takes
    assert wrong
    assert right
    assert all(warned[play].endswith("It could not be taken off again (KR-R27).") for play in wrong)
    dish = next(iter(k.t.dishes))
    assert "not complete" in warned[f"cook {dish}"]
    assert spoils(k, BEN) == {}


def test_from_scenario_3_on_and_with_mistakes_prevented_nothing_is_warned_of():
    assert spoils(Scenario(3).give(ANN, "R7", size=2), ANN) == {}
    assert spoils(Scenario(2, mistakes="prevented").give(ANN, "R7", size=2), ANN) == {}
    assert "put it back later" in " ".join(spoils(Scenario(1).give(ANN, "F3", size=2), ANN).values())


def test_a_finished_dish_is_not_to_be_cooked_again():
    k = Scenario(1).give(ANN, "F3", "pasta pasta cheese", size=2, row=1)
    dish = next(iter(k.t.dishes))
    assert spoils(k, ANN).get(f"cook {dish}", "").startswith(k.t.pack.patron[k.t.dishes[dish].card].name)
