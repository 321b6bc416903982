"""No pattern of a parser takes long for a text that nearly matches: each is tried with such texts of its own making."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from re import _constants as codes  # type: ignore[attr-defined]  # the library's own tree of a pattern
from re import _parser as trees  # type: ignore[attr-defined]  # not in the stubs
from types import FrameType
from typing import Any

import pytest

import solvers

LONGEST = 1.0  # CPU seconds that a text of a few hundred characters may take
TRIES = 12
BAD = ("", "\x00", "}", "!", ",", " ", "\n", "x")


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in walk_packages(solvers.__path__, "solvers."):
        if module.name.endswith("_kernel") or not (".formats" in module.name or ".reading" in module.name):
            continue
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield f"{module.name.removeprefix('solvers.')}.{name}", value


PATTERNS = dict(patterns())


def near(tree: Any, rng: random.Random, most: int) -> str:
    """A text that the tree matches, or nearly: look-arounds are left out."""
    return "".join(_one(operation, argument, rng, most) for operation, argument in tree)


def _one(operation: Any, argument: Any, rng: random.Random, most: int) -> str:  # noqa: PLR0911  # a case each
    if operation is codes.LITERAL:
        return chr(argument)
    if operation is codes.NOT_LITERAL:
        return "5" if argument != ord("5") else "6"
    if operation is codes.ANY:
        return rng.choice("a5 ")
    if operation is codes.IN:
        return _of_set(argument, rng)
    if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, limit, tree = argument
        times = min(int(limit), max(int(least), rng.choice((0, 1, 2, most))))
        return "".join(near(tree, rng, max(2, most // 4)) for _ in range(times))
    if operation is codes.SUBPATTERN:
        return near(argument[-1], rng, most)
    if operation is codes.BRANCH:
        return near(rng.choice(argument[1]), rng, most)
    return ""


def _of_set(items: Any, rng: random.Random) -> str:
    operation, argument = rng.choice(items)
    if operation is codes.LITERAL:
        return chr(argument)
    if operation is codes.RANGE:
        return chr(rng.choice(argument))
    return "5" if operation is codes.CATEGORY and argument is codes.CATEGORY_DIGIT else rng.choice(" a5")


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_takes_long(name: str) -> None:
    pattern = PATTERNS[name]
    tree = trees.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    rng = random.Random(name)

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"{pattern.pattern!r} takes more than {LONGEST} s for {text!r}")

    before = signal.signal(signal.SIGVTALRM, give_up)
    try:
        for _ in range(TRIES):
            text = near(tree, rng, rng.choice((30, 60, 200)))[:2000]
            text += rng.choice(BAD)
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            pattern.fullmatch(text)
            pattern.match(text)
            pattern.search(text)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
