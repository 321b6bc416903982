"""Boards for property tests: any size, shape of boxes and further rules, with whatever may be known of one."""

from __future__ import annotations

from hypothesis import strategies as st

from solvers.core import Board
from solvers.registry import families, family

SHAPES = ("2x2", "2x3", "3x2", "2x4", "3x3", "3x3", "3x3", "2x5", "3x4", "4x4", "4x5", "5x5")
WORD = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ \u00e9\u4e00", min_size=2, max_size=20)
NAMES = WORD.map(lambda word: " ".join(f"No {word}".split()))
PLACED_IN = 4  # one in so many empty cells holds a digit that was placed, or pencil marks


@st.composite
def sudokus(draw: st.DrawFn) -> Board:
    """A board of sudoku with any givens, and perhaps label, author, rating, solution, placed digits and marks."""
    shape = draw(st.sampled_from(SHAPES))
    rows, columns = map(int, shape.split("x"))
    size = rows * columns
    symbols = "123456789"[:size] if size <= 9 else "ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]
    cells = "".join(draw(st.lists(st.sampled_from("." * 6 + symbols), min_size=size * size, max_size=size * size)))
    text = (cells if rows == columns else f"{shape}:{cells}") + draw(_rules(size))
    sudoku = family("sudoku")
    canonical = sudoku.canonical(text)
    board = Board("sudoku", sudoku.variant(canonical), canonical)
    if draw(st.booleans()):
        return board
    rating = draw(st.decimals("1", "12", places=1)) if draw(st.booleans()) else None
    fields = {"author": draw(NAMES)} if draw(st.booleans()) else {}
    fields |= {"rating": str(rating), "rating_tool": "Sukaku Explainer"} if rating is not None else {}
    fields |= _progress(cells, draw(st.randoms(use_true_random=False)), symbols) if draw(st.booleans()) else {}
    stated = "".join(symbols[0] if cell == "." else cell for cell in cells) if draw(st.booleans()) else ""
    return board._replace(label=draw(NAMES), fields=fields or None, stated=stated)


def _rules(size: int) -> st.SearchStrategy[str]:
    """Nothing in most cases; else diagonals, or a cage in every row."""
    rows = ",".join(f"{size * (size + 1) // 2}=" + "+".join(f"r{r}c{c}" for c in range(1, size + 1))
                    for r in range(1, size + 1))  # fmt: skip
    return st.sampled_from(["", "", "", ";diagonals", *([f";cages:{rows}"] if size <= 9 else [])])


def _progress(cells: str, rng, symbols: str) -> dict[str, str]:  # type: ignore[no-untyped-def]  # hypothesis' random
    placed, marks = list(cells), ["."] * len(cells)
    for at, cell in enumerate(cells):
        if cell == "." and rng.randrange(PLACED_IN) == 0:
            placed[at] = rng.choice(symbols)
        elif cell == "." and rng.randrange(PLACED_IN) == 0:
            marks[at] = symbols[:2]
    fields = {"placed": "".join(placed)} if "".join(placed) != cells else {}
    return fields | ({"marks": " ".join(marks)} if set(marks) != {"."} else {})


@st.composite
def others(draw: st.DrawFn) -> Board:
    """A board that a family other than sudoku gives as an example."""
    name = draw(st.sampled_from([name for name in families() if name != "sudoku"]))
    example = draw(st.sampled_from(families()[name].examples))
    text = families()[name].canonical(example.text)
    return Board(name, families()[name].variant(text), text, label=draw(st.sampled_from(["", "level1"])))
