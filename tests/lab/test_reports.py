"""Simulations and duels as pages: what they say, and that they load nothing."""

import json
import re

import pytest

from flattop.cli import main
from flattop.lab import Plan, simulate
from flattop.lab.duel import Duel, fight
from flattop.lab.reports import duel_page, findings, simulation_page

FOREIGN = re.compile(r"<script|https?://(?!www\.w3\.org)|\son\w+=|src=", re.IGNORECASE)
ENDLESS = re.compile(r"\b(inf|nan)\b")
TOGETHER = ["burger-go", "hanaburger"]  # one against the other, and both for one aim


def is_one_file(page):
    return page.startswith("<!doctype html>") and not FOREIGN.search(page) and not ENDLESS.search(page)


def words(page):
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", page).split()


def test_a_simulation_tells_seat_by_seat_who_wins():
    page = simulation_page(simulate(Plan("burger-go", ("house", "random", "random"), 1), 60))
    assert is_one_file(page)
    assert "Burger Go!: 60 games among bots" in page
    assert re.search(r"Seat 1 wins \d+\.\d% \(.*\), more than its share of 33\.3%\.", page)
    assert {"Seat", "1:", "2:", "3:"} <= set(words(page))


@pytest.mark.parametrize(("game", "seats"), [("burger-go", ("house", "house")), ("solo-up", ("house",))])
def test_one_game_alone_has_no_interval_of_its_points(game, seats):
    assert is_one_file(simulation_page(simulate(Plan(game, seats, 1), 1)))


@pytest.mark.parametrize("game", TOGETHER)
def test_one_deal_alone_is_told_as_people_would(game):
    standing = fight(Duel(game, "house", "random", 2), 1)
    _, second, played = findings(standing)
    assert "points (interval not known from one deal)" in second
    assert played.startswith("1 deal at 2 seats in ")
    assert is_one_file(duel_page(standing))


@pytest.mark.parametrize("game", TOGETHER)
@pytest.mark.parametrize("command", ["simulate --games 1 --seats", "duel --deals 1 --bots",
                                     "tournament --deals 1 --bots"])  # fmt: skip
def test_one_game_alone_is_json_and_a_page_without_endless_numbers(command, game, tmp_path, capsys):
    verb, *rest = command.split()
    out = tmp_path / "report.html"
    assert main([verb, game, *rest, "house,random", "--json", "--out", str(out)]) == 0
    json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert is_one_file(out.read_text("utf-8"))


def test_a_duel_tells_on_the_same_deals_who_is_better():
    standing = fight(Duel("burger-go", "house", "random", 2), 20)
    page = duel_page(standing)
    assert is_one_file(page)
    assert findings(standing)[0].startswith("house wins ")
    assert findings(standing)[0] in page
    assert "Points ahead of the best other" in page


def test_a_duel_of_teams_tells_who_succeeds():
    standing = fight(Duel("solo-up", "house", "random", 1), 4)
    assert findings(standing)[0].startswith("house succeeds in ")
    assert "Points beside the rival" in duel_page(standing)


def test_both_commands_write_their_page(tmp_path, capsys):
    out = tmp_path / "report.html"
    assert main(["simulate", "burger-go", "--seats", "house,house", "--games", "3", "--out", str(out)]) == 0
    assert "3 games among bots" in out.read_text("utf-8")
    duel = ["duel", "burger-go", "--bots", "house,easy", "--deals", "3", "--json", "--out", str(out)]
    assert main(duel) == 0
    assert "house against easy" in out.read_text("utf-8")
    capsys.readouterr()
    assert main([*duel[:-1], str(tmp_path)]) == 2
    assert "is a directory, not a file" in capsys.readouterr().err
