"""Small plots as SVG: bars, dots with intervals, histograms, lines with a band, heat maps.

Each is a string that a page or a file takes as it is.  They are narrow, so that letters keep their size on a
phone; colours are classes and names of the sheet in `style.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, PAD = 360, 8
ROW, HEIGHT, FOOT = 34, 190, 22
LETTER, CELL = 7.2, 72  # a letter in most fonts, a cell at most

Format = Callable[[float], str]
Values = Sequence[float | None]  # of one row, None where there is none


class Mark(NamedTuple):
    """One value with its interval, and whether it stands out."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    loud: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        low = self.value if self.low is None else self.low
        return low, self.value if self.high is None else self.high


class Line(NamedTuple):
    """A line through some places, and the band it may lie in."""

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


def bars(title: str, marks: Sequence[Mark], said: Format, fair: float | None = None) -> str:
    """A bar from zero for each value, its interval as a whisker; a dashed line at what would be fair."""
    most = max([end for mark in marks for end in mark.ends] + [fair or 0.0, 1e-9])
    x = _scale(0, most, PAD, WIDTH - PAD)
    parts = [_bar(mark, x, ROW * row, said) for row, mark in enumerate(marks)]
    height = ROW * len(marks) + 4
    if fair is not None:
        parts.append(f'<path class="zero" d="M{x(fair):.1f} 0V{height}"/>')
    return _svg(title, _told(marks, said), height, parts)


def _bar(mark: Mark, x: Callable[[float], float], top: float, said: Format) -> str:
    low, high = mark.ends
    kind = "loud" if mark.loud else "bar"
    return (
        f"{_names(mark, top, said)}"
        f'<rect class="track" x="{PAD}" y="{top + 18}" width="{WIDTH - 2 * PAD}" height="10" rx="3"/>'
        f'<rect class="{kind}" x="{PAD}" y="{top + 18}" width="{x(max(0.0, mark.value)) - PAD:.1f}" '
        f'height="10" rx="3"/>{_whisker(x(max(0.0, low)), x(max(0.0, high)), top + 23)}'
    )


def dots(title: str, marks: Sequence[Mark], said: Format) -> str:
    """A dot with its interval for each value, on one scale that has its zero marked."""
    ends = [end for mark in marks for end in mark.ends] or [0.0]
    x = _scale(min(*ends, 0.0), max(*ends, 0.0) or 1e-9, PAD + 4, WIDTH - PAD - 4)
    height = ROW * len(marks) + 4
    parts = [f'<path class="zero" d="M{x(0):.1f} 0V{height}"/>']
    parts += [_dot(mark, x, ROW * row, said) for row, mark in enumerate(marks)]
    return _svg(title, _told(marks, said), height, parts)


def _dot(mark: Mark, x: Callable[[float], float], top: float, said: Format) -> str:
    low, high = mark.ends
    kind = "loud" if mark.loud else "bar"
    dot = f'<circle class="{kind}" cx="{x(mark.value):.1f}" cy="{top + 24}" r="4.5"/>'
    return f"{_names(mark, top, said)}{_whisker(x(low), x(high), top + 24)}{dot}"


def _names(mark: Mark, top: float, said: Format) -> str:
    value = f'<text class="end" x="{WIDTH - PAD}" y="{top + 13}">{escape(said(mark.value))}</text>'
    return f'<text x="{PAD}" y="{top + 13}">{escape(_short(mark.label, 44))}</text>{value}'


def _whisker(left: float, right: float, y: float) -> str:
    if right - left < 0.05:
        return ""
    ends = f"M{left:.1f} {y - 4}v8M{right:.1f} {y - 4}v8"
    return f'<path class="whisker" d="M{left:.1f} {y}H{right:.1f}{ends}"/>'


def histogram(title: str, counts: Sequence[tuple[str, int]], unit: str) -> str:
    """How often each value, or range of values, came up."""
    most, all_of = max([count for _, count in counts] + [1]), sum(count for _, count in counts) or 1
    wide = (WIDTH - 2 * PAD) / max(1, len(counts))
    y = _scale(0, most, HEIGHT - FOOT, 16)
    parts = [f'<path class="rule" d="M{PAD} {HEIGHT - FOOT}H{WIDTH - PAD}"/>']
    letters = max([len(label) for label, _ in counts], default=0) + 1
    every = max(1, ceil(6 * letters / wide))
    for place, (label, count) in enumerate(counts):
        left = PAD + place * wide
        parts.append(
            f'<rect class="bar" x="{left + 0.5:.1f}" y="{y(count):.1f}" width="{max(1.0, wide - 1):.1f}" '
            f'height="{HEIGHT - FOOT - y(count):.1f}"/>'
        )
        if place % every == 0:
            parts.append(_below(left + wide / 2, label))
    parts.append(
        f'<text class="quiet" x="{PAD}" y="11">{escape(unit)}; at most {100 * most / all_of:.0f} %</text>'
    )
    return _svg(title, _counted(counts), HEIGHT, parts)


def lines(title: str, some: Sequence[Line], said: Format, unit: str) -> str:
    """Lines on common scales, each with its band; the first label of the scale is its least value."""
    xs = [x for line in some for x in line.xs] or [0.0, 1.0]
    ys = [y for line in some for y in (*line.ys, *line.low, *line.high)] or [0.0, 1.0]
    bottom, top = min(ys), max(ys)
    x = _scale(min(xs), max(xs), PAD + 34, WIDTH - PAD)
    y = _scale(bottom, top if top > bottom else bottom + 1, HEIGHT - FOOT, 22)
    parts = [
        f'<path class="rule" d="M{PAD + 34} {y(tick):.1f}H{WIDTH - PAD}"/>'
        f'<text class="quiet end" x="{PAD + 30}" y="{y(tick) + 4:.1f}">{escape(said(tick))}</text>'
        for tick in round_numbers(bottom, top)
    ]
    parts += [_line(line, number, x, y) for number, line in enumerate(some)]
    parts += [_below(x(at), f"{at:g}") for at in round_numbers(min(xs), max(xs))]
    parts.append(f'<text class="quiet" x="{PAD}" y="11">{escape(unit)}</text>')
    parts += [_legend(line, number) for number, line in enumerate(some) if len(some) > 1]
    return _svg(title, "; ".join(_line_told(line, said) for line in some), HEIGHT, parts)


def _line(line: Line, number: int, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    colour = f"var(--seat-{number % 6 + 1})"
    band = ""
    if line.low and line.high:
        edge = [*zip(line.xs, line.high, strict=True), *reversed([*zip(line.xs, line.low, strict=True)])]
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in edge)
        band = f'<polygon points="{points}" style="fill: {colour}; opacity: .2"/>'
    points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in zip(line.xs, line.ys, strict=True))
    return f'{band}<polyline points="{points}" style="fill: none; stroke: {colour}; stroke-width: 2"/>'


def _legend(line: Line, number: int) -> str:
    left = WIDTH - PAD - 62 * (number % 3 + 1)
    top = 11 + 12 * (number // 3)
    label, colour = escape(_short(line.label, 10)), f"var(--seat-{number % 6 + 1})"
    return f'<text class="quiet" x="{left}" y="{top}" style="fill: {colour}">{label}</text>'


def heat(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    said: Format,
) -> str:
    """A value for every row and column: the fuller the colour, the higher; each is written there as well."""
    all_values = [value for row in values for value in row if value is not None] or [0.0]
    shade = _scale(min(all_values), max(all_values) or 1e-9, 0.05, 0.6)
    left = PAD + LETTER * max([len(_short(name, 14)) for name in rows], default=0) + 6
    wide = min(CELL, (WIDTH - PAD - left) / max(1, len(columns)))
    parts = [
        f'<text class="quiet mid" x="{left + wide * (i + 0.5):.1f}" y="14">{escape(_short(name, 9))}</text>'
        for i, name in enumerate(columns)
    ]
    for j, (name, row) in enumerate(zip(rows, values, strict=True)):
        parts.append(f'<text x="{PAD}" y="{37 + 26 * j}">{escape(_short(name, 14))}</text>')
        parts += [
            _patch(left + wide * i, 20 + 26 * j, wide, value, shade, said) for i, value in enumerate(row)
        ]
    told = "; ".join(
        f"{name}: {_row_told(columns, row, said)}" for name, row in zip(rows, values, strict=True)
    )
    return _svg(title, told, 24 + 26 * len(rows), parts)


def _patch(
    left: float, top: float, wide: float, value: float | None, shade: Callable[[float], float], said: Format
) -> str:
    if value is None:
        return ""
    return (
        f'<rect class="loud" x="{left + 1:.1f}" y="{top + 1}" width="{wide - 2:.1f}" height="24" rx="3" '
        f'opacity="{shade(value):.2f}"/>'
        f'<text class="mid" x="{left + wide / 2:.1f}" y="{top + 17}">{escape(said(value))}</text>'
    )


def round_numbers(low: float, high: float) -> list[float]:
    """Three to six round numbers from one to the other."""
    if high <= low:
        return [low]
    step = 10 ** floor(log10(high - low))
    step *= next(part for part in (0.2, 0.5, 1, 2) if (high - low) / (step * part) <= 6)
    first = ceil(low / step - 1e-9)
    return [number * step for number in range(first, floor(high / step + 1e-9) + 1)]


def _scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    reach = (high - low) or 1.0
    return lambda value: left + (right - left) * (value - low) / reach


def _below(x: float, label: str) -> str:
    return f'<text class="quiet mid" x="{x:.1f}" y="{HEIGHT - 6}">{escape(label)}</text>'


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _told(marks: Sequence[Mark], said: Format) -> str:
    return "; ".join(f"{mark.label}: {said(mark.value)}{_interval(mark, said)}" for mark in marks)


def _interval(mark: Mark, said: Format) -> str:
    if mark.low is None or mark.high is None:
        return ""
    return f" ({said(mark.low)} to {said(mark.high)})"


def _counted(counts: Sequence[tuple[str, int]]) -> str:
    return "; ".join(f"{label}: {count}" for label, count in counts)


def _line_told(line: Line, said: Format) -> str:
    return f"{line.label}: from {said(line.ys[0])} to {said(line.ys[-1])}" if line.ys else line.label


def _row_told(columns: Sequence[str], row: Sequence[float | None], said: Format) -> str:
    return ", ".join(
        f"{name} {said(value)}" for name, value in zip(columns, row, strict=True) if value is not None
    )


def _svg(title: str, told: str, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    named = f'class="plot" role="img" aria-label="{escape(title)}"'
    said = f"<title>{escape(title)}</title><desc>{escape(_short(told, 1200))}</desc>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {named} {size}>{said}{"".join(parts)}</svg>'
