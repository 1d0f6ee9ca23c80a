"""Which layer may import which: right may import left, never back."""

import ast
from pathlib import Path

import flattop

ROOT = Path(flattop.__file__).parent
ORDER = [
    "extras", "kernel", "games", "match", "bots", "lab", "train", "envs", "recipe",
    "protocol", "storage", "client", "server", "terminal", "cli",
]  # fmt: skip
APART = {"client", "server", "terminal"}  # none of them imports another
NOT_IN_RULES = {"asyncio", "datetime", "json", "logging", "os", "random", "socket", "threading", "time"}
RULES = {"games"}
SERVER = {  # package or module of the server: what it may import of the others
    "errors": "",
    "fair_queues": "",
    "limits": "",
    "padding": "",
    "metrics": "",
    "health": "logs store",
    "logs": "errors limits",
    "websocket_frames": "limits padding schemas",
    "connection_limits": "limits logs metrics websocket_frames",
    "schemas": "errors",
    "store": "errors schemas",
    "auth": "errors schemas store server limits http",
    "catalog": "errors schemas",
    "cluster": "errors limits schemas store",
    "cluster.aggregate": "admin errors schemas server",
    "cluster.forward": "auth cluster errors http limits schemas server table websocket websocket_frames",
    "table": "errors fair_queues health limits logs metrics schemas store auth",
    "workers": "errors fair_queues logs schemas store table",
    "lab": "errors limits logs schemas store catalog workers",
    "registry": "errors fair_queues schemas store table workers",
    "drain": "errors registry table",
    "housekeeping": "errors schemas store table registry",
    "admin": "errors auth schemas store table server",
    "server": "cluster fair_queues auth lab limits logs metrics schemas store table workers"
    " drain health registry housekeeping",
    "lobby": "cluster cluster.aggregate errors fair_queues schemas store catalog table server",
    "campaign": "errors schemas store catalog server",
    "http": "cluster cluster.aggregate connection_limits errors fair_queues auth lab limits"
    " padding schemas store catalog campaign server lobby workers",
    "websocket": "auth connection_limits errors limits schemas table server websocket_frames",
    "app": "auth cluster cluster.aggregate cluster.forward connection_limits errors limits store server"
    " workers http websocket",
    "supervisor": "logs",
    "run": "app auth supervisor connection_limits http limits logs metrics server websocket",
}


def imports(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module in ("flattop.server", "flattop.server.cluster"):
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


def server_unit(parts):
    """The entry of SERVER that a module belongs to: its package, or itself where it has an entry."""
    return ".".join(parts[:2]) if ".".join(parts[:2]) in SERVER else parts[0]


def server_faults(path, source):
    """Imports of a server module that its entry in SERVER does not allow."""
    own = server_unit(path.with_suffix("").parts)
    names = [name.split(".")[2:] for name in imports(source) if name.startswith("flattop.server.")]
    units = {server_unit(parts) for parts in names}
    return [
        f"{path}: {own} must not import {unit}"
        for unit in (units & SERVER.keys()) - {own, *SERVER[own].split()}
    ]


def test_server_packages_import_only_what_their_entry_allows():
    server = ROOT / "server"
    files = [path for path in sorted(server.rglob("*.py")) if path != server / "__init__.py"]
    for path in files:
        assert not server_faults(path.relative_to(server), path.read_text("utf-8"))
    assert server_faults(Path("store/x.py"), "from flattop.server.table.live import LiveTable")
    assert server_faults(Path("table/x.py"), "from flattop.server import registry")


def test_no_layer_imports_a_higher_one():
    found = [
        fault
        for path in sorted(ROOT.rglob("*.py"))
        for fault in faults(path.relative_to(ROOT), path.read_text("utf-8"))
    ]
    assert found == []


def test_a_forbidden_import_is_found():
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
            assert not name.startswith("flattop.games.") or name == "flattop.games.manifest", (
                f"{path}: {name}"
            )
