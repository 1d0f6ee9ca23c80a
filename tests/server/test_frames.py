"""Frames: our encoding, and limits for those that clients send in any pieces."""

import pytest
from websockets.frames import Close, Frame, Opcode

from flattop.server.limits import Limits
from flattop.server.padding import padded
from flattop.server.websocket_frames import (
    FLOODED,
    MAX_QUEUED,
    TOO_MANY_UNREAD,
    UNMASKED,
    FrameLimiter,
    close_frame,
    text_frame,
)
from tests.clock import Clock

from .raw import CONT, PING, TEXT, frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1_000, 16_384, 65_535, 65_536])
def test_text_frames_equal_those_of_the_library(size):
    text = "é" * (size // 2) + "x" * (size % 2)
    expected = Frame(Opcode.TEXT, padded(text.encode())).serialize(mask=False)
    assert text_frame(text) == expected


def test_close_frame_equals_that_of_the_library():
    expected = Frame(Opcode.CLOSE, Close(4429, "Too many.").serialize()).serialize(mask=False)
    assert close_frame(4429, "Too many.") == expected


@pytest.fixture
def limiter():
    return FrameLimiter(Limits(frames=1, frame_burst=3), Clock())


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000_000])
def test_frames_are_counted_in_pieces_of_any_size(limiter, size):
    sent = [frame(TEXT, b"x" * length) for length in (0, 1, 125, 126, 20_000)]
    sent += [frame(PING, b"x"), frame(TEXT, b"a", last=False), frame(CONT, b"b")]
    stream = b"".join(sent)
    for start in range(0, len(stream), size):
        assert limiter.receive(stream[start : start + size]) is None
    assert limiter.unread == 5
    assert limiter.receive(frame(PING)) == FLOODED


def test_long_frame_with_its_length_in_eight_bytes_is_skipped(limiter):
    long = b"\x81\xff" + (70_000).to_bytes(8) + bytes(4) + b"\x81" * 70_000
    assert limiter.receive(long + frame(TEXT)) is None
    assert limiter.unread == 2


def test_unread_messages_are_limited(limiter):
    assert limiter.receive(frame(TEXT) * MAX_QUEUED) is None
    limiter.unread -= 1
    assert limiter.receive(frame(TEXT)) is None
    assert limiter.receive(frame(TEXT)) == TOO_MANY_UNREAD


def test_frame_without_a_mask_is_refused(limiter):
    assert limiter.receive(b"\x81\x01x") == UNMASKED
