"""The folder with the other engines and servers, installed once from the lock files."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from platformdirs import user_cache_path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PINNED = ("requirements.lock", "package.json", "package-lock.json", ".npmrc")
SCRIPTS = ("draft.js", "clients.js")  # Node looks for packages beside the script


class NoPeers(Exception):
    """The other engines or servers cannot be installed or run."""


class Folder:
    """Paths in the folder: a Python with the engines, Node and the scripts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.python = path / "python" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.mark, self.stamp = path / ".flattop-peers", path / "done"

    def script(self, name: str) -> Path:
        return self.path / name

    def node(self) -> list[str]:
        """Return the command of the Node that web/build.py uses."""
        return [str(Path(node_tools()[1]) / "node")]


def usual_path() -> Path:
    """Return the folder in the user's cache for the current lock files."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in PINNED)).hexdigest()
    return user_cache_path("flattop", appauthor=False) / f"peers-{digest[:12]}"


def ready(path: Path) -> Folder:
    """Return the folder, after installing if necessary."""
    folder = Folder(path)
    if not folder.stamp.exists():
        print(f"installing into {path}", file=sys.stderr)
        make(folder)
    for name in SCRIPTS:
        shutil.copy(HERE / name, path)
    return folder


def make(folder: Folder) -> None:
    """Install into the folder; replace an incomplete installation, but no other files."""
    if folder.path.exists() and any(folder.path.iterdir()):
        if not folder.mark.exists():
            raise NoPeers(
                f"{folder.path} is not empty and was not created by bench.peers; name another with --folder"
            )
        shutil.rmtree(folder.path)
    folder.path.mkdir(parents=True, exist_ok=True)
    folder.mark.touch()
    venv.create(folder.path / "python", with_pip=True, symlinks=os.name != "nt")
    arguments = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "--no-deps",
        "-r",
        str(HERE / PINNED[0]),
    ]
    run([str(folder.python), *arguments], folder.path)
    for name in PINNED[1:]:
        shutil.copy(HERE / name, folder.path)
    npm, node = node_tools()
    path = os.pathsep.join([node, os.environ.get("PATH", "")])
    run([*npm, "ci", "--ignore-scripts"], folder.path, {**os.environ, "PATH": path})
    folder.stamp.touch()


def node_tools() -> tuple[list[str], str]:
    sys.path.insert(0, str(ROOT / "web"))
    import build  # web/build.py

    tools: tuple[list[str], str] = build.node_tools()
    return tools


def run(command: list[str], cwd: Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise NoPeers(f"`{' '.join(command[1:4])}` failed: {(lines or ['no output'])[-1]}")
