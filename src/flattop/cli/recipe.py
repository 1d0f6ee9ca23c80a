"""`flattop recipe`: print the cheeseburger recipe."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import add_command, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

# Copies of flattop.recipe.USUAL and MOST, so that --help need not import it.
DEFAULT_GUESTS, MAX_GUESTS = 6, 48


def add(commands: Commands) -> None:
    command = add_command(commands, "recipe", "Print the cheeseburger recipe.")
    guests = f"number of guests, 1 to {MAX_GUESTS} (default {DEFAULT_GUESTS})"
    command.add_argument(
        "--serves", type=whole(1, MAX_GUESTS), default=DEFAULT_GUESTS, metavar="N", help=guests
    )
    command.add_argument("--units", choices=("metric", "imperial"), default="metric", help="(default metric)")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.recipe import recipe

    dish = recipe(args.serves, args.units)
    print(f"{dish.title}: serves {dish.serves}, about {dish.minutes} minutes, {dish.difficulty}\n")
    for item in dish.ingredients:
        print(f"  {item.words} ({item.note})" if item.note else f"  {item.words}")
    for chapter in dish.chapters:
        print(f"\n{chapter.title}")
        for number, step in enumerate(chapter.steps, 1):
            minutes = "-".join(map(str, dict.fromkeys(step.minutes or ())))
            text = f"{step.text} ({minutes} minutes)" if minutes else step.text
            output.print_paragraph(f"  {number}. {text}", indent="     ")
    return 0
