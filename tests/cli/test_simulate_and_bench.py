"""`flattop simulate` and `flattop bench`."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from time import monotonic, sleep

import pytest

from flattop.games import CATALOG, game

GO = ["simulate", "burger-go", "--seats", "house,random", "--games", "4"]


def test_simulate_as_json_has_the_documented_shape(flattop):
    code, out, err = flattop(*GO, "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert list(result) == [
        "game", "seats", "seed", "options", "games", "decisions", "seconds", "wins", "win_intervals",
        "points", "point_margins", "digest",
    ]  # fmt: skip
    assert (result["seed"], result["options"]["rounds"]) == (0, 3)
    for share, (low, high) in zip(result["wins"], result["win_intervals"], strict=True):
        assert 0 <= low <= share <= high + 1e-9
    assert (result["game"], result["seats"], result["games"]) == ("burger-go", ["house", "random"], 4)
    assert sum(result["wins"]) == 1
    assert len(result["points"]) == 2


def test_simulate_in_a_pipe_prints_plain_lines(flattop):
    head, first, second, end = flattop(*GO).out.splitlines()
    assert head.split("\t") == ["seat", "bot", "wins", "95 %", "points", "±"]
    assert first.split("\t")[:2] == ["1", "house"]
    assert second.split("\t")[:2] == ["2", "random"]
    assert end.startswith("4 games of burger-go, ")


def test_margin_of_one_game_is_not_known(flattop):
    _, first, _, end = flattop(*GO[:-1], "1").out.splitlines()
    assert first.split("\t")[-1] == "not known"
    assert end.startswith("1 game of burger-go, ")


def test_digest_depends_only_on_the_arguments(flattop):
    digests = [json.loads(flattop(*GO, "--json", *more).out)["digest"] for more in ([], [], ["--seed", "1"])]
    assert digests[0] == digests[1] != digests[2]


def test_options_reach_the_table(flattop):
    short = json.loads(flattop(*GO, "--json", "--option", "rounds=1").out)
    assert json.loads(flattop(*GO, "--json").out)["decisions"] > 2 * short["decisions"]


def test_custom_deck_reaches_the_table(flattop, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(game("burger-go").deck.read_text("utf-8") + "\n# mine\n", "utf-8")
    code, out, _ = flattop(*GO, "--json", "--deck", own)
    assert code == 0
    assert json.loads(out)["digest"] != json.loads(flattop(*GO, "--json").out)["digest"]


@pytest.mark.parametrize("workers", [1, 2])
def test_records_are_saved_and_valid(flattop, tmp_path, workers):
    folder = tmp_path / "some" / "records"
    out = flattop(*GO, "--record", folder, "--workers", workers).out
    assert out.endswith(f"records saved in {folder}\n")
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == [f"burger-go-00000{n}.jsonl" for n in (1, 2, 3, 4)]
    assert all(flattop("verify", path).code == 0 for path in kept)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "9" * 5000], "999… is too large: 5,000 digits"),
        (["--games", "9" * 30], "at most 1000000000"),
        (["--games", "0"], "0 is not a whole number at least 1"),
        (["--games", "many"], "'many' is not a whole number"),
        (["--workers", "-1"], "-1 is not a whole number at least 1"),
        (["--workers", "100000"], "at most 256"),
        (["--seed", "1.5"], "'1.5' is not a whole number"),
        (["--seed", "1_000"], "'1_000' is not a whole number"),
        (["--seed", "１２"], "'１２' is not a whole number"),
        (["--seed=--5"], "'--5' is not a whole number"),
        (["--seed", "9" * 200 + "x"], "99…' is not a whole number"),
        (["--seats", "house"], "no table for 1; it seats 2, 3, 4, 5, 6"),
        (["--seats", ""], "no table for 1"),
        (["--seats", "house,hose"], "unknown bot 'hose'; did you mean 'house'?"),
        (["--seats", "house,"], "unknown bot ''"),
        (["--option", "round=1"], "has no option 'round'; did you mean 'rounds'?"),
        (["--option", "rounds=9"], "the values are 1, 2, 3"),
        (["--option", "rounds"], "not of the form key=value"),
        (["--option", "rounds=1", "--option", "rounds=2"], "given twice"),
        (["--deck", "none.toml"], "file 'none.toml' does not exist"),
    ],
)
def test_bad_arguments_are_one_line(refused, words, message):
    assert message in refused(*GO, *words)


def test_failing_bot_is_one_line_and_exit_code_1(flattop, monkeypatch):
    monkeypatch.setattr("flattop.bots.random.Random.choose", lambda *_: {}["lost"])
    code, out, err = flattop(*GO)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("flattop: game 1 (seed ")
    assert "the bot on seat 2 failed: KeyError: 'lost'" in err


def test_ctrl_c_stops_the_program_and_its_workers():
    """In a real terminal, where the whole process group gets the signal."""
    words = ["simulate", "burger-go", "--seats", "house,house", "--games", "1000000", "--workers", "2"]
    pid, screen = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "flattop", *words])
    seen = b""
    while b"burger-go" not in seen:  # the bar is there, so the games have begun
        seen += os.read(screen, 4096)
    os.write(screen, b"\x03")
    message, code = rest_of(screen), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code == 130
    assert b"flattop: stopped" in message
    assert b"Traceback" not in message
    assert group_ends(pid, within=60)


def group_ends(group, within):
    """Return whether all processes of the group end; multiprocessing helpers end after their workers."""
    last = monotonic() + within
    with suppress(ProcessLookupError):
        while monotonic() < last:
            os.killpg(group, signal.SIGCONT)
            sleep(0.05)
        return False
    return True


def rest_of(screen):
    """The rest of the output, until all processes have closed the terminal."""
    message = b""
    try:
        while more := os.read(screen, 4096):
            message += more
    except OSError:  # so Linux tells the end
        pass
    return message


def test_bench_as_json_has_the_documented_shape(flattop):
    code, out, err = flattop("bench", "--seconds", "0.01", "--json")
    result = json.loads(out)
    assert (code, err, list(result)) == (0, "", ["machine", "games"])
    assert list(result["games"]) == list(CATALOG)
    for figures in result["games"].values():
        assert list(figures) == ["decisions_per_s", "games_per_s", "clone_us"]
        assert all(figure > 0 for figure in figures.values())


def test_bench_names_the_machine_but_not_its_owner(flattop):
    head, line, machine = flattop("bench", "--game", "burger-go", "--seconds", "0.01").out.splitlines()
    assert head.split("\t")[0] == "game"
    assert line.split("\t")[0] == "burger-go"
    assert "cores" in machine
    assert os.uname().nodename not in machine


@pytest.mark.parametrize("seconds", ["0", "-1", "x", "nan", "inf", "1e9"])
def test_bad_duration_is_one_line(refused, seconds):
    assert f"{seconds!r} is not a number of seconds" in refused("bench", "--seconds", seconds)


def test_module_can_be_run_with_workers():
    run = subprocess.run(
        [sys.executable, "-m", "flattop", *GO, "--workers", "2", "--json"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert json.loads(run.stdout)["games"] == 4
