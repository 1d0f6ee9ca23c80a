"""Bar charts as SVG, with whiskers from minimum to maximum."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from statistics import median
from xml.sax.saxutils import escape

LETTER, WIDTH, ROW, TOP = 7, 520, 22, 34
OURS, THEIRS = "#b5482a", "#5b6b7a"


def chart(title: str, rows: dict[str, list[float]], others: set[str]) -> str:
    """Return a chart with one bar for each row, longest first; bars of `others` have another colour."""
    ordered = sorted(rows.items(), key=lambda row: -median(row[1]))
    most = max(value for row in rows.values() for value in row)
    left, height = LETTER * max(map(len, rows)) + 20, TOP + ROW * len(ordered) + 24

    def x(value: float) -> float:
        return left + WIDTH * value / most

    parts = [f'<text x="12" y="20" font-weight="bold">{escape(title)}</text>']
    for tick in ticks(most):
        parts.append(f'<path d="M{x(tick):.0f} {TOP}V{height - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{x(tick):.0f}" y="{height - 6}" text-anchor="middle">{tick:,}</text>')
    for number, (name, row) in enumerate(ordered):
        parts.append(bar(TOP + ROW * number, name, row, x, THEIRS if name in others else OURS))
    size = f'width="{left + WIDTH + 90}" height="{height}"'
    style = 'font-family="sans-serif" font-size="12" fill="#222"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{ground}{"".join(parts)}</svg>\n'


def ticks(most: float) -> range:
    """Return three to six round numbers from zero."""
    step = 10 ** floor(log10(most))
    if most < 2 * step:
        step = max(1, step // 2)
    elif most >= 5 * step:
        step *= 2
    return range(0, floor(most) + 1, step)


def bar(y: float, name: str, row: list[float], x: Callable[[float], float], colour: str) -> str:
    """Return the bar of the median with its whisker and value."""
    middle, end = y + ROW / 2, x(median(row))
    return (
        f'<text x="{x(0) - 8:.0f}" y="{middle + 4:.0f}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{x(0):.0f}" y="{y + 4}" width="{end - x(0):.1f}" height="{ROW - 8}" fill="{colour}"/>'
        f'<path d="M{x(min(row)):.1f} {middle:.1f}H{x(max(row)):.1f}" stroke="#222"/>'
        f'<text x="{max(end, x(max(row))) + 6:.0f}" y="{middle + 4:.0f}">{median(row):,.0f}</text>'
    )
