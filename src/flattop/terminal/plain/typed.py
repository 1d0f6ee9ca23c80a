"""Actions typed as words: nouns by their names or counted from 1, as they stand on the labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flattop.kernel import Action, typed_number
from flattop.kernel.text.describe import ADDITION
from flattop.match.snapshot import Choice
from flattop.terminal.plain.looking import Looking

HIGHEST = 999  # of a number that is tried as a noun


def typed_options(line: str, looking: Looking) -> list[Choice]:
    """The options that the line may mean, one for each label: by the label itself, or by verb and nouns."""
    said = plain(line)
    meant = [
        choice for choice in looking.choices if plain(choice[1]) == said or said in spellings(choice, looking)
    ]
    return list({label: (action, label) for action, label in reversed(meant)}.values())[::-1]


def spellings(choice: Choice, looking: Looking) -> list[str]:
    """Every way to type an option."""
    action = choice[0]
    verb = looking.describer.text.verbs[action[0]]
    ways = [plain(action[0])]
    for written, noun in zip(verb.nouns, action[1:], strict=True):
        kind = kind_of(written)
        ways = [f"{way} {form}" for way in ways for form in forms(kind, noun, looking)]
    return ways


def typed_action(line: str, looking: Looking) -> Action | None:
    """What the line would mean if it were open, so that the refusal can say why it is not."""
    said = plain(line)
    for name, verb in sorted(looking.describer.text.verbs.items(), key=lambda entry: -len(entry[0])):
        rest = said.removeprefix(plain(name))
        if rest != said and (not rest or rest[0] == " "):
            nouns = next(readings(rest.strip(), [kind_of(noun) for noun in verb.nouns], looking), None)
            return None if nouns is None else (name, *nouns)
    return None


def readings(rest: str, kinds: Sequence[str], looking: Looking) -> Iterator[tuple[Any, ...]]:
    """Every way to read the words as nouns of these kinds."""
    if not kinds:
        if not rest:
            yield ()
        return
    for noun, form in candidates(kinds[0], rest, looking):
        if rest == form or rest.startswith(f"{form} "):
            for others in readings(rest[len(form) :].strip(), kinds[1:], looking):
                yield (noun, *others)


def candidates(kind: str, rest: str, looking: Looking) -> Iterator[tuple[Any, str]]:
    """What a noun of the kind could be, with each way to type it."""
    describer = looking.describer
    nouns: Sequence[Any]
    if kind in describer.text.namers:
        nouns = [noun for _, noun in looking.kind(kind)] if kind in describer.descriptions.card else []
    elif kind == "seat":
        nouns = range(len(describer.people))
    else:
        first = rest.split(" ", 1)[0]
        number = typed_number(first)
        nouns = [first] if number is None or not 0 <= number <= HIGHEST else [number - start(kind, looking)]
        nouns = [*nouns, *(describer.text.kinds[kind].names if kind in describer.text.kinds else ())]
    for noun in nouns:
        yield from ((noun, form) for form in forms(kind, noun, looking))


def forms(kind: str, noun: Any, looking: Looking) -> list[str]:
    """A noun by its name and by its number, counted like the labels."""
    describer = looking.describer
    name = plain(describer.text.noun(kind, noun, describer.pack, describer.people))
    if isinstance(noun, str):
        return [name, plain(noun)]
    if kind == "seat":
        return [name, str(noun + 1)]
    number = json_copy(name) if kind in describer.text.namers else str(noun + start(kind, looking))
    return [name, number]


def start(kind: str, looking: Looking) -> int:
    """What the first noun of a kind is called."""
    entry = looking.describer.text.kinds.get(kind)
    return entry.start if entry else 0


def kind_of(written: str) -> str:
    name, _, kind = written.partition(":")
    return kind or name


def json_copy(name: str) -> str:
    """A name without what is added to it in brackets or as a sign."""
    return plain(ADDITION.sub("", name))


def plain(words: str) -> str:
    """Words without capitals, and with one space between them."""
    return " ".join(words.replace("_", " ").casefold().split())
