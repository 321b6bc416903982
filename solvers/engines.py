"""A family's engines: its own kernel, and others that share no code with it."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import UNLIMITED, Answer, Answers, Budget, EngineMissingError, Family, Verdict
from solvers.solving import solve_texts


def solve_with(
    family: Family,
    engine: str,
    texts: Sequence[str],
    limit: int = 2,
    budget: Budget = UNLIMITED,
    cancel: bytearray | None = None,
) -> Answers:
    """As solve_texts; an engine that is not installed here leaves the boards undecided, and says why."""
    try:
        return solve_texts(family, texts, limit, budget, cancel, engine=engine)
    except EngineMissingError as error:
        return Answers([Answer(Verdict.UNDECIDED, 0, False, "", "", str(error), 0, 0, engine)] * len(texts))


def installed(family: Family) -> list[str]:
    """The names of the engines beside the kernel that can be used here."""
    return [name for name in family.engines if not why_not(family, name)]


def why_not(family: Family, engine: str) -> str:
    """Why an engine cannot be used here; "" if it can."""
    try:
        family.engine(engine)([])
    except EngineMissingError as error:
        return str(error)
    return ""
