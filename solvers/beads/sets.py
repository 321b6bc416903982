"""Named piece sets: one small text file each in the folder ``sets``.

A set file has one piece a line, ``LETTERS = shape``, with rows of the shape joined by ``/``; a line ``grid = hex``
or ``grid = cubic`` where the pieces are not for the square grid, and comments after ``#``. Its name is the set's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solvers.beads.pieces import Grid, Piece, format_shape, parse_shape, require_letters
from solvers.core import MalformedError

DEFAULT = "noi2005"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pieces under a name, and the grid that they are drawn on."""

    name: str
    pieces: tuple[Piece, ...]
    grid: Grid = Grid.SQUARE

    def drawn(self) -> str:
        """The pieces in the words of a board's head."""
        return ";".join(f"{piece.letters}={format_shape(piece.cells)}" for piece in self.pieces)


def parse_set(name: str, text: str) -> PieceSet:
    """Read a set file; raises MalformedError with the line."""
    pieces: list[Piece] = []
    grid = Grid.SQUARE
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        key, equals, value = (part.strip() for part in line.partition("="))
        if not equals:
            raise MalformedError(f"expected LETTERS = shape, got {line!r}", number)
        if key == "grid":
            grid = Grid(value)
        else:
            pieces.append(Piece(key, parse_shape(value)))
    require_letters("".join(piece.letters for piece in pieces))
    return PieceSet(name, tuple(pieces), grid)


@cache
def sets() -> dict[str, PieceSet]:
    """Every named set by name, in alphabetical order."""
    folder = files(__package__) / "sets"
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".txt")), key=lambda path: path.name)
    names = [path.name.removesuffix(".txt") for path in paths]
    return {name: parse_set(name, path.read_text("utf-8")) for name, path in zip(names, paths, strict=True)}


def named(name: str) -> PieceSet:
    """The set of that name; raises MalformedError with the names that exist."""
    try:
        return sets()[name]
    except KeyError:
        raise MalformedError(f"expected a piece set ({', '.join(sets())}), got {name!r}") from None
