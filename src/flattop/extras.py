"""Advice about optional packages: which package and extra are missing, and the command that installs them."""

from __future__ import annotations

import os


def missing(package: str, extra: str) -> str:
    """Return the package with its extra, and how to install it where this program was started."""
    launcher = os.environ.get("FLATTOP_PROGRAM")  # set by ./flattop, whose environment pip should not change
    command = f"{launcher} install {extra}" if launcher else f"pip install {package}"
    return f"the package {package} (extra {extra!r}): {command}"
