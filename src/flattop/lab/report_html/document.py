"""HTML reports: the document with its style sheet, sections, figures and tables.

A report is one file without scripts or links, so the style sheet is embedded in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape

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
