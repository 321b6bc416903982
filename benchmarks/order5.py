"""All magic squares of order 5: the boards that count them, and what a sample of them says the whole would take.

    python -m benchmarks.order5 boards > order5.txt      # 2,208 boards; gridmill submit order5.txt --count
    python -m benchmarks.order5 sample [--boards 8]      # squares and seconds, projected

A square stays magic when it is turned or mirrored, and when rows and columns are permuted alike so that both diagonals
keep their cells (Chebrakov's M-transformations, see OEIS A266237): 32 ways in all. They carry the number 1 from any
cell to one of four, so that only four positions of 1 need counting:

    a b c b a      all = d + 8 (a + b + c), with the squares that have the 1 in one cell of each kind
    b a c a b
    c c d c c      Each position is split by the numbers of two more cells into 24 * 23 boards.
    b a c a b
    a b c b a
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from itertools import permutations

from solvers.magic._kernel import solve
from solvers.magic.board import ANY, Candidates, format_board, make

PUBLISHED = 275_305_224 * 8  # OEIS A006052, R. Schroeppel 1973
WEIGHT = {(0, 0): 8, (0, 1): 8, (0, 2): 8, (2, 2): 1}  # kinds a, b, c and d: how many cells are alike
SPLIT = ((4, 4), (1, 1), (3, 3))  # the first two of these that do not hold the 1: a diagonal narrows the most


def boards(one: tuple[int, int]) -> list[str]:
    """The disjoint boards with the 1 in that cell."""
    first, second = [cell for cell in SPLIT if cell != one][:2]
    texts = []
    for a, b in permutations(range(2, 26), 2):
        rows: list[list[Candidates]] = [[ANY] * 5 for _ in range(5)]
        for (row, column), number in ((one, 1), (first, a), (second, b)):
            rows[row][column] = (number,)
        texts.append(format_board(make("normal", rows)))
    return texts


def sample(each: int, seed: int) -> None:
    """Count some boards of each kind, and project squares and seconds to all."""
    rng = random.Random(seed)  # noqa: S311  # a sample, not a secret
    squares = variance = seconds = 0.0
    for one, weight in WEIGHT.items():
        every = boards(one)
        start = time.process_time()  # not the clock: the machine may be busy
        answers = solve(rng.sample(every, each), limit=10**15)
        spent = time.process_time() - start
        counts = [answer.count for answer in answers]
        squares += weight * statistics.mean(counts) * len(every)
        variance += statistics.variance(counts) / each * (weight * len(every)) ** 2
        seconds += spent / each * len(every)
        print(
            f"1 at {one}: {each} boards, {sum(counts):,} squares in {spent:.1f} s, {sum(counts) / spent:,.0f} a second"
        )
    print(f"projected: {squares:.3g} +- {variance**0.5:.1g} squares (published: {PUBLISHED:.4g})")
    print(f"projected: {seconds / 3600:.1f} hours of one core for {sum(map(len, map(boards, WEIGHT))):,} boards")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.order5", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("boards", "sample"))
    parser.add_argument("--boards", type=int, default=8, help="boards of each kind in a sample")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    if asked.what == "sample":
        sample(asked.boards, asked.seed)
    else:
        for one in WEIGHT:
            print("\n".join(boards(one)))


if __name__ == "__main__":
    main()
