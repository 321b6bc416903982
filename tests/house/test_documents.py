"""Documents hold: links lead somewhere, excerpts are from the tree, every dependency has its reason and licence."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from urllib.parse import unquote

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.tree import ROOT, documents, project, tracked
from worker.settings import Settings

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
_EXCERPT = re.compile(r"^`([\w./-]+)`\n\n```(?:python|cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_lead_somewhere() -> None:
    broken = []
    for path, text in documents():
        for link in _LINK.findall(_FENCE.sub("", text)):
            if "://" in link or link.startswith("mailto:"):
                continue
            name, _, anchor = unquote(link).partition("#")
            target = (ROOT / path.parent / name).resolve() if name else ROOT / path
            if not target.exists():
                broken.append(f"{path}: {link}")
            elif anchor and anchor not in anchors(target.read_text("utf-8")):
                broken.append(f"{path}: {link} (no such heading)")

    assert broken == []


def test_every_document_is_found_from_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"(docs/{path.name})" not in text] == []


@pytest.mark.parametrize("room", ["db", "worker"])
def test_every_module_is_on_the_map(room: str) -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")

    assert [path.name for path in (ROOT / room).glob("[a-z]*.py") if path.name not in text] == []


def test_files_that_documents_name_exist() -> None:
    """A path in backticks whose first part is a room of the house is a file or folder of it."""
    rooms = {"solvers", "db", "worker", "cli", "tests", "docs", "benchmarks", "examples"}
    missing = [
        f"{path}: {name}"
        for path, text in documents()
        for name in re.findall(r"`([\w-]+(?:/[\w.-]+)+/?)`", _FENCE.sub("", text))
        if Path(name).parts[0] in rooms and not (ROOT / name).exists()
    ]

    assert missing == []


def test_tests_that_documents_name_exist() -> None:
    """``tests/room/test_file.py::test_name`` in backticks is a test of that file."""
    named = [each for _, text in documents() for each in re.findall(r"`(tests/[\w/.-]+)::(\w+)`", text)]

    assert len(named) >= 20
    assert [
        f"{file}::{test}"
        for file, test in named
        if not (ROOT / file).exists() or f"def {test}(" not in (ROOT / file).read_text("utf-8")
    ] == []


def test_excerpts_are_from_the_tree() -> None:
    text = (ROOT / "docs/adding-a-family.md").read_text("utf-8")
    excerpts = _EXCERPT.findall(text)

    assert len(excerpts) >= 6
    assert [name for name, code in excerpts if code not in (ROOT / name).read_text("utf-8")] == []


def test_every_setting_has_its_row_and_default() -> None:
    text = (ROOT / "docs/settings.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| *(.*?) \|$", text, re.MULTILINE))
    internal = {"clock_shift_s", "stop_file"}
    expected = {field.name: field.default for field in fields(Settings) if field.name not in internal}

    assert set(expected) == set(rows)
    for name, default in expected.items():
        if name != "database":
            assert rows[name].strip("`") == (f"{default:g}" if isinstance(default, float) else str(default)), name


def test_guide_lists_the_folder_that_it_explains() -> None:
    """A guide to what was added forgets what came later."""
    text = (ROOT / "docs/adding-a-family.md").read_text("utf-8")
    tree = text.partition("solvers/futoshiki/\n")[2].partition("tests/")[0]
    listed = re.findall(r"^  ([\w.]+)/? ", tree, re.MULTILINE)
    home = ROOT / "solvers/futoshiki"
    folder = {path.relative_to(home).parts[0] for path in tracked() if path.is_relative_to(home)}

    assert sorted(folder) == sorted(listed)


def _requirements(names: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(name).name) for name in names}


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "docs/dependencies.md").read_text("utf-8")
    rows = {
        canonicalize_name(word)
        for line in re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
        for word in re.findall(r"[A-Za-z][\w.-]+", line)
    }
    named = _requirements(project()["project"]["dependencies"])
    for group in project()["dependency-groups"].values():
        named |= {name for name in _requirements(group) if not name.startswith("types-")}

    assert named - rows == set()


def test_lock_holds_every_dependency_with_hashes() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    entries = re.split(r"\n(?=\S)", re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).strip())
    pinned = {}
    for entry in entries:
        requirement = Requirement(entry.split(" \\\n")[0])
        pinned[canonicalize_name(requirement.name)] = next(iter(requirement.specifier)).version
        assert "--hash=sha256:" in entry, entry
    extras = [each for group in project()["project"]["optional-dependencies"].values() for each in group]
    for wanted in map(Requirement, project()["project"]["dependencies"] + extras):
        if wanted.name != "gridmill":  # an extra that stands for others
            assert wanted.specifier.contains(pinned[canonicalize_name(wanted.name)]), f"{wanted}: run make lock"


def test_every_locked_package_has_its_licence() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    listed = (ROOT / "docs/licences.md").read_text("utf-8")
    rows = {canonicalize_name(name) for name in re.findall(r"^\| ([\w.-]+) +\|", listed, re.MULTILINE)}
    # What this platform does not need is locked, and not listed.
    locked = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==[^;\n]+ \\$", lock, re.MULTILINE)}

    assert locked - rows == set()
    assert "UNKNOWN" not in listed
