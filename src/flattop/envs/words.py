"""What a seat sees and may do, in words."""

from __future__ import annotations

from collections.abc import Mapping

from flattop.kernel import Action, seat_names
from flattop.match import Observation


def told(obs: Observation, options: Mapping[int, Action]) -> str:
    """The whole table as one seat sees it, and what it may do by number."""
    people = seat_names(obs.seats)
    describer = obs.game.describer(obs.pack, people, dict(obs.view), obs.seat)
    lines = [said.words for said in describer.table()]
    choices = [f"{number:>5}  {words}" for number, words in named(obs, options).items()]
    return "\n".join([f"{obs.game.title}, as {people[obs.seat]} sees it", "", *lines, "", *choices])


def named(obs: Observation, options: Mapping[int, Action]) -> dict[int, str]:
    """Every option by number, as people would say it."""
    picture, people = obs.picture(), seat_names(obs.seats)
    return {
        number: obs.game.text.option(picture, action, people) for number, action in sorted(options.items())
    }
