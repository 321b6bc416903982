"""What spoils a valid file: pieces that mean something to a format, and damage to lines, bytes and numbers."""

from __future__ import annotations

import random

PIECES = (
    "\n", "\r\n", "\r", " ", "\t", ",", ";", ":", "|", "\\", "/", "-", "+", "*", "#", "%", "\"", "'", "[", "]", "{",
    "}", "0", "1", "9", "12", "16", "25", "81", "256", "999999999999", ".", "_", "x", "A", "P", "u9", "end",
    "Grid 01", "[Puzzle]", "[State]", "[PencilMarks]", "*-----------*", "|...|...|...|", "+---+", "---",
    "<game data=\"", "<opensudoku>", "</opensudoku>", "<voxel", "</voxel>", "<puzzle", "&amp;", "&#48;", "<!--",
    "<![CDATA[", "3x3:", "3x3kx:", "16j:", "pzprv3", "sudoku", "kakuro", "https://puzz.link/p?sudoku/9/9/",
    "fpuzzles", "m=edit&p=", "?load=", "array2d(1..9,1..9,[", "]);", "\ufeff", "\0", "\u00a0", "\u200b", "\uff14",
    "\u0664", "\u00b2", "\u2460", "=\"", "1E+80", "." * 81, "1" * 81, "53..7....", "@ a 3 3", "5 3 . | . 7 . | . . .",
    "*5", "3, 3", "#!sudoku -c5", "null", "true", "1e999", "-1", "9" * 400, "[" * 50, "{" * 50, ";diagonals",
    ";regions:", ";cages:15=r1c1+r1c2", "r1c1", "2|5-9", "numbers=1-9", "normal:", "kanoodle:", "pentomino",
    "set: pentomino", "flip: no", "//", "\\frac", "=", "&", "?", "%2F", "%ZZ", "\u001f", "\u000b", "\f", "\u2028",
    "\ud800",
)  # fmt: skip

_ALPHABETS = ("0123456789.\n", "ABC.\n/", " 01\n", "|-+\n.1", "\u0661\uff11 .\n", '{}[]",:1\n', "#\\/d-1 \n")


def spoilt(text: str, rng: random.Random, others: tuple[str, ...] = ()) -> str:
    """The text with some pieces put in, taken out, exchanged or repeated; ``others`` are texts to splice with."""
    text *= rng.choice((1, 1, 1, 2, 5))
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        text = rng.choice(_WAYS)(text, rng, others)[:200_000]
    return text


def spoilt_bytes(data: bytes, rng: random.Random) -> bytes:
    """The bytes with some flipped, cut out, repeated or lost at the end."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 50))):
        at = rng.randrange(len(found) + 1)
        way = rng.randrange(5)
        if way == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif way == 1 and at < len(found):
            found[at] = rng.randrange(256)
        elif way == 2:
            del found[at : at + rng.choice((1, 2, 30))]
        elif way == 3:
            found[at:at] = found[at : at + rng.choice((1, 4, 100))]
        elif rng.random() < 0.2:
            del found[at:]
    return bytes(found)


def noise(rng: random.Random) -> bytes:
    """Random bytes, or random text of few symbols."""
    size = rng.choice((0, 1, 3, 40, 400, 4000))
    if rng.random() < 0.5:
        return rng.randbytes(size)
    symbols = rng.choice(
        ("0123456789.\n", "ABC.\n/", " 01\n", "|-+\n.1", "\u0661\uff11 .\n", '{}[]",:1\n', "#\\/d-1 \n")
    )
    return "".join(rng.choice(symbols) for _ in range(size)).encode()


def _piece(text: str, rng: random.Random, _others: tuple[str, ...]) -> str:
    at, length = rng.randrange(len(text) + 1), rng.choice((0, 0, 1, 3, 30))
    return text[:at] + rng.choice(PIECES) * rng.choice((1, 1, 1, 9)) + text[at + length :]


def _lines(text: str, rng: random.Random, _others: tuple[str, ...]) -> str:
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(4)
    if way == 0:
        lines[at], lines[to] = lines[to], lines[at]
    elif way == 1:
        lines[at:at] = [lines[to]] * rng.choice((1, 1, 30))
    elif way == 2:
        del lines[at]
    else:
        lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def _number(text: str, rng: random.Random, _others: tuple[str, ...]) -> str:
    digits = [at for at, symbol in enumerate(text) if symbol.isdigit()]
    if not digits:
        return text
    at = rng.choice(digits)
    return text[:at] + rng.choice(("0", "5", "10", "99", "-3", "1000000", "", "4294967296", "\u00b2")) + text[at + 1 :]


def _symbol(text: str, rng: random.Random, _others: tuple[str, ...]) -> str:
    """One symbol in place of all its like, as another program would write it."""
    if not text:
        return text
    symbol = rng.choice(text)
    return text.replace(
        symbol, rng.choice((" ", "", "0", ".", symbol.swapcase(), chr(ord(symbol) ^ 1))), rng.choice((1, -1))
    )


def _cut(text: str, rng: random.Random, _others: tuple[str, ...]) -> str:
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.5 else text[rng.randrange(len(text) + 1) :]


def _splice(text: str, rng: random.Random, others: tuple[str, ...]) -> str:
    other = rng.choice(others) if others else ""
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


_WAYS = (_piece, _piece, _piece, _lines, _lines, _number, _symbol, _cut, _splice)
