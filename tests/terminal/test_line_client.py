"""The line client, and games between bots that are printed as text."""

import io
import re

import pytest

from flattop.bots.hints import Stage
from flattop.cli import main
from flattop.kernel.text.game_text import Text
from flattop.match import snapshot
from flattop.terminal.line_client import LineClient, play_by_lines, watch
from flattop.terminal.saves import latest_unfinished
from flattop.terminal.session import Session
from flattop.terminal.session_setup import new_session

from .terminal_table import request


def play_lines(lines, **given):
    """Play with these input lines, and return the session and the output."""
    session, out = new_session(request(**given)), io.StringIO()
    assert play_by_lines(session, io.StringIO("\n".join(lines) + "\n"), out) == 0
    return session, out.getvalue()


def run(capsys, *words):
    code = main(["play", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_game_can_be_played_to_its_end(key):
    session, out = play_lines(["1"] * 1000, key=key)
    assert session.match.over
    assert "Won by " in out
    assert f"Verify it with: flattop verify {session.path}" in out


def test_table_is_described_once_and_then_only_changes():
    _, out = play_lines(["1"])
    assert out.count("The deck: 51 face down") == 1
    assert out.count("Ann: Choose a card, then the half you play.") == 1
    assert out.count("Ann: Which half of ") == 1


def test_end_of_input_quits_and_saves():
    session, out = play_lines(["1", "1"])
    assert f"Saved in {session.path}" in out
    assert latest_unfinished("burger-go").path == session.path


def test_each_log_line_is_formatted_once(monkeypatch):
    """Otherwise each step of a long game would take longer than the one before."""
    worded, event = [], Text.event
    monkeypatch.setattr(Text, "event", lambda *given: worded.append(given[2]) or event(*given))
    session, _ = play_lines(["1"] * 40)
    assert 20 < len(worded) <= len(session.match.log(0))
    worded.clear()
    for seen in (session.snapshot(0), session.snapshot(0), session.snapshot(0)):
        assert len(worded) == len(seen["log"]) == len(session.match.log(0))
    assert seen == snapshot(session.match, 0)


def test_q_quits_and_saves():
    session, out = play_lines(["1", "q", "1"])
    assert sum('"play":[0' in line for line in session.match.record.lines) == 1
    assert "Saved in" in out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "'99' is no option; give a number from 1 to 7, or ? for help."),
        ("0", "'0' is no option; give a number from 1 to 7, or ? for help."),
        ("", "'' is no option; give a number from 1 to 7, or ? for help."),
        ("-1", "'-1' is no option; give a number from 1 to 7, or ? for help."),
        ("--5", "'--5' is no option; give a number from 1 to 7, or ? for help."),
        ("choose --5", "'choose --5' is no option; give a number from 1 to 7, or ? for help."),
        ("１", "'１' is no option; give a number from 1 to 7, or ? for help."),
        ("9" * 5000, f"{'9' * 5000!r} is no option; give a number from 1 to 7, or ? for help."),
        ("burp", "'burp' is no option; give a number from 1 to 7, or ? for help."),
        ("choose 999", "'choose 999' is no option; give a number from 1 to 7, or ? for help."),
        ("show Brie", "Choose a card first, then its half. [BG-07] Nothing was changed."),
        (
            "look zebra",
            "there is nothing called 'zebra' here; look at a seat, a card, an option or one of: Round, "
            "Card of the round, Coins, Hand, Laid down, Row, Place of the Sauce beneath, Coins as it lies, "
            "Middle Buns kept, Discards, Deck",
        ),
        ("u", "There is nothing to take back."),
        ("r zebra", "no rule matches 'zebra'; try one word, or an id such as BG-01"),
    ],
)
def test_bad_input_gives_one_line_and_changes_nothing(line, answer):
    session, out = play_lines([line])
    assert answer in out.splitlines()
    assert not any('"play":[0' in entry for entry in session.match.record.lines)


def test_undo_hint_rules_log_table_and_help_have_a_letter(monkeypatch):
    monkeypatch.setattr(Session, "hint_stages", (Stage(0.02, 2),))
    _, out = play_lines(["1", "u", "h", "r BG-10", "l", "s", "?"])
    assert out.count("1. Choose ") == 3
    advice = r"^Choose .*, then show .*\.\n.* (a Sauce|Cheese and Egg|a rival is|far more)\b"
    assert re.search(advice, out, re.MULTILINE)
    assert "\nNext best: Choose " in out
    assert "BG-10 " in out
    assert "- Round 1: everyone is dealt 7 cards." in out
    assert "undo (u) undoes your last step" in out


def test_action_can_be_typed_in_words():
    session, _ = play_lines(["1"], seed=1)
    card = session.match.game.pack(None).cards[session.match.table.hands[0][2]].title
    for line in (f"choose {card}", f"Choose {card.upper()}"):
        _, out = play_lines([line], seed=1)
        assert f"1. Show {card.split(' / ')[0]}" in out


def test_typed_numbers_count_from_1_like_the_labels():
    """At the first decision of Hanaburger `place 1` turns up card 1, as its label says."""
    _, out = play_lines(["place 1"], key="hanaburger", seed=3)
    assert "- Ann turns up card 1" in out
    _, refused = play_lines(["place 0"], key="hanaburger", seed=3)
    assert "turns up" not in refused


def test_ambiguous_words_play_nothing():
    """Two Bacons with different next types are two options with the same name."""
    session = new_session(request(key="burger-up"))
    pack = session.match.table.pack
    bacons = {half.next: face for face, half in enumerate(pack.faces) if half.name == "Bacon"}
    written: list[str] = []
    client = LineClient(session, iter(()), written.append)
    offered = [("place", face, 0) for face in list(bacons.values())[:2]]
    snapshot = session.snapshot(0)
    snapshot["options"] = [
        (action, session.match.game.text.option(session.match.table, action, session.match.people))
        for action in offered
    ]
    assert client.handle("place bacon 1", snapshot) is False
    assert re.fullmatch("'place bacon 1' may mean '.*' or '.*'; give its number.", written[-1])


def test_look_describes_table_zone_seat_card_and_option():
    _, out = play_lines(
        ["look", "look row", "look Basil", "look tomato / bacon", "look 2", "look cards"], seed=1
    )
    assert "Ann's row is empty: 0 for Salad" in out
    assert "Basil's hand: 6 face down." in out
    assert "2. Choose " in out
    assert re.search(r": One half is \w.*\(type .*, counts as .*, next .*\); the other is ", out)


def test_look_all_describes_every_card_of_a_kind():
    _, out = play_lines(["look all sizes"], key="burger-up")
    for size in (
        "Sandwich: from 1 ingredient to 3; it pays $1.",
        "Colossal: from 10 ingredients; it pays $10, or",
    ):
        assert size in out


def test_what_now_describes_each_option():
    _, out = play_lines(["what now"], seed=1)
    (line, *_) = [line for line in out.splitlines() if line.startswith("1. ") and "You play one half" in line]
    assert "One half is " in line


def test_last_line_before_input_says_which_numbers_are_possible():
    _, out = play_lines(["look", "?"], seed=1)
    assert out.count("Your choice, 1 to 7?") == 3


def test_next_person_is_called_before_their_hand_is_printed():
    _, out = play_lines(["1", "1", "", "1", "1"], seats="you:Ann,you:Ben")
    called = out.index("Pass the screen to Ben")
    assert "Ben's hand: 7 face down" in out[:called]
    assert out.index("Ann's hand: 6 face down") > called
    assert "- Ann and Ben have decided." in out[called:]


def test_q_quits_while_the_screen_is_passed_on():
    session, out = play_lines(["1", "1", "q", "1"], seats="you:Ann,you:Ben")
    assert "Ann's hand: 7 face down" not in out
    assert f"Saved in {session.path}" in out


def test_undo_asks_the_other_person():
    lines = ["1", "1", "", "1", "1", "u", "n", "u", "y"]
    _, out = play_lines(lines, seats="you:Ann,you:Ben")
    assert out.count("Ann, may Ben undo the last step? y or n") == 2
    assert "Not agreed; nothing was undone." in out
    assert "- Ben takes back the last step." in out


def test_game_between_bots_is_reproducible_from_its_seed(capsys, own_folder):
    words = ["burger-go", "--seats", "house,house,house", "--seed", "1"]
    first, second = run(capsys, *words), run(capsys, *words)
    assert first == second
    assert first[0] == 0
    assert "Won by " in first[1]
    assert not own_folder.exists()


def test_game_between_bots_prints_its_seed():
    lines = []
    session = new_session(request(seats="house,random", seed=None, rounds=1))
    watch(session, lines.append)
    assert lines[-1] == f"Dealt from seed {session.match.seed}; --seed {session.match.seed} deals it again."


def test_play_uses_the_line_client_in_a_pipe(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    code, out, _ = run(capsys, "burger-go")
    assert code == 0
    assert "1. Choose " in out
    assert "The seed is secret until the end of the game" in out


def test_play_says_how_to_resume_an_unfinished_game(capsys, monkeypatch):
    session, _ = play_lines(["1"])
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    _, out, _ = run(capsys, "burger-go", "--plain")
    assert f"flattop play burger-go --resume {session.path}" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    _, out, _ = run(capsys, "burger-go", "--new")
    assert "unfinished" not in out


def test_play_resumes_a_file(capsys, monkeypatch):
    session, _ = play_lines(["1"])
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    code, out, _ = run(capsys, "burger-go", "--resume", str(session.path))
    assert code == 0
    assert "Resumed from" in out
    assert "1. Show " in out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["burger-goo"], "unknown game 'burger-goo'; did you mean 'burger-go'?"),
        (["burger-go", "--seats", "you"], "Burger Go! has no table for 1; it seats 2, 3, 4, 5, 6"),
        (["burger-go", "--option", "rounds=9"], "option rounds=9: the values are 1, 2, 3"),
        (["burger-go", "--new", "--resume", __file__], "--new and --resume cannot be combined"),
        (["burger-go", "--seed", "1", "--resume", __file__], "--resume keeps the seats"),
        (
            ["burger-go", "--resume", __file__],
            "test_line_client.py: line 1 is not the header of a Flattop record",
        ),
        (["burger-go", "--deck", __file__], "test_line_client.py: not TOML"),
        (["burger-go", "--pace", "-1"], "'-1' is not a number of seconds from 0 to 60"),
        (["burger-go", "--pace", "soon"], "'soon' is not a number of seconds from 0 to 60"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(capsys, words, line):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1


def test_commands_may_be_typed_as_words():
    session, out = play_lines(["1", "undo", "log", "rules pass", "help", "quit"], key="burger-go")
    assert [moment.seat for moment in session.match.history if moment.seat == 0] == []
    assert "is no option" not in out
    assert "BG-12" in out
    assert "quit (q) quits and saves" in out
    assert f"Saved in {session.path}" in out
