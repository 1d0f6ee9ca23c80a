"""Resources of a process, from /proc: memory, open handles, threads, children."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

KINDS = ("socket", "pipe", "anon_inode")  # of handles; what is none of them is a file


def resident(pid: int) -> float:
    """Return the resident memory in MB; 0 if the process has ended."""
    return status(pid, "VmRSS") / 1024


def threads(pid: int) -> int:
    return status(pid, "Threads")


def status(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)


def descendants(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    try:
        own = [int(word) for task in tasks.iterdir() for word in (task / "children").read_text().split()]
    except OSError:
        return []
    return own + [further for child in own for further in descendants(child)]


def handles(pid: int) -> Counter[str]:
    """Return the numbers of open handles by kind."""
    folder, counted = Path(f"/proc/{pid}/fd"), Counter[str]()
    for name in os.listdir(folder):
        try:
            target = os.readlink(folder / name)
        except OSError:
            continue  # closed since it was listed
        kind = target.partition(":")[0]
        counted[kind if kind in KINDS else "file"] += 1
    return counted


def module(pid: int) -> str:
    """Return the last part of the module that a Python process runs."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return ""
    return words[words.index("-m") + 1].rpartition(".")[2] if "-m" in words[:-1] else ""
