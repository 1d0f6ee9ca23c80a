"""docs/operations.md and deploy/ agree with the code: limits, metrics, commands and configuration files."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flattop.cli import build_parser
from flattop.server.metrics import Metrics

from .operations_page import limits_table

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")


def rows(heading):
    """Returns the cells of the table under a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip("` ") for cell in line] for line in lines[2:]]


def test_the_page_lists_every_limit_with_default_and_meaning():
    assert limits_table() in PAGE, "outdated: run .venv/bin/python tests/project/operations_page.py"


def test_the_page_lists_every_metric():
    metrics = re.findall(r"^# TYPE (\S+) \w+", Metrics().text(tables=0, sockets=0), re.MULTILINE)
    listed = {name for name, _ in rows("Metrics")}
    assert listed == {name for name in metrics if not name.endswith("_created")}


def test_every_command_of_the_page_is_valid():
    commands = re.findall(r"^(?:\./)?flattop ([a-z].*?)(?: +#.*)?$", PAGE, re.MULTILINE)
    commands += [cell for cell, _ in rows("Managing a running server")]
    commands += re.findall(r"`flattop (serve --log json|serve --limit NAME=N)`", PAGE)
    assert len(commands) >= 9
    for command in commands:
        parses(shlex.split(command.removeprefix("flattop ").replace("NAME=N", "sockets=9")))


def parses(words):
    _, unknown = build_parser(words[0]).parse_known_args(words)
    assert not unknown, words


def test_systemd_unit_container_and_proxy_use_valid_commands():
    unit = re.search(r"^ExecStart=\S+/flattop (.*)$", (DEPLOY / "flattop.service").read_text(), re.MULTILINE)
    parses(unit[1].split())
    container = (DEPLOY / "Containerfile").read_text()
    entry = re.findall(r'"([^"]*)"', re.search(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)[1])
    parses(entry[1:])
    check = re.search(r'^HEALTHCHECK .*"-c", "(.*)"\]$', container, re.MULTILINE)
    compile(check[1], "healthcheck", "exec")
    head = re.search(r"#   flattop (.*)", (DEPLOY / "nginx.conf").read_text())
    parses(head[1].split())


def test_the_systemd_unit_is_valid(tmp_path):
    """Without systemd only the syntax is checked."""
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
def test_nginx_finds_the_table_id_under_any_path(path, what):
    pattern = re.search(r"^    ~(\S+) +\$id;", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE)
    table = re.compile(pattern[1].replace("(?<", "(?P<"))
    assert table.search(f"{path}/{what}")["id"] == "0a1b2c3d4e5f"
    assert not table.search(f"{path}/api/tables")


def test_proxies_leave_a_silent_machine_after_seconds_and_ask_whether_servers_are_live():
    nginx, caddy = [(DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile")]
    assert "proxy_connect_timeout 2s;" in nginx
    assert "dial_timeout 2s" in caddy
    assert "health_uri /api/live" in caddy  # a server that drains still has its players


def test_nginx_accepts_its_example(tmp_path):
    """Without the certificate, which nginx would read. Without nginx only the ends of lines are checked."""
    text = (DEPLOY / "nginx.conf").read_text()
    lines = [line for line in re.sub(r"#.*", "", text).splitlines() if line.strip()]
    assert all(line.rstrip().endswith((";", "{", "}")) for line in lines)
    site = re.sub(r"ssl_certificate.*;", "", re.sub(r"443 ssl;", "8443;", text))
    (tmp_path / "nginx.conf").write_text(f"events {{}}\nhttp {{\n{site}}}\n")
    if shutil.which("nginx"):
        own = f"pid {tmp_path}/pid; error_log {tmp_path}/log;"
        command = ["nginx", "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf", "-g", own]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_block_operator_routes_and_have_balanced_braces(name):
    text = re.sub(r"\$\{|#.*", "", (DEPLOY / name).read_text())
    assert text.count("{") == text.count("}") > 0
    for path in ("/metrics", "/api/admin/"):
        assert path in text
