"""Boards on their way into another format, and an account of what it cannot carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cli.telling import Teller
from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading import Event, Opened, boards
from solvers.reading.format import Format
from solvers.reading.writing import framed, losses, text_of


class Converter:
    """Writes boards and remembers what was left out, so that it can be told once at the end."""

    def __init__(self, form: Format) -> None:
        self._form = form
        self._teller = Teller()
        self._lost: Counter[str] = Counter()
        self._written = 0

    def written(self, events: Iterable[Event]) -> Iterator[str]:
        """The text of the whole file."""
        return framed(self._texts(events), self._form)

    def _texts(self, events: Iterable[Event]) -> Iterator[str]:
        source = ""
        for event in events:
            source = event.source if isinstance(event, Opened) else source
            if isinstance(event, Block):
                yield from self._block(list(boards(event, source)))
            else:
                self._teller(event)

    def _block(self, found: list[Board]) -> list[str]:
        pairs = [(board, text) for board in found if (text := self._text(board)) is not None]
        # Boards of which nothing is known but the cells always come back; reading them again would take half the time.
        told = [(board, text) for board, text in pairs if board.label or board.stated or board.fields]
        if told:
            self._lost += losses([board for board, _ in told], [text for _, text in told], self._form)
        return [text for _, text in pairs]

    def _text(self, board: Board) -> str | None:
        try:
            text = text_of(board, self._form)
            self._check_room()
        except MalformedError as error:
            self._teller(Reject(board.source, board.line, 0, str(error), board.text))
            return None
        self._written += 1
        return text

    def _check_room(self) -> None:
        if self._form.alone and self._written:
            raise MalformedError(f"{self._form.name} holds one board a file, and has one")

    def conclude(self) -> None:
        """Say what was left out, and of how many boards."""
        changed = self._lost.pop("board", 0)
        if changed:
            self._teller.fail(f"{self._form.name}: {changed:,} boards are read back as something else")
        if self._lost:
            parts = ", ".join(f"{name} ({count:,} boards)" for name, count in self._lost.items())
            self._teller.tell(f"{self._form.name} has no place for everything; left out: {parts}")

    def code(self) -> int:
        """The exit code: whether every board was read and written."""
        return self._teller.code()
