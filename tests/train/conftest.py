"""The program, as the tests of the command line have it."""

from tests.cli.conftest import flattop

__all__ = ["flattop"]
