"""Says what is wrong with a solution, from the rules alone; shares no code with the kernel.

Boards whose solution is plainly right are found in bulk (see check_bulk.py); every other one is looked at on its own,
cell by cell, and what is wrong with it is said in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, Black, Cell, Kakuro, White, parse
from solvers.kakuro.check_bulk import suspects

Name = Callable[[int], str]


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """For each board "" if the solution is right, otherwise the first fault, with its cell."""
    faults = [""] * len(texts)
    for place in suspects(texts, solutions):
        faults[place] = explain(texts[place], solutions[place])
    return faults


def explain(text: str, solution: str) -> str:
    """What is wrong with one solution, or "" if it is right; slow and plain."""
    try:
        board = parse(text)
    except MalformedError as error:
        return f"the text is no board: {error}"
    try:
        filled = parse(solution)
    except MalformedError as error:
        return f"the solution is no board: {error}"
    return next(_faults(board, filled), "")


def _faults(board: Kakuro, filled: Kakuro) -> Iterator[str]:
    if filled.digits != board.digits or len(filled.rows) != len(board.rows):
        yield "the solution has another size or other digits than the board"
        return
    for r, (row, filled_row) in enumerate(zip(board.rows, filled.rows, strict=True), 1):
        if len(row) != len(filled_row):
            yield f"row {r}: expected {len(row)} cells, got {len(filled_row)}"
            return
        for c, (cell, value) in enumerate(zip(row, filled_row, strict=True), 1):
            if fault := _cell_fault(cell, value):
                yield f"r{r}c{c}: {fault}"
    for r, row in enumerate(filled.rows, 1):
        yield from _line_faults(row, "across", partial(_name, r))
    for c, column in enumerate(zip(*filled.rows, strict=True), 1):
        yield from _line_faults(column, "down", partial(_name, column=c))


def _name(row: int, column: int) -> str:
    return f"r{row}c{column}"


def _cell_fault(cell: Cell, value: Cell) -> str:
    if isinstance(cell, Black):
        return "" if cell == value else "the black cell was changed"
    if isinstance(value, Black) or value.given == 0:
        return "not filled"
    return "" if cell.given in {0, value.given} else f"the given {cell.given} was changed to {value.given}"


def _line_faults(line: Sequence[Cell], direction: str, name: Name) -> Iterator[str]:
    """Faults of the runs of one row or column of a filled board."""
    clue: int | None = None
    start = 0
    run: list[int] = []
    for place, cell in enumerate((*line, BLACK), 1):
        if isinstance(cell, White):
            run.append(cell.given)
            continue
        if len(set(run)) != len(run):
            yield f"{name(start + 1)}: a digit stands twice in the run {direction}"
        if clue is not None and not run:
            yield f"{name(start)}: the clue {direction} has no cells"
        elif clue is not None and sum(run) != clue:
            yield f"{name(start)}: the run {direction} sums to {sum(run)}, its clue is {clue}"
        clue = cell.across if direction == "across" else cell.down
        start = place
        run = []
