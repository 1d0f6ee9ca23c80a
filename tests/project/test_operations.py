"""What is said about running a server holds: limits, figures, commands, and the files in deploy/."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flattop.cli import build_parser
from flattop.server.limits import meanings
from flattop.server.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")


def rows(heading):
    """The cells of the table under a heading."""
    part = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip("` ") for cell in line] for line in lines[2:]]


def test_every_limit_is_told_with_its_number_and_meaning():
    assert rows("What does it allow?") == [[name, f"{usual:,}", means] for name, usual, means in meanings()]


def test_every_figure_is_told():
    shown = re.findall(r"^# TYPE (\S+) (\w+)", Metrics().text(tables=0, sockets=0), re.MULTILINE)
    told = {name for name, _ in rows("What can be measured?")}
    assert told == {name for name, _ in shown if not name.endswith("_created")}


def test_every_command_can_be_said():
    commands = re.findall(r"^(?:\./)?flattop ([a-z].*?)(?: +#.*)?$", PAGE, re.MULTILINE)
    commands += [cell for cell, _ in rows("How do I look after it while it runs?")]
    commands += re.findall(r"`flattop (serve --log json|serve --limit NAME=N)`", PAGE)
    assert len(commands) >= 9
    for said in commands:
        parses(shlex.split(said.removeprefix("flattop ").replace("NAME=N", "sockets=9")))


def parses(words):
    _, unknown = build_parser(words[0]).parse_known_args(words)
    assert not unknown, words


def test_the_unit_and_the_container_start_the_server_as_it_wants_to_be_started():
    unit = re.search(r"^ExecStart=\S+/flattop (.*)$", (DEPLOY / "flattop.service").read_text(), re.MULTILINE)
    parses(unit[1].split())
    container = (DEPLOY / "Containerfile").read_text()
    entry = re.findall(r'"([^"]*)"', re.search(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)[1])
    parses(entry[1:])
    check = re.search(r'^HEALTHCHECK .*"-c", "(.*)"\]$', container, re.MULTILINE)
    compile(check[1], "healthcheck", "exec")
    head = re.search(r"#   flattop (.*)", (DEPLOY / "nginx.conf").read_text())
    parses(head[1].split())


def test_systemd_takes_the_unit(tmp_path):
    """Where there is no systemd, as far as its form goes."""
    unit = (DEPLOY / "flattop.service").read_text().replace("/opt/flattop/bin/flattop", sys.executable)
    lines = [line for line in unit.splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"\[[A-Z]\w+\]|[A-Z]\w+=\S.*", line) for line in lines)
    if shutil.which("systemd-analyze"):
        (tmp_path / "flattop.service").write_text(unit)
        command = ["systemd-analyze", "verify", tmp_path / "flattop.service"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", ["", "/burgers", "/a/b"])
@pytest.mark.parametrize("what", ["api/tables/0a1b2c3d4e5f/join", "ws/tables/0a1b2c3d4e5f"])
def test_nginx_knows_a_table_by_its_id_wherever_the_server_lies(path, what):
    told = re.search(r"^    ~(\S+) +\$id;", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE)
    table = re.compile(told[1].replace("(?<", "(?P<"))
    assert table.search(f"{path}/{what}")["id"] == "0a1b2c3d4e5f"
    assert not table.search(f"{path}/api/tables")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_keep_the_keepers_routes_to_themselves_and_close_every_brace(name):
    text = re.sub(r"\$\{|#.*", "", (DEPLOY / name).read_text())
    assert text.count("{") == text.count("}") > 0
    for path in ("/metrics", "/api/admin/"):
        assert path in text
