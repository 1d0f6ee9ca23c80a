"""Our games as games of OpenSpiel: `pyspiel.load_game("flattop_burger_go")` once this is imported."""

from __future__ import annotations

from flattop.envs.extra import ExtraMissing

try:
    import pyspiel  # noqa: F401
except ImportError:
    raise ExtraMissing("this needs OpenSpiel: pip install '.[openspiel]'") from None

from flattop.envs.openspiel.game import FlattopGame, name_of, parameters, register
from flattop.envs.openspiel.state import FlattopState

__all__ = ["FlattopGame", "FlattopState", "name_of", "parameters"]

register()
