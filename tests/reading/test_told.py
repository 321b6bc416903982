"""What tables, archives and pages hold beside what is read first: it is read or told."""

from __future__ import annotations

import io
import tarfile

import pytest

from solvers.core import Board, Reject
from solvers.reading import Event, Note, Report, Source, stream
from solvers.reading.events import Block
from solvers.reading.packing import boards as unpacked

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"


def told(data: bytes) -> tuple[list[Board], list[str], list[Reject]]:
    events: list[Event] = list(stream(Source.of(data)))
    found = [each for event in events if isinstance(event, Block) for each in unpacked(event, "")]
    notes = [event.text for event in events if isinstance(event, Note)]
    return found, notes, [event for event in events if isinstance(event, Reject)]


@pytest.mark.parametrize("text", [f"id,easy,hard\n1,{PAPER},{OTHER}\n", f'{{"easy":"{PAPER}","hard":"{OTHER}"}}\n'])
def test_a_second_column_of_boards_is_told(text: str) -> None:
    found, notes, _ = told(text.encode())

    assert [each.text for each in found] == [PAPER]
    assert notes == ["column 'hard' holds boards, too; --column reads them"]


def test_a_row_behind_a_number_sign_is_a_comment() -> None:
    found, notes, rejects = told(f"id,puzzle\n1,{PAPER}\n# 2,{OTHER}\n3,{OTHER}\n".encode())

    assert [each.label for each in found] == ["1", "3"]
    assert notes == ["a line that begins with # was taken for a comment, though it may hold a board"]
    assert not rejects


def test_rows_that_a_spreadsheet_rounded_are_told_as_such() -> None:
    found, _, rejects = told(("quizzes,solutions\n" + "4.30E+78,8.64E+80\n" * 25 + f"{PAPER},\n").encode())

    assert [each.text for each in found] == [PAPER]
    assert len(rejects) == 25
    assert all("a spreadsheet rounded the digits" in reject.reason for reject in rejects)


def test_invisible_characters_are_left_out_beside_bytes_of_latin_1() -> None:
    found, _, rejects = told(b"# caf\xe9\n" + f"\u200b{PAPER}\u200e\n{OTHER}\n".encode())

    assert [each.text for each in found] == [PAPER, OTHER]
    assert not rejects


def test_a_tar_archive_of_old_is_one() -> None:
    with io.BytesIO() as file:
        with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            entry = tarfile.TarInfo("a.txt")
            entry.size = len(PAPER) + 1
            archive.addfile(entry, io.BytesIO(f"{PAPER}\n".encode()))
        data = bytearray(file.getvalue())
    data[257:512] = bytes(255)
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])

    found, _, _ = told(bytes(data))

    assert [each.text for each in found] == [PAPER]


def test_a_frame_to_skip_before_the_first_one_is_skipped() -> None:
    zstd = pytest.importorskip("backports.zstd")
    skipped = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"size"

    found, _, _ = told(skipped + zstd.compress(f"{PAPER}\n".encode()))

    assert [each.text for each in found] == [PAPER]


def test_a_number_that_never_ends_costs_its_board_only() -> None:
    cells = ", ".join(PAPER.replace(".", "0"))
    right = f"x = array2d(1..9, 1..9, [{cells}]);\n"
    wrong = right.replace("5, 3", f"{'8' * 5000}, 3", 1)

    found, _, rejects = told(f"{right}{wrong}{right}".encode())

    assert [(each.text, each.line) for each in found] == [(PAPER, 1), (PAPER, 3)]
    assert [reject.raw for reject in rejects] == [wrong.rstrip()]


def test_what_a_wrong_column_leaves_is_accounted_for() -> None:
    report = list(stream(Source.of(f"id,puzzle\n1,{PAPER}\n"), column="x"))[-1]

    assert isinstance(report, Report)
    assert report.rejected_lines == report.lines == 2


def test_an_inch_sign_inside_a_field_quotes_nothing() -> None:
    found, _, rejects = told(f'puzzle,note\n{PAPER},7" paper\n{OTHER},"a ""b"", c"\n{PAPER},ok\n'.encode())

    assert [dict(each.fields or {}) for each in found] == [{"note": '7" paper'}, {"note": 'a "b", c'}, {"note": "ok"}]
    assert not rejects
