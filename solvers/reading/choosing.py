"""Which format a source is in: every format says how sure it is of the beginning, and the surest one reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from solvers import registry
from solvers.reading.events import UnknownFormatError
from solvers.reading.format import Format, Sample
from solvers.reading.leading import leads
from solvers.reading.tables import SHARED

LISTED = 8  # formats that a reason names one by one
CERTAIN = 100
LEAST = 60  # score of what is recognised only without the lines above it


class Asked(tuple[Format, ...]):  # noqa: SLOT001  # tuples cannot have slots that are not empty
    """Formats to choose from, and those whose ``certain`` is looked at first, the latest that was found before others.

    No sample is certain of two formats, and in an archive of many small texts the next is mostly as the one before.
    """

    certain: list[Format]

    def __new__(cls, forms: Iterable[Format]) -> Self:
        asked = super().__new__(cls, forms)
        asked.certain = [form for form in asked if form.certain]
        return asked

    def certainly(self, text: str) -> Format | None:
        """The format that alone the text can be in, as far as one look tells."""
        for at, form in enumerate(self.certain):
            if form.certain and form.certain.match(text):
                if at:
                    self.certain.insert(0, self.certain.pop(at))
                return form
        return None


class Choice(NamedTuple):
    """The format that reads a source, or None and the reason; ``scores`` are those of all that were asked.

    ``lead`` is how many lines of words are to be passed before it reads, with the comments around them; -1 for none.
    """

    format: Format | None
    reason: str
    scores: tuple[tuple[Format, int], ...]
    lead: int = -1

    def score(self) -> int:
        """Of the format that was chosen; 0 for none."""
        return self.scores[0][1] if self.format else 0


def full_name(form: Format) -> str:
    """A format's name with its family, as ``--format`` takes it where two families use the same name."""
    return f"{form.family}:{form.name}" if form.family else form.name


def formats() -> tuple[Format, ...]:
    """Every format of every registered family, and those that all families share."""
    return tuple(form for family in registry.families().values() for form in family.formats) + SHARED


def candidates(
    family: str = "", name: str = "", among: Sequence[Format] | None = None, *, table: bool = False
) -> Asked:
    """The formats that the user's words leave; raises UnknownFamilyError or UnknownFormatError.

    With ``table`` only those that have columns.
    """
    if family and among is None:
        registry.family(family)
    every = formats() if among is None else tuple(among)
    own = tuple(form for form in every if form.family in (("",) if table else ("", family)) or not (family or table))
    chosen = tuple(form for form in own if name in ("", form.name, full_name(form)))
    if name and not chosen:
        raise UnknownFormatError(f"expected a format ({', '.join(form.name for form in own)}), got {name!r}")
    return Asked(chosen)


def choose(
    sample: Sample, asked: Sequence[Format], *, named: bool = False, usual: str = "", titled: bool = True
) -> Choice:
    """Asks each format for the sample; a tie is no answer. The one that the user named is not asked.

    The format called ``usual`` is taken if it recognises the sample at all, or if no other one does. Lines above the
    boards are left out where the rest is known for sure, and the whole is not; but no words if it is not ``titled``.
    """
    if named and len(asked) == 1:
        rest = () if _score(asked[0], sample) else leads(sample)
        lead = next((words for words, part in rest if _score(asked[0], part)), -1)
        return Choice(asked[0], "", ((asked[0], CERTAIN),), lead)
    choice = _chosen(sample, asked, usual)
    best = choice.score()
    if best == CERTAIN:
        return choice
    enough = LEAST if best < LEAST else CERTAIN if best > LEAST else LEAST + 1
    for words, part in leads(sample):
        if words and not titled:
            break
        other = _chosen(part, asked, usual)
        # The same format may take them for the title of a board.
        if other.score() >= enough and not (other.format is choice.format and (words or best > LEAST)):
            return other._replace(lead=words)
    return choice


def _chosen(sample: Sample, asked: Sequence[Format], usual: str) -> Choice:
    before = [form for form in asked if form.name == usual] if usual else []
    if len(before) == 1 and _score(before[0], sample):
        return Choice(before[0], "", ((before[0], CERTAIN),))
    certain = (asked if isinstance(asked, Asked) else Asked(asked)).certainly(sample.text)
    if certain:
        return Choice(certain, "", ((certain, CERTAIN),))
    scores = sorted(((form, _score(form, sample)) for form in asked), key=lambda score: -score[1])
    best = scores[0][1] if scores else 0
    winners = [form for form, score in scores if score == best and score > 0]
    if len(winners) == 1:
        return Choice(winners[0], "", tuple(scores))
    if len(before) == 1 and not winners:
        return Choice(before[0], "", tuple(scores))
    return Choice(None, _reason(winners, asked), tuple(scores))


def _score(form: Format, sample: Sample) -> int:
    if form.signs and not any(map(sample.text.__contains__, form.signs)):
        return 0
    try:
        return form.sniff(sample)
    except Exception:  # noqa: BLE001  # a format that fails on a stranger's file must not keep others from reading it
        return 0


def _reason(winners: Sequence[Format], asked: Sequence[Format]) -> str:
    if winners:
        return f"ambiguous: may be {' or '.join(map(full_name, winners))}; say which with --format"
    if len(asked) <= LISTED:
        return f"no format recognised this; tried {', '.join(map(full_name, asked)) or 'none'}"
    numbers = Counter(form.family or "tables" for form in asked)
    tried = ", ".join(f"{number} of {family}" for family, number in numbers.items())
    return f"no format recognised this; tried all {len(asked)}: {tried}"
