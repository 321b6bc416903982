"""The engines against published totals, and against each other."""

from __future__ import annotations

from math import factorial

import pytest

from solvers.beads import FAMILY, _kernel
from solvers.core import Verdict
from tests.beads.reading import read
from tests.shared import shared

ALL = 10**18
TRIANGLE = "/".join("." * size for size in range(1, 11))
HOLE = "/".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)


def box(rows: int, columns: int) -> str:
    return "/".join(["." * columns] * rows)


PUBLISHED = [
    (TRIANGLE, 32288),
    (box(5, 11), 371020),
    ("kanoodle:" + box(5, 11), 371020),
    ("pentomino:" + box(6, 10), 9356),
    ("pentomino:" + box(5, 12), 4040),
    ("pentomino:" + box(4, 15), 1472),
    ("pentomino:" + box(3, 20), 8),
    ("pentomino:" + HOLE, 520),
    ("soma;grid=cubic:" + "//".join([box(3, 3)] * 3), 240 * 48),
    # domino tilings of the chessboard (Kasteleyn 1961), of 4 x 5 and of a board without a tiling
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef=oo:" + box(8, 8), 12988816),
    ("ABCDEFGHIJ=oo:" + box(4, 5), 95),
    ("ABCDEFGHIJ=oo:" + box(4, 4) + "/....", 95),
    # free tetrominoes cover no rectangle of 20 cells
    ("tetromino:" + box(4, 5), 0),
]


@pytest.mark.parametrize(("text", "count"), PUBLISHED, ids=lambda value: str(value)[:24])
def test_published_totals(text: str, count: int) -> None:
    text = FAMILY.canonical(text)
    answer = FAMILY.solve([text], limit=ALL)[0]

    assert answer.count == count
    assert answer.count_is_exact
    assert FAMILY.check([text] * 2, [answer.solution, answer.witness]) == ["", ""] or count == 0


@pytest.mark.parametrize("text", [TRIANGLE, "pentomino:" + box(5, 12), "pentomino:" + HOLE, box(5, 11)])
def test_symmetry_broken_by_any_piece_gives_the_same_count(text: str) -> None:
    head, _, region = text.rpartition(":")
    counts = _kernel.count_fixing_each(head, region)

    assert len(counts) == 12
    assert set(counts) == {str(FAMILY.solve([text], limit=ALL)[0].count)}


def _tromino_tilings(rows: int, columns: int, straight: int) -> int:
    """Tilings by that many straight and otherwise bent trominoes, counted cell by cell along the columns."""
    shapes = [
        ((1, 0), (2, 0)),
        ((0, 1), (0, 2)),
        ((1, 0), (1, 1)),
        ((1, 0), (0, 1)),
        ((0, 1), (1, 1)),
        ((0, 1), (-1, 1)),
    ]
    states: dict[tuple[frozenset[int], int], int] = {(frozenset(), 0): 1}
    for cell in range(rows * columns):
        x, y = divmod(cell, rows)
        following: dict[tuple[frozenset[int], int], int] = {}
        for (filled, used), count in states.items():
            if cell in filled:
                key = (filled - {cell}, used)
                following[key] = following.get(key, 0) + count
                continue
            for index, shape in enumerate(shapes):
                if all(0 <= y + dy < rows and x + dx < columns for dy, dx in shape):
                    more = {(x + dx) * rows + y + dy for dy, dx in shape}
                    if not more & filled:
                        key = (filled | more, used + (index < 2))
                        following[key] = following.get(key, 0) + count
        states = following
    return states.get((frozenset(), straight), 0)


def test_counts_beyond_64_bits_are_exact() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    text = FAMILY.canonical(f"{letters[:30]}=ooo;{letters[30:60]}=oo/o:{box(5, 36)}")
    answer = FAMILY.solve([text], limit=ALL)[0]
    expected = _tromino_tilings(5, 36, 30)

    assert expected > 2**64
    assert answer.count == expected
    assert answer.count_is_exact


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@pytest.mark.parametrize(
    ("rule", "length", "tall", "expected"),
    [
        # 2 x 26 cells and a row of 68: every order of 60 dominoes of four colours, 15 each, times the 196418 tilings of
        # 2 x 26: 60! / 15!^4 * F(27)
        ("", 68, 26, 558930346100426001904594748433062092800),
        # 58 of the 60 dominoes: words of 58 letters with at most 15 of each, times F(27)
        (";spare=yes", 64, 26, 345778942926534729991825564708589260800),
    ],
)
def test_counts_that_pass_128_bits_at_the_last_step_are_exact(rule: str, length: int, tall: int, expected: int) -> None:
    pieces = ";".join(f"{LETTERS[start : start + 15]}=oo" for start in range(0, 60, 15))
    answer = FAMILY.solve([f"{pieces}{rule}:{box(2, tall)}/#/{'.' * length}"], limit=ALL)[0]

    assert expected > 2**128
    assert (answer.count, answer.count_is_exact) == (expected, True)


def test_counts_that_pass_48_bits_at_the_last_step_are_exact() -> None:
    """16 pieces of one shape each: 16! assignments to every tiling, 4 x 4 rectangles of 2 x 2 tiled in one way."""
    pieces = ";".join(f"{letter}=oo/oo" for letter in LETTERS[:16])
    answer = FAMILY.solve([f"{pieces}:{box(8, 8)}"], limit=ALL)[0]
    dominoes = ";".join(f"{letter}=oo" for letter in LETTERS[:16])
    more = FAMILY.solve([f"{dominoes}:{box(2, 16)}"], limit=ALL)[0]

    assert answer.count == factorial(16)
    assert more.count == factorial(16) * 1597  # F(17) tilings of 2 x 16


def test_bulk_answers_as_single_boards_do() -> None:
    _, boards, _ = read(shared("data/beads/triangle_partial_200.txt").read_text())
    texts = [board.text for board in boards]
    broken = texts[0].replace("F", "Z")
    wrong = TRIANGLE[:-2] + "AB"
    others = ["A=oo:..", broken, wrong]
    alone = FAMILY.solve([*texts, *others])
    many = FAMILY.solve((texts + others) * 90)

    assert {answer.engine for answer in many} >= {"beads-index/1"}
    for once, again in zip(alone, many, strict=False):
        assert (once.verdict, once.count, once.count_is_exact) == (again.verdict, again.count, again.count_is_exact)
    found = [(t, s) for t, a in zip(texts, many, strict=False) for s in (a.solution, a.witness) if s]
    assert {""} == set(FAMILY.check(*zip(*found, strict=True)))
    assert many[len(texts) + 1].verdict is Verdict.FAILED
    assert many[len(texts) + 2].verdict is Verdict.INVALID


@pytest.mark.parametrize(
    "text",
    [
        "./../.../..../...../.....C/...CCC./EEEHH.../E.HHH..../BBBB......",
        "AB=oo;C=oo/o;D=o;spare=yes:.../...",
        "ABCD=oo:..../.B..",
        "A=oo;B=oo;C=oo;D=oo:..../....",
        "A=oo/o;BC=oo;grid=pyramid:../..//./.",
        "tetrahex;grid=hex:" + "/".join(["......."] * 4),
    ],
)
def test_pages_are_all_fillings_in_order(text: str) -> None:
    text = FAMILY.canonical(text)
    everything = FAMILY.solve([text], limit=ALL)[0]
    whole, complete = _kernel.page(text, limit=1_000_000)
    pieces: list[str] = []
    done = False
    while not done:
        page, done = _kernel.page(text, pieces[-1] if pieces else "", limit=7)
        pieces += page
        done = done or not page

    assert complete
    assert whole == sorted(set(whole))
    assert everything.count == len(whole)
    assert pieces == whole
    assert {""} >= set(FAMILY.check([text] * len(whole), whole))


def test_pages_may_begin_anywhere() -> None:
    whole, _ = _kernel.page("A=oo;B=oo;C=oo;D=oo:..../....", limit=1000)
    after = whole[57]

    assert _kernel.page("A=oo;B=oo;C=oo;D=oo:..../....", after, limit=1000)[0] == whole[58:]
    assert _kernel.page("A=oo;B=oo;C=oo;D=oo:..../....", "~~~~/~~~~", limit=1000)[0] == []


def test_large_regions_are_solved() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    text = FAMILY.canonical(f"{letters[:60]}=oo/oo:{box(12, 20)}")
    answer = FAMILY.solve([text], limit=2)[0]
    wide = FAMILY.canonical(f"{letters[:50]}={'o' * 20}:{box(20, 50)}")
    other = FAMILY.solve([wide], limit=1, seconds=20)[0]

    assert answer.verdict is Verdict.UNIQUE
    assert FAMILY.check([text, wide], [answer.solution, other.solution]) == ["", ""]


@pytest.mark.parametrize("loops", ["plain", "avx2", "avx512"])
def test_every_instruction_set_gives_the_same_answers(loops: str) -> None:
    _, boards, _ = read(shared("data/beads/triangle_partial_200.txt").read_text())
    texts = [board.text for board in boards] + ["pentomino:" + box(3, 20), "A=oo;B=o:.."]
    fastest = [answer._replace(solve_ns=0) for answer in FAMILY.solve(texts)]
    if not _kernel.choose_lists(loops):
        pytest.skip(f"this processor lacks {loops}")
    try:
        answers = [answer._replace(solve_ns=0) for answer in FAMILY.solve(texts)]
    finally:
        _kernel.choose_lists("fastest")

    assert fastest == answers
