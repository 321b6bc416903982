"""Kakuro: fill the white cells so that every run of them holds different digits with the sum of its clue.

A run is a maximal line of white cells, across or down. The black cell before it may hold its clue, the sum of its
digits; without a clue only "different digits" applies. White cells may hold a given digit. The digits are 1 to 9.

Canonical text: the rows from top to bottom joined by "/", the cells of a row by one blank.

    .         white
    5         white, with a given digit
    #         black
    17\\24     black: the run below sums to 17, the run to the right to 24; "-" is no clue, as in 17\\-

A board with other digits than 1-9 begins with "digits=12:". A solution is the same text with every white cell filled.
The variant is the size, rows x columns of the text: "8x8", "10x12", "10x12/1-12" for other digits.

A run longer than there are digits, a clue that no digits can reach, a clue without cells, a digit given twice in a
run and a given run with another sum than its clue make a board invalid; runs of one cell are allowed. A clue of 0 is
a sum that nothing reaches; the formats in which 0 means "no clue" say so.

Statement: Codeforces Gym 101252B, also acmsguru 454.
"""

from functools import partial

from solvers.core import Family
from solvers.examples import read_examples
from solvers.givens import by_words
from solvers.kakuro import _kernel, cp_sat
from solvers.kakuro.board import canonical, variant
from solvers.kakuro.check import check
from solvers.kakuro.drawing import draw
from solvers.kakuro.formats import FORMATS
from solvers.kakuro.normal import normal_forms, structures
from solvers.kakuro.splitting import split

FAMILY = Family(
    name="kakuro",
    title="Kakuro (cross sums)",
    canonical=canonical,
    variant=variant,
    solve=_kernel.solve,
    check=check,
    engines={"cp-sat": cp_sat.solve},
    draw=draw,
    formats=FORMATS,
    examples=read_examples(__name__),
    page=_kernel.page,
    split=split,
    normal=normal_forms,
    structures=structures,
    givens=partial(by_words, empty="."),
)
