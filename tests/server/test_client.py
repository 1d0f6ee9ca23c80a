"""The Python client: errors of the server and of the connection."""

import pytest

from flattop.client import Guest
from flattop.server.run import bind_port


async def test_unreachable_server_raises_a_connection_error():
    with bind_port("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(ConnectionError, match=f"http://127.0.0.1:{port} does not answer"):
        await Guest(f"http://127.0.0.1:{port}/").introduce("Ann")


def test_client_detects_a_missing_update():
    table = Guest("http://127.0.0.1:1").table("t")
    table.take(
        {"type": "welcome", "version": 7, "sheet": {"view": {}, "log": [], "options": [[["pass"], "Pass"]]}}
    )
    table.take({"type": "update", "version": 8, "log": [], "set": {"view": {"deck": 3}, "options": []}})
    assert (table.version, table.snapshot["view"], table.options) == (8, {"deck": 3}, [])
    with pytest.raises(RuntimeError, match="version 10 came after 8"):
        table.take({"type": "update", "version": 10, "log": [], "set": {}})
