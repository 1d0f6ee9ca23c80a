"""Messages, requests and responses of the protocol as msgspec structs; docs/protocol.md explains them."""
