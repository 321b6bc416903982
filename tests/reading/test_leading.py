"""Lines above the boards: a comment, a title or a sentence in the first line costs itself, and never the file."""

from __future__ import annotations

import pytest

from solvers.core import Block, Reject
from solvers.reading import Fate, Source, explain, formats, full_name, stream

SENTENCE = "My boards, 12 of them, 2021"
COMMENTS = ("# my 12 boards of 2021", "// my 12 boards of 2021", "% my 12 boards of 2021")
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

    for above in (*COMMENTS, f"{SENTENCE}\n"):
        texts, rejects = read(f"{above}\n{example}")

        assert texts == alone[0], above
        assert rejects.keys() - {1} == alone[1].keys(), above


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
