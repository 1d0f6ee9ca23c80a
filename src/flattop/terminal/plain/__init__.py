"""The line client: for pipes, for screen readers, and for whoever likes it plain."""

from flattop.terminal.plain.client import PlainClient, play_by_lines

__all__ = ["PlainClient", "play_by_lines"]
