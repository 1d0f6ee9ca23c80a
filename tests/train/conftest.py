"""The command-line fixture."""

from tests.cli.conftest import flattop

__all__ = ["flattop"]
