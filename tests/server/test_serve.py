"""`flattop serve`: its port, its output and its error messages."""

import asyncio
import os
import signal
import subprocess
import sys
import urllib.request
from argparse import ArgumentTypeError, Namespace
from types import ModuleType

import pytest

from flattop.cli import links, main, serve
from flattop.cli.links import NO_NETWORK, Link, network_address, qr_code
from flattop.kernel import FlattopError
from flattop.server import run
from flattop.server.auth import admin_key
from flattop.server.limits import Limits, limit_help
from flattop.server.server import Server
from tests.server.conftest import NoWorkers


def started(tmp_path, *words, **environment):
    command = [
        sys.executable,
        "-m",
        "flattop",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
        *words,
    ]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )


def output_until_open(server):
    lines = []
    for line in server.stdout:
        lines.append(line)
        if "nothing is lost" in line:
            return "".join(lines)
    raise AssertionError(server.stderr.read())


def test_server_prints_its_link_and_closes_on_a_signal(tmp_path):
    server = started(tmp_path, "--no-open")
    try:
        output = output_until_open(server)
        link = output.partition("The server is open at ")[2].split()[0]
        assert "Only this machine can reach it" in output
        assert "█" not in output  # a phone that reads it would look at itself
        with urllib.request.urlopen(f"{link}api/health", timeout=60) as answer:
            assert answer.status == 200
        assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
        assert (tmp_path / "data" / "house.sqlite").stat().st_mode & 0o777 == 0o600
        second = started(tmp_path, "--no-open")
        _, error = second.communicate(timeout=60)
        assert second.returncode == 2
        assert error.startswith("flattop: another server uses ")
        assert error.count("\n") == 1
    finally:
        server.send_signal(signal.SIGINT)
    _, error = server.communicate(timeout=60)
    assert (server.returncode, error) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_admin_key_does_not_outlive_the_server(tmp_path, number):
    server, key = started(tmp_path, "--no-open"), tmp_path / "data" / admin_key.NAME
    try:
        output_until_open(server)
        assert key.exists()
    finally:
        server.send_signal(number)
    server.communicate(timeout=60)
    assert server.returncode == (0 if number == signal.SIGINT else -signal.SIGTERM)
    assert not key.exists()


def test_next_free_port_is_used_by_default():
    with run.bind_port("127.0.0.1", None) as first, run.bind_port("127.0.0.1", None) as second:
        assert second.getsockname()[1] > first.getsockname()[1] >= 8000


def test_server_runs_on_asyncio_even_if_uvloop_is_installed(running, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvloop", ModuleType("uvloop"))
    assert isinstance(running().server.loop, asyncio.BaseEventLoop)


def test_taken_port_is_reported_in_one_line():
    with run.bind_port("127.0.0.1", 0) as first, pytest.raises(FlattopError, match="try another --port"):
        run.bind_port("127.0.0.1", first.getsockname()[1])


def test_unknown_host_is_reported_in_one_line():
    with pytest.raises(FlattopError, match="cannot open"):
        run.bind_port("no such host", 0)


def test_server_answers_to_its_own_names_only():
    assert "localhost" in run.allowed_names("127.0.0.1", [])
    assert "burgers.example" in run.allowed_names("127.0.0.1", ["burgers.example"])
    assert run.allowed_names("0.0.0.0", []) == frozenset()


@pytest.mark.parametrize(
    ("host", "here", "there"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/", ""),
        ("::1", "http://[::1]:8000/", ""),
        ("127.0.0.9", "http://127.0.0.9:8000/", ""),
        ("burgers.example", "http://burgers.example:8000/", "http://burgers.example:8000/"),
        ("2001:db8::5", "http://[2001:db8::5]:8000/", "http://[2001:db8::5]:8000/"),
    ],
)
def test_link_names_the_host_and_a_loopback_host_has_no_public_link(host, here, there):
    link = Link().to(host, 8000)
    assert (link.local_url, link.public_url) == (here, there)
    assert any("█" in line for line in link.announcement()) == bool(there)


def test_link_and_qr_code_of_an_open_host_have_the_network_address(monkeypatch):
    monkeypatch.setattr(links, "network_address", lambda: "192.0.2.7")
    link = Link().to("0.0.0.0", 8000)
    assert (link.local_url, link.public_url) == ("http://127.0.0.1:8000/", "http://192.0.2.7:8000/")
    assert link.announcement() == [
        qr_code("http://192.0.2.7:8000/"),
        "The server is open at http://192.0.2.7:8000/",
    ]


def test_missing_network_is_announced(monkeypatch):
    monkeypatch.setattr(links, "network_address", lambda: "127.0.0.1")
    assert Link().to("0.0.0.0", 8000).announcement() == [
        "The server is open at http://127.0.0.1:8000/",
        NO_NETWORK,
    ]


def test_public_url_of_a_proxy_is_the_link_and_an_allowed_name():
    link = serve.public_link("https://play.example.org/").to("127.0.0.1", 8000)
    assert (link.public_url, link.names) == ("https://play.example.org/", ["play.example.org"])
    assert link.local_url == "http://127.0.0.1:8000/"
    assert serve.public_link("").names == []


def test_path_prefix_is_part_of_every_link():
    for word in ("https://example.org/burgers", "https://example.org/burgers/"):
        link = serve.public_link(word).to("127.0.0.1", 8000)
        assert (link.path, link.public_url) == ("/burgers", "https://example.org/burgers/")
        assert link.local_url == "http://127.0.0.1:8000/burgers/"


def test_reserved_path_prefix_is_refused(running):
    with pytest.raises(ArgumentTypeError, match="itself uses the path /api; choose another"):
        serve.public_link("https://example.org/api/burgers")
    first = {resource.canonical.split("/")[1] for resource in running().app.router.resources()}
    assert {word for word in first if word and "{" not in word} | {"assets", "pieces"} == {
        *links.RESERVED_PATHS
    }


@pytest.mark.parametrize(
    "word",
    [
        "play.example.org",
        "ftp://a/",
        "https://",
        "https://a:0/",
        "http://a/?b",
        "http://[a",
        'http://a/b"c',
        "http://a/b c",
        "http://a//b",
    ],
)
def test_invalid_public_url_is_refused(word):
    with pytest.raises(ArgumentTypeError, match="is not a URL of a page"):
        serve.public_link(word)


def test_database_lost_before_the_start_is_reported_in_one_line(tmp_path, capsys):
    pytest.importorskip("asyncpg")
    gone, told = "postgresql://flattop@127.0.0.1:1/none", []
    server = Server(tmp_path, pool=NoWorkers(), database=gone)
    with run.bind_port("127.0.0.1", 0) as listening, pytest.raises(FlattopError, match="cannot be"):
        run.serve(server, listening, frozenset(), lambda: told.append("up"))
    assert (told, capsys.readouterr().err) == ([], "")


def test_network_address_is_ipv4():
    assert network_address().count(".") == 3


def test_help_describes_every_limit(capsys):
    assert main(["serve", "--help"]) == 0
    output = capsys.readouterr().out
    for name, usual, means in limit_help():
        assert any(line.split(maxsplit=2) == [name, str(usual), means] for line in output.splitlines()), name


def test_display_is_needed_to_open_a_page(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.has_display()


@pytest.mark.parametrize(
    "words",
    [
        ["--limit", "sockets"],
        ["--limit", "nothing=3"],
        ["--limit", "sockets=²"],
        ["--pace", "soon"],
        ["--port", "70000"],
        ["--data"],
        ["--proxy", "nobody"],
    ],
)
def test_bad_arguments_are_one_line(tmp_path, words):
    server = started(tmp_path, "--no-open", *words)
    _, error = server.communicate(timeout=60)
    assert server.returncode == 2
    assert error.startswith("flattop: ")
    assert error.count("\n") == 1


def test_missing_database_of_several_workers_is_named(capsys, tmp_path):
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--workers", "2"]) == 2
    output = capsys.readouterr().err
    assert "--workers 2 needs --database postgresql://" in output
    assert output.count("\n") == 1


def test_former_bus_is_ignored_and_said_to_be_needless(capsys, tmp_path):
    words = ["--bus", "redis://:secret@127.0.0.1:1", "--host", "192.0.2.1"]  # an address of no machine
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *words]) == 2
    note, error = capsys.readouterr().err.splitlines()
    assert note == "flattop: --bus is no longer needed: workers find each other in the database. Remove it."
    assert "cannot open port 0 on 192.0.2.1" in error


def test_private_port_that_cannot_be_opened_names_its_option():
    with pytest.raises(run.CannotServe, match=r"cannot open port 9000 on 192.0.2.1 for other .*--private"):
        run.bind_private("192.0.2.1", 9000)
    with run.bind_private("127.0.0.1", 0) as listening:
        assert run.private_url(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}"


def test_workers_of_one_machine_have_private_ports_in_a_row():
    with run.bind_private("127.0.0.1", 0) as free:
        port = free.getsockname()[1] - 1
    args = Namespace(database="postgresql://db/x", private=("127.0.0.1", port))
    with serve.private_listener(args, 2) as private:
        assert private.getsockname() == ("127.0.0.1", port + 1)
    with serve.private_listener(Namespace(database=None, private=("127.0.0.1", port))) as private:
        assert private is None


def test_private_address_is_an_ip_address_with_or_without_a_port():
    assert serve.private_address("10.0.0.2") == ("10.0.0.2", 0)
    assert serve.private_address("10.0.0.2:9000") == ("10.0.0.2", 9000)
    assert serve.private_address("[fd00::2]:9000") == ("fd00::2", 9000)
    for word in (
        "",
        "play.example.org",
        "10.0.0.2:x",
        "10.0.0.2:70000",
        "10.0.0.0/8",
        "user@10.0.0.2",
        "0.0.0.0",
        "[::]:9000",
    ):
        with pytest.raises(ArgumentTypeError, match="is not one IP address, with or without a port"):
            serve.private_address(word)


@pytest.mark.parametrize("number", ["", "²", "٣", "1_0", "--5", "-1", "+1", " 1", "1\n", "9" * 5000])
def test_numbers_are_plain_digits(number):
    for read in (serve.limit, serve.seconds, serve.speed):
        with pytest.raises(ArgumentTypeError, match=r"is not (of the form NAME=N|a number|a speed)"):
            read(f"sockets={number}" if read is serve.limit else number)
    assert (serve.limit("sockets=200"), serve.seconds(".5"), serve.speed("40")) == (("sockets", 200), 0.5, 40)


def test_limit_is_changed_by_its_name():
    limits = Limits()
    limits.change("sockets", 7)
    assert limits.sockets == 7
    with pytest.raises(FlattopError, match="did you mean 'sockets'"):
        limits.change("socket", 7)
