"""Looks again at a finished batch: one answer a board, every stored solution checked, a sample proven again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from sqlalchemy import Engine

from db import audits, listings
from db.audits import Answered
from db.engine import reading
from db.listings import Kept
from solvers import registry
from solvers.core import OWN, Budget
from solvers.engines import installed, solve_with
from solvers.listing import ascending_key

AT_ONCE = 2000
PROVEN = ("unique", "none")


@dataclass(slots=True)
class Findings:
    """What an audit counted, and everything that is wrong; ``faults`` is empty for a batch that is as it should be."""

    boards: int = 0
    pending: int = 0
    checked: int = 0  # solutions
    listed: int = 0  # solutions of lists, which are checked too
    proven: Counter[str] = field(default_factory=Counter)  # boards of the sample that were decided again, by engine
    undecided: int = 0  # boards of the sample that ran out of time
    faults: list[str] = field(default_factory=list)


def audit(database: Engine, batch: int, share: float, seed: int, time_limit_s: float, engine: str = "") -> Findings:
    """``share`` (0 to 1) of the boards ``unique`` and ``none`` are proven again by ``engine``.

    "" is the first of the family's independent engines that is installed. Without one the family's own kernel proves
    the board after a split, so that it takes another way; a family that splits nothing is searched again as it is.
    """
    found = Findings()
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    with reading(database) as connection:
        found.boards, found.pending = audits.totals(connection, batch)
        found.faults += audits.disorders(connection, batch)
        for answers in _blocks(audits.answered(connection, batch)):
            _check(found, answers)
            sample = [one for one in answers if one.verdict in PROVEN and chance.random() < share]
            for one in sample:
                _prove(found, one, engine, time_limit_s)
        for kept in listings.kept(connection, batch):
            _check_list(found, kept, listings.pages(connection, kept.board))
    return found


def _blocks(answers: Iterator[Answered]) -> Iterator[list[Answered]]:
    """Answers of one family beside each other."""
    block: list[Answered] = []
    for one in answers:
        if block and (len(block) == AT_ONCE or block[0].family != one.family):
            yield block
            block = []
        block.append(one)
    if block:
        yield block


def _check(found: Findings, answers: Sequence[Answered]) -> None:
    """Verdicts have the solutions that prove them, and those are right."""
    family = registry.family(answers[0].family)
    for column in ("solution", "witness"):
        some = [one for one in answers if getattr(one, column)]
        wrong = family.check([one.text for one in some], [getattr(one, column) for one in some]) if some else []
        found.checked += len(some)
        found.faults += [f"board {one.board}: {column}: {why}" for one, why in zip(some, wrong, strict=True) if why]
    for one in answers:
        if one.verdict in ("unique", "multiple") and not one.solution:
            found.faults.append(f"board {one.board}: {one.verdict} without a solution")
        if one.verdict == "multiple" and (not one.witness or one.witness == one.solution):
            found.faults.append(f"board {one.board}: multiple without a second solution")


def _check_list(found: Findings, kept: Kept, pages: Iterator[list[tuple[int, str]]]) -> None:
    """Every solution is right, and they are counted from 1, ascending, to the number that was stored."""
    family = registry.family(kept.family)
    count, last = 0, ""
    for page in pages:
        texts = [solution for _, solution in page]
        wrong = next(filter(None, family.check([kept.text] * len(page), texts)), "")
        ordinals = [ordinal for ordinal, _ in page]
        if wrong:
            found.faults.append(f"board {kept.board}: a listed solution: {wrong}")
        if ordinals != list(range(count + 1, count + len(page) + 1)):
            found.faults.append(f"board {kept.board}: listed solutions are not numbered in a row after {count}")
        keys = [ascending_key(solution) for solution in ([last, *texts] if last else texts)]
        if any(first >= second for first, second in pairwise(keys)):
            found.faults.append(f"board {kept.board}: listed solutions do not ascend after {count}")
        count, last = ordinals[-1], texts[-1]
    found.listed += count
    if count != kept.stored:
        found.faults.append(f"board {kept.board}: {count} solutions listed, {kept.stored} counted")
    if kept.answered is not None and (kept.answered, kept.is_exact) != (count, kept.complete):
        found.faults.append(f"board {kept.board}: {count} solutions listed, answered with {kept.answered}")


def _prove(found: Findings, one: Answered, engine: str, time_limit_s: float) -> None:
    """Let an independent engine decide the board; where there is none, the own kernel takes another way."""
    family = registry.family(one.family)
    name = engine or next(iter(_installed(one.family)), OWN)
    texts = [one.text] if name != OWN else (family.split(one.text, 4) if family.split else []) or [one.text]
    answers = solve_with(family, name, texts, 2, Budget(seconds=time_limit_s))
    count = sum(answer.count for answer in answers)
    solution = next((answer.solution for answer in answers if answer.solution), None)
    if count < 2 and any(not answer.count_is_exact for answer in answers):
        found.undecided += 1
        return
    found.proven[name] += 1
    if count != (one.verdict == "unique"):
        found.faults.append(f"board {one.board}: stored as {one.verdict}, {name} finds {_some(count)}")
    elif solution != one.solution:
        found.faults.append(f"board {one.board}: {name} finds another solution than the one stored")


def _some(count: int) -> str:
    return ("no solution", "one solution")[count] if count < 2 else "two solutions"


@cache
def _installed(family: str) -> tuple[str, ...]:
    return tuple(installed(registry.family(family)))
