"""The report of a study as plain values, in a form that stays: what `--json` writes and pages are made from.

Every mean or share stands there as `[value, low, high]`, the last two its 95 % interval; shares lie between 0
and 1.  `stands_out` is true where a difference survives Benjamini and Hochberg among all of its table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flattop.games import game as game_of
from flattop.kernel import Game
from flattop.lab import formatting
from flattop.lab.balance.accumulators import PART, Mean
from flattop.lab.balance.card_value import Gains
from flattop.lab.balance.coverage import untouched
from flattop.lab.balance.findings import findings
from flattop.lab.balance.paired_playouts import Matter, Stakes
from flattop.lab.balance.study import Played, Study, Variant
from flattop.lab.balance.table_stats import UNITS, Offer, Tally, Thing
from flattop.lab.stats import benjamini_hochberg, equal_shares_p_value, normal_p_value, wilson
from flattop.match.record import deck_digest

FORMAT = 1
LEAST_PAIRS = 8  # of a card, to be worth a line
Interval = list[float | None]
Report = dict[str, Any]


def report(study: Study, tables: Sequence[tuple[int, Played]]) -> Report:
    """All of it; the same bytes for the same study, wherever and by however many it was played."""
    game = game_of(study.game)
    whole: Report = {
        "format": FORMAT,
        "game": game.key,
        "title": game.title,
        "bots": list(study.plan(len(study.bots), study.variants[0]).names),
        "seed": study.seed,
        "games": study.games,
        "pace": {"base": study.pace.base, "doubling": study.pace.doubling, "words": study.pace.words},
        "sections": [
            section(game, study, seats, variant, tally)
            for seats, table in tables
            for variant, tally in zip(study.variants, table.tallies, strict=True)
        ],
        "comparisons": [
            comparison(study, seats, variant, differences)
            for seats, table in tables
            for variant, differences in zip(study.variants[1:], table.differences, strict=True)
        ],
    }
    return whole | {"findings": findings(whole)}


def section(game: Game, study: Study, seats: int, variant: Variant, tally: Tally) -> Report:
    """One table."""
    settings = game.settings(seats, variant.options)
    rivals = game.has_rivals(seats, settings)
    return {
        "seats": seats,
        "variant": variant.label,
        "options": dict(settings),
        "deck": deck_digest(variant.deck or game.deck),
        "rivals": rivals,
        "games": tally.games,
        "headline": {name: interval(mean, UNITS.get(name, 1)) for name, mean in tally.headline.items()}
        | _shares(tally),
        "wins": _wins(tally.wins, tally.games) if rivals else [],
        "wins_alike": _alike(tally.wins, tally.games) if rivals else None,
        "turns": _wins(tally.turns, tally.games) if rivals and tally.turns != tally.wins else [],
        "turns_alike": _alike(tally.turns, tally.games) if rivals and tally.turns != tally.wins else None,
        "points": [interval(mean) for mean in tally.points],
        "spread": {name: sorted(map(list, counts.items())) for name, counts in tally.spread.items()},
        "endings": [_ending(reason, count, tally.games) for reason, count in tally.endings.most_common()],
        "sources": [_source(title, means[0], means[1], seats) for title, means in tally.sources.items()],
        "matter": _matter(game, tally.matter),
        "cards": _cards(game, tally.gains, seats),
        "things": _things(game, tally.things, tally.games * seats),
        "untouched": untouched(game, tally.touched),
    }


def interval(mean: Mean, unit: float = 1) -> Interval:
    return rounded(mean.interval(unit))


def rounded(values: Sequence[float]) -> Interval:
    """As many digits as anybody wants; None for what nobody knows."""
    return formatting.rounded(values, 6)


def share(part: float, games: int) -> Interval:
    """A share of games with its interval by Wilson; a game is the unit."""
    return rounded((part, *wilson(part, games)))


def _shares(tally: Tally) -> dict[str, Interval]:
    names = ("success", "shared", "first seat", "first turn")
    return {
        name: share(tally.headline[name].value(PART), tally.games) for name in names if name in tally.headline
    }


def _wins(means: Sequence[Mean], games: int) -> list[Interval]:
    return [share(mean.value(PART), games) for mean in means]


def _alike(means: Sequence[Mean], games: int) -> float:
    return round(equal_shares_p_value([mean.value(PART) for mean in means], games), 6)


def _ending(reason: str, count: int, games: int) -> Report:
    return {"reason": reason, "games": count, "share": share(count / games, games)}


def _source(title: str, everybody: Mean, winner: Mean, seats: int) -> Report:
    return {"title": title, "each": interval(everybody, seats), "winner": interval(winner)}


def _matter(game: Game, matter: Matter) -> Report:
    verbs = sorted(matter.verbs.items(), key=lambda verb: -verb[1].gain.size)
    return _stakes(matter.all) | {
        "verbs": [{"verb": verb, "words": label(game, verb)} | _stakes(one) for verb, one in verbs]
    }


def label(game: Game, verb: str) -> str:
    """What a verb is called, whatever its nouns."""
    words = game.text.verbs[verb].label if verb in game.text.verbs else verb
    return re.sub(r"\{[^}]*\}", "…", words)


def _stakes(stakes: Stakes) -> Report:
    """`swing` is the root of the mean square: what a decision moves, by the products of two lucks."""
    return {
        "decisions": stakes.gain.size,
        "changed": _share_of(stakes.changed),
        "points_changed": _share_of(stakes.points_changed),
        "gain": interval(stakes.gain.cautious(2 * PART), 2 * PART),
        "points_gain": interval(stakes.points, 2),
        "swing": _root(interval(stakes.product, PART * PART)),
        "points_swing": _root(interval(stakes.points_product)),
    }


def _share_of(parts: Mean) -> Interval:
    return share(parts.value(PART), parts.size) if parts.size else [None, None, None]


def _root(square: Interval) -> Interval:
    return [None if value is None else round(max(0.0, value) ** 0.5, 6) for value in square]


def _cards(game: Game, gains: Gains, seats: int) -> list[Report]:
    """Every card that came into enough pairs, zone by zone; those of a place that all share count points."""
    rows = [
        {
            "zone": zone,
            "place": game.text.zones[zone].title,
            "held": game.zones[zone].per_seat,
            "kind": kind,
            "name": name,
            "pairs": gain.points.size,
            "wins": interval(gain.wins.cautious(PART), PART),
            "points": interval(gain.points.cautious(), 1 if game.zones[zone].per_seat else seats),
            "chance": round(_chance(gain.wins.cautious(PART), gain.points.cautious()), 6),
        }
        for (zone, kind, name), gain in sorted(gains.items())
        if gain.points.size >= LEAST_PAIRS
    ]
    return marked(rows)


def _chance(wins: Mean, points: Mean) -> float:
    """That of the less likely of both, counted twice since either might have been it."""
    return min(1.0, 2 * min(normal_p_value(wins.surprise), normal_p_value(points.surprise)))


def marked(rows: list[Report]) -> list[Report]:
    """Rows with whether they stand out among each other."""
    stand_out = benjamini_hochberg([row["chance"] for row in rows])
    return [row | {"stands_out": out} for row, out in zip(rows, stand_out, strict=True)]


def _things(game: Game, things: Mapping[Thing, Offer], chairs: int) -> list[Report]:
    """Every verb and noun of options; `chairs` are all seats of all games."""
    return [
        {
            "verb": verb,
            "words": label(game, verb),
            "kind": kind,
            "name": name,
            "offered": round(offer.offered / chairs, 6),
            "taken": round(offer.taken / offer.offered, 6) if offer.offered else 0.0,
            "times": offer.times,
            "with": _part(offer, 0),
            "without": _part(offer, 1),
            "difference": rounded(apart) if (apart := offer.apart.interval(PART)) else None,
        }
        for (verb, kind, name), offer in sorted(things.items())
    ]


def _part(offer: Offer, which: int) -> float | None:
    shares = offer.apart.shares
    return round(shares[which] / PART, 6) if shares else None


def comparison(study: Study, seats: int, variant: Variant, differences: Mapping[str, Mean]) -> Report:
    """How a variant differs from the first, game by game of the same luck."""
    rows = [
        {
            "name": name,
            "difference": interval(mean, UNITS.get(name, 1)),
            "chance": round(normal_p_value(mean.surprise), 6),
        }
        for name, mean in differences.items()
    ]
    return {
        "seats": seats,
        "variant": variant.label,
        "against": study.variants[0].label,
        "differences": marked(rows),
    }
