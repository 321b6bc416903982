"""The format that reads the beginning of a source, where what stands further behind speaks for another one.

5 3 . . 7 . . . .            the whole is recognised by most of its lines, and by none for sure;
@ - 7 7                      what reads the first lines as boards, and more of them, is the format
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import Board
from solvers.reading.choosing import LEAST, Choice, choose
from solvers.reading.format import Format, Sample, Wish
from solvers.reading.trying import beginnings, is_chosen, reach, tried

LONGEST = 40  # lines of a board
LEAST_BOARDS = 2  # one board above others may be theirs, and spoilt


def opened(sample: Sample, asked: Sequence[Format], wish: Wish, *, named: bool = False, usual: str = "") -> Choice:
    """The format of a source, as ``choose`` finds it, or the one that reads its beginning better."""
    choice = choose(sample, asked, named=named, usual=usual)
    if named or usual or _is_plain(choice, sample, wish):
        return choice
    tied = {form for form, score in choice.scores if score and score == choice.scores[0][1]}
    for part in beginnings(sample.lines):
        other = choose(Sample(tuple(part), sample.name, whole=False), asked)
        if other.format is None or other.score() < LEAST or other.format in tied:
            continue
        texts = sample.lines[: reach(other.format, other.lead, sample.lines, wish)]
        if is_chosen(other.format, texts, sample, asked) and _reads_more(other, choice, texts, wish):
            return other
    return choice


def _is_plain(choice: Choice, sample: Sample, wish: Wish) -> bool:
    """Whether nothing that is seen can be of another format, or the one that was chosen refuses nothing of it."""
    if choice.format is None:
        return False
    if len(choice.scores) == 1:
        return True
    refused = reach(choice.format, choice.lead, sample.lines, wish)
    if refused == len(sample.lines):
        return True
    return not sample.whole and not any(
        map(str.strip, sample.lines[refused + LONGEST :])
    )  # a board that the end of what is seen cuts


def _reads_more(other: Choice, choice: Choice, texts: Sequence[str], wish: Wish) -> bool:
    """Whether more lines of these are boards to the ``other`` than to the one that was chosen, or as many if that one
    was only guessed."""
    if other.format is None:
        return False
    found = tried(other.format, other.lead, texts, wish)
    if choice.format is None:
        return found.board > 0
    guessed = choice.score() < LEAST
    enough = sum(1 if isinstance(item, Board) else len(item.texts) for item in found.boards()) >= LEAST_BOARDS
    return (enough or guessed) and found.board + guessed > tried(choice.format, choice.lead, texts, wish).board
