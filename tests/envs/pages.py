"""A page per game in docs/environments: what every place of an observation and every action's number means.

`python tests/envs/pages.py` writes them anew.
"""

from pathlib import Path

from flattop.envs.render.modes import module_name
from flattop.envs.spaces import OWN, Spaces
from flattop.games import catalog
from flattop.games import game as game_of

FOLDER = Path(__file__).parents[2] / "docs" / "environments"


def page(key):
    """What is true of a game at any number of seats, and all places for the fewest."""
    game = game_of(key)
    spaces = Spaces(game, game.seats[0])
    return "\n".join(
        [
            f"# {game.title}: `{module_name(key)}`",
            "",
            *remarks(spaces.layout),
            "",
            "| seats | observation | actions |",
            "|---:|---:|---:|",
            *[f"| {seats} | {made.size:,} | {made.actions:,} |" for seats, made in tables(game)],
            "",
            f"## Observation, at {seats_in_words(game.seats[0])}",
            "",
            "| places | zone | whose | form |",
            "|---|---|---|---|",
            *[f"| {span(b.first, b.size)} | {b.zone} | {whose(b)} | {form(b.said)} |" for b in spaces.blocks],
            "",
            *left_out(game, spaces.layout),
            "",
            f"## Actions, at {seats_in_words(game.seats[0])}",
            "",
            "| numbers | verb | nouns |",
            "|---|---|---|",
            *verbs(game, spaces),
            "",
        ]
    )


def remarks(layout):
    """How it is paid, what may be played besides, and who decides together."""
    yield f"Points are divided by {layout.scale:g}." if layout.scale != 1 else "Rivals are paid by place."
    if layout.anytime:
        names = ", ".join(f"`{verb}`" for verb in layout.anytime)
        yield f"Any-time plays that are open to a seat while it is asked: {names}."
    if layout.together:
        yield "Seats sometimes decide at once: in the parallel environment they do."


def tables(game):
    return [(seats, Spaces(game, seats)) for seats in game.seats]


def seats_in_words(seats):
    return "one seat" if seats == 1 else f"{seats} seats"


def span(first, size):
    return f"{first}" if size == 1 else f"{first}–{first + size - 1}"


def whose(block):
    if block.seat is None:
        return "all"
    return "own" if block.seat == 0 else f"{block.seat} further on"


def form(said):
    if isinstance(said, str):
        return said if said == OWN else f"`{said}`"
    if isinstance(said, list):
        return "(" + ", ".join(map(form, said)) + ")"
    parts = f"{said['parts']} × " if "parts" in said else ""
    if "of" in said:
        return parts + form(said["of"])
    return parts + "; ".join(f"{name} {form(inner)}" for name, inner in said.items() if name != "parts")


def left_out(game, layout):
    names = [name for name in game.zones if name not in layout.zone]
    if names:
        yield "Zones that are not read: " + ", ".join(f"`{name}`" for name in names) + "."


def verbs(game, spaces):
    for verb, laid in spaces.place(0).actions.spans.items():
        names = [noun.rpartition(":")[2] for noun in game.text.verbs[verb].nouns]
        nouns = zip(names, laid.nouns, strict=True)
        said = " × ".join(f"{name} ({len(numbers)})" for name, numbers in nouns if numbers is not None)
        yield f"| {span(laid.first, laid.size)} | `{verb}` | {said or '–'} |"


def write():
    FOLDER.mkdir(exist_ok=True)
    for key in catalog():
        (FOLDER / f"{key}.md").write_text(page(key), "utf-8")


if __name__ == "__main__":
    write()
