"""One line with a board: what its cells are, and what stands before and behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from solvers.core import Block, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import EMPTY, respell, values
from solvers.sudoku.board import Sudoku, parse, size_of, variant
from solvers.sudoku.formats.ratings import rating
from solvers.sudoku.formats.wished import obeying, shape, wished

_SECTIONS = r"(?:;(?:diagonals|regions:[A-Za-z]+|cages:[0-9rc=+,]*[0-9]))+(?=[\s;,#]|$)"
_LINE = re.compile(rf"(?:([0-9]{{1,2}})x([0-9]{{1,2}}):)?([^\s;,#:]+)({_SECTIONS})?[\s;,#:]*(.*?)\s*")
_SOLVED = re.compile(r"([0-9]+)(?::([1-9A-Z]*))?(?:\s+(.*))?")  # what tdoku prints: count and solution; then a label
NUMBERED = re.compile(r"([0-9]{1,7})(?:[.:)]\s+|[:)]|\s+)([^\s;,#:]+)")  # as collections number their boards
_QUICK = re.compile(r"[-1-9.0*_?xX]{81}(?:[\s,#].*)?")
_ALONE = re.compile(r"[-1-9.0*_?xX]+")  # cells of an unknown number
_GUARD = re.compile(r"[\s\x1f\ufeff]*(=?\"|')?")  # what stands before cells so that nobody takes them for a number
# What every line with a board begins with: a quick look that tells nearly all other lines.
MAY_BE = re.compile(
    r"[\s\x1f\ufeff]*+(?:=?\"|')?\s*+(?:[0-9]{1,7}[.:)]?\s*+|[0-9]{1,2}x[0-9]{1,2}:)?[-0-9A-Za-z.*_?]{16}"
)
BLANKS = " \t;,#"
# Rules that people write as a word behind the cells, and that no text of ours has; case and hyphens do not matter.
_RULES = re.compile(
    r"anti(king|knight|queen)|argyle|arrows?|asterisk|betweenlines?|cages?|centerdots?|clones?|(non)?consecutive|"
    r"diagonals?|difference|disjoint(groups?|sets?)?|evenodd|extraregions?|girandola|greaterthan|hyper(sudoku)?|"
    r"inequalit(y|ies)|jigsaw|(little)?killers?(cages?|sudoku)?|kropki|palindromes?|quadruples?|ratio|regions?|renbans?|"
    r"sandwich(es)?|skyscrapers?|thermos?|thermometers?|whispers?|windoku|xsudoku|xsums?|xv"
)
_SECTION = re.compile(r";([A-Za-z][A-Za-z_-]*)(:[^\s;]*)?\s*(?:;|$)")
_CELL = re.compile(r"r[0-9]+c[0-9]+", re.IGNORECASE)
_EMPTY = frozenset(EMPTY)


class UnknownRuleError(MalformedError):
    """A board with a rule that we do not know."""


class LineBoard(NamedTuple):
    """A board as read from one line; ``text`` is canonical."""

    number: int
    variant: str
    text: str
    cells: int
    label: str
    assumed: str
    mixed: bool
    stated: str = ""
    solutions: str = ""
    other: bool = False  # another board stands in place of a label


def line_board(number: int, text: str, wish: Wish, expected: int) -> LineBoard:
    """The board of a line; raises MalformedError. ``expected`` is how many cells the board before had."""
    guard = _GUARD.match(text)
    start = guard.end() if guard else 0
    match = _LINE.fullmatch(text[start:].replace(text[start - 1], " ", 1) if guard and guard[1] else text[start:])
    if match is None:
        raise MalformedError("expected cells, got a separator", 1, start + 1)
    cells, sections, size = match[3], match[4], size_of(len(match[3]))
    start += match.start(3)
    if size == 0 and (numbered := NUMBERED.match(text, start - match.start(3))) and len(numbered[2]) > 20:
        plain = line_board(number, " " * numbered.start(2) + text[numbered.start(2) :], wish, expected)
        return plain._replace(label=f"{numbered[1]} {plain.label}".strip())
    behind = start + len(cells) + len(sections or "")
    if rule := unknown_rule(text, behind):
        raise UnknownRuleError(f"expected diagonals, regions: or cages:, each once, got {rule!r}", 1, behind + 2)
    mixed = size <= 9 and len(_EMPTY.intersection(cells)) > 1
    if sections or match[1]:
        text = obeying(parse(match[0][: match.end(4 if sections else 3)]), wish)
        return LineBoard(number, variant(text), text, len(cells), match[5], "", mixed)
    wanted = wished(wish)
    if size == 0 or (wanted and size != wanted.size):
        right = wanted.size * wanted.size if wanted else expected
        raise MalformedError(f"expected {right} cells, got {len(cells)}", 1, start + len(cells))
    spelled = respell(cells, size, start)
    text = obeying(Sudoku(shape(wish, size), spelled.cells), wish)
    said = _SOLVED.fullmatch(match[5]) if match.string.startswith(":", match.end(3)) else None
    if said and len(said[1]) != len(cells):  # which is a solution, and no count of them
        stated = said[2] if said[2] and len(said[2]) == len(cells) else ""
        return LineBoard(
            number, variant(text), text, len(cells), said[3] or "", spelled.assumed, mixed, stated, said[1]
        )
    label, stated, other = _behind(match[5], size)
    return LineBoard(number, variant(text), text, len(cells), label, spelled.assumed, mixed, stated, other=other)


def unknown_rule(text: str, at: int = 0) -> str:
    """The name of a rule behind the cells that no text of ours has, or ""; what else stands behind `;` is a label."""
    section = _SECTION.match(text, at)
    if section is None:
        return ""
    known = _RULES.fullmatch(section[1].lower().replace("-", "").replace("_", ""))
    return section[1] if known or _CELL.search(section[2] or "") else ""


def _behind(label: str, size: int) -> tuple[str, str, bool]:
    """The label, the solution that stands in its place or before it, and whether another board stands there."""
    first, _, rest = label.partition(label[size * size : size * size + 1] or " ")
    if len(first) != size * size or not rest[:1].isascii():
        return label, "", False
    if set(values(size)).issuperset(first):
        return rest.strip(BLANKS), first, False
    return label, "", _EMPTY.union(values(size)).issuperset(first)


def block_of(kind: str, plains: Sequence[LineBoard]) -> Block:
    """Boards of one variant as a block."""
    labels = [plain.label for plain in plains]
    fields = [_fields(plain) or None for plain in plains]
    stated = [plain.stated for plain in plains]
    return Block(
        "sudoku",
        kind,
        [plain.text for plain in plains],
        [plain.number for plain in plains],
        labels if any(labels) else None,
        stated if any(stated) else None,
        fields if any(fields) else None,
    )


def _fields(plain: LineBoard) -> dict[str, str]:
    assumed = {"alphabet": f"{plain.assumed} (assumed)"} if plain.assumed else {}
    assumed |= {"solutions": plain.solutions} if plain.solutions else {}
    return {**assumed, **rating(plain.label)} if plain.label else assumed


def is_board(line: str) -> bool:
    """Whether a line holds the cells of a board."""
    if len(line) >= 81 and _QUICK.fullmatch(line):
        return True
    if not size_of(len(line)) and _ALONE.fullmatch(line):
        return False  # a cell short, as they come in thousands
    if not MAY_BE.match(line):
        return False
    try:
        line_board(1, line, Wish(), 81)
    except UnknownRuleError:
        return True
    except MalformedError:
        return False
    return True
