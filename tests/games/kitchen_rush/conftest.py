"""Fixtures for the deck tests."""

from types import SimpleNamespace

import pytest

from .scenes import GAME, PACK


@pytest.fixture
def kr():
    return SimpleNamespace(game=GAME, pack=PACK)
