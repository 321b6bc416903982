"""Values as text for people: nothing that a terminal or a spreadsheet would obey, times with their units."""

from __future__ import annotations

FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")  # an apostrophe too, so that it can be taken away again


def visible(value: object) -> str:
    """Text without characters that a terminal would obey."""
    text = "" if value is None else str(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def many(count: int, noun: str) -> str:
    """``1 board``, ``2,000 boards``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def harmless(text: str) -> str:
    """Lines of text as they are, but for what a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in "\n\t" else visible(char) for char in text)


def inert(value: object) -> str:
    """Text that a spreadsheet shows and does not run; numbers stay as they are."""
    if value is None or isinstance(value, int | float):
        return "" if value is None else str(value)
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def from_inert(text: str) -> str:
    """What ``inert`` was given."""
    return text[1:] if text.startswith("'") and text.startswith(FORMULA, 1) else text


def duration(nanoseconds: float | None) -> str:
    """A time with its unit, three digits long."""
    if nanoseconds is None:
        return ""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"
