"""Futoshiki: fill a square so that every row and column holds each value once and every sign is obeyed.

A board of size n has the values 1 to n. Between two neighbours may stand a sign that says which of them is greater;
its point is at the smaller one. Some cells may be given.

Canonical text: the rows joined by `/`, each cell `.` or its given value (1-9, then A for 10 up to W for 32), followed
by the sign that is drawn right of it (`<` or `>`) and the one that is drawn below it (`^` or `v`), where there are
such signs: `.<.v/2.`. A solution is the values alone: `12/21`. Variants are called by size: `5x5`.

A value given twice in a row or column, a sign that its givens break, a 1 that should be greater and an n that should
be less, and signs that go in a circle make a board `invalid`.

The rules are those of the Guardian's futoshiki and of Unequal in Simon Tatham's Portable Puzzle Collection.
"""

from __future__ import annotations

from solvers.core import Family
from solvers.examples import read_examples
from solvers.futoshiki import cp_sat
from solvers.futoshiki._kernel import page, solve
from solvers.futoshiki.board import canonical, variant
from solvers.futoshiki.check import check
from solvers.futoshiki.drawing import draw
from solvers.futoshiki.formats import FORMATS
from solvers.futoshiki.normal import normal_forms, structures

FAMILY = Family(
    name="futoshiki",
    title="Futoshiki (unequal)",
    canonical=canonical,
    variant=variant,
    solve=solve,
    check=check,
    engines={"cp-sat": cp_sat.solve},
    draw=draw,
    formats=FORMATS,
    examples=read_examples(__name__),
    page=page,
    normal=normal_forms,
    structures=structures,
)
