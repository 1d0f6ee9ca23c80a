"""Digests of simulated games, and defaults of options by edition.

`./flattop test --regenerate digests` renews both.

A digest covers every record of a simulation. It changes with the rules, the order of options, the choices of
a house bot and the record format. A change that should not affect games leaves all digests as they are.

Defaults are pinned because a record leaves them out. A new option is added to them; a default that is there
stays for as long as the edition of the rules does.
"""

from __future__ import annotations

import json
from pathlib import Path

from flattop.games import CATALOG, game
from flattop.lab import Plan, simulate

FILE = Path(__file__).parent / "digests.toml"
DEFAULTS = Path(__file__).parent / "defaults.json"
HEADER = "# Digests of three simulated games with seed 7, by game and bot; see digests.py.\n"
BOTS = ("house", "random")
GAMES = 3
SEED = 7


def seats_of(key: str) -> int:
    return 3 if 3 in game(key).seats else game(key).seats[0]


def digest(key: str, bot: str) -> str:
    return simulate(Plan(key, (bot,) * seats_of(key), SEED), GAMES).digest


def main() -> None:
    tables = [f"[{key}]\n" + "".join(f'{bot} = "{digest(key, bot)}"\n' for bot in BOTS) for key in CATALOG]
    FILE.write_text("\n".join([HEADER, *tables]), "utf-8")
    pinned = json.loads(DEFAULTS.read_text("utf-8")) if DEFAULTS.exists() else {}
    for key in CATALOG:
        defaults = pinned.setdefault(key, {}).setdefault(str(game(key).edition), {})
        for name, option in game(key).options.items():
            defaults.setdefault(name, option.default)
    DEFAULTS.write_text(json.dumps(pinned, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
