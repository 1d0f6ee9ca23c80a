"""Every reason that a game gives for a refusal has a code in kebab-case."""

import ast
import re
from pathlib import Path

import flattop

SRC = Path(flattop.__file__).parent
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")


def codes():
    for path in [*(SRC / "games").rglob("*.py"), *(SRC / "kernel").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Obstacle" | "Illegal"), args=[ast.Constant(code), *_]):
                    yield path.relative_to(SRC), code


def test_every_refusal_code_is_written_in_kebab_case():
    written = list(codes())
    assert len(written) > 100
    assert [(path, code) for path, code in written if not KEBAB.fullmatch(code)] == []
