"""The pictures of the page in README and docs show the page as it is."""

import subprocess
import sys

from PIL import Image, ImageChops, ImageStat

from bench.page.doc_pictures import FOLDER, PICTURES

THUMBNAIL = (48, 30)  # small enough that fonts and antialiasing of another machine do not show
MOST = 4.0  # mean difference of grey values out of 255; another position of the same game differs by about 10


def difference(one, other):
    grey = [Image.open(path).convert("L").resize(THUMBNAIL) for path in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*grey)).mean[0]


def test_pictures_in_the_docs_show_the_page_as_it_is(tmp_path):
    subprocess.run([sys.executable, "-m", "bench.page.doc_pictures", str(tmp_path)], check=True, timeout=240)
    stale = {name: difference(FOLDER / name, tmp_path / name) for name in PICTURES}
    hint = "renew them by ./flattop test --regenerate page-pictures"
    assert all(value < MOST for value in stale.values()), f"{stale}: {hint}"


def test_a_picture_of_another_game_is_told_apart():
    boss, rush = FOLDER / "page-burger-boss.png", FOLDER / "page-kitchen-rush.png"
    assert difference(boss, rush) > MOST
