"""Small texts that one look tells, as archives have them by thousands: no more is done for them than needed.

53..7....6..195....98...     nothing but boards of a format that is certain of them, in plain ASCII: what all stages
.2.41...9..5.....3..1...     of the reader would make of such a text is known beforehand
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from solvers.reading.choosing import Asked
from solvers.reading.events import Event, Opened, Report
from solvers.reading.format import SAMPLE, Format
from solvers.reading.member import Member
from solvers.reading.text import READ_ERRORS

MOST = SAMPLE >> 1  # bytes of a text


def brief(member: Member, asked: Sequence[Format]) -> tuple[Member, tuple[Event, ...]]:
    """All that is to be told of a small text; or nothing, and the member to be read as others are."""
    if not 0 < member.size < MOST or member.places is not None:
        return member, ()
    head, rest = b"", iter(member.chunks)
    try:
        while len(head) <= member.size and (part := next(rest, None)) is not None:
            head += part
    except READ_ERRORS as error:
        return member._replace(chunks=_failing(head, error)), ()
    if len(head) == member.size and not member.doubtful() and (told := _told(member, head, asked)):
        return member, told
    return member._replace(chunks=chain((head,), rest)), ()


def _failing(head: bytes, error: Exception) -> Iterator[bytes]:
    yield head
    raise error


def _told(member: Member, raw: bytes, asked: Sequence[Format]) -> tuple[Event, ...]:
    if not raw.isascii() or b"\r" in raw or not raw.endswith(b"\n"):
        return ()
    text = raw.decode("ascii")
    form = (asked if isinstance(asked, Asked) else Asked(asked)).certainly(text)
    block = form.at_once(text) if form and form.at_once else None
    if form is None or block is None:
        return ()
    boards, lines = len(block.texts), text.count("\n")
    return (
        Opened(member.name, member.size, form.name, form.family),
        block,
        Report(member.name, form.name, form.family, lines, board_lines=lines, boards=boards),
    )
