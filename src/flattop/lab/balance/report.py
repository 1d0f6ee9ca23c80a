"""The report of a study as plain values, with p-values and their correction for many tests.

It is the JSON that `--json` writes and that pages are made from.

Every mean or share is `[value, low, high]`, with its 95 % interval; shares lie between 0 and 1.  `stands_out`
is true for a difference that is significant among all rows of its table (Benjamini-Hochberg).  The keys are a
stable format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from flattop.bots.stats import Z
from flattop.games import game as game_of
from flattop.kernel import Game
from flattop.lab import formatting
from flattop.lab.balance.accumulators import WIN_UNITS, Mean
from flattop.lab.balance.card_value import CardGains
from flattop.lab.balance.coverage import uncovered
from flattop.lab.balance.findings import findings
from flattop.lab.balance.paired_playouts import DecisionStats
from flattop.lab.balance.study import Study, TableResult, Variant
from flattop.lab.balance.table_stats import UNITS, OptionKey, OptionStats, TableStats
from flattop.lab.stats import benjamini_hochberg, equal_shares_p_value, normal_p_value, wilson
from flattop.match.record import deck_digest

FORMAT = 1
FRAGMENT = re.compile(r"(To|With|On|Onto|From|For|In|Into|At|…)\b|^…")  # labels that need their question
MIN_PAIRS = 8  # of a card that is listed
Interval = list[float | None]
Report = dict[str, Any]


def report(study: Study, tables: Sequence[tuple[int, TableResult]]) -> Report:
    """Return the report; the same study gives the same bytes on any machine with any number of workers."""
    game = game_of(study.game)
    result: Report = {
        "format": FORMAT,
        "game": game.key,
        "title": game.title,
        "bots": list(study.plan(len(study.bots), study.variants[0]).names),
        "seed": study.seed,
        "games": study.games,
        "pace": {"base": study.pace.base, "doubling": study.pace.doubling, "words": study.pace.words},
        "sections": [
            section(game, seats, variant, stats)
            for seats, table in tables
            for variant, stats in zip(study.variants, table.stats, strict=True)
        ],
        "comparisons": [
            comparison(study, seats, variant, differences)
            | {"cards": card_differences(game, table.stats[0].gains, stats.gains, seats)}
            for seats, table in tables
            for variant, differences, stats in zip(
                study.variants[1:], table.differences, table.stats[1:], strict=True
            )
        ],
    }
    return result | {"findings": findings(result)}


def section(game: Game, seats: int, variant: Variant, stats: TableStats) -> Report:
    """Return the part of the report about one table."""
    settings = game.settings(seats, variant.options)
    rivals = game.has_rivals(seats, settings)
    by_turn = rivals and stats.turns != stats.wins
    verbs = [
        {"verb": verb, "words": label(game, verb)} | _decision_stats(impact)
        for verb, impact in sorted(stats.impact.verbs.items(), key=lambda verb: -verb[1].gain.size)
    ]
    shares = ("success", "shared", "first seat", "first turn")  # with a Wilson interval
    return {
        "seats": seats,
        "variant": variant.label,
        "options": dict(settings),
        "deck": deck_digest(variant.deck or game.deck),
        "rivals": rivals,
        "games": stats.games,
        "headline": {
            name: share(mean.value(WIN_UNITS), stats.games)
            if name in shares
            else interval(mean, UNITS.get(name, 1))
            for name, mean in stats.headline.items()
        },
        "wins": _win_shares(stats.wins, stats.games) if rivals else [],
        "wins_alike": _equality(stats.wins, stats.games) if rivals else None,
        "turns": _win_shares(stats.turns, stats.games) if by_turn else [],
        "turns_alike": _equality(stats.turns, stats.games) if by_turn else None,
        "points": [interval(mean) for mean in stats.points],
        "spread": {name: sorted(map(list, counts.items())) for name, counts in stats.spread.items()},
        "endings": [
            {"reason": reason, "games": count, "share": share(count / stats.games, stats.games)}
            for reason, count in stats.endings.most_common()
        ],
        "sources": [
            {"title": title, "each": interval(all_seats, seats), "winner": interval(winner)}
            for title, (all_seats, winner) in stats.sources.items()
        ],
        "matter": _decision_stats(stats.impact.all) | {"verbs": verbs},
        "cards": _cards(game, stats.gains, seats),
        "things": _options(game, stats.options, stats.games * seats),
        "untouched": uncovered(game, stats.coverage),
    }


def interval(mean: Mean, unit: float = 1) -> Interval:
    return rounded(mean.interval(unit))


def rounded(values: Sequence[float]) -> Interval:
    return formatting.rounded(values, 6)


def share(part: float, games: int) -> Interval:
    """Return a share of games with its Wilson interval."""
    return rounded((part, *wilson(part, games)))


def _win_shares(means: Sequence[Mean], games: int) -> list[Interval]:
    return [share(mean.value(WIN_UNITS), games) for mean in means]


def _equality(means: Sequence[Mean], games: int) -> float:
    """Return the p-value of these wins if all seats were equal."""
    return round(equal_shares_p_value([mean.value(WIN_UNITS) for mean in means], games), 6)


def label(game: Game, verb: str) -> str:
    """Return the label of a verb, with "…" for its nouns; "To …" alone would not say what is done."""
    words = game.text.verbs[verb].label if verb in game.text.verbs else verb
    outline = re.sub(r"\{[^}]*\}", "…", words)
    is_fragment = FRAGMENT.match(outline) and not outline.casefold().startswith(verb)
    return f"{verb.replace('_', ' ').capitalize()}: {outline}" if is_fragment else outline


def _decision_stats(stats: DecisionStats) -> Report:
    """`swing` is the root mean square of the true effect of a decision, see `paired_playouts`."""
    unknown: Interval = [None, None, None]
    changed, points_changed = (
        share(parts.value(WIN_UNITS), parts.size) if parts.size else unknown
        for parts in (stats.changed, stats.points_changed)
    )
    return {
        "decisions": stats.gain.size,
        "changed": changed,
        "points_changed": points_changed,
        "gain": interval(stats.gain.with_pseudo_values(2 * WIN_UNITS), 2 * WIN_UNITS),
        "points_gain": interval(stats.points, 2),
        "swing": square_root(interval(stats.product, WIN_UNITS * WIN_UNITS)),
        "points_swing": square_root(interval(stats.points_product)),
    }


def square_root(square: Interval) -> Interval:
    """Return the root of each value; negative ones, which are due to chance, count as 0."""
    return [None if value is None else round(max(0.0, value) ** 0.5, 6) for value in square]


def _cards(game: Game, gains: CardGains, seats: int) -> list[Report]:
    """Return all cards with enough pairs.  Points of a card in a shared slot are those of a seat."""
    rows = []
    for (zone, kind, name), gain in sorted(gains.items()):
        if gain.points.size < MIN_PAIRS:
            continue
        wins, points = gain.wins.with_pseudo_values(WIN_UNITS), gain.points.with_pseudo_values()
        # The smaller p-value counts twice, because either test could have been the smaller one (Bonferroni).
        p_value = min(1.0, 2 * min(normal_p_value(wins.z_score), normal_p_value(points.z_score)))
        rows.append(
            {
                "zone": zone,
                "place": game.text.zones[zone].title,
                "held": game.zones[zone].per_seat,
                "kind": kind,
                "name": name,
                "pairs": gain.points.size,
                "wins": interval(wins, WIN_UNITS),
                "points": interval(points, 1 if game.zones[zone].per_seat else seats),
                "chance": round(p_value, 6),
            }
        )
    return marked(rows)


def card_differences(game: Game, before: CardGains, after: CardGains, seats: int) -> list[Report]:
    """Return how the values of cards differ between two variants, for cards that both have.

    The value of a card is that compared with the other cards of its pile, which differ between decks.  So the
    values of either side are taken relative to their mean over the cards that both have.
    """
    both = [
        key
        for key in sorted(before.keys() & after.keys())
        if min(before[key].points.size, after[key].points.size) >= MIN_PAIRS
    ]
    rows = []
    for zone, kind, name in both:
        held = game.zones[zone].per_seat
        pile = [key for key in both if key[:2] == (zone, kind)]
        own = pile.index((zone, kind, name))
        sides = [[gains[key] for key in pile] for gains in (before, after)]
        wins = _relative_difference([[gain.wins for gain in side] for side in sides], own, WIN_UNITS)
        points = _relative_difference(
            [[gain.points for gain in side] for side in sides], own, 1 if held else seats
        )
        p_value = min(1.0, 2 * min(normal_p_value(_z_score(wins)), normal_p_value(_z_score(points))))
        rows.append(
            {
                "zone": zone,
                "place": game.text.zones[zone].title,
                "held": held,
                "kind": kind,
                "name": name,
                "wins": rounded(wins),
                "points": rounded(points),
                "chance": round(p_value, 6),
            }
        )
    return marked(rows)


def _relative_difference(
    sides: Sequence[Sequence[Mean]], own: int, unit: float
) -> tuple[float, float, float]:
    """Return by how much more a value exceeds the mean of its side on the second side, with an interval."""
    values = [[mean.value(unit) for mean in side] for side in sides]
    above = [side[own] - sum(side) / len(side) for side in values]
    pseudo_value = WIN_UNITS if unit == WIN_UNITS else 0
    intervals = [side[own].with_pseudo_values(pseudo_value).interval(unit) for side in sides]
    reaches = [high - middle for middle, _, high in intervals]
    difference, reach = above[1] - above[0], hypot(*reaches)
    return difference, difference - reach, difference + reach


def _z_score(values: tuple[float, float, float]) -> float:
    middle, low, high = values
    return 2 * Z * middle / (high - low) if high > low else 0.0


def marked(rows: list[Report]) -> list[Report]:
    """Add to each row whether it stands out among all of them."""
    significant = benjamini_hochberg([row["chance"] for row in rows])
    return [row | {"stands_out": stands_out} for row, stands_out in zip(rows, significant, strict=True)]


def _options(game: Game, options: Mapping[OptionKey, OptionStats], seats_in_games: int) -> list[Report]:
    """Return all options.  `offered` is a share of all seats in all games."""
    rows = []
    for (verb, kind, name), stats in sorted(options.items()):
        shares = stats.difference.shares
        with_it, without = [round(part / WIN_UNITS, 6) for part in shares] if shares else (None, None)
        difference = stats.difference.interval(WIN_UNITS)
        rows.append(
            {
                "verb": verb,
                "words": label(game, verb),
                "kind": kind,
                "name": name,
                "offered": round(stats.offered / seats_in_games, 6),
                "taken": round(stats.taken / stats.offered, 6) if stats.offered else 0.0,
                "times": stats.times,
                "with": with_it,
                "without": without,
                "difference": rounded(difference) if difference else None,
            }
        )
    return rows


def comparison(study: Study, seats: int, variant: Variant, differences: Mapping[str, Mean]) -> Report:
    """Return the paired differences of a variant from the first one."""
    rows = [
        {
            "name": name,
            "difference": interval(mean, UNITS.get(name, 1)),
            "chance": round(normal_p_value(mean.z_score), 6),
        }
        for name, mean in differences.items()
    ]
    return {
        "seats": seats,
        "variant": variant.label,
        "against": study.variants[0].label,
        "differences": marked(rows),
    }
