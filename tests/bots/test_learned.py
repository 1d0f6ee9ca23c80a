"""The learned evaluation: features of an observation, the network, and the weights in the package."""

import tomllib
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from flattop.bots import bot, learned
from flattop.bots.learned.features import FeatureReader, feature_id
from flattop.bots.learned.network import Evaluation, Weights, feature_checksum
from flattop.games import CATALOG, game
from flattop.games.manifest import manifest
from flattop.kernel import CLOCK, Chance
from flattop.lab import turns
from flattop.match import Match, Observation

LIMIT = 1_000_000  # bytes of a game's weights


def table(key, seats, decisions=30):
    """Return a table in mid-game, and a seat that has to decide or, in real time, the first."""
    match = Match(game(key), [f"Seat {n + 1}" for n in range(seats)], 5, undoable=False, logged=False)
    bots = [bot("house", key, Chance(n)) for n in range(seats)]
    for _ in islice(turns(match, bots), decisions):
        pass
    return match.table, next((seat for seat in match.table.asks if seat != CLOCK), 0)


@pytest.mark.parametrize("key", list(CATALOG))
def test_features_are_the_same_on_every_determinization(key):
    seats = game(key).seats[-1]
    t, seat = table(key, seats)
    obs, reader = Observation(game(key), t, seat), FeatureReader(game(key), list)
    seen = reader.read(obs)
    for n in range(5):
        assert (
            FeatureReader(game(key), list).read(Observation(game(key), obs.imagine(Chance(n)), seat)) == seen
        )
    assert reader.read(obs) == seen  # from the cache
    assert len(seen[0]) == 1 + sum(seats if zone.per_seat else 1 for zone in reader._zones.values())


def test_seats_are_counted_from_the_observing_seat():
    t, _ = table("burger-go", 3, 0)
    t.coins[:] = [4, 9, 2]
    read = [
        FeatureReader(game("burger-go"), list).read(Observation(game("burger-go"), t, n)) for n in range(3)
    ]
    for n, (zones, numbers) in enumerate(read):
        own, left = t.coins[n], t.coins[(n + 1) % 3]
        ids = [number for zone in zones for number in zone]
        assert feature_id(("coins", 0, "=", own)) in ids
        assert feature_id(("coins", 1, "=", left)) in ids
        assert own in numbers
        assert own - max(other for i, other in enumerate(t.coins) if i != n) in numbers


def test_feature_specs_name_zones_of_the_game():
    for key in CATALOG:
        spec = manifest(key).features
        named = {*spec.ignored, *spec.summed, *filter(None, [spec.changed_zone])}
        assert named <= set(game(key).zones), key


def weights(key, seats, **others):
    """Return hand-made weights with one feature."""
    t, seat = table(key, seats)
    numbers = len(FeatureReader(game(key), list).read(Observation(game(key), t, seat))[1])
    made = Weights(
        entries=np.array([feature_id(("seats", seats))]), table=np.array([[0.5, -1.0]]),
        middle=np.zeros(numbers), spread=np.ones(numbers), low=np.zeros((2, numbers)),
        low_bias=np.array([0.25, 2.0]),
        high=np.array([[1.0, 2.0]]), high_bias=np.array([-0.75]), heads=np.array([[1.0], [-2.0]]),
        heads_bias=np.array([-2.0, 1.0]), usual=3.0, reach=10.0,
        seats=np.array([seats]), layout=feature_checksum(game(key)),
    )  # fmt: skip
    return replace(made, **others)


def test_network_computes_a_hand_made_example(tmp_path):
    """Low: 0.25 + 0.5 and 2 - 1; high: 0.75 + 2 - 0.75 = 2; win: logistic of 2 - 2; margin: 10(1 - 4) + 3."""
    t, seat = table("burger-go", 2)
    obs = Observation(game("burger-go"), t, seat)
    made = weights("burger-go", 2)
    made.save(tmp_path / "burger-go.npz")
    for own in (made, Weights.load(tmp_path / "burger-go.npz")):
        estimate = Evaluation(game("burger-go"), own).of(obs)
        assert estimate.win == pytest.approx(0.5)
        assert estimate.margin == pytest.approx(-27)
    assert Evaluation(game("burger-go"), made).is_for(obs)
    far = replace(made, low=np.full((2, len(made.middle)), 1e-3))
    assert Evaluation(game("burger-go"), far).of(obs).win != pytest.approx(0.5)


def test_reason_for_a_missing_evaluation(tmp_path, monkeypatch):
    assert "burger-go has no weights; train some with `flattop train burger-go`" in learned.why_none(
        "burger-go", 2, tmp_path
    )
    assert learned.evaluation("burger-go", 2, tmp_path) is None
    weights("burger-go", 2).save(tmp_path / "burger-go.npz")
    learned.why_none.cache_clear()
    learned.evaluation.cache_clear()
    assert learned.why_none("burger-go", 2, tmp_path) == ""
    assert learned.evaluation("burger-go", 2, tmp_path) is not None
    assert "are for 2 seats, not for 3" in learned.why_none("burger-go", 3, tmp_path)
    weights("burger-go", 4, layout=1).save(tmp_path / "burger-go.npz")
    assert "for another version" in learned.why_none("burger-go", 4, tmp_path)
    monkeypatch.setattr(learned, "find_spec", lambda name: None)
    assert "needs the package numpy" in learned.why_none("burger-go", 5, tmp_path)
    assert learned.evaluation("burger-go", 5, tmp_path) is None


def test_packaged_weights_fit_their_games():
    """They are small, fit the current game, have a model card and give estimates."""
    for path in sorted(learned.WEIGHTS.glob("*.npz")):
        card = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
        assert path.stat().st_size < LIMIT
        assert {"games", "positions", "commit", "command", "date", "held_out", "correlation"} <= card.keys()
        assert card["game"] == path.stem
        for seats in card["seats"]:
            assert learned.why_none(path.stem, seats) == ""
            t, seat = table(path.stem, seats)
            estimate = learned.evaluation(path.stem, seats).of(Observation(game(path.stem), t, seat))
            assert 0 < estimate.win < 1
            assert abs(estimate.margin) < 1000
