"""`flattop admin`: manage a server that runs on this machine, through its admin API."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import JSON_HELP, add_command, number

if TYPE_CHECKING:
    from flattop.cli.parser import Commands, Parser
    from flattop.kernel import FlattopError
    from flattop.server.auth.admin_key import Key

TIMEOUT = 60.0  # seconds until the server must have answered
PARAMETERS = ("guest", "table", "text", "minutes", "here")  # arguments that are sent to the server
Answer = dict[str, Any]


def add(commands: Commands) -> None:
    summary = "Manage a running server: tables, guests, kick, close, announce, drain."
    command = add_command(commands, "admin", summary)
    tasks = command.add_subparsers(metavar="TASK", required=True)
    add_task(tasks, "tables", "List the tables that are not over: seats, connected guests, turn.")
    add_task(tasks, "guests", "List the connected guests and their tables.")
    kick = add_task(tasks, "kick", "Remove a guest for good and close their connections.")
    kick.add_argument("guest", metavar="GUEST", help="id of the guest (see `flattop admin guests`)")
    close = add_task(tasks, "close", "Remove a waiting table, or end one in play; its record is kept.")
    close.add_argument("table", metavar="TABLE", help="id of the table (see `flattop admin tables`)")
    announce = add_task(tasks, "announce", "Send a message to all tables that are in memory.")
    announce.add_argument("text", metavar="TEXT", help="the message, at most 300 characters")
    drain = add_task(tasks, "drain", "Accept no new tables, and stop the server when no game is in play.")
    minutes = number("a number of minutes", 0, 100_000)
    drain.add_argument("--minutes", type=minutes, metavar="N", help="stop after N minutes at the latest")
    drain.add_argument("--here", action="store_true", help="drain only the workers of this machine")


def add_task(tasks: Commands, name: str, summary: str) -> Parser:
    task = add_command(tasks, name, summary)
    task.add_argument(
        "--data", type=Path, metavar="DIR", help="data directory of the server (default: that of your user)"
    )
    task.add_argument("--json", action="store_true", help=JSON_HELP)
    task.set_defaults(run=run, task=name)
    return task


# -- requests


class OtherServer(Exception):
    """The program that answers is not the server of this admin key."""


def run(args: Namespace) -> int:
    from flattop.storage import data_folder

    folder = (args.data or data_folder()).expanduser()
    try:
        answer = request(read_key(folder), args)
    except (ConnectionError, OtherServer):
        raise no_server(folder) from None
    if args.json:
        output.print_json(answer)
    else:
        PRINTERS[args.task](answer)
    return 0


def no_server(folder: Path) -> FlattopError:
    from flattop.kernel import FlattopError

    return FlattopError(f"no server is running on {folder}; name its data directory with --data")


def read_key(folder: Path) -> Key:
    """Read the admin key of the server.  After a crash the key of the last server may still be there."""
    from flattop.kernel import FlattopError
    from flattop.server.auth import admin_key

    if not folder.is_dir():
        raise FlattopError(f"--data: directory '{folder}' does not exist")
    try:
        key = admin_key.read(folder)
    except PermissionError:
        raise FlattopError(f"{folder / admin_key.NAME} is private to the user of the server") from None
    if key is None:
        raise no_server(folder)
    return key


def request(key: Key, args: Namespace) -> Answer:
    """Send the task to the server and return its answer."""
    import json
    from http.client import HTTPConnection, HTTPException

    from flattop.kernel import FlattopError

    parameters = {name: getattr(args, name) for name in PARAMETERS if hasattr(args, name)}
    method, body = ("POST", json.dumps(parameters)) if parameters else ("GET", None)
    connection = HTTPConnection(key.host, key.port, timeout=TIMEOUT)
    headers = {"Authorization": f"Bearer {key.token}", "Content-Type": "application/json"}
    try:
        connection.request(method, f"/api/admin/{args.task}", body, headers)
        response = connection.getresponse()
        answer: Answer = json.loads(response.read())
    except (HTTPException, ValueError):
        raise OtherServer from None
    except TimeoutError:
        raise FlattopError(f"the server at {key.host}:{key.port} does not answer") from None
    finally:
        connection.close()
    if response.status == 200:
        return answer
    if answer.get("code") == "not-found":  # another server uses the port now, and does not know the key
        raise OtherServer
    raise FlattopError(answer.get("sentence", "the server refused the request"))


# -- output


def print_tables(answer: Answer) -> None:
    columns = "table", "game", "state", "kB", "since", "seats", "here", "watching", "turn"
    output.print_table(columns, [table_row(table) for table in answer["tables"]], numbers=(3, 7))
    hidden = answer["asleep"] - sum(not table["awake"] for table in answer["tables"])
    if hidden > 0:
        print(f"{output.plural(hidden, 'more table')} not in memory.")


def table_row(table: Answer) -> list[str]:
    import time

    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(table["since"]))
    state, size = (table["state"], str(table["kilobytes"])) if table["awake"] else ("asleep", "")
    people = [", ".join(table[key]) for key in ("seats", "here")]
    place = table["id"], table["game"], state, size, since
    return [*place, *people, str(table["watching"]), ", ".join(table["turn"])]


def print_guests(answer: Answer) -> None:
    rows = [
        [guest["id"], guest["name"], str(guest["sockets"]), ", ".join(guest["tables"])]
        for guest in answer["guests"]
    ]
    output.print_table(("guest", "name", "sockets", "tables"), rows, numbers=(2,))


def print_kick(answer: Answer) -> None:
    closed, tables = (
        output.plural(answer["sockets"], "connection"),
        output.plural(len(answer["tables"]), "table"),
    )
    print(f"Removed {answer['name']}: {closed} closed, {tables} notified.")


def print_close(answer: Answer) -> None:
    effect = "was removed" if answer["was"] == "waiting" else "is closed for good; its record is kept"
    print(f"Table {answer['table']} {effect}.")


def print_announce(answer: Answer) -> None:
    print(f"Sent to {output.plural(answer['tables'], 'table')}: {answer['text']}")


def print_drain(answer: Answer) -> None:
    limit = answer["minutes"]
    latest = "" if limit is None else f", at the latest in {output.plural(limit, 'minute')}"
    playing = output.plural(answer["playing"], "table")
    print(f"No new tables are accepted. {playing} in play; the server stops when none is{latest}.")


PRINTERS = {
    "tables": print_tables,
    "guests": print_guests,
    "kick": print_kick,
    "close": print_close,
    "announce": print_announce,
    "drain": print_drain,
}
