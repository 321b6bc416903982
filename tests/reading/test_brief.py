"""A small text that one look tells is told as the stages of the reader would tell it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solvers.reading import Opened, Report
from solvers.reading.choosing import candidates
from solvers.reading.events import Event
from solvers.reading.format import Wish
from solvers.reading.member import Member
from solvers.reading.stream import read_member
from tests.reading.test_sudoku_formats import OTHER, PAPER, SOLVED

ZEROS = PAPER.replace(".", "0")


def told(text: bytes, size: int, *, error: Exception | None = None, wish: Wish | None = None) -> list[Event]:
    """What is told of a text, a few bytes at a time; of unknown ``size`` (0) all stages read it."""

    def chunks() -> Iterator[bytes]:
        yield from (text[at : at + 500] for at in range(0, len(text), 500))
        if error:
            raise error

    return list(read_member(Member("a", size, chunks()), candidates(), wish or Wish(), named=False))


def usual(text: bytes, size: int, *, error: Exception | None = None, wish: Wish | None = None) -> list[Event]:
    opened, *rest = told(text, 0, error=error, wish=wish)
    assert isinstance(opened, Opened)
    return [opened._replace(size=size), *rest]


@pytest.mark.parametrize(
    "text",
    [
        f"{PAPER}\n",
        f"{PAPER}\n{OTHER}\n" * 20,
        f"{ZEROS}\n" * 3,
        f"{ZEROS}\n{PAPER}\n",
        f"{PAPER}\n{SOLVED}\n",
        f"{PAPER}\n{'.' * 81}\n",
        f"{PAPER}\r\n{OTHER}\r\n",
        f"{PAPER}\n{OTHER}",
        f"{PAPER}\n\n{OTHER}\n",
        f"{PAPER}\n{OTHER[:80]}\n",
        f"{PAPER} newspaper\n",
        "",
    ],
)
def test_a_small_text_is_told_as_any_other(text: str) -> None:
    raw = text.encode()

    assert told(raw, len(raw)) == usual(raw, len(raw))


@pytest.mark.parametrize("size", [1, 82, 83, 500, 30_000])
def test_a_size_that_is_wrong_leaves_nothing_out(size: int) -> None:
    raw = f"{PAPER}\n".encode() * 300

    assert told(raw, size) == usual(raw, size)


def test_what_came_before_an_error_is_told_with_it() -> None:
    raw = f"{PAPER}\n".encode() * 10
    found = told(raw, len(raw), error=OSError("gone"))

    assert found == usual(raw, len(raw), error=OSError("gone"))
    assert isinstance(found[-1], Report)
    assert (found[-1].error, found[-1].boards) == ("gone", 10)


def test_a_wish_is_heard() -> None:
    raw = f"{PAPER}\n".encode()
    wish = Wish(variant="16x16")

    assert told(raw, len(raw), wish=wish) == usual(raw, len(raw), wish=wish)
