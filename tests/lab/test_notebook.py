"""The notebook with three questions answers them on any corpus of its kind."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from flattop.lab import Plan
from flattop.lab.corpus import PlayedGames, opened, write

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "three-questions.ipynb"
SEATS = {"lots": ("random",) * 3, "bots": ("house", "house", "easy", "random")}


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    """Those that the notebook asks for, only smaller."""
    folder = tmp_path_factory.mktemp("notebook")
    for name, seats in SEATS.items():
        corpus = opened(folder / "corpora" / name, {"formats": ["parquet"]}, "flattop corpus")
        write(corpus, PlayedGames(Plan("burger-go", seats), 40))
    return folder


def shown(cell):
    return "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_cell_runs_and_shows_a_table_of_the_same_shape(corpora):
    kept = nbformat.read(NOTEBOOK, 4)
    anew = nbformat.read(NOTEBOOK, 4)
    NotebookClient(anew, timeout=60, resources={"metadata": {"path": str(corpora)}}).execute()
    for before, after in zip(code(kept), code(anew), strict=True):
        assert shown(before).splitlines()[1].split() == shown(after).splitlines()[1].split()  # the headings
        assert len(shown(before).splitlines()) == len(shown(after).splitlines())
        assert not any(output.output_type == "error" for output in after.outputs)


def test_its_corpora_are_those_of_the_commands_it_names():
    text = NOTEBOOK.read_text("utf-8")
    for name, seats in SEATS.items():
        assert f"--seats {','.join(seats)}" in text
        assert f"corpora/{name}" in text
