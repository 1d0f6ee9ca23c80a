"""The games as games of OpenSpiel.

Importing this module registers them: `pyspiel.load_game("flattop_burger_go")`.
"""

from __future__ import annotations

from flattop.envs.factories import ExtraMissing
from flattop.extras import missing

try:
    import pyspiel  # noqa: F401
except ImportError:
    raise ExtraMissing(f"this needs {missing('open-spiel', 'openspiel')}") from None

from flattop.envs.openspiel.game import FlattopGame, FlattopState, openspiel_name, parameters, register

__all__ = ["FlattopGame", "FlattopState", "openspiel_name", "parameters"]

register()
