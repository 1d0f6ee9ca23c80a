"""Verifying a record: does it agree with its chain, its commitment, its hashes and the rules?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from flattop.kernel import FlattopError
from flattop.match import bundle
from flattop.match.match import Match
from flattop.match.record import BadRecord, ParsedRecord, Source, parse, read
from flattop.match.replay import replay

FAULTS = 10  # that are told of one file


@dataclass(slots=True)
class Verdict:
    """What came of it: the sentences to show, and whether all is well."""

    good: bool = True
    lines: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> Verdict:
        self.good = False
        self.lines.append(sentence)
        return self


def verify(source: Source, deck: Path | None = None) -> Verdict:
    """Check a record, a file or its text, against its chain, its commitment, its hashes and the rules."""
    return _judged(partial(read, source), deck)


def verify_file(path: Path, deck: Path | None = None) -> Verdict:
    """Check all records of a file, be it one or a bundle of many."""
    try:
        verdicts = [_judged(partial(parse, raw, name), deck) for name, raw in bundle.records(path)]
    except BadRecord as error:
        return Verdict().fault(str(error))
    return verdicts[0] if len(verdicts) == 1 else _summed(path.name, verdicts)


def _summed(name: str, verdicts: list[Verdict]) -> Verdict:
    faults = [line for verdict in verdicts if not verdict.good for line in verdict.lines]
    bad = sum(not verdict.good for verdict in verdicts)
    agree = "every line, hash and rule of them agrees" if not bad else f"{bad:,} of them do not agree"
    return Verdict(not bad, [*faults[:FAULTS], f"{name}: {len(verdicts):,} records; {agree}"])


def _judged(load: Callable[[], ParsedRecord], deck: Path | None) -> Verdict:
    verdict = Verdict()
    try:
        written = load()
        match = replay(written, deck=deck)
    except FlattopError as error:
        return verdict.fault(str(error))
    if written.cut:
        return verdict.fault(f"{written.name}: line {written.cut} breaks off; {_loads(match)}")
    if match.over and not written.finished:
        return verdict.fault(f"{written.name}: the game is over, but the record has no end")
    verdict.lines.append(f"{written.name}: {_loads(match)}; every line, hash and rule agrees")
    verdict.lines += _edition_lines(written, match)
    verdict.lines.append(_seed_line(match))
    if match.luck_kept:
        verdict.lines.append(f"{match.luck_kept} undos went on with the same luck, as in records of old")
    return verdict


def _loads(match: Match) -> str:
    state = "to its end" if match.over else "unfinished"
    practice = ", for practice" if match.practice else ""
    return f"{match.game.title}, {match.actions} actions, {state}{practice}"


def _edition_lines(written: ParsedRecord, match: Match) -> list[str]:
    """Under which rules it was played, where those of today are others."""
    first, last, ours = written.header.get("edition"), written.edition, match.game.edition
    if first == ours:
        return []
    went_on = f" and gone on with under edition {last}" if last != first else ""
    lines = [f"begun under edition {first}{went_on}; played again by edition {ours}"]
    if last != ours and match.record.vouched != match.actions:
        lines.append("there is no hash at its end, so it cannot be gone on with")
    return lines


def _seed_line(match: Match) -> str:
    if not match.commitment:
        return f"seed {match.seed!r}: a plain number, nothing was committed"
    return f"the seed agrees with its commitment {match.commitment}"
