"""The campaign: descriptions of eight scenarios, and the stars of a finished one."""

import pytest

from flattop.games import game
from flattop.kernel import Chance

GAME = game("kitchen-rush")
CHAPTERS = GAME.campaign.chapters(GAME.pack(None))


def test_every_value_of_the_option_is_a_chapter_with_a_goal_for_every_number_of_seats():
    assert [chapter.value for chapter in CHAPTERS] == list(GAME.options[GAME.campaign.option].values)
    assert all(tuple(chapter.goals) == GAME.seats for chapter in CHAPTERS)
    assert all(chapter.adds and chapter.title for chapter in CHAPTERS)


def test_every_new_element_has_a_description():
    named = {new for scenario in GAME.pack(None).scenario for new in scenario.new}
    assert named == GAME.campaign.text.adds.keys()


def test_goals_name_the_conditions_that_lose():
    assert CHAPTERS[0].goals[3] == "2 right orders by everybody"
    assert CHAPTERS[5].goals[2] == "4 coins, Reputation 2, all salaries paid"
    assert CHAPTERS[6].goals[2] == "8 coins, Reputation 5, no timer on strike"
    assert CHAPTERS[3].length == "2 shifts of 4:00 (family 5:00, rush 3:00)"


@pytest.mark.parametrize(
    ("settings", "verdict", "stars"),
    [
        ({}, "goal met", 2),
        ({"limit": "rush"}, "goal met", 3),
        ({"limit": "family"}, "goal met", 1),
        ({"limit": "rush", "pace": "stepped"}, "goal met", 1),
        ({"limit": "rush"}, "goal missed", 0),
        ({}, "strike", 0),
    ],
)
def test_stars_are_for_the_goal_and_for_how_the_clock_ran(settings, verdict, stars):
    t = GAME.table(2, Chance(1), settings)
    t.verdict = verdict
    assert GAME.campaign.stars(t) == stars


def test_the_option_lists_the_scenarios_by_name():
    kitchen = game("kitchen-rush")
    listed = kitchen.menu.option["scenario"].values
    assert listed == {str(one.number): f"{one.number}: {one.name}" for one in kitchen.pack(None).scenario}
