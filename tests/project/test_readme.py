"""The README is a doctest: what it shows is what happens."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_readme_does_what_it_says():
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 5
    assert found.failed == 0


def test_every_link_inside_the_docs_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_project_stands_alone():
    for path in [
        ROOT / "flattop",
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "src").rglob("*.py"),
    ]:
        assert ".." + "/shared" not in path.read_text("utf-8"), path
