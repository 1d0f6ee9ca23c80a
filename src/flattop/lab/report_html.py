"""HTML reports: the document with its style sheet, sections, figures and tables; plots as SVG text.

A report is one file without scripts or links, so the style sheet is embedded in it. Plots are narrow, so that
text keeps its size on a phone. Their colours are CSS classes and variables. Every plot carries its values as
a text description for screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

LIGHT = {
    "paper": "#F3EEE3",
    "counter": "#FBF8F1",
    "well": "#E9E2D3",
    "edge": "#D8CFBC",
    "rim": "#8C8069",
    "ink": "#2A211A",
    "ink-2": "#5F5244",
    "lamp": "#BA4209",
    "lamp-wash": "#FDE7D2",
    "good": "#2B6E2F",
    "bad": "#A8201A",
    "seat-1": "#1F5FA6",
    "seat-2": "#8A2F7C",
    "seat-3": "#0F766E",
    "seat-4": "#AC4B0C",
    "seat-5": "#B02A55",
    "seat-6": "#4A5560",
}
DARK = {
    "paper": "#171310",
    "counter": "#211B17",
    "well": "#120F0C",
    "edge": "#3D342C",
    "rim": "#8F8170",
    "ink": "#F4EBDD",
    "ink-2": "#BDAE9A",
    "lamp": "#FF9A3C",
    "lamp-wash": "#46301A",
    "good": "#8FCF74",
    "bad": "#FF9484",
    "seat-1": "#6BA7EE",
    "seat-2": "#D688C9",
    "seat-3": "#4FBDB2",
    "seat-4": "#EE9150",
    "seat-5": "#F0809F",
    "seat-6": "#A4B1BD",
}
TEXT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Ubuntu, sans-serif'
MENU = 'Rockwell, "Rockwell Nova", "Roboto Slab", Georgia, serif'

PLOT = f"""
svg.plot {{ font: 12px {TEXT}; fill: var(--ink); display: block; width: 100%; height: auto;
  max-width: 27rem; }}
.plot .quiet {{ fill: var(--ink-2); font-size: 11px; }}
.plot .bar {{ fill: var(--seat-1); }}
.plot .loud {{ fill: var(--lamp); }}
.plot .track {{ fill: var(--well); }}
.plot .rule {{ stroke: var(--edge); fill: none; }}
.plot .zero {{ stroke: var(--rim); stroke-dasharray: 3 3; fill: none; }}
.plot .whisker {{ stroke: var(--ink); stroke-width: 1.5; fill: none; }}
.plot .end {{ text-anchor: end; }}
.plot .mid {{ text-anchor: middle; }}
"""
PAGE = f"""
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 24px 16px 64px; max-width: 76rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 {TEXT}; }}
h1, h2, h3 {{ font-family: {MENU}; line-height: 1.2; margin: 0 0 8px; }}
h1 {{ font-size: 2.25rem; }} h2 {{ font-size: 1.5rem; margin-top: 40px; }} h3 {{ font-size: 1.125rem; }}
p, ul, ol {{ max-width: 46rem; margin: 0 0 12px; }}
.lead {{ font-size: 1.125rem; }}
.note {{ color: var(--ink-2); font-size: .875rem; }}
.findings li {{ margin-bottom: 8px; }}
nav ul {{ list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; }}
a {{ color: var(--lamp); }}
.grid {{ display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  align-items: start; }}
figure {{ margin: 0; padding: 16px; background: var(--counter); border: 1px solid var(--edge);
  border-radius: 14px; }}
.wide {{ grid-column: 1 / -1; }}
figcaption {{ font-weight: 600; margin-bottom: 8px; }}
summary {{ cursor: pointer; color: var(--ink-2); font-size: .875rem; min-height: 24px; margin-top: 8px; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .875rem; width: 100%; }}
th, td {{ text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--edge);
  vertical-align: top; }}
th {{ color: var(--ink-2); font-weight: 600; }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
@media print {{
  body {{ background: #fff; padding: 0; max-width: none; }}
  figure {{ break-inside: avoid; }}
  h2 {{ break-after: avoid; }}
  nav, summary {{ display: none; }}
}}
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report; `body` is HTML."""

    id: str
    title: str
    body: str


def document(title: str, lead: str, sections: Sequence[Section], foot: str = "") -> str:
    """Return the complete file; `lead` and `foot` are HTML."""
    links = "".join(f'<li><a href="#{section.id}">{escape(section.title)}</a></li>' for section in sections)
    body = "".join(
        f'<section><h2 id="{section.id}">{escape(section.title)}</h2>{section.body}</section>\n'
        for section in sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{colours()}{PAGE}{PLOT}</style></head>\n"
        f"<body><header><h1>{escape(title)}</h1>{lead}</header>\n"
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n<main>{body}</main>'
        f"<footer>{foot}</footer></body></html>\n"
    )


def paragraph(text: str, css_class: str = "") -> str:
    return f'<p class="{css_class}">{escape(text)}</p>' if css_class else f"<p>{escape(text)}</p>"


def grid(figures: Iterable[str]) -> str:
    return f'<div class="grid">{"".join(figures)}</div>'


def figure(title: str, plot: str, numbers: str, note: str = "", wide: bool = False) -> str:
    """Return a plot with its title and note, and the same numbers as a table that can be opened."""
    caption = f"<figcaption>{escape(title)}</figcaption>"
    rows = f"<details><summary>The numbers</summary>{numbers}</details>" if plot else numbers
    below = paragraph(note, "note") if note else ""
    css_class = ' class="wide"' if wide else ""
    return f"<figure{css_class}>{caption}{plot}{below}{rows}</figure>"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """Return a table; the columns with indices `numbers` are right-aligned."""
    head = "".join(_cell("th", name, i in numbers, ' scope="col"') for i, name in enumerate(columns))
    body = "".join(
        "<tr>" + "".join(_cell("td", cell, i in numbers) for i, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(tag: str, text: str, is_number: bool, attributes: str = "") -> str:
    css_class = ' class="number"' if is_number else ""
    return f"<{tag}{css_class}{attributes}>{escape(text)}</{tag}>"


def picture(plot: str) -> str:
    """Return a plot as a separate SVG file with its own colours and background."""
    head, _, rest = plot.partition(">")
    background = '<rect width="100%" height="100%" rx="10" style="fill: var(--counter)"/>'
    return f"{head}><style>{colours()}{PLOT}</style>{background}{rest}\n"


def colours() -> str:
    """Return the CSS variables of the light and the dark theme."""
    light, dark = (
        " ".join(f"--{name}: {colour};" for name, colour in theme.items()) for theme in (LIGHT, DARK)
    )
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )


# -- plots

WIDTH, PAD = 360, 8
ROW, HEIGHT, FOOT = 34, 190, 22
LETTER, CELL = 7.2, 72  # width of a letter in most fonts, and of a heat map cell at most

Format = Callable[[float], str]
Scale = Callable[[float], float]  # maps a value to a coordinate


class Mark(NamedTuple):
    """A value with its interval; `loud` highlights it."""

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
    """A line through points, with a band from `low` to `high` around it."""

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


def bars(title: str, marks: Sequence[Mark], fmt: Format, fair: float | None = None) -> str:
    """Return horizontal bars from zero with intervals as whiskers, and a dashed line at `fair`."""
    most = max([end for mark in marks for end in mark.ends] + [fair or 0.0, 1e-9])
    x = _scale(0, most, PAD, WIDTH - PAD)
    parts = []
    for row, mark in enumerate(marks):
        top, (low, high) = ROW * row, mark.ends
        parts.append(
            f"{_labels(mark, top, fmt)}"
            f'<rect class="track" x="{PAD}" y="{top + 18}" width="{WIDTH - 2 * PAD}" height="10" rx="3"/>'
            f'<rect class="{"loud" if mark.loud else "bar"}" x="{PAD}" y="{top + 18}" '
            f'width="{x(max(0.0, mark.value)) - PAD:.1f}" height="10" rx="3"/>'
            f"{_whisker(x(max(0.0, low)), x(max(0.0, high)), top + 23)}"
        )
    height = ROW * len(marks) + 4
    if fair is not None:
        parts.append(f'<path class="zero" d="M{x(fair):.1f} 0V{height}"/>')
    return _svg(title, _marks_text(marks, fmt), height, parts)


def dots(title: str, marks: Sequence[Mark], fmt: Format) -> str:
    """Return dots with intervals on a common scale, and a dashed line at zero."""
    ends = [end for mark in marks for end in mark.ends] or [0.0]
    x = _scale(min(*ends, 0.0), max(*ends, 0.0) or 1e-9, PAD + 4, WIDTH - PAD - 4)
    height = ROW * len(marks) + 4
    parts = [f'<path class="zero" d="M{x(0):.1f} 0V{height}"/>']
    for row, mark in enumerate(marks):
        top, (low, high) = ROW * row, mark.ends
        parts.append(
            f"{_labels(mark, top, fmt)}{_whisker(x(low), x(high), top + 24)}"
            f'<circle class="{"loud" if mark.loud else "bar"}" cx="{x(mark.value):.1f}" '
            f'cy="{top + 24}" r="4.5"/>'
        )
    return _svg(title, _marks_text(marks, fmt), height, parts)


def histogram(title: str, counts: Sequence[tuple[str, int]], unit: str) -> str:
    """Return a histogram of labelled counts."""
    most, total = max([count for _, count in counts] + [1]), sum(count for _, count in counts) or 1
    wide = (WIDTH - 2 * PAD) / max(1, len(counts))
    y = _scale(0, most, HEIGHT - FOOT, 16)
    parts = [f'<path class="rule" d="M{PAD} {HEIGHT - FOOT}H{WIDTH - PAD}"/>']
    letters = max([len(label) for label, _ in counts], default=0) + 1
    every = max(1, ceil(6 * letters / wide))  # label every n-th bar, so that labels do not overlap
    for place, (label, count) in enumerate(counts):
        left = PAD + place * wide
        parts.append(
            f'<rect class="bar" x="{left + 0.5:.1f}" y="{y(count):.1f}" width="{max(1.0, wide - 1):.1f}" '
            f'height="{HEIGHT - FOOT - y(count):.1f}"/>'
        )
        if place % every == 0:
            parts.append(_x_label(left + wide / 2, label))
    parts.append(
        f'<text class="quiet" x="{PAD}" y="11">{escape(unit)}; at most {100 * most / total:.0f} %</text>'
    )
    return _svg(title, "; ".join(f"{label}: {count}" for label, count in counts), HEIGHT, parts)


def lines(title: str, some: Sequence[Line], fmt: Format, unit: str) -> str:
    """Return lines with their bands on common scales, with a legend if there are several."""
    xs = [x for line in some for x in line.xs] or [0.0, 1.0]
    ys = [y for line in some for y in (*line.ys, *line.low, *line.high)] or [0.0, 1.0]
    bottom, top = min(ys), max(ys)
    x = _scale(min(xs), max(xs), PAD + 34, WIDTH - PAD)
    y = _scale(bottom, top if top > bottom else bottom + 1, HEIGHT - FOOT, 22)
    parts = [
        f'<path class="rule" d="M{PAD + 34} {y(tick):.1f}H{WIDTH - PAD}"/>'
        f'<text class="quiet end" x="{PAD + 30}" y="{y(tick) + 4:.1f}">{escape(fmt(tick))}</text>'
        for tick in round_numbers(bottom, top)
    ]
    for number, line in enumerate(some):
        colour = f"var(--seat-{number % 6 + 1})"
        if line.low and line.high:
            edge = [*zip(line.xs, line.high, strict=True), *reversed([*zip(line.xs, line.low, strict=True)])]
            points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in edge)
            parts.append(f'<polygon points="{points}" style="fill: {colour}; opacity: .2"/>')
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in zip(line.xs, line.ys, strict=True))
        style = f"fill: none; stroke: {colour}; stroke-width: 2"
        parts.append(f'<polyline points="{points}" style="{style}"/>')
    parts += [_x_label(x(at), f"{at:g}") for at in round_numbers(min(xs), max(xs))]
    parts.append(f'<text class="quiet" x="{PAD}" y="11">{escape(unit)}</text>')
    for number, line in enumerate(some if len(some) > 1 else ()):
        left, top = WIDTH - PAD - 62 * (number % 3 + 1), 11 + 12 * (number // 3)
        label, colour = escape(_short(line.label, 10)), f"var(--seat-{number % 6 + 1})"
        parts.append(f'<text class="quiet" x="{left}" y="{top}" style="fill: {colour}">{label}</text>')
    text = [
        f"{line.label}: from {fmt(line.ys[0])} to {fmt(line.ys[-1])}" if line.ys else line.label
        for line in some
    ]
    return _svg(title, "; ".join(text), HEIGHT, parts)


def heat(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    fmt: Format,
) -> str:
    """Return a heat map with the value written in each cell; None leaves a cell empty."""
    all_values = [value for row in values for value in row if value is not None] or [0.0]
    shade = _scale(min(all_values), max(all_values) or 1e-9, 0.05, 0.6)
    left = PAD + LETTER * max([len(_short(name, 14)) for name in rows], default=0) + 6
    wide = min(CELL, (WIDTH - PAD - left) / max(1, len(columns)))
    parts = [
        f'<text class="quiet mid" x="{left + wide * (i + 0.5):.1f}" y="14">{escape(_short(name, 9))}</text>'
        for i, name in enumerate(columns)
    ]
    text = []
    for j, (name, row) in enumerate(zip(rows, values, strict=True)):
        cells = [(i, column, value) for i, (column, value) in enumerate(zip(columns, row, strict=True))]
        parts.append(f'<text x="{PAD}" y="{37 + 26 * j}">{escape(_short(name, 14))}</text>')
        parts += [
            f'<rect class="loud" x="{left + wide * i + 1:.1f}" y="{21 + 26 * j}" width="{wide - 2:.1f}" '
            f'height="24" rx="3" opacity="{shade(value):.2f}"/>'
            f'<text class="mid" x="{left + wide * i + wide / 2:.1f}" y="{37 + 26 * j}">'
            f"{escape(fmt(value))}</text>"
            for i, _, value in cells
            if value is not None
        ]
        described = ", ".join(f"{column} {fmt(value)}" for _, column, value in cells if value is not None)
        text.append(f"{name}: {described}")
    return _svg(title, "; ".join(text), 24 + 26 * len(rows), parts)


def round_numbers(low: float, high: float) -> list[float]:
    """Return three to six round numbers between two values, for the ticks of a scale."""
    if high <= low:
        return [low]
    step = 10 ** floor(log10(high - low))
    step *= next(part for part in (0.2, 0.5, 1, 2) if (high - low) / (step * part) <= 6)
    first = ceil(low / step - 1e-9)
    return [number * step for number in range(first, floor(high / step + 1e-9) + 1)]


def _scale(low: float, high: float, left: float, right: float) -> Scale:
    reach = (high - low) or 1.0
    return lambda value: left + (right - left) * (value - low) / reach


def _labels(mark: Mark, top: float, fmt: Format) -> str:
    value = f'<text class="end" x="{WIDTH - PAD}" y="{top + 13}">{escape(fmt(mark.value))}</text>'
    return f'<text x="{PAD}" y="{top + 13}">{escape(_short(mark.label, 44))}</text>{value}'


def _whisker(left: float, right: float, y: float) -> str:
    if right - left < 0.05:
        return ""
    ends = f"M{left:.1f} {y - 4}v8M{right:.1f} {y - 4}v8"
    return f'<path class="whisker" d="M{left:.1f} {y}H{right:.1f}{ends}"/>'


def _x_label(x: float, label: str) -> str:
    return f'<text class="quiet mid" x="{x:.1f}" y="{HEIGHT - 6}">{escape(label)}</text>'


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _marks_text(marks: Sequence[Mark], fmt: Format) -> str:
    parts = []
    for mark in marks:
        interval = ""
        if mark.low is not None and mark.high is not None:
            interval = f" ({fmt(mark.low)} to {fmt(mark.high)})"
        parts.append(f"{mark.label}: {fmt(mark.value)}{interval}")
    return "; ".join(parts)


def _svg(title: str, description: str, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    attributes = f'class="plot" role="img" aria-label="{escape(title)}"'
    text = f"<title>{escape(title)}</title><desc>{escape(_short(description, 1200))}</desc>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes} {size}>{text}{"".join(parts)}</svg>'
