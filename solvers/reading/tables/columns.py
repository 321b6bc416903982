"""Which column of a table holds the board, its label, and the solution that is stated: by name and by content."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from solvers.core import MalformedError
from solvers.reading.events import NO_COLUMN
from solvers.reading.tables.cells import CellReader, is_rounded

# Names that archives use, the most telling first.
BOARD = ("puzzle", "puzzles", "quizzes", "quiz", "board", "givens", "clues", "grid", "problem", "question", "sudoku")
SOLUTION = ("solution", "solutions", "solved", "answer", "answers")
LABEL = ("label", "name", "title", "id", "puzzle_id", "key", "no", "number")

_IS_LABEL = re.compile(r"[^\W\d_]{2}")
_IS_NAME = re.compile(r"\s*[^\W\d][\w -]{0,40}\s*")
UNNAMED = "column 1"  # where a heading lacks its first name
TRIED = 20  # records in which a column is looked for
SOME = 2  # records of which all may be spoilt alike
SPOILT = 8  # records of which one may be unlike the others


@dataclass(frozen=True, slots=True)
class Columns:
    """The places of the columns, -1 for none; ``names`` has one name for each column."""

    board: int
    label: int
    solution: int
    names: tuple[str, ...]
    header: bool
    others: tuple[str, ...] = ()  # names of columns that hold boards, too
    width: int = 0  # fields of most records

    def name(self, place: int) -> str:
        return self.names[place] if place < len(self.names) else f"column {place + 1}"


def has_header(records: Sequence[Sequence[str]], reader: CellReader) -> bool:
    """True if the first record names columns and holds no board: known names, or a word above each column of boards."""
    if not records or any(map(reader.is_board, records[0])):
        return False
    if _names(records[0], BOARD + SOLUTION + LABEL):
        return True
    first, *rest = records
    above = [name for place, name in enumerate(first) if any(reader.is_board(cell) for cell in _column(rest, place))]
    return bool(above) and all(map(_IS_NAME.fullmatch, above))


def is_heading(cells: Sequence[str]) -> bool:
    """Whether cells in the middle of a table are names of columns, one of which is a board's: another table begins."""
    return bool(_names(cells, BOARD)) and all(_IS_NAME.fullmatch(cell) or not cell.strip() for cell in cells)


def renamed(names: Sequence[str], body: Sequence[Sequence[str]], reader: CellReader, wished: str = "") -> Columns:
    """The columns of a table that such a heading begins, whatever can be read of it."""
    try:
        found = find_columns(names, body, reader, wished=wished)
    except MalformedError:  # it has no column of that name, so no record holds it
        return Columns(len(names), -1, -1, (*_different(names), wished), header=True, width=usual_width(body, names))
    board = _names(names, BOARD)[0]
    return found or Columns(
        board, _label(names, board), _solution((), names, board, ()), _different(names), header=True, width=len(names)
    )


def completed(names: Sequence[str], body: Sequence[Sequence[str]], reader: CellReader) -> Sequence[str]:
    """The names of a heading that has one less than there are columns, with one more at the beginning if that suits."""
    more = [UNNAMED, *names]
    return more if _suiting(more, body, reader) > _suiting(names, body, reader) else names


def _suiting(names: Sequence[str], body: Sequence[Sequence[str]], reader: CellReader) -> int:
    """How many columns are called boards or solutions, and are."""
    named = {place: known is SOLUTION for known in (BOARD, SOLUTION) for place in _names(names, known)}
    held = (place for place in named if any(map(reader.is_board, _column(body, place))))
    return sum(_is_full(body, place) == named[place] for place in held)


def usual_width(records: Sequence[Sequence[str]], names: Sequence[str] = ()) -> int:
    """How many fields a record has: as many as there are names, if one has, or else those of most, or of the first.

    Those of one field may be words between others, or of a table with another delimiter.
    """
    widths = Counter(len(record) for record in records if len(record) > 1) or Counter(map(len, records))
    if not widths or len(names) in widths:
        return len(names)
    return max(widths.items(), key=itemgetter(1))[0]


def _column(records: Sequence[Sequence[str]], place: int) -> list[str]:
    return [record[place] for record in records if place < len(record)]


def find_columns(
    names: Sequence[str], body: Sequence[Sequence[str]], reader: CellReader, *, header: bool = True, wished: str = ""
) -> Columns | None:
    """The columns of a table from some of its records; None if no column holds boards.

    ``names`` are made up if the table has no ``header``; ``wished`` is a name or a number from 1.
    """
    held = [place for place in range(len(names)) if any(place < len(r) and reader.is_board(r[place]) for r in body)]
    if len(held) > 1:  # not one that is a board's in a record whose fields are exchanged
        few = {place: sum(map(reader.is_board, _column(body, place))) * SPOILT <= len(body) for place in held}
        held = [place for place in held if not few[place]] or held
    board = _wished(wished, names) if wished else _best(held, names, body)
    if board < 0:
        return None
    solution = _solution(held, names, board, body)
    if not wished and solution in held and _are_exchanged(body, board, solution):
        board, solution = solution, board
    label = _label(names, board) if header else _words(body, max(board, solution) + 1, reader)
    different = _different(names)
    known = (board, label, solution, *_names(names, SOLUTION))
    others = tuple(different[n] for n in held if n not in known and not _is_full(body, n))
    return Columns(board, label, solution, different, header, others, usual_width(body, names))


def _are_exchanged(body: Sequence[Sequence[str]], board: int, solution: int) -> bool:
    """Whether no board in some records has an empty cell, and each solution has: a heading has their names so."""
    both = [record for record in body if max(board, solution) < len(record)]
    return len(both) > SOME and all(_full(each, board) and not _full(each, solution) for each in both)


def told_of(name: str) -> str:
    """What is said of a column with boards that is not read."""
    return f"column {name!r} holds boards, too; --column reads them"


def _different(names: Sequence[str]) -> tuple[str, ...]:
    """The names, and numbers behind those that are another column's, too."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return tuple(found)


def _names(cells: Sequence[str], known: Sequence[str]) -> list[int]:
    """The places of the cells that are known names, in the order of the names; behind them those of ``data.puzzle``."""
    whole = [cell.strip().lower() for cell in cells]
    inner = [cell.rpartition(".")[2] if "." in cell else "" for cell in whole]
    return [lower.index(name) for lower in (whole, inner) for name in known if name in lower]


def _wished(wished: str, names: Sequence[str]) -> int:
    if wished in names:
        return names.index(wished)
    if wished.isdecimal() and 1 <= int(wished) <= len(names):
        return int(wished) - 1
    raise MalformedError(f"{NO_COLUMN} ({', '.join(names)}), got {wished!r}", 1)


def _best(held: Sequence[int], names: Sequence[str], body: Sequence[Sequence[str]]) -> int:
    """Of the columns that hold boards the one with the best name that is no solution's, or the first that asks.

    Where only solutions can be read, the boards beside them are refused one by one: they are what was asked for.
    """
    solutions, puzzles = _names(names, SOLUTION), _names(names, BOARD)
    if puzzles and held and set(held) <= set(solutions):
        return puzzles[0]
    named = [place for place in puzzles if place in held]
    others = [place for place in held if place not in solutions]
    others.sort(key=lambda place: _is_full(body, place))  # a solution is full, whatever its name
    lost = [place for place in puzzles if any(map(is_rounded, _column(body, place)))]
    trusted = [] if held else _names(names, BOARD[:1]) + lost  # what we write ourselves may hold boards of few cells
    return (named + others + list(held) + trusted + [-1])[0]


def _label(names: Sequence[str], board: int) -> int:
    found = (n for n in _names(names, LABEL) if n != board and _object(names[n]) in ("", _object(names[board])))
    return next(found, -1)


def _object(name: str) -> str:
    """The object in which a member of JSON stands; "" for one that is in none, and for a column of a table."""
    return name.rpartition(".")[0]


def _words(body: Sequence[Sequence[str]], place: int, reader: CellReader) -> int:
    """The column at this place, behind boards without a header, if there are names in it; -1 if not."""
    cells = [cell.strip() for cell in _column(body, place)]
    return place if cells and all(map(_IS_LABEL.match, cells)) and not any(map(reader.is_board, cells)) else -1


def _solution(held: Sequence[int], names: Sequence[str], board: int, body: Sequence[Sequence[str]]) -> int:
    """The column with a solution's name, or without names the next one that holds boards without an empty cell."""
    named = [place for place in _names(names, SOLUTION) if place != board]
    full = [place for place in held if place != board and _is_full(body, place)]
    return (named + full + [-1])[0]


def _is_full(body: Sequence[Sequence[str]], place: int) -> bool:
    """Whether a column has boards without an empty cell: in all records but one in so many, which is spoilt."""
    full = sum(_full(record, place) for record in body)
    return full > 0 and (len(body) - full) * SPOILT <= len(body)


def _full(record: Sequence[str], place: int) -> bool:
    return place < len(record) and record[place].isalnum() and "0" not in record[place]
