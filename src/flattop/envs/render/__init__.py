"""The render modes of Gymnasium: "human" (printed), "ansi" (text) and "rgb_array" (an image)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flattop.envs.factories import module_name
from flattop.envs.table import EnvTable
from flattop.kernel import Action, BadOption, Seat, seat_names
from flattop.match import Observation

MODES = ("human", "ansi", "rgb_array")


class Renderer:
    """Renders a table from the seat that has to decide, or from the first seat after the end."""

    def __init__(self, table: EnvTable, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadOption(f"unknown render_mode {mode!r}; use one of {', '.join(MODES)}")
        self._table, self._mode = table, mode

    @property
    def metadata(self) -> dict[str, Any]:
        return {
            "name": module_name(self._table.game.key),
            "render_modes": [*MODES],
            "render_fps": 2,
            "is_parallelizable": self._table.spaces.layout.together,
        }

    def render(self) -> Any:
        table = self._table
        seat = 0 if table.over else table.deciding[0]
        if self._mode == "rgb_array":
            from flattop.envs.render.image import table_image

            return table_image(table.obs(seat))
        if self._mode is None:
            return None
        text = table_text(table.obs(seat), table.options(seat))
        return print(text) if self._mode == "human" else text

    def info(self, seat: Seat) -> dict[str, Any]:
        """Return the options of a seat in English, by number, and the points of all seats."""
        table = self._table
        outcome = table.game.outcome(table.t)
        return {"options": option_texts(table.obs(seat), table.options(seat)), "standing": [*outcome.points]}


def table_text(obs: Observation, options: Mapping[int, Action]) -> str:
    """Describe an observation and the numbered options in English."""
    people = seat_names(obs.seats)
    describer = obs.game.describer(obs.pack, people, dict(obs.view), obs.seat)
    lines = [sentence.words for sentence in describer.table()]
    choices = [f"{number:>5}  {words}" for number, words in option_texts(obs, options).items()]
    return "\n".join([f"{obs.game.title}, as {people[obs.seat]} sees it", "", *lines, "", *choices])


def option_texts(obs: Observation, options: Mapping[int, Action]) -> dict[int, str]:
    """Return the label of every option, by number."""
    t, people = obs.picture(), seat_names(obs.seats)
    return {number: obs.game.text.option(t, action, people) for number, action in sorted(options.items())}
