"""Two archives of two families in one file: each board is read or told, and none is made of what stands beside it."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from solvers.core import Board, MalformedError, Reject
from solvers.reading import Source, formats, full_name, read
from solvers.reading.format import Format
from solvers.reading.writing import write
from solvers.registry import families

STEP = 16  # each format stands in front of every sixteenth, and behind as many
COUNT = 4  # boards of an archive
# A board of `beads` may be cut where its rules end; a file of one board, or of a stated number, goes on with nothing.
APART = {form.name for form in formats() if form.alone or form.read_as or form.counted} | {"beads"}
WRITTEN = [form for form in formats() if form.write and form.family and form.name not in APART]


@cache
def archive(form: Format) -> tuple[str, tuple[str, ...]]:
    """A file of boards that families give as examples, as far as the format alone brings them back."""
    family = families()[form.family]
    kept: list[str] = []
    for example in family.examples:
        text = family.canonical(example.text)
        try:
            written = "".join(write([Board(family.name, family.variant(text), text)], form))
        except MalformedError:
            continue
        if example.verdict == "unique" and written not in kept:
            kept.append(written)
    text = "".join(kept[-COUNT:])
    rejects: list[Reject] = []
    boards = tuple(board.text for board in read(Source.of(text), rejects=rejects.append))
    return (text, boards) if len(boards) == min(COUNT, len(kept)) and not rejects else ("", ())


@pytest.mark.parametrize("at", range(len(WRITTEN)), ids=[full_name(form) for form in WRITTEN])
def test_archives_one_behind_the_other(at: int) -> None:
    for other in WRITTEN[at % STEP :: STEP]:
        compare(WRITTEN[at], other)


@pytest.mark.parametrize(
    "names",
    [
        "kanoodle line",  # a killer's sums with commas between were fields
        "sdk magic-text",  # rules before the numbers were words of a remark
        "sdk beads-lines",
        "sdk futoshiki-text",
        "grid futoshiki-matrices",  # cells between signs were grids
        "gsf futoshiki-matrices",  # of the size of those before
        "uva989 futoshiki-relations",  # a size was taken for the order of boxes
        "table pzpr",  # words above rows were titles of a table
    ],
)
def test_pairs_that_were_misread(names: str) -> None:
    compare(*(next(form for form in WRITTEN if form.name == name) for name in names.split()))


def compare(front: Format, back: Format) -> None:
    """Fails if a board of two archives, one behind the other, is lost in silence or made of what stands beside it."""
    (first, before), (second, after) = archive(front), archive(back)
    if front.family == back.family or not (before and after):
        return
    rejects: list[Reject] = []

    found = Counter(board.text for board in read(Source.of(f"{first}\n{second}"), rejects=rejects.append))

    lost = Counter([*before, *after]) - found
    assert found == Counter([*before, *after]) - lost, f"invented: {back.name}"
    assert not lost or rejects, f"lost in silence: {back.name}"
