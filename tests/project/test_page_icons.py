"""The icons that the page links to exist in the sizes that it names."""

import json
import re
import struct
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
INDEX = (WEB / "index.html").read_text("utf-8")
MANIFEST = json.loads((WEB / "public" / "manifest.webmanifest").read_text("utf-8"))


def size_of(file):
    """Width and height from the header of a PNG."""
    return "{}x{}".format(*struct.unpack(">II", (WEB / "public" / file).read_bytes()[16:24]))


@pytest.mark.parametrize(("relation", "size"), [("icon", "48x48"), ("apple-touch-icon", "180x180")])
def test_the_page_links_to_a_picture_of_the_right_size(relation, size):
    file = re.search(rf'rel="{relation}" href="/([^"]+\.png)"', INDEX)[1]
    assert size_of(file) == size


def test_the_manifest_is_linked_and_its_icons_have_the_sizes_it_names():
    assert 'rel="manifest" href="/manifest.webmanifest"' in INDEX
    assert {icon["src"]: icon["sizes"] for icon in MANIFEST["icons"]} == {
        icon["src"]: size_of(icon["src"]) for icon in MANIFEST["icons"]
    }
