"""The findings of a report as sentences: tested claims first, the clearest on top, then measurements.

A claim is made only if its p-value is below 5 % divided by the number of tests (Bonferroni).  So all claims
of a report are true together in 95 of 100 reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from flattop.kernel.options import ORDINALS
from flattop.lab.formatting import counted

LEVEL = RARE = 0.05
MAX_CLAIMS = {"card": 6, "difference": 8}  # the clearest; tables list the others
MAX_ENDINGS = 6  # with more different endings none of them is worth a sentence
COUNTED = ("no", "one", "two", "three", "four", "five", "six")
# For each value of the headline: its description, which follows the value, and its number format.
NAMES = {
    "decisions": ("decisions", "{:.0f}"),
    "single": ("of the decisions leave one option", "%"),
    "options": ("options for a decision", "{:.2f}"),
    "minutes": ("minutes", "{:.1f}"),
    "points": ("points for a seat", "{:.2f}"),
    "success": ("of the games succeed", "%"),
    "first seat": ("of the wins go to the first seat", "%"),
    "first turn": ("of the wins go to the seat that decides first", "%"),
    "margin": ("points from the first to the second", "{:.2f}"),
    "behind": ("points from the first to the last", "{:.2f}"),
    "shared": ("of the wins are shared", "%"),
    "lead changes": ("changes of the lead", "{:.2f}"),
    "lead taken": ("of a game are over when the lead changes last", "%"),
}
Finding = dict[str, Any]
Values = Sequence[float | None]  # a value and the ends of its interval


def findings(report: dict[str, Any]) -> list[Finding]:
    """Return all sentences of a report."""
    tested = []
    for section in report["sections"]:
        tested += [_seat_claim(section, name) for name in ("wins", "turns") if section[name]]
        tested += [_card_claim(card, section) for card in section["cards"]]
    tested += [claim for comparison in report["comparisons"] for claim in _difference_claims(comparison)]
    sure = [claim for claim in tested if claim["chance"] <= LEVEL / len(tested)]
    sure.sort(key=lambda claim: (claim["about"] == "card", -claim["clear"], claim["words"]))
    for about, limit in MAX_CLAIMS.items():
        dropped = [claim for claim in sure if claim["about"] == about][limit:]
        sure = [claim for claim in sure if claim not in dropped]
    return [{"kind": "claim", "about": claim["about"], "words": claim["words"]} for claim in sure] + [
        finding
        for section in report["sections"]
        for finding in _measurements(section, report["pace"]["words"])
    ]


# -- claims


def _seat_claim(section: dict[str, Any], name: str) -> Finding:
    """Return the claim about the seat, or the turn, that is farthest from its fair share."""
    shares, fair = section[name], 1 / section["seats"]
    far = max(range(len(shares)), key=lambda place: abs(shares[place][0] - fair))
    seat = f"The {ORDINALS[far]} seat" if name == "wins" else f"The seat that decides {ORDINALS[far]}"
    words = (
        f"{seat} wins {percent(shares[far])} of {sized(section, 'games')}; {100 * fair:.1f} % would be fair."
    )
    apart = clear([shares[far][0] - fair, shares[far][1] - fair, shares[far][2] - fair])
    return {"about": name, "chance": section[f"{name}_alike"], "clear": apart, "words": words}


def _card_claim(card: dict[str, Any], section: dict[str, Any]) -> Finding:
    """Return the claim about a card, by wins if a seat owns it and they are clearer than points."""
    by_wins = section["rivals"] and card["held"] and clear(card["wins"]) >= clear(card["points"])
    values = card["wins"] if by_wins else card["points"]
    each = " to each seat" if section["rivals"] and not card["held"] else ""
    worth = f"{win_points(values)} points of win share" if by_wins else f"{points(values)} points{each}"
    words = (
        f"{card['name']} ({card['place'].lower()}) is worth {worth} compared with another card of its pile, "
        f"at {sized(section, 'tables')}."
    )
    return {"about": "card", "chance": card["chance"], "clear": clear(values), "words": words}


def _difference_claims(comparison: dict[str, Any]) -> Iterator[Finding]:
    """Yield the claims about the effects of another option or deck."""
    tables = f"{COUNTED[comparison['seats']]}-seat tables"
    start = f"With {comparison['variant']} instead of {comparison['against']}, at {tables}:"
    for row in comparison["differences"]:
        name, form = NAMES[row["name"]]
        words = f"{start} {ranged(row['difference'], form, signed=True)} {name}."
        far = clear(row["difference"])
        yield {"about": "difference", "chance": row["chance"], "clear": far, "words": words}


def clear(values: Values) -> float:
    """Return the distance of a value from zero in half widths of its interval."""
    middle, low, high = values
    if middle is None or low is None or high is None or not middle:
        return 0.0
    return abs(middle) / ((high - low) / 2) if high > low else inf


# -- measurements


def _measurements(section: dict[str, Any], pace: str) -> Iterator[Finding]:
    head, games, tables = section["headline"], sized(section, "games"), sized(section, "tables")
    endings, never = section["endings"], section["untouched"]
    kinds = ("steps", "events", "verbs never open", "verbs never taken")
    missed = [f"{kind} {len(never[kind])}" for kind in kinds if never[kind]]
    sentences = {
        "seats": _seats(section),
        "length": (
            f"{games.capitalize()} take {ranged(head['decisions'], '{:.0f}')} decisions, "
            f"and about {counted(round(head['minutes'][0]), 'minute')} at {pace}."
        ),
        "closeness": (
            f"At {tables} the winner ends {ranged(head['margin'], '{:.1f}')} points ahead of the second and "
            f"{head['behind'][0]:.1f} ahead of the last; {100 * head['shared'][0]:.1f} % of wins are shared. "
            f"The lead changes {head['lead changes'][0]:.1f} times, the last time after "
            f"{100 * head['lead taken'][0]:.0f} % of the decisions."
        )
        if section["rivals"]
        else "",
        "decisions": (
            f"At {tables} a decision has {head['options'][0]:.1f} options on average; "
            f"{100 * head['single'][0]:.0f} % of the decisions leave only one."
        ),
        "matter": _impact(section),
        "sources": _sources(section),
        "endings": f"{percent(endings[0]['share'])} of {games} end with: {endings[0]['reason']}."
        if 1 < len(endings) <= MAX_ENDINGS
        else "",
        "untouched": f"Never reached in {section['games']:,} {games}: {', '.join(missed)}." if missed else "",
    }
    for about, words in sentences.items():
        if words:
            yield {"kind": "measure", "about": about, "words": words}


def _seats(section: dict[str, Any]) -> str:
    """Say that no seat has an advantage, or how often a cooperative game succeeds."""
    games = sized(section, "games")
    if not section["rivals"]:
        score = f"score {ranged(section['points'][0], '{:.1f}')} points"
        if not in_doubt(section):
            return f"{games.capitalize()} {score}."
        return f"{percent(section['headline']['success'])} of {games} succeed; they {score}."
    shares, p_value = [wins[0] for wins in section["wins"]], section["wins_alike"]
    if p_value < LEVEL:
        return ""
    return (
        f"No seat has a significant advantage: seats win between {100 * min(shares):.1f} and "
        f"{100 * max(shares):.1f} % of {games}; equal seats would differ as much "
        f"in {100 * p_value:.0f} % of such runs."
    )


def in_doubt(section: dict[str, Any]) -> bool:
    """True if wins or successes vary; if (nearly) all games succeed or fail, only points matter."""
    return bool(section["rivals"]) or RARE <= section["headline"]["success"][0] <= 1 - RARE


def _impact(section: dict[str, Any]) -> str:
    """Describe the impact of decisions, on points alone if (nearly) all games succeed or fail."""
    matter, tables = section["matter"], sized(section, "tables")
    if not matter["decisions"]:
        return ""
    effect = f"{ranged(matter['points_swing'], '{:.1f}')} points"
    changed, result = matter["points_changed"], "the points"
    if in_doubt(section):
        result, share = ("who wins", "win share") if section["rivals"] else ("whether it succeeds", "success")
        changed = matter["changed"]
        effect = f"{ranged(hundredths(matter['swing']), '{:.1f}')} points of {share} and {effect}"
    return (
        f"At {tables} a random other option changes {result} in {percent(changed)} of the decisions "
        f"that leave a choice; apart from chance, such a decision moves {effect}."
    )


def _sources(section: dict[str, Any]) -> str:
    """Name the largest source of points, if there are several and none costs many points."""
    parts = {row["title"]: row["each"][0] for row in section["sources"]}
    total = sum(parts.values())
    if len(parts) < 2 or min(parts.values()) < -RARE * total or not total:
        return ""
    most = max(parts, key=lambda title: parts[title])
    share = f"{100 * parts[most] / total:.0f} % of the points come from {most}"
    return f"At {sized(section, 'tables')} {share}, {parts[most]:.1f} for a seat."


# -- formatting


def ranged(values: Values, form: str, signed: bool = False) -> str:
    """Format a value with its interval: "27.9 % (27.1 to 28.7)"; `form` is a format string or "%"."""
    texts = []
    for value in values:
        sign = "+" if signed and value is not None and value >= 0 else ""
        number = "?" if value is None else f"{100 * value:.1f}" if form == "%" else form.format(value)
        texts.append(sign + number)
    middle, low, high = texts
    interval = "interval not known" if None in values[1:] else f"{low} to {high}"
    return f"{middle}{' %' if form == '%' else ''} ({interval})"


def percent(values: Values) -> str:
    return ranged(values, "%")


def points(values: Values) -> str:
    return ranged(values, "{:.1f}", signed=True)


def win_points(values: Values) -> str:
    """Format a difference of win shares in percentage points."""
    return points(hundredths(values))


def hundredths(values: Values) -> Values:
    return [None if value is None else 100 * value for value in values]


def sized(section: dict[str, Any], noun: str) -> str:
    """Return the games or tables of a section: "four-seat games (deal=two)"."""
    variant = f" ({section['variant']})" if section["variant"] else ""
    return f"{COUNTED[section['seats']]}-seat {noun}{variant}"
