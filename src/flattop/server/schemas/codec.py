"""Text of the wire to structs and back."""

from __future__ import annotations

from typing import Any

import msgspec

from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Message

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def decode(text: str) -> Message:
    """One message of a client, or a refusal that says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal(400, "bad-message", f"That is no message of protocol {PROTOCOL}: {error}.") from None


def encode(kind: str, **fields: Any) -> str:
    """One message of the server as it is sent."""
    return _encoder.encode({"type": kind, **fields}).decode()


def encode_json(value: Any) -> bytes:
    return _encoder.encode(value)


def encode_refusal(message_id: str, why: Refusal) -> str:
    rule = {"rule": why.rule} if why.rule else {}
    return encode("refused", id=message_id, code=why.code, sentence=why.sentence, **rule)
