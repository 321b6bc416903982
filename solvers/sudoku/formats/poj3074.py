"""The input of POJ 3074: a board of 81 symbols in each line, and `end` after the last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from solvers.core import Answer, Board, MalformedError
from solvers.reading.format import Format, Item, Judge, Lines, Sample, Wish
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.remarks import is_remark, refused

_LINE = re.compile(r"[1-9.]{81}")


def read_until_end(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each line before the one that says `end`; what follows is none unless it is written as one."""
    ended = behind = 0  # lines
    for text in lines:
        bare = text.strip()
        ended = ended or lines.number * (bare == "end")
        if not bare:
            lines.tally.blank += 1
        elif ended and not _LINE.fullmatch(bare) and not is_remark(bare):
            yield refused(lines, text)
        elif ended and not _LINE.fullmatch(bare):
            lines.tally.comment += 1
        else:
            try:
                board = make(bare, wish)
            except MalformedError as error:
                yield lines.reject(str(error), text, column=error.column)
            else:
                lines.tally.board += 1
                behind += bool(ended)
                yield board._replace(source=lines.source, line=lines.number)
    if behind:
        lines.note(f"boards stand behind the first `end`: {behind}", ended)


def sniff_end(sample: Sample) -> int:
    """95 if lines of 81 symbols stand before the word `end`."""
    filled = [line.strip() for line in sample.filled()]
    before = list(takewhile(lambda line: line != "end", filled))
    return 95 if before and len(before) < len(filled) and all(map(_LINE.fullmatch, before)) else 0


def write_3074(board: Board) -> str:
    """The cells in a line."""
    return only_cells(board, 9).cells + "\n"


def _answer_line(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # a judge's signature
    return f"{answer.solution}\n"


POJ3074 = Format(
    name="poj3074",
    family="sudoku",
    summary="POJ 3074: 81 symbols a line, and `end` after the last",
    example="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nend\n",
    sniff=sniff_end,
    signs="d",
    read=read_until_end,
    write=write_3074,
    judge=Judge(write=_answer_line, between=""),
    tail="end\n",
)
