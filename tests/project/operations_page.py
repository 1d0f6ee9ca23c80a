"""Writes the table of limits of docs/operations.md: `.venv/bin/python tests/project/operations_page.py`."""

import re
from pathlib import Path

from flattop.server.limits import limit_help

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
TABLE = re.compile(r"^\| limit \| .*\n(?:\|.*\n)+", re.M)


def limits_table():
    """Returns the limits with defaults and descriptions as a Markdown table."""
    rows = [f"| `{name}` | {default:,} | {meaning} |" for name, default, meaning in limit_help()]
    return "\n".join(["| limit | default | meaning |", "|---|---|---|", *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: limits_table(), PAGE.read_text("utf-8")), "utf-8")
