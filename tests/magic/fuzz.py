"""Random and damaged boards for the kernel, for as long as wanted; meant for a build under sanitizers.

    cmake -S . -B build/sanitize -DGRIDMILL_SANITIZE=ON && cmake --build build/sanitize --target kernel_magic
    LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \\
        python -m tests.magic.fuzz --seconds 600 --kernel build/sanitize/magic/_kernel*.so

Python's own leaks are not looked for; a board that is canonical must not fail, and every square must pass the check.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from solvers.core import MalformedError, Verdict
from solvers.magic import FAMILY, _kernel
from solvers.magic.rules import RULES
from tests.magic.strategies import random_board

LETTERS = "0123456789 /:;=+|-rc.numbersu"


def load(path: str) -> ModuleType:
    """The kernel of another build."""
    spec = spec_from_file_location("_kernel", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"expected a kernel, got {path}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def empty(rng: random.Random) -> str:
    """A board of any rule set and order with few givens, so that it is searched for long."""
    n = rng.randint(1, 12)
    rule = rng.choice(RULES[:-1])
    cells = ["0"] * (n * n)
    for cell in rng.sample(range(n * n), min(n * n, rng.randint(0, 4))):
        cells[cell] = rng.choice((str(rng.randint(1, n * n)), f"1-{n * n // 2 + 1}"))
    options = (
        ""
        if rng.random() < 0.7
        else f";numbers={rng.randint(1, 9)}-{rng.randint(n * n, n * n + 90)};sum={n * n * n // 2}"
    )
    return f"{rule}{options}:" + "/".join(" ".join(cells[i : i + n]) for i in range(0, n * n, n))


def custom(rng: random.Random) -> str:
    """A rectangle with groups of its own."""
    rows, columns = rng.randint(1, 6), rng.randint(1, 6)
    names = [f"r{r + 1}c{c + 1}" for r in range(rows) for c in range(columns)]
    last = rows * columns + rng.choice((0, 0, 5, 60, 400))
    equations = [
        f"{'+'.join(rng.sample(names, rng.randint(1, min(6, len(names)))))}={rng.randint(1, 3 * last)}"
        for _ in range(rng.randint(0, 6))
    ]
    body = "/".join(" ".join(["0"] * columns) for _ in range(rows))
    return ";".join([f"custom;numbers=1-{last}", *equations]) + ":" + body


def damaged(rng: random.Random, text: str) -> str:
    """The text with some letters changed, lost or put in."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.choice((0, 1, 1, 3))] = rng.choice(LETTERS) if rng.random() < 0.8 else ""
    return "".join(letters)


def board(rng: random.Random) -> str:
    text = rng.choice((random_board, random_board, empty, custom))(rng)
    return damaged(rng, text) if rng.random() < 0.4 else text


def is_canonical(text: str) -> bool:
    try:
        return FAMILY.canonical(text) == text
    except MalformedError:
        return False


def one(rng: random.Random, kernel: ModuleType) -> Verdict:
    text = board(rng)
    limit = rng.choice((1, 2, 2, 3, 1000, 10**9))
    [answer] = kernel.solve([text], limit=limit, nodes=rng.choice((1, 100, 3000, 20_000)), seconds=2.0)
    canonical = is_canonical(text)
    if canonical and answer.verdict is Verdict.FAILED:
        raise AssertionError(f"failed: {text!r}: {answer.reason}")
    squares = [square for square in (answer.solution, answer.witness) if square]
    if canonical and answer.verdict is not Verdict.INVALID and rng.random() < 0.3:
        after = rng.choice(["", *squares])
        squares += kernel.page(text, after, limit=20, nodes=2000, seconds=1.0)[0]
    if canonical and any(FAMILY.check([text] * len(squares), squares)):
        raise AssertionError(f"wrong: {text!r}: {squares}")
    return Verdict(answer.verdict)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.magic.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernel", default="")
    asked = parser.parse_args()
    kernel = load(asked.kernel) if asked.kernel else _kernel
    rng = random.Random(asked.seed)  # boards, not secrets
    end = time.monotonic() + asked.seconds
    seen: Counter[Verdict] = Counter()
    while time.monotonic() < end:
        seen[one(rng, kernel)] += 1
    print(f"seed {asked.seed}: {sum(seen.values())} boards, {dict(seen)}")


if __name__ == "__main__":
    main()
