"""Actions typed as words, such as `place 1`.  Things have names, or numbers that count like the labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flattop.kernel import Action, typed_number
from flattop.kernel.text.describe import ADDITION
from flattop.match.snapshot import Choice
from flattop.terminal.lookup import Lookup

MAX_NUMBER = 999  # larger numbers are not tried as nouns


def matching_options(line: str, lookup: Lookup) -> list[Choice]:
    """Return the options that the line may mean, by label or by verb and nouns.  Equal labels count once."""
    typed = normalized(line)
    found = [
        choice
        for choice in lookup.choices
        if normalized(choice[1]) == typed or typed in spellings(choice[0], lookup)
    ]
    return list({label: (action, label) for action, label in reversed(found)}.values())[::-1]


def spellings(action: Action, lookup: Lookup) -> list[str]:
    """Return every way to type an action."""
    verb = lookup.describer.text.verbs[action[0]]
    ways = [normalized(action[0])]
    for declared, noun in zip(verb.nouns, action[1:], strict=True):
        ways = [f"{way} {form}" for way in ways for form in noun_forms(kind_of(declared), noun, lookup)]
    return ways


def parse_action(line: str, lookup: Lookup) -> Action | None:
    """Return the action that the line describes even if it is illegal, so that the error can say why."""
    typed = normalized(line)
    for name, verb in sorted(lookup.describer.text.verbs.items(), key=lambda entry: -len(entry[0])):
        rest = typed.removeprefix(normalized(name))
        if rest != typed and (not rest or rest[0] == " "):
            nouns = next(parse_nouns(rest.strip(), [kind_of(noun) for noun in verb.nouns], lookup), None)
            return None if nouns is None else (name, *nouns)
    return None


def parse_nouns(rest: str, kinds: Sequence[str], lookup: Lookup) -> Iterator[tuple[Any, ...]]:
    """Yield every way to read the words as nouns of these kinds."""
    if not kinds:
        if not rest:
            yield ()
        return
    for noun in candidates(kinds[0], rest, lookup):
        for form in noun_forms(kinds[0], noun, lookup):
            if rest == form or rest.startswith(f"{form} "):
                for others in parse_nouns(rest[len(form) :].strip(), kinds[1:], lookup):
                    yield (noun, *others)


def candidates(kind: str, rest: str, lookup: Lookup) -> Sequence[Any]:
    """Return the nouns of a kind that the first of the words may mean."""
    describer = lookup.describer
    if kind in describer.text.namers:
        return [noun for _, noun in lookup.cards_of(kind)] if kind in describer.descriptions.card else []
    if kind == "seat":
        return range(len(describer.people))
    first = rest.split(" ", 1)[0]
    number = typed_number(first)
    is_noun = number is not None and 0 <= number <= MAX_NUMBER
    noun = number - first_number(kind, lookup) if is_noun and number is not None else first
    return [noun, *(describer.text.kinds[kind].names if kind in describer.text.kinds else ())]


def noun_forms(kind: str, noun: Any, lookup: Lookup) -> list[str]:
    """Return a noun by its name and by its number."""
    describer = lookup.describer
    name = normalized(describer.text.noun(kind, noun, describer.pack, describer.people))
    if isinstance(noun, str):
        return [name, normalized(noun)]
    if kind == "seat":
        return [name, str(noun + 1)]
    if kind in describer.text.namers:
        return [name, normalized(ADDITION.sub("", name))]  # without additions in brackets or signs
    return [name, str(noun + first_number(kind, lookup))]


def first_number(kind: str, lookup: Lookup) -> int:
    """Return the number on the label of the first noun of a kind."""
    entry = lookup.describer.text.kinds.get(kind)
    return entry.start if entry else 0


def kind_of(declared: str) -> str:
    """Return the kind of a noun that is declared as `kind` or `name:kind`."""
    name, _, kind = declared.partition(":")
    return kind or name


def normalized(words: str) -> str:
    """Return the words in lower case with single spaces."""
    return " ".join(words.replace("_", " ").casefold().split())
