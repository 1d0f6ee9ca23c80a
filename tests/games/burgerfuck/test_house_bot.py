"""The house bot: fair, fast, and clearly better than a bot that plays whenever possible."""

import pytest

from flattop.bots.policies.burgerfuck import HouseBot, best_columns, can_complete
from flattop.kernel import WAIT, Chance
from flattop.lab.stats import wilson
from flattop.match.game_loop import play
from flattop.match.observation import Observation
from tests.games.bot_games import house_wins


class Simple:
    """Plays or strikes if possible, else draws, and drops its pawns anywhere."""

    wishes = ("strike", "play", "draw", "hold")

    def __init__(self, chance):
        self.chance = chance

    def choose(self, obs):
        options = list(obs.options)
        for verb in self.wishes:
            if found := [action for action in options if action[0] == verb]:
                return found[self.chance.below(len(found))]
        return options[self.chance.below(len(options))]


def test_it_beats_play_if_possible_else_draw_with_an_interval_above_sixty_percent(bf):
    games = 100
    won = house_wins(bf.game, 2, range(500, 500 + games), Simple)
    assert wilson(won / games, games)[0] > 0.6


@pytest.mark.parametrize("seats", [2, 4])
def test_it_wins_most_games_against_random_seats(bf, seats):
    assert house_wins(bf.game, seats, range(900, 920)) >= 17


def test_it_plays_live_tables_and_other_goals(bf):
    for options in (
        {"strikes": "live", "grace": 0},
        {"goal": "large_tokens", "large_goal": 1},
        {"extra_plays": "after_any"},
    ):
        assert house_wins(bf.game, 3, range(40, 46), **options) >= 4


def test_on_a_live_table_bots_strike_within_the_grace_and_otherwise_wait(bf):
    struck = 0
    for seed in range(3):
        match = play(bf.game, [HouseBot(Chance(seed + seat)) for seat in range(4)], seed, {"strikes": "live"})
        struck += sum('"strike"' in line for line in match.record.lines)
        assert match.over
    assert struck > 3
    t = bf.scene("9H 9D", pile="5C", others=["2D 3D", "2D 3D"], strikes="live")
    assert choice(bf, t, 1) == WAIT


def choice(bf, t, seat=0):
    return HouseBot(Chance(1)).choose(Observation(bf.game, t, seat))


def test_it_completes_a_line_and_otherwise_blocks_one(bf):
    assert best_columns(bf.columns({1: "0 0 0", 7: "1 1 1"}), 0, range(7)) == [0]
    assert best_columns(bf.columns({3: "0 0", 7: "1 1 1"}), 0, range(7)) == [6]
    assert can_complete(bf.columns({1: "0 0 0"}), 0)
    assert not can_complete(bf.columns({1: "0 0 0"}), 1)


def test_it_does_not_drop_right_beneath_a_rivals_line(bf):
    grid = bf.columns({1: "0 1", 2: "1 1", 3: "0 1"})
    assert 3 not in best_columns(grid, 0, range(7))


def test_it_strikes_but_never_plays_a_face_card_on_its_own_face_card(bf):
    t = bf.scene("5S 5C 9D", pile="9S", others=["2D 3D", "2D 3D"])
    bf.act(t, "play", "5S")
    bf.hold_up_to(t, 0)
    assert choice(bf, t) == ("strike", bf.card("5C"))
    t = bf.scene("KS KC 9D", pile="9S", others=["2D 3D", "2D 3D"])
    bf.act(t, "play", "KS")
    bf.hold_up_to(t, 0)
    assert choice(bf, t) == ("hold",)


def test_on_a_live_table_it_strikes_whenever_it_may(bf):
    t = bf.scene("9H 9D", pile="5C", others=["5S 2D", "2D 3D"], strikes="live", grace=0)
    assert choice(bf, t, 1) == ("strike", bf.card("5S"))


def test_it_plays_rather_than_draws_and_keeps_its_joker(bf):
    t = bf.scene("JK 5S 9C 8C")
    assert choice(bf, t) == bf.action(t, "play", "5S")


def test_it_burns_a_big_club_when_a_rival_is_about_to_win(bf):
    t = bf.scene("5S KC 9D 8D 7D", others=["2D 3D", "2D 3D 4D"])
    assert choice(bf, t) == ("burn", bf.card("KC"))
    t = bf.scene("5S KC 9D 8D 7D")
    assert choice(bf, t) == bf.action(t, "play", "5S")


def test_it_picks_from_the_smallest_hand_and_marks_its_own_cards(bf):
    t = bf.scene("AH 9C", others=["2D 3D 4D", "2D 3D"])
    bf.act(t, "play", "AH")
    assert choice(bf, t) == ("reveal", 2)
    t = bf.scene("JK 9C 9C")
    bf.act(t, "sacrifice", "JK")
    assert choice(bf, t) == ("mark", bf.card("9C"))


def test_it_scraps_no_joker(bf):
    t = bf.scene("2H 9C", deck="JK JK JK 3S")
    bf.act(t, "burn", "2H")
    assert choice(bf, t)[1] != bf.card("JK")


def test_its_score_of_a_contention_depends_on_whose_card_it_covers(bf):
    from flattop.bots.policies.burgerfuck import Valuation

    costs = {}
    for by in (-1, 0, 1):
        t = bf.scene("KD 9C", pile="QD", by=by)
        costs[by] = Valuation(Observation(bf.game, t, 0)).contention_cost(bf.card("KD"))
    assert costs[0] > costs[-1] > costs[1] > 0
