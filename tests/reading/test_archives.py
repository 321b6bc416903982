"""`gridmill check` of every collected file: as many boards as its README says, and every line accounted for."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import gridmill
from solvers.reading import Report, Survey, survey
from tests.reading.test_cases import CASES, Case
from tests.shared import found, shared

FORMATS = {
    "sudoku": {"": "line"},
    "kakuro": {".kkt": "kkt"},
    "beads": {
        "noi2005_sample": "noi2005",
        "triangle_": "beads-lines",
        "kanoodle5x11_philrmass_163.txt": "kanoodle",
        "kanoodle5x11_philrmass_163.solutions": "beads-lines",
    },
    "magic": {".dat": "csplib-019", "unique": "magic-named"},
}
VARIANTS = {"9x9": "9x9", "16x16": "16x16", "25x25": "25x25", "triangle_": "triangle10", "noi2005": "triangle10"}
DATA = [path for path in sorted((found("data") or Path()).rglob("*")) if found("data") and path.is_file()]


def name_of(path: Path) -> str:
    return str(path.relative_to(shared("data")))


@cache
def stated(family: str) -> dict[str, int]:
    """What the README of a family says: the number of boards by the pattern of a file's name."""
    counts: dict[str, int] = {}
    for line in (shared("data") / family / "README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        number = re.match(
            r"[0-9]+(?:, [0-9]+)*", cells[-1] if family == "beads" else cells[1] if len(cells) > 1 else ""
        )
        if line.startswith("|") and number is not None:
            names = [name.split(" ")[0] for name in cells[0].split(", ")]
            numbers = [int(each) for each in number[0].split(", ")]
            counts |= {_whole(name, names[0]): numbers[min(at, len(numbers) - 1)] for at, name in enumerate(names)}
    return counts


def _whole(name: str, first: str) -> str:
    """A name in full: in a row the folder, the suffix or what comes before it is said once."""
    folder = first.rpartition("/")[0]
    if name.startswith("."):
        return first.rpartition(".")[0] + name
    if re.fullmatch("[0-9x]+", name):
        name = first.rpartition("_")[0] + "_" + name
    if name.startswith(("gen_", "bench_")) and "." not in name:
        name += ".kkt"
    return f"{folder}/{name}" if folder and "/" not in name else name


def expected(path: Path) -> tuple[int, bool]:
    """The boards of a file, and whether the README's number is that of several files together."""
    family, _, name = name_of(path).partition("/")
    if family == "magic":
        return (1, False) if path.suffix == ".dat" else (path.read_text().count("\n@ ") + 1, False)
    counts = [(count, "*" in pattern) for pattern, count in stated(family).items() if fnmatch(name, pattern)]
    assert len(counts) == 1, f"the README speaks of {name} {len(counts)} times"
    return counts[0]


def add_up(report: Report) -> bool:
    sums = report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    return report.lines == sums and not report.error


@pytest.mark.parametrize("path", [p for p in DATA if p.name != "README.md"], ids=name_of)
def test_an_archive_is_read_whole(path: Path) -> None:
    family = name_of(path).partition("/")[0]
    form = next(form for part, form in FORMATS[family].items() if part in path.name)
    (seen,) = survey(path)
    count, together = expected(path)

    assert (seen.report.format, seen.report.family) == (form, family)
    assert seen.report.rejects == 0
    assert seen.report.ok()
    assert add_up(seen.report)
    assert seen.report.boards == count or (together and 0 < seen.report.boards < count)
    for part, variant in VARIANTS.items():
        if part in name_of(path):
            assert {each for _, each in seen.variants} == {variant}


def test_files_that_a_readme_counts_together_hold_as_many() -> None:
    files = sorted((shared("data") / "sudoku" / "16x16").glob("sgtsolo_*.txt"))

    assert sum(seen.report.boards for seen in survey(files)) == stated("sudoku")["16x16/sgtsolo_*.txt"]


def test_a_readme_holds_no_boards() -> None:
    for family in ("sudoku", "kakuro", "beads", "magic"):
        (seen,) = survey(shared("data") / family / "README.md")

        assert (seen.report.boards, seen.report.rejects) == (0, 1)
        assert add_up(seen.report)


def checked(path: Path) -> tuple[int, str]:
    done = CliRunner().invoke(gridmill, ["check", str(path)])
    return done.exit_code, done.stdout


@pytest.mark.parametrize("path", DATA, ids=name_of)
def test_check_tells_the_truth_of_an_archive(path: Path) -> None:
    code, said = checked(path)
    (seen,) = survey(path)

    assert code == (3 if path.name == "README.md" else 0)
    require_told(seen, said)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_check_tells_the_truth_of_a_case(case: Case) -> None:
    code, said = checked(shared("cases") / case.file)
    (seen,) = survey(shared("cases") / case.file)

    assert code == (0 if case.boards and not case.rejects else 3)
    assert seen.report.boards == len(case.boards)
    assert seen.report.rejects == len(case.rejects)
    assert add_up(seen.report)
    require_told(seen, said)


def require_told(seen: Survey, said: str) -> None:
    """The numbers and the format stand in what `gridmill check` says."""
    report = seen.report
    boards = f"{report.boards:,} board{'s' if report.boards > 1 else ''}" if report.boards else "no boards"
    assert report.source in said
    assert boards in said or not report.lines
    assert not report.format or f"format {report.format}" in said
    if report.lines:
        parts = (report.board_lines, report.rejected_lines, report.blank_lines, report.comment_lines)
        of, rejected, blank, comment = (f"{part:,}" for part in parts)
        assert f"{report.lines:,} lines: {of} of boards, {rejected} rejected, {blank} blank, {comment} comment" in said
