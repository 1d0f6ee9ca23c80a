"""The frame of a report: a title, what was found, sections, and figures with their numbers beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from flattop.lab.report_html.style import sheet


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of a report and all below it, as HTML."""

    id: str
    title: str
    body: str


def document(title: str, lead: str, sections: Sequence[Section], foot: str = "") -> str:
    """The whole file; `lead` and `foot` are HTML."""
    links = "".join(f'<li><a href="#{one.id}">{escape(one.title)}</a></li>' for one in sections)
    body = "".join(
        f'<section><h2 id="{one.id}">{escape(one.title)}</h2>{one.body}</section>\n' for one in sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{sheet()}</style></head>\n"
        f"<body><header><h1>{escape(title)}</h1>{lead}</header>\n"
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n<main>{body}</main>'
        f"<footer>{foot}</footer></body></html>\n"
    )


def paragraph(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def grid(figures: Iterable[str]) -> str:
    return f'<div class="grid">{"".join(figures)}</div>'


def figure(title: str, plot: str, numbers: str, note: str = "", wide: bool = False) -> str:
    """A plot under its title, and below it the same numbers as a table."""
    said = f"<figcaption>{escape(title)}</figcaption>"
    rows = f"<details><summary>The numbers</summary>{numbers}</details>" if plot else numbers
    below = paragraph(note, "note") if note else ""
    kind = ' class="wide"' if wide else ""
    return f"<figure{kind}>{said}{plot}{below}{rows}</figure>"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """Rows under headings; `numbers` are the columns to set right."""
    head = "".join(_cell("th", name, i in numbers, ' scope="col"') for i, name in enumerate(columns))
    body = "".join(
        "<tr>" + "".join(_cell("td", cell, i in numbers) for i, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(tag: str, words: str, number: bool, more: str = "") -> str:
    kind = ' class="number"' if number else ""
    return f"<{tag}{kind}{more}>{escape(words)}</{tag}>"
