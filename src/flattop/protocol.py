"""What a server and its clients must agree on; docs/protocol.md tells the rest."""

PROTOCOL = 1  # the version of the messages
COOKIE = "flattop_guest"  # whose value says who a guest is
