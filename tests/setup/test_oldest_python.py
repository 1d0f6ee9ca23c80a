"""No file needs a newer Python than 3.11.0, which the README promises."""

import ast
import importlib.util
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Newer keyword arguments of functions, and newer names of modules. Newer syntax is refused by Python itself.
WORDS = {
    "extract": {"filter"},
    "extractall": {"filter"},
    "unpack_archive": {"filter"},
    "getaddresses": {"strict"},
    "parseaddr": {"strict"},
    "rmtree": {"onexc"},
    "NamedTemporaryFile": {"delete_on_close"},
    "TemporaryDirectory": {"delete"},
    "glob": {"case_sensitive", "recurse_symlinks"},
    "rglob": {"case_sensitive", "recurse_symlinks"},
    "match": {"case_sensitive"},
    "exists": {"follow_symlinks"},
    "is_dir": {"follow_symlinks"},
    "is_file": {"follow_symlinks"},
    "relative_to": {"walk_up"},
    "read_text": {"newline"},
    "create_server": {"keep_alive"},
    "Thread": {"context"},
    "ProcessPoolExecutor": {"max_memory"},
    "map": {"strict", "buffersize"},
}
NAMES = {
    "itertools": {"batched"},
    "typing": {"override", "TypeAliasType", "ReadOnly", "TypeIs", "NoDefault"},
    "warnings": {"deprecated"},
    "copy": {"replace"},
    "uuid": {"uuid6", "uuid7", "uuid8"},
    "math": {"sumprod", "fma"},
    "random": {"binomialvariate"},
    "calendar": {"Month", "Day"},
    "collections.abc": {"Buffer"},
    "sys": {"monitoring", "activate_stack_trampoline"},
    "os": {"process_cpu_count", "unshare", "setns", "listdrives"},
    "asyncio": {"eager_task_factory", "QueueShutDown", "EventLoop"},
    "tarfile": {"data_filter", "tar_filter", "fully_trusted_filter"},
    "inspect": {"markcoroutinefunction", "BufferFlags"},
    "pathlib": {"UnsupportedOperation", "types"},
}
METHODS = {"walk": "Path", "from_uri": "Path", "full_match": "Path", "is_junction": "Path"}


def sources():
    """Every Python file of the launcher, the program and the tests."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    named = [ROOT / name for name in listed.splitlines() if name.endswith(".py") or name == "flattop"]
    return [path for path in named if path.exists()]


def newer_calls(tree):
    """Features in the syntax tree that 3.11.0 does not have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            words = {word.arg for word in node.keywords}
            yield from (f"{called}({word}=)" for word in words & WORDS.get(called, set()))
        elif isinstance(node, ast.ImportFrom) and node.module in NAMES:
            yield from (alias.name for alias in node.names if alias.name in NAMES[node.module])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in NAMES.get(node.value.id, ()):
                yield f"{node.value.id}.{node.attr}"
            elif node.attr in METHODS and node.value.id == METHODS[node.attr]:
                yield node.attr


def test_no_file_needs_a_newer_python():
    asked = {(path.name, call) for path in sources() for call in newer_calls(ast.parse(path.read_bytes()))}
    assert asked == set()


@pytest.mark.parametrize(
    "line",
    [
        "parts.extractall(HOME, filter='data')",
        "itertools.batched(row, 2)",
        "from typing import override",
        "shutil.rmtree(folder, onexc=f)",
    ],
)
def test_newer_call_is_detected(line):
    assert list(newer_calls(ast.parse(line)))


@pytest.mark.parametrize("careful", [True, False])
def test_browser_can_be_unpacked_with_an_old_python(tmp_path, monkeypatch, careful):
    archive = tmp_path / "parts.tar"
    (tmp_path / "part").write_text("a library")
    with tarfile.open(archive, "w") as parts:
        parts.add(tmp_path / "part", "part")
    if not careful:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
        plainly = tarfile.TarFile.extractall
        monkeypatch.setattr(tarfile.TarFile, "extractall", lambda parts, path: plainly(parts, path))
    fetcher().unpack(archive, tmp_path / "out")
    assert (tmp_path / "out" / "part").read_text() == "a library"


def fetcher():
    spec = importlib.util.spec_from_file_location("fetch", ROOT / "tests/web/browser/fetch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
