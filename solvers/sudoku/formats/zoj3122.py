"""The input of ZOJ 3122 (also POJ 3076, UVa 1309, SPOJ SUDOKU): 16 lines of 16 of `A`..`P` and `-`.

Cases are separated by an empty line; SPOJ puts the number of cases before them. The judge wants each solved grid in
16 lines, and an empty line between two. Every board of the judge has one solution, so the statement has no words for
boards without: the answer to those is an empty grid line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solvers.core import Answer, Block, Board, MalformedError
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Format, Item, Judge, Lines, Sample, Wish
from solvers.sudoku.formats.columns import alike_of, close
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.shifted import SHORT, settled

SIZE = 16
_ROW = re.compile(r"[A-P-]{16}")
_ALL = re.compile(r"[A-P-]+")
_COUNT = re.compile(r"[0-9]{1,6}")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for every 16 rows, and a reject for rows that are fewer or wrong."""
    return settled(_read(lines, wish), lines)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    stated, found, since = None, 0, 0  # since: where boards began that have nothing between them
    rows: list[str] = []
    alike = alike_of(lines, wish, "16x16")
    while (following := lines.peek()) is not None:
        whole = not rows and len(following) == SIZE
        if whole and (block := alike.take(SIZE + (lines.ahead(SIZE + 1)[SIZE:] == [""]), _found)):
            found += len(block.texts)
            since = _unparted(block, since)
            yield block
            continue
        if not rows and _is_whole(ahead := lines.ahead(SIZE)):
            lines.take(SIZE)
            found += 1
            since = since or lines.number - SIZE + 1
            yield _finish(lines, wish, ahead, lines.number - SIZE + 1)
            continue
        text = next(lines)
        bare = text.strip()
        if bare and not (lines.number == 1 and _COUNT.fullmatch(bare)):
            rows.append(bare)
            if len(rows) == SIZE:
                found += 1
                since = since or lines.number - SIZE + 1
                yield _finish(lines, wish, rows, lines.number - SIZE + 1)
                rows = []
            continue
        if bare:
            stated = int(bare)
            lines.tally.comment += 1
            continue
        if rows:
            _doubt(lines, rows, since)
            yield _finish(lines, wish, rows, lines.number - len(rows))
            rows = []
        since = 0
        lines.tally.blank += 1
    if rows:
        _doubt(lines, rows, since)
        yield _finish(lines, wish, rows, lines.number - len(rows) + 1)
    if stated is not None and stated != found:
        lines.tally.comment -= 1
        yield lines.reject(f"expected {stated} boards, as line 1 states, got {found}", str(stated), line=1)


def _unparted(block: Block, since: int) -> int:
    """Where the boards began that follow each other with nothing between, up to these; 0 if something is."""
    first, last = block.lines[0], block.lines[-1]
    return (since or first) if last - first == SIZE * (len(block.lines) - 1) else 0


def _doubt(lines: Lines, rows: Sequence[str], since: int) -> None:
    """Notes that any of the boards directly before these rows may be the one that lacks some."""
    if since and all(map(_ROW.fullmatch, rows)):
        lines.note(SHORT.format(SIZE - len(rows), since), since)


def _found(columns: Columns) -> Found | None:
    """The boards of columns of rows, and perhaps one of blank lines."""
    texts = close(columns[:SIZE], b"ABCDEFGHIJKLMNOP-", "-")
    if texts is None or any(map(any, columns[SIZE:])):
        return None
    return Found(texts, SIZE, blank=len(columns) - SIZE, variant="16x16")


def _is_whole(texts: Sequence[str]) -> bool:
    """Whether these are the rows of a board, all of them right."""
    return len(texts) == SIZE and set(map(len, texts)) == {SIZE} and bool(_ALL.fullmatch("".join(texts)))


def _finish(lines: Lines, wish: Wish, rows: Sequence[str], start: int) -> Item:
    wrong = next((i for i, row in enumerate(rows) if not _ROW.fullmatch(row)), None)
    if wrong is not None:
        reason = f"row {wrong + 1}: expected {SIZE} of A..P and -, got {rows[wrong]!r}"
        return lines.reject(reason, "\n".join(rows), line=start, lines=len(rows))
    if len(rows) != SIZE:
        reason = f"expected {SIZE} rows, got {len(rows)}"
        return lines.reject(reason, "\n".join(rows), line=start, lines=len(rows))
    try:
        board = make("".join(rows).replace("-", "."), wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(rows), line=start, lines=len(rows))
    lines.tally.board += SIZE
    return board._replace(source=lines.source, line=start)


def sniff(sample: Sample) -> int:
    """95 if there is nothing but rows of 16, with a number before them at most."""
    filled = [line.strip() for line in sample.filled()]
    if filled and _COUNT.fullmatch(filled[0]):
        filled = filled[1:]
    return 95 if len(filled) >= SIZE and all(map(_ROW.fullmatch, filled[:SIZE])) else 0


def write(board: Board) -> str:
    """The grid in 16 lines."""
    return _grid(only_cells(board, SIZE).cells.replace(".", "-")) + "\n"


def _grid(cells: str) -> str:
    return "".join(cells[i : i + SIZE] + "\n" for i in range(0, SIZE * SIZE, SIZE))


def _judge(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001
    return _grid(answer.solution) if answer.solution else "\n"


ZOJ3122 = Format(
    name="zoj3122",
    family="sudoku",
    summary="ZOJ 3122: 16 lines of 16 of A..P and -, an empty line between boards",
    example="""\
--A----C-----O-I
-J--A-B-P-CGF-H-
--D--F-I-E----P-
-G-EL-H----M-J--
----E----C--G---
-I--K-GA-B---E-J
D-GP--J-F----A--
-E---C-B--DP--O-
E--F-M--D--L-K-A
-C--------O-I-L-
H-P-C--F-A--B---
---G-OD---J----H
K---J----H-A-P-L
--B--P--E--K--A-
-H--B--K--FI-C--
--F---C--D--H-N-
""",
    sniff=sniff,
    read=read,
    write=write,
    judge=Judge(write=_judge),
)
