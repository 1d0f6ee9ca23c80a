"""Proofreads the texts of games: finds wrong number, case, lists, empty nouns and raw ids.

    .venv/bin/python tests/project/proofreading.py          reads 200 games of each game
    .venv/bin/python tests/project/proofreading.py 20 KEY   reads 20 games of one game

House and random bots play whole games, with random numbers of seats and options.  The proofreader reads the
log of every seat, labels of options, questions, refusals, the state as text and in sentences, standings,
results, the output of the line client, and the fixed texts of each game.
"""

import io
import os
import re
import sys
import tempfile
from collections import Counter
from itertools import chain
from random import Random

from flattop.bots import bot
from flattop.cli.replay import game_lines
from flattop.games import CATALOG, game
from flattop.kernel import Chance, view
from flattop.lab import turns
from flattop.match import Match, snapshot
from flattop.terminal.line_client import play_by_lines
from flattop.terminal.session_setup import GameRequest, new_session

PEOPLE = ("Basil", "Olive", "Pepper", "Rosemary", "Ginger", "Dill")
GAMES = 200
MOST = 4000  # decisions per game
TYPED = 150  # lines typed into the line client, enough to end most games
ASK_EVERY = 3  # decisions between two readings of questions, options and refusals
LOOK_EVERY = 50  # decisions between two readings of the whole table
PLAIN_EVERY = 20  # every so many games the line client plays one too
SHOWN = 8  # findings printed per fault and game

# -- faults

WHO = "|".join(PEOPLE)
FIGURES = (
    "card|coin|worker|point|customer|orb|token|star|timer|patron|shift|second|discard|special|mission|dish"
    "|burger|order|bun|roll|ingredient|beat|tick|tenth|round|plate|dollar|deal"
)
ONE = r"(?<![\d.:$/-])(?<!\bA )1 "
MANY = r"(?<![\d:])(?:[2-9]|\d\d+) "
SENTENCES = ("log", "question", "refusal", "result", "note")
SPOKEN = (*SENTENCES, "option", "title")
EVERYTHING = (*SPOKEN, "state", "told")
FAULTS = {  # fault: the sorts of text it is searched in, and its patterns
    "number": (
        EVERYTHING,
        rf"{ONE}(?i:{FIGURES})e?s\b",
        rf"{ONE}[A-Za-z ]{{2,20}}? (?:are|were|have|start|go|lie|join|leave|wait|work|come|draw|take|do)\b",
        rf"{MANY}(?i:{FIGURES})\b(?!s|[-' ]\w+s\b)",
        rf"{MANY}[a-z]+s (?:is|was|has|lies|starts|goes|joins)\b",
    ),
    "below nothing": (("told", *SENTENCES), r"(?<![\w.)/-])[-−]\d[\d.]* (?:seconds?|coins?|cards?|are|is)\b"),
    "two stops": (
        (*EVERYTHING, "rule"),
        r"(?<!\.)\.\.(?!\.)|[!?]\.|[.!?][,;:]\s|,,",
        r" [,.;!](?:\s|$)|\(\)|(?<![.!?])  |: ?\.$",
    ),
    "lower case": (SPOKEN, r"^[^\w(“]*[a-z]"),
    "lower case inside": (SENTENCES, r"(?<!\b[A-Z])[.!?] [a-z]"),
    "raw id": (
        EVERYTHING,
        r"\b[A-Za-z]+_\w+|\b[a-z]+-\d\b|[{}\[\]]",
        r"\b(?:True|False|None)\b(?! of)|'[a-z]+(?: -?\w+)* -?\d+'",
    ),
    "empty noun": (
        EVERYTHING,
        r"\b(?:for|of|with|at|from|by) (?:nothing|none|no money)\b",
        r"\bnothing and|and (?:nothing|no money)\b(?! can)|\bfor in\b|: ?$",
        r"\b(?:of|and|the|a)[.,;:](?:\s|$)|\b(?:for|to|at|by) [.,;:]",
    ),
    "nothing counted": (
        SENTENCES,
        r"\$0\b(?! left)(?<!has \$0)(?<!now \$0)(?<!with \$0)",
        r"(?<![\w$.,:+−-])0 (?!in all|now|left|or less|seconds?|to \d)[A-Za-z]",
    ),
    "no sum": (EVERYTHING, r"\$(?![\d-])"),
    "nothing lying": (
        ("state",),
        r"^(?:Coins on the|Pays|Would pay|Size and Perfects|Speed coins).*\$0",
    ),
    "seat from 0": (
        (*SPOKEN, "rule"),
        r"(?i:\bseats?(?: are)?[ -]0\b|from 0 on|\bseats?\b.{0,20}\b0 to \d|0 to \d for a seat)",
    ),
    "list": (
        SPOKEN,
        rf"\b(?:{WHO}) and (?:{WHO}) and ",
        rf"\b(?:{WHO}), (?:{WHO})\b(?!,)(?! and\b)|\b({WHO}), \1\b",
    ),
    "article": (SPOKEN, r"\b(?:[Aa]|[Tt]he) The\b|\b[Tt]he the\b|\b[Aa] (?:8|11|18|[aeiou])\b"),
    "no end": (("log", "question", "refusal"), r"[^.!?…”]$"),
}
PATTERNS = {name: (sorts, re.compile("|".join(forms))) for name, (sorts, *forms) in FAULTS.items()}
TITLES = re.compile(r"(?:Actually, Can I Change That\?|Great Burger Co\.|The B\.L\.T\.|O\.G\.)(?!\.|$)")


def faults(sort, line):
    """Returns the names of the faults of a line.  Titles may contain full stops."""
    without_titles = TITLES.sub("Title", line)
    return [
        name for name, (sorts, fault) in PATTERNS.items() if sort in sorts and fault.search(without_titles)
    ]


def findings(lines):
    """Returns faulty lines: the fault, the line, and how often it was read."""
    return [(fault, line, times) for (sort, line), times in lines.items() for fault in faults(sort, line)]


# -- texts


def texts(key, games, most=MOST):
    """Returns all lines of a number of games, as (sort, line), with how often they occur."""
    lines = Counter(fixed_texts(game(key)))
    for number in range(games):
        rnd = Random(f"{key} {number}")
        lines.update(game_texts(game(key), number, rnd, most))
        if number % PLAIN_EVERY == 0:
            lines.update(line_client_texts(key, number, rnd))
    return lines


def fixed_texts(played):
    """Yields the texts of a game that do not depend on the state."""
    yield "title", played.text.about
    yield from (("note", line) for line in played.text.coach)
    yield from (("title", zone.title) for zone in played.text.zones.values())
    yield from (("note", option.text) for option in played.menu.option.values())
    yield from (("rule", rule.text) for rule in played.rules)


def game_texts(played, number, rnd, most):
    """Yields the texts of one game for all seats and spectators."""
    seats = rnd.choice(played.seats)
    changed = [key for key, option in played.options.items() if rnd.random() < 0.3 and option.matters(seats)]
    options = {key: rnd.choice(played.options[key].values) for key in changed}
    match = Match(played, PEOPLE[:seats], number, options)
    rank = "house" if number % 4 == 3 else "random"
    yield from moves(match, [bot(rank, played.key, Chance(seat)) for seat in range(seats)], rnd, most)
    if match.over:
        yield from (("result", line) for line in game_lines(match, "spectator")[-2:])


def moves(match, bots, rnd, most):
    """Yields the texts before and after every move; each label of an option once per game."""
    seen, tried, labels = dict.fromkeys((None, *range(len(bots))), 0), [], set()
    yield from table_texts(match)
    decisions = turns(match, bots)
    while match.actions < most and not match.over:
        if match.actions % ASK_EVERY == 0:
            yield from questions(match, labels)
            yield from refusals(match, tried, rnd)
        _, action = next(decisions, (None, ()))
        tried = [*tried[-20:], action] if action and action[0] not in ("tick", "pass") else tried
        yield from new_log_lines(match, seen)
        if match.actions % LOOK_EVERY == 0:
            yield from table_texts(match)
    yield from table_texts(match)


def questions(match, labels):
    """Yields the questions and options of the seats that are asked."""
    text, t = match.game.text, match.table
    for seat in match.waiting:
        yield "question", text.prompt(t, seat, match.people)
        for action in chain(t.asks[seat], t.anytime(seat)):
            if action not in labels:
                labels.add(action)
                yield "option", text.option(t, action, match.people)


def refusals(match, tried, rnd):
    """Yields the refusals of earlier actions, some with changed nouns."""
    for action in rnd.sample(tried, min(2, len(tried))):
        nouns = [noun + rnd.choice((0, 0, 1, -1)) if isinstance(noun, int) else noun for noun in action[1:]]
        refusal = match.refusal(rnd.randrange(match.table.seats), (action[0], *nouns))
        if refusal:
            yield "refusal", refusal.sentence


def new_log_lines(match, seen):
    """Yields the lines added to every log since the last call."""
    for viewer, count in seen.items():
        events = match.log(viewer, count)
        seen[viewer] += len(events)
        yield from (("log", match.game.text.event(match.table, event, match.people)) for event in events)


def table_texts(match):
    """Yields the state as text and in sentences, for a seat and a spectator, and the standing."""
    played, t = match.game, match.table
    for seat in (None, 0):
        shown = view(t, played.zones, seat)
        yield from (("state", line) for line in played.text.state(shown, played.zones, t.pack, match.people))
        told = played.describer(t.pack, match.people, shown, seat).table()
        yield from (("told", said.words) for said in told)
        yield "question", snapshot(match, seat, since=len(match.log(seat)))["prompt"]
    reason = match.outcome.reason
    yield "result", f"{reason[:1].upper()}{reason[1:]}."


def line_client_texts(key, number, rnd):
    """Returns the output of the line client for one game with random input."""
    typed = chain(("?", "s", "zz", "99", "h", "u"), (str(rnd.randint(1, 4)) for _ in range(TYPED)))
    seats, out, previous = rnd.choice(game(key).seats), io.StringIO(), os.environ.get("XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        try:
            words = ",".join(["you:Basil", *["random"] * (seats - 1)])
            play_by_lines(new_session(GameRequest(key, words, {}, None, number)), typed, out)
        finally:
            os.environ.pop("XDG_DATA_HOME")
            os.environ |= {"XDG_DATA_HOME": previous} if previous else {}
    return [(sort_of(line), line.lstrip("-* ")) for line in out.getvalue().splitlines()]


def sort_of(line):
    """Returns the sort of a line of the line client: log, numbered option, state, or about a file."""
    if "/" in line or "seed" in line:
        return "file"
    return "log" if line.startswith("- ") else "option" if re.match(r"\d+\. ", line) else "state"


# -- the command


def report(key, games):
    """Print a summary of a game and its most frequent findings; return whether there are any."""
    lines = texts(key, games)
    found = findings(lines)
    times, different = sum(times for *_, times in found), len({line for _, line, _ in found})
    print(f"{key}: {games} games, {lines.total():,} lines read, {len(lines):,} of them different;", end=" ")
    print(f"{times:,} findings in {different:,} different lines", flush=True)
    shown = Counter()
    for fault, line, often in sorted(found, key=lambda finding: (finding[0], -finding[2])):
        shown[fault] += 1
        if shown[fault] <= SHOWN:
            print(f"    {fault}: {line!r} ({often})", flush=True)
    return bool(found)


if __name__ == "__main__":
    number = int(sys.argv[1]) if sys.argv[1:] else GAMES
    found = [report(key, number) for key in sys.argv[2:] or CATALOG]
    sys.exit(any(found))
