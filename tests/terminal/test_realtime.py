"""Real-time games, with a clock that the tests control."""

import io
import json

import pytest

from flattop.kernel import CLOCK, Illegal
from flattop.match import replay, state_hash, verify
from flattop.match.record import parse
from flattop.terminal.line_client import play_by_lines, watch
from flattop.terminal.palette import NIGHT
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.dialogs import HandOver
from flattop.terminal.session import BotMove
from flattop.terminal.session_setup import new_session, resume_session
from flattop.terminal.tables.drawing import Countdown, draw_countdown, time_bar
from tests.clock import Clock

from .terminal_table import at_table, request


def kitchen(seats="you:Ann,house", **options):
    return request("kitchen-rush", seats, 7, pace="real", **options)


def strikes(**options):
    return request("burgerfuck", "you:Ann,house", 3, strikes="live", first=1, **options)


def opened(given):
    clock, session = Clock(), new_session(given)
    session.now = clock
    return session, clock


def live(scene, given=None, size=(120, 40)):
    """Run a scene at a real-time table; the scene also gets a function that advances the clock."""
    given = given or kitchen()
    session, clock = opened(given)

    async def with_clock(table):
        async def wait(seconds):
            """Advance the clock and let the screen check it."""
            clock.advance(seconds)
            table.screen.check_clock()
            await table.settle()

        await scene(table, wait)

    return at_table(with_clock, given, size, session)


async def started(table):
    """Start the countdown; the bots are ready."""
    assert "planning" in table.text
    await table.press("1")
    assert table.session.clock_runs


def clock_of(table):
    return table.screen.snapshot["view"]["clock"]


def plays(match):
    entries = [json.loads(line) for line in match.record.lines]
    return [entry["play"] for entry in entries if "play" in entry]


def test_games_are_stepped_by_default():
    session = new_session(request("kitchen-rush", "you,house", 7))
    assert not session.is_live
    assert session.match.settings["pace"] == "stepped"


def test_shift_follows_the_clock_with_a_large_countdown():
    async def scene(table, wait):
        assert (
            draw_countdown(Countdown(2700, 2700, ""), NIGHT, roomy=True).plain.splitlines()[0] in table.text
        )
        await started(table)
        await wait(5)
        assert clock_of(table)["now"] == 50
        assert (
            draw_countdown(Countdown(2650, 2700, ""), NIGHT, roomy=True).plain.splitlines()[0] in table.text
        )

    live(scene)


def test_clock_does_not_run_during_planning():
    async def scene(table, wait):
        await wait(60)
        await started(table)
        assert clock_of(table)["now"] == 0

    live(scene)


def test_only_the_countdown_changes_between_two_ticks():
    async def scene(table, wait):
        await wait(0.5)  # the bot looks, and would rather wait
        before = table.match.actions
        assert "1.5 ██████████████████" in table.text
        await wait(0.4)
        assert "1.1 ██████████████" in table.text
        assert table.match.actions == before

    live(scene, strikes(), size=(80, 24))


def test_timers_are_bars_that_run_down():
    async def scene(table, wait):
        await started(table)
        await table.press("2")
        assert "1a ████████27s" in table.text.replace(" 27s", "27s")
        await wait(14)
        assert "1a ████░░░░13s" in table.text
        await wait(14)
        assert "1a ░░░░░░░░ !0" in table.text

    live(scene)


def test_bots_make_one_move_at_a_time_while_the_clock_runs():
    async def scene(table, wait):
        await started(table)
        assert not any(seat == 1 for seat, *_ in plays(table.match)[2:])
        for _ in range(25):
            await wait(0.4)
        moves = [play for play in plays(table.match)[2:] if play[0] == 1]
        assert 3 <= len(moves) <= 25  # one at a time
        assert clock_of(table)["now"] >= 95

    live(scene)


def test_key_p_pauses_covers_the_table_and_resumes():
    async def scene(table, wait):
        await started(table)
        await wait(3)
        await table.press("p")
        now = clock_of(table)["now"]
        assert now == 30
        assert "A break for the whole table" in table.text
        assert "Dining Room" not in table.text.split("│")[0]
        assert "p end break" in table.text
        await wait(90)
        await table.press("2")
        assert clock_of(table)["now"] == now
        assert table.screen.snapshot["options"] == []
        await table.press("p")
        await wait(2)
        assert clock_of(table)["now"] == now + 20
        assert "Dining Room" in table.text

    live(scene)


def test_pause_of_the_game_differs_from_break_of_the_table():
    async def scene(table, wait):
        await started(table)
        assert "p break" in table.text.splitlines()[-1]
        await table.press(table.screen.query_one(Choices).keys["pause",])
        assert "game paused" in table.text.splitlines()[0]
        assert "Dining Room" in table.text
        assert "A break" not in table.text
        await table.press("p")
        assert "A break for the whole table" in table.text
        assert "Nobody can play during a break; p ends it." in table.text
        await table.press("p")
        assert "game paused" in table.text.splitlines()[0]

    live(scene, kitchen(pause="timekeeper"))


def test_pause_without_a_clock_is_refused_on_the_screen():
    async def scene(table):
        await table.press("p")
        assert "nothing to pause" in table.text

    at_table(scene)


def test_digits_answer_the_question_and_letters_play_any_time_options():
    async def scene(table, wait):
        await started(table)
        choices = table.screen.query_one(Choices)
        assert choices.keys["place", 0, 1] == "2"
        assert choices.keys["call_it",].isalpha()
        await table.press(choices.keys["call_it",])
        assert table.screen.snapshot["view"]["calls"] == [True, False]
        await table.press("2")
        assert plays(table.match)[-1] == [0, "place", 0, 1]

    live(scene)


def test_quitting_keeps_the_exact_time_of_the_clock():
    kept = {}

    async def first(table, wait):
        await started(table)
        await wait(3)
        table.session.now.advance(0.5)  # half a second after the last tick
        kept["path"] = table.session.path

    assert "Saved in" in live(first).closing_message
    assert verify(kept["path"]).good
    again = resume_session(kept["path"])
    assert again.match.table.now == 35
    assert again.match.paused
    assert "p starts it again" in again.notes[-1]

    clock = again.now = Clock()

    async def second(table):
        clock.advance(600)
        table.screen.check_clock()
        assert table.match.table.now == 35
        await table.press("p")
        clock.advance(1)
        table.screen.check_clock()
        assert table.match.table.now == 45

    at_table(second, kitchen(), (120, 40), again)
    assert verify(kept["path"]).good


def played_out(session, clock):
    """Let a house bot play for the person, at most one decision a second."""
    session.start_clock(0.8)
    for step in range(100_000):
        if session.match.over:
            return
        clock.advance(0.1)
        session.advance_clock()
        while (seat := session.bot_to_move) is not None:
            session.play_bot_move(session.choose_bot_move(seat))
        if step % 10 == 0 and 0 in session.match.table.asks:
            action, _ = session.first_hint(0)
            if action != ("wait",):
                session.play(0, action)
    raise AssertionError("the shift does not end")


@pytest.mark.parametrize(
    "given", [kitchen(), strikes(), request("burger-trucker", "you,house", 3, pace="real")]
)
def test_a_live_game_is_recorded_as_ticks_and_verified(given):
    session, clock = opened(given)
    played_out(session, clock)
    session.close()
    assert verify(session.path).good
    assert any(play[0] == CLOCK for play in plays(session.match))
    again = replay(parse(session.path.read_bytes(), "again"))
    assert state_hash(again.table) == state_hash(session.match.table)


def test_the_grace_of_a_live_turn_runs_out_by_itself():
    async def scene(table, wait):
        assert "grace: strike now" in table.text
        assert not table.screen.snapshot["options"]
        await wait(2)
        assert "the turn goes on" in table.text
        assert table.screen.snapshot["options"]

    live(scene, strikes())


def test_strike_has_a_letter_at_any_time():
    for seed in range(60):
        session, _ = opened(request("burgerfuck", "you:Ann,house", seed, strikes="live", first=1))
        if session.match.table.anytime(0):
            break
    (strike, *_) = session.match.table.anytime(0)

    async def scene(table):
        assert table.screen.snapshot["view"]["grace"] > 0
        letter = table.screen.query_one(Choices).keys[strike]
        await table.press(letter)
        assert [0, *strike] in plays(table.match)

    at_table(scene, strikes(), (120, 40), session)


def test_clock_stops_while_the_screen_is_passed_on():
    async def scene(table, wait):
        assert isinstance(table.screen, HandOver)
        await table.press("enter", "1", "enter", "1")
        assert table.session.clock_runs
        screen = table.screen
        await wait(1)
        await table.press("s")
        table.session.now.advance(30)
        screen.check_clock()
        assert table.match.table.now == 10
        await table.press("enter")
        await wait(1)
        assert table.match.table.now == 20

    live(scene, kitchen("you:Ann,you:Ben"))


def test_bot_whose_move_is_too_late_chooses_again():
    session, _ = opened(kitchen())
    session.start_clock()
    session.play_bot_move(session.choose_bot_move(1))
    session.play(0, ("start",))
    hands = session.driver.reactions[1]
    session.driver.wait(1)
    assert session.play_bot_move(BotMove(1, ("place", 3, 4), session.match.actions)) is False
    assert not hands.idle
    assert session.play_bot_move(BotMove(1, ("wait",), 0)) is False


def test_game_between_bots_needs_no_clock_and_is_reproducible():
    def told():
        lines = []
        watch(new_session(kitchen("house,house")), lines.append)
        return lines

    first = told()
    assert any("has run out" in line for line in first)
    assert "Won by" in first[-2]
    assert told() == first


def test_time_passes_in_the_line_client_only_by_waiting():
    session = new_session(kitchen())
    out = io.StringIO()
    play_by_lines(session, io.StringIO("w\n1\nw\n\nw\np\np\n?\nq\n"), out)
    message = out.getvalue()
    assert "No time passes now." in message
    assert 0 < session.match.table.now <= 30
    assert "The table is paused." in message
    assert "The clock stands still while you type" in message


def test_pause_without_a_clock_is_refused():
    with pytest.raises(Illegal, match="nothing to pause"):
        new_session(request()).toggle_pause(0)


@pytest.mark.parametrize(
    ("left", "whole", "words"),
    [(2650, 2700, "4:25"), (2641, 2700, "4:25"), (0, 2700, "0:00"), (17, 20, "1.7"), (600, 600, "60.0")],
)
def test_countdown_shows_minutes_or_tenths(left, whole, words):
    assert Countdown(left, whole, "").time == words


def test_time_bar_keeps_one_cell_until_the_end():
    assert [time_bar(left, 270, 8) for left in (270, 135, 1, 0)] == ["█" * 8, "████░░░░", "█░░░░░░░", "░" * 8]
