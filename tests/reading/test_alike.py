"""Boards read many at once are the boards read one by one, whatever stands between them, and so is the account."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple

import pytest

from solvers.core import Block, Board, Reject
from solvers.magic.formats import completion
from solvers.reading import Source, formats, read
from solvers.reading.ahead import Ahead
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.choosing import candidates
from solvers.reading.format import Lines, Wish
from solvers.reading.packing import boards as unpacked
from solvers.reading.writing import write, writer

BOARDS = (
    ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8",
    "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81.",
)
OTHERS = {
    "csplib-019": "magic", "noi2005": "beads", "beads-lines": "beads", "magic-text": "magic", "magic-grid": "magic",
    "magic-named": "magic", "magic-letters": "magic",
}  # fmt: skip
NAMES = (
    *OTHERS, "grid", "zoj3122", "sdk", "clipboard", "pzl7", "pzpr", "minizinc", "uva989", "hodoku", "tatham", "links",
    "hdu4069", "candidates",
)  # fmt: skip
STRAY = (
    "", " ", "# x", "abc", "Grid 3", "[State]", "[Puzzle]", "9", "3, 3", "pzprv3", "% c", "3x3:zzz", "123456789",
    "@ x 4", "0 7 0 1", "A",
)  # fmt: skip
REGIONS = ";regions:AABBBBCCCAAABBBCCCAAAABBCCC" + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
LETTERS = str.maketrans("123456789", "ABCDEFGHI")
FORMATS = formats()


def told(name: str, text: str, family: str = "") -> tuple[object, ...]:
    """All that a format tells of a text: boards, rejects, notes and the tally of the lines."""
    lines = Lines(text.split("\n"), "file")
    (form,) = candidates(family or OTHERS.get(name, "sudoku"), name, FORMATS)
    items = list(form.read(lines, Wish()))
    found = [board for item in items for board in (unpacked(item) if isinstance(item, Block) else [item])]
    boards = [item._replace(source="", fields=dict(item.fields or {})) for item in found if isinstance(item, Board)]
    rejects = [item for item in items if isinstance(item, Reject)]
    return boards, rejects, lines.notes, astuple(lines.tally), lines.number


def require_same(name: str, texts: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of each text, many boards at once, is what is told of it board by board."""
    at_once = [told(name, text) for text in texts]
    monkeypatch.setattr(Alike, "take", lambda *_, **__: None)

    for text, found in zip(texts, at_once, strict=True):
        assert found == told(name, text)


def spoilt(text: str, by: random.Random) -> str:
    """The text with a few lines more, less, moved or changed in one symbol."""
    lines = text.split("\n")
    for _ in range(by.randrange(5)):
        lines = lines or [""]
        at = by.randrange(len(lines))
        line, symbol = lines[at], by.choice("019.x* |,-_A:+\t%#\u00e9")
        place = by.randrange(len(line) + 1)
        change = by.randrange(5)
        lines[at : at + 1] = (
            [], [line, by.choice(STRAY)], [line, line], [line[:place] + symbol + line[place + 1 :]],
            [line[:place] + symbol + line[place:]],
        )[change]  # fmt: skip
    return "\n".join(lines)


def some_boards(name: str, by: random.Random) -> list[Board]:
    found = []
    kind = by.randrange(3)
    if name in OTHERS:
        if name == "magic-letters":
            return [Board("magic", "", _ultramagic(by)) for _ in range(by.choice((1, 3, 12, 40)))]
        texts = [_triangle(by) if OTHERS[name] == "beads" else _square(by) for _ in range(by.choice((1, 3, 12, 40)))]
        return [Board(OTHERS[name], "", text) for text in texts]
    for text in by.choices(BOARDS, k=by.choice((1, 3, 12, 40))):
        if name == "zoj3122":
            found.append(Board("sudoku", "16x16", (text * 4)[:256].translate(LETTERS)))
            continue
        if name == "hdu4069":
            found.append(Board("sudoku", "", text + REGIONS * (by.random() < (0, 0.9, 1)[kind])))
            continue
        fields = {"placed": text.replace(".", "1", by.randrange(3))} if kind else None
        if name == "candidates" and by.random() < 0.7:
            fields = (fields or {}) | {"marks": " ".join(by.choices((".", "12", "379", "123456789"), k=81))}
        found.append(Board("sudoku", "9x9", text, label="a label" if kind == 2 else "", fields=fields))
    return found


def _triangle(by: random.Random) -> str:
    return "/".join("".join(by.choices("....ABC", k=size)) for size in range(1, 11))


def _ultramagic(by: random.Random) -> str:
    known = [str(by.choice([*range(1, 25), *range(26, 50)])) for _ in range(12)]
    return f"ultramagic:{' '.join(known[:6])} 0/{' '.join(known[6:])} 0" + "/0 0 0 0 0 0 0" * 5


def _square(by: random.Random) -> str:
    return "normal:" + "/".join(" ".join(str(by.choice((0, 0, 7, 16))) for _ in range(4)) for _ in range(4))


def _futoshiki(by: random.Random) -> str:
    """A board of 4 x 4 with some values, and signs that may contradict each other."""
    rows = []
    for r in range(4):
        right = [by.choice(("", "", "<", ">")) if c < 3 else "" for c in range(4)]
        below = [by.choice(("", "", "^", "v")) if r < 3 else "" for c in range(4)]
        rows.append("".join(by.choice("....1234") + right[c] + below[c] for c in range(4)))
    return "/".join(rows)


@pytest.mark.parametrize("name", NAMES)
def test_many_at_once_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(name)
    texts = [
        spoilt("".join(write(some_boards(name, by), writer(name, OTHERS.get(name, "sudoku")))), by) for _ in range(40)
    ]
    require_same(name, texts, monkeypatch)


@pytest.mark.parametrize("gap", ["", "\n", "Grid 4\n", "# x\n"])
def test_grids_with_blanks_between_cells_are_the_same(gap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(gap)
    texts = []
    for _ in range(40):
        boards = by.choices(BOARDS, k=by.choice((1, 3, 12, 40)))
        empty, end = by.choice(".0_"), by.choice(("", " "))
        rows = ["".join(f"{' '.join(each[at : at + 9])}{end}\n" for at in range(0, 81, 9)) for each in boards]
        texts.append(spoilt(gap.join(rows).replace(".", empty), by))
    require_same("grid", texts, monkeypatch)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("gap", ["", "\n", "Grid 4\n"])
def test_grids_with_marks_between_cells_are_the_same(mark: str, gap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(f"{mark}{gap}")
    texts = []
    for _ in range(40):
        dense = "12345678." * 9  # the last mark of a row may be one too many
        boards = by.choices((*BOARDS, *BOARDS, dense, "." * 80 + "1"), k=by.choice((1, 3, 12, 40)))
        empty = by.choice(("", "", ".", "0", "_"))
        rows = ["".join(f"{mark.join(each[at : at + 9])}\n" for at in range(0, 81, 9)) for each in boards]
        texts.append(spoilt(gap.join(rows).replace(".", empty), by))
    require_same("grid", texts, monkeypatch)


AHEAD = {
    "magic-line": "magic",
    "unequal": "futoshiki",
    "futoshiki-text": "futoshiki",
    "futoshiki-relations": "futoshiki",
}


@pytest.mark.parametrize("name", AHEAD)
def test_boards_found_ahead_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(name)
    make = _square if AHEAD[name] == "magic" else _futoshiki
    texts = [
        spoilt("".join(write([Board(AHEAD[name], "", make(by)) for _ in range(30)], writer(name, AHEAD[name]))), by)
        for _ in range(40)
    ]
    at_once = [told(name, text, AHEAD[name]) for text in texts]
    monkeypatch.setattr(Ahead, "take", lambda *_: None)

    for text, found in zip(texts, at_once, strict=True):
        assert found == told(name, text, AHEAD[name])


def test_a_rule_set_with_a_digit_too_many_is_no_rule_set() -> None:
    good = "normal:0 7 0/0 0 1/0 0 0\n"
    rejects: list[Reject] = []

    found = list(read(Source.of(good + good.replace(":", "16:") + good), rejects=rejects.append))

    assert [board.line for board in found] == [1, 3]
    assert [reject.line for reject in rejects] == [2]


def test_problems_of_csplib_in_pages_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(8)
    texts = [
        spoilt("".join(write((Board("magic", "", _square(by)) for _ in range(30)), writer("csplib-019"))), by)
        for _ in range(60)
    ]
    at_once = [told("csplib-019", text) for text in texts]
    monkeypatch.setattr(completion, "_found", lambda _: None)

    assert at_once == [told("csplib-019", text) for text in texts]


def test_a_few_lines_of_another_kind_do_not_end_it_for_good() -> None:
    lines = Lines(pages=iter([["x"] * 5, ["y"] * 1000]))
    alike = Alike(lines, "words")
    blocks = 0

    def find(columns: Columns) -> Found | None:
        return None if "x" in columns[0] else Found(columns[0], 1)

    while lines.peek() is not None:
        if alike.take(1, find):
            blocks += 1
        else:
            next(lines)

    assert blocks > 0


@pytest.mark.parametrize("titled", [True, False])
@pytest.mark.parametrize("left", [(), ("placed",), ("marks",), ("placed", "marks")])
def test_drawings_with_what_became_of_them_are_the_same(
    left: tuple[str, ...], *, titled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = random.Random(f"{left}{titled}")
    texts = [spoilt("".join(_drawings(left, by, titled=titled)), by) for _ in range(12)]
    at_once = [told("clipboard", text) for text in texts]
    monkeypatch.setattr(Alike, "take", lambda *_, **__: None)

    assert at_once == [told("clipboard", text) for text in texts]


def _drawings(left: tuple[str, ...], by: random.Random, *, titled: bool) -> Iterator[str]:
    """Boards as Simple Sudoku draws them, one of a few with the givens of the one before."""
    for text in by.choices(BOARDS, k=by.choice((2, 7, 20))):
        fields = {
            "placed": text.replace(".", by.choice("123"), by.randrange(1, 5)),
            "marks": " ".join(by.choices((".", "12", "379", "123456789"), k=81)),
        }
        kept = {name: fields[name] for name in left}
        (drawing,) = write(
            [
                Board(
                    "sudoku",
                    "9x9",
                    text,
                    label=by.choice(
                        ("", "x", "# ."),
                    ),
                    fields=kept,
                )
            ],
            writer("clipboard"),
        )
        yield drawing if titled else drawing.partition("\n")[2]
