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
    MalformedError. ``limit``, ``budget`` and ``cancel`` are as in solvers.core.Kernel.
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
        names, texts = _columns(some, family)
        answers = _together(names, texts, limit, budget, cancel)
        if perf_counter() - start < QUICK:
            size = min(2 * size, MOST_AT_ONCE)
        if Verdict.FAILED not in answers.column("verdict"):
            yield from answers
            continue
        for at, answer in enumerate(answers):
            if answer.verdict is Verdict.FAILED:
                _require_canonical(names[at], texts[at])
            yield answer


def _columns(boards: Sequence[Board | str], family: str) -> tuple[list[str], list[str]]:
    """Families and texts, as ``pair_of``; a call a board would cost as much as its answer."""
    if set(map(type, boards)) == {str}:
        return [family] * len(boards), list(map(registry.family(family).canonical, cast("list[str]", boards)))
    names, texts = [], []
    variant_of = {name: found.variant for name, found in registry.families().items()}
    for board in boards:
        if type(board) is Board and board.variant and board.variant == variant_of.get(board.family, str)(board.text):
            name, text = board.family, board.text
        else:
            name, text = pair_of(board, family)
        names.append(name)
        texts.append(text)
    return names, texts


def pair_of(board: Board | str, family: str) -> tuple[str, str]:
    """Family and canonical text; raises MalformedError for a Board that is none of its variant.

    Whether the text of a Board is canonical is asked where its kernel refuses it: to know costs more than most answers.
    """
    if isinstance(board, str):
        return family, registry.family(family).canonical(board)
    if not isinstance(board, Board):
        raise TypeError(f"expected a Board or a text, got {board!r}")
    if board.variant not in ("", variant := registry.family(board.family).variant(board.text)):
        raise MalformedError(f"expected a board of {board.family} {board.variant}, got one of {variant}")
    return board.family, board.text


def _require_canonical(family: str, text: str) -> None:
    canonical = registry.family(family).canonical(text)
    if canonical != text:
        raise MalformedError(f"expected canonical text {canonical!r}, got {text!r}")


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
