"""Equivalent boards have one likeness, others another: no invariant, however good, passes for a proof."""

from __future__ import annotations

import random

import pytest

from solvers import registry
from solvers.likeness import kinship, likeness, likenesses


def _same(family: str, *texts: str) -> bool:
    canonical = [registry.family(family).canonical(text) for text in texts]
    return len(set(likenesses(family, canonical))) == 1


def test_a_piece_at_another_place_is_another_board() -> None:
    places = [
        "/".join("".join("ABC"[0] if (r, c) in {(y, 0), (y + 1, 0), (y + 1, 1)} else "." for c in range(r + 1))
                 for r in range(10))
        for y in range(9)
    ]  # fmt: skip

    assert len(set(likenesses("beads", places))) == 9


def test_beads_are_turned_and_flipped_as_their_pieces_are() -> None:
    corner, mirrored, turned = "A=oo/o;B=oo{}:A../AA.", "A=oo/o;B=oo{}:..A/.AA", "A=oo/o;B=oo{}:AA/A./.."

    assert _same("beads", *(text.format(";flip=yes") for text in (corner, mirrored, turned)))
    assert _same("beads", *(text.format(";flip=no") for text in (corner, turned)))
    assert not _same("beads", *(text.format(";flip=no") for text in (corner, mirrored)))


def test_copies_of_a_bead_are_interchangeable() -> None:
    assert _same("beads", "AB=oo:AA/..", "AB=oo:BB/..", "AB=oo:../AA", "AB=oo:.A/.A")
    assert not _same("beads", "AB=oo:AA/..", "AB=oo:AA/BB")


def test_space_has_no_mirror_and_the_pyramid_has_four_sides() -> None:
    first = "soma:V../VV./...//.../.../...//.../.../..."

    assert _same("beads", first, "soma:.../.../...//.../.../...//..V/.VV/...")
    assert not _same("beads", first, "soma:.../.../...//.../.../...//.../.VV/..V")
    assert _same(
        "beads",
        "lonpos;grid=pyramid:A../.../...//../..//.",
        "lonpos;grid=pyramid:.../.../..A//../..//.",
        "lonpos;grid=pyramid:..A/.../...//../..//.",
    )
    assert not _same("beads", "lonpos;grid=pyramid:A../.../...//../..//.", "lonpos;grid=pyramid:.A./.../...//../..//.")


@pytest.mark.parametrize(
    ("family", "texts"),
    [
        ("kakuro", ("# 3\\- 4\\-/-\\3 . ./-\\4 . .", "# 3\\- 4\\-/-\\3 . ./-\\4 . .")),
        ("kakuro", ("# 3\\- 7\\-/-\\4 . ./-\\6 . .", "# 4\\- 6\\-/-\\3 . ./-\\7 . .")),
        ("magic", ("normal:0 7 0/0 0 1/0 0 0", "normal:0 0 0/7 0 0/0 1 0", "normal:0 7 0/1 0 0/0 0 0")),
        ("futoshiki", ("1<./..", ".>1/..", "../1<.", "2>./..")),
        ("futoshiki", ("1<..v/.../...", "3>..^/.../...")),
        ("sudoku", ("1...............", "...............4", "......2........." )),
        ("sudoku", ("2x3:1" + "." * 35, "3x2:" + "." * 35 + "6")),
        ("sudoku", ("A" + "B" + "." * 254, "." * 254 + "CD", "A" + "." * 15 + "P" + "." * 239)),
        ("sudoku", ("1" + "." * 80 + ";diagonals", "." * 80 + "9;diagonals")),
        ("sudoku", ("." * 81 + ";cages:9=r1c1+r1c2", "." * 81 + ";cages:9=r1c1+r2c1", "." * 81 + ";cages:9=r8c9+r9c9")),
    ],
)  # fmt: skip
def test_equivalents_are_alike(family: str, texts: tuple[str, ...]) -> None:
    assert _same(family, *texts)
    assert len({kinship(family, text) for text in texts}) == 1


@pytest.mark.parametrize(
    ("family", "one", "other"),
    [
        ("kakuro", "# 3\\- 7\\-/-\\4 . ./-\\6 . .", "# 3\\- 7\\-/-\\5 . ./-\\5 . ."),
        ("kakuro", "# 3\\- 7\\-/-\\4 . ./-\\6 . .", "# 3\\- 7\\-/-\\6 . ./-\\4 . ."),
        ("magic", "normal:1 0 0/0 0 0/0 0 0", "normal:2 0 0/0 0 0/0 0 0"),
        ("magic", "normal:1 0 0/0 0 0/0 0 0", "normal:0 1 0/0 0 0/0 0 0"),
        ("magic", "custom;r1c1+r1c2=3:0 0/0 0", "custom;r1c1+r2c1=3:0 0/0 0"),
        ("futoshiki", "1<./..", "1./.."),
        ("sudoku", "12..............", "1.2............."),
        ("sudoku", "." * 81 + ";cages:9=r1c1+r1c2", "." * 81 + ";cages:8=r1c1+r1c2"),
        ("sudoku", "1" + "." * 80 + ";diagonals", ".1" + "." * 79 + ";diagonals"),
    ],
)
def test_others_are_not(family: str, one: str, other: str) -> None:
    assert likeness(family, one) != likeness(family, other)


def test_a_small_sudoku_keeps_its_likeness_when_bands_and_rows_move() -> None:
    rng = random.Random(3)
    text = "1..3..2...4.....5....6.....1....2..."
    found = set()
    for _ in range(20):
        rows = [2 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(2), 2)]
        columns = [3 * stack + column for stack in rng.sample(range(2), 2) for column in rng.sample(range(3), 3)]
        names = rng.sample("123456", 6)
        moved = "".join(text[6 * row + column] for row in rows for column in columns)
        found.add(likeness("sudoku", "2x3:" + moved.translate(str.maketrans("123456", "".join(names)))))

    assert len(found) == 1


KAKURO = "# 3\\- 7\\-/-\\4 . ./-\\6 . ."
DIAGONALS = "12..5....:.3.......:......4..:5........:....9....:......2..:..7......:.......8.:4........;diagonals"
KILLER = "1" + "." * 80 + ";cages:{}"


def _exchanged(text: str, pairs: dict[int, int], *, columns: bool = True) -> str:
    """Rows, and columns with them, in another order."""
    rows = text.split(":")
    rows = [rows[pairs.get(at, at)] for at in range(len(rows))]
    places = [pairs.get(at, at) if columns else at for at in range(len(rows))]
    return "".join("".join(row[at] for at in places) for row in rows)


@pytest.mark.parametrize(
    ("family", "one", "other"),
    [
        ("sudoku", DIAGONALS.replace(":", ""),
         _exchanged(DIAGONALS[:-10], {0: 1, 1: 0, 7: 8, 8: 7}) + ";diagonals"),
        ("sudoku", KILLER.format("9=r1c1+r1c2"), KILLER.replace("1", "9", 1).format("11=r1c1+r1c2")),
        ("sudoku", KILLER.format("9=r1c1+r1c2,7=r2c1+r3c1"),
         "." * 9 + "1" + "." * 71 + ";cages:7=r1c1+r3c1,9=r2c1+r2c2"),
        ("kakuro", KAKURO, "# 7\\- 3\\-/-\\4 . ./-\\6 . ."),
        ("kakuro", KAKURO, "# 17\\- 13\\-/-\\16 . ./-\\14 . ."),
        ("kakuro", "# 3\\- 7\\-/-\\4 . ./-\\6 . 4", "# 17\\- 13\\-/-\\16 . ./-\\14 . 6"),
        ("kakuro", "# 3\\- 7\\-/-\\4 . ./-\\6 . .", "# 3\\- 7\\- #/-\\4 . . #/-\\6 . . #/# # # #"),
        ("magic", "normal:1 0 0 0/0 2 0 0/0 0 0 7/0 0 0 0", "normal:16 0 0 0/0 15 0 0/0 0 0 10/0 0 0 0"),
        ("magic", "normal:1 0 0 0/0 2 0 0/0 0 0 7/0 0 0 0", "normal:2 0 0 0/0 1 0 0/0 0 0 0/0 0 7 0"),
        ("magic", "semi:1 0 0/0 2 0/0 0 0", "semi:0 2 0/0 0 0/1 0 0"),
        ("magic", "pandiagonal:1 0 0 0/0 2 0 0/0 0 0 0/0 0 0 0", "pandiagonal:0 2 0 0/0 0 0 0/0 0 0 0/1 0 0 0"),
        ("magic", "pandiagonal:0 0 0 0/4 13 0 0/11 5 0 0/0 14 8 0", "pandiagonal:0 0 13 4/0 14 5 11/0 8 0 0/0 0 0 0"),
        ("magic", "pandiagonal:1 2 0 0/0 0 0 0/0 0 5 0/0 0 0 0", "pandiagonal:16 15 0 0/0 0 0 0/0 0 12 0/0 0 0 0"),
        ("futoshiki", "1<../.../..2", "1<../..2/..."),
        ("futoshiki", "12./..3/...", "31./..2/..."),
    ],
)  # fmt: skip
def test_parts_share_no_equivalents_of_any_rule_set(family: str, one: str, other: str) -> None:
    known = registry.family(family)
    assert known.canonical(one) == one
    assert known.canonical(other) == other
    assert kinship(family, one) == kinship(family, other)


@pytest.mark.parametrize(
    ("family", "one", "other"),
    [
        ("sudoku", DIAGONALS.replace(":", ""), _exchanged(DIAGONALS[:-10], {0: 1, 1: 0}) + ";diagonals"),
        ("sudoku", KILLER.format("9=r1c1+r1c2"), KILLER.format("11=r1c1+r1c2")),
        ("kakuro", KAKURO, "# 4\\- 6\\-/-\\4 . ./-\\6 . ."),
        ("magic", "normal:1 0 0 0/0 2 0 0/0 0 0 7/0 0 0 0", "normal:1 0 0 0/0 3 0 0/0 0 0 7/0 0 0 0"),
        ("magic", "pandiagonal:1 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "pandiagonal:1 0 2 0/0 0 0 0/0 0 0 0/0 0 0 0"),
        ("magic", "normal:1 0 0/0 2 0/0 0 0", "normal:0 2 0/0 0 0/1 0 0"),
        ("futoshiki", "1<../.../..2", "1<../..1/..2"),
    ],
)
def test_other_boards_are_no_kin(family: str, one: str, other: str) -> None:
    assert kinship(family, one) != kinship(family, other)


def test_large_boards_whose_bands_were_exchanged_are_alike() -> None:
    rng = random.Random(4)
    cells = "".join(rng.choice("ABCDEFGHIJKLMNOP........") for _ in range(256))
    moved = cells[64:128] + cells[:64] + cells[128:]

    assert _same("sudoku", cells, moved)
    assert kinship("sudoku", cells) == kinship("sudoku", moved)


def test_what_takes_too_long_has_no_likeness() -> None:
    assert likenesses("sudoku", ["1" + "." * 80], 1e-9) == [b""]
    assert likenesses("sudoku", ["1" + "." * 80], 60.0) == [likeness("sudoku", "." * 80 + "2")]
