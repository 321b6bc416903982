"""The cells of a row, as spreadsheets and people write them: apart by commas, semicolons, tabs or blanks."""

from __future__ import annotations

MARKS = ",;\t"
NOTHING = "."  # stands for a cell in which nothing is written


def fields_of(text: str) -> list[str]:
    """The cells of a row; where a mark stands between them, one with nothing in it is empty, and never left out.

    Some end each row with a mark: a last cell with nothing in it is none if it is the only one. Tabs between some
    cells and blanks between others are blanks.
    """
    mark = next((mark for mark in MARKS if mark in text), "")
    cells = [cell.strip().strip('"') for cell in text.strip(" \r\n").split(mark)] if mark else []
    if not mark or (mark == "\t" and any(" " in cell for cell in cells)):
        return text.split()
    if cells.count("") == 1 and not cells[-1]:
        cells.pop()
    return [part for cell in cells for part in cell.split() or [NOTHING]]
