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
from itertools import pairwise
from xml.sax.saxutils import quoteattr

from solvers.beads.board import Beads, canonical, parse, variant
from solvers.beads.formats.burr_board import board_text
from solvers.beads.formats.burr_document import Document, Problem, document_of
from solvers.beads.formats.lines import require
from solvers.beads.pieces import Grid, Position
from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish

MOST = 1 << 22  # characters of a document
SHOWN = 50  # lines that a reject quotes


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each problem of the file, which may be several documents behind each other."""
    texts: list[str] = []
    size = count = before = 0
    while more := lines.take(1000):
        starts = [at for at, text in enumerate(more) if text.startswith("<?xml")]
        for start, end in pairwise((0, *starts, len(more))):
            if more[start].startswith("<?xml"):
                if any(map(str.strip, texts)):
                    yield from _bounded(lines, texts, size, count, before, wish)
                else:  # before a declaration XML allows nothing
                    lines.tally.blank += count
                before += count
                texts, size, count = [], 0, 0
            part = more[start:end]
            count += len(part)
            size += sum(map(len, part)) + len(part)
            texts += part if size <= MOST else part[:SHOWN] if len(texts) < SHOWN else []
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
    blank = len(texts) - sum(map(bool, map(str.strip, texts)))
    try:
        file = document_of(texts)
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


def _item(lines: Lines, file: Document, problem: Problem, number: int, wish: Wish) -> Item:
    try:
        text = canonical(board_text(file, problem))
        require(wish, variant(text))
    except MalformedError as error:
        return lines.reject(str(error), f"problem {number} {problem.name}".rstrip(), line=problem.line, lines=0)
    return Board("beads", variant(text), text, lines.source, problem.line, problem.name)


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
    signs="<",
    sniff=sniff,
    read=read,
    write=write,
)
