"""Boards as lists of runs.

- KDL: `column row - length sum`, `|` for down, coordinates from 1, `#` comments; the size follows from the runs.
- run list (zetraxus/Kakuro): `columns rows`, then `R column row sum length` across, `C ...` down, for the clues'
  cells from 0.

What is written plainly the kernel reads; here stands what is wrong with anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from solvers.core import MalformedError, Reject
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, make
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import one_of, plainly_in_batches
from solvers.kakuro.formats.rows import behind, blocks, board_of, parted, refuse_cut, refuse_each, whole
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LARGEST = 500  # rows and columns
NO_RUNS = "expected runs, got none"

_KDL = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+([-|])\s+(\d{1,2})\s+(\d{1,9})\s*", re.ASCII)
_RUN = re.compile(r"\s*([RC])\s+(\d{1,4})\s+(\d{1,4})\s+(\d{1,9})\s+(\d{1,2})\s*", re.ASCII)
_SIZE = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s*", re.ASCII)


class _Run(NamedTuple):
    """A run by its first cell, counted from 1 behind a border of black cells."""

    row: int
    column: int
    across: bool
    length: int
    sum: int
    line: int


def _from_runs(runs: Iterable[_Run], height: int = 0, width: int = 0) -> Kakuro:
    """The board whose white cells are those of the runs; the size is the smallest that holds them."""
    runs = list(runs)
    if not runs:
        raise MalformedError(NO_RUNS)
    height = max(height, *(run.row + (0 if run.across else run.length - 1) for run in runs))
    width = max(width, *(run.column + (run.length - 1 if run.across else 0) for run in runs))
    if height > LARGEST or width > LARGEST:
        raise MalformedError(f"expected at most {LARGEST} rows and columns, got {height} and {width}")
    cells: list[list[Cell]] = [[BLACK] * (width + 1) for _ in range(height + 1)]
    for run in runs:
        for step in range(run.length):
            cells[run.row + (0 if run.across else step)][run.column + (step if run.across else 0)] = EMPTY
    for run in runs:
        r, c = (run.row, run.column - 1) if run.across else (run.row - 1, run.column)
        clue = cells[r][c]
        if isinstance(clue, White) or clue[run.across] not in (None, run.sum):
            raise MalformedError("expected a black cell before the run, got another run's cell or clue", run.line)
        cells[r][c] = Black(clue.down, run.sum) if run.across else Black(run.sum, clue.across)
    return make(tuple(map(tuple, cells)))


# ---- KDL


def _bare(line: str) -> str:
    return line.partition("#")[0].strip()


def _kdl(texts: Sequence[str]) -> Kakuro:
    runs = []
    for number, text in enumerate(texts, 1):
        if not _bare(text):
            continue
        match = _KDL.fullmatch(_bare(text))
        if match is None:
            raise MalformedError(f"expected column, row, - or |, length and sum, got {text!r}", number, 1)
        column, row, length, total = (int(match[i]) for i in (1, 2, 4, 5))
        if not (row and column and length):
            raise MalformedError(f"expected numbers from 1 on, got {text!r}", number, 1)
        runs.append(_Run(row, column, match[3] == "-", length, total, number))
    return _from_runs(runs)


def _sniff_kdl(sample: Sample) -> int:
    bare = [text for text in map(_bare, sample.lines) if text]
    return 90 if bare and all(map(_KDL.fullmatch, bare)) else 0


def _read_kdl(lines: Lines, wish: Wish) -> Iterator[Item]:
    """One board a source: blank lines separate nothing here; one of nothing but comments has none."""
    one_order(wish)
    for item in whole(lines, lambda texts: one_of("kdl", texts) or _kdl(texts)):
        if isinstance(item, Reject) and item.reason == NO_RUNS:
            lines.tally.rejected -= item.lines
            lines.tally.comment += item.lines
        else:
            yield item


# ---- run lists


def _run_list(texts: Sequence[str]) -> Kakuro:
    size = _SIZE.fullmatch(texts[0])
    if size is None:
        raise MalformedError(f"expected columns and rows, got {texts[0]!r}", 1, 1)
    runs = []
    for number, text in enumerate(texts[1:], 2):
        match = _RUN.fullmatch(text)
        if match is None:
            raise MalformedError(f"expected R or C, column, row, sum and length, got {text!r}", number, 1)
        column, row, total, length = (int(match[i]) for i in range(2, 6))
        if row > int(size[2]) or column > int(size[1]) or not length:
            raise MalformedError(f"expected a run inside {size[2]} rows and {size[1]} columns", number, 1)
        across = "R" in text
        # The place is that of the clue's cell; the run begins beside or below it.
        runs.append(_Run(row + (not across), column + across, across, length, total, number))
    return _from_runs(runs, int(size[2]) - 1, int(size[1]) - 1)


def _sniff_run_list(sample: Sample) -> int:
    filled = sample.filled()
    return 90 if len(filled) > 1 and _SIZE.fullmatch(filled[0]) and _RUN.fullmatch(filled[1]) else 0


def _read_run_lists(lines: Lines, wish: Wish) -> Iterator[list[Item]]:
    one_order(wish)
    for block in blocks(lines):
        if not (_SIZE.fullmatch(block.texts[0]) or _RUN.fullmatch(block.texts[0])):
            yield refuse_each(lines, block, "columns and rows")
            continue
        parts = parted(block, lambda texts, at: _SIZE.fullmatch(texts[at]))
        cut = _RUN.fullmatch(behind(lines))
        good = parts[:-1] if cut else parts
        items = [board_of(lines, part, partial(_run_list, part.texts)) for part in good]
        yield [*items, *([refuse_cut(lines, parts[-1])] if cut else [])]


_PLAIN_RUNS = re.compile(
    r"(?:\d+ \d+ [-|] \d+ \d\n)*+(?:\d+ \d+ [-|] \d+ \d\d\n)(?:\d+ \d+ [-|] \d+ \d+\n)*+\Z", re.ASCII
)
_SIZE_AND_RUN = re.compile(r"\d+ \d+\n[RC] \d+ \d+ \d+ \d+\n", re.ASCII)

KDL = Format(
    name="kdl",
    certain=_PLAIN_RUNS,
    family="kakuro",
    summary="KDL: a line `column row - length sum` for each run (| is down), # comments",
    example="1 1 - 2 3\n1 2 - 2 4\n1 1 | 2 3\n2 1 | 2 4\n",
    signs="-|",
    sniff=_sniff_kdl,
    read=_read_kdl,
    write=written(writing.kdl, lambda text: _kdl(text.splitlines())),
    alone=True,
)
RUN_LIST = Format(
    name="run-list",
    certain=_SIZE_AND_RUN,
    family="kakuro",
    summary="`columns rows`, then a line `R column row sum length` (C down) for each run, counted from 0",
    example="3 3\nR 0 1 3 2\nR 0 2 4 2\nC 1 0 3 2\nC 2 0 4 2\n",
    sniff=_sniff_run_list,
    read=plainly_in_batches(_read_run_lists, "run-list"),
    write=written(writing.run_list, lambda text: _run_list(text.strip().splitlines())),
)
