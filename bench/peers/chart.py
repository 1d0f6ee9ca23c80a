"""A bar chart as SVG, on a scale of powers of ten, with whiskers from the least to the most."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10
from statistics import median
from xml.sax.saxutils import escape

LEFT, WIDTH, ROW, TOP = 210, 520, 22, 34
OURS, THEIRS = "#b5482a", "#5b6b7a"


def chart(title: str, rows: dict[str, list[float]], others: set[str]) -> str:
    """One bar for each row, the longest first; bars of `others` have a colour of their own."""
    ordered = sorted(rows.items(), key=lambda row: -median(row[1]))
    values = [value for _, row in ordered for value in row]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    height = TOP + ROW * len(ordered) + 24

    def x(value: float) -> float:
        return LEFT + WIDTH * (log10(value) - low) / (high - low)

    parts = [f'<text x="12" y="20" font-weight="bold">{escape(title)}</text>']
    for power in range(low, high + 1):
        at = x(10**power)
        parts.append(f'<path d="M{at:.0f} {TOP}V{height - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.0f}" y="{height - 6}" text-anchor="middle">{10**power:,}</text>')
    for number, (name, row) in enumerate(ordered):
        parts.append(bar(TOP + ROW * number, name, row, x, THEIRS if name in others else OURS))
    size = f'width="{LEFT + WIDTH + 90}" height="{height}"'
    style = 'font-family="sans-serif" font-size="12" fill="#222"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{ground}{"".join(parts)}</svg>\n'


def bar(y: float, name: str, row: list[float], x: Callable[[float], float], colour: str) -> str:
    """The bar of the median, its whisker, and the figure in words."""
    middle, end = y + ROW / 2, x(median(row))
    return (
        f'<text x="{LEFT - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{LEFT}" y="{y + 4}" width="{end - LEFT:.1f}" height="{ROW - 8}" fill="{colour}"/>'
        f'<path d="M{x(min(row)):.1f} {middle:.1f}H{x(max(row)):.1f}" stroke="#222"/>'
        f'<text x="{max(end, x(max(row))) + 6:.0f}" y="{middle + 4:.0f}">{median(row):,.0f}</text>'
    )
