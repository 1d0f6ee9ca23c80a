"""Raw connections, for requests and frames that no real client sends."""

import socket
import struct

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
CONT, TEXT, PING, PONG = 0x0, 0x1, 0x9, 0xA
PATIENCE = 60  # seconds; long, because the machine may be busy
HELLO = b'{"type":"hello","protocol":1,"seen":null}'


def port_of(url):
    return int(url.rpartition(":")[2])


def connection(url, reads=None):
    """Open a connection; `reads` limits the size of its receive buffer."""
    line = socket.socket()
    line.settimeout(PATIENCE)
    if reads:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
    line.connect(("127.0.0.1", port_of(url)))
    return line


def request(method="GET", path="/api/health", heads=""):
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{heads}\r\n".encode()


def frame(kind, payload=b"", last=True):
    """Encode a client frame with a mask of zeros."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack("!H", length)
    return bytes([(0x80 if last else 0) | kind]) + size + bytes(4) + payload


def opened(url, table_id, reads=None):
    """Open a socket at a table and send the hello."""
    line = connection(url, reads)
    line.sendall(request(path=f"/ws/tables/{table_id}", heads=UPGRADE))
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(1)
    assert heard.startswith(b"HTTP/1.1 101 "), heard
    line.sendall(frame(TEXT, HELLO))
    return line


def ends(line):
    """Discard all input, and return whether the server has closed the connection."""
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def takes(line, chunk, most):
    """Send a chunk repeatedly until the server closes; return the number of bytes it took."""
    sent = 0
    try:
        while sent < most:
            line.sendall(chunk)
            sent += len(chunk)
    except ConnectionError:
        return sent
    return sent


def answer(url, *chunks):
    """Send bytes and return the status of the response; None if there was none."""
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
