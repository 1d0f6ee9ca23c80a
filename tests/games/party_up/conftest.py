"""Lets the tests import the scenes of the shop."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "burger_up"))
