"""Saves go to a folder of the test's own, and screens come to rest without waiting for time to pass."""

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
