"""`flattop tournament`: text, JSON and HTML page."""

import json
from html.parser import HTMLParser

import pytest

from flattop.lab.tournament import Tournament, page
from flattop.lab.tournament.report import Report
from tests.lab.tournaments import drawn_standings

WORDS = ["tournament", "burger-go", "--bots", "random,house", "--deals", "2", "--option", "rounds=1"]


def test_ranking_and_findings_are_printed(flattop):
    code, out, _ = flattop(*WORDS)
    assert code == 0
    assert out.splitlines()[0].split("\t") == ["rank", "bot", "rating", "wins", "points", "ms"]
    assert out.splitlines()[3].split("\t")[0] == "ahead of"
    assert " comes out first, with a rating of " in out


def test_json_has_the_documented_shape(flattop):
    report = json.loads(flattop(*WORDS, "--json").out)
    assert list(report) == [
        "game", "bots", "seats", "seed", "options", "deals", "wanted", "games", "until", "looks", "decided",
        "ranking", "ahead", "order", "words", "digest", "times",
    ]  # fmt: skip
    assert [list(row) for row in report["ranking"]] == [["rank", "bot", "rating", "wins", "points"]] * 2
    assert (report["games"], list(report["times"])) == (4, ["seconds", "ms"])


def test_teams_are_ranked_by_points_on_the_same_deals(flattop):
    out = flattop("tournament", "solo-up", "--bots", "random,house", "--deals", "4").out
    assert out.splitlines()[1].split("\t")[1] == "house"
    assert "on the same deals it scores +" in out


def test_tournament_continues_from_its_file_and_writes_a_page(flattop, tmp_path):
    file, out = tmp_path / "kept.jsonl", tmp_path / "report.html"
    flattop(*WORDS, "--keep", file)
    code, _, err = flattop(
        *WORDS[:4], "--deals", 3, *WORDS[6:], "--keep", file, "--out", out, "--progress", "json"
    )
    assert code == 0
    assert [json.loads(line)["done"] for line in err.splitlines()] == [2, 3]
    assert "3 deals, each played by every line-up: 6 games at 2 seats." in out.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "house"], "a tournament needs two or more bots, such as house,easy, not 1"),
        (["--bots", "house,house"], "bot 'house' is named twice"),
        (["--bots", "house,hose"], "unknown bot 'hose'; did you mean 'house'?"),
        (["--bots", "house,easy", "--seats", "1"], "Burger Go! has no table for 1"),
        (["--bots", "house,easy", "--until", "100"], "'100' is not a number of per cent from 50 to 99.99"),
        (["--bots", "house,easy", "--keep", "/nowhere/kept"], "/nowhere/kept: No such file or directory"),
    ],
)
def test_bad_arguments_are_one_line(refused, words, message):
    assert message in refused("tournament", "burger-go", *words)


class Reader(HTMLParser):
    """Collects tags that are not closed properly, and all links."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.addresses = [], [], []

    def handle_starttag(self, tag, attrs):
        self.addresses += [value for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize(
    "held", [Tournament("burger-go", ("house", "easy"), 2), Tournament("solo-up", ("random", "house"), 1)]
)
def test_page_is_well_formed_and_self_contained(held, tmp_path):
    report = Report(drawn_standings(held, 9, (0, -300), 1), 9, None, 1.0)
    reader = Reader()
    reader.feed(page(report))
    assert (reader.open, reader.wrong) == ([], [])
    assert reader.addresses
    assert all(address.startswith("#") for address in reader.addresses)
    assert "<script" not in page(report)
    assert page(report).count("<svg") == 2
