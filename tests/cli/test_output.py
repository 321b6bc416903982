"""Rows as text: what a terminal or a spreadsheet must not obey, widths, times."""

from __future__ import annotations

from io import StringIO

import pytest

from cli.tables import cell_width, fit, write_table
from cli.text import duration, harmless, inert, many, visible


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("plain", "plain"), ("\x1b[31m", "\\x1b[31m"), ("a\nb", "a\\nb"), ("\u202e", "\\u202e"), ("数独", "数独"),
        (None, ""), (7, "7"), ("\udcff", "\\udcff"),
    ],
)  # fmt: skip
def test_visible(raw: object, expected: str) -> None:
    assert expected == visible(raw)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\t=1", "'\t=1"), (-1, "-1"), ("1-2", "1-2")],
)
def test_inert(raw: object, expected: str) -> None:
    assert expected == inert(raw)


@pytest.mark.parametrize(
    ("nanoseconds", "expected"),
    [(None, ""), (12, "12 ns"), (1500, "1.5 µs"), (2_000_000, "2 ms"), (1_234_000_000, "1.23 s"), (123e9, "123 s")],
)
def test_duration(nanoseconds: float | None, expected: str) -> None:
    assert expected == duration(nanoseconds)


def test_wide_and_combining_characters_take_their_room() -> None:
    assert [cell_width("ab"), cell_width("数独"), cell_width("e\u0301")] == [2, 4, 1]


@pytest.mark.parametrize(
    ("widths", "most", "expected"),
    [([5, 5], 80, [5, 5]), ([5, 90], 80, [5, 73]), ([50, 60], 62, [30, 30]), ([9, 9, 9], 1, [3, 3, 3])],
)
def test_the_widest_columns_give_way(widths: list[int], most: int, expected: list[int]) -> None:
    assert expected == fit(widths, most)


def test_lines_stay_lines() -> None:
    assert harmless("a\tb\n\x1b[2J\r\x9b") == "a\tb\n\\x1b[2J\\r\\x9b"


def test_numbers_of_things() -> None:
    assert [many(count, "board") for count in (0, 1, 2000)] == ["0 boards", "1 board", "2,000 boards"]


class Terminal(StringIO):
    """A terminal that keeps what it was sent."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("term", "codes"), [("dumb", 0), ("xterm", 2)])
def test_a_terminal_that_knows_no_codes_gets_none(term: str, codes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    out = Terminal()

    write_table([{"a": 1}], ("a",), out)

    assert out.getvalue().count("\x1b") == codes
