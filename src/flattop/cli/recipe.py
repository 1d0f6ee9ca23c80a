"""`flattop recipe`: the real cheeseburger."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.recipe import Item, Step

USUAL, MOST = 6, 48  # guests, as in flattop.recipe, for which no help has to wait


def add(commands: Commands) -> None:
    command = commands.add_parser("recipe", help="the real cheeseburger")
    guests = f"guests, 1 to {MOST} (default {USUAL})"
    command.add_argument("--serves", type=whole(1, MOST), default=USUAL, metavar="N", help=guests)
    command.add_argument("--units", choices=("metric", "imperial"), default="metric", help="(default metric)")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.recipe import recipe

    dish = recipe(args.serves, args.units)
    print(f"{dish.title}: serves {dish.serves}, about {dish.minutes} minutes, {dish.difficulty}\n")
    for item in dish.ingredients:
        print(f"  {ingredient(item)}")
    for chapter in dish.chapters:
        print(f"\n{chapter.title}")
        for number, step in enumerate(chapter.steps, 1):
            output.prose(f"  {number}. {instruction(step)}", indent="     ")
    return 0


def ingredient(item: Item) -> str:
    return f"{item.words} ({item.note})" if item.note else item.words


def instruction(step: Step) -> str:
    """With how long it takes, where it takes a time."""
    if not step.minutes:
        return step.text
    return f"{step.text} ({'-'.join(map(str, dict.fromkeys(step.minutes)))} minutes)"
