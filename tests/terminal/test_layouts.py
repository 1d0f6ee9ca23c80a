"""What is drawn: only what a sheet holds, within the width, in letters as well as in colour."""

import random
import re
from pathlib import Path

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance, redeal
from flattop.match import Match, sheet
from flattop.terminal.opening import new_session
from flattop.terminal.palette import NIGHT, PAPER
from flattop.terminal.picture import without_hosts
from flattop.terminal.pieces.dice import die, small_die
from flattop.terminal.pieces.food import LETTERS, burger, chips, stacked
from flattop.terminal.tables import generic, layout
from flattop.terminal.tables.stage import Stage, columns, flowed

from .terminal_table import wish

DOCS = Path(__file__).parents[2] / "docs"


def stage(match, seat, width=77, roomy=False, palette=NIGHT):
    options = match.table.asks.get(seat, ()) if seat is not None else ()
    return Stage(
        game=match.game,
        pack=match.table.pack,
        people=match.people,
        ranks=["house"] * len(match.people),
        settings=match.settings,
        palette=palette,
        width=width,
        roomy=roomy,
        keys={action: str(number) for number, action in enumerate(options, 1)},
        chosen=next(iter(options), None),
    )


def positions(key, seats, seed, every=7):
    """A game of random moves, stopped at now and then, less often the longer it gets."""
    match = Match(game(key), [f"Seat {seat}" for seat in range(seats)], seed, undoable=False)
    luck, steps, stop = random.Random(seed), 0, 0
    while not match.over:
        if steps == stop:
            stop += max(every, steps // 20)
            yield match
        asks = match.table.asks
        seat = luck.choice(list(asks) if CLOCK in asks else match.waiting)
        match.play(seat, luck.choice([*match.table.asks[seat], *match.table.anytime(seat)]))
        steps += 1
    yield match


def about_three(key):
    """A number of seats of the game, three if it can be."""
    return min(game(key).seats, key=lambda seats: abs(seats - 3))


def drawing(match, seat, **given):
    """All that the layout draws for one seat, with its styles."""
    art, where = layout(match.game.key), stage(match, seat, **given)
    seen = sheet(match, seat)
    rows = [*art.board(seen, where), *art.hand(seen, where)]
    return [art.headline(seen, where), *((row.plain, row.style, tuple(row.spans)) for row in rows)]


def dealt_anew(match, seat):
    """A table that differs in nothing but what the seat cannot see."""
    other = match.table.clone()
    redeal(other, match.game.zones, seat, Chance(3))
    return other


@pytest.mark.parametrize("key", list(CATALOG))
@pytest.mark.parametrize("roomy", [False, True])
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_sees(key, roomy):
    for match in positions(key, about_three(key), seed=5, every=23):
        if match.over:
            continue
        for seat in (None, *range(2))[: len(match.people) + 1]:
            shown = drawing(match, seat, roomy=roomy)
            true, match.table = match.table, dealt_anew(match, seat)
            assert drawing(match, seat, roomy=roomy) == shown
            match.table = true


def test_the_check_for_leaks_finds_one():
    match = next(positions("burger-go", 3, seed=5))
    shown = drawing(match, 0)
    match.table = dealt_anew(match, 1)
    assert drawing(match, 0) != shown


@pytest.mark.parametrize("key", list(CATALOG))
@pytest.mark.parametrize(("width", "roomy"), [(77, False), (79, True), (117, True), (197, True)])
def test_every_position_fits_the_width(key, width, roomy):
    most = max(game(key).seats)
    art = layout(key)
    for match in positions(key, most, seed=width, every=41):
        for seat in (None, 0, most - 1):
            where, seen = stage(match, seat, width, roomy, PAPER), sheet(match, seat)
            for row in [*art.board(seen, where), *art.hand(seen, where)]:
                assert row.cell_len <= width + 1, row.plain
            assert len(f" {match.game.title}   {art.headline(seen, where)}") <= 80


@pytest.mark.parametrize("key", list(CATALOG))
def test_a_game_without_a_layout_is_told_in_words(key):
    match = next(positions(key, about_three(key), seed=1))
    lines = [row.plain for row in generic.board(sheet(match, 0), stage(match, 0))]
    titles = [words.title for words in game(key).text.zones.values() if not words.hidden]
    assert all(any(line.startswith(title) for line in lines) for title in titles)
    assert layout("a-game-to-come") is generic


def test_the_hand_shows_both_ends_and_the_key_of_every_card():
    match = next(positions("burger-go", 3, seed=2))
    rows = layout("burger-go").hand(sheet(match, 0), stage(match, 0))
    text = "\n".join(row.plain for row in rows)
    for number, card in enumerate(match.table.hands[0], 1):
        assert str(number) in text
        for half in (match.table.pack.cards[card].a, match.table.pack.cards[card].b):
            assert all(word in text for word in half.name.split())


def test_meat_on_sauce_is_drawn_together_with_its_nine():
    match = Match(game("burger-go"), ["Ann", "Ben"], 1)
    types = match.table.pack.type_of
    sauce, meat = types.index("sauce"), types.index("meat")
    match.table.rows[0] = [sauce, meat]
    for roomy in (False, True):
        rows = layout("burger-go").board(sheet(match, 0), stage(match, 0, roomy=roomy))
        text = "\n".join(row.plain for row in rows)
        assert "2M" in text
        assert "1S" in text
        assert "=9" in text


def test_a_burger_stands_on_its_bun_with_a_lid_if_there_are_two():
    rows = [row.plain for row in burger(["bun", "bun", "lettuce", "patty", "cheese"], 9, NIGHT)]
    assert rows[0].startswith("▗▄")
    assert rows[-1].startswith("▝▀")
    assert [row.strip("≈▔░ ") for row in rows[1:-1]] == ["L", "C", "P"]
    assert burger(["patty"], 9, NIGHT)[0].plain.strip("░ ") == "P"


def test_foods_are_letters_as_well_as_colours():
    assert stacked(["bun", "bun", "patty", "cheese"]) == ["bun", "patty", "cheese", "bun"]
    assert stacked(["bun", "patty"]) == ["patty", "bun"]
    assert sorted(stacked(["bun"] * 4 + ["tomato"])) == ["bun"] * 4 + ["tomato"]
    assert chips(list(LETTERS), NIGHT).plain == "".join(LETTERS.values())


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_counts(value):
    assert sum(row.plain.count("●") for row in die(value, NIGHT)) == value
    assert small_die(value, NIGHT).plain.endswith(str(value))


def test_a_covered_die_shows_nothing():
    assert small_die(-1, NIGHT).plain == "?"
    assert sum(row.plain.count("●") for row in die(-1, NIGHT)) == 0


def test_pieces_go_to_a_new_line_when_one_is_full():
    from rich.text import Text

    assert [row.plain for row in flowed([Text("aaa"), Text("bbb"), Text("c")], 8)] == ["aaa  bbb", "c"]
    blocks = [[Text("aa"), Text("a")], [Text("bb")], [Text("cc")]]
    assert [row.plain.rstrip() for row in columns(blocks, 6)] == ["aa bb", "a", "cc"]


def test_pictures_name_no_host():
    fonts = '@font-face { src: url("https://x.io/f") }'
    svg = f"<!-- by x.io --><style>{fonts}\n.a {{ font-family: Fira Code, monospace }}"
    assert "x.io" not in without_hosts(svg)
    assert "ui-monospace" in without_hosts(svg)


@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_the_pictures_in_the_docs_are_small_and_name_no_host(key):
    svg = (DOCS / "pictures" / f"terminal-{key}.svg").read_text("utf-8")
    assert len(svg.encode()) < 200_000
    assert set(re.findall(r"\w+://[^\s\"'<>]+", svg)) == {"http://www.w3.org/2000/svg"}


def test_a_session_draws_from_sheets_alone():
    session = new_session(wish(seats="you:Ann,house"))
    assert session.sheet(0) == sheet(session.match, 0)
    assert session.sheet(None)["options"] == []
