"""Reads the pages of the docs: links, anchors, code, and the names of modules, files and commands in them."""

import importlib
import inspect
import re
import subprocess
import sys
import unicodedata
from functools import cache
from pathlib import Path

from flattop.kernel import Frame, Game, Table, Zone
from flattop.match import Match, Observation

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]

FENCE = re.compile(r"^( *)(```+)[^\n]*\n(.*?)^\1\2[ \t]*$", re.M | re.S)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.M)
DOTTED = re.compile(r"(?<![\w/.-])flattop(?:\.[A-Za-z_]\w*)+(?!\w*/)|(?<=-m )bench(?:\.\w+)+")
ROOT_FOLDERS = "src|tests|web|bench|docs|deploy|examples"
PACKAGES = "kernel|games|match|bots|lab|train|envs|server|terminal|cli|recipe"
PATH = re.compile(
    rf"(?<![\w/.<-])((?:{ROOT_FOLDERS})/[\w./-]*[\w/]|(?:{PACKAGES})/[\w./-]+\.(?:py|toml))(?![\w<*…-])"
)
TEST = re.compile(r"(tests/[\w/]+\.py)::(\w+)")
REFERENCE = re.compile(r"\[([^][]+)\]\[([^][]*)\]")
COMMAND = re.compile(r"(?<![\w/.-])(?:\./)?flattop ([a-z]+)\b([^#|\n`]*)")
CLASSES = {kind.__name__: kind for kind in (Frame, Game, Match, Observation, Table, Zone)}
CLASSES |= {"t": Table, "table": Table, "match": Match, "obs": Observation, "observation": Observation}
ATTRIBUTE = re.compile(rf"(?<![\w.\"/])({'|'.join(CLASSES)})\.([a-z]\w*)(?![\w/]|\.[a-z])")
FILE_NAMES = {"py", "md", "toml", "json", "ts", "css", "svelte"}
NOT_COMMANDS = {"test", "install"}  # commands of the launcher, see tests/setup
BUILT = "src/flattop/server/page"
EXAMPLE = "last_pickle"  # the game of docs/adding-a-game.md
MAPPED = re.compile(r"^#+ `([\w/]+/)`\n(.*?)(?=^#|\Z)", re.M | re.S)
DEFINITION = re.compile(r"^(?:async )?(?:def|class) ", re.M)
INCLUDED = re.compile(r'include-markdown "([^"]+)" end="([^"]+)"')


def code(page):
    """Returns the contents of all fenced blocks."""
    return "".join(match[3] for match in FENCE.finditer(page.read_text("utf-8")))


def prose(page):
    """Returns the text of a page without code."""
    return SPAN.sub("", FENCE.sub("", page.read_text("utf-8")))


def links(page):
    """Returns the link targets within the project, without anchors."""
    targets = [inline or definition for inline, definition in LINK.findall(prose(page))]
    return [
        target.partition("#")[0] for target in targets if "//" not in target and not target.startswith("#")
    ]


def dead_links(page):
    """Yields link targets whose file or anchor does not exist, and labels without a definition."""
    for inline, definition in LINK.findall(prose(page)):
        target = inline or definition
        if "//" in target:
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            yield target
    definitions = {label.lower() for label in re.findall(r"^\[([^]]+)\]:", page.read_text("utf-8"), re.M)}
    for words, label in REFERENCE.findall(prose(page) + included(page)):
        if (label or words).lower() not in definitions:
            yield f"[{label or words}]"


def included(page):
    """Returns the part of another page that a page of the site includes."""
    found = INCLUDED.search(page.read_text("utf-8"))
    if found is None:
        return ""
    text = (page.parent / found[1]).read_text("utf-8").partition(found[2])[0]
    return SPAN.sub("", FENCE.sub("", text))


def anchors(page):
    """Returns the anchors of a page that work both on the site and on a code host."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ +(.+?)\s*$", FENCE.sub("", text) + included(page), re.M)
    found = {github_slug(heading) for heading in headings} & {site_slug(heading) for heading in headings}
    modules = re.findall(r"^::: (\S+)", text, re.M)
    return found | {
        f"{module}.{name}" for module in modules for name in importlib.import_module(module).__all__
    }


def github_slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def site_slug(heading):
    """Returns the anchor that Python-Markdown makes of a heading."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def missing_names(text):
    """Yields dotted names of modules, classes and functions that cannot be imported."""
    for dotted in dict.fromkeys(DOTTED.findall(text)):
        if dotted.startswith("bench."):
            path = ROOT / dotted.replace(".", "/")
            if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists()):
                yield dotted
        elif EXAMPLE not in dotted and not resolves(dotted):
            yield dotted


def missing_attributes(text):
    """Yields attributes of the main classes, such as `Game.edition` or `t.ask`, that do not exist."""
    spans = "\n".join(match[1] for match in SPAN.finditer(FENCE.sub("", text)))
    for owner, name in dict.fromkeys(ATTRIBUTE.findall(spans)):
        kind = CLASSES[owner]
        if name not in FILE_NAMES and not hasattr(kind, name) and not has_field(kind, name):
            yield f"{owner}.{name}"


def has_field(kind, name):
    """True if a class or one of its bases annotates the name, or its constructor assigns it."""
    annotated = any(name in vars(base).get("__annotations__", {}) for base in kind.__mro__)
    return annotated or re.search(rf"self\.{name}\b", inspect.getsource(kind)) is not None


def resolves(dotted):
    module, *names = dotted.split(".")
    found = importlib.import_module(module)
    for name in names:
        module = f"{module}.{name}"
        try:
            found = getattr(found, name, None) or importlib.import_module(module)
        except ImportError:
            return False
    return True


def missing_paths(text):
    """Yields paths of files and folders that do not exist."""
    for path in dict.fromkeys(PATH.findall(text)):
        is_known = any((top / path).exists() for top in (ROOT, ROOT / "src/flattop"))
        if not is_known and not path.startswith(BUILT) and EXAMPLE not in path:
            yield path


def mapped_files(text):
    """Returns each file name of a module map with the files it stands for.

    The heading above a table is a folder. The first column has names of files in it, such as `stats.py`, or
    patterns such as `*/policy.py`. In a row that begins with subfolders the names are in the second column.
    """
    found = {}
    for folder, section in MAPPED.findall(text):
        top = (ROOT if folder.startswith(("src/", "web/")) else ROOT / "src/flattop") / folder
        for row in [line.split("|") for line in section.splitlines() if line.startswith("|")]:
            subfolders, names = [""], SPAN.findall(row[1])
            if names and all(name.endswith("/") and (top / name).is_dir() for name in names):
                subfolders, names = names, SPAN.findall(row[2])
            for name in names:
                found[f"{folder}{subfolders[0]}{name}"] = {
                    file for sub in subfolders for file in (top / sub).glob(name)
                }
    return found


def files_to_map():
    """Returns the files that the module map must name: all modules, and web/src/lib."""
    modules = set((ROOT / "src/flattop").rglob("*.py"))
    packages = {
        path
        for path in modules
        if path.name == "__init__.py" and not DEFINITION.search(path.read_text("utf-8"))
    }
    return modules - packages | {path for path in (ROOT / "web/src/lib").rglob("*") if path.is_file()}


def missing_tests(text):
    """Yields tests, such as `tests/match/test_undo.py::test_…`, that their file does not define."""
    for path, function in TEST.findall(text):
        file = ROOT / path
        if not file.exists() or f"def {function}(" not in file.read_text("utf-8"):
            yield f"{path}::{function}"


def missing_commands(text):
    """Yields commands and options of `flattop` that do not exist, by their help."""
    spans = [match[1] for match in SPAN.finditer(FENCE.sub("", text))]
    lines = [line for match in FENCE.finditer(text) for line in match[3].splitlines()]
    for command, rest in dict.fromkeys(COMMAND.findall("\n".join([*spans, *lines]))):
        text_of_help = help_of(command)
        if text_of_help is None and command not in NOT_COMMANDS:
            yield f"flattop {command}"
        elif command not in NOT_COMMANDS and (options := re.findall(r"(?<!\S)--[a-z-]+", rest)):
            task = rest.split()[0]
            text_of_help += (help_of(command, task) or "") if task.isalpha() and task.islower() else ""
            known = {*re.findall(r"--[a-z-]+", text_of_help)}
            yield from (f"flattop {command} {option}" for option in options if option not in known)


@cache
def help_of(*words):
    """Returns the help of a command, or None if there is no such command."""
    command = [sys.executable, "-m", "flattop", *words, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.stdout if done.returncode == 0 else None
