"""Verdicts of random boards next to CP-SAT: `python -m tests.magic.compare --boards 1000`."""

from __future__ import annotations

import argparse
import random
from collections import Counter

from solvers.core import Answer, Verdict
from solvers.magic import FAMILY
from solvers.magic._kernel import solve
from solvers.magic.board import parse
from tests.magic import oracle
from tests.magic.strategies import breaks_a_rule, random_board


def disagreement(text: str, answer: Answer) -> str:
    """What CP-SAT, the checker or the givens hold against an answer; "" if nothing."""
    board = parse(text)
    if answer.verdict is Verdict.INVALID:
        full = [group for group in board.groups() if all(len(board.cells[m]) == 1 for m in group.cells)]
        broken = any(sum(board.cells[m][0] for m in group.cells) != group.sum for group in full)
        broken |= breaks_a_rule(board.cells, board.rule, len(board.rows), board.constant) or not all(board.domains())
        return "" if broken else "no rule is broken by the givens alone"
    other = oracle.verdict(text)
    if other is not answer.verdict:
        return f"{answer.verdict.value}, CP-SAT says {other.value}"
    squares = [square for square in (answer.solution, answer.witness) if square]
    return next(filter(None, FAMILY.check([text] * len(squares), squares)), "")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.magic.compare", description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1274)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)  # boards, not secrets
    texts = [random_board(rng) for _ in range(asked.boards)]
    answers = solve(texts)
    wrong = [(text, why) for text, answer in zip(texts, answers, strict=True) if (why := disagreement(text, answer))]
    print(f"{asked.boards} boards, {dict(Counter(str(answer.verdict) for answer in answers))}, {len(wrong)} disagree")
    raise SystemExit("\n".join(f"{text}: {why}" for text, why in wrong) or 0)


if __name__ == "__main__":
    main()
