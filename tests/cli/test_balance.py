"""`flattop balance`: findings, JSON, HTML page, and errors."""

import json

import pytest

from flattop.games import game
from flattop.lab import balance as lab

GO = ["balance", "burger-go", "--seats", "2", "--games", "4", "--pairs", "1"]


def test_findings_are_printed(flattop):
    code, out, err = flattop(*GO)
    assert (code, err) == (0, "")
    assert "- Two-seat games take " in out
    assert "minutes at 2 s for a decision and 2 s more each time its options double." in out


def test_the_json_has_the_documented_shape(flattop):
    report = json.loads(flattop(*GO, "--json", "-").out)
    assert list(report) == [
        "format", "game", "title", "bots", "seed", "games", "pace", "sections", "comparisons", "findings",
    ]  # fmt: skip
    assert list(report["sections"][0]) == [
        "seats", "variant", "options", "deck", "rivals", "games", "headline", "wins", "wins_alike", "turns",
        "turns_alike", "points", "spread", "endings", "sources", "matter", "cards", "things", "untouched",
    ]  # fmt: skip
    assert (report["format"], report["games"], report["bots"]) == (1, 4, ["house"])


def test_report_files_are_written_and_named(flattop, tmp_path):
    page, report = tmp_path / "r.html", tmp_path / "r.json"
    out = flattop(*GO, "--out", page, "--json", report).out
    assert out.endswith(f"the whole report is in {page} and {report}\n")
    assert json.loads(report.read_text("utf-8"))["game"] == "burger-go"
    html = page.read_text("utf-8")
    assert "<h1>Balance: Burger Go!</h1>" in html
    assert "<script" not in html
    assert "Observed, not causal" in html


def test_options_and_decks_are_compared(flattop, tmp_path):
    code, out, _ = flattop(*GO, "--compare", "rounds=3,1", "--json", "-")
    compare = json.loads(out)["comparisons"][0]
    assert (code, compare["variant"], compare["against"]) == (0, "rounds=1", "rounds=3")
    deck = tmp_path / "mine.toml"
    deck.write_bytes(game("burger-go").deck.read_bytes())
    same = json.loads(flattop(*GO, "--deck", deck, "--json", "-").out)["comparisons"][0]
    assert (same["against"], same["variant"]) == ("the house deck", "mine.toml")
    assert {row["difference"][0] for row in same["differences"]} == {0}
    page = tmp_path / "r.html"
    flattop(*GO, "--compare", "rounds=3,1", "--out", page)
    html = page.read_text("utf-8")
    assert "rounds=1 compared with rounds=3, at 2 seats" in html
    assert "Differences with their intervals" in html
    row = next(row for row in compare["differences"] if row["name"] == "decisions")
    middle, low, high = (f"{value:+.0f}".replace("+-", "-") for value in row["difference"])
    assert f"{middle} ({low} to {high})" in html


def test_ctrl_c_reports_on_the_games_so_far(flattop, monkeypatch, tmp_path):
    calls = iter(range(9))

    def block(study, job, honest=lab.study.play_block):
        if next(calls):
            raise KeyboardInterrupt
        return honest(study, job)

    monkeypatch.setattr(lab.study, "play_block", block)
    page = tmp_path / "report.html"
    words = ["balance", "burger-go", "--games", "30", "--pairs", "0", "--json", "-", "--out", page]
    code, out, err = flattop(*words)
    assert (code, err) == (130, "flattop: stopped after 10 of 30 games\n")
    assert json.loads(out)["sections"][0]["games"] == 10
    assert ">10 games for each table, by house bots, with seed 0.<" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["burger-gone"], "unknown game 'burger-gone'; did you mean 'burger-go'?"),
        (["burger-go", "--seats", "9"], "9 is not a whole number at least 1 and at most 6"),
        (["burger-go", "--seats", "1"], "Burger Go! has no table for 1; it seats 2, 3, 4, 5, 6"),
        (["burger-go", "--games", "1"], "1 is not a whole number at least 2"),
        (["burger-go", "--compare", "rounds=3"], "'rounds=3' names one value, give two or more"),
        (["burger-go", "--compare", "ronds=1,2"], "no option 'ronds'; did you mean 'rounds'?"),
        (["burger-go", "--compare", "rounds=1,9"], "option rounds=9: the values are 1, 2, 3"),
        (
            ["burger-go", "--compare", "rounds=1,2", "--option", "rounds=3"],
            "--compare rounds and --option rounds cannot be combined",
        ),
        (["burger-go", "--pace", "2"], "'2' is not two numbers of seconds, such as 2,2"),
        (["burger-go", "--bots", "house,random"], "2 bots for 4 seats; name one for all, or one for each"),
        (["burger-go", "--bots", "huose"], "huose"),
        (
            ["burger-go", "--games", "2", "--out", "no/such/r.html"],
            "directory 'no/such' does not exist",
        ),
        (["burger-go", "--json", "no/r.json"], "--json: directory 'no' does not exist"),
    ],
)
def test_bad_arguments_are_one_line(refused, words, message):
    assert message in refused("balance", *words)
