"""Text as the tables keep it."""

from __future__ import annotations


def storable(raw: str) -> str:
    """Text that both databases keep: PostgreSQL refuses NUL, and neither can encode a lone surrogate.

    File names that are no UTF-8 hold such; they stay apart from each other, as \\udcff and the like.
    """
    return raw.replace("\0", "\N{SYMBOL FOR NULL}").encode("utf-8", "backslashreplace").decode()
