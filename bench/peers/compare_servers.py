"""boardgame.io with a draft game and Flattop with Burger Go! under the same load, measured in turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench.peers.folder import ROOT, Folder, NoPeers

LOAD = ROOT / "bench" / "server"
OURS, OURS_OF_FOUR, PEER = "Flattop, 2 sockets", "Flattop, 4 sockets", "boardgame.io, 2 sockets"
FIGURES = ("plays_per_s", "p50_ms", "p99_ms", "server_cpu_ms_per_play")
Loads = dict[tuple[str, int], list[dict[str, float]]]


def servers(folder: Folder, tables: list[int], seconds: float, rounds: int) -> Loads:
    """Return the figures of each round, by server and number of tables."""
    loads: Loads = {(name, count): [] for count in tables for name in (PEER, OURS, OURS_OF_FOUR)}
    for number in range(rounds):
        for name, count in list(loads)[:: 1 if number % 2 == 0 else -1]:
            if name == PEER:
                loads[name, count].append(theirs(folder, count, seconds))
            else:
                loads[name, count].append(ours(2 if name == OURS else 4, count, seconds))
    return loads


def ours(seats: int, tables: int, seconds: float) -> dict[str, float]:
    """Measure our server; every play is saved before it is broadcast."""
    start = f"import sys; sys.path.insert(0, {str(LOAD)!r}); import load; load.SEATS = {seats}; load.main()"
    arguments = ["--tables", str(tables), "--seconds", str(seconds)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", start, *arguments], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoPeers(f"our load failed: {(done.stderr.strip().splitlines() or ['no output'])[-1]}")
    measured = json.loads(done.stdout)
    return {figure: measured[figure] for figure in FIGURES}


def theirs(folder: Folder, tables: int, seconds: float) -> dict[str, float]:
    """Measure boardgame.io, which keeps its tables in memory only."""
    with running(folder) as (server, url):
        command = [*folder.node(), str(folder.script("clients.js")), url, str(tables), str(seconds)]
        clients = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert clients.stdout
        seated, before = clients.stdout.readline(), cpu(server.pid)
        output, errors = clients.communicate()
        if clients.returncode or not seated:
            raise NoPeers(f"the boardgame.io clients failed: {(errors.strip().splitlines() or [''])[-1]}")
        measured: dict[str, Any] = json.loads(output)
        worked = cpu(server.pid) - before
    pace = measured["plays"] / measured["seconds"]
    per_play = worked / measured["plays"] * 1000
    return dict(zip(FIGURES, (pace, measured["p50_ms"], measured["p99_ms"], per_play), strict=True))


@contextmanager
def running(folder: Folder) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the boardgame.io server in production mode on a free port."""
    port = free_port()
    command = [*folder.node(), str(folder.script("draft.js")), str(port)]
    env = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            if server.stdout.readline() != "ready\n":
                raise NoPeers("the boardgame.io server did not start")
            yield server, f"http://127.0.0.1:{port}"
        finally:
            server.kill()


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def table(loads: Loads) -> list[str]:
    """Return Markdown rows: medians, and the ratio to the plays of boardgame.io."""
    lines = [
        "| server | tables | plays/s | of boardgame.io | p50 ms | p99 ms | processor ms per play |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for (name, count), rows in loads.items():
        plays, p50, p99, work = (median(row[figure] for row in rows) for figure in FIGURES)
        ratio = plays / median(row["plays_per_s"] for row in loads[PEER, count])
        cells = [f"{plays:,.0f}", f"{ratio:.2f}", f"{p50:.0f}", f"{p99:.0f}", f"{work:.2f}"]
        lines.append(f"| {name} | {count} | {' | '.join(cells)} |")
    return lines
