"""The Strategy Grid: drops, lines of four, and full grids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burgerfuck.grid import completes, makes_line


@pytest.mark.rule("BF-18", "BF-19", "BF-23")
def test_a_turn_begins_with_a_pawn_that_falls_to_the_lowest_free_cell(bf):
    t = bf.scene("5S", at="strategy_move", grid={3: "1 2"})
    assert bf.verbs(t) == {"drop"}
    bf.act(t, "drop", 3)
    assert t.grid == bf.columns({3: "1 2 0"})
    assert {"play", "draw", "burn"} <= bf.verbs(t, 0)


@pytest.mark.rule("BF-20", "BF-21", "BF-E6")
def test_a_row_of_four_sends_all_pawns_home_and_earns_a_large_token(bf):
    t = bf.scene("5S", at="strategy_move", grid={2: "0", 3: "0", 4: "0", 7: "1 2"})
    bf.act(t, "drop", 5)
    assert t.grid == [()] * 7
    assert t.large == [1, 0, 0]


@pytest.mark.rule("BF-20", "BF-E7")
def test_a_diagonal_of_four_is_a_line(bf):
    t = bf.scene("5S", at="strategy_move", grid={1: "0", 2: "1 0", 3: "1 1 0", 4: "1 0 1"})
    bf.act(t, "drop", 4)
    assert t.large == [1, 0, 0]
    assert t.grid == [()] * 7


@pytest.mark.rule("BF-R11", "BF-E8")
def test_two_lines_at_once_earn_one_token(bf):
    t = bf.scene("5S", at="strategy_move", grid={1: "0 0 0", 2: "1 1 2 0", 3: "2 2 1 0", 4: "1 1 2 0"})
    bf.act(t, "drop", 1)
    assert t.large == [1, 0, 0]


@pytest.mark.rule("BF-R11")
def test_five_in_a_row_are_one_line_and_a_gap_breaks_it(bf):
    t = bf.scene("5S", at="strategy_move", grid={1: "0", 2: "0", 4: "0", 5: "0"})
    bf.act(t, "drop", 3)
    assert t.large == [1, 0, 0]
    t = bf.scene("5S", at="strategy_move", grid={1: "0", 2: "0", 5: "0"})
    bf.act(t, "drop", 4)
    assert t.large == [0, 0, 0]


@pytest.mark.rule("BF-22")
def test_the_next_pawns_start_on_an_empty_grid_and_may_win_again(bf):
    t = bf.scene("5S 5D", at="strategy_move", grid={1: "0 0 0", 2: "1"}, free_pass="on")
    bf.act(t, "drop", 1)
    t.play(0, ("pass",))
    bf.hold_all(t)
    bf.act(t, "drop", 2)
    assert t.grid == bf.columns({2: "1"})
    bf.change(t, grid=bf.columns({1: "0 0 0"}), marker=0)
    t.stack[-1].at = "strategy_move"
    t.ask_afresh()
    bf.act(t, "drop", 1)
    assert t.large == [2, 0, 0]


@pytest.mark.rule("BF-R9")
def test_a_full_column_is_not_offered_and_the_drop_cannot_be_declined(bf):
    t = bf.scene("5S", at="strategy_move", grid={1: "0 1 0 1 0 1 2"})
    assert bf.options(t, "drop") == [1, 2, 3, 4, 5, 6]
    assert bf.verbs(t) == {"drop"}
    assert bf.refused(t, 0, "drop", 1).code == "column-full"


@pytest.mark.rule("BF-R12", "BF-E9")
def test_a_grid_that_fills_up_without_a_line_is_cleared_without_a_token(bf):
    full = {c: "0 0 1 1 0 0 1" if c % 2 else "1 1 0 0 1 1 0" for c in range(1, 8)}
    t = bf.scene("5S", seats=2, at="strategy_move", grid=full | {7: "0 0 1 1 0 0"})
    bf.change(t, marker=1)
    assert bf.options(t, "drop", 1) == [6]
    bf.act(t, "drop", 7)
    assert t.grid == [()] * 7
    assert t.large == [0, 0]


@pytest.mark.rule("BF-R10")
def test_the_pawn_of_a_red_card_makes_a_line_unless_the_table_plays_otherwise(bf):
    for victory, large in (("on", 1), ("off", 0)):
        t = bf.scene("5D 2C", red="5D", grid={1: "0 0 0"}, red_victory=victory)
        bf.act(t, "play", "5D")
        bf.act(t, "drop", 1)
        assert t.large == [large, 0, 0]
        assert (t.grid == [()] * 7) == (victory == "on")


@pytest.mark.rule("BF-R10", "BF-R11")
def test_a_line_that_a_red_pawn_made_for_nothing_does_not_count_for_a_pawn_elsewhere(bf):
    t = bf.scene("5D 2C", at="strategy_move", grid={1: "0 0 0 0"}, red_victory="off")
    bf.act(t, "drop", 7)
    assert t.large == [0, 0, 0]


def has_line(grid, column):
    """Brute-force check: every window of four cells through the top pawn of the column."""
    row, seat = len(grid[column]) - 1, grid[column][-1]
    at = {(c, r): s for c, pawns in enumerate(grid) for r, s in enumerate(pawns)}
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for back in range(4):
            cells = [(column + (i - back) * across, row + (i - back) * up) for i in range(4)]
            if all(at.get(cell) == seat for cell in cells):
                return True
    return False


pawns = st.lists(st.integers(0, 1), max_size=7).map(tuple)


@pytest.mark.rule("BF-20", "BF-R11")
@given(st.lists(pawns, min_size=7, max_size=7))
def test_lines_are_those_that_a_plain_search_finds(grid):
    for column in range(7):
        if grid[column]:
            assert makes_line(grid, column) == has_line(grid, column)


@given(st.lists(pawns, min_size=7, max_size=7), st.integers(0, 1))
def test_a_pawn_completes_a_line_where_a_plain_search_finds_one_after_it(grid, seat):
    for column in range(7):
        if len(grid[column]) < 7:
            after = [*grid[:column], (*grid[column], seat), *grid[column + 1 :]]
            assert completes(grid, column, seat) == has_line(after, column)
