"""Drawings of tables: they fit the width, leak nothing, and do not depend on colour alone."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

from flattop.games import CATALOG, game
from flattop.kernel import Chance, redeal
from flattop.match import Match, snapshot
from flattop.terminal.palette import NIGHT, PAPER
from flattop.terminal.screenshots import without_web_fonts
from flattop.terminal.session_setup import new_session
from flattop.terminal.tables import generic, layout
from flattop.terminal.tables.drawing import (
    LETTERS,
    DrawContext,
    burger,
    chips,
    columns,
    die,
    flowed,
    folded,
    small_die,
    stacked,
)
from tests.conformance.random_play import any_move

from .terminal_table import request

DOCS = Path(__file__).parents[2] / "docs"


def draw_context(match, seat, width=77, roomy=False, palette=NIGHT):
    options = match.table.asks.get(seat, ()) if seat is not None else ()
    return DrawContext(
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
    """Positions of a random game, less and less often the longer it gets."""
    match = Match(game(key), [f"Seat {seat}" for seat in range(seats)], seed, undoable=False)
    rng, steps, stop = random.Random(seed), 0, 0
    while not match.over:
        if steps == stop:
            stop += max(min(every, 2 + steps // 4), steps // 20)
            yield match
        match.play(*any_move(match.table, rng))
        steps += 1
    yield match


def about_three(key):
    """A legal number of seats, as near to three as possible."""
    return min(game(key).seats, key=lambda seats: abs(seats - 3))


def drawing(match, seat, **given):
    """The drawing for one seat, with its styles."""
    art, where = layout(match.game.key), draw_context(match, seat, **given)
    seen = snapshot(match, seat)
    rows = [*art.board(seen, where), *art.hand(seen, where)]
    return [art.headline(seen, where), *((row.plain, row.style, tuple(row.spans)) for row in rows)]


def dealt_anew(match, seat):
    """A table that differs only in what the seat cannot see."""
    other = match.table.clone()
    redeal(other, match.game.zones, seat, Chance(3))
    return other


@pytest.mark.parametrize("key", list(CATALOG))
@pytest.mark.parametrize("roomy", [False, True])
def test_drawings_do_not_depend_on_hidden_cards(key, roomy):
    for match in positions(key, about_three(key), seed=5, every=23):
        if match.over:
            continue
        for seat in (None, *range(2))[: len(match.people) + 1]:
            shown = drawing(match, seat, roomy=roomy)
            true, match.table = match.table, dealt_anew(match, seat)
            assert drawing(match, seat, roomy=roomy) == shown
            match.table = true


def test_the_secrecy_check_detects_a_leak():
    match = next(positions("burger-go", 3, seed=5))
    shown = drawing(match, 0)
    match.table = dealt_anew(match, 1)
    assert drawing(match, 0) != shown


@pytest.fixture
def uncut(monkeypatch):
    """Collects lines that are truncated."""
    lost, truncate = [], Text.truncate

    def noted(line, width, **how):
        if line.cell_len > width:
            lost.append((width, line.plain))
        truncate(line, width, **how)

    monkeypatch.setattr(Text, "truncate", noted)
    return lost


@pytest.mark.parametrize("key", list(CATALOG))
@pytest.mark.parametrize(("width", "roomy"), [(77, False), (79, True), (117, True), (197, True)])
def test_every_drawing_fits_the_width_without_truncation(key, width, roomy, uncut):
    most = max(game(key).seats)
    art = layout(key)
    for match in positions(key, most, seed=width, every=41):
        for seat in (None, 0, most - 1):
            where, seen = draw_context(match, seat, width, roomy, PAPER), snapshot(match, seat)
            for row in [*art.board(seen, where), *art.hand(seen, where)]:
                assert row.cell_len <= width + 1, row.plain
            assert len(f" {match.game.title}   {art.headline(seen, where)}") <= 80
    assert uncut == []


@pytest.mark.parametrize("key", list(CATALOG))
def test_generic_layout_names_every_zone(key):
    match = next(positions(key, about_three(key), seed=1))
    lines = [row.plain for row in generic.board(snapshot(match, 0), draw_context(match, 0))]
    titles = [words.title for words in game(key).text.zones.values() if not words.hidden]
    assert all(any(line.startswith(title) for line in lines) for title in titles)


@pytest.mark.parametrize(
    ("key", "lit"),
    [
        ("burger-up", lambda face: [("place", face, 0), ("place", face, 1)]),
        ("burger-go", lambda face: [("show", face)]),
        ("burger-go", lambda face: [("choose", face // 2)]),
        ("between-two-burgers", lambda face: [("show", face)]),
        ("between-two-burgers", lambda face: [("choose", face // 2)]),
    ],
)
def test_keys_do_not_hide_the_names_of_cards(key, lit):
    """With all keys shown, every name is complete, in one line or in two."""
    match = Match(game(key), [f"Seat {seat}" for seat in range(about_three(key))], 1)
    names, is_bun = match.table.pack.faces, match.table.pack.is_bun
    size, two_ended = len(match.table.hands[0]), [card for card in range(len(is_bun)) if not is_bun[card]]
    for first in range(0, len(two_ended), size):
        cards = match.table.hands[0] = two_ended[first : first + size]
        faces = [face for card in cards for face in (2 * card, 2 * card + 1)]
        keys = {action: "12" for face in faces for action in lit(face)}
        where = replace(draw_context(match, 0), keys=keys)
        text = "\n".join(row.plain for row in layout(key).hand(snapshot(match, 0), where))
        assert all(word in text for face in faces for word in names[face].name.split())
        assert text.count("12") >= len(keys)


def kitchen(scenario):
    match = Match(game("kitchen-rush"), ["Ann", "Ben"], 4, {"scenario": scenario})
    shown = "\n".join(
        row.plain for row in layout("kitchen-rush").board(snapshot(match, 0), draw_context(match, 0))
    )
    return match.table, " ".join(shown.split())


@pytest.mark.parametrize("scenario", [1, 6, 8])
def test_patron_at_a_table_shows_the_ingredients_of_each_dish(scenario):
    table, shown = kitchen(scenario)
    parse_seats = [card for card in table.tables if card >= 0]
    assert parse_seats
    for card in parse_seats:
        patron = table.pack.patron[card]
        assert f"{patron.name} ◉{patron.coins}" in shown
        for dish in patron.dish:
            needs = [f"{count}{name[0].upper()}" for name, count in dish.ingredients.items()]
            needs += [
                f"{count}{'sf' if name == 'saffron' else name[:2]}" for name, count in dish.spices.items()
            ]
            assert f"{('I', 'II', 'III', 'IV')[dish.plate - 1]} {'□' * dish.cook or '-'} " in shown
            assert all(need in shown for need in needs)


def test_office_card_shows_its_name_and_cost():
    table, shown = kitchen(8)
    assert table.desks
    for card in table.desks:
        office = table.pack.office_card[card]
        assert f"{office.name} ◉{office.cost}" in shown


def test_a_long_line_is_folded_between_words():
    line = Text.assemble("  ", ("one two", "bold"), " three")
    assert [row.plain for row in folded(line, 9, 4)] == ["  one two", "    three"]
    assert folded(line, 20) == [line]


def test_the_hand_shows_both_ends_and_the_key_of_every_card():
    match = next(positions("burger-go", 3, seed=2))
    rows = layout("burger-go").hand(snapshot(match, 0), draw_context(match, 0))
    text = "\n".join(row.plain for row in rows)
    for number, card in enumerate(match.table.hands[0], 1):
        assert str(number) in text
        for half in (match.table.pack.cards[card].a, match.table.pack.cards[card].b):
            assert all(word in text for word in half.name.split())


def test_meat_on_sauce_is_drawn_as_one_piece_worth_nine():
    match = Match(game("burger-go"), ["Ann", "Ben"], 1)
    types = match.table.pack.type_of
    sauce, meat = types.index("sauce"), types.index("meat")
    match.table.rows[0] = [sauce, meat]
    for roomy in (False, True):
        rows = layout("burger-go").board(snapshot(match, 0), draw_context(match, 0, roomy=roomy))
        text = "\n".join(row.plain for row in rows)
        assert "2M" in text
        assert "1S" in text
        assert "=9" in text


def test_burger_has_a_bottom_bun_and_a_top_bun_if_there_are_two():
    rows = [row.plain for row in burger(["bun", "bun", "lettuce", "patty", "cheese"], 9, NIGHT)]
    assert rows[0].startswith("▗▄")
    assert rows[-1].startswith("▝▀")
    assert [row.strip("≈▔░ ") for row in rows[1:-1]] == ["L", "C", "P"]
    assert burger(["patty"], 9, NIGHT)[0].plain.strip("░ ") == "P"


def test_foods_are_distinguished_by_letters_as_well_as_colours():
    assert stacked(["bun", "bun", "patty", "cheese"]) == ["bun", "patty", "cheese", "bun"]
    assert stacked(["bun", "patty"]) == ["patty", "bun"]
    assert sorted(stacked(["bun"] * 4 + ["tomato"])) == ["bun"] * 4 + ["tomato"]
    assert chips(list(LETTERS), NIGHT).plain == "".join(LETTERS.values())


@pytest.mark.parametrize("value", range(1, 7))
def test_die_shows_its_number_of_pips(value):
    assert sum(row.plain.count("●") for row in die(value, NIGHT)) == value
    assert small_die(value, NIGHT).plain.endswith(str(value))


def test_hidden_die_shows_a_question_mark():
    assert small_die(-1, NIGHT).plain == "?"
    assert sum(row.plain.count("●") for row in die(-1, NIGHT)) == 0


def test_pieces_wrap_to_a_new_line():
    assert [row.plain for row in flowed([Text("aaa"), Text("bbb"), Text("c")], 8)] == ["aaa  bbb", "c"]
    blocks = [[Text("aa"), Text("a")], [Text("bb")], [Text("cc")]]
    assert [row.plain.rstrip() for row in columns(blocks, 6)] == ["aa bb", "a", "cc"]


def test_screenshots_load_no_fonts_from_the_web():
    fonts = '@font-face { src: url("https://x.io/f") }'
    svg = f"<!-- by x.io --><style>{fonts}\n.a {{ font-family: Fira Code, monospace }}"
    assert "x.io" not in without_web_fonts(svg)
    assert "ui-monospace" in without_web_fonts(svg)


@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_screenshots_in_the_docs_are_small_and_load_nothing(key):
    svg = (DOCS / "pictures" / f"terminal-{key}.svg").read_text("utf-8")
    assert len(svg.encode()) < 200_000
    assert set(re.findall(r"\w+://[^\s\"'<>]+", svg)) == {"http://www.w3.org/2000/svg"}


def test_session_snapshot_equals_the_snapshot_of_the_match():
    session = new_session(request(seats="you:Ann,house"))
    assert session.snapshot(0) == snapshot(session.match, 0)
    assert session.snapshot(None)["options"] == []
