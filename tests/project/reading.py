"""A reader of everything that the games say, who stumbles over wrong number, case, lists and empty nouns.

    python tests/project/reading.py             reads 200 games of each game and prints what was noticed
    python tests/project/reading.py 20 KEY      reads 20 games of one game

Whole games are played by house and random bots, at every number of seats and with options set by lot.
Read are the log of every seat, labels of options, questions, refusals, the state as text and in sentences,
standings and results, what the line client says, and what stands in text.toml and never changes.
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
MOST = 4000  # decisions of a game that are read
TYPED = 150  # lines for the line client, which ends most games
ASK_EVERY = 3  # decisions between two looks at all questions, options and refusals
LOOK_EVERY = 50  # decisions between two looks at the whole table
PLAIN_EVERY = 20  # games between two that the line client plays too
SHOWN = 8  # findings of a fault that are printed for each game

# -- what a reader stumbles over

WHO = "|".join(PEOPLE)
COUNTED = (
    "card|coin|worker|point|customer|orb|token|star|timer|patron|shift|second|discard|special|mission|dish"
    "|burger|order|bun|roll|ingredient|beat|tick|tenth|round|plate|dollar|deal"
)
ONE = r"(?<![\d.:$/-])(?<!\bA )1 "
MANY = r"(?<![\d:])(?:[2-9]|\d\d+) "
SENTENCES = ("log", "question", "refusal", "result", "note")
SPOKEN = (*SENTENCES, "option", "title")
EVERYTHING = (*SPOKEN, "state", "told")
FAULTS = {  # where it is looked for, and how it is noticed
    "number": (
        EVERYTHING,
        rf"{ONE}(?i:{COUNTED})e?s\b",
        rf"{ONE}[A-Za-z ]{{2,20}}? (?:are|were|have|start|go|lie|join|leave|wait|work|come|draw|take|do)\b",
        rf"{MANY}(?i:{COUNTED})\b(?!s|[-' ]\w+s\b)",
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
NOTICED = {name: (sorts, re.compile("|".join(forms))) for name, (sorts, *forms) in FAULTS.items()}
TITLES = re.compile(r"(?:Actually, Can I Change That\?|Great Burger Co\.|The B\.L\.T\.|O\.G\.)(?!\.|$)")


def stumbles(sort, line):
    """What is wrong with a line, by name; a title may have stops of its own."""
    bare = TITLES.sub("Title", line)
    return [name for name, (sorts, fault) in NOTICED.items() if sort in sorts and fault.search(bare)]


def findings(read):
    """The lines that a reader stumbles over: the fault, the line, how often it was read."""
    return [(fault, line, times) for (sort, line), times in read.items() for fault in stumbles(sort, line)]


# -- what is read


def reading(key, games, most=MOST):
    """Every line that so many games say and its sort, with how often it was read."""
    read = Counter(unchanging(game(key)))
    for number in range(games):
        luck = Random(f"{key} {number}")
        read.update(said(game(key), number, luck, most))
        if number % PLAIN_EVERY == 0:
            read.update(plainly(key, number, luck))
    return read


def unchanging(played):
    """All that stands in the words of a game and never changes."""
    yield "title", played.text.about
    yield from (("note", line) for line in played.text.coach)
    yield from (("title", zone.title) for zone in played.text.zones.values())
    yield from (("note", option.text) for option in played.options.values())
    yield from (("rule", rule.text) for rule in played.rules)


def said(played, number, luck, most):
    """All that one game says to anybody."""
    seats = luck.choice(played.seats)
    given = {key: luck.choice(option.values) for key, option in played.options.items() if luck.random() < 0.3}
    match = Match(played, PEOPLE[:seats], number, given)
    rank = "house" if number % 4 == 3 else "random"
    yield from moves(match, [bot(rank, played.key, Chance(seat)) for seat in range(seats)], luck, most)
    if match.over:
        yield from (("result", line) for line in game_lines(match, "spectator")[-2:])


def moves(match, bots, luck, most):
    """What is read before and after every move; a label is read once in a game."""
    heard, tried, labels = dict.fromkeys((None, *range(len(bots))), 0), [], set()
    yield from looked_at(match)
    decisions = turns(match, bots)
    while match.actions < most and not match.over:
        if match.actions % ASK_EVERY == 0:
            yield from asked(match, labels)
            yield from refused(match, tried, luck)
        _, action = next(decisions, (None, ()))
        tried = [*tried[-20:], action] if action and action[0] not in ("tick", "pass") else tried
        yield from news(match, heard)
        if match.actions % LOOK_EVERY == 0:
            yield from looked_at(match)
    yield from looked_at(match)


def asked(match, labels):
    """The questions and options of whoever is asked."""
    text, t = match.game.text, match.table
    for seat in match.waiting:
        yield "question", text.prompt(t, seat, match.people)
        for action in chain(t.asks[seat], t.anytime(seat)):
            if action not in labels:
                labels.add(action)
                yield "option", text.option(t, action, match.people)


def refused(match, tried, luck):
    """What the rules answer to something that was open before, or to other nouns."""
    for action in luck.sample(tried, min(2, len(tried))):
        nouns = [noun + luck.choice((0, 0, 1, -1)) if isinstance(noun, int) else noun for noun in action[1:]]
        no = match.refusal(luck.randrange(match.table.seats), (action[0], *nouns))
        if no:
            yield "refusal", no.sentence


def news(match, heard):
    """The new lines of every log."""
    for who, lines in heard.items():
        events = match.log(who, lines)
        heard[who] += len(events)
        yield from (("log", match.game.text.event(match.table, event, match.people)) for event in events)


def looked_at(match):
    """The state as text and in sentences, of one seat and of a spectator, and how it stands."""
    played, t = match.game, match.table
    for seat in (None, 0):
        shown = view(t, played.zones, seat)
        yield from (("state", line) for line in played.text.state(shown, played.zones, t.pack, match.people))
        told = played.describer(t.pack, match.people, shown, seat).table()
        yield from (("told", said.words) for said in told)
        yield "question", snapshot(match, seat, since=len(match.log(seat)))["prompt"]
    reason = match.outcome.reason
    yield "result", f"{reason[:1].upper()}{reason[1:]}."


def plainly(key, number, luck):
    """One game by the line client, of somebody who tries everything."""
    typed = chain(("?", "s", "zz", "99", "h", "u"), (str(luck.randint(1, 4)) for _ in range(TYPED)))
    seats, out, kept = luck.choice(game(key).seats), io.StringIO(), os.environ.get("XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        try:
            words = ",".join(["you:Basil", *["random"] * (seats - 1)])
            play_by_lines(new_session(GameRequest(key, words, {}, None, number)), typed, out)
        finally:
            os.environ.pop("XDG_DATA_HOME")
            os.environ |= {"XDG_DATA_HOME": kept} if kept else {}
    return [(sort_of(line), line.lstrip("-* ")) for line in out.getvalue().splitlines()]


def sort_of(line):
    """Log lines are sentences, numbered ones options; the rest is the table, or speaks of a file."""
    if "/" in line or "seed" in line:
        return "file"
    return "log" if line.startswith("- ") else "option" if re.match(r"\d+\. ", line) else "state"


# -- the command


def report(key, games):
    """One line for the game, and the findings that are read most often."""
    read = reading(key, games)
    noticed = findings(read)
    times, lines = sum(times for *_, times in noticed), len({line for _, line, _ in noticed})
    print(f"{key}: {games} games, {read.total():,} lines read, {len(read):,} of them different;", end=" ")
    print(f"{times:,} findings in {lines:,} different lines", flush=True)
    shown = Counter()
    for fault, line, often in sorted(noticed, key=lambda one: (one[0], -one[2])):
        shown[fault] += 1
        if shown[fault] <= SHOWN:
            print(f"    {fault}: {line!r} ({often})", flush=True)
    return bool(noticed)


if __name__ == "__main__":
    number = int(sys.argv[1]) if sys.argv[1:] else GAMES
    noticed = [report(key, number) for key in sys.argv[2:] or CATALOG]
    sys.exit(any(noticed))
