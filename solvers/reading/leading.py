"""Lines above the boards that no format would know: a comment, a title, a sentence.

    # my boards of 2021        a comment by its mark
    My boards, 12 of them      words: a reject of their own
    @ - 7 7                    from here on it is kkt

They are taken off where the rest is recognised and the whole is not, or as something less sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Reject
from solvers.reading.format import Lines, Sample

MOST = 3  # lines of words that are tried
REASON = "expected a board, got words above the boards"
# Behind # may stand black cells of kakuro and clues, so that letters are asked for.
_MARKED = re.compile(r"\s*(?://|%|;|#(?:[^\\]*[^\W\d_]{2}[^\\]*|\s*[-=*~]*\s*)$)")
_WORDS = re.compile(
    r"(?!.*[<>={}\[\]\\]|.*:\s*\S)[^\S\n]*\S{1,15}(?:\s+\S{1,15})+\s*$"
)  # one word alone may be a format's own
_WORD = re.compile(r"[^\W\d_]{3}")


def leads(sample: Sample) -> Iterator[tuple[int, Sample]]:
    """The sample without lines that lead to its boards, the fewest first, and how many of those are words."""
    texts = sample.lines
    at = words = 0
    while at < len(texts) and words <= MOST:
        start = at
        while at < len(texts) and (not texts[at].strip() or _MARKED.match(texts[at])):
            at += 1
        if at == len(texts):
            return
        if at > start and any(map(str.strip, texts[start:at])):
            yield words, Sample(texts[at:], sample.name, whole=sample.whole)
        if not _is_words(texts[at]):
            return
        at, words = at + 1, words + 1
        rest = next((n for n in range(at, len(texts)) if texts[n].strip()), at)
        if rest < len(texts) and not _MARKED.match(texts[rest]):
            yield words, Sample(texts[rest:], sample.name, whole=sample.whole)


def passed(lines: Lines, words: int) -> Iterator[Reject]:
    """Takes the leading lines, of which so many are words, and accounts for them."""
    while (text := lines.peek()) is not None:
        blank, marked = not text.strip(), bool(_MARKED.match(text))
        if not (blank or marked or words):
            return
        next(lines)
        lines.tally.blank += blank
        lines.tally.comment += marked
        if not (blank or marked):
            words -= 1
            yield lines.reject(REASON, text, column=1)


def _is_words(text: str) -> bool:
    """Whether a line is made of words, and not of cells, members or marks."""
    return bool(_WORD.search(text) and _WORDS.match(text))
