"""`flattop games`, `rules`, `deck` and `recipe`."""

import json

import pytest

from flattop.games import CATALOG, game


def test_games_as_json_has_the_documented_shape(flattop):
    code, out, _ = flattop("games", "--json")
    games = json.loads(out)
    assert code == 0
    assert [entry["key"] for entry in games] == list(CATALOG)
    for entry in games:
        assert list(entry) == ["key", "title", "mode", "seats", "minutes", "difficulty", "options"]
        assert entry["seats"] == list(game(entry["key"]).seats)
        for option in entry["options"].values():
            assert list(option) == ["default", "values", "title", "text", "free"]


def test_games_in_a_pipe_are_one_line_each(flattop):
    head, *lines = flattop("games").out.splitlines()
    assert head.split("\t") == ["game", "title", "mode", "seats", "options"]
    assert [line.split("\t")[0] for line in lines] == list(CATALOG)
    assert "\t2-6\t" in lines[0]
    assert "rounds=3" in lines[0]


def test_games_on_a_terminal_are_a_table(flattop, terminal):
    assert "burger-go" in flattop("games").out


def test_one_game_explains_its_options(flattop):
    out = flattop("games", "burger-boss").out
    assert out.startswith("Burger Boss (burger-boss): competitive, for 2-5, 60-100 minutes, hard to learn\n")
    for key, text in game("burger-boss").menu.option.items():
        assert any(line.startswith(f"{key}\t") and text.text in line for line in out.splitlines())
    assert json.loads(flattop("games", "burger-boss", "--json").out)["key"] == "burger-boss"
    assert "Quick\t--option missions=off --option off_turn_specials=off" in out


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("burger-up", ["Matt Parkes"]),
        ("ninja-burger", ["Steve Jackson"]),
        ("hanaburger", ["Antoine Bauza", "Matt Parkes", "Alistair Kearney", "Allen Chang"]),
        ("burger-boss", ["Legend Express Limited"]),
    ],
)
def test_a_game_names_its_designers_as_its_rule_book_does(flattop, key, names):
    credit = flattop("games", key).out.splitlines()[1]
    assert [name for name in names if name not in credit] == []


def listed(flattop, *words):
    return [line.split("\t")[0] for line in flattop("games", *words).out.splitlines()[1:]]


def test_games_for_a_number_of_players(flattop):
    assert listed(flattop, "--players", 1) == ["solo-up"]
    assert listed(flattop, "--players", 6) == [key for key in CATALOG if 6 in game(key).seats]


def test_games_by_playing_time_use_the_number_of_players(flattop):
    """Burger Go! takes 10 minutes with two players, 20 with six, and by that 15 with four."""
    assert listed(flattop, "--minutes", 9) == []
    assert listed(flattop, "--minutes", 10) == ["burger-go"]
    assert listed(flattop, "--players", 4, "--minutes", 15) == ["burger-go"]
    assert flattop("games", "--players", 4, "--minutes", 14).code == 1
    assert "burger-go" in listed(flattop, "--players", 6, "--minutes", 20)
    assert listed(flattop, "--minutes", 1000) == list(CATALOG)


def test_game_with_one_number_of_players_takes_the_shorter_time(flattop):
    assert listed(flattop, "--players", 1, "--minutes", 15) == ["solo-up"]


def test_no_game_that_fits_is_one_line_and_exit_code_1(flattop):
    code, out, err = flattop("games", "--players", 9)
    assert (code, out) == (1, "")
    assert err == "no game fits; allow more minutes or another number of players\n"
    code, out, err = flattop("games", "--players", 9, "--json")
    assert (code, json.loads(out), err) == (1, [], "")


def test_filtered_games_as_json(flattop):
    games = json.loads(flattop("games", "--players", 5, "--minutes", 30, "--json").out)
    assert "burger-go" in [entry["key"] for entry in games]
    assert all(5 in entry["seats"] for entry in games)


def test_filter_of_one_game_is_refused(refused):
    assert "leave out GAME" in refused("games", "burger-go", "--players", 4)


@pytest.mark.parametrize("number", ["0", "-2", "few", "1.5"])
def test_bad_number_of_players_or_minutes_is_one_line(refused, number):
    assert number in refused("games", f"--players={number}")
    assert number in refused("games", f"--minutes={number}")


def test_short_search_word_must_match_a_whole_word(flattop):
    assert flattop("rules", "burger-boss", "R").code == 1
    assert flattop("rules", "burger-boss", "r3").out.startswith("BB-R3\t")
    rules = flattop("rules", "burger-boss", "queu").out.splitlines()
    assert 0 < len(rules) < 40


def test_a_rule_is_found_by_its_id_in_any_case(flattop):
    rule = game("burger-go").rules[3]
    code, out, _ = flattop("rules", "burger-go", rule.id.lower())
    assert (code, out) == (0, f"{rule.id}\t{rule.section}\t{rule.text}\n")


def test_rules_must_contain_all_search_words(flattop):
    rules = flattop("rules", "burger-go", "Middle", "BUN").out.lower().splitlines()
    assert 0 < len(rules) < len(game("burger-go").rules)
    assert all("middle" in line and "bun" in line for line in rules)


def test_without_words_all_rules_are_printed(flattop, terminal):
    out = flattop("rules", "burger-go").out
    assert all(rule.id in out and rule.section in out for rule in game("burger-go").rules)
    assert max(map(len, out.splitlines())) <= 100


def test_search_without_a_match_is_one_line_and_exit_code_1(flattop):
    code, out, err = flattop("rules", "burger-go", "submarine")
    assert (code, out) == (1, "")
    assert err == "no rule of Burger Go! matches 'submarine'\n"


@pytest.mark.parametrize("key", CATALOG)
def test_exported_deck_is_valid(flattop, tmp_path, key):
    path = tmp_path / "own.toml"
    assert flattop("deck", "export", key, "--out", path).code == 0
    assert path.read_bytes() == game(key).deck.read_bytes()
    code, out, _ = flattop("deck", "check", path)
    assert code == 0
    assert game(key).title in out
    assert flattop("deck", "export", key).out == path.read_text("utf-8")


def test_existing_file_is_not_overwritten_without_force(flattop, refused, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("mine")
    assert "--force" in refused("deck", "export", "burger-go", "--out", path)
    assert path.read_text() == "mine"
    assert flattop("deck", "export", "burger-go", "--out", path, "--force").code == 0
    assert path.read_text() != "mine"


def test_deck_export_to_a_missing_directory_is_one_line(refused, tmp_path):
    assert "No such file" in refused("deck", "export", "burger-go", "--out", tmp_path / "no" / "own.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not a deck", "not TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[engine]\nvalves = 8\n", "not similar to the deck of any game"),
        (b'key = "burger-boss"\n', "own.toml"),
        (b"key = [1]\n", "not similar to the deck of any game"),
    ],
)
def test_a_broken_deck_is_one_line(refused, tmp_path, content, message):
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    assert message in refused("deck", "check", path)


def test_a_deck_for_another_game_is_refused(refused):
    assert "cards.toml" in refused("deck", "check", game("burger-go").deck, "--game", "burger-boss")


@pytest.mark.parametrize("words", [["deck", "check"], ["verify"], ["replay"]])
def test_missing_file_or_directory_is_one_line(refused, tmp_path, words):
    assert "does not exist" in refused(*words, tmp_path / "none")
    assert "is a directory" in refused(*words, tmp_path)


def test_recipe_is_scaled_to_the_number_of_guests(flattop):
    out = flattop("recipe", "--serves", 2, "--units", "imperial").out
    assert out.startswith("O.G. Cheeseburger: serves 2, about 40 minutes, easy\n")
    assert "5 oz (165 g) good beef mince" in out
    assert "Shape 2 equal round patties, each about ¾ inch thick" in out
    assert "(3-4 minutes)" in out
    assert "(15 minutes)" in out


@pytest.mark.parametrize("serves", ["0", "-1", "six", "49", "2.5"])
def test_bad_number_of_guests_is_one_line(refused, serves):
    assert serves in refused("recipe", "--serves", serves)


def test_a_deck_check_as_json(flattop, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(flattop("deck", "export", "burger-boss").out)
    code, out, _ = flattop("deck", "check", path, "--json")
    assert (code, json.loads(out)) == (0, {"file": str(path), "good": True, "games": ["burger-boss"]})
    path.write_text("nonsense")
    code, out, err = flattop("deck", "check", path, "--json")
    assert (code, err, json.loads(out)["good"]) == (2, "", False)


def test_byte_order_mark_is_reported(refused, tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + game("burger-go").deck.read_bytes())
    for more in ([], ["--game", "burger-go"]):
        assert "begins with a byte order mark; save it as UTF-8" in refused("deck", "check", path, *more)


def test_huge_number_in_a_deck_is_reported(refused, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(f"schema = {'9' * 5000}")
    assert "own.toml" in refused("deck", "check", path)
