"""Reports of simulations and duels as pages, which load nothing from elsewhere."""

import json
import re

import pytest

from flattop.cli import main
from flattop.lab import Plan, simulate
from flattop.lab.duel import Duel, run_duel
from flattop.lab.reports import duel_page, findings, simulation_page

FOREIGN = re.compile(r"<script|https?://(?!www\.w3\.org)|\son\w+=|src=", re.IGNORECASE)
INFINITE = re.compile(r"\b(inf|nan)\b")
GAMES = ["burger-go", "hanaburger"]  # one with rivals, one cooperative


def is_one_file(page):
    return page.startswith("<!doctype html>") and not FOREIGN.search(page) and not INFINITE.search(page)


def words(page):
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", page).split()


def test_a_simulation_page_shows_wins_by_seat():
    page = simulation_page(simulate(Plan("burger-go", ("house", "random", "random"), 1), 60))
    assert is_one_file(page)
    assert "Burger Go!: 60 games among bots" in page
    assert re.search(r"Seat 1 wins \d+\.\d% \(.*\), more than its fair share of 33\.3%\.", page)
    assert {"Seat", "1:", "2:", "3:"} <= set(words(page))


@pytest.mark.parametrize(("game", "seats"), [("burger-go", ("house", "house")), ("solo-up", ("house",))])
def test_a_page_of_one_game_has_no_infinite_interval(game, seats):
    assert is_one_file(simulation_page(simulate(Plan(game, seats, 1), 1)))


@pytest.mark.parametrize("game", GAMES)
def test_a_duel_of_one_deal_has_no_interval(game):
    result = run_duel(Duel(game, "house", "random", 2), 1)
    _, second, played = findings(result)
    assert "points (no interval from one deal)" in second
    assert played.startswith("1 deal at 2 seats in ")
    assert is_one_file(duel_page(result))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["simulate --games 1 --seats", "duel --deals 1 --bots",
                                     "tournament --deals 1 --bots"])  # fmt: skip
def test_one_game_gives_json_and_a_page_without_infinities(command, game, tmp_path, capsys):
    verb, *rest = command.split()
    out = tmp_path / "report.html"
    assert main([verb, game, *rest, "house,random", "--json", "--out", str(out)]) == 0
    json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert is_one_file(out.read_text("utf-8"))


def test_a_duel_page_shows_who_wins():
    result = run_duel(Duel("burger-go", "house", "random", 2), 20)
    page = duel_page(result)
    assert is_one_file(page)
    assert findings(result)[0].startswith("house wins ")
    assert findings(result)[0] in page
    assert "Points ahead of the best other seat" in page


def test_a_duel_of_a_cooperative_game_shows_who_succeeds():
    result = run_duel(Duel("solo-up", "house", "random", 1), 4)
    assert findings(result)[0].startswith("house succeeds in ")
    assert "Points compared with the rival" in duel_page(result)


def test_both_commands_write_a_page(tmp_path, capsys):
    out = tmp_path / "report.html"
    assert main(["simulate", "burger-go", "--seats", "house,house", "--games", "3", "--out", str(out)]) == 0
    assert "3 games among bots" in out.read_text("utf-8")
    duel = ["duel", "burger-go", "--bots", "house,easy", "--deals", "3", "--json", "--out", str(out)]
    assert main(duel) == 0
    assert "house against easy" in out.read_text("utf-8")
    capsys.readouterr()
    assert main([*duel[:-1], str(tmp_path)]) == 2
    assert "is a directory, not a file" in capsys.readouterr().err
