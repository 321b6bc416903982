"""Which format knows lines that another one refuses.

Boards of the same family are believed where they are most of the lines. Those of another one might be made of what is
left of a damaged board: they are believed where the format is sure, or where it reads all of the lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from solvers.core import Block, Board, cells_of
from solvers.reading.account import is_complete
from solvers.reading.choosing import CERTAIN, choose
from solvers.reading.format import SAMPLE, Format, Sample, Wish
from solvers.reading.runs import FEW, Run
from solvers.reading.tables.csv import heading_of
from solvers.reading.trying import Trial, beginnings, is_chosen, last_line, reach, tried
from solvers.reading.underlines import blanked

LEAST = 60  # score from which a format is believed
SURE = 80  # and one of another family: bare numbers between boards are anything but squares
SHORT = 16  # fewer lines than FEW, all of them shorter, are no other family's
MANY = 3  # boards that are no accident, if all lines are theirs


_ZEROS = re.compile(r"[^:]*:[0 /]+")


class Known(NamedTuple):
    """The format that knows lines, and how many words above the boards it must not see (-1: none)."""

    format: Format
    lead: int


def known(run: Run, form: Format, others: Sequence[Format], wish: Wish, *, whole: bool) -> Known | None:
    """The format that knows the lines of a run, or the first of them."""
    texts = blanked([text[:SAMPLE] for text in run.texts])
    every = Sample(tuple(texts), run.lines.source, whole=whole)
    if found := _known(every, run, form, others, wish):
        return found
    for part in beginnings(texts):
        sample = Sample(tuple(part), run.lines.source, whole=False)
        found = _known(sample, run, form, others, wish, begins=True)
        if found and is_chosen(found.format, texts[: reach(*found, texts, wish)], every, others):
            return found
    return None


def _known(
    sample: Sample, run: Run, form: Format, others: Sequence[Format], wish: Wish, *, begins: bool = False
) -> Known | None:
    """The format that knows the sample; where it only ``begins`` the run, all lines up to the last board are its."""
    # A table may go on with another delimiter.
    anew = not form.family and heading_of(sample) == next(iter(sample.filled()), "-")
    choice = choose(sample, (form, *others) if anew else others, titled=False)
    other = choice.format
    if other is None or choice.score() < LEAST:
        return None
    trial = tried(other, choice.lead, sample.lines, wish)
    boards = trial.boards()
    if not boards or all(map(_is_empty, boards)):  # marks of another kind
        return None
    if not (form.family or anew) and any(is_complete(text) for item in boards for text in _texts(item)):
        return None  # the solutions of what could not be read
    last = max(map(last_line, boards))  # what comes behind may be of yet another format, or cut off
    refused = trial.refused(last - 1)
    if trial.board < refused or (begins and refused):
        return None
    alike = not form.family or all(item.family == form.family for item in boards)
    return Known(other, choice.lead) if alike or _is_believed(other, choice.score(), trial, run, sample) else None


def _is_believed(form: Format, score: int, trial: Trial, run: Run, sample: Sample) -> bool:
    """Whether boards of another family than the lines before them are what somebody wrote."""
    if score == CERTAIN:
        return True
    if len(run.rejects) < FEW and max(map(len, run.texts)) < SHORT:
        return False
    refused = trial.refused(len(sample.lines))
    if any(reject.lines >= FEW for reject in run.rejects):  # they may be a damaged board
        return score >= SURE and not refused
    if score >= SURE:
        return True
    part = Sample(sample.lines, sample.name, whole=False)  # they may be the rest of something larger
    many = sum(len(_texts(item)) for item in trial.boards()) >= MANY
    return many and not refused and form.sniff(part) >= LEAST


def _is_empty(item: Board | Block) -> bool:
    """Whether no board of sudoku has a given, and none is nothing but zeros."""
    if all(map(_ZEROS.fullmatch, _texts(item))):
        return True
    return item.family == "sudoku" and not any(text[slice(*cells_of(text))].strip(".") for text in _texts(item))


def _texts(item: Board | Block) -> Sequence[str]:
    return (item.text,) if isinstance(item, Board) else item.texts
