"""Boards in a list of JSON or of a program: each is read or the line is refused, and none becomes part of another."""

from __future__ import annotations

import json

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("members", [[PAPER, OTHER], [{"puzzle": PAPER, "id": "a"}, {"puzzle": OTHER}]])
def test_a_list_in_one_line_holds_each_of_its_boards(members: list[object]) -> None:
    found, rejects = boards(json.dumps(members) + "\n")

    assert [(each.text, each.line, each.fields) for each in found] == [(PAPER, 1, None), (OTHER, 1, None)]
    assert not rejects


@pytest.mark.parametrize("wrong", [PAPER[1:], {"puzzle": PAPER[1:]}, {"id": "b"}])
@pytest.mark.parametrize("place", [0, 1])
def test_a_member_that_is_no_board_is_told_by_its_place(wrong: object, place: int) -> None:
    members: list[object] = [PAPER, OTHER] if isinstance(wrong, str) else [{"puzzle": PAPER}, {"puzzle": OTHER}]
    members.insert(place, wrong)

    found, (reject,) = boards(json.dumps(members) + "\n")

    assert [each.text for each in found] == [PAPER, OTHER]
    assert (reject.line, reject.column, reject.lines) == (1, 0, 1)
    assert reject.reason.startswith(f"member {place + 1} of the list: expected ")


@pytest.mark.parametrize("text", [f"['{PAPER}', '{OTHER}']\n", f'let p = ["{PAPER}", "{OTHER}"]\n'])
def test_a_list_of_a_program_is_no_table(text: str) -> None:
    found, rejects = boards(text)

    assert [(each.text, each.label, each.fields) for each in found] == [(PAPER, "", None), (OTHER, "", None)]
    assert not rejects
