"""Which layer may import which: right may import left, never back."""

import ast
from pathlib import Path

import flattop

ROOT = Path(flattop.__file__).parent
ORDER = [
    "kernel", "games", "match", "bots", "lab", "train", "envs", "recipe",
    "protocol", "storage", "client", "server", "terminal", "cli",
]  # fmt: skip
APART = {"client", "server", "terminal"}  # none of them imports another
NOT_IN_RULES = {"asyncio", "datetime", "json", "logging", "os", "random", "socket", "threading", "time"}
RULES = {"games"}
SERVER = {  # which room of the server may import which others
    "errors": "",
    "fairness": "",
    "limits": "",
    "padding": "",
    "metrics": "",
    "condition": "",
    "logs": "limits",
    "gate": "limits metrics",
    "schemas": "errors",
    "store": "errors schemas",
    "guests": "errors schemas store",
    "catalog": "errors schemas",
    "cluster": "errors limits schemas store",
    "table": "errors limits metrics condition schemas store guests",
    "workers": "errors fairness logs schemas store table",
    "lab": "errors limits logs schemas store catalog workers",
    "past": "store",
    "upkeep": "past store",
    "registry": "errors past schemas store table workers",
    "housekeeping": "errors schemas store table registry",
    "drain": "errors table registry",
    "keyfile": "",
    "admin": "errors guests schemas store table server",
    "server": "cluster condition drain fairness guests lab limits logs metrics schemas store table workers"
    " registry housekeeping",
    "everywhere": "cluster schemas server",
    "keeper": "admin errors schemas server",
    "lobby": "everywhere errors fairness schemas store catalog table server",
    "campaign": "errors schemas store catalog server",
    "http": "everywhere keeper errors fairness gate guests lab limits padding schemas catalog campaign "
    "server lobby",
    "ws": "errors gate guests limits padding schemas table server",
    "app": "cluster everywhere keeper errors schemas store catalog server lobby workers http ws",
    "fleet": "",
    "run": "app fleet gate http logs server ws",
}


def imports(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "flattop.server":
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def faults(path, source):
    layer, *below = path.with_suffix("").parts
    if layer not in ORDER:
        return
    for name in imports(source):
        top, _, rest = name.partition(".")
        if layer in RULES and top in NOT_IN_RULES:
            yield f"{path}: rules must not import {name}"
        target, *theirs = rest.split(".")
        if top == "flattop" and target in ORDER and ORDER.index(target) > ORDER.index(layer):
            yield f"{path}: {layer} must not import {target}"
        if top == "flattop" and {layer, target} <= APART and layer != target:
            yield f"{path}: {layer} and {target} know nothing of each other"
        if top == "flattop" and layer == target == "games" and theirs and theirs[0] != below[0]:
            yield f"{path}: {below[0]} must not import {theirs[0]}"


def server_faults(path, source):
    """What a file of the server imports of rooms that it may not know."""
    own = path.with_suffix("").parts[0]
    rooms = {name.split(".")[2] for name in imports(source) if name.startswith("flattop.server.")}
    return [
        f"{path}: {own} must not import {room}"
        for room in (rooms & SERVER.keys()) - {own, *SERVER[own].split()}
    ]


def test_rooms_of_the_server_import_only_what_they_stand_on():
    server = ROOT / "server"
    files = [path for path in sorted(server.rglob("*.py")) if path != server / "__init__.py"]
    for path in files:
        assert not server_faults(path.relative_to(server), path.read_text("utf-8"))
    assert server_faults(Path("store/x.py"), "from flattop.server.table.live import LiveTable")
    assert server_faults(Path("table/x.py"), "from flattop.server import registry")


def test_no_layer_imports_what_stands_above_it():
    found = [
        fault
        for path in sorted(ROOT.rglob("*.py"))
        for fault in faults(path.relative_to(ROOT), path.read_text("utf-8"))
    ]
    assert found == []


def test_the_check_finds_what_it_looks_for():
    bad = {
        "kernel/x.py": "from flattop.match import Match",
        "games/burger_boss/x.py": "from flattop.games.burger_up.cards import Pack",
        "games/burger_up/x.py": "import random",
        "server/x.py": "from flattop.client import Guest",
        "client.py": "from flattop.server.server import House",
        "storage.py": "from flattop.server.run import locked",
    }
    for path, source in bad.items():
        assert list(faults(Path(path), source)), path
    assert not list(
        faults(Path("games/burger_up/burger_go/x.py"), "from flattop.games.burger_up.cards import Pack")
    )


def test_page_terminal_server_and_bots_know_no_game_by_import():
    """Only house policies may know a game; everything else takes it from the catalog."""
    for path in sorted(ROOT.rglob("*.py")):
        layer, *below = path.relative_to(ROOT).parts
        if layer in ("games",) or (layer == "bots" and below[0] == "policies"):
            continue
        for name in imports(path.read_text("utf-8")):
            assert not name.startswith("flattop.games."), f"{path}: {name}"
