from collections.abc import Sequence

from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

# Shorter than the texts where time ran out or somebody cancelled.
def minlex(texts: Sequence[str], seconds: float = 0.0, cancel: bytearray | None = None) -> list[str]: ...

# Of all that the ways, as in least.hpp, make of the cells.
def least_text(cells: str, ways: bytes) -> str: ...
def code_versions() -> list[str]: ...
def use_code_version(name: str) -> None: ...

# Of plain boards, from plain.cpp: the places of solutions that are not plainly right, and of boards that have a given
# twice in a column or box; variants, "" of what is none.
def suspects(texts: Sequence[str], solutions: Sequence[str]) -> list[int]: ...
def clashing(texts: Sequence[str]) -> list[int]: ...
def variants(texts: Sequence[str]) -> list[str]: ...

# Each reads what is plain and leaves the rest to solvers/sudoku/formats.
#
# Boards of nine lines of numbers that hold a digit and walls, in canonical text; fewer than there are where one is not.
def walled(rows: str) -> list[str]: ...

# Of a puzzle of f-puzzles: givens, all digits, pencil marks with blanks between (or ""), a letter for each region that
# is named (or ""), and the JSON with an empty grid; None.
def plain_grid(json: str) -> tuple[str, str, str, str, str] | None: ...

# Its killer cages in canonical text, and the JSON with an empty list of them; None.
def plain_cages(json: str, size: int) -> tuple[str, str] | None: ...

# The cells of a problem of Penpa, the candidates of each (or none at all), and a letter for the region of each, "" for
# a board without edges; None.
def plain_problem(
    members: str, size: int, left: int, top: int, columns: int, rows: int
) -> tuple[str, list[str], str] | None: ...
