"""The compressed text in f-puzzles links: lz-string, an LZW of bits in base 64.

Codes grow with the dictionary. Code 0 brings a new character of 8 bits, 1 one of 16 bits, and 2 ends the text; each
code after the first also enters the last entry with the first character of this one. A code's bits come lowest first.
"""

from __future__ import annotations

from solvers.core import MalformedError

_ALPHABET = {
    symbol: value for value, symbol in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_NEW8, _NEW16, _END = range(3)
MOST = 1 << 24  # characters of a text


class _Bits:
    """The bits of base 64 symbols, the highest of each first."""

    def __init__(self, data: str) -> None:
        self._data = data
        self._at = 0
        self._value = 0
        self._left = 0

    def take(self, count: int) -> int:
        found = 0
        for place in range(count):
            if self._left == 0:
                if self._at == len(self._data):
                    raise MalformedError("expected compressed text, got only its beginning", 1, self._at)
                self._value, self._left = _ALPHABET[self._data[self._at]], 6
                self._at += 1
            self._left -= 1
            found |= (self._value >> self._left & 1) << place
        return found


def decompress(data: str) -> str:
    """The text that was compressed; raises MalformedError."""
    bare = data.rstrip("=")
    wrong = next((at for at, symbol in enumerate(bare) if symbol not in _ALPHABET), None)
    if wrong is not None:
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
    return "".join(parts)
