"""A report as one HTML file: no scripts, nothing to load, light and dark, on a phone and in print."""

from flattop.lab.report_html.document import Section, document, figure, grid, paragraph, picture, table
from flattop.lab.report_html.plots import Line, Mark, bars, dots, heat, histogram, lines

__all__ = [
    "Line",
    "Mark",
    "Section",
    "bars",
    "document",
    "dots",
    "figure",
    "grid",
    "heat",
    "histogram",
    "lines",
    "paragraph",
    "picture",
    "table",
]
