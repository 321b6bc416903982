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
    front, before = archive(WRITTEN[at])
    for other in WRITTEN[at % STEP :: STEP]:
        back, after = archive(other)
        if WRITTEN[at].family == other.family or not (before and after):
            continue
        rejects: list[Reject] = []

        found = Counter(board.text for board in read(Source.of(f"{front}\n{back}"), rejects=rejects.append))

        lost = Counter([*before, *after]) - found
        assert found == Counter([*before, *after]) - lost, f"invented: {other.name}"
        assert not lost or rejects, f"lost in silence: {other.name}"
