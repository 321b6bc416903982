"""The checked solve: no answer leaves this module whose solutions the family's checker has not passed.

``solve`` is for people, ``solve_texts`` for programs that have a column of canonical texts of one family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter

from solvers import registry
from solvers.core import UNLIMITED, Answer, Answers, Board, Budget, Family, Verdict

AT_ONCE = 1000  # boards of an iterable that go to the kernel together at first
MOST_AT_ONCE = 32_768  # and at last, where they are quick: in bulk kernels are faster
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
    rest = iter([boards] if isinstance(boards, Board | str) else boards)
    size = AT_ONCE
    while some := list(islice(rest, size)):
        start = perf_counter()
        answers = _together([_pair(board, family) for board in some], limit, budget, cancel)
        if perf_counter() - start < QUICK:
            size = min(2 * size, MOST_AT_ONCE)
        yield from answers


def _pair(board: Board | str, family: str) -> tuple[str, str]:
    if isinstance(board, Board):
        return board.family, board.text
    return family, registry.family(family).canonical(board)


def _together(
    pairs: Sequence[tuple[str, str]], limit: int, budget: Budget, cancel: bytearray | None
) -> Iterable[Answer]:
    """One call of each family's kernel for all its boards; the answers in the order of the boards."""
    names = list(dict.fromkeys(name for name, _ in pairs))
    if len(names) == 1:
        return solve_texts(registry.family(names[0]), [text for _, text in pairs], limit, budget, cancel)
    answers: dict[int, Answer] = {}
    for name in names:
        places = [at for at, pair in enumerate(pairs) if pair[0] == name]
        texts = [pairs[at][1] for at in places]
        answers.update(zip(places, solve_texts(registry.family(name), texts, limit, budget, cancel), strict=True))
    return [answers[at] for at in range(len(pairs))]


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
    proofs = zip(*map(answers.column, ("verdict", "solution", "witness")), strict=True)
    for at, (verdict, solution, witness) in enumerate(proofs):
        if verdict is Verdict.UNIQUE and not solution:
            yield at, "expected a solution with verdict unique, got none"
        elif verdict is Verdict.MULTIPLE and (not solution or not witness or solution == witness):
            yield at, "expected two different solutions with verdict multiple"


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
