"""`flattop serve`: run the server, here or for the network."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import streams
from flattop.cli.parser import SECONDS, Parser, number, refusals, shortened, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.server.server import Server

seconds, speed = number(SECONDS, 0, 60), number("a speed", 0.1, 1000, ", where 1 is real time")
PROXY = "address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto count; else they do not"
HEARTBEAT = "ticks after which the time at live tables is saved at the latest (default: once a second)"


def add(commands: Commands) -> None:
    command = commands.add_parser("serve", help="run the server: a page to play on, here or for the network")
    say = command.add_argument
    say(
        "--host",
        default="127.0.0.1",
        help="address to listen on, 0.0.0.0 for the network (default 127.0.0.1)",
    )
    say("--port", type=whole(0, 65535), metavar="N", help="(default 8000, or the next that is free)")
    say("--data", type=Path, metavar="DIR", help="folder for tables and records (default: one of your own)")
    say("--no-open", action="store_true", help="do not open the page in a browser")
    say("--name", action="append", default=[], metavar="HOST", help="a name the server has behind a proxy")
    say("--proxy", type=proxy, action="append", default=[], metavar="ADDRESS", help=PROXY)
    say("--pace", type=seconds, default=0.6, metavar="S", help="seconds a bot takes at least (default 0.6)")
    say("--clock", type=speed, default=1.0, metavar="N", help="how fast time runs at live tables (default 1)")
    say("--heartbeat", type=whole(1, 600), default=0, metavar="T", help=HEARTBEAT)
    say("--workers", type=whole(1, 64), metavar="N", help="processes that think for bots")
    say("--limit", type=limit, action="append", default=[], metavar="NAME=N", help="as in sockets=200")
    command.set_defaults(run=run)


def limit(word: str) -> tuple[str, int]:
    from flattop.kernel import typed_number

    name, _, value = word.partition("=")
    count = typed_number(value)
    if not name or count is None or count < 0:
        raise ArgumentTypeError(f"{shortened(word)!r} is not of the form NAME=N, e.g. sockets=200")
    return name, count


def proxy(word: str) -> str:
    from ipaddress import ip_network

    try:
        return str(ip_network(word))
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is no address or network, e.g. 10.0.0.2 or 10.0.0.0/24") from None


def run(args: Namespace) -> int:
    from flattop.server import run as runner
    from flattop.storage import data_folder

    folder = (args.data or data_folder()).expanduser()
    with runner.bound(args.host, args.port) as listening, runner.locked(folder):
        link = f"http://{shown(args.host)}:{listening.getsockname()[1]}/"
        names = runner.names_for(args.host, args.name)
        server = opened(args, folder)
        runner.serve(server, listening, names, lambda: announce(link, args, folder), args.proxy)
    return 0


def opened(args: Namespace, folder: Path) -> Server:
    from flattop.server.limits import Limits
    from flattop.server.server import Server

    limits = Limits()
    for name, value in args.limit:
        limits.change(name, value)
    workers = args.workers or max(1, (os.cpu_count() or 2) // 2)
    return Server(
        folder, limits=limits, pace=args.pace, workers=workers, speed=args.clock, heartbeat=args.heartbeat
    )


def shown(host: str) -> str:
    """The address that others can reach the server by."""
    if host in ("0.0.0.0", "::", ""):
        return network_address()
    return f"[{host}]" if ":" in host else host


def network_address() -> str:
    """This machine's address in its network; asking for the way to another sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def announce(link: str, args: Namespace, folder: Path) -> None:
    """Say where the server is, and open its page; it serves on where nobody reads that."""
    try:
        say_where(link, args, folder)
    except OSError:
        streams.hush()
    if not args.no_open and has_display():
        import webbrowser

        webbrowser.open(link)


def say_where(link: str, args: Namespace, folder: Path) -> None:
    import segno

    segno.make(link, error="l").terminal(compact=True)
    print(f"The server is open at {link}")
    if args.host in ("127.0.0.1", "localhost", "::1"):
        print("Only this machine can reach it; with --host 0.0.0.0 your friends in the network can as well.")
    print(f"Tables are kept in {folder}. Ctrl+C closes the server; nothing is lost.", flush=True)


def has_display() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def main() -> int:
    """The command by itself."""
    parser = Parser(prog="flattop")
    add(parser.add_subparsers())
    try:
        args = parser.parse_args(["serve", *sys.argv[1:]])
        return int(args.run(args))
    except refusals() as error:
        print(f"flattop: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
