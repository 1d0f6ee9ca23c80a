"""`flattop serve`: run the game server."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentTypeError, Namespace
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import (
    SECONDS,
    Parser,
    add_command,
    add_renamed_option,
    input_errors,
    number,
    shortened,
    whole,
)

if TYPE_CHECKING:
    from socket import socket

    from flattop.cli.links import Link
    from flattop.cli.parser import Commands
    from flattop.server.server import Server
    from flattop.server.supervisor import WorkerSlot

UNNAMED_PROXY = (
    "All clients behind a proxy share the rate limits of its address. --proxy ADDRESS, such as "
    "--proxy 127.0.0.1, makes the server trust its X-Forwarded-For header."
)
BUS_NOTE = "flattop: --bus is no longer needed: workers find each other in the database. Remove it."
seconds = number(SECONDS, 0, 60)
speed = number("a speed", 0.1, 1000, ", where 1 is real time")
CLOSING = "Ctrl+C stops the server; nothing is lost."


def add(commands: Commands) -> None:
    summary = "Run the game server and open its page in a browser."
    command = add_command(commands, "serve", summary)
    command.lazy_epilog = limits_help
    add_address_options(command)
    add_table_server_options(command)
    add_worker_options(command)
    command.add_argument(
        "--limit",
        type=limit,
        action="append",
        default=[],
        metavar="NAME=N",
        help="change a limit listed below, as in sockets=200; may be repeated",
    )
    command.set_defaults(run=run)


def add_address_options(command: Parser) -> None:
    option = command.add_argument
    text = "accept other machines: on the network, or at URL behind a proxy; print the link and its QR code"
    option("--public", nargs="?", const="", type=public_link, metavar="URL", help=text)
    option("--host", help="address to listen on, 0.0.0.0 for all interfaces (default 127.0.0.1)")
    option("--port", type=whole(0, 65535), metavar="N", help="port (default 8000, or the next free one)")
    option("--no-open", action="store_true", help="do not open the page in a browser")
    text = "accept requests for this host name, for a server behind a proxy; may be repeated"
    option("--name", action="append", default=[], metavar="HOST", help=text)
    text = "trust X-Forwarded-For and X-Forwarded-Proto of this address or network; may be repeated"
    option("--proxy", type=network, action="append", default=[], metavar="ADDRESS", help=text)
    text = "allow this address or network to read /metrics, besides this machine; may be repeated"
    option("--metrics", type=network, action="append", default=[], metavar="NETWORK", help=text)


def add_table_server_options(command: Parser) -> None:
    option = command.add_argument
    option("--data", type=Path, metavar="DIR", help="directory of the data (default: that of your user)")
    option("--database", metavar="URL", help="PostgreSQL database, as in postgresql://NAME@HOST/DATABASE")
    text = "format of the log on stderr (default plain)"
    option("--log", choices=("plain", "json"), default="plain", help=text)
    text = "least seconds that a bot takes for a move (default 0.6)"
    option("--pace", type=seconds, default=0.6, metavar="S", help=text)
    text = "speed of the clock at real-time tables (default 1)"
    option("--clock", type=speed, default=1.0, metavar="N", help=text)
    text = "save the clock of real-time tables at least every N ticks (default: every second)"
    option("--heartbeat", type=whole(1, 600), default=0, metavar="N", help=text)


def add_worker_options(command: Parser) -> None:
    option = command.add_argument
    text = "address, and port, at which workers on other machines reach this one (default 127.0.0.1)"
    option("--private", type=private_address, default=("127.0.0.1", 0), metavar="ADDRESS[:PORT]", help=text)
    option("--bus", metavar="URL", help=SUPPRESS)
    text = "number of server processes on one port; more than one need --database (default 1)"
    option("--workers", type=whole(1, 64), default=1, metavar="N", help=text)
    text = "number of processes for bots, for each worker (default: half of the CPU cores)"
    option("--bot-workers", type=whole(1, 64), metavar="N", help=text)
    add_renamed_option(command, "--thinkers", "--bot-workers", type=whole(1, 64), metavar="N")


def limits_help() -> str:
    """Return the list of limits, with their defaults and meanings."""
    from flattop.server.limits import limit_help

    lines = [f"  {name:<20}{usual:>8}  {means}" for name, usual, means in limit_help()]
    return "\n".join(["limits and their defaults:", *lines])


# -- argument types


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
        raise ArgumentTypeError(
            f"{word!r} is not an IP address or network, e.g. 10.0.0.2 or 10.0.0.0/24"
        ) from None


def private_address(word: str) -> tuple[str, int]:
    """An IP address and a port, which is 0 if none is given: any free one."""
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(f"//{word}")
        address = ip_address(parts.hostname or "")
        if parts.netloc == word and parts.username is None and not address.is_unspecified:
            return str(address), parts.port or 0
    except ValueError:
        pass
    raise ArgumentTypeError(
        f"{shortened(word)!r} is not one IP address, with or without a port, e.g. 10.0.0.2:9000"
    )


def public_link(word: str) -> Link:
    """The URL of the proxy in front of the server, or an empty link for the network address."""
    from flattop.cli.links import RESERVED_PATHS, Link, is_page_url

    if word and not is_page_url(word):
        raise ArgumentTypeError(f"{shortened(word)!r} is not a URL of a page, e.g. https://play.example.org/")
    link = Link(word)
    first = link.path.split("/")[1:2]
    if first and first[0] in RESERVED_PATHS:
        raise ArgumentTypeError(f"the server itself uses the path /{first[0]}; choose another")
    return link


# -- running


def run(args: Namespace) -> int:
    from flattop.cli.links import Link
    from flattop.server import run as runner
    from flattop.server import supervisor
    from flattop.server.auth.admin_key import key_file
    from flattop.storage import data_folder

    check_cluster(args)
    place = supervisor.own_slot()
    if place:
        return run_worker(args, place)
    if args.bus:
        print(BUS_NOTE, file=sys.stderr)
    folder = (args.data or data_folder()).expanduser()
    host = listen_host(args)
    with (
        runner.cleanup_before_sigterm(),
        runner.bind_port(host, args.port, shared=args.workers > 1) as listening,
        runner.lock_folder(folder),
        key_file(folder, host, listening.getsockname()[1]) as key,
    ):
        link = (args.public or Link()).to(host, key.port)
        on_start = partial(announce, link, args, folder)
        if args.workers > 1:
            return runner.supervise(args.workers, listening, on_start, args.log)
        names = runner.allowed_names(host, [*args.name, *link.names])
        with private_listener(args) as private:
            server = create_server(args, folder, key.port, private=private)
            server.key = key.token
            runner.serve(server, listening, names, on_start, args.proxy, args.log, link.path, private)
    return 0


def run_worker(args: Namespace, place: WorkerSlot) -> int:
    """Run one of several workers.  The supervisor, which is the parent process, holds the data directory."""
    from flattop.cli.links import Link
    from flattop.server import run as runner
    from flattop.server import supervisor
    from flattop.server.auth.admin_key import read
    from flattop.storage import data_folder

    supervisor.exit_with_parent()
    folder = (args.data or data_folder()).expanduser()
    link, host = (args.public or Link()), listen_host(args)
    with (
        runner.join_port(host, place.port) as listening,
        private_listener(args, place.number) as private,
    ):
        names = runner.allowed_names(host, [*args.name, *link.names])
        server = create_server(args, folder, place.port, place.number, private)
        server.key = key.token if (key := read(folder)) else ""
        on_ready = supervisor.report_ready
        runner.serve(server, listening, names, on_ready, args.proxy, args.log, link.path, private)
    return 0


def listen_host(args: Namespace) -> str:
    is_on_network = args.public and not args.public.url
    return str(args.host or ("0.0.0.0" if is_on_network else "127.0.0.1"))


def check_cluster(args: Namespace) -> None:
    """Check that several workers share a database."""
    from flattop.server.run import CannotServe

    if args.workers > 1 and not args.database:
        needed = "--database postgresql://NAME@HOST/DATABASE, which all workers share"
        raise CannotServe(f"--workers {args.workers} needs {needed}")


def private_listener(args: Namespace, number: int = 0) -> AbstractContextManager[socket | None]:
    """Return the socket for the other workers of the database; those of one machine have ports in a row."""
    from flattop.server.run import bind_private

    host, port = args.private
    return bind_private(host, port and port + max(number - 1, 0)) if args.database else nullcontext()


def create_server(
    args: Namespace, folder: Path, port: int, number: int = 0, private: socket | None = None
) -> Server:
    """Create the server.  A worker with a number has its own directory inside the common one."""
    import asyncio

    from flattop.server.limits import Limits, networks
    from flattop.server.run import private_url
    from flattop.server.server import Server

    if args.database:
        from flattop.server.store import base

        # The server opens the database after it listens; an error must be reported before.
        asyncio.run(base.prepare(args.database))
    limits = Limits()
    for name, value in args.limit:
        limits.change(name, value)
    server = Server(
        folder / f"worker-{number}" if number else folder,
        limits=limits,
        pace=args.pace,
        workers=args.bot_workers or max(1, (os.cpu_count() or 2) // 2 // args.workers),
        speed=args.clock,
        heartbeat=args.heartbeat,
        metrics_networks=networks(args.metrics),
        database=args.database,
        address=private_url(private) if private else "",
        worker_id=worker_name(port, number),
        common=folder,
    )
    server.behind_proxy = bool(args.proxy or args.name or (args.public and args.public.url))
    server.lab.is_alone = not number
    return server


def worker_name(port: int, number: int) -> str:
    """Return machine, port and number of a worker, and a random part that differs after each start."""
    import secrets
    import socket

    place = f"{port}.{number}" if number else str(port)
    return f"{socket.gethostname().partition('.')[0][:20]}-{place}-{secrets.token_hex(4)}"


def announce(link: Link, args: Namespace, folder: Path) -> None:
    """Print the URL of the server and open its page.  The server runs on even if stdout is closed."""
    from flattop.server.store.base import redacted_address

    proxy_note = [UNNAMED_PROXY] if link.url and not args.proxy else []
    place = redacted_address(args.database) if args.database else str(folder)
    lines = [*link.announcement(), *proxy_note, f"Tables are saved in {place}. {CLOSING}"]
    try:
        print("\n".join(lines), flush=True)
    except OSError:
        output.discard_stdout()
    if not args.no_open and has_display():
        import webbrowser

        webbrowser.open(link.local_url)


def has_display() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def main() -> int:
    """Run `python -m flattop.cli.serve`, which imports less than the whole program."""
    parser = Parser(prog="flattop")
    add(parser.add_subparsers())
    try:
        args = parser.parse_args(["serve", *sys.argv[1:]])
        return int(args.run(args))
    except input_errors() as error:
        print(f"flattop: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
