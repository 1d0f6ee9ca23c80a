"""Saves go to a folder of the test's own; the tests may import their driver."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("COLORFGBG", raising=False)
    return tmp_path / "flattop" / "saves"
