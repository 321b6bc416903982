"""Which boards are equivalent: a hash of the normal form that a family finds for each.

Boards of the same likeness are equivalent. The converse holds too, but for boards of which a family shows a
``structure``: they have more symmetries than their normal form knows. There ``kinship`` is coarser, so that parts of a
data set whose boards have different kinships share no equivalent boards. It is an invariant: boards of the same
kinship need not be equivalent, and nothing says they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers import registry
from solvers.structure import hashed, invariant


def likeness(family: str, text: str) -> bytes:
    """16 bytes for a canonical text, which it shares with equivalent boards alone."""
    return likenesses(family, [text])[0]


def likenesses(family: str, texts: Sequence[str], seconds: float = 0.0) -> list[bytes]:
    """The same for many boards of a family, whose normal forms are found in one call.

    Empty for a board whose form takes longer than ``seconds`` (0: as long as it needs).
    """
    normal = registry.family(family).normal
    return [hashed((family, form)) if form else b"" for form in (normal(texts, seconds=seconds) if normal else texts)]


def kinship(family: str, text: str) -> bytes:
    """16 bytes for a canonical text, which all its equivalents have, and sometimes other boards."""
    known = registry.family(family)
    shown = list(known.structures(text)) if known.structures else []
    if shown:
        return hashed((family, min(map(invariant, shown))))
    return likeness(family, text)
