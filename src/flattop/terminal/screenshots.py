"""Screenshots for the docs: `python -m flattop.terminal.screenshots DIR` writes them."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from os import environ
from pathlib import Path
from typing import NamedTuple

from flattop.terminal.app import PlayApp
from flattop.terminal.session import Session
from flattop.terminal.session_setup import GameRequest, new_session

SIZE = (120, 40)


class Scene(NamedTuple):
    """A game, and the number of decisions that the person makes before the screenshot is taken."""

    seats: str
    seed: int
    decisions: int


SCENES = {
    "burger-go": Scene("you:Ann,house,random", 7, 19),
    "burger-boss": Scene("you:Ann,house,house", 9, 87),
}


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as saves:
        environ["XDG_DATA_HOME"] = saves  # keep these games out of the user's saves
        for key in SCENES:
            (folder / f"terminal-{key}.svg").write_text(asyncio.run(screenshot(key)), "utf-8")


async def screenshot(key: str, size: tuple[int, int] = SIZE) -> str:
    """Return an SVG of a table in the middle of a game."""
    scene = SCENES[key]
    request = GameRequest(key, scene.seats, seed=scene.seed)
    session = new_session(request)
    advance(session, scene.decisions)
    app = PlayApp(request, session)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        return without_web_fonts(app.export_screenshot(title=f"flattop play {key}"))


def advance(session: Session, decisions: int) -> None:
    """Play for all seats, until the person has made so many decisions and must decide again."""
    human = session.humans[0]
    while not session.match.over:
        if session.play_next():
            continue
        if not decisions:
            return
        decisions -= 1
        session.play(human, session.first_hint(human)[0])


def without_web_fonts(svg: str) -> str:
    """Replace the web font by local ones, so that nothing is downloaded to show the picture."""
    svg = re.sub(r"@font-face\s*{[^}]*}\s*", "", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
