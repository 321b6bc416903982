"""The canonical text of a beads board: parse, format, and its variant. The grammar is on the package's page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from solvers.beads.orientations import canonical_cells, is_connected
from solvers.beads.pieces import LETTERS, SHAPE, Grid, Piece, format_shape, parse_shape, require_letters
from solvers.beads.sets import DEFAULT, named
from solvers.core import MalformedError

MAX_CELLS = 4000
HOLE = "#"
EMPTY = "."


@dataclass(frozen=True, slots=True)
class Rules:
    """What the head of a text says: which pieces there are and how they may be laid.

    ``drawn`` are pieces that the head draws, and those of sets that are not published.
    """

    sets: tuple[str, ...] = (DEFAULT,)
    drawn: tuple[Piece, ...] = ()
    grid: Grid = Grid.SQUARE
    flip: bool = True
    spare: bool = False

    def pieces(self) -> tuple[Piece, ...]:
        """All pieces: those of the named sets in order, then the drawn ones."""
        return tuple(piece for name in self.sets for piece in named(name).pieces) + self.drawn

    def letters(self) -> str:
        """The letters of all pieces, each a copy that can be placed."""
        return "".join(piece.letters for piece in self.pieces())


@dataclass(frozen=True, slots=True)
class Beads:
    """A region with some pieces placed: layers of rows of letters, ``.`` for empty and ``#`` for no cell."""

    rules: Rules
    layers: tuple[tuple[str, ...], ...]


def parse(text: str) -> Beads:
    """Read a board's text in any spelling; raises MalformedError with the column."""
    head, colon, region = text.rpartition(":")
    layered = "//" in region
    rules = parse_head(head, layered)
    layers = _parse_region(region, rules, len(head) + len(colon))
    return Beads(rules, layers)


def format_board(board: Beads) -> str:
    """Write the canonical text."""
    head = format_head(board.rules)
    region = "//".join("/".join(rows) for rows in board.layers)
    return f"{head}:{region}" if head else region


def canonical(text: str) -> str:
    """The canonical spelling of a board's text; raises MalformedError."""
    head, colon, region = text.rpartition(":")
    letters = _letters_where_canonical(head + colon, _empty(region))
    if letters is not None and letters.issuperset(region.translate(_NO_FRAME)):
        return text
    return format_board(parse(text))


def variant(text: str) -> str:
    """Name region, pieces and rules: ``triangle10``, ``5x11/kanoodle``, ``8x8(60)/pentomino/flip=no``."""
    head, colon, region = text.rpartition(":")
    return _variant(head + colon + _empty(region))


# Archives hold many boards of few kinds: what depends on the kind alone is found once. Both caches are keyed by the
# text with every letter taken away.
_TO_EMPTY = str.maketrans(LETTERS, EMPTY * len(LETTERS))
_NO_FRAME = str.maketrans("", "", "/#.")


def _empty(region: str) -> str:
    return region.translate(_TO_EMPTY)


@lru_cache(maxsize=256)
def _letters_where_canonical(head: str, empty: str) -> frozenset[str] | None:
    """The letters that a board with this head (and its colon) may have, if its text is canonical; else None."""
    text = head + empty
    try:
        board = parse(text)
    except MalformedError:
        return None
    return frozenset(board.rules.letters()) if format_board(board) == text else None


@lru_cache(maxsize=256)
def _variant(text: str) -> str:
    board = parse(text)
    rules = board.rules
    names = [*rules.sets, *([_name_drawn(rules)] if rules.drawn else [])]
    parts = [region_name(board.layers, rules.grid)]
    if names != [DEFAULT]:
        parts.append("+".join(names))
    if rules.flip != rules.grid.flat:
        parts.append(f"flip={'yes' if rules.flip else 'no'}")
    if rules.spare:
        parts.append("spare")
    return "/".join(parts)


def _name_drawn(rules: Rules) -> str:
    """``drawn-1f3a9c``: different pieces are different rules."""
    pieces = ";".join(f"{piece.letters}={format_shape(piece.cells)}" for piece in rules.drawn)
    return f"drawn-{sha256(pieces.encode()).hexdigest()[:6]}"


def region_name(layers: tuple[tuple[str, ...], ...], grid: Grid) -> str:
    """``triangle10``, ``5x11``, ``pyramid5``, ``3x3x3``; any other by its box and its number of cells: ``8x8(60)``."""
    prefix = "hex-" if grid is Grid.HEX else ""
    widths = [[len(row) for row in rows] for rows in layers]
    solid = not any(HOLE in row for rows in layers for row in rows)
    depth, height, width = len(layers), max(map(len, widths)), max(map(max, widths))
    if grid is Grid.PYRAMID:
        if solid and widths == [[size] * size for size in range(depth, 0, -1)]:
            return f"pyramid{depth}"
        return f"pyramid-{height}x{width}x{depth}({_count(layers)})"
    if solid and depth == 1 and height > 1 and widths[0] == list(range(1, height + 1)):
        return f"{prefix}triangle{height}"
    box = f"{height}x{width}" + (f"x{depth}" if grid is Grid.CUBIC else "")
    full = solid and widths == [[width] * height] * depth
    return prefix + (box if full else f"{box}({_count(layers)})")


def _count(layers: tuple[tuple[str, ...], ...]) -> int:
    return sum(len(row) - row.count(HOLE) for rows in layers for row in rows)


@lru_cache(maxsize=256)
def parse_head(head: str, layered: bool) -> Rules:
    """Read what stands before the colon; ``layered`` says that the region has several layers."""
    names: list[str] = []
    drawn: list[Piece] = []
    options: dict[str, str] = {}
    for item in (part.strip() for part in head.split(";")):
        key, equals, value = (part.strip() for part in item.partition("="))
        if key in {"flip", "spare", "grid"} and equals:
            options[key] = value
        elif key == "set" or (item and not equals):
            names.append(value or key)
        elif equals and (set(value) - set(SHAPE) or set(key) - set(LETTERS)):
            raise MalformedError(f"expected flip, spare, grid, set or a piece drawn with o, . and /, got {item!r}")
        elif equals:
            drawn.append(Piece("".join(sorted(key)), parse_shape(value)))
        elif item:
            raise MalformedError(f"expected a set, a piece or a rule in the head, got {item!r}")
    if not names and not drawn:
        names.append(DEFAULT)
    grid = _grid(options.get("grid", ""), names, layered)
    drawn = [piece for name in names if not named(name).published() for piece in named(name).pieces] + drawn
    rules = Rules(
        tuple(name for name in names if named(name).published()),
        (),
        grid,
        _yes_or_no("flip", options.get("flip", ""), grid.flat),
        _yes_or_no("spare", options.get("spare", ""), False),
    )
    return _with_drawn(rules, drawn)


def _with_drawn(rules: Rules, drawn: list[Piece]) -> Rules:
    for piece in drawn:
        if rules.grid is not Grid.CUBIC and any(cell.layer for cell in piece.cells):
            raise MalformedError(f"expected a flat piece on the {rules.grid} grid, got layers in {piece.letters}")
        if not is_connected(piece.cells, rules.grid):
            raise MalformedError(f"expected a connected piece, got {format_shape(piece.cells)} for {piece.letters}")
    turned = [Piece(p.letters, canonical_cells(p.cells, rules.grid, flip=rules.flip)) for p in drawn]
    full = Rules(rules.sets, tuple(sorted(turned, key=lambda p: p.letters)), rules.grid, rules.flip, rules.spare)
    require_letters(full.letters())
    return full


def _grid(stated: str, names: list[str], layered: bool) -> Grid:
    if stated and stated not in set(Grid):
        raise MalformedError(f"expected grid={'|'.join(Grid)}, got {stated!r}")
    drawn_on = {named(name).grid for name in names}
    special = drawn_on - {Grid.SQUARE}
    implied = min(special) if special else Grid.CUBIC if layered else Grid.SQUARE
    grid = Grid(stated or implied)
    if special - {grid} or (grid is Grid.HEX and Grid.SQUARE in drawn_on):
        raise MalformedError(f"expected sets of the {grid} grid, got {', '.join(names)}")
    if layered and grid.flat:
        raise MalformedError(f"expected one layer on the {grid} grid, got several")
    return grid


def _yes_or_no(key: str, value: str, default: bool) -> bool:
    if value not in {"", "yes", "no"}:
        raise MalformedError(f"expected {key}=yes or {key}=no, got {value!r}")
    return default if not value else value == "yes"


def format_head(rules: Rules) -> str:
    """What stands before the colon; empty for the plain NOI2005 set in the plane."""
    items = [] if rules.sets == (DEFAULT,) and not rules.drawn else list(rules.sets)
    items += [f"{piece.letters}={format_shape(piece.cells)}" for piece in rules.drawn]
    if rules.grid is not Grid.SQUARE:
        items.append(f"grid={rules.grid}")
    if rules.flip != rules.grid.flat:
        items.append(f"flip={'yes' if rules.flip else 'no'}")
    if rules.spare:
        items.append("spare=yes")
    return ";".join(items)


def _parse_region(region: str, rules: Rules, offset: int) -> tuple[tuple[str, ...], ...]:
    allowed = set(rules.letters()) | {EMPTY, HOLE, " ", "/"}
    for index, mark in enumerate(region):
        if mark not in allowed:
            hint = _other_lettering(region, rules) if mark in LETTERS else ""
            raise MalformedError(f"expected a piece's letter, '.' or '#', got {mark!r}{hint}", 1, offset + index + 1)
    layers = [[row.replace(" ", HOLE) for row in rows.split("/")] for rows in region.split("//")]
    if any(not row for rows in layers for row in rows):
        raise MalformedError("expected cells in every row ('#' for a row without any), got an empty row")
    if rules.grid is not Grid.PYRAMID:
        layers = _trim(layers)
    rows_out = tuple(tuple(row.rstrip(HOLE) or HOLE for row in rows) for rows in layers)
    cells = _count(rows_out)
    if not 0 < cells <= MAX_CELLS:
        raise MalformedError(f"expected 1 to {MAX_CELLS} cells, got {cells}")
    return rows_out


def _other_lettering(region: str, rules: Rules) -> str:
    """The named set that the letters fit; a board that draws its pieces means those."""
    from solvers.beads.lettering import set_by_letters  # noqa: PLC0415 - it reads boards

    found = "" if rules.drawn or rules.grid is not Grid.SQUARE else set_by_letters(region)
    return f"; the letters fit the set {found}: write {found} before the board" if found else ""


def _trim(layers: list[list[str]]) -> list[list[str]]:
    """Cut off the layers, rows and columns at the outside that have no cells: the same region wherever it was drawn."""
    height = max(map(len, layers))
    full = [[row.rstrip(HOLE) for row in rows] + [""] * (height - len(rows)) for rows in layers]
    used = [z for z, rows in enumerate(full) if any(rows)]
    if not used:
        return layers
    full = full[used[0] : used[-1] + 1]
    lines = [y for y in range(height) if any(rows[y] for rows in full)]
    full = [rows[lines[0] : lines[-1] + 1] for rows in full]
    indent = min(len(row) - len(row.lstrip(HOLE)) for rows in full for row in rows if row)
    return [[row[indent:] or HOLE for row in rows] for rows in full]
