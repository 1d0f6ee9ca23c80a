"""Keys of options: handled once, only for visible options, and stable in real time."""

import asyncio
import pkgutil
from importlib import import_module
from itertools import count, repeat

import pytest
from rich.text import Text
from textual.app import App
from textual.message_pump import MessagePump

from flattop import terminal
from flattop.games.kitchen_rush.pieces import AREAS, TEMPS, TIMERS
from flattop.terminal.palette import NIGHT
from flattop.terminal.screens import status
from flattop.terminal.screens.choices import Choices, KeyPool, RealtimeChoices
from flattop.terminal.screens.play import PlayScreen
from flattop.terminal.screenshots import advance
from flattop.terminal.session_setup import new_session
from flattop.terminal.tables.kitchen_rush import FIXED_KEYS

from .terminal_table import at_table, request
from .test_realtime import kitchen, opened, plays

FIXED = {("put", timer, place): "1y"[place] for timer in range(3) for place in range(2)}


def choices_of(count, anytime=0):
    options = [(("take", n), f"Take piece {n} of all that lies here") for n in range(count)]
    return {"seat": 0, "options": options, "anytime": [(("call", n), f"Call {n}") for n in range(anytime)]}


class Bench(App):
    """An app with only the list of options; `chosen` collects the choices."""

    CSS = "Choices { height: 5; width: 30; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }"

    def __init__(self, steady):
        super().__init__()
        self.list, self.chosen = (RealtimeChoices if steady else Choices)("choices", FIXED), []

    def compose(self):
        yield self.list

    def on_choices_chosen(self, event):
        self.chosen.append(event.action)

    def show(self, snapshot):
        self.list.show_options(snapshot, NIGHT)


def at_bench(scene, snapshot, steady=True):
    async def run():
        app = Bench(steady)
        async with app.run_test() as pilot:
            app.show(snapshot)
            app.list.focus()
            await pilot.pause()
            await scene(app, pilot)

    asyncio.run(run())


# -- once


@pytest.mark.parametrize("steady", [True, False])
def test_digit_is_handled_once(steady):
    async def scene(app, pilot):
        await pilot.press("5")
        assert app.chosen == [("take", 4)]
        await pilot.press("1")
        assert app.chosen == [("take", 4)]
        assert app.list.typed == "1"
        await pilot.press("1")
        assert app.chosen == [("take", 4), ("take", 10)]

    at_bench(scene, choices_of(12), steady)


def test_letter_is_handled_once_and_ends_a_number():
    async def scene(app, pilot):
        await pilot.press("1", "b", "2")
        assert app.chosen == [("call", 1), ("take", 1)]

    at_bench(scene, choices_of(12, anytime=2))


def test_one_key_press_plays_once_in_real_time():
    """The option stays legal, so handling the key twice would play it twice."""
    given = kitchen()
    session, clock = opened(given)
    again = until_something_stays(session, clock)

    async def scene(table):
        before = len(plays(table.match))
        await table.press(*table.screen.query_one(Choices).keys[again])
        assert [play for play in plays(table.match)[before:] if play[0] == 0] == [[0, *again]]

    at_table(scene, given, (120, 40), session)


def until_something_stays(session, clock):
    """Let house bots play for everyone until an action could be played twice in a row."""
    session.start_clock()
    while not (again := option_that_stays(session.match)):
        clock.advance(0.5)
        session.advance_clock()
        while (seat := session.bot_to_move) is not None:
            session.play_bot_move(session.choose_bot_move(seat))
        action = session.first_hint(0)[0] if 0 in session.match.waiting else ("wait",)
        if action != ("wait",):
            session.play(0, action)
    return again


def option_that_stays(match):
    """An action that could be played twice in a row."""
    for action in match.table.asks.get(0, ()):
        then = match.table.clone()
        then.push(0, action)
        if action[0] != "place" and action in then.asks.get(0, ()):
            return action
    return None


def screens_and_widgets():
    for module in pkgutil.walk_packages(terminal.__path__, f"{terminal.__name__}."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, MessagePump) and is_ours(thing):
                yield thing


def is_ours(kind):
    return kind.__module__.startswith(terminal.__name__)


def test_no_event_handler_overrides_one_of_a_base_class():
    """Textual calls the handlers of all base classes, so an overridden one would run as well."""
    twice = [
        (kind.__name__, base.__name__, name)
        for kind in set(screens_and_widgets())
        for base in filter(is_ours, kind.__mro__[1:])
        for name in vars(kind).keys() & vars(base).keys()
        if name.startswith(("on_", "_on_"))
    ]
    assert twice == []
    assert len(set(screens_and_widgets())) > 8


# -- only what is seen


def test_enter_scrolls_to_a_hidden_row_before_it_plays_it():
    async def scene(app, pilot):
        app.list.highlighted = 11
        await pilot.pause()
        app.list.scroll_home(animate=False)
        await pilot.pause()
        await pilot.press("enter")
        assert app.chosen == []
        await pilot.press("enter")
        assert app.chosen == [("take", 11)]

    at_bench(scene, choices_of(12))


def crowded():
    """A question with more options than lines, some of which need two lines."""
    given = request("party-up", None, 3)
    session = new_session(given)
    advance(session, 60)
    return given, session


def asked(table):
    """The text of the prompt and the options, without the log."""
    rows = table.text.splitlines()
    panel = rows[max(n for n, row in enumerate(rows) if row.startswith("────")) + 1 : -1]
    return " ".join(" ".join(row.partition("│")[0][:46] for row in panel).split())


@pytest.mark.parametrize("length", range(40, 43))
def test_scrollbar_does_not_cut_off_labels(length):
    """Labels about as wide as the panel with and without a scrollbar."""

    async def scene(table):
        words = [f"Place {'x' * (length - 17)} on burger {number}" for number in range(12, 24)]
        options = [(("place", number), label) for number, label in enumerate(words)]
        table.screen.snapshot = {**table.screen.snapshot, "options": options}
        table.screen.draw()
        choices = table.screen.query_one(Choices)
        for number in (0, 5, 11):
            choices.point_at(("place", number))
            await table.pilot.pause()
            assert f"{number + 1} {words[number]}" in asked(table)
        assert choices.max_scroll_y > 0

    at_table(scene)


def test_long_hint_and_its_option_are_both_visible():
    """The text above the list takes lines from it, but not the row at the cursor."""
    given, session = crowded()

    async def scene(table):
        choices = table.screen.query_one(Choices)
        *_, (action, words) = table.screen.snapshot["options"]
        table.screen.message = f"Hint: {words} {'and so on ' * 9}"
        choices.point_at(action)
        table.screen.draw()
        await table.settle()
        await table.pilot.pause()
        assert table.screen.snapshot["prompt"] in asked(table)
        assert f"{len(table.screen.snapshot['options'])} {words}" in asked(table)

    at_table(scene, given, session=session)


def test_options_use_the_lines_that_the_board_does_not_need():
    given = request("burgerfuck", None, 3)
    session = new_session(given)
    while len(session.match.table.asks.get(session.humans[0], ())) <= 7:
        advance(session, 1)

    async def scene(table):
        await table.pilot.pause()
        blank = table.screen.query_one("#board").size.height - table.screen.query_one("#art").size.height
        assert len(table.screen.snapshot["options"]) > 7
        assert blank <= 0 or table.screen.query_one(Choices).max_scroll_y == 0

    at_table(scene, given, session=session)


# -- what a key means


def test_option_keeps_its_key_and_freed_keys_are_reused_last():
    ring = KeyPool("123456789", map(str, count(10)))
    ring.assign([("a",), ("b",), ("c",)])
    ring.assign([("new",), ("c",), ("b",)])
    assert ring.assigned == {("new",): "4", ("c",): "3", ("b",): "2"}
    for n in range(5):
        ring.assign([(n,), ("c",), ("b",)])
    assert ring.assigned[4,] == "9"
    ring.assign([("again",), ("c",), ("b",)])
    assert ring.assigned["again",] == "1"


def test_options_have_no_key_while_all_letters_are_used():
    ring = KeyPool("ab", repeat(""))
    ring.assign([(1,), (2,), (3,)])
    assert ring.assigned == {(1,): "a", (2,): "b", (3,): ""}
    ring.assign([(2,), (3,)])
    ring.assign([(2,), (3,)])
    assert ring.assigned == {(2,): "b", (3,): "a"}


def test_letter_of_a_removed_option_does_nothing():
    async def scene(app, pilot):
        snapshot = choices_of(0, anytime=3)
        snapshot["anytime"] = [(("other", 0), "Another play"), *snapshot["anytime"][1:]]
        app.show(snapshot)
        await pilot.press("a")
        assert app.chosen == []
        await pilot.press(app.list.keys["other", 0])
        assert app.chosen == [("other", 0)]

    at_bench(scene, choices_of(0, anytime=3))


def test_enter_does_nothing_if_the_option_at_the_cursor_was_removed():
    async def scene(app, pilot):
        await pilot.press("down", "down")
        snapshot = choices_of(5)
        del snapshot["options"][2]
        app.show(snapshot)
        await pilot.pause()
        await pilot.press("enter")
        assert app.chosen == []

    at_bench(scene, choices_of(5))


def test_next_question_after_the_own_move_starts_with_one():
    async def scene(app, pilot):
        await pilot.press("2")
        app.show({"seat": 0, "options": [(("where", 7), "Here"), (("where", 8), "There")], "anytime": []})
        assert app.list.keys == {("where", 7): "1", ("where", 8): "2"}
        assert app.list.pointed == ("where", 7)

    at_bench(scene, choices_of(4))


# -- fixed keys


def puts(*options, anytime=0):
    return {"options": [(option, "Put it there") for option in options]} | {
        name: value for name, value in choices_of(0, anytime).items() if name != "options"
    }


@pytest.mark.parametrize("steady", [True, False])
def test_option_with_a_fixed_key_has_it_whatever_else_is_open(steady):
    async def scene(app, pilot):
        assert app.list.keys == {("put", 0, 1): "y", ("call", 0): "a"}
        app.show(puts(("put", 1, 0), ("put", 1, 1)))
        assert app.list.keys == {("put", 1, 0): "1", ("put", 1, 1): "y"}
        await pilot.press("y", "2", "1")
        assert app.chosen == [("put", 1, 1), ("put", 1, 0)]

    at_bench(scene, puts(("put", 0, 1), anytime=1), steady)


@pytest.mark.parametrize("steady", [True, False])
def test_other_options_have_letters_beside_those_with_fixed_keys(steady):
    async def scene(app, pilot):
        keys = app.list.keys
        assert (keys["put", 0, 0], keys["put", 0, 1]) == ("1", "y")
        others = [keys["pass",], keys["put", 2, 0], keys["call", 0]]
        assert others == ["a", "b", "c"]
        await pilot.press("b")
        assert app.chosen == [("put", 2, 0)]

    given = puts(("put", 0, 0), ("put", 0, 1), ("pass",), ("put", 2, 0), anytime=1)
    at_bench(scene, given, steady)


def test_a_letter_that_is_a_fixed_key_is_given_to_no_other_option():
    async def scene(app, pilot):
        assert "y" not in app.list.keys.values()
        assert "" in app.list.keys.values(), "all letters are used"

    at_bench(scene, choices_of(1, anytime=20))


def test_every_place_of_the_kitchen_has_a_key_of_its_own():
    assert len(FIXED_KEYS) == TIMERS * AREAS
    commands = {binding.key for binding in PlayScreen.BINDINGS} | set("rl/?")
    for timer in (0, TEMPS):
        keys = [FIXED_KEYS["place", timer, area] for area in range(AREAS)]
        assert len({*keys}) == AREAS
        assert all(len(key) == 1 for key in keys)
        assert commands.isdisjoint(keys)


@pytest.mark.parametrize("pace", ["real", "stepped"])
def test_places_of_the_kitchen_keep_their_keys(pace):
    async def scene(table):
        choices = table.screen.query_one(Choices)
        seen = set()
        for _ in range(25):
            for action, key in choices.keys.items():
                if action[0] == "place":
                    assert key == FIXED_KEYS[action]
                    seen.add(key)
            hint = table.session.first_hint(0)[0] if 0 in table.match.waiting else None
            if hint in choices.keys:
                await table.press(choices.keys[hint])
            elif clock:
                clock.advance(1)
                table.screen.check_clock()
                await table.settle()
        assert len(seen) > 2
        assert seen <= set("1234567890yz")

    given = request("kitchen-rush", "you:Ann,house", 7, pace=pace)
    session, clock = opened(given) if pace == "real" else (new_session(given), None)
    at_table(scene, given, (120, 40), session)


# -- the key line


def test_key_line_fits_and_always_shows_quit():
    pairs = [("1 2 …", "play"), ("a b …", "any time"), ("h", "hint"), ("u", "undo (bots agree)")]
    pairs += [("s", "pass on"), ("p", "end break")]
    keys = [*(status.KeyHelp(*pair) for pair in pairs), *status.COMMON_KEYS]
    line = status.key_line(keys, NIGHT, 80)
    assert isinstance(line, Text)
    assert len(line.plain.rstrip()) <= 80
    assert line.plain.rstrip().endswith("? help  q quit")


@pytest.mark.parametrize(
    ("keys", "message"), [([], "q quits"), (["slash"], "Esc closes this"), (["l"], "Esc closes this")]
)
def test_ctrl_c_names_the_key_that_leaves_the_screen(keys, message):
    async def scene(table):
        await table.press(*keys, "ctrl+c")
        await table.pilot.pause()
        assert message in table.text
        assert "ctrl+q" not in table.text

    at_table(scene)
