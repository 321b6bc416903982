"""Boards one a line: rows joined by ``/``, with a head where the pieces are not NOI2005's.

Behind `` : `` a line may carry the known number of solutions, a verdict, or a solution. A line of 55 letters and
dots without ``/`` is a 5 x 11 board, as lists of Lonpos fillings have it. ``#`` and a blank begin a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import filterfalse, islice

from solvers.beads.board import canonical, parse_head, variant
from solvers.beads.formats.filling import Filling
from solvers.beads.formats.noi2005 import JUDGE
from solvers.beads.lettering import fitting_set, fitting_sets, marks_of
from solvers.beads.pieces import LETTERS
from solvers.core import Block, Board, MalformedError, Verdict
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Lines, Sample, Wish

BLOCK = 4096
AHEAD = 20  # lines that are looked at for a board like a spoilt one
_TO_EMPTY = str.maketrans(LETTERS, "." * len(LETTERS))
_FLAT = 55
FLAT_OUTLINE = "/".join(["." * 11] * 5)
_USUAL = {*parse_head("", False).letters(), *"/."}
FIRST, SPOILT = 12, 4  # lines that are looked at, if one of the first three is no board; of four one may be spoilt
LIKE = 35  # how sure it is of lines that look like boards and are none
BARE = 40  # how sure it is of regions that NOI2005's pieces cannot fill, and that name no others
_ONE_ROW = re.compile(r"[^:]+:[A-Za-z0-9.#]+")  # only behind a head: a row alone may be anything
_LIKE_A_BOARD = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9_./;= -]*:)?[A-Za-z#/]*\.[A-Za-z.#/]*")
_REGION = re.compile(r"(?:hex-)?(?:triangle|pyramid-?)?[0-9]+(?:x[0-9]+)*(?:\([0-9]+\))?")

EXAMPLE = """\
./../.../..../...../.....C/...CCC./EEEHH.../E.HHH..../E.........
kanoodle:AAA......../A........../.........../.........../...........
"""


def sniff(sample: Sample) -> int:
    """Sure if the first boards parse; a line of 55 marks might be anything. 65 if most of the first lines do."""
    seen = [line.partition(" : ")[0].strip() for line in islice(filterfalse(_is_comment, sample.filled()), FIRST)]
    right = _score(seen[:3])
    if right or len(seen) <= 3:
        return right
    good = [text for text in seen if "/" in text and _score([text]) > LIKE]
    return 65 if SPOILT * (len(seen) - len(good)) <= len(seen) and _score(good) > BARE else 0


def _score(first: list[str]) -> int:
    if not first or any("/" not in text and len(text) != _FLAT and not _ONE_ROW.fullmatch(text) for text in first):
        return 0
    try:
        for text in first:
            canonical(_unfold(text))
    except MalformedError:
        triangles = all(text.count("/") == 9 and ":" not in text for text in first)
        return 60 if triangles else LIKE if all(map(_LIKE_A_BOARD.fullmatch, first)) else 0
    if not any(":" in text or len(text) - text.count("/") - text.count("#") == _FLAT for text in first):
        return BARE
    return 95 if all("/" in text or ":" in text for text in first) else 75


def _is_comment(line: str) -> bool:
    stripped = line.lstrip()
    return is_marked(stripped, ("# ", "#\t")) or stripped == "#"


def _unfold(text: str) -> str:
    head, colon, region = text.rpartition(":")
    if len(region) == _FLAT and "/" not in region:
        region = _rows(region)
    return head + colon + region


def _rows(flat: str) -> str:
    """The rows of a flat region."""
    return f"{flat[:11]}/{flat[11:22]}/{flat[22:33]}/{flat[33:44]}/{flat[44:]}"


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield blocks of boards of one variant, and rejects between them, in the order of the lines."""
    boards: list[Board] = []
    head = wished_head(wish)
    alike = Alike(lines, "beads", wished=not wish.variant)
    filling = Filling()
    while lines.peek() is not None:
        if block := alike.take(1, _found):
            yield from _flush(boards)
            filling.add(block.texts[0])
            yield block
            continue
        line = next(lines)
        if not line.strip():
            lines.tally.blank += 1
        elif _is_comment(line):
            lines.tally.comment += 1
        else:
            try:
                board = _board(line, head, lines, wish)
                _require_filled(filling, board.text, line, lines)
            except MalformedError as error:
                yield from _flush(boards)
                yield lines.reject(str(error), line, column=error.column)
                continue
            if len(boards) == BLOCK or (boards and boards[0].variant != board.variant):
                yield from _flush(boards)
            lines.tally.board += 1
            boards.append(board)
    yield from _flush(boards)


def _require_filled(filling: Filling, text: str, line: str, lines: Lines) -> None:
    try:
        filling.require(text, (other.partition(" : ")[0].strip() for other in lines.ahead(AHEAD)))
    except MalformedError as error:
        first = len(line) - len(line.lstrip()) + line.partition(" : ")[0].rfind(":") + 1
        raise MalformedError(str(error), 1, first + error.column) from None


def _found(columns: Columns) -> Found | None:
    """Boards that are written alike: flat ones of 5 x 11, or canonical ones."""
    (texts,) = columns
    if len(texts[0]) == _FLAT and set(map(len, texts)) == {_FLAT} and "/" not in texts[0]:
        return of_one_set(list(map(_rows, texts)), FLAT_OUTLINE)
    return boards_alike(texts)


def boards_alike(texts: list[str]) -> Found | None:
    """Texts of one region and head, some cells with the letters of its pieces: canonical if the first one is."""
    head, colon, region = texts[0].rpartition(":")
    start = len(head) + len(colon)
    bodies = "\n".join([text[start:] for text in texts])
    if "/" not in region or not all(text.startswith(head + colon) for text in texts):
        return None
    if bodies.translate(_TO_EMPTY) != "\n".join([region.translate(_TO_EMPTY)] * len(texts)):
        return None
    try:
        letters = parse_head(head, "//" in region).letters()
        usual = canonical(texts[0]) == texts[0] and set(bodies) <= {*letters, *"/#.\n"}
    except MalformedError:
        return None
    return Found(texts, 1, variant=variant(texts[0])) if usual else None


def of_one_set(regions: list[str], outline: str) -> Found | None:
    """Boards of that outline without a head, whose letters tell the set, if it is the same one for all."""
    if "\n".join(regions).translate(_TO_EMPTY) != "\n".join([outline] * len(regions)):
        return None  # a `/` in a row is none between two, and no mark either
    marks = marks_of("".join(regions))
    if not marks <= _USUAL:
        return None
    names = fitting_sets(regions)
    if names.count(names[0]) != len(names):
        return None
    first = canonical(f"{names[0]}:{regions[0]}")
    head = first.removesuffix(regions[0])
    if head == first or not marks <= {*parse_head(head.removesuffix(":"), False).letters(), *"/."}:
        return None
    return Found([head + region for region in regions] if head else regions, 1, variant=variant(first))


def wished_head(wish: Wish) -> str:
    """The head that a wished variant such as ``5x11/kanoodle/flip=no`` or ``kanoodle`` stands for."""
    _, rules = _wished(wish)
    head = ";".join("spare=yes" if part == "spare" else part.replace("+", ";") for part in rules if part)
    parse_head(head, False)
    return head


def require(wish: Wish, found: str) -> None:
    """Raises MalformedError if a board of that variant has another region than the wished one."""
    if not wish.variant:
        return
    region, _ = _wished(wish)
    if region and region != found.partition("/")[0]:
        raise MalformedError(f"expected a board of {wish.variant}, got one of {found}", 1)


def _wished(wish: Wish) -> tuple[str, list[str]]:
    """The region, "" if the wish names none, and the rules."""
    first, *rules = wish.variant.split("/")
    return (first, rules) if _REGION.fullmatch(first) else ("", [first, *rules])


def _board(line: str, head: str, lines: Lines, wish: Wish) -> Board:
    text, *rest = [part.strip() for part in line.split(" : ")]
    unfolded = _unfold(text) if "/" not in text else text
    board = canonical(f"{head}:{unfolded}" if head and ":" not in unfolded else unfolded)
    if not head and "/" not in text and ":" not in text:
        board = canonical(f"{fitting_set(board)}:{board}")
    kind = variant(board)
    require(wish, kind)
    fields: dict[str, str] = {}
    stated = ""
    for part in rest:
        if part.isdecimal():
            fields["solutions"] = part
        elif part in set(Verdict):
            fields["verdict"] = part
        else:
            stated = _unfold(part)
    return Board("beads", kind, board, lines.source, lines.number, "", stated, fields or None)


def _flush(boards: list[Board]) -> Iterator[Block]:
    if boards:
        yield Block(
            "beads",
            boards[0].variant,
            [board.text for board in boards],
            [board.line for board in boards],
            None,
            [board.stated for board in boards] if any(board.stated for board in boards) else None,
            [board.fields for board in boards] if any(board.fields for board in boards) else None,
        )
        boards.clear()


def write(board: Board) -> str:
    """The canonical text."""
    return f"{board.text}\n"


_FLAT_LINES = re.compile(rf"(?=\.*[A-L])(?:[A-L.]{{{_FLAT}}}\n)++\Z")

LINES = Format(
    name="beads-lines",
    certain=_FLAT_LINES,
    family="beads",
    summary="boards one a line: rows joined by '/', before them 'set;flip=no:' where not NOI2005's",
    example=EXAMPLE,
    sniff=sniff,
    read=read,
    write=write,
    judge=JUDGE,
)
