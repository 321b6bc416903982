"""Bytes into lines: encodings and line ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.reading import text
from solvers.reading.format import Lines, Page, Unreadable
from solvers.reading.text import Condition, pages


def lines(*chunks: bytes, notes: list[str] | None = None) -> list[str]:
    condition = Condition()
    found = [line for page in pages(chunks, condition) if not isinstance(page, Unreadable) for line in page]
    if notes is not None:
        notes += condition.notes
    return found


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\r\r\n"])
def test_every_kind_of_line_end(end: str) -> None:
    data = end.join(["one", "", "two", ""]).encode()

    assert lines(data) == ["one", "", "two"]
    assert lines(*(data[at : at + 1] for at in range(len(data)))) == ["one", "", "two"]


@pytest.mark.parametrize("separator", ["\v", "\u2028", "\u2029"])
def test_separators_of_text_processors_end_lines_but_within_quotes(separator: str) -> None:
    notes: list[str] = []

    found = lines(f'a{separator}b\n1,"a{separator}b"\n'.encode(), notes=notes)

    assert found == ["a", "b", f'1,"a{separator}b"']
    assert notes == ["separators of lines (U+2028, U+2029 or U+000B) were read and counted as ends of lines"]


def test_other_separators_do_not_end_a_line() -> None:
    assert lines("b\x0cc\x1cd\x85f\n".encode()) == ["b\x0cc\x1cd\x85f"]


@pytest.mark.parametrize("end", ["\x1a", "\0", "\0\0\x1a"])
def test_the_mark_of_an_end_is_no_text(end: str) -> None:
    text = ["53..7....", "6..195..."] * 20

    assert lines("\n".join([*text, end]).encode()) in (text, [*text, ""])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings(encoding: str) -> None:
    assert lines("one\ntwø\n".encode(encoding)) == ["one", "twø"]


def test_bytes_that_are_not_utf8_are_latin1_line_by_line() -> None:
    notes: list[str] = []

    assert lines("é\n".encode() + b"\xe9\n", notes=notes) == ["é", "é"]
    assert notes == ["bytes that are not UTF-8 were read as Latin-1"]


def test_a_mark_inside_is_no_part_of_the_text() -> None:
    assert lines(b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n") == ["one", "two"]


def test_invisible_characters_are_left_out() -> None:
    notes: list[str] = []

    assert lines("\u200bone\u2060\ntwo\u200b".encode(), notes=notes) == ["one", "two"]
    assert notes == ["invisible characters were left out"]


def test_an_endless_line_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MOST", 10)
    found = list(pages([b"abc\n0123", b"456789", b"01234", b"56\nxyz\n", b"", b"0" * 11], Condition()))

    assert found == [
        ["abc"],
        Unreadable("expected a line of at most 10 bytes, got more", "0123456789"),
        ["xyz"],
        Unreadable("expected a line of at most 10 bytes, got more", "0" * 11),
    ]


def test_lines_count_what_cannot_be_read() -> None:
    unreadable = Unreadable("why", "raw")
    parts: list[Page] = [["a"], unreadable, ["b", "c"], unreadable]
    every = Lines(source="it", pages=iter(parts))

    assert next(every) == "a"
    assert every.peek() == "b"
    assert every.number == 1
    assert every.take(9) == ["b", "c"]
    assert every.number == 4
    assert every.take(9) == []
    assert every.number == 5
    assert [reject.line for reject in every.rejects] == [2, 5]
    assert every.tally.rejected == 2


def test_an_error_of_the_source_cuts_the_last_line_off() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"one\ntw"
        raise OSError(5, "Input/output error")

    condition = Condition()
    found = list(pages(chunks(), condition))

    assert found == [["one"], Unreadable("line cut off where the source is damaged", "tw")]
    assert condition.error == "Input/output error"


@given(st.text(alphabet="ab\r\n\ufeffé", max_size=50), st.lists(st.integers(0, 99), max_size=4))
def test_chunks_do_not_matter(data: str, cuts: list[int]) -> None:
    raw = data.encode()
    places = [0, *sorted(min(cut, len(raw)) for cut in cuts), len(raw)]

    assert lines(*(raw[a:b] for a, b in pairwise(places))) == lines(raw)
