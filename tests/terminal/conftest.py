"""Fixtures: saves go to a temporary directory, and screens are idle without waiting for real time."""

import pytest

from .idle import wait_until_idle


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("COLORFGBG", raising=False)
    return tmp_path / "flattop" / "saves"


@pytest.fixture(autouse=True)
def _rest(monkeypatch):
    for place in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{place}.wait_for_idle", wait_until_idle)
