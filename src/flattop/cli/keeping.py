"""What `flattop admin` asks of the server, and how it tells the answer."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from flattop.cli import output
from flattop.kernel import FlattopError
from flattop.server.auth import admin_key
from flattop.server.auth.admin_key import Key
from flattop.storage import data_folder

PATIENCE = 60.0  # seconds until an answer must have come
WORDS = ("guest", "table", "text", "minutes", "here")
Answer = dict[str, Any]


class NotOurs(Exception):
    """Whoever answers is not the server whose key it is."""


def run(args: Namespace) -> int:
    folder = (args.data or data_folder()).expanduser()
    try:
        answer = asked(key_in(folder), args)
    except (ConnectionError, NotOurs):
        raise none_open(folder) from None
    if args.json:
        output.as_json(answer)
    else:
        SHOWN[args.task](answer)
    return 0


def none_open(folder: Path) -> FlattopError:
    return FlattopError(f"no server is open on {folder}; is it another folder? name it with --data")


def key_in(folder: Path) -> Key:
    """The key of the server that is open on a folder, or was when it ended without closing."""
    if not folder.is_dir():
        raise FlattopError(f"there is no folder {folder}; name the server's with --data")
    try:
        key = admin_key.read(folder)
    except PermissionError:
        raise FlattopError(f"{folder / admin_key.NAME} is for the user who runs the server alone") from None
    if key is None:
        raise none_open(folder)
    return key


def asked(key: Key, args: Namespace) -> Answer:
    """What the server answers; what it refuses is one line."""
    given = {word: getattr(args, word) for word in WORDS if hasattr(args, word)}
    line = HTTPConnection(key.host, key.port, timeout=PATIENCE)
    heads = {"Authorization": f"Bearer {key.token}", "Content-Type": "application/json"}
    try:
        line.request("POST" if given else "GET", f"/api/admin/{args.task}", _body(given), heads)
        response = line.getresponse()
        answer: Answer = json.loads(response.read())
    except (HTTPException, ValueError):
        raise NotOurs from None
    except TimeoutError:
        raise FlattopError(f"the server at {key.host}:{key.port} does not answer") from None
    finally:
        line.close()
    if response.status != 200:
        raise _refusal(answer)
    return answer


def _refusal(answer: Answer) -> Exception:
    """A server that knows nothing of the key is another one, which has taken the port over."""
    return NotOurs() if answer.get("code") == "not-found" else FlattopError(answer.get("sentence", "refused"))


def _body(given: Answer) -> str | None:
    return json.dumps(given) if given else None


# -- telling


def show_tables(answer: Answer) -> None:
    rows = [_table(table) for table in answer["tables"]]
    columns = "table", "game", "state", "kB", "since", "seats", "here", "watching", "turn"
    output.table(columns, rows, numbers=(3, 7))
    hidden = answer["asleep"] - sum(not table["awake"] for table in answer["tables"])
    if hidden > 0:
        print(f"{output.count(hidden, 'table')} more, asleep.")


def _table(table: Answer) -> list[str]:
    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(table["since"]))
    state, size = (table["state"], str(table["kilobytes"])) if table["awake"] else ("asleep", "")
    people = [", ".join(table[key]) for key in ("seats", "here")]
    where = table["id"], table["game"], state, size, since
    return [*where, *people, str(table["watching"]), ", ".join(table["turn"])]


def show_guests(answer: Answer) -> None:
    rows = [[g["id"], g["name"], str(g["sockets"]), ", ".join(g["tables"])] for g in answer["guests"]]
    output.table(("guest", "name", "sockets", "tables"), rows, numbers=(2,))


def show_kick(answer: Answer) -> None:
    told, closed = output.count(len(answer["tables"]), "table"), output.count(answer["sockets"], "socket")
    print(f"{answer['name']} is out: {closed} closed, {told} told.")


def show_close(answer: Answer) -> None:
    ends = "was removed" if answer["was"] == "waiting" else "is closed for good; its record is kept"
    print(f"Table {answer['table']} {ends}.")


def show_announce(answer: Answer) -> None:
    print(f"Said at {output.count(answer['tables'], 'table')}: {answer['text']}")


def show_drain(answer: Answer) -> None:
    bound = (
        "" if answer["minutes"] is None else f", at the latest in {output.count(answer['minutes'], 'minute')}"
    )
    played = output.count(answer["playing"], "table")
    print(f"No new tables from now on; people play at {played}. It closes once nobody does{bound}.")


SHOWN = {
    "tables": show_tables,
    "guests": show_guests,
    "kick": show_kick,
    "close": show_close,
    "announce": show_announce,
    "drain": show_drain,
}
