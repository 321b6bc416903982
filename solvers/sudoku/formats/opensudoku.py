"""OpenSudoku's files: XML with the games of a collection (version 1) or of folders (version 2).

A game of version 1 has 81 digits, one of version 2 a record for each cell: its value, its notes, and whether it may
be edited; a given may not. The file is read as it comes, however many games it has and however long its lines are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import never
from solvers.sudoku.formats.opensudoku_document import Document
from solvers.sudoku.formats.opensudoku_game import write_1, write_2

_ROOT = re.compile(r"\s*+(<\?xml[^>]*\?>\s*+)?(<!--.*?-->\s*+)*<opensudoku\b")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each game of one document or of several."""
    while (above := lines.peek()) is not None and not above.strip():  # before a declaration XML allows nothing
        next(lines)
        lines.tally.blank += 1
    return (yield from Document(lines, wish).items())


def sniff(sample: Sample) -> int:
    """98 if the root of the XML is opensudoku."""
    return 98 if _ROOT.match("\n".join(sample.lines[:50])) else 0


OPENSUDOKU = Format(
    name="opensudoku",
    certain=_ROOT,
    family="sudoku",
    summary="OpenSudoku's XML, versions 1 and 2; givens are told from what was placed",
    example="""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
 <name>Newspaper</name>
 <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079" />
</opensudoku>
""",
    sniff=sniff,
    read=read,
    write=write_1,
    head='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n <name>Gridmill</name>\n',
    tail="</opensudoku>\n",
)

OPENSUDOKU_2 = Format(
    name="opensudoku2",
    family="sudoku",
    summary="OpenSudoku's XML of version 2, with placed digits and notes; recognised as `opensudoku`",
    example=OPENSUDOKU.example,
    sniff=never,
    read_as="opensudoku",
    read=read,
    write=write_2,
    head='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n',
    tail="</opensudoku>\n",
)
