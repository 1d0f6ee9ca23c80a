"""All mechanisms that build what a viewer sees agree; faults planted in any of them are detected."""

from importlib import import_module

import pytest

from flattop.games import CATALOG, game

from . import masking

determinize, zone, observation, snapshot, spaces, viewers = map(
    import_module,  # some have the name of a function that their package exports
    (
        "flattop.kernel.determinize",
        "flattop.kernel.zone",
        "flattop.match.observation",
        "flattop.match.snapshot",
        "flattop.envs.spaces",
        "flattop.server.table.viewers",
    ),
)


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_mechanism_shows_the_same(key, soak):
    masking.every_mechanism_shows_the_same(game(key), soak(6_000, share=40))


def all_hands(zone, piles, seat):
    return piles.piles


def without_the_deck(match):
    return {name: value for name, value in snapshot.common_view(match).items() if name != "deck"}


def with_the_first_card(viewer, zone, cards, owner):
    return [*cards[:1], *HONEST_PILE(viewer, zone, cards, owner)[1:]]


def of_another_seat(zones, names):
    reader = HONEST_READER(zones, names)
    honest = reader.at
    reader.at = lambda t, seat: honest(t, (seat + 1) % t.seats)
    return reader


HONEST_PILE, HONEST_READER, HIDDEN_PILES = zone._visible_pile, spaces.ZoneReader, determinize.hidden_piles
FAULTS = {
    "the snapshot shows all hands": (snapshot, "view", lambda t, zones, seat, **_: zone.view(t, zones, 0)),
    "updates show all hands": (snapshot, "visible_part", all_hands),
    "updates leave out a zone": (viewers, "common_view", without_the_deck),
    "an observation shows every hand": (
        observation,
        "zone_view",
        lambda t, zones, name, seat: getattr(t, name),
    ),
    "an observation shows another hand as its own": (
        observation,
        "own_view",
        lambda t, zones, name, seat: getattr(t, name)[seat - 1],
    ),
    "environments encode what another seat sees": (spaces, "ZoneReader", of_another_seat),
    "every mechanism shows a hidden card": (zone, "_visible_pile", with_the_first_card),
    "a picture shows the deck": (masking, "masked", lambda t, zones, seat: t),
    "a determinization deals the own hand again": (
        determinize,
        "hidden_piles",
        lambda t, zones, seat: HIDDEN_PILES(t, zones, None),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_fault_is_detected(monkeypatch, fault):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        masking.every_mechanism_shows_the_same(game("burger-go"), 60)
