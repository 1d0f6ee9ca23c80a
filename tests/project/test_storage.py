"""One data folder for all that a user keeps, private files, and one lock."""

import os

import platformdirs
import pytest
from platformdirs.macos import MacOS

from flattop import storage


def test_the_data_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert storage.data_folder() == tmp_path / "flattop"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert storage.data_folder() == tmp_path / ".local" / "share" / "flattop"


def test_on_another_system_the_folder_of_an_earlier_version_is_used_on(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert storage.data_folder() == tmp_path / "Library" / "Application Support" / "flattop"
    former = storage.private_folder(tmp_path / ".local" / "share" / "flattop")
    assert storage.data_folder() == former


def test_folders_and_files_are_made_for_their_owner_alone(tmp_path):
    storage.private_folder(tmp_path / "data" / "saves")
    with storage.private_file(tmp_path / "data" / "saves" / "game") as file:
        file.write("ours")
    modes = [path.stat().st_mode & 0o777 for path in sorted((tmp_path / "data").rglob("*"))]
    assert modes == [0o700, 0o600]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    with pytest.raises(FileExistsError):
        storage.private_file(tmp_path / "data" / "saves" / "game")


@pytest.mark.parametrize("mask", [0, 0o777])
def test_they_are_so_whatever_is_masked_and_whatever_they_were(tmp_path, mask):
    (tmp_path / "old").write_text("ours")
    (tmp_path / "old").chmod(0o644)
    before = os.umask(mask)
    try:
        storage.private_folder(tmp_path / "data" / "saves")
        storage.private_file(tmp_path / "data" / "saves" / "game").close()
        storage.private_file(tmp_path / "old", "a").close()
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert modes == {"data": 0o700, "saves": 0o700, "game": 0o600, "old": 0o600}


def test_a_file_is_held_by_one_until_it_is_closed(tmp_path):
    taken = ValueError("another has it")
    with storage.lock(storage.private_file(tmp_path / "lock", "w"), taken):
        second = storage.private_file(tmp_path / "lock", "w")
        with pytest.raises(ValueError, match="another has it"):
            storage.lock(second, taken)
        assert second.closed
    storage.lock(storage.private_file(tmp_path / "lock", "w"), taken).close()


def test_where_files_cannot_be_locked_one_plays_all_the_same(monkeypatch, tmp_path):
    def refuse(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(storage.fcntl, "flock", refuse)
    storage.lock(storage.private_file(tmp_path / "lock", "w"), ValueError("another has it")).close()
