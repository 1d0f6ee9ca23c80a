"""The fast path encodes and decodes frames like the websockets library."""

import pytest
from websockets.frames import Frame, Opcode

from flattop.server.padding import padded
from flattop.server.websocket_protocol import ends_whole, text_frame, whole_text

LONGEST = 16_384
PING = Frame(Opcode.PING, b"1234").serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1_000, LONGEST, LONGEST + 1, 65_535, 65_536])
def test_text_frames_equal_those_of_the_library(size):
    text = "é" * (size // 2) + "x" * (size % 2)
    frame = Frame(Opcode.TEXT, text.encode())
    assert text_frame(text) == Frame(Opcode.TEXT, padded(text.encode())).serialize(mask=False)
    chunk = frame.serialize(mask=True)
    assert whole_text(chunk, LONGEST) == (text if size <= LONGEST else None)
    assert ends_whole(chunk) == ends_whole(PING + chunk) == (size < 65_536)
    for other in (chunk[:-1], chunk + b"x", chunk + PING, PING):
        assert whole_text(other, LONGEST) is None
    assert not ends_whole(chunk[:-1])


@pytest.mark.parametrize(
    "chunk",
    [
        Frame(Opcode.TEXT, b"piece", fin=False).serialize(mask=True),
        Frame(Opcode.TEXT, b"bare").serialize(mask=False),
        b"\x81\xfe\x00\x04maskfour",  # a length that is not minimally encoded
        b"\x81\x81",
    ],
    ids=["a piece", "without a mask", "a long length", "cut short"],  # masks are random in each process
)
def test_other_frames_are_left_to_the_library(chunk):
    assert whole_text(chunk, LONGEST) is None
    assert not ends_whole(chunk)


def test_invalid_utf8_is_not_taken_as_text():
    chunk = Frame(Opcode.TEXT, b"\xff\xff").serialize(mask=True)
    assert whole_text(chunk, LONGEST) is None
    assert whole_text(Frame(Opcode.BINARY, b"{}").serialize(mask=True), LONGEST) is None
    assert ends_whole(chunk)
