"""Constants that a server and its clients share; docs/protocol.md describes the protocol."""

PROTOCOL = 1  # the version of the messages
COOKIE = "flattop_guest"  # holds the token of a guest
STEP = 256  # bytes; the length of every client message is a multiple of it


def padded(message: bytes) -> bytes:
    """Pad a client message with spaces, so that its length does not reveal its content."""
    return message.ljust(-(-len(message) // STEP) * STEP)
