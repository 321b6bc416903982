"""The compressed text in f-puzzles links: lz-string, an LZW of bits in base 64.

Codes grow with the dictionary. Code 0 brings a new character of 8 bits, 1 one of 16 bits, and 2 ends the text; each
code after the first also enters the last entry with the first character of this one. A code's bits come lowest first.
"""

from __future__ import annotations

import re

from solvers.core import MalformedError
from solvers.reading._kernel import unpack_lz

_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE_64 = f"{_SYMBOLS}=".encode()
_OTHER = re.compile(r"[^A-Za-z0-9+/]")
_NEW8, _NEW16, _END = range(3)
MOST = 1 << 22  # characters of a text

_FAULTS = {
    "cut": "expected compressed text, got only its beginning",
    "meaning": "expected compressed text, got a code without a meaning",
    "size": f"expected a text of at most {MOST} characters, got more",
}


def decompress(data: str) -> str:
    """The text that was compressed; raises MalformedError."""
    bare = data.rstrip("=")
    if not is_base_64(bare) and (other := _OTHER.search(bare)):
        raise MalformedError(f"expected base 64, got {other[0]!r}", 1, other.start() + 1)
    try:
        text = unpack_lz(bare, MOST)
    except ValueError as error:
        raise MalformedError(_FAULTS[str(error)], 1, len(bare) if str(error) == "cut" else 0) from None
    return _joined(text)


def is_base_64(text: str) -> bool:
    """Whether there is nothing but symbols of base 64, and perhaps padding."""
    return text.isascii() and not text.encode().translate(None, _BASE_64)


def _joined(text: str) -> str:
    """The text of one whose characters are units of UTF-16, as JavaScript has them."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _units(text: str) -> str:
    """The text with each unit of UTF-16 as a character."""
    if text.isascii():
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


class _Writer:
    """Bits into base 64 symbols, the highest of each first."""

    def __init__(self) -> None:
        self.symbols: list[str] = []
        self._value = 0
        self._count = 0

    def put(self, value: int, width: int) -> None:
        for place in range(width):
            self._value = self._value << 1 | (value >> place & 1)
            self._count += 1
            if self._count == 6:
                self.symbols.append(_SYMBOLS[self._value])
                self._value, self._count = 0, 0

    def end(self) -> str:
        self.put(0, 6 - self._count)  # a whole symbol of zeros if none is begun, as lz-string itself has it
        text = "".join(self.symbols)
        return text + "=" * (-len(text) % 4)


def compress(text: str) -> str:
    """The compressed text, which ``decompress`` reads again."""
    out = _Writer()
    codes: dict[str, int] = {}  # entries that were sent or made; a new character is sent before it has one
    fresh: set[str] = set()
    next_code, width, room = 3, 2, 2

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room, width = 1 << width, width + 1

    def send(entry: str) -> None:
        if entry in fresh:
            fresh.remove(entry)
            bits = 8 if ord(entry) < 256 else 16
            out.put(_NEW8 if bits == 8 else _NEW16, width)
            out.put(ord(entry), bits)
            grow()
        else:
            out.put(codes[entry], width)
        grow()

    last = ""
    for symbol in _units(text):
        if symbol not in codes:
            codes[symbol], next_code = next_code, next_code + 1
            fresh.add(symbol)
        if last + symbol in codes:
            last += symbol
            continue
        send(last)
        codes[last + symbol], next_code = next_code, next_code + 1
        last = symbol
    if last:
        send(last)
    out.put(_END, width)
    return out.end()
