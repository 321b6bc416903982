"""What is said of boards that no format recognises, so that they can be made readable."""

from __future__ import annotations

import pytest

from solvers.core import Reject
from solvers.reading import Note, Source, formats, full_name, read, stream
from solvers.reading.format import Format

TEXTS = [
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
]
ROWS = [[text[at : at + 9] for at in range(0, 81, 9)] for text in TEXTS]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("\n".join(map("   ".join, zip(*ROWS, strict=True))), "2 boards beside each other? write one below the other"),
        ("\n".join(map(" | ".join, zip(*ROWS, strict=True))), "2 boards beside each other? write one below the other"),
        (
            "\n\n".join("\n".join(text[at : at + 27] for at in (0, 27, 54)) for text in TEXTS),
            "3 lines of 27 cells a board? write them as one line",
        ),
        ("\n".join(f"{text}x" for text in TEXTS), "82 cells in most lines, 81 or 100 make a square"),
        ("\n\n".join(ROWS[0] + ROWS[1]), "every second line is empty: leave those out"),
        ("\n".join(text[:80] for text in TEXTS), "80 cells in most lines, 64 or 81 make a square"),
        ("\n".join(["these are words, and nothing else", "and so are these"] * 5), ""),
    ],
)
def test_a_reason_says_what_the_boards_look_like(text: str, hint: str) -> None:
    (reject,) = [event for event in stream(Source.of(text)) if isinstance(event, Reject)]

    assert reject.reason.startswith("no format recognised this; tried all ")
    assert reject.reason.split("; ")[2:] == ([hint] if hint else [])


def test_a_state_of_too_few_rows_is_told() -> None:
    text = "\n".join(["[Puzzle]", *ROWS[0], "[State]", *ROWS[0][:5], ""])

    notes = [event.text for event in stream(Source.of(text)) if isinstance(event, Note)]

    assert notes == ["expected 81 cells behind [State], got 45, which say nothing"]


@pytest.mark.parametrize("symbol", ["\u00b7", "\u25a1", "\uff0e"])
def test_a_foreign_symbol_in_all_lines_is_named(symbol: str) -> None:
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rejects: list[Reject] = []

    assert not list(read(Source.of(f"{cells.replace('.', symbol)}\n" * 3), rejects=rejects.append))

    assert f"{symbol!r} (U+{ord(symbol):04X}), first in column 3, is no sign of a cell" in rejects[0].reason


def test_boards_behind_names_are_no_pieces_of_beads() -> None:
    rejects: list[Reject] = []

    text = "".join(f"puzzle{at}={text}\n" for at, text in enumerate(TEXTS))
    found = list(read(Source.of(text), rejects=rejects.append))

    assert len(found) + sum(reject.lines for reject in rejects) == len(TEXTS)


@pytest.mark.parametrize("form", [form for form in formats() if form.write], ids=full_name)
def test_an_empty_line_behind_each_makes_no_other_boards(form: Format) -> None:
    boards = list(read(Source.of(form.example), format=full_name(form)))
    doubled = form.example.replace("\n", "\n\n") * 3

    found = {board.text for board in read(Source.of(doubled), rejects=lambda _: None)}

    assert found <= {board.text for board in boards}
