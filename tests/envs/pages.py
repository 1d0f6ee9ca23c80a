"""Pages in docs/environments, one for each game, that list the places of observations and the action numbers.

`python tests/envs/pages.py` writes them again.
"""

from pathlib import Path

from flattop.envs.factories import module_name
from flattop.envs.spaces import OWN_SEAT, Spaces
from flattop.games import catalog
from flattop.games import game as game_of

FOLDER = Path(__file__).parents[2] / "docs" / "environments"


def page(key):
    """Return the page of a game: sizes for each number of seats, and all places for the smallest."""
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
            *[f"| {seats} | {spaces.size:,} | {spaces.actions:,} |" for seats, spaces in tables(game)],
            "",
            f"## Observation, at {seats_in_words(game.seats[0])}",
            "",
            "| places | zone | whose | form |",
            "|---|---|---|---|",
            *map(block_row, spaces.blocks),
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
    """Describe rewards, any-time plays and simultaneous decisions."""
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


def block_row(block):
    span_text = span(block.first, block.size)
    return f"| {span_text} | {block.zone} | {whose(block)} | {encoder_text(block.spec)} |"


def span(first, size):
    return f"{first}" if size == 1 else f"{first}–{first + size - 1}"


def whose(block):
    if block.seat is None:
        return "all"
    return "own" if block.seat == 0 else f"{block.seat} further on"


def encoder_text(spec):
    if isinstance(spec, str):
        return spec if spec == OWN_SEAT else f"`{spec}`"
    if isinstance(spec, list):
        return "(" + ", ".join(map(encoder_text, spec)) + ")"
    parts = f"{spec['parts']} × " if "parts" in spec else ""
    if "of" in spec:
        return parts + encoder_text(spec["of"])
    return parts + "; ".join(
        f"{name} {encoder_text(inner)}" for name, inner in spec.items() if name != "parts"
    )


def left_out(game, layout):
    names = [name for name in game.zones if name not in layout.zone]
    if names:
        yield "Zones that are not read: " + ", ".join(f"`{name}`" for name in names) + "."


def verbs(game, spaces):
    for verb, numbers in spaces.of_seat(0).actions.spans.items():
        names = [noun.rpartition(":")[2] for noun in game.text.verbs[verb].nouns]
        nouns = zip(names, numbers.nouns, strict=True)
        text = " × ".join(f"{name} ({len(values)})" for name, values in nouns if values is not None)
        yield f"| {span(numbers.first, numbers.size)} | `{verb}` | {text or '–'} |"


def write():
    FOLDER.mkdir(exist_ok=True)
    for key in catalog():
        (FOLDER / f"{key}.md").write_text(page(key), "utf-8")


if __name__ == "__main__":
    write()
