"""Fuzzes the kernel, best built with -DGRIDMILL_SANITIZE=ON: `python -m tests.beads.fuzz [SECONDS [SEED]]`.

Random boards go through every engine, which must agree and pass the checker; damaged texts, budgets and pages must
never do worse than an error. Prints the seed of each round before it runs, so that a crash can be repeated.
"""

from __future__ import annotations

import random

from solvers.beads import FAMILY, _kernel
from solvers.core import Verdict
from tests.beads.boards import random_board
from tests.fuzzing import rounds

ALL = 10**12
MARKS = "./#:;=o*ABCDabc09 -\n\0é"
HEADS = (
    "",
    "kanoodle:",
    "pentomino:",
    "tetromino;spare=yes:",
    "soma;grid=cubic:",
    "tetrahex;grid=hex:",
    "grid=pyramid:",
)


def agree(rng: random.Random, text: str) -> None:
    """Cover, profiles and pages give the same number; what they give out is right."""
    counted = FAMILY.solve([text], limit=ALL)[0]
    covered = FAMILY.solve([text], limit=1000)[0]
    two = FAMILY.solve([text], limit=2)[0]
    listed, complete = _kernel.page(text, limit=1000)
    assert counted.count_is_exact, text
    assert covered.count == min(counted.count, 1000), text
    assert two.count == min(counted.count, 2), text
    assert len(listed) == min(counted.count, 1000), text
    assert complete or counted.count >= 1000, text
    assert listed == sorted(set(listed)), text
    shown = [s for a in (counted, covered, two) for s in (a.solution, a.witness) if s] + listed[:20]
    assert not any(FAMILY.check([text] * len(shown), shown)), text
    if listed:
        at = rng.randrange(len(listed))
        following = listed[at + 1 : at + 6]
        assert _kernel.page(text, listed[at], limit=5)[0][: len(following)] == following, text
        placed(rng, text, rng.choice(listed), counted.count)


def placed(rng: random.Random, text: str, solution: str, count: int) -> None:
    """Some pieces of a solution as givens: no more fillings than before, and that one is among them."""
    head, _, region = text.rpartition(":")
    letters = [letter for letter in sorted(set(solution) - set("/#")) if rng.random() < 0.5]
    given = "".join(s if s in letters else mark for s, mark in zip(solution, region, strict=True))
    answer = FAMILY.solve([f"{head}:{given}"], limit=ALL)[0]
    assert answer.count >= 1, given
    assert answer.count <= count or any(len(p) > 1 for p in head.split("=")), given


def damage(rng: random.Random, text: str) -> None:
    """Anything in, an answer out; and nodes within the budget."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        text = text[:at] + "".join(rng.choices(MARKS, k=rng.randint(0, 3))) + text[at + rng.randint(0, 2) :]
    nodes = rng.choice([1, 10, 1000])
    answer = FAMILY.solve([text], limit=rng.choice([1, 2, 50, ALL]), nodes=nodes, seconds=1.0)[0]
    assert answer.verdict in set(Verdict), text
    assert answer.nodes <= nodes, text
    try:
        _kernel.page(text, rng.choice(["", text, text.rpartition(":")[2]]), limit=3, nodes=1000)
    except (ValueError, RuntimeError):
        return


def region(rng: random.Random) -> str:
    """A large or odd region for a named set, with a budget: most have no filling."""
    rows = ["".join(rng.choices(".#", [9, 1], k=rng.randint(1, 14))) + "." for _ in range(rng.randint(1, 9))]
    layers = ["/".join(rows)] * (rng.randint(1, 3) if rng.random() < 0.3 else 1)
    return rng.choice(HEADS) + "//".join(layers)


def bulk(rng: random.Random) -> None:
    """One puzzle so often that its fillings are indexed."""
    text = random_board(rng)
    answer = FAMILY.solve([text], limit=2, seconds=5)[0]
    many = FAMILY.solve([text] * 16_400 + [text[:-1]], limit=2, seconds=5)
    assert {(a.verdict, a.count) for a in many[:-1]} == {(answer.verdict, answer.count)}, text


def main() -> None:
    for number, rng in enumerate(rounds()):
        text = random_board(rng)
        agree(rng, text)
        damage(rng, text)
        damage(rng, region(rng))
        FAMILY.solve([region(rng)], limit=rng.choice([2, ALL]), nodes=rng.choice([100, 20_000]), seconds=2.0)
        if number % 50 == 0:
            bulk(rng)


if __name__ == "__main__":
    main()
