"""The checked solve: no answer leaves this module whose solutions the family's checker has not passed.

``solve`` is for people, ``solve_texts`` for programs that have a column of canonical texts of one family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import cast

from solvers import registry
from solvers.core import UNLIMITED, Answer, Answers, Board, Budget, Family, MalformedError, Verdict

AT_ONCE = 1000  # boards of an iterable that go to the kernel together at first
MOST_AT_ONCE = 32_768  # and at last, where they are quick: in bulk kernels are faster
MAX_LIMIT = 2**63 - 1  # solutions or nodes, as kernels count them
QUICK = 0.25  # seconds: slices grow while one takes less


def solve(
    boards: Board | str | Iterable[Board | str],
    *,
    family: str = "",
    limit: int = 2,
    budget: Budget = UNLIMITED,
    cancel: bytearray | None = None,
) -> Iterator[Answer]:
    """The answers to boards, in their order; boards may be of several families, texts are of ``family``.

    A text may be any spelling that the family's canonical form knows; one that it does not know raises
    MalformedError, as does a Board that is none. Boards are taken in slices of 1,000 and later more, at most 32,768, so
    this comes before the answers of up to that many boards before it. ``limit``, ``budget`` and ``cancel`` are as in
    solvers.core.Kernel.
    """
    _require(limit, budget)
    return _solve(boards, family, limit, budget, cancel)


def _require(limit: int, budget: Budget) -> None:
    """Raises TypeError or ValueError for what no kernel takes, before anything is read."""
    if not isinstance(limit, int):
        raise TypeError(f"expected limit to be a whole number, got {limit!r}")
    if not 1 <= limit <= MAX_LIMIT:
        raise ValueError(f"expected limit to be from 1 to {MAX_LIMIT}, got {limit}")
    if not isinstance(budget, Budget):
        raise TypeError(f"expected budget to be a solvers.Budget, got {budget!r}")
    if not isinstance(budget.nodes, int) or not 0 <= budget.nodes <= MAX_LIMIT or not budget.seconds >= 0:
        raise ValueError(f"expected nodes and seconds of 0 or more, got {budget}")


def _solve(
    boards: Board | str | Iterable[Board | str], family: str, limit: int, budget: Budget, cancel: bytearray | None
) -> Iterator[Answer]:
    rest = iter([boards] if isinstance(boards, Board | str | bytes) else boards)
    size = AT_ONCE
    while some := list(islice(rest, size)):
        start = perf_counter()
        names, texts = columns_of(some, family)
        answers = _together(names, texts, limit, budget, cancel)
        if perf_counter() - start < QUICK:
            size = min(2 * size, MOST_AT_ONCE)
        yield from answers


def columns_of(boards: Sequence[Board | str], family: str) -> tuple[list[str], list[str]]:
    """Families and canonical texts; raises MalformedError for what is no board, or a Board that is not as it says."""
    if set(map(type, boards)) == {str}:
        return [family] * len(boards), _spelled(registry.family(family), cast("Sequence[str]", boards))
    known = [board if isinstance(board, Board) else _board_of(board, family) for board in boards]
    names = [board.family for board in known]
    for name in dict.fromkeys(names):
        _require_as_said(registry.family(name), [board for board in known if board.family == name])
    return names, [board.text for board in known]


def _board_of(text: str, family: str) -> Board:
    if not isinstance(text, str):
        raise TypeError(f"expected a Board or a text, got {text!r}")
    return Board(family, "", registry.family(family).canonical(text))


def _spelled(family: Family, texts: Sequence[str]) -> list[str]:
    """The canonical texts."""
    found = _variants(family, texts)
    if "" not in found:
        return list(texts)
    return [text if variant else family.canonical(text) for text, variant in zip(texts, found, strict=True)]


def _require_as_said(family: Family, boards: Sequence[Board]) -> None:
    """A kernel may answer what is no board: so each text must be canonical, and its variant the one that is stated."""
    texts, stated = [board.text for board in boards], [board.variant for board in boards]
    variants = _variants(family, texts)
    if variants == stated and "" not in variants:
        return
    for text, variant, canonical in zip(texts, stated, _spelled(family, texts), strict=True):
        if text != canonical:
            raise MalformedError(f"expected canonical text {canonical!r}, got {text!r}")
        if variant and variant != family.variant(text):
            raise MalformedError(f"expected a board of {family.name} {variant}, got one of {family.variant(text)}")


def _variants(family: Family, texts: Sequence[str]) -> list[str]:
    """Those that the family sees in bulk; "" where it must be asked of each text."""
    return [""] * len(texts) if family.variants is None else family.variants(texts)


def _together(
    names: Sequence[str], texts: Sequence[str], limit: int, budget: Budget, cancel: bytearray | None
) -> Answers:
    """One call of each family's kernel for all its boards; the answers in the order of the boards."""
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return solve_texts(registry.family(different[0]), texts, limit, budget, cancel)
    answers: dict[int, Answer] = {}
    for name in different:
        places = [at for at, other in enumerate(names) if other == name]
        found = solve_texts(registry.family(name), [texts[at] for at in places], limit, budget, cancel)
        answers.update(zip(places, found, strict=True))
    return Answers([answers[at] for at in range(len(texts))])


def solve_texts(
    family: Family,
    texts: Sequence[str],
    limit: int = 2,
    budget: Budget = UNLIMITED,
    cancel: bytearray | None = None,
    *,
    deep: bool = False,
    engine: str = "",
) -> Answers:
    """The answers to canonical texts of one family; one that does not pass the check is ``failed`` and says why.

    ``deep`` asks the family's way for hard boards, if it has one; ``engine`` asks the engine of that name. Raises
    UnknownEngineError and EngineMissingError.
    """
    kernel = family.deep if deep and family.deep is not None else family.solve
    if engine:
        kernel = family.engine(engine)
    answers = Answers(kernel(texts, limit, budget.nodes, budget.seconds, cancel))
    if len(answers) != len(texts):
        raise RuntimeError(f"{family.name}: expected {len(texts)} answers, got {len(answers)}")
    for at, why in _incomplete(answers):
        answers.replace(at, failed(answers[at], why))
    for what in ("solution", "witness"):
        for at, why in _wrong(family, texts, answers.column(what)):
            answers.replace(at, failed(answers[at], f"{what} does not pass the check: {why}"))
    return answers


def failed(answer: Answer, why: str) -> Answer:
    """The answer, withdrawn: without solutions, but with what it cost."""
    return Answer(Verdict.FAILED, 0, False, "", "", why, answer.nodes, answer.solve_ns, answer.engine)


def _incomplete(answers: Answers) -> Iterator[tuple[int, str]]:
    """The answers that lack the proof which their verdict asks for."""
    verdicts, solutions, witnesses = map(answers.column, ("verdict", "solution", "witness"))
    if Verdict.MULTIPLE not in verdicts and "" not in solutions:
        return
    for at, (solution, witness) in enumerate(zip(solutions, witnesses, strict=True)):
        if solution and witness and solution != witness:
            continue
        if verdicts[at] is Verdict.MULTIPLE:
            yield at, "expected two different solutions with verdict multiple"
        elif verdicts[at] is Verdict.UNIQUE and not solution:
            yield at, "expected a solution with verdict unique, got none"


def _wrong(family: Family, texts: Sequence[str], solutions: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The places of solutions, or witnesses, that the checker refuses; "" is none."""
    places = [at for at, solution in enumerate(solutions) if solution]
    if not places:
        return
    if len(places) < len(texts):
        texts, solutions = [texts[at] for at in places], [solutions[at] for at in places]
    found = family.check(texts, solutions)
    if any(found):
        yield from ((at, why) for at, why in zip(places, found, strict=True) if why)
