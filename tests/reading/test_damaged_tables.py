"""A table with one damaged record: it is the reject, and all others are read as before."""

from __future__ import annotations

import pytest

from solvers.core import Block, Board, Reject
from solvers.reading import Note, Report, Source, boards, stream

ROWS = 12
SHIFTS = ["123456789"[at:] + "123456789"[:at] for at in (0, 3, 6, 1, 4, 7, 2, 5, 8)]
SOLVED = "".join(SHIFTS)


def renamed(text: str, by: int) -> str:
    """The same square with other digits."""
    return "".join(str((int(digit) + by - 1) % 9 + 1) if digit != "0" else digit for digit in text)


SOLUTIONS = [renamed(SOLVED if at < 9 else SOLVED[::-1], at) for at in range(ROWS)]
PUZZLES = ["".join("0" if place % 3 else digit for place, digit in enumerate(text)) for text in SOLUTIONS]
CANONICAL = [text.replace("0", ".") for text in PUZZLES]


def records(names: str, delimiter: str = ",", quote: str = '"', *, header: bool = True) -> list[str]:
    """The lines of a table with the columns of these names."""
    columns = {
        "id": [str(at) for at in range(1, ROWS + 1)],
        "puzzle": PUZZLES,
        "solution": SOLUTIONS,
        "level": [f"{at}.5" for at in range(ROWS)],
        "author": [f"n{at}" for at in range(ROWS)],
    }
    lines = [names.split()] * header + [list(cells) for cells in zip(*(columns[n] for n in names.split()), strict=True)]
    return [delimiter.join(f"{quote}{cell}{quote}" for cell in line) for line in lines]


def read(lines: list[str]) -> tuple[list[Board], list[Reject], list[Note], Report]:
    """What is read of these lines, which have to add up."""
    events = list(stream(Source.of("".join(f"{line}\n" for line in lines).encode())))
    found = [board for event in events if isinstance(event, Block) for board in boards(event)]
    report = next(event for event in events if isinstance(event, Report))
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    rejects = [event for event in events if isinstance(event, Reject)]
    return found, rejects, [event for event in events if isinstance(event, Note)], report


def one_lost(lines: list[str], at: int) -> Reject:
    """The one reject, of the line at this place; all other boards are read with their solutions."""
    found, rejects, _, report = read(lines)
    assert report.format == "csv"
    assert [reject.line for reject in rejects] == [at + 1]
    header = len(lines) - ROWS
    assert [board.text for board in found] == [text for n, text in enumerate(CANONICAL) if n != at - header]
    return rejects[0]


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("names", ["id puzzle solution level author", "level puzzle author"])
@pytest.mark.parametrize("spoil", [lambda text: text[:-1], lambda text: text[:-3], lambda text: text[: len(text) // 2]])
def test_a_quote_that_does_not_end_costs_its_own_record(names: str, delimiter: str, spoil: object) -> None:
    lines = records(names, delimiter)
    lines[5] = spoil(lines[5])  # type: ignore[operator]
    if lines[5].count('"') % 2:
        assert one_lost(lines, 5).reason.startswith("expected a quote that ends")


def test_a_cell_of_several_lines_is_read_whatever_stands_behind_its_quotes() -> None:
    grids = ["\n".join(text[at : at + 9] for at in range(0, 81, 9)) for text in PUZZLES]
    lines = [line for n, grid in enumerate(grids) for line in f'{n},"{grid}" ,"a\nnote"'.split("\n")]
    found, rejects, _, _ = read(["id,puzzle,note", *lines])
    assert not rejects
    assert [board.text for board in found] == CANONICAL


@pytest.mark.parametrize("stray", ['"', "\x1f", "hello"])
def test_a_stray_sign_does_not_make_the_solutions_boards(stray: str) -> None:
    lines = records("solution puzzle id", quote="", header=False)
    lines[4] = stray + lines[4] if len(stray) == 1 else stray
    found, rejects, _, report = read(lines)
    assert report.format == "csv"
    assert not {board.text for board in found} - set(CANONICAL)
    assert len(found) + len(rejects) == ROWS


@pytest.mark.parametrize("names", ["id solution puzzle author", "puzzle solution", "level solution puzzle id"])
@pytest.mark.parametrize("header", [True, False])
def test_a_record_that_lacks_a_field_is_refused(names: str, header: bool) -> None:
    lines = records(names, quote="", header=header)
    lines[6] = lines[6].partition(",")[2]
    width = len(names.split())
    reject = one_lost(lines, 6)
    assert (reject.reason, reject.column) == (f"expected {width} fields, got {width - 1}", len(lines[6]) + 1)


def test_a_field_too_many_is_refused_where_it_moves_the_board() -> None:
    lines = records("id solution puzzle", quote="")
    lines[6] = f",{lines[6]}"
    reject = one_lost(lines, 6)
    assert (reject.reason, reject.column) == ("expected 3 fields, got 4", lines[6].rindex(",") + 2)


def test_records_that_end_early_or_late_behind_the_boards_are_read() -> None:
    lines = records("id puzzle solution level author", quote="")
    lines[3] = lines[3].rpartition(",")[0]
    lines[4] = ",".join(lines[4].split(",")[:2])
    lines[5] += ",and,more"
    found, rejects, _, _ = read(lines)
    assert not rejects
    assert [board.text for board in found] == CANONICAL
    assert [board.stated for board in found[:5]] == [*SOLUTIONS[:3], "", SOLUTIONS[4]]


def test_a_board_that_changed_places_with_its_solution_is_refused() -> None:
    lines = records("puzzle solution", quote="")
    lines[6] = ",".join(reversed(lines[6].split(",")))
    assert one_lost(lines, 6).reason.startswith("expected a board and its solution, got a solution with empty cells")


@pytest.mark.parametrize("names", ["id puzzle solution level", "solution puzzle id", "id solution puzzle"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_heading_without_its_first_name(names: str, delimiter: str) -> None:
    lines = records(names, delimiter, quote="")
    lines[0] = lines[0].partition(delimiter)[2]
    found, rejects, notes, _ = read(lines)
    assert not rejects
    assert [board.text for board in found] == CANONICAL
    assert "the heading has a name less" in notes[0].text


@pytest.mark.parametrize("stray", ["1", "---"])
@pytest.mark.parametrize("header", [True, False])
def test_a_stray_line_above_a_table(stray: str, header: bool) -> None:
    found, _, _, report = read([stray, *records("id puzzle solution", "|", header=header)])
    assert (report.format, report.boards) == ("csv", ROWS)
    assert [(board.text, board.stated) for board in found] == list(zip(CANONICAL, SOLUTIONS, strict=True))


def test_a_record_with_its_fields_exchanged_does_not_change_which_column_is_read() -> None:
    lines = records("author level puzzle", quote="", header=False)
    lines[6] = ",".join(reversed(lines[6].split(",")))
    found, _, notes, report = read(lines)
    assert report.format == "csv"
    assert [board.text for board in found] == CANONICAL
    assert not any("--column" in note.text for note in notes)


@pytest.mark.parametrize("delimiter", [";", "|", "\t"])
@pytest.mark.parametrize("header", [True, False])
def test_a_first_line_cut_inside_a_quote_costs_itself(delimiter: str, header: bool) -> None:
    lines = records("author level puzzle", delimiter, header=header)
    lines[0] = lines[0][:3]

    found, rejects, _, report = read(lines)

    assert (report.format, [reject.line for reject in rejects]) == ("csv", [1])
    assert [board.text for board in found] == CANONICAL[not header :]


@pytest.mark.parametrize("names", ["solution puzzle id", "id solution puzzle"])
def test_a_heading_that_is_cut_makes_no_board_of_a_solution(names: str) -> None:
    lines = records(names, quote="")

    for length in range(1, len(lines[0])):
        found, _, _, _ = read([lines[0][:length], *lines[1:]])
        assert [(board.text, board.stated) for board in found] == list(zip(CANONICAL, SOLUTIONS, strict=True))


@pytest.mark.parametrize("delimiter", [",", "|"])
def test_a_first_record_without_its_board_is_refused(delimiter: str) -> None:
    lines = records("puzzle solution", delimiter, quote="", header=False)
    lines[0] = SOLUTIONS[0]

    assert one_lost(lines, 0).reason == "expected 2 fields, got 1"


def test_a_heading_with_names_exchanged_is_told() -> None:
    lines = records("id puzzle solution", quote="")
    lines[0] = "id,solution,puzzle"

    found, rejects, notes, _ = read(lines)

    assert not rejects
    assert [(board.text, board.stated) for board in found] == list(zip(CANONICAL, SOLUTIONS, strict=True))
    assert notes[0].text == "column 'solution' holds boards with empty cells, and 'puzzle' none: taken to be exchanged"
