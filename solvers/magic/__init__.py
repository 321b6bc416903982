"""Magic squares: fill a square with different numbers so that lines, and other groups of cells, have their sums.

Canonical text: the rule set, a colon, then the rows from top to bottom joined by "/", cells apart by one blank:

    normal:0 7 0/0 0 1/0 0 0

    0         empty
    12        given
    2|5-9     a domain: one of these numbers

Rule sets, for order n with the numbers 1 to n^2 and the magic constant M = n(n^2+1)/2:

    normal        rows, columns and both diagonals sum to M
    semi          rows and columns alone
    pandiagonal   normal, and all broken diagonals
    associative   normal, and opposite cells sum to n^2+1
    ultramagic    pandiagonal and associative
    concentric    normal, and so is every square that is left when borders are taken away, to order 3 or 4
    bordered      concentric, and each of these inner squares holds the middle ones of the numbers
    34-game       order 4: normal, and the centre block, the corner blocks and the corners sum to 34
    custom        a rectangle, and only the groups that the text gives

What the rule set does not say follows it, after semicolons: "numbers=2-10" other numbers (different, above 0, and at
least one for each cell), "sum=20" the magic constant where the numbers do not give it, "r1c1+r1c2=9" one more group,
"r1c1=6" one more given (it stays in the text only if it contradicts the cell or lies outside: such a board is invalid).

    custom;numbers=1-9;r1c1+r1c2=3:0 0/0 0

A solution is the rows alone, all filled. The variant is rule set and order: "normal-4", "34-game", "custom-2x2";
"/special" follows a named rule set to which the text adds numbers, a sum or groups.

Two givens that differ for one cell, a number given twice, a number that is not among the numbers, and a full group
with another sum make a board invalid.

Statement of the 34-game: Luogu P1274.
"""

from functools import partial

from solvers.core import Family
from solvers.examples import read_examples
from solvers.givens import by_words
from solvers.magic import _kernel, cp_sat, deep
from solvers.magic.board import canonical, variant
from solvers.magic.check import check
from solvers.magic.drawing import draw
from solvers.magic.formats import FORMATS
from solvers.magic.normal import normal_forms, structures
from solvers.magic.splitting import split

FAMILY = Family(
    name="magic",
    title="Magic squares",
    canonical=canonical,
    variant=variant,
    solve=_kernel.solve,
    check=check,
    engines={"cp-sat": cp_sat.solve},
    draw=draw,
    formats=FORMATS,
    examples=read_examples(__name__),
    page=_kernel.page,
    deep=deep.solve,
    split=split,
    normal=normal_forms,
    structures=structures,
    givens=partial(by_words, empty="0"),
)
