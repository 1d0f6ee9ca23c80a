"""The folder in which the peers live: packages of its own, set up once, as the locks pin them."""

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
SCRIPTS = ("draft.js", "clients.js")  # node finds packages beside the script that asks for them


class NoPeers(Exception):
    """The peers cannot be had; the message says why in one line."""


class Folder:
    """All that is needed of it: a Python with their engines, a node, and their server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.python = path / "python" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.mark, self.stamp = path / ".flattop-peers", path / "done"

    def script(self, name: str) -> Path:
        return self.path / name

    def node(self) -> list[str]:
        """The node that build.py takes for the page too."""
        return [str(Path(node_tools()[1]) / "node")]


def usual_path() -> Path:
    """One folder for each state of the locks, in this user's cache."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in PINNED)).hexdigest()
    return user_cache_path("flattop", appauthor=False) / f"peers-{digest[:12]}"


def ready(path: Path) -> Folder:
    """The folder, set up where that has not been done."""
    folder = Folder(path)
    if not folder.stamp.exists():
        print(f"setting the peers up in {path}", file=sys.stderr)
        make(folder)
    for name in SCRIPTS:
        shutil.copy(HERE / name, path)
    return folder


def make(folder: Folder) -> None:
    """Never over what somebody else keeps there; one of ours that was cut short is made anew."""
    if folder.path.exists() and any(folder.path.iterdir()):
        if not folder.mark.exists():
            raise NoPeers(f"{folder.path} is not empty and not ours: name another with --folder")
        shutil.rmtree(folder.path)
    folder.path.mkdir(parents=True, exist_ok=True)
    folder.mark.touch()
    venv.create(folder.path / "python", with_pip=True, symlinks=os.name != "nt")
    words = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(HERE / PINNED[0])]
    run([str(folder.python), *words], folder.path)
    for name in PINNED[1:]:
        shutil.copy(HERE / name, folder.path)
    npm, node = node_tools()
    path = os.pathsep.join([node, os.environ.get("PATH", "")])
    run([*npm, "ci", "--ignore-scripts"], folder.path, {**os.environ, "PATH": path})
    folder.stamp.touch()


def node_tools() -> tuple[list[str], str]:
    sys.path.insert(0, str(ROOT / "web"))
    import build  # the page's, which knows where a node is

    tools: tuple[list[str], str] = build.node_tools()
    return tools


def run(command: list[str], cwd: Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise NoPeers(f"`{' '.join(command[1:4])}` failed: {(said or ['it said nothing'])[-1]}")
