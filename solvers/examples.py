"""Reads a family's golden examples: `board : verdict : solution`, one a line, `#` lines say where they are from.

A board may begin with `#`, too; it is told from an origin by its ` : `.
"""

from __future__ import annotations

from importlib.resources import files

from solvers.core import Example, Verdict


def read_examples(package: str, name: str = "examples.txt") -> tuple[Example, ...]:
    """The examples of a family's package; a `#` line is the origin of those that follow it."""
    examples: list[Example] = []
    origin = ""
    for line in files(package).joinpath(name).read_text("utf-8").splitlines():
        if line.startswith("#") and " : " not in line:
            origin = line[1:].strip()
        elif line.strip():
            text, verdict, *solution = line.split(" : ")
            examples.append(Example(text, Verdict(verdict), "".join(solution), origin))
    return tuple(examples)
