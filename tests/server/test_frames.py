"""Messages that are written without the queue are encoded like those of the websockets library."""

import pytest
from websockets.frames import Frame, Opcode

from flattop.server.padding import padded
from flattop.server.websocket_protocol import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1_000, 16_384, 65_535, 65_536])
def test_text_frames_equal_those_of_the_library(size):
    text = "é" * (size // 2) + "x" * (size % 2)
    expected = Frame(Opcode.TEXT, padded(text.encode())).serialize(mask=False)
    assert text_frame(text) == expected
