"""Build hook: adds the web page to the wheel, and builds it first if necessary."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "flattop", "server", "page")


class PageHook(BuildHookInterface[Any]):
    """Adds the page to wheels.  An existing build of the page is used as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        if not (root / PAGE / "index.html").exists():
            subprocess.run([sys.executable, root / "web" / "build.py"], check=True)
        build_data["artifacts"].append(f"/{PAGE.as_posix()}/**")
