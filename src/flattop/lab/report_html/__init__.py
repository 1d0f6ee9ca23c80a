"""Reports as one HTML file: no scripts, no external resources, light and dark, for phone and print."""

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
