"""Gridmill's solvers: puzzle boards in, proven answers out. Knows no queue and no database.

>>> from solvers import solve
>>> [answer] = solve("1234341221434321".replace("4", "."), family="sudoku")
>>> answer.verdict.value, answer.solution
('unique', '1234341221434321')

All names are in docs/python.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.core import Answer, Board, Budget, GridmillError, MalformedError, Reject, Verdict
    from solvers.listing import solutions
    from solvers.picture import draw
    from solvers.reading import read
    from solvers.registry import families
    from solvers.solving import solve

__all__ = [
    "Answer",
    "Board",
    "Budget",
    "GridmillError",
    "MalformedError",
    "Reject",
    "Verdict",
    "draw",
    "families",
    "read",
    "solutions",
    "solve",
]

_HOMES = {
    "draw": "solvers.picture",
    "families": "solvers.registry",
    "read": "solvers.reading",
    "solutions": "solvers.listing",
    "solve": "solvers.solving",
}


# The names above are imported when they are first used: a program that only asks for --help pays for none of them.
def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'solvers' has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, "solvers.core")), name)
    globals()[name] = value
    return value
