"""Boards that the kernel takes many at once are those that are read one by one, whatever stands between them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import astuple

import pytest

from solvers.core import Block, Board, Reject
from solvers.kakuro import _kernel
from solvers.kakuro.board import parse
from solvers.kakuro.formats import games, models, plainly, run_lists, writing
from solvers.reading.format import Lines, Wish
from solvers.reading.packing import boards as unpacked
from solvers.reading.writing import write, writer

NAMES = (
    "kkt", "table", "run-list", "cell-list", "algospot-kakuro2", "kakuro-kanpen", "kakuro-pzpr", "kakuro-pzprv3",
    "kakuro-game-id", "euler-424",
)  # fmt: skip
SIGNS = "0019 -\\.,XBHVahkzv()_#:/\t\u00e9*|;"
STRAY = ("", "", " ", "# x", "7", "3 3", "-1", ". . 1", "0 0 0 0", "R 0 0 3 2", "pzprv3", "@ x y 2 2", "\\ 3\\ _")
# The spellings of tables: other signs for the same cells.
SPELLINGS = (
    ("\\", ":"),
    ("_", "."),
    ("_", "__"),
    (" ", "   "),
    ("_", "0"),
    ("\\ ", "# "),
    ("\\ ", "x "),
    ("\n\n", "\n"),
)


def told(name: str, text: str, variant: str) -> tuple[object, ...]:
    """All that a format tells of a text: boards, rejects, notes and the tally of the lines."""
    lines = Lines(text.split("\n"), "file")
    items = list(writer(name, "kakuro").read(lines, Wish(variant)))
    found = [board for item in items for board in (unpacked(item, "file") if isinstance(item, Block) else [item])]
    boards = [item._replace(fields=dict(item.fields or {})) for item in found if isinstance(item, Board)]
    rejects = [item for item in items if isinstance(item, Reject)]
    return boards, rejects, lines.notes, astuple(lines.tally), lines.number


def some_text(name: str, by: random.Random) -> str:
    """Boards as the format is written, of a few sizes."""
    sizes = [by.randrange(2, 5) for _ in range(2)]
    boards = [Board("kakuro", "", _board(name, by.choice(sizes), by)) for _ in range(by.choice((2, 5, 30)))]
    # The other way round they may come back with their clues exchanged, and be refused.
    spell = {"table": writing.table, "cell-list": writing.cell_list}.get(name)
    text = "".join([spell(parse(board.text)) for board in boards] if spell else write(boards, writer(name, "kakuro")))
    for old, new in by.sample(SPELLINGS, by.randrange(3)) if name == "table" else ():
        text = text.replace(old, new)
    return spoilt(text, by)


def spoilt(text: str, by: random.Random) -> str:
    """The text with some signs or lines more, less or changed."""
    lines = text.split("\n")
    for _ in range(by.randrange(4)):
        at = by.randrange(len(lines))
        line, sign = lines[at], by.choice(SIGNS)
        place = by.randrange(len(line) + 1)
        lines[at : at + 1] = by.choice(
            ([], [line, by.choice(STRAY)], [line, line], [line[:place] + sign + line[place + 1 :]],
             [line[:place] + sign + line[place:]], [line[:place] + line[place:].replace("1", "123456789", 1)]),
        )  # fmt: skip
        lines = lines or [""]
    return "\n".join(lines)


def _board(name: str, size: int, by: random.Random) -> str:
    """A board whose every run of white cells has a clue, as some notations want it, and no clue has no cells."""
    white = [[r > 0 < c and by.random() < 0.7 for c in range(size)] for r in range(size)]
    white[1][1] = white[size - 1][size - 1] = True
    given = name in ("kkt", "table", "euler-424") and by.random() < 0.5

    def word(r: int, c: int) -> str:
        if white[r][c]:
            return str(by.randrange(1, 10)) if given and by.random() < 0.3 else "."
        down = next((at for at in range(r + 1, size) if not white[at][c]), size) - r - 1
        across = next((at for at in range(c + 1, size) if not white[r][at]), size) - c - 1
        clues = [_sum(length, by) if length else "-" for length in (down, across)]
        return "#" if clues == ["-", "-"] else "\\".join(clues)

    return "/".join(" ".join(word(r, c) for c in range(size)) for r in range(size))


def _sum(length: int, by: random.Random) -> str:
    """A sum that so many cells have, mostly."""
    return str(
        by.choice((length * (length + 1) // 2, length * (19 - length) // 2, 40 if by.random() < 0.1 else 3 * length))
    )


@pytest.mark.parametrize("name", NAMES)
def test_many_at_once_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(name)
    wish = by.choice(("", "across-first")) if name in ("table", "cell-list") else ""
    texts = [some_text(name, by) for _ in range(60)]
    at_once = [told(name, text, wish) for text in texts]
    monkeypatch.setattr(plainly._Plain, "take", lambda _: iter(()))
    monkeypatch.setattr(games, "one_of", lambda *_: "")

    for text, found in zip(texts, at_once, strict=True):
        assert found == told(name, text, wish), text


@pytest.mark.parametrize("name", ["kdl", "kakuro-dzn", "kakuro-pycsp3"])
def test_one_at_once_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(name)
    form = writer(name, "kakuro")
    texts = [spoilt("".join(write([Board("kakuro", "", _board(name, 4, by))], form)), by) for _ in range(100)]
    texts += [text.replace("\n", "").replace(" ", "") for text in texts[:20]]
    at_once = [told(name, text, "") for text in texts]
    for module in (games, models, run_lists):
        monkeypatch.setattr(module, "one_of", lambda *_: "")

    for text, found in zip(texts, at_once, strict=True):
        assert found == told(name, text, ""), text


@pytest.mark.parametrize("name", ["kdl", "dzn", "pycsp3"])
def test_a_board_that_is_a_file_is_taken_at_once(name: str) -> None:
    board = _board(name, 9, random.Random(name))
    form = writer(name if name == "kdl" else f"kakuro-{name}", "kakuro")
    text = "".join(write([Board("kakuro", "", board)], form))

    assert plainly.one_of(name, text.splitlines()) == board


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_taken_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(name)
    boards = [Board("kakuro", "", _board(name, 4, by)) for _ in range(50)]
    text = "".join(write(boards, writer(name, "kakuro")))
    blocks: list[int] = []
    take = plainly._Plain.take

    def counted(plain: plainly._Plain) -> Iterator[Block]:
        for block in take(plain):
            blocks.append(len(block.texts))
            yield block

    monkeypatch.setattr(plainly._Plain, "take", counted)
    found, *_ = told(name, text, "")

    assert [board.text for board in found] == [board.text for board in boards]  # type: ignore[attr-defined]
    assert sum(blocks) >= len(boards) // 2  # where sizes look like clues, only boards whose clues fit


def test_a_size_that_promises_more_than_there_is_ends_nothing() -> None:
    """The cells of a board stand for nothing that is written: few lines must not become many megabytes."""
    text = "499\n499\n1 0 3 0\n\n" * 1000

    texts, _, starts, *_ = _kernel.take_boards("kanpen", text)

    assert len(texts) < 2 << 20
    assert len(starts) > 0


def test_a_damaged_count_takes_no_board_with_it() -> None:
    board = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 4\n1 2 1 3\n1 3 1 4\n"

    found, rejects, *_ = told("algospot-kakuro2", f"2\\\n{board}{board}", "")

    assert [each.line for each in found] == [2, 11]  # type: ignore[attr-defined]
    assert [each.line for each in rejects] == [1]  # type: ignore[attr-defined]


@pytest.mark.parametrize("copies", [1, 3, 30])
def test_tables_that_say_their_size_need_nothing_between(copies: int) -> None:
    board = "3 3\n\\ 3\\ 4\\\n\\3 _ _\n\\4 _ _\n"

    found, rejects, *_ = told("table", board * copies + "a name\n" + board, "")
    others, spoilt, *_ = told("table", board * copies + "\\4 _ _\n" + board, "")

    assert [each.label for each in found] == [""] * copies + ["a name"]  # type: ignore[attr-defined]
    assert not rejects
    assert len(others) == copies  # type: ignore[arg-type]
    assert [each.lines for each in spoilt] == [5]  # type: ignore[attr-defined]


def test_titles_of_tables_are_labels() -> None:
    board = "\\ 3\\ 4\\\n\\3 _ _\n\\4 _ _\n"

    found, rejects, *_ = told("table", f"{board}\nPuzzle 7\n{board}256\n{board}\n1934\n\n{board}", "")

    assert [each.label for each in found] == ["", "Puzzle 7", "256", "1934"]  # type: ignore[attr-defined]
    assert not rejects


@pytest.mark.parametrize("copies", [1, 40])
def test_answers_of_kanpen_are_left_out_with_a_note(copies: int) -> None:
    board = "2\n2\n0 0 0 0\n0 1 0 3\n0 2 0 4\n1 0 3 0\n2 0 4 0\n\n1 2\n2 .\n\n"

    found, rejects, notes, *_ = told("kakuro-kanpen", board * copies + "1 2\n3\n", "")

    assert len(found) == len(notes) == copies  # type: ignore[arg-type]
    assert [each.lines for each in rejects] == [2]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("given", "noted"), [("0", 0), ("2", 1)])
@pytest.mark.parametrize("copies", [1, 40])
@pytest.mark.parametrize("apart", ["\n", ""])
def test_answers_of_kanpen_as_pzpr_saves_them(given: str, noted: int, copies: int, apart: str) -> None:
    """From the row and column of clues on, 0 for a white cell without an answer."""
    board = "2\n2\n0 0 0 0\n0 1 0 3\n0 2 0 4\n1 0 3 0\n2 0 4 0\n\n"
    answers = f". . . \n. 0 {given} \n. 0 . \n"

    found, rejects, notes, tally, count = told("kakuro-kanpen", (board + answers + apart) * copies, "")

    assert (len(found), rejects, len(notes)) == (copies, [], copies * noted)  # type: ignore[arg-type]
    assert isinstance(tally, tuple) and (tally[3], sum(tally)) == (3 * copies, count)  # noqa: PT018

    found, rejects, *_ = told("kakuro-kanpen", board + answers[7:] + apart + board + answers, "")

    assert (len(found), [each.lines for each in rejects]) == (2, [2])  # type: ignore[arg-type, attr-defined]


def test_what_follows_a_file_of_pzprv3_must_be_its_answers() -> None:
    board = "pzprv3\nkakuro\n2\n2\n0 3 4\n3 . .\n4 . .\n"

    good, _, *_ = told("kakuro-pzprv3", f"{board}1 2\n2 .\n\n{board}1 2\n3 .\nhistory:[\n]\n", "")
    _, rejects, *_ = told("kakuro-pzprv3", board + "........4" * 9 + "\n", "")

    assert len(good) == 2  # type: ignore[arg-type]
    assert len(rejects) == 1  # type: ignore[arg-type]
