"""Which file is which: files of each format are read as what they are, or said to be ambiguous, and never guessed.

A file may be read by another format that reads the same boards of it, as gsf's lines without a name are by `line`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isqrt

import pytest

from solvers.core import Board, Family, MalformedError, Reject
from solvers.reading import Source, formats, full_name, read, write
from solvers.reading.format import Format, Sample
from solvers.registry import families, family

WRITTEN = [form for form in formats() if form.write is not None]
VARIANTS = 8  # of a family, in so many of which a format is tried
NUMBERS = (1, 2, 20)  # of boards in a file
SAID = ("ambiguous", "no format recognised")
# Squares of so few cells that hardly any file of them says what it is.
TOO_LITTLE = ("normal-1", "normal-2")
LO_SHU = (2, 7, 6, 9, 5, 1, 4, 3, 8)
SPARSE = "".join(" ".join("7" if column == row else "0" for column in range(16)) + "\n" for row in range(16))
MAGIC = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)


def found(text: str, name: str = "") -> tuple[list[tuple[str, str]], list[Reject]]:
    """The boards of a file and its rejects, read as what it is or as the format of that name."""
    rejects: list[Reject] = []
    boards = [(board.family, board.text) for board in read(Source.of(text), format=name, rejects=rejects.append)]
    return boards, rejects


def require_told(text: str, form: Format) -> None:
    """The file gives the boards that its own format reads of it, or it is said that it may be several things."""
    boards, rejects = found(text)
    if not boards and len(rejects) == 1 and rejects[0].reason.startswith(SAID):
        return

    assert found(text, full_name(form)) == (boards, rejects), text


def carried(form: Format, kind: Family, texts: list[str]) -> Iterator[Board]:
    """The boards that the format can write."""
    assert form.write is not None
    for text in texts:
        board = Board(kind.name, kind.variant(text), text)
        try:
            form.write(board)
        except MalformedError:
            continue
        yield board


def by_variant(kind: Family) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for example in kind.examples:
        if not {".", "0"}.isdisjoint(example.text):  # something is asked for
            found.setdefault(kind.variant(example.text), []).append(example.text)
    return {name: texts for name, texts in found.items() if name not in TOO_LITTLE}


@pytest.mark.parametrize("form", [form for form in formats() if not form.read_as], ids=full_name)
def test_each_example_is_its_own_format_s(form: Format) -> None:
    sample = Sample(tuple(form.example.splitlines()))

    (best, own), (second, _), *_ = sorted(((each.sniff(sample), full_name(each)) for each in formats()), reverse=True)

    assert full_name(form) == own
    assert best > second


@pytest.mark.parametrize("form", WRITTEN, ids=full_name)
def test_each_file_is_told_from_those_of_other_formats(form: Format) -> None:
    rng = random.Random(5)
    kinds = [family(form.family)] if form.family else list(families().values())
    for kind in kinds:
        for texts in islice(by_variant(kind).values(), VARIANTS):
            boards = list(carried(form, kind, texts))
            for number in () if not boards else (1,) if form.alone else NUMBERS:
                require_told("".join(write(rng.choices(boards, k=number), form)), form)


def some(cells: Sequence[int], rng: random.Random, share: float) -> list[int]:
    return [cell if rng.random() < share else 0 for cell in cells]


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 1])
@pytest.mark.parametrize("cells", [LO_SHU, MAGIC], ids=["3", "4"])
@pytest.mark.parametrize("number", [9, 16, 40])
def test_lines_of_magic_squares_are_no_sudokus(number: int, cells: tuple[int, ...], share: float) -> None:
    rng = random.Random(6)
    lines = ["/".join(map(str, some(cells, rng, share))).replace("/", " ") + "\n" for _ in range(number)]

    boards, rejects = found("".join(lines))

    assert {name for name, _ in boards} <= {"magic"}
    assert not boards or not rejects
    if share > 0.1:
        assert len(boards) == number


@pytest.mark.parametrize("size", [9, 16, 25])
@pytest.mark.parametrize("share", [0.3, 0.6, 1])
@pytest.mark.parametrize("wrong", [0, 1])
def test_sudokus_in_numbers_are_no_lines_of_magic_squares(size: int, share: float, wrong: int) -> None:
    rng = random.Random(7)
    box = isqrt(size)
    full = [[(r % box * box + r // box + c) % size + 1 for c in range(size)] for r in range(size)]
    rows = [some(row, rng, share) for row in full]
    for row in rows[:wrong]:  # a board that breaks the rules is one, too
        row[0] = row[1] = full[2][1]

    boards, rejects = found("".join(" ".join(map(str, row)) + "\n" for row in rows))

    assert [name for name, _ in boards] == ["sudoku"]
    assert not rejects


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (SPARSE, "magic-line sudoku:grid"),
        ("../..\n", "beads-lines futoshiki-text"),
        (". ./. .\n", "beads-lines kakuro-line"),
        ("-\\3 . .\n-\\4 . .\n", "kakuro-line table"),
    ],
)
def test_what_may_be_two_things_is_not_guessed(text: str, names: str) -> None:
    boards, rejects = found(text)

    assert boards == []
    assert all(name in rejects[0].reason for name in names.split())
    assert "say which with --format" in rejects[0].reason
