"""The lock files: complete, with hashes, and without hosts."""

import os
import re
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement

LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-uv.lock", "requirements-node.lock"]

CONTAINER = "deploy/requirements.lock"
PEERS = "bench/peers/requirements.lock"


def pins(path):
    """Every requirement of a lock, with its hashes."""
    for entry in re.split(r"\n(?=\S)", path.read_text().strip()):
        line, *hashes = re.split(r"\s*\\\n\s*", entry)
        yield Requirement(line), hashes


def versions(path):
    return {pin.name: str(pin.specifier).removeprefix("==") for pin, _ in pins(path)}


def test_all_locks_are_tested(root):
    assert sorted(path.name for path in root.glob("requirements*.lock")) == sorted(LOCKS)


@pytest.mark.parametrize("name", [*LOCKS, CONTAINER, PEERS])
def test_a_lock_pins_every_package_by_hash(root, name):
    for pin, hashes in pins(root / name):
        assert re.fullmatch(r"==[^*,]+", str(pin.specifier)), pin
        assert hashes, pin
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), pin


@pytest.mark.parametrize("name", [*LOCKS, CONTAINER, PEERS, "flattop", "pyproject.toml", ".ci/run"])
def test_setup_files_name_no_host(root, name):
    assert "://" not in (root / name).read_text()


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml"])
def test_there_is_no_lock_that_records_hosts(root, name):
    assert not (root / name).exists()


def test_test_lock_contains_the_play_lock(root):
    play, tools = versions(root / "requirements.lock"), versions(root / "requirements-dev.lock")
    assert play.items() <= tools.items()


def test_container_lock_is_in_step_with_the_others(root):
    play, container = versions(root / "requirements.lock"), versions(root / CONTAINER)
    tools = versions(root / "requirements-dev.lock")
    assert {name: tools.get(name) for name in container} == container
    assert container.keys() - play.keys() == {"asyncpg"}
    assert play.keys() - container.keys() == {"openskill"}


def test_container_installs_what_its_lock_pins_for_a_user_with_a_number(root):
    lines = (root / "deploy/Containerfile").read_text().replace("\\\n", "").splitlines()
    installs = [
        words
        for line in lines
        if line.startswith("RUN")
        for words in line.split("&&")
        if "pip install" in words
    ]
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs)
    assert f"COPY {CONTAINER} /wheels/" in lines
    assert [line for line in lines if line.startswith("USER")] == ["USER 8000"]


def wanted(root):
    """Each requirement of pyproject.toml, with the lock that must satisfy it."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    yield from ((line, "requirements.lock") for line in project["project"]["dependencies"])
    yield from ((line, CONTAINER) for line in project["project"]["dependencies"])
    extras = project["project"]["optional-dependencies"]
    yield from ((line, CONTAINER) for line in [*extras["chef"], *extras["cluster"]])
    yield from ((line, "requirements-dev.lock") for line in groups["dev"])
    yield from ((line, "requirements-uv.lock") for line in groups["installer"])


def test_locks_satisfy_pyproject(root):
    for line, lock in wanted(root):
        asked = Requirement(line)
        pinned = versions(root / lock).get(asked.name)
        assert pinned, f"{lock} lacks {asked.name}: renew it"
        assert asked.specifier.contains(pinned), f"{lock} pins {asked.name} {pinned}: renew it"


@pytest.mark.parametrize("name", ["flattop", ".ci/run"])
def test_launcher_and_ci_script_are_executable(root, name):
    assert os.access(root / name, os.X_OK)


def test_ci_runs_the_tests_and_nothing_else(root):
    text = (root / ".ci/run").read_text()
    assert text.splitlines()[-1] == "exec ./flattop test"
    assert subprocess.run(["bash", "-n", root / ".ci/run"], check=False).returncode == 0
