"""BurrTools' .xmpuzzle: XML, mostly packed with gzip, of shapes on a lattice of cubes and problems made of them.

    <voxel x="3" y="2" z="1" type="0">##_#_#</voxel>      a shape: `#` filled, `_` empty, x running fastest, then y, z
    <problem> <shape id="0" count="2"/> ... <result id="5"/> </problem>

A problem is a board: the result is its region, the other shapes are its pieces, each as often as it counts. Flat
results lie on squares, where a turned cube may flip a piece; others on layers. A digit after a symbol is a colour,
which says nothing of the rules unless the problem has conditions for it. Cells that may stay empty (`+`), conditions
of colours, other lattices and grouped pieces are refused by name with their count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from solvers.beads.board import Beads, canonical, parse, variant
from solvers.beads.formats.lines import require
from solvers.beads.orientations import canonical_cells
from solvers.beads.pieces import LETTERS, Grid, Piece, Position, format_shape
from solvers.beads.sets import DEFAULT, named, sets
from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish

MOST = 1 << 22  # characters of a document
SHOWN = 50  # lines that a reject quotes
LARGEST = 4000  # cells of a shape's box
_VOXEL = re.compile(r"([#+_])[0-9]*")


class _Shape(NamedTuple):
    """A shape as its text says: symbols by layer, row and column; and its filled cells, moved to the origin."""

    layers: tuple[tuple[str, ...], ...]
    cells: tuple[Position, ...]


@dataclass(slots=True)
class _Problem:
    """A problem: the piece's shapes with how often each, at least and at most, and the shape of the result."""

    line: int
    name: str
    parts: list[tuple[int, int, int]] = field(default_factory=list)
    result: int = -1
    refused: dict[str, int] = field(default_factory=dict)

    def refuse(self, what: str) -> None:
        self.refused[what] = self.refused.get(what, 0) + 1


class _File:
    """What the XML parser meets."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.buffer_text = True
        self.shapes: list[tuple[dict[str, str], str]] = []
        self.problems: list[_Problem] = []
        self.lattice = "0"
        self._inside: list[str] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._inside.append(name)
        problem = self.problems[-1] if self.problems and "problem" in self._inside else None
        if name == "gridType":
            self.lattice = attributes.get("type", "0")
        elif name == "voxel" and problem is None:
            self.shapes.append((attributes, ""))
            self.parser.CharacterDataHandler = self._data  # what stands between elements is not even looked at
        elif name == "problem":
            self.problems.append(_Problem(self.parser.CurrentLineNumber, attributes.get("name", "")))
        elif problem is None or "solutions" in self._inside:
            return
        elif name == "shape":
            least, most = (_number(attributes.get(key, attributes.get("count", "1"))) for key in ("min", "max"))
            problem.parts.append((_number(attributes.get("id", "")), least, most))
        elif name == "result":
            problem.result = _number(attributes.get("id", ""))
        elif name in ("group", "pair"):
            problem.refuse("grouped pieces" if name == "group" else "conditions of colours")

    def _end(self, _: str) -> None:
        if self._inside:
            self._inside.pop()
        self.parser.CharacterDataHandler = None

    def _data(self, text: str) -> None:
        if self._inside[-1:] == ["voxel"] and "problem" not in self._inside and self.shapes:
            attributes, before = self.shapes[-1]
            self.shapes[-1] = (attributes, before + text)


@lru_cache(maxsize=1024)
def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise MalformedError(f"expected a number, got {text[:20]!r}", 1)
    return int(text)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each problem of the file, which may be several documents behind each other."""
    texts: list[str] = []
    size = count = before = 0
    while more := lines.take(1000):
        for text in more:
            if text.startswith("<?xml") and any(map(str.strip, texts)):
                yield from _bounded(lines, texts, size, count, before, wish)
                before += count
                texts, size, count = [], 0, 0
            count += 1
            size += len(text) + 1
            texts += [text] if size <= MOST else []
    if count:
        yield from _bounded(lines, texts, size, count, before, wish)


def _bounded(lines: Lines, texts: list[str], size: int, count: int, before: int, wish: Wish) -> Iterator[Item]:
    """The problems of a document of so many characters and lines; of one that is too long only a part was kept."""
    if size <= MOST:
        yield from _document(lines, texts, before, wish)
        return
    reason = f"expected a file of at most {MOST} characters, got {size}"
    yield lines.reject(reason, "\n".join(texts[:SHOWN]), line=before + 1, lines=count)


def _document(lines: Lines, texts: list[str], before: int, wish: Wish) -> Iterator[Item]:
    """The problems of one document, which stands behind so many lines."""
    blank = sum(not text.strip() for text in texts)
    try:
        file = _parsed("\n".join(texts))
        if not file.problems:
            raise MalformedError("expected a problem of BurrTools, got none", 1)  # noqa: TRY301  # one way to a reject
    except MalformedError as error:
        raw = "\n".join(texts[:SHOWN])
        yield lines.reject(str(error), raw, line=before + 1, column=error.column, lines=len(texts))
        return
    boards: set[int] = set()
    rejects: set[int] = set()
    for number, problem in enumerate(file.problems, 1):
        problem.line += before
        item = _item(lines, file, problem, number, wish)
        (boards if isinstance(item, Board) else rejects).add(problem.line)
        yield item
    lines.tally.board += len(boards)
    lines.tally.rejected += len(rejects - boards)
    lines.tally.blank += blank
    lines.tally.comment += len(texts) - blank - len(boards | rejects)


def _parsed(text: str) -> _File:
    file = _File()
    try:
        file.parser.Parse(text, True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise MalformedError(f"expected XML: {error}", 1) from None
    return file


def _item(lines: Lines, file: _File, problem: _Problem, number: int, wish: Wish) -> Item:
    try:
        text = canonical(_text(file, problem))
        require(wish, variant(text))
    except MalformedError as error:
        return lines.reject(str(error), f"problem {number} {problem.name}".rstrip(), line=problem.line, lines=0)
    return Board("beads", variant(text), text, lines.source, problem.line, problem.name)


def _text(file: _File, problem: _Problem) -> str:
    if file.lattice != "0":
        raise MalformedError(f"rules that are not supported: lattice {file.lattice} (cubes are lattice 0)", 1)
    result = _shape(file, problem.result)
    open_cells = sum(row.count("+") for rows in result.layers for row in rows)
    refused = problem.refused | ({"cells that may stay empty": open_cells} if open_cells else {})
    spare = any(least < most for _, least, most in problem.parts)
    partly = sum(0 < least < most for _, least, most in problem.parts)
    refused |= {"pieces used at least once, at most several times": partly} if partly else {}
    if spare and any(least == most for _, least, most in problem.parts):
        refused["pieces of which some must be used and others not"] = len(problem.parts)
    if refused:
        named = ", ".join(f"{what} ({count})" for what, count in refused.items())
        raise MalformedError(f"rules that are not supported: {named}", 1)
    if not result.cells:
        raise MalformedError("expected a result with cells, got none", 1)
    depth = len(result.layers)
    head = [
        *_set_or_drawn(tuple(_pieces(file, problem)), depth == 1),
        f"grid={'square' if depth == 1 else 'cubic'}",
        *(["spare=yes"] if spare else []),
    ]
    layers = ["/".join(row.replace("_", ".").replace("#", "o") for row in rows) for rows in result.layers]
    region = "//".join(layer.replace(".", "#").replace("o", ".") for layer in layers)
    return f"{';'.join(head)}:{region}"


def _pieces(file: _File, problem: _Problem) -> Iterator[Piece]:
    """The pieces, under the letters that their shapes are called by if those are a piece's, or else A, B, C ..."""
    used = 0
    flat = len(_shape(file, problem.result).layers) == 1
    names = [file.shapes[shape][0].get("name", "") for shape, _, _ in problem.parts if 0 <= shape < len(file.shapes)]
    own = len(set("".join(names))) == len("".join(names)) and set("".join(names)) <= set(LETTERS)
    own = own and [len(name) for name in names] == [most for _, _, most in problem.parts]
    for shape, _, most in problem.parts:
        cells = _shape(file, shape).cells
        if used + most > len(LETTERS) or not cells:
            raise MalformedError(f"expected 1 to {len(LETTERS)} pieces with cells, got {used + most}", 1)
        if most:
            letters = file.shapes[shape][0]["name"] if own else LETTERS[used : used + most]
            yield Piece(letters, _laid_flat(cells) if flat else cells)
        used += most


@lru_cache(maxsize=256)  # a file has many problems of the same pieces
def _set_or_drawn(pieces: tuple[Piece, ...], flat: bool) -> list[str]:  # the lattice, nothing optional
    """The named set that these pieces are, letters and all where the file tells them; or else their drawings."""
    grid = Grid.SQUARE if flat else Grid.CUBIC

    def key(piece: Piece, *, letters: bool) -> tuple[object, ...]:
        shape = canonical_cells(piece.cells, grid, flip=flat)
        return (piece.letters, shape) if letters else (len(piece.letters), shape)

    found = [each for each in (named(DEFAULT), *sets().values()) if each.grid is grid]
    for letters in (True, False):
        mine = sorted(key(piece, letters=letters) for piece in pieces)
        for each in found:
            if sorted(key(piece, letters=letters) for piece in each.pieces) == mine:
                return [each.name]
    return [f"{piece.letters}={format_shape(piece.cells)}" for piece in pieces]


@lru_cache(maxsize=1024)
def _laid_flat(cells: tuple[Position, ...]) -> tuple[Position, ...]:
    """A flat piece that stands upright, laid down; any other as it is, which then fits nowhere."""
    for axes in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        turned = tuple(sorted(Position(*(cell[axis] for axis in axes)) for cell in cells))
        if all(cell.layer == 0 for cell in turned):
            return turned
    raise MalformedError("expected flat pieces for a flat result, got one that is not", 1)


def _shape(file: _File, number: int) -> _Shape:
    if not 0 <= number < len(file.shapes):
        raise MalformedError(f"expected one of {len(file.shapes)} shapes, got number {number}", 1)
    attributes, text = file.shapes[number]
    return _of_text(number, text, *(attributes.get(axis, "") for axis in "xyz"))


@lru_cache(maxsize=512)  # a file has the same shapes in many problems, and archives in many files
def _of_text(number: int, text: str, *sizes: str) -> _Shape:
    width, height, depth = map(_number, sizes)
    if not 0 < width * height * depth <= LARGEST:
        raise MalformedError(f"expected a shape of at most {LARGEST} cells, got {width}x{height}x{depth}", 1)
    bare = "".join(text.split())
    if bare.strip("#_+") and (other := _VOXEL.sub("", bare)):
        raise MalformedError(f"expected # _ or + in shape {number}, got {other[0]!r}", 1)
    marks = "".join(_VOXEL.findall(bare)) if bare.strip("#_+") else bare
    if len(marks) != width * height * depth:
        raise MalformedError(f"expected {width * height * depth} cells of shape {number}, got {len(marks)}", 1)
    return _drawn(marks, width, height)


def _drawn(marks: str, width: int, height: int) -> _Shape:
    rows = [marks[at : at + width] for at in range(0, len(marks), width)]
    layers = tuple(tuple(rows[at : at + height]) for at in range(0, len(rows), height))
    cells = [
        Position(z, y, x)
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer)
        for x, mark in enumerate(row)
        if mark == "#"
    ]
    low = Position(*(min(axis) for axis in zip(*cells, strict=True))) if cells else Position(0, 0, 0)
    return _Shape(layers, tuple(Position(z - low.layer, y - low.row, x - low.column) for z, y, x in cells))


def sniff(sample: Sample) -> int:
    """98 if the root of the XML is a puzzle with voxels or a lattice."""
    head = "\n".join(sample.lines[:200])
    return 98 if re.match(r"\s*(<\?xml[^>]*\?>\s*)?<puzzle\b", head) and ("<voxel" in head or "gridType" in head) else 0


def write(board: Board) -> str:
    """A file with one problem; raises MalformedError for what BurrTools has no words for."""
    beads = parse(board.text)
    rules = beads.rules
    if rules.grid not in (Grid.SQUARE, Grid.CUBIC) or rules.flip != rules.grid.flat:
        raise MalformedError("expected squares where pieces may be flipped, or cubes where not", 1)
    if any(mark not in ".#" for rows in beads.layers for row in rows for mark in row):
        raise MalformedError("expected a board without placed pieces", 1)
    if "\n" in board.label:
        raise MalformedError("expected a label of one line", 1)
    if len(rules.sets) + bool(rules.drawn) > 1:
        raise MalformedError("expected a named set or drawn pieces, got both or several", 1)
    shapes = [_voxels(piece.cells, piece.letters) for piece in rules.pieces()]
    least = "0" if rules.spare else ""
    parts = [
        f'<shape id="{number}" min="{least or len(piece.letters)}" max="{len(piece.letters)}"/>'
        for number, piece in enumerate(rules.pieces())
    ]
    return (
        '<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="0"/>\n<colors/>\n<shapes>\n'
        + "\n".join([*shapes, _region(beads)])
        + f'\n</shapes>\n<problems>\n<problem state="0" name={quoteattr(board.label)}>\n<shapes>\n'
        + "\n".join(parts)
        + f'\n</shapes>\n<result id="{len(shapes)}"/>\n<bitmap/>\n</problem>\n</problems>\n</puzzle>\n'
    )


def _voxels(cells: tuple[Position, ...], name: str) -> str:
    depth, height, width = (max(axis) + 1 for axis in zip(*cells, strict=True))
    filled = set(cells)
    marks = ("#" if (z, y, x) in filled else "_" for z in range(depth) for y in range(height) for x in range(width))
    return f'<voxel x="{width}" y="{height}" z="{depth}" type="0" name="{name}">{"".join(marks)}</voxel>'


def _region(beads: Beads) -> str:
    return _voxels(
        tuple(
            Position(z, y, x)
            for z, rows in enumerate(beads.layers)
            for y, row in enumerate(rows)
            for x, mark in enumerate(row)
            if mark == "."
        ),
        "",
    )


_ROOT_AND_LATTICE = re.compile(r"\s*+(?:<\?xml[^>]*>\s*+)?<puzzle\b[^>]*>\s*+<gridType")

XMPUZZLE = Format(
    name="xmpuzzle",
    certain=_ROOT_AND_LATTICE,
    family="beads",
    summary="BurrTools' .xmpuzzle, mostly packed with gzip: shapes of cubes, and problems made of them",
    example="""\
<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="2" y="2" z="1" type="0">##_#</voxel>
<voxel x="2" y="1" z="1" type="0">##</voxel>
<voxel x="4" y="2" z="1" type="0">########</voxel>
</shapes>
<problems>
<problem state="0" name="corner">
<shapes>
<shape id="0" count="2"/>
<shape id="1" count="1"/>
</shapes>
<result id="2"/>
<bitmap/>
</problem>
</problems>
</puzzle>
""",
    sniff=sniff,
    read=read,
    write=write,
)
