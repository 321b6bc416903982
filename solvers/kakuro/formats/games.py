"""Boards as games and problems print them, one a line.

- Game ids of sgt-puzzles-aho-extensions, in the manner of Simon Tatham's: `size,mostDdifficulty:`, then the cells with
  their border in reading order: `X` black, `a`-`z` 1 to 26 white, `B` across `.` down, `H` across, `V` down.
- Project Euler 424: `size,` and the cells with commas between: `X` black, `O` white, `(h9,v17)` clues, a digit given.
  Letters stand for unknown digits there, which makes another puzzle: such lines are refused by name.

What is written plainly the kernel reads; here stands what is wrong with anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, MOST_CLUE, USUAL_DIGITS, Black, Cell, Kakuro, White, checked_digits, make
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import one_of, plainly
from solvers.kakuro.formats.rows import Block, board_of, value_of
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish


def _one_a_line(lines: Lines, read: Callable[[str], Kakuro | str]) -> Iterator[Item]:
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        yield board_of(lines, Block(lines.number, [line]), partial(read, line.strip()))


# ---- game ids

_GAME = re.compile(r"(\d{1,3})(?:,(\d{1,2}))?([A-Za-z]\w*)?:([OE]?)((?:X|[a-z]|B\d+\.\d+|[HV]\d+)+)", re.ASCII)
SPOILT = 1.5  # lines for each board: some may be titles, or spoilt
_MODES = re.compile(r"(D\d*)?", re.ASCII)


def _game(line: str) -> Kakuro | str:
    if text := one_of("game", [line]):
        return text
    match = _GAME.fullmatch(line)
    if match is None:
        raise MalformedError(f"expected size,digits: and cells, got {line[:60]!r}", 1, 1)
    if match[4] or not _MODES.fullmatch(match[3] or ""):
        raise MalformedError(f"this game has rules beside those of kakuro: mode {match[4] or match[3]}", 1, 1)
    side = int(match[1]) + 1
    digits = checked_digits(int(match[2])) if match[2] else USUAL_DIGITS
    cells: list[Cell] = []
    for sign, down, across in _signs(match[5]):
        cells += _cells_of(sign, down, across)
        if len(cells) > side * side:
            break
    if len(cells) != side * side:
        raise MalformedError(f"expected {side * side} cells, got {len(cells)}", 1, match.start(5) + 1)
    return make(tuple(tuple(cells[at : at + side]) for at in range(0, len(cells), side)), digits)


def _signs(text: str) -> Iterator[tuple[str, str, str]]:
    """The signs of a game id, each with its clues down and across."""
    for match in re.finditer(r"B(\d+)\.(\d+)|H(\d+)|V(\d+)|([Xa-z])", text, re.ASCII):
        yield match[5] or "B", match[2] or match[4] or "", match[1] or match[3] or ""


def _cells_of(sign: str, down: str, across: str) -> list[Cell]:
    if sign == "X":
        return [BLACK]
    if sign != "B":
        return [EMPTY] * (ord(sign) - ord("a") + 1)
    if max(len(down), len(across)) > len(str(MOST_CLUE)):
        raise MalformedError(f"expected a clue up to {MOST_CLUE}, got {max(down, across, key=len)[:20]}", 1)
    return [Black(int(down) if down else None, int(across) if across else None)]


def _sniff_game(sample: Sample) -> int:
    filled = sample.filled()[:20]
    found = [match for line in filled if (match := _GAME.fullmatch(line.strip()))]
    clued = all(re.search(r"[BHV]\d", match[5]) for match in found)
    return 93 if found and clued and len(filled) <= SPOILT * len(found) else 0


def _read_game(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from _one_a_line(lines, _game)


# ---- Project Euler 424

_EULER_CELL = r"(?:[A-Z1-9]|\((?:[hv][A-Z\d]+)(?:,[hv][A-Z\d]+)?\))"
_EULER_WORD = re.compile(_EULER_CELL, re.ASCII)
_EULER = re.compile(rf"(\d{{1,3}}),{_EULER_CELL}(?:,{_EULER_CELL})*", re.ASCII)


def _euler(line: str) -> Kakuro | str:
    if text := one_of("euler", [line]):
        return text
    match = _EULER.fullmatch(line)
    if match is None:
        raise MalformedError(f"expected a size and cells such as (h9,v17), got {line[:60]!r}", 1, 1)
    side = int(match[1])
    words = _EULER_WORD.findall(line, match.end(1))
    if any(re.search(r"[A-Z]", word) and word not in {"X", "O"} for word in words):
        raise MalformedError(
            "letters stand for unknown digits here: a cryptic kakuro, another puzzle than kakuro", 1, 1
        )
    if len(words) != side * side:
        raise MalformedError(f"expected {side * side} cells, got {len(words)}", 1, 1)
    cells = list(map(_euler_cell, words))
    return make(tuple(tuple(cells[at : at + side]) for at in range(0, len(cells), side)))


def _euler_cell(word: str) -> Cell:
    if word in {"X", "O"}:
        return EMPTY if word == "O" else BLACK
    if word.isdecimal():
        return White(int(word))
    clues = {side: int(number) for side, number in re.findall(r"([hv])(\d{1,9})(?!\d)", word)}
    if len(clues) != word.count("h") + word.count("v"):
        raise MalformedError(f"expected a clue for each direction, up to {MOST_CLUE}, got {word[:40]!r}", 1)
    return Black(clues.get("v"), clues.get("h"))


def _sniff_euler(sample: Sample) -> int:
    filled = sample.filled()[:20]
    found = [match for line in filled if (match := _EULER.fullmatch(line.strip()))]
    return 93 if found and all("(" in match[0] for match in found) and len(filled) <= SPOILT * len(found) else 0


def _read_euler(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from _one_a_line(lines, _euler)


_PLAIN_GAMES = re.compile(
    r"(?=\d+(?:,9)?:[Xa-z]*[BHV])(?:\d{1,3}(?:,9)?:(?:[Xa-z]|B\d+\.\d+|[HV]\d+)++\n)++\Z", re.ASCII
)

GAME = Format(
    name="kakuro-game-id",
    certain=_PLAIN_GAMES,
    family="kakuro",
    summary="game ids in Tatham's manner: size,digits:cells with X, a-z white, B across.down, H across, V down",
    example="2,9:XV3V4H3bH4b\n",
    signs=":",
    sniff=_sniff_game,
    read=plainly(_read_game, "game"),
    write=written(writing.game, lambda text: value_of(_game(text.strip()))),
)
EULER = Format(
    name="euler-424",
    family="kakuro",
    summary="Project Euler 424: size, then X, O and (h9,v17) with commas between; letters for digits are refused",
    example="3,X,(v3),(v4),(h3),O,O,(h4),O,O\n",
    signs="(",
    sniff=_sniff_euler,
    read=plainly(_read_euler, "euler"),
    write=written(writing.euler, lambda text: value_of(_euler(text.strip()))),
)
