"""The notebook with three questions runs on corpora of the shape that it names."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from flattop.lab import Plan
from flattop.lab.corpus import SimulatedGames, open_corpus, write_corpus

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "three-questions.ipynb"
SEATS = {"lots": ("random",) * 3, "bots": ("house", "house", "easy", "random")}


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    """Small versions of the corpora that the notebook reads."""
    folder = tmp_path_factory.mktemp("notebook")
    for name, seats in SEATS.items():
        corpus = open_corpus(folder / "corpora" / name, {"formats": ["parquet"]}, "flattop corpus")
        write_corpus(corpus, SimulatedGames(Plan("burger-go", seats), 40))
    return folder


def shown(cell):
    return "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_cell_runs_and_prints_a_table_of_the_saved_shape(corpora):
    saved = nbformat.read(NOTEBOOK, 4)
    fresh = nbformat.read(NOTEBOOK, 4)
    NotebookClient(fresh, timeout=60, resources={"metadata": {"path": str(corpora)}}).execute()
    for before, after in zip(code(saved), code(fresh), strict=True):
        assert shown(before).splitlines()[1].split() == shown(after).splitlines()[1].split()  # the headings
        assert len(shown(before).splitlines()) == len(shown(after).splitlines())
        assert not any(output.output_type == "error" for output in after.outputs)


def test_the_notebook_names_the_commands_that_make_its_corpora():
    text = NOTEBOOK.read_text("utf-8")
    for name, seats in SEATS.items():
        assert f"--seats {','.join(seats)}" in text
        assert f"corpora/{name}" in text
