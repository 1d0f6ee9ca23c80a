"""Creating, checking, clearing and filling the environment."""

import os
import sys

import pytest


@pytest.fixture
def sound(script):
    """An environment that looks complete."""
    script.PYTHON.parent.mkdir()
    script.PYTHON.symlink_to(sys.executable)
    script.VENV_CONFIG.write_text(f"home = /usr/bin\nexecutable = {sys.executable}\n")
    return script


def test_environment_is_usable_while_its_base_python_exists(sound):
    assert sound.environment_is_usable()
    sound.VENV_CONFIG.write_text("executable = /nowhere/python3.11\n")
    assert not sound.environment_is_usable()


def test_environment_without_python_is_not_usable(sound):
    sound.PYTHON.unlink()
    assert not sound.environment_is_usable()


def test_interrupted_installation_makes_the_environment_unusable(sound):
    with pytest.raises(KeyboardInterrupt), sound.changing_packages():
        raise KeyboardInterrupt
    assert not sound.environment_is_usable()


def test_finished_installation_or_missing_network_leaves_it_usable(sound):
    with sound.changing_packages():
        assert not sound.environment_is_usable()
    assert sound.environment_is_usable()
    with pytest.raises(sound.NoNetwork), sound.changing_packages():
        raise sound.NoNetwork
    assert sound.environment_is_usable()


def test_clearing_removes_everything_but_the_stamp_directory(sound, tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "recipe").touch()
    (sound.VENV / "link").symlink_to(kept)
    (sound.STAMPS / "packages").touch()
    sound.clear_environment()
    assert list(sound.VENV.rglob("*")) == [sound.STAMPS]
    assert (kept / "recipe").exists()


def test_foreign_directory_is_not_cleared(script):
    script.STAMPS.rmdir()
    (script.VENV / "thesis.txt").touch()
    with pytest.raises(script.SetupError, match="was not created by"):
        script.clear_environment()
    assert (script.VENV / "thesis.txt").exists()


@pytest.fixture
def shared(sound, tmp_path, monkeypatch):
    """That environment, seen from a second checkout that links to it."""
    sound.path_file().parent.mkdir(parents=True)
    sound.path_file().write_text(f"{sound.ROOT / 'src'}\n")
    second = tmp_path / "second"
    second.mkdir()
    (second / ".venv").symlink_to(sound.VENV)
    monkeypatch.setattr(sound, "ROOT", second)
    monkeypatch.setattr(sound, "VENV", second / ".venv")
    return sound


def test_environment_of_another_checkout_is_refused(shared, checkout, capsys):
    stamp = checkout / ".venv/.flattop/environment"
    stamp.write_text("fresh")
    assert shared.main(["games"]) == 2
    output = (
        f"flattop: {shared.VENV} is the environment of the checkout {checkout}: start ./flattop there, or"
    )
    assert capsys.readouterr().err.startswith(output)
    assert (stamp.read_text(), shared.PYTHON.exists()) == ("fresh", True)


def test_environment_of_a_deleted_checkout_is_accepted(shared, checkout):
    (checkout / "flattop").unlink()
    shared.check_owner()


def test_copied_checkout_may_replace_its_copied_environment(shared, checkout, monkeypatch):
    shared.VENV.unlink()
    shared.VENV.mkdir()
    monkeypatch.setattr(shared, "path_file", lambda: shared.VENV / "flattop-checkout.pth")
    shared.path_file().write_text(f"{checkout / 'src'}\n")
    shared.check_owner()


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_python_without_ensurepip_is_refused(script, monkeypatch, missing):
    monkeypatch.setattr(script.importlib.util, "find_spec", lambda name: None if name == missing else name)
    with pytest.raises(script.SetupError, match="python3-venv"):
        script.make_environment()


@pytest.fixture
def ran(script, monkeypatch):
    """A list of the commands that would have been run; those in `ran.fail` raise the error given there."""

    class Ran(list):
        fail = {}

    ran = Ran()

    def run(*command, env=os.environ):
        ran.append(command[2:4])
        for tool, trouble in ran.fail.items():
            if tool == command[2] and "config" not in command:
                raise trouble
        return ""

    monkeypatch.setattr(script, "run", run)
    return ran


def test_uv_installs_the_lock(script, ran):
    script.install(script.PLAY_LOCK)
    assert ran == [("pip", "config"), ("uv", "pip")]


def test_pip_installs_the_lock_if_uv_fails(script, ran):
    ran.fail = {"uv": script.SetupError("no index")}
    script.install(script.PLAY_LOCK)
    assert ran[-1] == ("pip", "install")


def test_setup_continues_if_uv_is_not_available(script, ran):
    ran.fail = {"pip": script.SetupError("no wheel for this machine")}
    script.fetch_installer()
    assert not script.UNFINISHED.exists()


def test_setup_stops_at_once_without_a_network(script, ran):
    ran.fail = {"pip": script.NoNetwork("no index answers")}
    with pytest.raises(script.NoNetwork):
        script.fetch_installer()
    assert ran == [("pip", "install")]


def test_pip_settings_are_passed_to_uv(script):
    listed = "\n".join(
        [
            ":env:.index-url='from the environment'",
            "global.cert='/certs.pem'",
            "global.extra-index-url='unused'",
            "global.index-url='from a file'",
        ]
    )
    assert script.settings_for_uv(listed) == {
        "SSL_CERT_FILE": "/certs.pem",
        "UV_DEFAULT_INDEX": "from the environment",
    }


def test_extra_is_installed_once_and_again_when_the_lock_changes(script, ran, checkout, root):
    (checkout / "pyproject.toml").write_text((root / "pyproject.toml").read_text())
    script.install_extras(["corpus"])
    assert ran == [("pip", "config"), ("uv", "pip")]
    script.install_extras([])
    assert len(ran) == 2
    script.PLAY_LOCK.write_text("changed")
    script.install_extras([])
    assert ran[2:] == [("pip", "config"), ("uv", "pip")]


def test_unknown_extra_is_refused_with_the_known_ones(script, checkout, root):
    (checkout / "pyproject.toml").write_text((root / "pyproject.toml").read_text())
    with pytest.raises(script.SetupError, match="unknown extra 'corpse'; the extras are chef, train, "):
        script.install_extras(["corpse"])
