"""What all states of a game have in common: the table that is dealt, by how many seeds, what it pays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from flattop.envs.openspiel.snapshot import Moment, Origin
from flattop.envs.play import Play, earned
from flattop.kernel import BadOption, Chance, Game
from flattop.match import derived

WIDE = 1000  # outcomes of a chance node, at most
NODES = 3  # of them where all luck of the world is wanted: a thousand million deals
BOUND = 1000.0  # no points come near
LONGEST = 100_000  # decisions; no game comes near
KEPT = 20_000  # moments of a game with few deals
KITS = 32  # tables that are remembered; each may keep so many moments

OWN: dict[str, int | str] = {
    "players": 0,
    "seeds": 0,
    "opening": 0,
    "worlds": 0,
    "recall": 0,
    "reward": "places",
    "deck": "",
}


class Kit:
    """A game at a table of so many, with these options."""

    def __init__(self, key: str, given: Mapping[str, Any]) -> None:
        self._words = key, tuple(sorted(given.items()))
        own = {**OWN, **{name: given[name] for name in OWN if name in given}}
        options = {name: value for name, value in given.items() if name not in OWN}
        deck = Path(own["deck"]) if own["deck"] else None
        play = Play(key, own["players"] or None, options, deck, own["reward"])
        self.game, self.seats, self.spaces, self.reward = play.game, play.seats, play.spaces, own["reward"]
        self.settings = self.game.settings(self.seats, play.given)
        self.pack = self.game.pack(deck)
        self.seeds = _within("seeds", own["seeds"], WIDE)
        self.opening = _within("opening", own["opening"], LONGEST)
        self.worlds = _within("worlds", own["worlds"], WIDE)
        self.recall = _within("recall", own["recall"], LONGEST)
        self._kept, self._deals = 0, dict[tuple[int, ...], Moment]()

    def __deepcopy__(self, _: object) -> Kit:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return kit_of, self._words

    @property
    def lots(self) -> list[int]:
        """How many outcomes each of the chance nodes has; all of them come before the first decision."""
        seeds = [self.seeds] if self.seeds else [WIDE] * NODES
        return [*seeds, self.worlds] if self.worlds else seeds

    @property
    def has_rivals(self) -> bool:
        return self.game.has_rivals(self.seats, self.settings)

    @property
    def is_zero_sum(self) -> bool:
        return self.reward == "places" and self.has_rivals

    def keeps_one_more(self) -> bool:
        """Whether a moment is worth keeping: in a game of a few deals the same ones come again and again."""
        self._kept += 1
        return bool(self.seeds) and self._kept <= KEPT

    def dealt(self, lots: tuple[int, ...]) -> Moment:
        """The table that these lots deal, without a past."""
        moment = self._deals.get(lots)
        if moment is None:
            moment = self._laid(lots)
            if self.keeps_one_more():
                self._deals[lots] = moment
        return moment

    def _laid(self, lots: tuple[int, ...]) -> Moment:
        seed = derived("openspiel", *lots[: -1 if self.worlds else None])
        moment = self._opened(seed)
        if self.worlds and not moment.t.over:
            moment = moment.imagined(0, derived(seed, "world", lots[-1]))
        first = Moment(self, moment.t, seed, Origin(_dealt, (self, lots)))
        first.number = moment.number  # so that no luck of the opening comes again
        return first

    def _opened(self, seed: int) -> Moment:
        """The table after the decisions that are made by lot."""
        t = self.game.deal(self.seats, Chance(seed), self.settings, self.pack)
        moment, luck = Moment(self, t, seed), Chance(derived(seed, "opening"))
        for _ in range(self.opening):
            if moment.t.over:
                break
            numbers = sorted(moment.options)
            moment = moment.after(numbers[luck.below(len(numbers))])
        return moment

    def returns(self, moment: Moment) -> list[float]:
        """What each seat has in the end, as in every other environment."""
        return earned(self.game.outcome(moment.t), self.reward, self.has_rivals, self.spaces.layout.scale)


@lru_cache(KITS)
def kit_of(key: str, given: tuple[tuple[str, Any], ...]) -> Kit:
    """A kit, made once for each table that is asked for."""
    return Kit(key, dict(given))


def _dealt(kit: Kit, lots: tuple[int, ...]) -> Moment:
    return kit.dealt(lots)


def _within(name: str, number: int, most: int) -> int:
    if not 0 <= number <= most:
        raise BadOption(f"{name}={number}: it is a number from 0 to {most}")
    return number


def options_of(game: Game) -> dict[str, int | float | str]:
    """The options of a game with their defaults; OpenSpiel takes other values only of the same type."""
    quiet = {**{key: option.default for key, option in game.options.items()}, **game.untimed_settings}
    return {key: value if isinstance(value, (int, float)) else str(value) for key, value in quiet.items()}
