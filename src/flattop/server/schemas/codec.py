"""Text of the wire to structs and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal
from flattop.server.schemas.events import ServerMessage
from flattop.server.schemas.messages import Message

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()
encode_json: Callable[[Any], bytes] = _encoder.encode


def decode(text: str) -> Message:
    """One message of a client, or a refusal that says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal(400, "bad-message", f"That is no message of protocol {PROTOCOL}: {error}.") from None


def encode(message: ServerMessage) -> str:
    """One message of the server as it is sent."""
    return _encoder.encode(message).decode()
