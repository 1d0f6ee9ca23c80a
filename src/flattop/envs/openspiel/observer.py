"""Observers of OpenSpiel: what a seat sees now, what it remembers, and what everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np
import pyspiel

from flattop.envs.openspiel.config import Kit
from flattop.envs.openspiel.snapshot import written
from flattop.kernel import Seat

OWN, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


class SeatObserver:
    """What one seat sees now, as words and as numbers."""

    def __init__(self, kit: Kit) -> None:
        self.tensor: Any = np.zeros(kit.spaces.size, np.float32)
        self.dict: dict[str, Any] = {"observation": self.tensor}

    def set_from(self, state: Any, seat: Seat) -> None:
        self.tensor.fill(0)
        if state.moment is not None:
            self.tensor[:] = state.moment.kit.spaces.observation(state.moment.obs(seat))

    def string_from(self, state: Any, seat: Seat) -> str:
        return _line(state.moment.look(seat)) if state.moment is not None else ""


class MemoryObserver:
    """All that one seat has seen and done: its information state.

    In words it is a digest of the past and what the seat sees now. In numbers it is row by row what the seat
    sees now, then what it saw and did at its last decision, the one before, and as many as the game recalls.
    """

    def __init__(self, kit: Kit) -> None:
        self._recall, shape = kit.recall, (kit.recall + 1, kit.spaces.size + kit.spaces.actions)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kit.recall:
            self.tensor = np.zeros(shape[0] * shape[1], np.float32)
            self.dict["info_state"] = self.tensor.reshape(shape)

    def set_from(self, state: Any, seat: Seat) -> None:
        self.tensor.fill(0)
        moment, rows = state.moment, self.dict["info_state"]
        if moment is not None:
            wide = moment.kit.spaces.size
            rows[0, :wide] = moment.kit.spaces.observation(moment.obs(seat))
            for row, (then, number) in enumerate(islice(moment.decisions(seat), self._recall), 1):
                rows[row, :wide] = then.kit.spaces.observation(then.obs(seat))
                rows[row, wide + number] = 1

    def string_from(self, state: Any, seat: Seat) -> str:
        if state.moment is None:
            return f"{seat}"
        memory = state.moment.memory(seat)
        return f"{seat} {memory.digest.hex()[:32]} {memory.seen.decode()}"


class PublicObserver:
    """What everybody sees."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def string_from(self, state: Any, seat: Seat) -> str:
        return _line(state.moment.look(None)) if state.moment is not None else ""


class PrivateObserver:
    """What a seat sees that not everybody does."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def string_from(self, state: Any, seat: Seat) -> str:
        if state.moment is None:
            return ""
        public, own = state.moment.look(None), state.moment.look(seat)
        return _line({name: seen for name, seen in own.items() if public.get(name) != seen})


def observer(kit: Kit, wanted: Any) -> Any:
    """The observer for a kind of observation; None if there is none."""
    if wanted.perfect_recall:
        whole = wanted.public_info and wanted.private_info == OWN
        return MemoryObserver(kit) if whole else None
    kinds = {(True, OWN): SeatObserver, (True, NONE): PublicObserver, (False, OWN): PrivateObserver}
    kind: Any = kinds.get((wanted.public_info, wanted.private_info))
    return kind and (kind(kit) if kind is SeatObserver else kind())


def _line(seen: dict[str, Any]) -> str:
    return written(seen).decode()
