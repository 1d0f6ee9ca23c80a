"""Observers of OpenSpiel: the current observation, its public and private parts, the information state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np
import pyspiel

from flattop.envs.openspiel.config import Config
from flattop.envs.openspiel.position import to_json
from flattop.kernel import Seat

SINGLE, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


def observer(config: Config, kind: Any) -> Any:
    """Return the observer for an `IIGObservationType`, or None if it is not supported."""
    if kind.perfect_recall:
        is_whole = kind.public_info and kind.private_info == SINGLE
        return InfoStateObserver(config) if is_whole else None
    if not kind.public_info:
        return PrivateObserver() if kind.private_info == SINGLE else None
    if kind.private_info == SINGLE:
        return SeatObserver(config)
    return PublicObserver() if kind.private_info == NONE else None


class SeatObserver:
    """The current observation of one seat, as JSON and as a tensor."""

    def __init__(self, config: Config) -> None:
        self.tensor: Any = np.zeros(config.spaces.size, np.float32)
        self.dict: dict[str, Any] = {"observation": self.tensor}

    def set_from(self, state: Any, seat: Seat) -> None:
        self.tensor.fill(0)
        if state.position is not None:
            self.tensor[:] = state.position.config.spaces.observation(state.position.obs(seat))

    def string_from(self, state: Any, seat: Seat) -> str:
        return to_json(state.position.view(seat)).decode() if state.position is not None else ""


class InfoStateObserver:
    """The information state of one seat: everything that it has observed and done.

    The string is a digest of the past and the current observation.  The rows of the tensor are the current
    observation, then the observations and actions of the last decisions, the newest first, as many as
    `recall` says.
    """

    def __init__(self, config: Config) -> None:
        self._recall = config.recall
        shape = (config.recall + 1, config.spaces.size + config.spaces.actions)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if config.recall:
            self.tensor = np.zeros(shape[0] * shape[1], np.float32)
            self.dict["info_state"] = self.tensor.reshape(shape)

    def set_from(self, state: Any, seat: Seat) -> None:
        self.tensor.fill(0)
        position, rows = state.position, self.dict["info_state"]
        if position is not None:
            size = position.config.spaces.size
            rows[0, :size] = position.config.spaces.observation(position.obs(seat))
            for row, (earlier, number) in enumerate(islice(position.decisions(seat), self._recall), 1):
                rows[row, :size] = earlier.config.spaces.observation(earlier.obs(seat))
                rows[row, size + number] = 1

    def string_from(self, state: Any, seat: Seat) -> str:
        if state.position is None:
            return f"{seat}"
        memory = state.position.memory(seat)
        return f"{seat} {memory.digest.hex()[:32]} {memory.last_view.decode()}"


class PublicObserver:
    """The view of a spectator."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def string_from(self, state: Any, seat: Seat) -> str:
        return to_json(state.position.view(None)).decode() if state.position is not None else ""


class PrivateObserver:
    """The part of a seat's view that a spectator does not see."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def string_from(self, state: Any, seat: Seat) -> str:
        if state.position is None:
            return ""
        public, own = state.position.view(None), state.position.view(seat)
        private = {name: value for name, value in own.items() if public.get(name) != value}
        return to_json(private).decode()
