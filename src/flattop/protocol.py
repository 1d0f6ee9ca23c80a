"""What a server and its clients must agree on; docs/protocol.md tells the rest."""

PROTOCOL = 1  # the version of the messages
COOKIE = "flattop_guest"  # whose value says who a guest is
STEP = 256  # bytes: blanks after it make every message of a client so long, or twice, or three times as long


def padded(message: bytes) -> bytes:
    """A message of a client, so that its length does not tell what it says."""
    return message.ljust(-(-len(message) // STEP) * STEP)
