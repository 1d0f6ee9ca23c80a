"""What a seat sees and may do, in words."""

from __future__ import annotations

from collections.abc import Mapping

from flattop.kernel import Action, seat_names
from flattop.match import Sight


def told(sight: Sight, options: Mapping[int, Action]) -> str:
    """The whole table as one seat sees it, and what it may do by number."""
    people = seat_names(sight.seats)
    describer = sight.game.describer(sight.pack, people, dict(sight.view), sight.seat)
    lines = [said.words for said in describer.table()]
    choices = [f"{number:>5}  {words}" for number, words in named(sight, options).items()]
    return "\n".join([f"{sight.game.title}, as {people[sight.seat]} sees it", "", *lines, "", *choices])


def named(sight: Sight, options: Mapping[int, Action]) -> dict[int, str]:
    """Every option by number, as people would say it."""
    picture, people = sight.picture(), seat_names(sight.seats)
    return {
        number: sight.game.text.option(picture, action, people) for number, action in sorted(options.items())
    }
