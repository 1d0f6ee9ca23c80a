"""Verdicts on records: findings about their chain, commitment, state hashes and rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from flattop.kernel import FlattopError
from flattop.match.record import ACTIONS, BadRecord, ParsedRecord, Source, parse, read, records
from flattop.match.replay import replay

MOST_FAULTS = 10  # shown for one file


@dataclass(slots=True)
class Verdict:
    """The result of a verification: True or False, and the lines to show."""

    good: bool = True
    lines: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> Verdict:
        self.good = False
        self.lines.append(sentence)
        return self


def verify(source: Source, deck: Path | None = None) -> Verdict:
    """Verify a record, given as a file or as its text."""
    return _verdict(partial(read, source), deck)


def verify_file(path: Path, deck: Path | None = None) -> Verdict:
    """Verify all records of a file, which may be a bundle."""
    try:
        verdicts = [_verdict(partial(parse, raw, name), deck) for name, raw in records(path)]
    except BadRecord as error:
        return Verdict().fault(str(error))
    if len(verdicts) == 1:
        return verdicts[0]
    faults = [line for verdict in verdicts if not verdict.good for line in verdict.lines]
    bad = sum(not verdict.good for verdict in verdicts)
    summary = f"{bad:,} of them do not agree" if bad else "every line, hash and rule of them agrees"
    return Verdict(not bad, [*faults[:MOST_FAULTS], f"{path.name}: {len(verdicts):,} records; {summary}"])


def _verdict(load: Callable[[], ParsedRecord], deck: Path | None) -> Verdict:
    verdict = Verdict()
    try:
        record = load()
        match = replay(record, deck=deck)
    except FlattopError as error:
        return verdict.fault(str(error))
    state = "to its end" if match.over else "unfinished"
    practice = ", for practice" if match.practice else ""
    summary = f"{match.game.title}, {match.actions} actions, {state}{practice}"
    if record.cut:
        return verdict.fault(f"{record.name}: line {record.cut} breaks off; {summary}")
    if match.over and not record.finished:
        return verdict.fault(f"{record.name}: the game is over, but the record has no end")
    if line := _chosen_seed(record):
        reason = "play continues with a chosen seed, which only a what-if game may do"
        return verdict.fault(f"{record.name}: line {line}: {reason}")
    verdict.lines.append(f"{record.name}: {summary}; every line, hash and rule agrees")
    first, last, ours = record.header.get("edition"), record.edition, match.game.edition
    if first != ours:
        continued = f" and continued under edition {last}" if last != first else ""
        verdict.lines.append(f"begun under edition {first}{continued}; replayed by edition {ours}")
        if last != ours and match.record.hashed_at != match.actions:
            verdict.lines.append("there is no state hash at its end, so it cannot be continued")
    if match.commitment:
        verdict.lines.append(f"the seed agrees with its commitment {match.commitment}")
    else:
        verdict.lines.append(f"seed {match.seed!r}: a plain number, nothing was committed")
    if match.is_branch:
        counts = ", ".join(map(str, record.header["what_if"]))
        verdict.lines.append(f"a what-if game: a new seed was chosen after actions: {counts}")
    if match.undos_without_redeal:
        undos = match.undos_without_redeal
        verdict.lines.append(f"{undos} undos kept the same random stream, as in older records")
    return verdict


def _chosen_seed(record: ParsedRecord) -> int | None:
    """Return the line of the first change of the seed that the header does not announce."""
    announced = record.header.get("what_if")
    actions, allowed = 0, announced[:] if isinstance(announced, list) else []
    for line, entry in enumerate(record.entries, 2):
        if "luck" in entry:
            if actions not in allowed:
                return line
            allowed.remove(actions)
        actions += not entry.keys().isdisjoint(ACTIONS)
    return None
