"""Counts the questions that a game asks a person, with and without auto-answers, and the clicks per turn.

python -m bench.questions [GAME …] [--games N]

House bots play games with default options.  Every question to a bot counts as one to a person; with
auto-answers only those that they leave open.  A question with one option is not empty if another action could
be played first, or if a clock runs, where waiting is an answer, too.  Columns marked "auto" are with
auto-answers.  The column "nothing else" counts empty questions.  "automatic" counts auto-answers, and
"closed" those after which an any-time play of the seat was no longer possible.  A turn is a sequence of steps
of one seat of which at least one does more than let a reply window pass.  All clicks count, also those in
reply windows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from bench.arguments import argument_parser
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Action, Game, Seat, seat_names
from flattop.lab import Plan
from flattop.match import AutoAnswers, Match
from flattop.match.auto_answers import answer, is_forced
from flattop.match.game_loop import turns

HEAD = (
    "| game (seats) | questions | with one option | questions (auto) | with one option | nothing else "
    "| automatic | closed | clicks per turn | clicks (auto) |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a seat, with the number of options of its question (0: it was not asked)."""

    seat: Seat
    action: Action
    options: int
    forced: bool  # it has one option and could play nothing else first
    put: bool  # auto-answers leave it to the person
    automatic: bool  # an auto-answer would have played this action
    closes: bool  # an any-time play of the seat is no longer possible afterwards


def clicks(steps: list[Step]) -> int:
    """Return the clicks for a sequence of steps of one seat: one each."""
    return len(steps)


def steps(rules: Game, plan: Plan, number: int) -> Iterator[Step]:
    """Yield the steps of one game among house bots, with what auto-answers would have done."""
    match = Match(rules, seat_names(len(plan.seats)), plan.game_seed(number), undoable=False, logged=False)
    match.auto_answers = dict.fromkeys(range(len(plan.seats)), AutoAnswers())
    asked = questions(match)
    for seat, action in turns(match, plan.bots(number)):
        if seat != CLOCK:
            options, forced, auto_answer, plays = asked.get(seat, (0, False, None, frozenset()))
            closes = not plays <= open_plays(match, seat)
            yield Step(seat, action, options, forced, auto_answer is None, action == auto_answer, closes)
        asked = questions(match)


def automatic_answers(match: Match) -> dict[Seat, Action | None]:
    return {seat: answer(match, seat) for seat in match.waiting}


Question = tuple[int, bool, Action | None, frozenset[Action]]


def questions(match: Match) -> dict[Seat, Question]:
    """Return for each asked seat: number of options, is it forced, auto-answer, any-time plays."""
    rules, t = match.game, match.table
    return {
        seat: (
            len(t.asks[seat]),
            is_forced(rules, t, seat),
            answer(match, seat),
            frozenset(t.anytime(seat)),
        )
        for seat in match.waiting
    }


def open_plays(match: Match, seat: Seat) -> frozenset[Action]:
    """Return everything that the seat may play now."""
    t = match.table
    return frozenset() if match.over else frozenset([*t.anytime(seat), *t.asks.get(seat, ())])


def is_turn(rules: Game, row: list[Step]) -> bool:
    return any(step.action[0] not in rules.holds for step in row)


def measured(key: str, games: int) -> str:
    """Return one line of the table."""
    rules = game(key)
    seats = rules.usual_seats
    plan, played, rows = Plan(key, ("house",) * seats, 5), [], []
    for number in range(games):
        one = list(steps(rules, plan, number))
        played += one
        rows += [list(row) for _, row in groupby(one, key=lambda step: step.seat)]
    before = [step for step in played if step.options]
    after = [step for step in before if step.put]
    finished = sum(is_turn(rules, row) for row in rows)
    by_hand = [[step for step in row if not step.automatic] for row in rows]
    costs = [cost(rules, some, finished) for some in (rows, by_hand)]
    counts = [f"{len(some) / games / seats:.0f} | {single(some):.0%}" for some in (before, after)]
    automatic = [step for step in before if step.automatic]
    counts.append(f"{sum(step.forced for step in after) / len(after):.0%}")
    counts.append(f"{len(automatic) / games / seats:.0f}")
    counts.append(str(sum(step.closes for step in automatic)))
    return f"| {rules.title} ({seats}) | {' | '.join(counts)} | {costs[0]} | {costs[1]} |"


def cost(rules: Game, rows: list[list[Step]], finished: int) -> str:
    """Return the clicks per turn; a solo game has no other seats that separate turns."""
    return "–" if rules.mode == "solo" else f"{sum(map(clicks, rows)) / finished:.1f}"


def single(asked: list[Step]) -> float:
    return sum(step.options == 1 for step in asked) / len(asked)


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument(
        "games_to_measure",
        nargs="*",
        metavar="GAME",
        default=list(CATALOG),
        help="keys of games; all if none is given",
    )
    parser.add_argument("--games", type=int, default=30, help="games to play of each")
    args = parser.parse_args()
    print(HEAD)
    for key in args.games_to_measure:
        print(measured(key, args.games), flush=True)


if __name__ == "__main__":
    main()
