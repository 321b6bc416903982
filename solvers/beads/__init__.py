"""Beads: lay pieces so that they fill a region without gap or overlap.

NOI2005 "wisdom beads" asks for the twelve pieces A to L of 3, 4, 4, 4 and eight times 5 cells in a triangle of ten
rows, some already placed; pieces may be turned and flipped. Kanoodle, Lonpos, pentominoes and the Soma cube are the
same game. A board's text says which pieces there are and which cells::

    text    = [ head ":" ] region
    head    = item { ";" item }
    item    = SET                     a named set: noi2005 (the default), kanoodle, lonpos, pentomino, tetromino ...
            | LETTERS "=" shape       a drawn piece; each letter is one copy, and copies are interchangeable
            | "grid=" ( "square" | "hex" | "cubic" | "pyramid" )
            | "flip=" ( "yes" | "no" )
            | "spare=yes"             more pieces than needed: some stay unused
    shape   = layer of o and .        oo/o is a corner of three cells
    region  = layer { "//" layer }
    layer   = row { "/" row }
    row     = { "." | LETTER | "#" }  an empty cell, a cell of a placed piece, no cell

Rows start at the same left edge; ``#`` at their ends is dropped, and so are empty rows and columns around the region.
A solution is the region's text with every cell filled. Examples: ``./../.../....`` is a triangle,
``pentomino:........../........../........../........../........../..........`` the 6 x 10 rectangle, and
``AB=oo;C=o;flip=no:.../..`` has a piece of two copies.

Grids: on ``square`` a cell has four neighbours. On ``hex`` it has six: those in its row, (row + 1, same column and
column - 1) and (row - 1, same column and column + 1), which is a sheet of hexagons drawn with each row half a cell
further right. ``cubic`` has layers of squares. ``pyramid`` has layers of balls, the base first, each ball in the
middle of four of the layer below; flat pieces lie level or upright along a diagonal of the base. In the plane pieces
may be flipped unless the head says ``flip=no``; in space a piece's mirror image is another piece unless it says
``flip=yes``.

Variants name region, pieces and rules where they are not NOI2005's: ``triangle10``, ``5x11``, ``5x11/kanoodle``,
``6x10/pentomino/flip=no``, ``pyramid5``, ``3x3x3/soma``, ``8x8(60)/pentomino``, ``4x5/drawn-1f3a9c/spare`` (six digits
that stand for the drawn pieces).

A named set is one small text file in the folder ``sets``: adding a file adds a set. Canonical texts call a set by its
name only if it was published with Gridmill, which never changes it; any other they write out, so that a stored board
and its verdict mean the same however the file is edited later.

Source of the game and the letters: National Olympiad in Informatics of China, 2005.
"""

from __future__ import annotations

from solvers.beads import _kernel, cp_sat
from solvers.beads.board import canonical, variant
from solvers.beads.check import check
from solvers.beads.drawing import draw
from solvers.beads.formats import FORMATS
from solvers.beads.normal import normal_forms
from solvers.beads.sets import broken, sets
from solvers.beads.splitting import split
from solvers.core import Family
from solvers.examples import read_examples
from solvers.givens import by_letters

for _set in sets().values():
    _kernel.define_set(_set.name, _set.drawn())

FAMILY = Family(
    name="beads",
    title="Beads: pieces that fill a region",
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
    givens=by_letters,
    warnings=lambda: list(broken().values()),
)
