"""The tag of a game as it stands in the source, which a reject shows and a user mends."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from xml.parsers import expat

LOOKED = 1000  # tags from the beginning of a line
_TAG = re.compile(r"""<\w[^<>"']*+(?:"[^"<]*+"[^<>"']*+|'[^'<]*+'[^<>"']*+)*+>""")


class Tag(NamedTuple):
    """A tag in a text; ``data`` is the place of its cells in it, behind a version; -1 where not known."""

    start: int
    end: int
    data: int

    def column(self, wrong: int) -> int:
        """How many characters of the tag stand before what is wrong in its cells, counted from 1; 0 is not known."""
        return self.data + wrong - 1 if self.data >= 0 and wrong else 0


def tag_of(text: str, start: int, data: str) -> Tag | None:
    """The first tag from there on that has these cells; None if it is not found nearby."""
    for match in islice(_TAG.finditer(text, start), LOOKED):
        name, cells = _attributes(match[0])
        if data in (cells, f"<{name}>"):
            return Tag(match.start(), match.end(), match[0].find(data.rpartition("\n")[2]))
    return None


def _attributes(tag: str) -> tuple[str, str]:
    """The name of a tag and the cells in it."""
    found = [("", "")]
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: found.append((name, attributes.get("data", "")))
    with suppress(expat.ExpatError):
        parser.Parse(tag, False)
    return found[-1]
