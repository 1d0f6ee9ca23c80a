"""Fixtures: a copy of the launcher and the locks, which a test may change."""

import shutil
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A directory with a space in its name, with the launcher and the locks, without an environment."""
    monkeypatch.delenv("FLATTOP_VENV", raising=False)
    folder = tmp_path / "a checkout"
    folder.mkdir()
    for path in [ROOT / "flattop", *ROOT.glob("requirements*.lock")]:
        shutil.copy(path, folder)
    return folder


@pytest.fixture
def script(checkout, monkeypatch):
    """The launcher of that copy as a module, with its directory for stamps."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("flattop_script", str(checkout / "flattop"))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    module.STAMPS.mkdir(parents=True)
    return module
