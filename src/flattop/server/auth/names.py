"""Names and chat lines of guests: what may be written, and which names look alike."""

from __future__ import annotations

import unicodedata

from flattop.server.errors import Refusal

MOST_NAME = 30  # characters
ALSO_ALLOWED = "\n\t\u200d"  # line breaks become spaces; the zero-width joiner is part of composed emoji
BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that show nothing
VISIBLE = "LNPS"  # first letters of Unicode categories: letters, numbers, punctuation, symbols
# Letters of other alphabets, digits and signs that look like a Latin letter, as a small or a capital letter.
ALIKE = {
    "a": "аαɑ", "b": "вьβ", "c": "с", "d": "ԁ", "e": "еεɛ", "g": "ɡ", "h": "нһη", "i": "іιıl1|", "j": "ј",
    "k": "кκ", "m": "мμ", "n": "ν", "o": "оοσ0", "p": "рρ", "s": "ѕ", "t": "тτ", "u": "υս", "x": "хχ",
    "y": "уγү", "z": "ζ",
}  # fmt: skip
LATIN = str.maketrans({other: letter for letter, others in ALIKE.items() for other in others})


def clean_name(name: str) -> str:
    """Return a name in one line; refuse one that is empty, too long or invisible."""
    return clean(name, MOST_NAME, "bad-name", "A name must have 1 to 30 printable characters.")


def clean(text: str, most: int, code: str, sentence: str) -> str:
    """Return the text in one line without unprintable characters; refuse it if it is empty or too long."""
    printable = "".join(
        character
        for character in text
        if character not in BLANK and (character.isprintable() or character in ALSO_ALLOWED)
    )
    line = " ".join(printable.split())
    is_visible = any(unicodedata.category(character)[0] in VISIBLE for character in line)
    if not is_visible or len(line) > most:
        raise Refusal(400, code, sentence)
    return line


def skeleton(name: str) -> str:
    """Return what is left of a name without case, accents, spaces and signs; names alike have the same."""
    decomposed = unicodedata.normalize("NFKD", name).casefold().translate(LATIN)
    letters = "".join(sign for sign in decomposed if unicodedata.category(sign)[0] in "LN")
    return letters or decomposed
