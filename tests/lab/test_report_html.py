"""HTML reports: no external resources, no scripts, colours of the web client, described plots."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from flattop.lab.report_html import (
    DARK,
    LIGHT,
    Line,
    Mark,
    Section,
    bars,
    document,
    dots,
    figure,
    grid,
    heat,
    histogram,
    lines,
    picture,
    round_numbers,
    table,
)

TOKENS = Path(__file__).parents[2] / "web" / "src" / "styles" / "tokens.css"
MARKS = [Mark("first <seat>", 0.279, 0.271, 0.287, loud=True), Mark("second", 0.25, 0.24, 0.26)]


def percent(value):
    return f"{value:.1%}"


PLOTS = {
    "bars": bars("Wins", MARKS, percent, fair=0.25),
    "dots": dots("Worth", [Mark("bun", -0.02, -0.05, 0.01), *MARKS], percent),
    "histogram": histogram("Decisions", [(str(n), n * n) for n in range(20)], "decisions"),
    "lines": lines("Lead", [Line("a", [0, 5, 9], [0, 0.5, 1], [0, 0.4, 1], [0, 0.6, 1])], percent, "share"),
    "heat": heat("Pairs", ["a", "b"], ["x", "y"], [[0.1, None], [0.9, 0.5]], percent),
    "nothing": bars("Nothing", [], percent),
}


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_is_valid_svg_with_a_title_and_a_description(name):
    root = ElementTree.fromstring(PLOTS[name])
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert root.find("{*}title").text == root.get("aria-label")
    assert root.find("{*}desc") is not None


def test_the_description_has_values_with_their_intervals():
    description = ElementTree.fromstring(PLOTS["bars"]).find("{*}desc").text
    assert description == "first <seat>: 27.9% (27.1% to 28.7%); second: 25.0% (24.0% to 26.0%)"


@pytest.mark.parametrize("names", [["house", "random"], [f"a-bot-{n}" for n in range(8)]])
def test_heat_map_cells_do_not_overlap_names_and_are_narrow(names):
    drawn = heat("Pairs", names, names, [[0.5] * len(names)] * len(names), percent)
    cells = [
        (float(x), float(wide))
        for x, wide in re.findall(r'<rect [^>]*x="([\d.]+)"[^>]* width="([\d.]+)"', drawn)
    ]
    assert min(x for x, _ in cells) >= 8 + 7 * max(map(len, names))
    assert max(wide for _, wide in cells) <= 72
    assert max(x + wide for x, wide in cells) <= 360


def test_bars_and_dots_are_to_scale():
    widths = [float(w) for w in re.findall(r'class="(?:loud|bar)" [^>]*width="([\d.]+)"', PLOTS["bars"])]
    assert widths[0] / widths[1] == pytest.approx(0.279 / 0.25, rel=0.01)
    places = [float(x) for x in re.findall(r'cx="([\d.]+)"', PLOTS["dots"])]
    assert (places[1] - places[0]) / (places[2] - places[0]) == pytest.approx(0.299 / 0.27, rel=0.01)


def test_the_document_has_no_external_resources_and_no_scripts():
    numbers = table(["seat", "wins"], [["1 & only", "27.9 %"]], numbers=[1])
    body = grid([figure("Wins", PLOTS["bars"], numbers, "a note")])
    page = document("Balance", "<p>lead</p>", [Section("wins", "Who wins", body)])
    assert "<script" not in page
    assert "url(" not in page
    assert "<link" not in page
    assert "@import" not in page
    assert not [link for link in re.findall(r'(?:src|href)="([^"]*)"', page) if not link.startswith("#")]
    assert '<a href="#wins">' in page
    assert 'id="wins"' in page
    assert "1 &amp; only" in page
    assert '<td class="number">27.9 %</td>' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_a_picture_contains_its_colours():
    ElementTree.fromstring(picture(PLOTS["lines"]))
    assert "--seat-1: #1F5FA6" in picture(PLOTS["lines"])


def test_the_colours_are_those_of_the_web_client():
    light, _, dark = TOKENS.read_text("utf-8").partition(':root[data-theme="dark"]')
    for colours, text in ((LIGHT, light), (DARK, dark)):
        ours = dict(re.findall(r"--([\w-]+):\s*(#[0-9A-F]{6})", text))
        assert {name: ours[name] for name in colours} == colours


def test_scales_have_round_numbers():
    assert round_numbers(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert round_numbers(3, 47) == [10, 20, 30, 40]
    assert round_numbers(5, 5) == [5]
