"""A whole deck file, and what must hold between its entries so that nothing in play can break."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.check_effects import check, check_card, check_choice
from flattop.games.ninja_burger.schema import (
    ARGUMENTS,
    CONDITIONS,
    WINDOWS,
    Condition,
    Moment,
    Primitive,
    Totals,
)
from flattop.kernel.deck import Deck, Loader, demand, different, expect, in_order, one_of, part_of, placed
from flattop.kernel.toml import convert


class NinjaDeck(Pack, Deck, frozen=True):
    """The file as it is written."""

    meta: Totals
    primitives: tuple[Primitive, ...]
    windows: tuple[Moment, ...]
    conditions: tuple[Condition, ...]

    def check(self) -> None:
        """Totals and references of everything in the deck."""
        in_order((primitive.op for primitive in self.primitives), ARGUMENTS, "primitives")
        in_order((moment.id for moment in self.windows), WINDOWS, "windows")
        in_order((condition.key for condition in self.conditions), CONDITIONS, "conditions")
        self._check_counts()
        self._check_ninjas()
        self._check_missions()
        tags = {tag for mission in self.missions for tag in mission.tags}
        for where, card in placed("fortune", self.fortune):
            check_card(card, self.skills, tags, where)

    def _check_counts(self) -> None:
        expect(len(self.ninjas), self.meta.ninjas, "ninjas", "ninjas")
        expect(len(self.deliveries), self.meta.deliveries, "deliveries", "missions")
        expect(len(self.errands), self.meta.errands, "errands", "errands")
        expect(len(self.cards), self.meta.fortune, "cards", "fortune")
        for kind, count in self.meta.fortune_kinds.items():
            copies = sum(card.copies for card in self.fortune if card.kind == kind)
            expect(copies, count, f"cards of the kind {kind!r}", "fortune")
        different((mission.id for mission in self.missions), "missions and errands: an id")

    def _check_ninjas(self) -> None:
        for where, ninja in placed("ninjas", self.ninjas):
            for skill in ninja.skills:
                one_of(skill, self.skills.all, f"{where}.skills")
            for i, effect in enumerate(ninja.abilities):
                check("ability", effect, self.skills, f"{where}.abilities[{i}]")

    def _check_missions(self) -> None:
        for where, mission in (*placed("missions", self.deliveries), *placed("errands", self.errands)):
            for i, step in enumerate(mission.steps):
                check_choice(step.any, self.skills, f"{where}.steps[{i}]")
            for name, effects in (("success", mission.success), ("failure", mission.failure)):
                for i, effect in enumerate(effects):
                    check("mission", effect, self.skills, f"{where}.{name}[{i}]")
        at_stake = any(e.op == "honor" for m in self.deliveries for e in (*m.success, *m.failure))
        demand(at_stake, "missions", "no delivery gives or takes Honor, so no game would end")


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(NinjaDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)
