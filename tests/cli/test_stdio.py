"""Standard streams that were closed before the program started."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import pytest

LISTENS = "0A"  # the state of a socket, as Linux writes it
CLOSED = "flattop: standard output is closed; redirect it to a file or a pipe\n"
COMMANDS = {
    "help": ["--help"],
    "version": ["--version"],
    "games": ["games", "--json"],
    "rules": ["rules", "burger-go"],
    "bots": ["bots", "burger-go"],
    "recipe": ["recipe"],
    "deck": ["deck", "export", "burger-go"],
    "simulate": ["simulate", "burger-go", "--seats", "house,house", "--games", "2"],
    "bench": ["bench", "--game", "burger-go", "--seconds", "0.01"],
    "watch": ["play", "burger-go", "--seats", "house,house", "--seed", "3"],
    "play": ["play", "burger-go", "--plain", "--seed", "3"],
    "verify": ["verify", "RECORD"],
    "replay": ["replay", "RECORD"],
}


def program(words, closing, **how):
    """Run the program as a shell does with a redirection such as `>&-`."""
    line = f'exec "$0" -m flattop "$@" {closing}'
    command = ["sh", "-c", line, sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **how)


@pytest.fixture
def words(request, record, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return [str(record) if word == "RECORD" else word for word in COMMANDS[request.param]]


@pytest.mark.parametrize("words", COMMANDS, indirect=True)
def test_closed_stdout_is_one_line_and_exit_code_2(words):
    run = program(words, ">&-")
    assert (run.returncode, run.stderr) == (2, CLOSED)


@pytest.mark.parametrize("words", ["games", "verify", "play"], indirect=True)
@pytest.mark.parametrize("closing", ["<&-", "2>&-"])
def test_closed_stdin_or_stderr_changes_nothing(words, closing):
    run = program(words, closing)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout


def test_server_runs_with_all_standard_streams_closed(tmp_path):
    """Files of the server must not get the descriptors of the streams, or output would end up in them."""
    line = 'exec "$0" -m flattop serve --port 0 --no-open --data "$1" <&- >&- 2>&-'
    server = subprocess.Popen(["sh", "-c", line, sys.executable, str(tmp_path)])
    try:
        with urlopen(f"http://127.0.0.1:{port_of(server)}/api/health", timeout=60) as answer:
            assert answer.status == 200
        opened = [os.readlink(f"/proc/{server.pid}/fd/{number}") for number in range(3)]
    finally:
        server.send_signal(signal.SIGINT)
    assert opened == [os.devnull] * 3
    assert server.wait(60) == 0


def port_of(server):
    """The port of the server according to the system, because the server cannot print it."""
    last = monotonic() + 60
    while server.poll() is None and monotonic() < last:
        own = sockets_of(server)
        for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
            _, local, _, state, *_, inode = line.split()[:10]
            if state == LISTENS and inode in own:
                return int(local.rpartition(":")[2], 16)
    raise AssertionError("the server did not come up")


def sockets_of(server):
    """The inodes of its open sockets."""
    links = []
    for number in os.listdir(f"/proc/{server.pid}/fd"):
        with suppress(OSError):  # closed meanwhile
            links.append(os.readlink(f"/proc/{server.pid}/fd/{number}"))
    return {link[8:-1] for link in links if link.startswith("socket:[")}
