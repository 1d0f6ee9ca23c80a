"""Pictures of the terminal for the docs: `python -m flattop.terminal.screenshots FOLDER` draws them anew."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from os import environ
from pathlib import Path

from flattop.terminal.app import FlattopApp
from flattop.terminal.session import Session
from flattop.terminal.session_setup import Wish, new_session

SIZE = (120, 40)
MOMENTS = {  # seats, seed, and how often the person has decided before the picture is taken
    "burger-go": ("you:Ann,house,random", 7, 19),
    "burger-boss": ("you:Ann,house,house", 9, 94),
}


def without_hosts(svg: str) -> str:
    """The picture with the fonts of whoever looks at it: nothing is fetched from anywhere."""
    svg = re.sub(r"@font-face\s*{[^}]*}\s*", "", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace")


def advance(session: Session, steps: int) -> None:
    """Let house bots play for everybody, until the person has decided so often and is asked again."""
    person = session.persons[0]
    while not session.match.over:
        bot = session.bot_to_move
        if bot is not None:
            session.settle(session.think(bot))
        elif steps:
            steps -= 1
            session.play(person, session.hint(person)[0])
        else:
            return


async def picture(key: str, size: tuple[int, int] = SIZE) -> str:
    """A table in mid-game, as the terminal shows it."""
    seats, seed, steps = MOMENTS[key]
    wish = Wish(key, seats, seed=seed)
    session = new_session(wish)
    advance(session, steps)
    app = FlattopApp(wish, session)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        return without_hosts(app.export_screenshot(title=f"flattop play {key}"))


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as saves:
        environ["XDG_DATA_HOME"] = saves  # a picture is no game to go on with
        for key in MOMENTS:
            (folder / f"terminal-{key}.svg").write_text(asyncio.run(picture(key)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
