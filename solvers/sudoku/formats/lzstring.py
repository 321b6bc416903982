"""The compressed text in f-puzzles links: lz-string, an LZW of bits in base 64.

Codes grow with the dictionary. Code 0 brings a new character of 8 bits, 1 one of 16 bits, and 2 ends the text; each
code after the first also enters the last entry with the first character of this one. A code's bits come lowest first.
"""

from __future__ import annotations

from solvers.core import MalformedError

_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_ALPHABET = {symbol: value for value, symbol in enumerate(_SYMBOLS)}
_NEW8, _NEW16, _END = range(3)
MOST = 1 << 24  # characters of a text


_AS_BITS = {ord(symbol): f"{value:06b}" for symbol, value in _ALPHABET.items()}


class _Bits:
    """The bits of base 64 symbols, the highest of each first; as digits from the last to the first, so that any
    number of them is a slice that reads as the number that they are."""

    def __init__(self, data: str) -> None:
        self._size = len(data)
        self._digits = data.translate(_AS_BITS)[::-1]
        self._left = len(self._digits)

    def take(self, count: int) -> int:
        start = self._left - count
        if start < 0:
            raise MalformedError("expected compressed text, got only its beginning", 1, self._size)
        digits = self._digits[start : self._left]
        self._left = start
        return int(digits, 2)


def decompress(data: str) -> str:
    """The text that was compressed; raises MalformedError."""
    bare = data.rstrip("=")
    if not _ALPHABET.keys() >= set(bare):
        wrong = next(at for at, symbol in enumerate(bare) if symbol not in _ALPHABET)
        raise MalformedError(f"expected base 64, got {bare[wrong]!r}", 1, wrong + 1)
    bits = _Bits(bare)
    entries = ["", "", ""]  # the places of the three codes with a meaning of their own
    parts: list[str] = []
    last = ""
    size = 0
    width = 2
    room = 1  # entries until a code needs another bit
    while (code := bits.take(width)) != _END:
        if code in (_NEW8, _NEW16):
            entries.append(chr(bits.take(8 if code == _NEW8 else 16)))
            code = len(entries) - 1
            room -= 1
            if room == 0:
                room, width = 1 << width, width + 1
        if code > len(entries) or code < 3 or (code == len(entries) and not last):
            raise MalformedError("expected compressed text, got a code without a meaning", 1)
        entry = entries[code] if code < len(entries) else last + last[0]
        if last:
            entries.append(last + entry[0])
            room -= 1
            if room == 0:
                room, width = 1 << width, width + 1
        parts.append(entry)
        last = entry
        size += len(entry)
        if size > MOST:
            raise MalformedError(f"expected a text of at most {MOST} characters, got more", 1)
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    """The text of parts whose characters are units of UTF-16, as JavaScript has them."""
    text = "".join(parts)
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
