"""`flattop bots`: the list of ranks, and ratings from duels."""

import json
import tomllib

import pytest

from flattop.bots import RANKS
from flattop.bots.ratings import Rating, ratings
from flattop.cli import main
from flattop.games import CATALOG, game
from flattop.games.manifest import manifest
from flattop.lab.duel import gap_of, rated


def row(first, second, share, **more):
    wins = [share, share - 0.05, share + 0.05]
    return {"game": "burger-go", "bots": [first, second], "wins": wins, "games": 400, "fair": 0.5} | more


def test_bots_lists_every_rank(flattop):
    head, *lines, own = flattop("bots").out.splitlines()
    assert head.split("\t")[0] == "bot"
    assert [line.split("\t")[0] for line in lines] == list(RANKS)
    assert all(rank.manner in line for rank, line in zip(RANKS.values(), lines, strict=True))
    assert "mine.py:Bot" in own


def test_bots_shows_the_ratings_in_a_game(flattop, monkeypatch):
    monkeypatch.setattr("flattop.bots.ratings.ratings", lambda key: {"easy": Rating(812, 780, 840)})
    assert "easy\tapprentice\t812 (780 to 840)\t" in flattop("bots", "burger-go").out
    assert (str(Rating(1000, 1000, 1000)), str(Rating(40, -200, 280))) == ("1000", "under 280")
    rows = {entry["bot"]: entry["rating"] for entry in json.loads(flattop("bots", "burger-go", "--json").out)}
    assert rows == dict.fromkeys(RANKS) | {"easy": [812, 780, 840]}


def test_shipped_ratings_are_of_known_games_and_ranks():
    games = {key: manifest(key).ratings for key in CATALOG if manifest(key).ratings}
    assert games.keys() == {key for key in CATALOG if game(key).mode == "competitive"}
    for key, rows in games.items():
        assert rows.keys() <= RANKS.keys()
        assert rows["house"] == (1000, 1000, 1000)
        assert all(low <= value <= high for value, low, high in rows.values())
        assert ratings(key)["random"].value < ratings(key)["easy"].value < 1000, key


def test_ten_times_the_odds_are_400_rating_points():
    assert gap_of([10 / 11, 0.9, 0.92], 10**6, 0.5).size == pytest.approx(400, abs=0.1)
    assert gap_of([10 / 12, 0.8, 0.85], 10**6, 1 / 3).size == pytest.approx(400, abs=0.1)
    rout = gap_of([1, 1, 1], 100, 0.5)
    assert 600 < rout.size < 1000
    assert rout.variance > gap_of([0.9, 0.85, 0.95], 100, 0.5).variance, "nobody knows how much better"


def test_ratings_chain_over_duels_with_growing_uncertainty(flattop, tmp_path):
    rows = [row("easy", "house", 0.2), row("random", "easy", 0.1), row("chef", "stray", 0.5)]
    games = rated(rows)["burger-go"]
    assert list(games) == ["random", "easy", "house"]
    assert games["easy"].value == pytest.approx(1000 - 400 * 0.602, abs=3)
    assert games["random"].value == pytest.approx(games["easy"].value - 400 * 0.954, abs=5)
    widths = [rating.high - rating.low for rating in games.values()]
    assert widths == sorted(widths, reverse=True)
    surer = rated([*rows, row("house", "easy", 0.8)])["burger-go"]["easy"]
    assert surer.high - surer.low < widths[1]
    file = tmp_path / "rows.jsonl"
    team = row("easy", "house", 0.9, game="hanaburger", gain=[1, 0, 2])
    file.write_text("\n".join(map(json.dumps, [*rows, team])))
    written = tomllib.loads(flattop("bots", "--rate", file).out)
    assert written == {"burger-go": {name: list(rating) for name, rating in games.items()}}


def test_bad_duel_file_is_one_line(refused, tmp_path):
    file = tmp_path / "rows.jsonl"
    for text in ("no json", "[]", '{"game": "burger-go"}'):
        file.write_text(text)
        assert "is not the output of `flattop duel --json`" in refused("bots", "--rate", file)


def test_chef_without_numpy_says_so_and_shows_no_rating(monkeypatch, capsys):
    ratings.cache_clear()
    monkeypatch.setattr("flattop.bots.ratings.find_spec", lambda name: None)
    assert main(["bots", "burger-boss", "--json"]) == 0
    rated = {bot["bot"]: bot["rating"] for bot in json.loads(capsys.readouterr().out)}
    assert (rated["chef"], rated["head-chef"]) == (None, None)
    assert rated["house"]
    main(["bots", "burger-boss"])
    assert "chef plays burger-boss weaker than rated: its evaluation needs" in capsys.readouterr().err
    main(["bots", "burger-go"])
    assert capsys.readouterr().err == ""
    ratings.cache_clear()
