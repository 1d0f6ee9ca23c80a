"""The data folder of a user, private files and folders, and the lock."""

import os

import platformdirs
import pytest
from platformdirs.macos import MacOS

from flattop import storage


def test_the_data_folder_follows_the_platform(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert storage.data_folder() == tmp_path / "flattop"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert storage.data_folder() == tmp_path / ".local" / "share" / "flattop"


def test_an_existing_folder_of_an_earlier_version_is_used(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert storage.data_folder() == tmp_path / "Library" / "Application Support" / "flattop"
    former = storage.private_folder(tmp_path / ".local" / "share" / "flattop")
    assert storage.data_folder() == former


def test_only_the_owner_can_read_folders_and_files(tmp_path):
    storage.private_folder(tmp_path / "data" / "saves")
    with storage.private_file(tmp_path / "data" / "saves" / "game") as file:
        file.write("text")
    modes = [path.stat().st_mode & 0o777 for path in sorted((tmp_path / "data").rglob("*"))]
    assert modes == [0o700, 0o600]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    with pytest.raises(FileExistsError):
        storage.private_file(tmp_path / "data" / "saves" / "game")


@pytest.mark.parametrize("mask", [0, 0o777])
def test_modes_do_not_depend_on_the_umask_or_on_existing_modes(tmp_path, mask):
    (tmp_path / "old").write_text("text")
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


def test_a_lock_is_exclusive_until_its_file_is_closed(tmp_path):
    locked = ValueError("locked by another")
    with storage.lock(storage.private_file(tmp_path / "lock", "w"), locked):
        second = storage.private_file(tmp_path / "lock", "w")
        with pytest.raises(ValueError, match="locked by another"):
            storage.lock(second, locked)
        assert second.closed
    storage.lock(storage.private_file(tmp_path / "lock", "w"), locked).close()


def test_a_file_system_without_locks_is_accepted(monkeypatch, tmp_path):
    def refuse(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(storage.fcntl, "flock", refuse)
    storage.lock(storage.private_file(tmp_path / "lock", "w"), ValueError("locked by another")).close()
