"""Named piece sets: one small text file each in the folder ``sets``.

A set file has one piece a line, ``LETTERS = shape``, with rows of the shape joined by ``/``; a line ``grid = hex``
or ``grid = cubic`` where the pieces are not for the square grid, and comments after ``#``. Its name is the set's.

A stored board must mean the same for ever. So a published set never changes: its pieces are held against ``PUBLISHED``,
and a file that was edited is refused under the old name. Any other set is written out, piece by piece, in the canonical
texts of its boards, and may be edited at will.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from solvers.beads.orientations import is_connected
from solvers.beads.pieces import Grid, Piece, format_shape, parse_shape, require_letters
from solvers.core import MalformedError

DEFAULT = "noi2005"
PUBLISHED = {
    "kanoodle": "6b0e22e0421c",
    "lonpos": "6b0e22e0421c",
    "noi2005": "92f465e2999d",
    "pentomino": "22484a9583db",
    "soma": "0d9d43167b14",
    "tetrahex": "bd0533cfe4ac",
    "tetromino": "df6792cdf0a8",
}  # the beginning of PieceSet.digest() of the sets that canonical texts call by their names


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pieces under a name, and the grid that they are drawn on."""

    name: str
    pieces: tuple[Piece, ...]
    grid: Grid = Grid.SQUARE

    def drawn(self) -> str:
        """The pieces in the words of a board's head."""
        return ";".join(f"{piece.letters}={format_shape(piece.cells)}" for piece in self.pieces)

    def digest(self) -> str:
        """The same as long as pieces, letters and grid are."""
        return sha256(f"{self.drawn()};grid={self.grid}".encode()).hexdigest()[:12]

    def published(self) -> bool:
        """Whether texts may call the set by its name."""
        return PUBLISHED.get(self.name) == self.digest()


def parse_set(name: str, text: str) -> PieceSet:
    """Read a set file; raises MalformedError with the line."""
    pieces: list[Piece] = []
    lines: list[int] = []
    grid = Grid.SQUARE
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        try:
            key, value = _item(line)
            if key == "grid":
                grid = _grid(value)
            else:
                pieces.append(Piece(key, parse_shape(value)))
                lines.append(number)
                require_letters("".join(piece.letters for piece in pieces))
        except MalformedError as error:
            raise MalformedError(str(error), number) from error
    if not pieces:
        raise MalformedError("expected LETTERS = shape, got no piece", 1)
    for piece, number in zip(pieces, lines, strict=True):
        if not is_connected(piece.cells, grid):
            shape = format_shape(piece.cells)
            raise MalformedError(f"expected a connected piece, got {shape} for {piece.letters}", number)
        if grid is not Grid.CUBIC and any(cell.layer for cell in piece.cells):
            raise MalformedError(f"expected a flat piece, or grid = cubic, got layers in {piece.letters}", number)
    return PieceSet(name, tuple(pieces), grid)


def _item(line: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in line.partition("="))
    if not equals:
        raise MalformedError(f"expected LETTERS = shape, got {line!r}")
    return key, value


def _grid(value: str) -> Grid:
    if value not in set(Grid):
        raise MalformedError(f"expected grid = {'|'.join(Grid)}, got {value!r}")
    return Grid(value)


def sets() -> dict[str, PieceSet]:
    """Every named set by name, in alphabetical order; files that cannot be read are left out (see ``broken``)."""
    return _all()[0]


def broken() -> dict[str, str]:
    """What is wrong with each set that cannot be read: file, line and reason."""
    return _all()[1]


@cache
def _all() -> tuple[dict[str, PieceSet], dict[str, str]]:
    """One wrong file must not keep any other set, or another family, from working."""
    found: dict[str, PieceSet] = {}
    wrong: dict[str, str] = {}
    folder = files(__package__) / "sets"
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        name = path.name.removesuffix(".txt")
        if name == path.name:
            continue
        try:
            found[name] = _read(name, path)
        except MalformedError as error:
            wrong[name] = str(error)
    return found, wrong


def _read(name: str, path: Traversable) -> PieceSet:
    try:
        return parse_set(name, path.read_text("utf-8"))
    except MalformedError as error:
        raise MalformedError(f"piece set {path.name}, line {error.line}: {error}", error.line) from error
    except (OSError, UnicodeDecodeError) as error:
        raise MalformedError(f"piece set {path.name}: {error}") from error


def named(name: str) -> PieceSet:
    """The set of that name; raises MalformedError with the names that exist."""
    found = sets().get(name)
    if found is None and name in broken():
        raise MalformedError(broken()[name])
    if found is None:
        raise MalformedError(f"expected a piece set ({', '.join(sets())}), got {name!r}")
    if name in PUBLISHED and not found.published():
        raise MalformedError(f"expected the set {name} as it was published, got other pieces: give them another name")
    return found
