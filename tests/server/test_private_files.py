"""All files that the server and its commands write have mode 0600, and folders 0700, whatever the umask."""

import os
import signal

import httpx
import pytest

from flattop.cli import main
from flattop.games import game
from tests.server.test_serve import output_until_open, started

OWN = game("burger-go").deck.read_text("utf-8") + "\n# my own\n"


@pytest.fixture
def no_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    return {str(path.relative_to(folder)): oct(path.stat().st_mode & 0o777) for path in folder.rglob("*")}


def played_with_a_custom_deck(link):
    with httpx.Client(base_url=link, timeout=60) as client:
        client.post("/api/guest", json={"name": "Ann"})
        wish = {"game": "burger-go", "seats": ["you", "random"], "deck": OWN}
        made = client.post("/api/tables", json=wish)
        assert made.status_code == 201, made.text


@pytest.mark.usefixtures("no_umask")
def test_all_written_files_are_readable_only_by_their_owner(tmp_path, capsys):
    server = started(tmp_path, "--no-open")
    try:
        played_with_a_custom_deck(output_until_open(server).partition("open at ")[2].split()[0])
        data, kept = tmp_path / "data", tmp_path / "kept"
        assert main(["house", "backup", str(kept), "--data", str(data)]) == 0
        assert main(["house", "restore", str(kept), str(tmp_path / "anew")]) == 0
        assert main(["admin", "tables", "--data", str(data)]) == 0
        written = modes(tmp_path)
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
    folders = {name for name in written if (tmp_path / name).is_dir()}
    assert {"data", "anew", "data/decks"} <= folders
    assert {"kept", "data/keeper.json", "data/lock", "data/house.sqlite", "anew/house.sqlite"} <= set(written)
    assert {written[name] for name in folders} == {"0o700"}
    assert {name for name in written if name not in folders and written[name] != "0o600"} == set()
