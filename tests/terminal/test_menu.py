"""The menu of `flattop play`, and saves that are listed and resumed by name."""

import asyncio

import pytest

from flattop.bots import RANKS
from flattop.cli import main
from flattop.games import CATALOG, game
from flattop.terminal.app import MenuApp
from flattop.terminal.saves import Save, find_save, unfinished_games
from flattop.terminal.session_setup import GameRequest, new_session

from .pty_screen import screen
from .terminal_table import Table, at_table, request


def left(key="burger-go", seats="you:Ann,house"):
    """Create an unfinished save and return its name."""
    session = new_session(request(key, seats))
    while session.bot_to_move is not None:
        session.play_bot_move(session.choose_bot_move(session.bot_to_move))
    session.play(0, next(iter(session.match.table.asks[0])))
    session.close()
    return session.path.stem


def at_menu(scene, size=(80, 24)):
    async def run():
        app = MenuApp(list(unfinished_games()))
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await scene(Table(app, pilot))
        return app.choice

    return asyncio.run(run())


def run_play(capsys, *words):
    code = main(["play", *words])
    return code, *capsys.readouterr()


def test_menu_lists_every_game_with_its_description():
    async def scene(table):
        assert all(game(key).title in table.text for key in CATALOG)
        assert "Pick a card, pick its half" in table.text
        await table.press("q")

    assert at_menu(scene) is None


def test_menu_asks_for_seats_and_strength_of_bots():
    async def usual(table):
        await table.press("enter", "enter", "enter")

    async def three(table):
        await table.press("enter", "3")
        assert all(f"{n}  {rank.title}" in table.text for n, rank in enumerate(RANKS.values(), 1))
        await table.press("2")

    async def back(table):
        await table.press("enter", "enter", "q", "enter", "q", "q")

    assert at_menu(usual) == GameRequest("burger-go", "you,house,house,house")
    assert at_menu(three) == GameRequest("burger-go", "you,easy,easy")
    assert at_menu(back) is None


def test_solo_game_starts_without_questions():
    async def scene(table):
        await table.press(*["down"] * list(CATALOG).index("solo-up"), "enter")

    assert at_menu(scene) == GameRequest("solo-up", "you")


def test_saves_are_listed_first_and_can_be_resumed():
    name = left()

    async def scene(table):
        assert name in table.text
        assert "Ann, Basil" in table.text
        await table.press("enter")

    choice = at_menu(scene)
    assert isinstance(choice, Save)
    assert choice.name == name


def test_ctrl_c_in_the_menu_names_the_quit_key():
    async def scene(table):
        await table.press("ctrl+c")
        await table.pilot.pause()
        assert "q quits" in table.text

    at_menu(scene)


def test_saves_are_listed_by_name(capsys):
    assert "There is no saved game" in run_play(capsys, "--saves")[1]
    names = [left(), left("hanaburger")]
    code, out, _ = run_play(capsys, "--saves")
    assert code == 0
    assert all(name in out for name in names)
    _, out, _ = run_play(capsys, "hanaburger", "--saves")
    assert names[0] not in out
    assert names[1] in out


def test_finished_foreign_and_locked_files_are_not_listed(own_folder):
    name = left()
    (own_folder / "burger-go-x.jsonl").write_text("no record\n", "utf-8")
    over = new_session(request("burger-go", "you:Ann,house", rounds=1))
    while not over.match.over:
        over.play(over.match.waiting[0], next(iter(over.match.table.asks[over.match.waiting[0]])))
    over.close()
    played = new_session(request())
    assert [save.name for save in unfinished_games()] == [name]
    played.close()


@pytest.mark.parametrize("ending", ["", ".jsonl"])
def test_a_save_is_resumed_by_its_name_without_naming_the_game(capsys, monkeypatch, ending):
    import io

    name = left()
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    code, out, _ = run_play(capsys, "--plain", "--resume", f"{name}{ending}")
    assert code == 0
    assert "Burger Go!" in out
    assert f"Resumed from {name}.jsonl" in out


def test_unknown_save_is_one_line_with_a_suggestion(capsys):
    name = left()
    code, out, err = run_play(capsys, "--resume", f"{name[:-1]}x")
    assert (code, out) == (2, "")
    assert name in err
    code, _, err = run_play(capsys, "--resume", "zzz")
    assert code == 2
    assert "--saves" in err
    assert find_save("../burger-go") is None


@pytest.mark.parametrize("words", [[], ["--plain"], ["--seed", "3"], ["--seats", "you,house"]])
def test_play_without_a_terminal_requires_a_game(capsys, words):
    code, out, err = run_play(capsys, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "play: GAME is required, one of burger-go, " in err


def test_menu_and_table_work_in_a_real_terminal(tmp_path):
    with screen("play", "--pace", "0", folder=tmp_path) as terminal:
        terminal.wait_for("which game?")
        terminal.wait_for("Pick a card")
        terminal.press("\r")
        terminal.wait_for("how many at the table?")
        terminal.press("\r")
        terminal.wait_for("How well do the others play?")
        terminal.press("\r")
        terminal.wait_for("Choose a card, then the half")
        terminal.press_until("\x03", "q quits; every step is saved")
        terminal.press("q")
        assert terminal.end() == 0


def test_ctrl_c_twice_leaves():
    async def scene(table):
        await table.press("ctrl+c", "ctrl+c")
        await table.pilot.pause()
        assert not table.app.is_running

    at_menu(scene)


@pytest.mark.parametrize(
    ("seats", "keys"),
    [
        ("you:Ann,house", []),
        ("you:Ann,house", ["question_mark"]),
        ("you:Ann,house", ["slash"]),
        ("you:Ann,you:Ben", []),  # the screen is handed over
    ],
)
def test_ctrl_c_twice_leaves_every_screen_of_a_table(seats, keys):
    async def scene(table):
        await table.press(*keys, "ctrl+c")
        assert table.app.is_running
        await table.pilot.press("ctrl+c")
        await table.pilot.pause()
        assert not table.app.is_running

    at_table(scene, request(seats=seats))
