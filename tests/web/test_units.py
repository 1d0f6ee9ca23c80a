"""The page's unit tests, type check, linter and formatter."""

import importlib.util
import os
import re
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"


def npm(*words):
    spec = importlib.util.spec_from_file_location("build", WEB / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    command, folder = build.node_tools()
    path = os.pathsep.join([folder, os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        [*command, *words], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("script", ["test", "check", "lint", "format:check"])
def test_page_checks_pass(script):
    done = npm("run", script)
    assert done.returncode == 0, done.stdout + done.stderr


def test_style_sheet_lines_are_short_enough():
    """Prettier does not format style sheets, so this checks their line length; data URLs cannot be split."""
    lines = [line for sheet in WEB.glob("src/**/*.css") for line in sheet.read_text("utf-8").splitlines()]
    assert [line for line in lines if len(line) > 110 and "data:image" not in line] == []


def test_every_url_respects_the_path_prefix():
    bare = re.compile(r"""(src|href)=("/|\{["'`]/)|router\.go\(["'`]/|\bfetch\(["'`]""")
    files = [*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.ts")]
    lines = [line.strip() for one in files for line in one.read_text("utf-8").splitlines()]
    assert [line for line in lines if bare.search(line)] == [], "write address('/…'), of lib/router/base"
