"""Take the pictures of the page that README and docs show: `python -m bench.page.doc_pictures [FOLDER]`.

`./flattop test --regenerate page-pictures` runs it. tests/web/test_doc_pictures.py fails on a stale picture.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.arguments import argument_parser
from bench.page.positions import Position
from bench.page.screenshots import a_page, mid_game_server, open_at

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = {"width": 1440, "height": 900}
PICTURES = {
    "page-burger-boss.png": Position("burger-boss", 5, "place", 280),
    "page-burger-trucker.png": Position("burger-trucker", 4, "grab", 400),
    "page-kitchen-rush.png": Position("kitchen-rush", 4, "cook", 100),
}


def take_pictures(folder: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        mid_game_server(Path(data)) as (link, file),
        a_page(link) as page,
    ):
        page.set_viewport_size(SIZE)
        for name, position in PICTURES.items():
            open_at(page, position, file)
            page.screenshot(path=folder / name)


if __name__ == "__main__":
    parser = argument_parser(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="folder for the pictures")
    take_pictures(parser.parse_args().folder)
