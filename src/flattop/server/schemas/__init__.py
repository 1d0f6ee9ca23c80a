"""Everything that goes over the wire, as strict structs; docs/protocol.md tells what it means."""
