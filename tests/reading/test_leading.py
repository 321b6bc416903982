"""Lines above the boards: a comment, a title or a sentence in the first line costs itself, and never the file."""

from __future__ import annotations

import re

import pytest

from solvers.core import Block, Reject
from solvers.reading import Fate, Source, explain, formats, full_name, stream

SENTENCE = "My boards, 12 of them, 2021"
COMMENTS = ("# my 12 boards of 2021", "// my 12 boards of 2021", "% my 12 boards of 2021")
MAIL = "Hi Bob,\n\nhere they are:\n"
FORMATS = [form for form in formats() if form.name != "beads"]  # the words of which are words


def read(text: str, name: str = "") -> tuple[list[str], dict[int, str]]:
    """Boards, and rejects by line."""
    events = list(stream(Source.of(text), format=name))
    return (
        [text for event in events if isinstance(event, Block) for text in event.texts],
        {event.line: event.reason for event in events if isinstance(event, Reject)},
    )


@pytest.mark.parametrize("form", FORMATS, ids=full_name)
def test_what_stands_above_the_boards_costs_itself(form: object) -> None:
    example = form.example  # type: ignore[attr-defined]
    alone = read(example)

    for above in (*COMMENTS, f"{SENTENCE}\n", MAIL):
        texts, rejects = read(f"{above}\n{example}")

        assert texts == alone[0], above
        assert rejects.keys() - {1, 3} == alone[1].keys() - {3}, above


def test_a_sentence_with_commas_is_no_heading_of_a_table() -> None:
    rows = "".join(f"{' '.join(str((at * 3 + at // 3 + n) % 9) for n in range(9))}\n" for at in range(9))
    texts, rejects = read(f"{SENTENCE}\n\n" + f"3\n{rows}" * 20)

    assert (len(texts), {text.partition(":")[0][:6] for text in texts if "normal" in text}) == (20, set())
    assert rejects.keys() <= {1}  # the sentence may be a title


def test_a_comment_above_a_file_of_pzpr_makes_no_boards_of_its_answers() -> None:
    text = "# my boards of 2021\npzprv3\nsudoku\n4\n. 1 . .\n. . 2 3\n. . . .\n. 3 . .\n" + ". . . .\n" * 4

    assert read(text) == ([".1....23.....3.."], {})


def test_what_stands_above_the_boards_is_passed_in_a_named_format_and_explained() -> None:
    text = f"# my boards\n{SENTENCE}\n\n@ - 2 3\n# 3\\- 4\\-\n-\\7 . .\n"

    boards, rejects = read(text, "kkt")
    fates = [fate.fate for fate in explain(Source.of(text)) if isinstance(fate, Fate)]

    assert (len(boards), list(rejects)) == (1, [2])
    assert fates == ["comment", "rejected", "blank", "board", "board", "board"]


GAME = '<game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079" />'
XML = f'<?xml version="1.0"?>\n<opensudoku>\n{GAME}\n</opensudoku>\n'


@pytest.mark.parametrize("above", ["\n", "  ", "\n\n  \n \t", "# my boards\n", "// my boards\n\n"])
def test_xml_below_blank_lines_or_a_comment_has_its_boards_in_their_lines(above: str) -> None:
    (block,) = [event for event in stream(Source.of(above + XML)) if isinstance(event, Block)]

    assert list(block.lines) == [above.count("\n") + 3]


def test_a_tag_without_end_is_given_up_and_its_lines_are_no_boards() -> None:
    text = f'<opensudoku>\n{GAME}\n<folder name="\n'

    for lines in (200, 12_000):
        boards, rejects = read(text + f"{'x' * 100}\n" * lines)

        assert len(boards) == 1
        assert re.search("tag|unclosed", rejects.pop(3))
        assert set(rejects) == set(range(4, lines + 4))
        assert set(rejects.values()) == {"expected a game, got text between games"}


@pytest.mark.parametrize("form", FORMATS, ids=full_name)
def test_blanks_that_do_not_break_stand_for_blanks(form: object) -> None:
    example = form.example  # type: ignore[attr-defined]

    for blank in "\u00a0\u202f\u3000":
        assert read(example.replace(" ", blank)) == read(example)


@pytest.mark.parametrize("name", ["sudoku:pzl7", "sudoku:grid", "sudoku:sdk", "sudoku:judge", "sudoku:hdu4069"])
def test_tabs_between_cells_are_blanks(name: str) -> None:
    example = next(form.example for form in FORMATS if full_name(form) == name)

    assert read(example.replace(" ", "\t")) == read(example)
