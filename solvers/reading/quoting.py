"""Lines as mails quote them, read as if nothing stood before them; and fences of web pages (```), as empty lines.

> 53..7....        and   >> 53..7....
> 6..195...              >> 6..195...
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.reading.format import Page, Unreadable, respelt
from solvers.reading.text import Condition

NOTE = "the > with which lines were quoted was left out; columns are counted behind it"
_QUOTED = re.compile(r"(?:>+ ?)++(?<!>(?=<))")  # but for what is left of elements that are broken into lines

FENCES = ("```", "~~~")
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*$")


def unquoted(every: Iterator[Page], condition: Condition) -> Iterator[Page]:
    """The pages without fences, and those of which most lines are quoted without the marks before these."""
    for page in every:
        yield page if not condition.quoted or isinstance(page, Unreadable) else _unfenced(_spelt(page, condition))


def _spelt(page: list[str], condition: Condition) -> list[str]:
    marked = [(at, text) for at, text in enumerate(page) if text.startswith(">")]
    found = {at: match.end() for at, text in marked if (match := _QUOTED.match(text))}
    if 4 * len(found) <= len(page) or 2 * len(found) <= sum(map(bool, map(str.strip, page))):
        return page
    condition.note(NOTE)
    mark = min((end for at, end in found.items() if len(page[at]) > end), default=0)  # more of it is what is quoted
    return respelt(page, {at: page[at][mark:] for at in found})


def _unfenced(page: list[str]) -> list[str]:
    return respelt(page, {at: "" for at, text in enumerate(page) if text.lstrip()[:3] in FENCES and _FENCE.match(text)})
