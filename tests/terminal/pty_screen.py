"""The program in a pseudo-terminal, for what a Textual pilot does not notice."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios

SLOWEST = 60.0  # seconds until something that must come is given up
A_MOMENT = 6.0  # seconds after which a key is pressed again


class Screen:
    """A running program, its keyboard, and its output so far."""

    def __init__(self, master, child):
        self.master, self.child, self.written = master, child, ""

    def press(self, keys):
        os.write(self.master, keys.encode())

    def press_until(self, keys, words):
        """Press keys again and again until the words appear, because the program may not listen yet."""
        for _ in range(int(SLOWEST / A_MOMENT)):
            self.press(keys)
            with contextlib.suppress(AssertionError):
                return self.wait_for(words, A_MOMENT)
        return self.wait_for(words)

    def wait_for(self, words, seconds=SLOWEST):
        """Read until the words appear after those of the last call."""
        while words not in self.written:
            ready, _, _ = select.select([self.master], [], [], seconds)
            if not ready:
                raise AssertionError(f"{words!r} does not come; the end is {self.written[-500:]!r}")
            try:
                self.written += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the program has closed its side
                raise AssertionError(f"{words!r} did not come; the end is {self.written[-500:]!r}") from None
        before, _, self.written = self.written.partition(words)
        return before

    def end(self):
        """Read the rest of the output and return the exit code."""
        with contextlib.suppress(OSError):
            while os.read(self.master, 65536):
                pass
        return self.child.wait(SLOWEST)


@contextlib.contextmanager
def screen(*words, folder, size=(80, 24)):
    """Run the program with these arguments in a terminal of this size."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
    child = subprocess.Popen(
        [sys.executable, "-m", "flattop", *words], stdin=slave, stdout=slave, stderr=slave, env=env
    )
    os.close(slave)
    try:
        yield Screen(master, child)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
        os.close(master)
