"""How a table in play is shown: printed, as text or as a picture, by the render modes of Gymnasium."""

from __future__ import annotations

from typing import Any

from flattop.envs.play import Play
from flattop.envs.words import named, told
from flattop.kernel import BadOption, Seat

MODES = ("human", "ansi", "rgb_array")
VERSION = 0


class Showing:
    """Shows a table as the seat that is asked sees it, or its end as the first seat does."""

    def __init__(self, play: Play, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadOption(f"render_mode {mode!r}: it is one of {', '.join(MODES)}")
        self._play, self._mode = play, mode

    @property
    def metadata(self) -> dict[str, Any]:
        return {
            "name": module_name(self._play.game.key),
            "render_modes": [*MODES],
            "render_fps": 2,
            "is_parallelizable": self._play.spaces.layout.together,
        }

    def render(self) -> Any:
        play = self._play
        seat = 0 if play.over else play.asked[0]
        if self._mode == "rgb_array":
            from flattop.envs.render.image import picture

            return picture(play.obs(seat))
        if self._mode is None:
            return None
        text = told(play.obs(seat), play.options(seat))
        return print(text) if self._mode == "human" else text

    def notes(self, seat: Seat) -> dict[str, Any]:
        """What is open to a seat in words, by number, and how the table stands."""
        play = self._play
        outcome = play.game.outcome(play.t)
        return {"options": named(play.obs(seat), play.options(seat)), "standing": [*outcome.points]}


def module_name(key: str) -> str:
    """The versioned name of a game's environment."""
    return f"{key.replace('-', '_')}_v{VERSION}"
