"""Manifests: what a game brings beside its rules."""

from pathlib import Path

import pytest

from flattop.bots.house import house_bot
from flattop.bots.policies.reasons import position_reason
from flattop.games import CATALOG, UnknownGame, folder, game
from flattop.games import manifest as manifests
from flattop.games.manifest import Manifest, MissingModule, manifest, module_of
from flattop.kernel import BadDeck, Chance
from flattop.match import Match, Observation
from flattop.terminal.tables import generic, layout

PAGE = Path(__file__).parents[2] / "web/src/tables"


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Returns a function that gives every game the same manifest."""
    monkeypatch.setattr(manifests, "folder", lambda key: tmp_path)

    def write(text):
        manifest.cache_clear()
        (tmp_path / "manifest.toml").write_text(text)

    yield write
    manifest.cache_clear()


@pytest.mark.parametrize("key", CATALOG)
def test_the_modules_that_a_manifest_names_exist(key):
    modules = manifest(key).modules
    assert house_bot(key, Chance(1))
    if modules.reasons:
        assert module_of(key, "flattop.bots.policies.reasons", modules.reasons).reason
    assert (layout(key) is not generic) == bool(modules.terminal)
    assert (PAGE / modules.page / "index.ts").exists()


def test_games_with_a_manifest_have_all_modules():
    modules = [manifest(key).modules for key in CATALOG if (folder(key) / "manifest.toml").exists()]
    assert len(modules) >= 11
    assert all(named.reasons and named.terminal and named.page for named in modules)


def test_a_game_without_a_manifest_has_the_defaults(written, tmp_path):
    written("")
    (tmp_path / "manifest.toml").unlink()
    assert manifest("burger-go") == Manifest()
    assert layout("burger-go") is generic


def test_a_game_without_reasons_gives_none(written):
    written("")
    match = Match(game("burger-go"), ["Ann", "Ben"], 1)
    obs = Observation(match.game, match.table, 0)
    assert position_reason(obs, [next(iter(obs.options))], match.people) == ""


def test_a_manifest_with_an_unknown_field_is_refused(written):
    written("caer = 0.9")
    with pytest.raises(BadDeck, match=r"burger-go: manifest.toml: .*caer"):
        manifest("burger-go")


def test_a_module_that_does_not_exist_is_named_with_its_game(written):
    written('[modules]\nterminal = "burger_gone"')
    with pytest.raises(MissingModule, match=r"burger-go needs .*flattop\.terminal\.tables\.burger_gone"):
        layout("burger-go")


def test_an_unknown_game_has_no_manifest():
    assert folder("hanaburger").joinpath("manifest.toml").exists()
    with pytest.raises(UnknownGame, match="did you mean 'burger-go'"):
        manifest("burger-og")
