"""Connections byte by byte, for whoever does what no client does."""

import socket
import struct

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
CONT, TEXT, PING, PONG = 0x0, 0x1, 0x9, 0xA
PATIENCE = 60  # seconds: a busy machine is slow, and that is no fault of the server
HELLO = b'{"type":"hello","protocol":1,"seen":null}'


def port_of(url):
    return int(url.rpartition(":")[2])


def connection(url, reads=None):
    """A connection; with `reads` it takes no more than about so many bytes before it must be read."""
    line = socket.socket()
    line.settimeout(PATIENCE)
    if reads:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
    line.connect(("127.0.0.1", port_of(url)))
    return line


def request(method="GET", path="/api/health", heads=""):
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{heads}\r\n".encode()


def frame(kind, payload=b"", last=True):
    """A client's frame; its mask is zeros."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack("!H", length)
    return bytes([(0x80 if last else 0) | kind]) + size + bytes(4) + payload


def opened(url, table_id, reads=None):
    """A socket at a table, right up to its hello."""
    line = connection(url, reads)
    line.sendall(request(path=f"/ws/tables/{table_id}", heads=UPGRADE))
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(1)
    assert heard.startswith(b"HTTP/1.1 101 "), heard
    line.sendall(frame(TEXT, HELLO))
    return line


def ends(line):
    """Whether the other side has closed; what it had to say is thrown away."""
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def takes(line, chunk, most):
    """How much of the same chunk, again and again, the other side takes before it closes."""
    sent = 0
    try:
        while sent < most:
            line.sendall(chunk)
            sent += len(chunk)
    except ConnectionError:
        return sent
    return sent


def answer(url, *chunks):
    """The status of the answer to some bytes; None if there was none."""
    with connection(url) as line:
        heard = b""
        try:
            for chunk in chunks:
                line.sendall(chunk)
            while len(heard) < 12 and (more := line.recv(65536)):
                heard += more
        except ConnectionError:
            return None
    return int(heard[9:12]) if heard.startswith(b"HTTP/1.") else None
