"""Which boards are equivalent: a hash of the normal form that a family finds for each.

Boards of the same likeness are equivalent. The converse holds too, but for what a family calls ``has_more_symmetries``
(plain sudoku of 8x8 and beyond 9x9): there ``kinship`` is coarser, so that parts of a data set whose boards have
different kinships share no equivalent boards. It is an invariant: boards of the same kinship need not be equivalent,
and nothing says they are.

Colour refinement (Weisfeiler and Leman, 1968): each given cell starts alike, and a few times takes as its new colour
the colours that it shares a row, a column, a group and a value with. Rows and columns count as one kind of line, so
that a transposed board keeps its kinship, and values count only by being equal, so that a relabelled one does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from hashlib import blake2b

from solvers import registry
from solvers.drawing import Drawing, Kind

ROUNDS = 3
BYTES = 16


def likeness(family: str, text: str) -> bytes:
    """16 bytes for a canonical text, which it shares with equivalent boards alone."""
    return likenesses(family, [text])[0]


def likenesses(family: str, texts: Sequence[str]) -> list[bytes]:
    """The same for many boards of a family, whose normal forms are found in one call."""
    normal = registry.family(family).normal
    return [_hash((family, form)) for form in (normal(texts) if normal else texts)]


def kinship(family: str, text: str) -> bytes:
    """16 bytes for a canonical text, which all its equivalents have, and sometimes other boards."""
    known = registry.family(family)
    if known.has_more_symmetries and known.has_more_symmetries(text):
        return _hash((family, len(text), sorted(Counter(_refined(known.draw(text))).items())))
    return likeness(family, text)


def _refined(drawings: Sequence[Drawing]) -> list[bytes]:
    """The colours of the cells that say something, after all rounds."""
    lines: list[tuple[Hashable, Hashable, Hashable, Hashable]] = [
        ((page, "row", row), (page, "column", column), (page, cell.group), (cell.kind, cell.text))
        for page, drawing in enumerate(drawings)
        for row, cells in enumerate(drawing.rows)
        for column, cell in enumerate(cells)
        if cell.kind in (Kind.GIVEN, Kind.CLUE)
    ]
    colours = [b""] * len(lines)
    for _ in range(ROUNDS):
        held: dict[Hashable, list[bytes]] = defaultdict(list)
        for units, colour in zip(lines, colours, strict=True):
            for unit in units:
                held[unit].append(colour)
        seen = {unit: _hash(sorted(found)) for unit, found in held.items()}
        colours = [
            _hash((colour, sorted((seen[row], seen[column])), seen[group], seen[value]))
            for colour, (row, column, group, value) in zip(colours, lines, strict=True)
        ]
    return colours


def _hash(value: object) -> bytes:
    return blake2b(repr(value).encode(), digest_size=BYTES).digest()
