"""A likeness of boards: equal for all boards that symmetries turn into each other, and seldom equal for others.

Parts of a data set whose boards have different likenesses share no equivalent boards. Where the family knows a normal
form (plain 9x9 sudoku: the least text among all equivalents), boards of the same likeness are equivalent. Elsewhere it
is an invariant: whoever has the same likeness need not be equivalent. Where a symmetry is no exchange of rows, columns,
groups and values (a triangle that turns), only the numbers of equal values count.

Colour refinement (Weisfeiler and Leman, 1968): each given cell starts alike, and a few times takes as its new colour
the colours that it shares a row, a column, a group and a value with. Rows and columns count as one kind of line, so
that a transposed board keeps its likeness, and values count only by being equal, so that a relabelled one does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from hashlib import blake2b

from solvers import registry
from solvers.drawing import Drawing, Kind

ROUNDS = 3
BYTES = 16
TURNING = ("beads",)  # families whose symmetries move cells between lines


def likeness(family: str, text: str) -> bytes:
    """16 bytes for a canonical text."""
    return likenesses(family, [text])[0]


def likenesses(family: str, texts: Sequence[str]) -> list[bytes]:
    """The same for many boards of a family, whose normal forms are found in one call."""
    forms = _forms(family, texts)
    return [
        _hash((family, form)) if form else _invariant(family, text) for text, form in zip(texts, forms, strict=True)
    ]


def is_proof(family: str, text: str) -> bool:
    """Whether a board of the same likeness is proven to be equivalent to this one."""
    return bool(_forms(family, [text])[0])


def _forms(family: str, texts: Sequence[str]) -> list[str]:
    normal = registry.family(family).normal
    return normal(texts) if normal else [""] * len(texts)


def _invariant(family: str, text: str) -> bytes:
    drawings = registry.family(family).draw(text)
    colours = Counter(_values(drawings).values()) if family in TURNING else Counter(_refined(drawings))
    shape = sorted(Counter(cell.kind.value for page in drawings for row in page.rows for cell in row).items())
    return _hash((family, registry.family(family).variant(text), shape, sorted(colours.items())))


def _values(drawings: Sequence[Drawing]) -> Counter[str]:
    return Counter(cell.text for page in drawings for row in page.rows for cell in row if cell.kind is Kind.GIVEN)


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
