"""What a report says in words: claims that were tested first, the surest on top, and measures after them.

A claim is made only where its chance, if there were nothing to it, is below 5 % divided by all that was
tested (Bonferroni): so all claims of a report hold together in 95 of 100 reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from flattop.kernel.game import ORDINALS
from flattop.lab.formatting import counted

LEVEL = RARE = 0.05
SHOWN = {"card": 6, "difference": 8}  # in words, the clearest of them
ENDINGS = 6  # where there are more, none of them says much
Finding = dict[str, Any]


def findings(report: dict[str, Any]) -> list[Finding]:
    """All that is worth a sentence, the most telling first."""
    tested = [claim for section in report["sections"] for claim in _tested(section)]
    tested += [claim for one in report["comparisons"] for claim in _differences(one)]
    sure = [claim for claim in tested if claim["chance"] <= LEVEL / len(tested)]
    sure.sort(key=lambda claim: (claim["about"] == "card", -claim["clear"], claim["words"]))
    claims = [claim for claim in sure if claim not in [*_rest(sure, "card"), *_rest(sure, "difference")]]
    return [_finding("claim", claim["about"], claim["words"]) for claim in claims] + [
        finding for section in report["sections"] for finding in _measures(section, report["pace"]["words"])
    ]


def _rest(claims: Sequence[Finding], about: str) -> list[Finding]:
    """Those that the tables alone tell."""
    return [claim for claim in claims if claim["about"] == about][SHOWN[about] :]


def _finding(kind: str, about: str, words: str) -> Finding:
    return {"kind": kind, "about": about, "words": words}


def _tested(section: dict[str, Any]) -> Iterator[Finding]:
    for name in ("wins", "turns"):
        if section[name]:
            yield _edge(section, name)
    for card in section["cards"]:
        yield _card(card, section)


def _edge(section: dict[str, Any], name: str) -> Finding:
    """The seat, or the turn, farthest from its fair share."""
    shares, fair = section[name], 1 / section["seats"]
    far = max(range(len(shares)), key=lambda place: abs(shares[place][0] - fair))
    turn = "Whoever decides first" if far == 0 else f"Whoever is {ORDINALS[far]} to decide"
    who = f"The {ORDINALS[far]} seat" if name == "wins" else turn
    words = (
        f"{who} wins {percent(shares[far])} of {sized(section, 'games')}; {100 * fair:.1f} % would be fair."
    )
    apart = clear([shares[far][0] - fair, shares[far][1] - fair, shares[far][2] - fair])
    return {"about": name, "chance": section[f"{name}_alike"], "clear": apart, "words": words}


def _card(card: dict[str, Any], section: dict[str, Any]) -> Finding:
    """What a card is worth, by wins where a seat has it for itself and they tell more than points."""
    by_wins = section["rivals"] and card["held"] and clear(card["wins"]) >= clear(card["points"])
    values = card["wins"] if by_wins else card["points"]
    everybody = " to each seat" if section["rivals"] and not card["held"] else ""
    worth = f"{win_points(values)} points of win share" if by_wins else f"{points(values)} points{everybody}"
    words = (
        f"{card['name']} ({card['place'].lower()}) is worth {worth} beside another of its pile, "
        f"at {sized(section, 'tables')}."
    )
    return {"about": "card", "chance": card["chance"], "clear": clear(values), "words": words}


def _differences(comparison: dict[str, Any]) -> Iterator[Finding]:
    """What another option or deck changes, by the same luck."""
    tables = f"{COUNTED[comparison['seats']]}-seat tables"
    start = f"With {comparison['variant']} instead of {comparison['against']}, at {tables}:"
    for row in comparison["differences"]:
        name, form = NAMES[row["name"]]
        words = f"{start} {ranged(row['difference'], form, signed=True)} {name}."
        far = clear(row["difference"])
        yield {"about": "difference", "chance": row["chance"], "clear": far, "words": words}


def _measures(section: dict[str, Any], pace: str) -> Iterator[Finding]:
    said = {
        "seats": _no_edge(section) if section["rivals"] else _success(section),
        "length": _length(section, pace),
        "closeness": _closeness(section) if section["rivals"] else "",
        "decisions": _choices(section),
        "matter": _matter(section),
        "sources": _sources(section),
        "endings": _endings(section),
        "untouched": _never(section),
    }
    for about, words in said.items():
        if words:
            yield _finding("measure", about, words)


def _no_edge(section: dict[str, Any]) -> str:
    shares, chance = [wins[0] for wins in section["wins"]], section["wins_alike"]
    if chance < LEVEL:
        return ""
    return (
        f"No seat has an edge that shows: they win between {100 * min(shares):.1f} and "
        f"{100 * max(shares):.1f} % of {sized(section, 'games')}; seats all alike would differ as much "
        f"in {100 * chance:.0f} % of such runs."
    )


def _success(section: dict[str, Any]) -> str:
    bring = f"bring {ranged(section['points'][0], '{:.1f}')} points"
    if not in_doubt(section):
        return f"{sized(section, 'games').capitalize()} {bring}."
    return f"{percent(section['headline']['success'])} of {sized(section, 'games')} succeed; they {bring}."


def in_doubt(section: dict[str, Any]) -> bool:
    """Whether some games succeed and some do not; else all is about points."""
    return bool(section["rivals"]) or RARE <= section["headline"]["success"][0] <= 1 - RARE


def _length(section: dict[str, Any], pace: str) -> str:
    head = section["headline"]
    return (
        f"{sized(section, 'games').capitalize()} take {ranged(head['decisions'], '{:.0f}')} decisions, "
        f"and about {counted(round(head['minutes'][0]), 'minute')} at {pace}."
    )


def _closeness(section: dict[str, Any]) -> str:
    head = section["headline"]
    return (
        f"At {sized(section, 'tables')} the winner ends {ranged(head['margin'], '{:.1f}')} points ahead of "
        f"the second and {head['behind'][0]:.1f} ahead of the last; {100 * head['shared'][0]:.1f} % of wins "
        f"are shared. The lead changes {head['lead changes'][0]:.1f} times, the last time after "
        f"{100 * head['lead taken'][0]:.0f} % of the decisions."
    )


def _choices(section: dict[str, Any]) -> str:
    head = section["headline"]
    return (
        f"At {sized(section, 'tables')} a decision has {head['options'][0]:.1f} options on average; "
        f"{100 * head['single'][0]:.0f} % of the decisions leave only one."
    )


def _matter(section: dict[str, Any]) -> str:
    """What a decision moves; where all games succeed, or none, of the points alone."""
    matter, tables = section["matter"], sized(section, "tables")
    if not matter["decisions"]:
        return ""
    what, share = ("who wins", "win share") if section["rivals"] else ("whether it succeeds", "success")
    moves = f"{ranged(matter['points_swing'], '{:.1f}')} points"
    changed, what = (
        (matter["changed"], what) if in_doubt(section) else (matter["points_changed"], "the points")
    )
    if in_doubt(section):
        moves = f"{ranged(hundredths(matter['swing']), '{:.1f}')} points of {share} and {moves}"
    return (
        f"At {tables} another option drawn by lot changes {what} in {percent(changed)} of the decisions "
        f"that leave a choice; luck aside, such a decision moves {moves}."
    )


def _sources(section: dict[str, Any]) -> str:
    """The largest part of the points, where they have several and none takes much away."""
    parts = {row["title"]: row["each"][0] for row in section["sources"]}
    if len(parts) < 2 or min(parts.values()) < -RARE * sum(parts.values()) or not sum(parts.values()):
        return ""
    most = max(parts, key=lambda title: parts[title])
    said = f"{100 * parts[most] / sum(parts.values()):.0f} % of the points come from {most}"
    return f"At {sized(section, 'tables')} {said}, {parts[most]:.1f} for a seat."


def _endings(section: dict[str, Any]) -> str:
    endings: Sequence[dict[str, Any]] = section["endings"]
    if not 1 < len(endings) <= ENDINGS:
        return ""
    first = endings[0]
    return f"{percent(first['share'])} of {sized(section, 'games')} end with: {first['reason']}."


def _never(section: dict[str, Any]) -> str:
    never = section["untouched"]
    counts = {name: len(never[name]) for name in ("steps", "events", "verbs never open", "verbs never taken")}
    said = [f"{name} {count}" for name, count in counts.items() if count]
    if not said:
        return ""
    return f"What {section['games']:,} {sized(section, 'games')} never came upon: {', '.join(said)}."


COUNTED = ("no", "one", "two", "three", "four", "five", "six")
Values = Sequence[float | None]  # a value and the ends of its interval
# What each number of the headline is called behind its value, and how the value is written.
NAMES = {
    "decisions": ("decisions", "{:.0f}"),
    "single": ("of the decisions leave one option", "%"),
    "options": ("options for a decision", "{:.2f}"),
    "minutes": ("minutes", "{:.1f}"),
    "points": ("points for a seat", "{:.2f}"),
    "success": ("of the games succeed", "%"),
    "first seat": ("of the wins are the first seat's", "%"),
    "first turn": ("of the wins are those of whoever decides first", "%"),
    "margin": ("points from the first to the second", "{:.2f}"),
    "behind": ("points from the first to the last", "{:.2f}"),
    "shared": ("of the wins are shared", "%"),
    "lead changes": ("changes of the lead", "{:.2f}"),
    "lead taken": ("of a game are over when the lead changes last", "%"),
}


def ranged(values: Values, form: str, signed: bool = False) -> str:
    """ "27.9 % (27.1 to 28.7)"; a form is one of Python's, or "%"."""
    middle, low, high = (_said(value, form, signed) for value in values)
    reach = "interval not known" if None in values[1:] else f"{low} to {high}"
    return f"{middle}{' %' if form == '%' else ''} ({reach})"


def _said(value: float | None, form: str, signed: bool) -> str:
    if value is None:
        return "?"
    sign = "+" if signed and value >= 0 else ""
    return sign + (f"{100 * value:.1f}" if form == "%" else form.format(value))


def percent(values: Values) -> str:
    return ranged(values, "%")


def points(values: Values) -> str:
    return ranged(values, "{:.1f}", signed=True)


def win_points(values: Values) -> str:
    """A difference of win shares, in hundredths of all wins."""
    return points(hundredths(values))


def hundredths(values: Values) -> Values:
    return [None if value is None else 100 * value for value in values]


def sized(section: dict[str, Any], what: str) -> str:
    """Games or tables of a section, as "four-seat games (deal=two)"."""
    variant = f" ({section['variant']})" if section["variant"] else ""
    return f"{COUNTED[section['seats']]}-seat {what}{variant}"


def clear(values: Values) -> float:
    """How many times the half width of its interval a value is from nothing."""
    middle, low, high = values
    if middle is None or low is None or high is None or not middle:
        return 0.0
    return abs(middle) / ((high - low) / 2) if high > low else inf
