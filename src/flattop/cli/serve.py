"""`flattop serve`: run the server, here or for the network."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import streams
from flattop.cli.parser import SECONDS, Parser, number, refusals, shortened, whole

if TYPE_CHECKING:
    from flattop.cli.links import Link
    from flattop.cli.parser import Commands
    from flattop.server.cluster.bus import Bus
    from flattop.server.server import Server
    from flattop.server.supervisor import WorkerSlot

seconds, speed = number(SECONDS, 0, 60), number("a speed", 0.1, 1000, ", where 1 is real time")
PROXY = "address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto count; else they do not"
METRICS = "address or network that may ask for /metrics, besides this machine; may be repeated"
LOG = "how the lines of the log are written to standard error, json for one object a line (default plain)"
HEARTBEAT = "ticks after which the time at live tables is saved at the latest (default: once a second)"


PUBLIC = "let others reach it: from the network, or by URL where a proxy stands before it; prints link and QR"
UNNAMED_PROXY = (
    "All who come through a proxy share the limits of its one address; --proxy ADDRESS, such as "
    "--proxy 127.0.0.1, lets its word of who they are count."
)
BUS = "a Valkey or Redis by which workers on one --database work together, as in redis://HOST:6379"
WORKERS = "processes that serve, on one port; more than one need --database and --bus (default 1)"
CLOSING = "Ctrl+C closes the server; nothing is lost."
LIMIT = "change a limit, as in sockets=200; all of them are below"


def add(commands: Commands) -> None:
    what = "run the server: a page to play on, here or for the network"
    command = commands.add_parser("serve", help=what)
    command.postscript = all_limits
    say = command.add_argument
    say("--public", nargs="?", const="", type=public, metavar="URL", help=PUBLIC)
    say("--host", help="address to listen on, 0.0.0.0 for the network (default 127.0.0.1)")
    say("--port", type=whole(0, 65535), metavar="N", help="(default 8000, or the next that is free)")
    say("--data", type=Path, metavar="DIR", help="folder for tables and records (default: one of your own)")
    say(
        "--database", metavar="URL", help="a PostgreSQL for the tables, as in postgresql://NAME@HOST/DATABASE"
    )
    say("--no-open", action="store_true", help="do not open the page in a browser")
    say("--name", action="append", default=[], metavar="HOST", help="a name the server has behind a proxy")
    say("--proxy", type=network, action="append", default=[], metavar="ADDRESS", help=PROXY)
    say("--metrics", type=network, action="append", default=[], metavar="NETWORK", help=METRICS)
    say("--log", choices=("plain", "json"), default="plain", help=LOG)
    say("--pace", type=seconds, default=0.6, metavar="S", help="seconds a bot takes at least (default 0.6)")
    say("--clock", type=speed, default=1.0, metavar="N", help="how fast time runs at live tables (default 1)")
    say("--heartbeat", type=whole(1, 600), default=0, metavar="T", help=HEARTBEAT)
    say("--bus", metavar="URL", help=BUS)
    say("--workers", type=whole(1, 64), default=1, metavar="N", help=WORKERS)
    say("--thinkers", type=whole(1, 64), metavar="N", help="processes that think for bots, of each worker")
    say("--limit", type=limit, action="append", default=[], metavar="NAME=N", help=LIMIT)
    command.set_defaults(run=run)


def all_limits() -> str:
    """Every limit with its usual number and what it means, looked up only for whoever reads the help."""
    from flattop.server.limits import limit_help

    lines = [f"  {name:<20}{usual:>8}  {means}" for name, usual, means in limit_help()]
    return "\n".join(["limits, with their usual numbers:", *lines])


def limit(word: str) -> tuple[str, int]:
    from flattop.kernel import typed_number

    name, _, value = word.partition("=")
    count = typed_number(value)
    if not name or count is None or count < 0:
        raise ArgumentTypeError(f"{shortened(word)!r} is not of the form NAME=N, e.g. sockets=200")
    return name, count


def network(word: str) -> str:
    from ipaddress import ip_network

    try:
        return str(ip_network(word))
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is no address or network, e.g. 10.0.0.2 or 10.0.0.0/24") from None


def public(word: str) -> Link:
    """Where others find the server: by itself from the network, or at a URL of a proxy."""
    from flattop.cli.links import TAKEN, Link, is_address_of_a_page

    if word and not is_address_of_a_page(word):
        raise ArgumentTypeError(
            f"{shortened(word)!r} is no address of a page, e.g. https://play.example.org/"
        )
    link = Link(word)
    if (first := link.path.split("/")[1:2]) and first[0] in TAKEN:
        raise ArgumentTypeError(f"the server itself has something at /{first[0]}; give it another path")
    return link


def run(args: Namespace) -> int:
    from flattop.cli.links import Link
    from flattop.server import run as runner
    from flattop.server import supervisor
    from flattop.server.auth.admin_key import key_file
    from flattop.storage import data_folder

    check_cluster(args)
    place = supervisor.own_slot()
    if place:
        return serve_along(args, place)
    folder = (args.data or data_folder()).expanduser()
    wanted, host = args.public or Link(), host_of(args)
    with (
        runner.bind_port(host, args.port, shared=args.workers > 1) as listening,
        runner.lock_folder(folder),
        key_file(folder, host, listening.getsockname()[1]) as key,
    ):
        link = wanted.to(host, key.port)
        tell = partial(announce, link, args, folder)
        if args.workers > 1:
            return runner.supervise(args.workers, listening, tell, args.log)
        names = runner.allowed_names(host, [*args.name, *link.names])
        server = opened(args, folder, key.port)
        server.key = key.token
        runner.serve(server, listening, names, tell, args.proxy, args.log, link.path)
    return 0


def serve_along(args: Namespace, place: WorkerSlot) -> int:
    """Serve as one of several workers, for a parent that keeps them."""
    from flattop.cli.links import Link
    from flattop.server import run as runner
    from flattop.server import supervisor
    from flattop.server.auth.admin_key import read
    from flattop.storage import data_folder

    supervisor.exit_with_parent()
    folder = (args.data or data_folder()).expanduser()
    link, host = (args.public or Link()), host_of(args)
    with runner.join_port(host, place.port) as listening:
        names = runner.allowed_names(host, [*args.name, *link.names])
        server = opened(args, folder, place.port, place.number)
        server.key = key.token if (key := read(folder)) else ""
        runner.serve(server, listening, names, supervisor.report_ready, args.proxy, args.log, link.path)
    return 0


def host_of(args: Namespace) -> str:
    """The address to listen on."""
    is_open = args.public and not args.public.url
    return str(args.host or ("0.0.0.0" if is_open else "127.0.0.1"))


def check_cluster(args: Namespace) -> None:
    """Several workers have one database and one bus, wherever they are."""
    from flattop.server.run import CannotServe

    missing = [f"--{name}" for name in ("database", "bus") if not getattr(args, name)]
    if args.workers > 1 and missing:
        have = "--database postgresql://NAME@HOST/DATABASE and --bus redis://HOST:6379"
        raise CannotServe(f"--workers {args.workers} needs {have}; {' and '.join(missing)} is missing")
    if args.bus and not args.database:
        raise CannotServe("--bus needs --database postgresql://NAME@HOST/DATABASE, which all workers share")


def opened(args: Namespace, folder: Path, port: int, number: int = 0) -> Server:
    """The server; one of several has its own folder within the common one."""
    from flattop.server.auth.requests import networks
    from flattop.server.limits import Limits
    from flattop.server.server import Server

    if args.database:
        prepare(args.database)
    limits = Limits()
    for name, value in args.limit:
        limits.change(name, value)
    thinkers = args.thinkers or max(1, (os.cpu_count() or 2) // 2 // args.workers)
    server = Server(
        folder / f"worker-{number}" if number else folder,
        limits=limits,
        pace=args.pace,
        workers=thinkers,
        speed=args.clock,
        heartbeat=args.heartbeat,
        metrics_networks=networks(args.metrics),
        database=args.database,
        worker_id=worker_name(port, number),
        common=folder,
        bus=bus_at(args.bus),
    )
    server.behind_proxy = bool(args.proxy or args.name or (args.public and args.public.url))
    server.lab.is_alone = not number
    return server


def worker_name(port: int, number: int) -> str:
    """Machine, place on it, and what no worker ever had: without the last it is the same after each start."""
    import secrets
    import socket

    place = f"{port}.{number}" if number else str(port)
    return f"{socket.gethostname().partition('.')[0][:20]}-{place}-{secrets.token_hex(4)}"


def bus_at(url: str | None) -> Bus | None:
    """The bus, which was seen to be there."""
    import asyncio

    if not url:
        return None
    from flattop.server.cluster import valkey

    asyncio.run(valkey.probe(url))
    return valkey.ValkeyBus(url)


def prepare(database: str) -> None:
    """See now that the database can be used, for it is opened only when somebody listens."""
    import asyncio

    from flattop.server.store import connect

    asyncio.run(connect.prepare(database))


def announce(link: Link, args: Namespace, folder: Path) -> None:
    """Say where the server is, and open its page; it serves on where nobody reads that."""
    try:
        unnamed = [UNNAMED_PROXY] if link.url and not args.proxy else []
        print(
            "\n".join([*link.told(), *unnamed, f"Tables are kept in {kept_in(args, folder)}. {CLOSING}"]),
            flush=True,
        )
    except OSError:
        streams.hush()
    if not args.no_open and has_display():
        import webbrowser

        webbrowser.open(link.here)


def kept_in(args: Namespace, folder: Path) -> str:
    from flattop.server.store.connect import redacted_address

    return redacted_address(args.database) if args.database else str(folder)


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
