"""Manifest: what a game brings beside its rules, read from `manifest.toml` in its folder.

Bots, drawings, lab and page look up a game here, so no table in another package names it.  Every field is
optional, and so is the file.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from flattop.games import folder
from flattop.kernel import FlattopError
from flattop.kernel.toml import Entry, convert, read


class MissingModule(FlattopError):
    """A module that belongs to a game does not exist."""


class Modules(Entry, frozen=True):
    """Names of modules in higher layers; related games share one.  A game without a name has none."""

    reasons: str = ""  # in `bots/policies/reasons`: reasons for moves
    terminal: str = ""  # in `terminal/tables`: the drawing of the table
    page: str = ""  # folder in `web/src/tables`: the drawing of the page, copied by `web/wire.py`


class SearchParams(Entry, frozen=True):
    """Search parameters of the bot `chef`, chosen by measurement (docs/opponents.md)."""

    work: int = 2000  # decisions played out for one choice, all candidates together
    moves: int = 10  # candidates at most
    min_z: float = 1.5  # standard errors by which a move must beat the house bot's
    min_gain: float = 0.0  # value it must gain beyond that, because playouts that are cut off miss something
    depth: int = 0  # own decisions after which a playout is cut off; 0 plays to the end
    scale: float = 10.0  # points that make a clear difference
    margin_weight: float = 0.5  # weight of the points beside the win
    learned_depth: int = 0  # replaces `depth` where there is a learned evaluation for the cutoff


class FeatureSpec(Entry, frozen=True):
    """The inputs of the learned evaluation.

    The network is trained and used only at decisions in `steps`, because positions at the same decision are
    comparable; without any, all decisions count.  In a solo game a position counts once the zone
    `changed_zone` has changed.  `ignored` lists zones that say nothing about the outcome, and `summed` zones
    whose numbers add up to something meaningful.
    """

    steps: tuple[str, ...] = ()
    changed_zone: str = ""
    ignored: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()


class Manifest(Entry, frozen=True):
    """The contents of `manifest.toml`.

    `care` is the probability that the easy bot makes no mistake with one similar option; with 3, 7, … similar
    ones it is this squared, cubed, ….  `search_together` replaces `search` at tables with a shared score.
    """

    care: float = 0.8
    dish: list[str] = []  # the burger on the menu of the page, bottom bun first, copied by `web/wire.py`
    modules: Modules = Modules()
    search: SearchParams = SearchParams()
    search_together: SearchParams | None = None
    features: FeatureSpec = FeatureSpec()
    ratings: dict[str, tuple[int, int, int]] = {}  # by rank: printed by `flattop bots --rate`

    # by rank: CPU time of a seat for a whole game on one core, printed by `python -m bench.time_estimates`
    seconds: dict[str, float] = {}


@cache
def manifest(key: str) -> Manifest:
    """Return the manifest of a game; one without a file has the defaults."""
    path = folder(key) / "manifest.toml"
    return convert(Manifest, read(path), f"{key}: {path.name}") if path.exists() else Manifest()


def module_of(key: str, package: str, name: str) -> ModuleType:
    """Import a module that a game has in a package of a higher layer."""
    full_name = f"{package}.{name}"
    try:
        return import_module(full_name)
    except ModuleNotFoundError as error:
        if error.name != full_name:
            raise
        raise MissingModule(f"{key} needs a module that does not exist: {full_name}") from None
