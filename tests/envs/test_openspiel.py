"""The games in OpenSpiel, checked by its tests and solved by its algorithms."""

import hashlib
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.get_all_states import get_all_states

from flattop.envs.openspiel import openspiel_name, parameters
from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import BadOption

SHORT = {
    "burger-go": "rounds=1",
    "burgerfuck": "turn_limit=10",
    "burger-up": "idle_rounds=5",
    "party-up": "idle_rounds=5,opening=100",
    "burger-boss": "opening=80",
    "ninja-burger": "opening=150",
    "burger-trucker": "rounds=1",
}
ENDGAME = "flattop_burger_go(players=2,rounds=1,opening=20,seeds=2)"
GOLDEN = Path(__file__).parent / "playthroughs"
PLAYED = {
    "burger_go": ENDGAME,
    "hanaburger": "flattop_hanaburger(players=2,opening=90,seeds=2)",
}


def loaded(key, more=""):
    players = f"players={game_of(key).seats[0]}"
    parameters = ",".join(filter(None, [players, SHORT.get(key, ""), more]))
    return pyspiel.load_game(f"{openspiel_name(key)}({parameters})")


def midway(game, seed, decisions):
    """Return the state after a number of random decisions."""
    rnd, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal() and state.move_number() < decisions + 3:
        state.apply_action(rnd.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("key", CATALOG)
def test_random_simulations_of_openspiel_pass(key):
    """Checks legal actions, masks, clones, histories, bounds of returns, and every string and tensor."""
    pyspiel.random_sim_test(loaded(key), 1, key in ("burger-go", "solo-up"), False)


def shortened(text):
    """Replace the rest of a long line by a digest."""
    lines = text.splitlines()
    return "\n".join([line if len(line) < 300 else f"{line[:200]}… {digest(line)}" for line in lines]) + "\n"


def digest(line):
    return hashlib.sha256(line.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", PLAYED)
def test_playthrough_matches_the_golden_file(name):
    """`python tests/envs/test_openspiel.py` writes them again."""
    assert shortened(playthrough(PLAYED[name], None, seed=1)) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("key", CATALOG)
def test_default_number_of_players_is_that_of_a_new_table(key):
    assert parameters(key)["players"] == game_of(key).usual_seats


@pytest.mark.parametrize("key", CATALOG)
def test_resampled_state_has_the_same_information_state(key):
    game = loaded(key)
    for decisions in (3, 6):
        state = midway(game, decisions, decisions)
        seat = state.current_player()
        for number in range(3):
            other = state.resample_from_infostate(seat, lambda number=number: number / 7)
            assert other.current_player() == seat
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.observation_tensor(seat) == state.observation_tensor(seat)


def test_resampled_states_differ_in_hidden_information():
    state = midway(loaded("burger-go"), 1, 9)
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, lambda n=n: n / 7) for n in range(4)]
    assert len({other.information_state_string(1 - seat) for other in others}) == 4
    once = others[0].clone()
    once.apply_action(once.legal_actions()[0])
    assert once.move_number() == others[0].move_number() + 1


def test_states_with_one_information_state_share_own_actions_and_options():
    """Perfect recall, over all states of a small game."""
    game = pyspiel.load_game(ENDGAME)
    states = get_all_states(game, include_terminals=False, include_chance_states=False).values()
    alike = defaultdict(set)
    for state in states:
        seat = state.current_player()
        own = [pair.action for pair in state.full_history() if pair.player == seat]
        alike[state.information_state_string(seat)].add((seat, *own, "may", *state.legal_actions()))
    assert len(alike) < len(states)
    assert all(len(pasts) == 1 for pasts in alike.values())


def test_worlds_of_one_deal_differ_only_for_the_second_seat():
    game = pyspiel.load_game(ENDGAME.replace("seeds", "worlds=3,seeds"))
    seen = [set(), set()]
    for world in range(3):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(world)
        for seat in range(2):
            seen[seat].add(state.information_state_string(seat))
    assert [len(strings) for strings in seen] == [1, 3]


def test_random_numbers_of_the_opening_are_not_reused():
    """Random numbers are derived from the number of decisions, so the count continues after the opening."""
    state = pyspiel.load_game(ENDGAME).new_initial_state()
    state.apply_action(0)
    assert state.position.number == 20
    state.apply_action(state.legal_actions()[0])
    assert state.position.number == 21


def test_secret_choice_is_hidden_until_all_are_revealed():
    state = midway(loaded("burger-go"), 2, 0)
    infostates = set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if after.current_player() == 0:  # which half of the card
            after.apply_action(after.legal_actions()[0])
        infostates.add(after.information_state_string(1))
    assert len(infostates) == 1


def test_real_and_resampled_states_can_be_serialized():
    game = loaded("burger-go", "recall=2")
    state = midway(game, 3, 7)
    for one in (state, state.resample_from_infostate(state.current_player(), lambda: 0.25)):
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, one))
        for both in (one, again):
            both.apply_action(both.legal_actions()[0])
        seats = range(2)
        assert [one.information_state_string(s) for s in seats] == [
            again.information_state_string(s) for s in seats
        ]
        assert one.information_state_tensor(0) == again.information_state_tensor(0)


def test_info_state_tensor_recalls_the_requested_decisions():
    game = loaded("burger-go", "recall=2")
    state = midway(game, 3, 8)
    rows, wide = game.information_state_tensor_shape()
    assert (rows, wide) == (3, game.observation_tensor_size() + game.num_distinct_actions())
    tensor = state.information_state_tensor(0)
    now, last, before = (tensor[row * wide : (row + 1) * wide] for row in range(3))
    assert now[: game.observation_tensor_size()] == state.observation_tensor(0)
    own = [pair.action for pair in state.full_history() if pair.player == 0]
    assert [row[game.observation_tensor_size() :].index(1) for row in (last, before)] == [own[-1], own[-2]]


def test_cfr_converges_towards_an_equilibrium():
    game = pyspiel.load_game(ENDGAME)
    solver, left = pyspiel.CFRSolver(game), []
    for iterations in (1, 4):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        left.append(pyspiel.exploitability(game, solver.average_policy()))
    assert 0 <= left[1] < left[0] / 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("rounds=9", "the values are 1, 2, 3"),
        ("players=9", "no table for 9"),
        ("seeds=1001", "seeds=1001 is out of range; use a number from 0 to 1000"),
        ("reward=glory", "unknown reward 'glory'; use one of places, points"),
    ],
)
def test_bad_parameter_is_rejected(parameters, message):
    with pytest.raises(BadOption, match=message):
        pyspiel.load_game(f"flattop_burger_go({parameters})")


def test_game_with_few_deals_cannot_be_resampled():
    state = pyspiel.load_game(ENDGAME).new_initial_state()
    state.apply_action(0)
    with pytest.raises(ValueError, match="use seeds=0"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_missing_openspiel_is_reported_in_one_line():
    code = "import sys; sys.modules['pyspiel'] = None\nimport flattop.envs.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1].endswith("(extra 'openspiel'): pip install open-spiel")


if __name__ == "__main__":
    for name, game in PLAYED.items():
        (GOLDEN / f"{name}.txt").write_text(shortened(playthrough(game, None, seed=1)), "utf-8")
