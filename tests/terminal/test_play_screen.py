"""The full-screen client: keys, mouse, sizes, and several people at one screen."""

import asyncio
import json
import re
from dataclasses import replace

import pytest

from flattop.bots.hints import Stage
from flattop.kernel import Illegal
from flattop.match import state_hash
from flattop.terminal.palette import NIGHT, PAPER
from flattop.terminal.saves import latest_unfinished
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.dialogs import HandOver, Question
from flattop.terminal.screens.drawers import RulesDrawer
from flattop.terminal.screens.play import PlayScreen
from flattop.terminal.screenshots import advance
from flattop.terminal.session import Session
from flattop.terminal.session_setup import new_session

from .terminal_table import FullDisk, at_table, request


async def to_the_end(table, move):
    """Play until the result is shown."""
    for _ in range(2000):
        if table.ended:
            return
        await move()
        await table.settle()
    raise AssertionError("the game does not end")


def click_first(table):
    return table.pilot.click(Choices, offset=(6, 0))


def checked_end(table):
    assert table.match.over
    assert "wins" in table.text or "win " in table.text
    assert "flattop verify" in table.text
    assert "n new game" in table.text


def test_game_can_be_played_with_enter_alone_in_a_small_terminal():
    async def scene(table):
        await to_the_end(table, lambda: table.pilot.press("enter"))
        checked_end(table)

    at_table(scene, request("burger-go", rounds=2))


@pytest.mark.slow
def test_long_game_can_be_finished_with_enter_alone():
    given = request("burger-boss")
    session = new_session(given)
    advance(session, 180)  # three quarters of it

    async def scene(table):
        await to_the_end(table, lambda: table.pilot.press("enter"))
        checked_end(table)

    at_table(scene, given, session=session)


def test_game_can_be_played_with_the_mouse_alone():
    async def scene(table):
        await to_the_end(table, lambda: click_first(table))
        checked_end(table)

    at_table(scene, request("burger-go", rounds=1))


def test_every_step_of_a_long_turn_can_be_clicked():
    async def scene(table):
        for _ in range(12):
            was = table.match.actions
            await click_first(table)
            await table.settle()
            assert table.match.actions > was

    at_table(scene, request("burger-boss"))


def test_a_number_plays_its_option():
    async def scene(table):
        card = table.screen.snapshot["options"][3][0][1]
        await table.press("4")
        assert [action[1] // 2 for action, _ in table.screen.snapshot["options"]] == [card, card]

    at_table(scene)


def test_with_ten_options_the_digit_one_waits_for_a_second_digit():
    given = request("burger-boss", seed=11)
    session = new_session(given)
    while len(session.match.table.asks.get(0, ())) < 10:
        assert not session.match.over
        advance(session, 1)

    async def scene(table):
        choices = table.screen.query_one(Choices)
        before, tenth = table.match.actions, list(choices.numbers)[9]
        await table.press("1")
        assert table.match.actions == before
        assert choices.highlighted == 0
        await table.press("0")
        assert own_plays(table.match)[-1] == list(tenth)

    at_table(scene, given, session=session)


def own_plays(match):
    entries = [json.loads(line) for line in match.record.lines]
    return [entry["play"][1:] for entry in entries if entry.get("play", [None])[0] == 0]


def test_number_without_an_option_does_nothing():
    async def scene(table):
        before = table.match.actions
        await table.press("9", "0")
        assert table.match.actions == before

    at_table(scene)


def test_undo_is_free_before_a_reveal_and_the_key_line_says_so():
    async def scene(table):
        before = state_hash(table.match.table)
        assert "undo" not in table.text.splitlines()[-1]
        await table.press("1")
        assert "undo (free)" in table.text
        await table.press("u")
        assert state_hash(table.match.table) == before

    at_table(scene)


async def undo_beyond_a_reveal(table, terms):
    """Play a card, which is revealed, and undo it on the terms in the key line."""
    await table.press("1", "1")
    assert f"undo ({terms})" in table.text
    card = table.screen.snapshot["view"]["card"]
    await table.press("u")
    return card


def test_bots_refuse_an_undo_after_a_reveal():
    async def scene(table):
        card = await undo_beyond_a_reveal(table, "bots refuse")
        await table.app.workers.wait_for_complete()
        await table.settle()
        assert "you have seen what cannot be dealt anew" in table.screen.message
        assert table.screen.snapshot["view"]["card"] == card

    at_table(scene)


def test_bots_agree_to_an_undo_after_a_reveal_in_practice():
    async def scene(table):
        card = await undo_beyond_a_reveal(table, "bots agree")
        assert table.screen.snapshot["view"]["card"] == card - 1
        assert "This is practice" in "\n".join(table.session.notes)

    at_table(scene, replace(request(), practice=True))


def test_undo_without_a_step_to_undo_says_so():
    async def scene(table):
        await table.press("u")
        await table.app.workers.wait_for_complete()
        await table.settle()
        assert "nothing to take back" in table.text

    at_table(scene)


def test_a_hint_names_one_option_and_plays_nothing():
    async def scene(table):
        before = state_hash(table.match.table)
        table.screen.session.hint_stages = (Stage(0.02, 2),)
        await table.press("h")
        await table.app.workers.wait_for_complete()
        await table.settle()
        assert "Hint: Choose" in table.text
        assert re.search(r"then show .*\. .* (Sauce|Egg|rival)\b.*Next best: ", table.screen.message)
        assert state_hash(table.match.table) == before
        words = {tuple(action): text for action, text in table.screen.snapshot["options"]}
        assert words[table.screen.query_one(Choices).pointed] in table.screen.message

    at_table(scene)


def test_rules_are_searched_while_typing():
    async def scene(table):
        await table.press("slash", *"sauce")
        assert isinstance(table.screen, RulesDrawer)
        assert "BG-" in table.text
        assert "BG-01" not in table.text
        await table.press(*"xyz")
        assert "No rule and no card matches 'saucexyz'" in table.text
        await table.press("escape")
        assert isinstance(table.screen, PlayScreen)

    at_table(scene)


def test_a_refusal_names_its_rule_and_the_rules_open_there():
    async def scene(table):
        before = state_hash(table.match.table)
        hand = table.screen.snapshot["view"]["hands"][0]
        table.screen.play(("choose", next(card for card in range(72) if card not in hand)))
        await table.settle()
        assert "BG-07" in table.text
        assert "Nothing was changed" in " ".join(table.screen.message.split())
        assert state_hash(table.match.table) == before
        await table.press("slash")
        assert "BG-07" in table.text
        assert "BG-08" not in table.text

    at_table(scene)


def test_log_help_and_theme_have_their_keys():
    async def scene(table):
        await table.press("l")
        assert "everyone is dealt 7 cards." in table.text
        await table.press("escape", "question_mark")
        assert "hint: the best move" in table.text
        await table.press("escape", "t")
        assert table.app.theme == PAPER.name
        await table.press("t")
        assert table.app.theme == NIGHT.name

    at_table(scene)


def test_light_theme_follows_the_terminal(monkeypatch):
    monkeypatch.setenv("COLORFGBG", "0;15")

    async def scene(table):
        assert table.app.theme == PAPER.name

    at_table(scene)


@pytest.mark.parametrize("size", [(40, 12), (79, 24), (80, 23), (1, 1)])
def test_small_terminal_shows_the_required_size(size):
    async def scene(table):
        if size != (1, 1):
            assert "needs 80x24" in table.text
        await table.pilot.resize_terminal(80, 24)
        await table.settle()
        assert "Choose a card" in table.text

    at_table(scene, size=size)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_every_option_can_be_scrolled_into_view(key, size):
    async def scene(table):
        choices = table.screen.query_one(Choices)
        for action, words in table.screen.snapshot["options"]:
            choices.point_at(tuple(action))
            await table.settle()
            assert words in table.text

    at_table(scene, request(key), size=size)


# -- several persons at one screen


def hand_names(match, seat):
    table = match.table
    return [match.game.text.noun("card", card, table.pack, match.people) for card in table.hands[seat]]


def test_no_hand_is_visible_while_the_screen_is_passed_on():
    async def scene(table):
        foods = {face.name for face in table.match.table.pack.faces}
        assert isinstance(table.screen, HandOver)
        assert "Pass the screen to Ann" in table.text
        assert not any(food in table.text for food in foods)
        await table.press("x")
        assert isinstance(table.screen, HandOver)
        await table.press("enter")
        assert all(name in table.text for name in hand_names(table.match, 0))
        await table.press("1", "1")
        assert "Pass the screen to Ben" in table.text
        assert not any(food in table.text for food in foods)
        await table.press("enter")
        shown = table.text
        assert all(name in shown for name in hand_names(table.match, 1))
        own = set(hand_names(table.match, 1))
        assert not any(name in shown for name in hand_names(table.match, 0) if name not in own)

    at_table(scene, request(seats="you:Ann,you:Ben,house"), size=(80, 40))


def test_open_log_is_closed_before_the_next_person_looks():
    async def scene(table):
        await table.press("enter", "l")
        table.app.screen_stack[1].hand_over(1)
        await table.settle()
        await table.press("enter")
        assert isinstance(table.screen, PlayScreen)
        assert table.screen.seat == 1

    at_table(scene, request(seats="you:Ann,you:Ben"))


def test_passing_the_screen_on_removes_the_hint(monkeypatch):
    monkeypatch.setattr(Session, "hint_stages", ())

    async def scene(table):
        await table.press("enter", "h")
        await table.app.workers.wait_for_complete()
        await table.press("s")
        assert "Pass the screen to Ben" in table.text
        await table.press("enter")
        assert table.screen.seat == 1
        assert "Hint:" not in table.text

    at_table(scene, request(seats="you:Ann,you:Ben"))


@pytest.mark.parametrize(("answer", "taken_back"), [("y", True), ("n", False)])
def test_undo_asks_the_other_person_on_the_screen(answer, taken_back):
    async def scene(table):
        await table.press("enter", "1", "1", "enter", "1", "1")
        assert table.screen.seat == 1
        assert table.screen.snapshot["view"]["card"] == 2
        assert "undo (asks Ann)" in table.text
        mine = hand_names(table.match, 1)
        await table.press("u")
        assert isinstance(table.screen, Question)
        assert "undo the last step" in table.text
        assert table.screen.text.endswith("Ann, do you agree?")
        assert not any(name in table.text for name in mine)
        await table.pilot.press(answer)
        await table.app.workers.wait_for_complete()
        await table.settle()
        assert (table.match.table.card == 1) is taken_back
        if not taken_back:
            assert "not agreed" in table.text

    at_table(scene, request(seats="you:Ann,you:Ben"))


def test_a_game_of_two_persons_is_played_to_its_end():
    async def scene(table):
        await to_the_end(table, lambda: table.pilot.press("enter"))
        assert "Ann" in table.text
        assert "Ben" in table.text

    at_table(scene, request(seats="you:Ann,you:Ben,house", rounds=1))


# -- beginning and ending


def test_an_unfinished_game_is_offered_and_resumed():
    kept = {}

    async def first(table):
        await table.press("1", "1", "3")
        kept["hash"] = state_hash(table.match.table)
        await table.press("q")

    assert "Saved in" in at_table(first).closing_message

    async def second(table):
        assert "There is an unfinished game" in table.text
        await table.press("r")
        assert state_hash(table.match.table) == kept["hash"]

    at_table(second, request(), save=latest_unfinished("burger-go"))


def test_new_game_can_be_chosen_instead_of_an_unfinished_one():
    async def first(table):
        await table.press("1", "1")

    at_table(first)

    async def second(table):
        await table.press("n")
        assert isinstance(table.screen, PlayScreen)
        assert table.screen.snapshot["view"]["card"] == 1

    at_table(second, request(), save=latest_unfinished("burger-go"))


def test_quitting_at_the_first_question_changes_no_file(own_folder):
    async def first(table):
        await table.press("1", "1")

    at_table(first)
    before = {path: path.read_bytes() for path in own_folder.iterdir()}

    async def second(table):
        await table.press("q")

    at_table(second, request(), save=latest_unfinished("burger-go"))
    assert {path: path.read_bytes() for path in own_folder.iterdir()} == before


def test_rematch_has_a_new_seed():
    async def scene(table):
        await to_the_end(table, lambda: table.pilot.press("enter"))
        old = table.session
        await table.press("escape")
        assert "The game is over." in table.text
        await table.press("enter")
        assert table.ended
        await table.press("n")
        assert table.session is not old
        assert isinstance(table.match.seed, bytes)
        assert not table.match.over
        assert table.match.commitment[:20] in "".join(table.session.notes)

    at_table(scene, request(rounds=1))


def test_the_seed_of_a_live_game_is_shown_only_at_its_end():
    async def scene(table):
        seed = table.match.seed.hex()
        assert table.match.commitment[:12] in table.text.replace("\n", "")
        assert seed[:12] not in table.text
        await to_the_end(table, lambda: table.pilot.press("enter"))
        assert seed[:12] in table.text

    at_table(scene, request(seed=None, rounds=1), size=(120, 40))


def test_delay_of_bots_does_not_block_keys():
    async def run():
        given = request("burger-boss", seats="you:Ann,house,house")
        from flattop.terminal.app import PlayApp

        app = PlayApp(given, new_session(given), bot_delay=30)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("1")
            await pilot.pause()
            assert app.screen.snapshot["waiting"] == [1]
            await pilot.press("question_mark")
            await pilot.pause()
            assert app.screen is not app.screen_stack[1]

    asyncio.run(run())


def test_full_disk_closes_the_app_with_one_line():
    async def scene(table):
        table.match.record.sink = FullDisk()
        await table.pilot.press("1")

    app = at_table(scene)
    assert app.return_code == 2
    assert "No space left on device" in app.closing_message


def test_refusals_without_a_rule_are_shown_too():
    async def scene(table):
        table.screen.show_refusal(Illegal("x", "Not now."))
        await table.settle()
        assert "Not now. Nothing was changed." in table.text

    at_table(scene)


@pytest.mark.parametrize("steps", [0, 24])
def test_a_small_screen_shows_all_hands_of_hanaburger(steps):
    given = request("hanaburger", "you:Ann,house,house,house")
    session = new_session(given)
    advance(session, steps)

    async def scene(table):
        await table.pilot.pause()
        match = table.match
        for card in {card for hand in match.table.hands[1:] for card in hand}:
            for half in (2 * card, 2 * card + 1):
                assert match.table.pack.faces[half].name in table.text

    at_table(scene, given, session=session)
