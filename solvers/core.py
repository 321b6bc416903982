"""The nouns of Gridmill: Board, Reject, Answer, Verdict, Budget, Family, and the errors.

Everything else is built on this module, and it imports nothing of ours. A board is text: its canonical text
describes it completely inside its family, so that two boards are the same exactly if family and text are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, overload

if TYPE_CHECKING:
    from solvers.drawing import Drawing
    from solvers.reading.format import Format
    from solvers.structure import Structure


class GridmillError(Exception):
    """The root of every error that Gridmill raises on purpose."""


class MalformedError(GridmillError):
    """A text that is no board; line and column count from 1 inside that text, 0 where they are not known."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class UnknownFamilyError(GridmillError):
    """A family name that nothing registered."""


class UnknownEngineError(GridmillError):
    """An engine that a family does not have."""


class EngineMissingError(GridmillError):
    """An engine whose package is not installed; the message says how to get it."""


class Verdict(StrEnum):
    """What is known of a board; see docs/verdicts.md."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    INVALID = "invalid"
    UNDECIDED = "undecided"
    FAILED = "failed"


class Board(NamedTuple):
    """One puzzle instance in canonical text, and where it came from.

    ``line`` counts from 1 in ``source``; ``stated`` is the solution that the source claims, in the form of
    ``Answer.solution``; ``fields`` are the source's other statements (author, rating ...), kept as they were.
    """

    family: str
    variant: str
    text: str
    source: str = ""
    line: int = 0
    label: str = ""
    stated: str = ""
    fields: Mapping[str, str] | None = None

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from solvers.picture import draw  # noqa: PLC0415 - pictures are built on this module

        return draw(self).svg()


# Cells that are characters and stand in no rows, such as a sudoku's; its box shape stands before, more rules behind.
_PLAIN_CELLS = re.compile(r"(?:\d+x\d+:)?([.1-9A-Z]+)(?:;|$)")


def cells_of(text: str) -> tuple[int, int]:
    """Where the cells of a canonical text begin and end: what families write before and behind them is no cell."""
    plain = _PLAIN_CELLS.match(text)
    return plain.span(1) if plain else (text.rfind(":") + 1, len(text))


class Block(NamedTuple):
    """Boards of one family and variant, as columns: the form in which bulk formats read and the database stores.

    All columns are as long as ``texts``; ``labels`` and ``stated`` may be None where no board has any.
    """

    family: str
    variant: str
    texts: Sequence[str]
    lines: Sequence[int]
    labels: Sequence[str] | None = None
    stated: Sequence[str] | None = None
    fields: Sequence[Mapping[str, str] | None] | None = None


class Reject(NamedTuple):
    """A stretch of input that is no board: ``raw`` is what stood there, ``lines`` how many lines it covers."""

    source: str
    line: int
    column: int
    reason: str
    raw: str
    lines: int = 1


# A NamedTuple, not a dataclass: kernels make millions a second.
class Answer(NamedTuple):
    """What a solver says of a board.

    ``count`` is exact only if ``count_is_exact``; otherwise there are at least that many. ``solution`` and
    ``witness`` are two different solutions in canonical text; empty where there is none.
    """

    verdict: Verdict
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody misses
    count_is_exact: bool
    solution: str
    witness: str
    reason: str
    nodes: int
    solve_ns: int
    engine: str

    def _repr_html_(self) -> str:
        """What a notebook shows; `solvers.draw(board, answer)` draws it into the board."""
        from html import escape  # noqa: PLC0415 - only notebooks ask

        named = zip(self._fields, self, strict=True)
        return "<table>" + "".join(f"<tr><th>{name}<td>{escape(str(value))}" for name, value in named) + "</table>"


class Answers(Sequence[Answer]):
    """Answers as columns, one a field of Answer: in bulk they are checked and stored without an object a board.

    Made of any sequence of answers; of one that has its columns, as a kernel's, each is fetched when it is asked for.
    """

    __slots__ = ("_columns", "_whole")

    def __init__(self, answers: Sequence[Answer] = ()) -> None:
        self._columns: dict[str, list[Any]] = {}
        # The sequence that was given, such as a kernel's, until an answer is changed here: it makes an Answer in a
        # quarter of the time.
        self._whole: Any = answers if hasattr(answers, "column") else None
        if self._whole is None:
            self._columns = {name: [answer[at] for answer in answers] for at, name in enumerate(Answer._fields)}

    def column(self, name: str) -> list[Any]:
        """One field of all answers, in their order."""
        if name not in self._columns:
            self._columns[name] = self._whole.column(name)
        return self._columns[name]

    def _own(self) -> Iterator[list[Any]]:
        """All columns in the order of the fields, to be changed: copies, where others may have seen the lists."""
        if self._whole is not None:
            self._columns = {name: list(self.column(name)) for name in Answer._fields}
            self._whole = None
        return map(self.column, Answer._fields)

    def __len__(self) -> int:
        return len(self._columns["verdict"] if self._whole is None else self._whole)

    @overload
    def __getitem__(self, at: int) -> Answer: ...

    @overload
    def __getitem__(self, at: slice) -> Answers: ...

    def __getitem__(self, at: int | slice) -> Answer | Answers:
        if isinstance(at, int):
            return Answer._make(self.column(name)[at] for name in Answer._fields)
        some = Answers()
        some._columns = {name: self.column(name)[at] for name in Answer._fields}
        return some

    def __iter__(self) -> Iterator[Answer]:
        if self._whole is not None:
            return iter(self._whole)
        return map(Answer._make, zip(*map(self.column, Answer._fields), strict=True))

    def replace(self, at: int, answer: Answer) -> None:
        """Put an answer in the place of another."""
        for column, value in zip(self._own(), answer, strict=True):
            column[at] = value

    def extend(self, answers: Answers) -> None:
        """Put answers behind these."""
        for column, name in zip(self._own(), Answer._fields, strict=True):
            column.extend(answers.column(name))


class Budget(NamedTuple):
    """What one board may cost: search nodes and seconds; 0 means no limit."""

    nodes: int = 0
    seconds: float = 0.0


UNLIMITED = Budget()
OWN = "own"  # the name of a family's own kernel among its engines

# The reasons with which a kernel reports that a search did not end (solvers/native/answer.hpp writes them).
OUT_OF_TIME = "time limit reached"
OUT_OF_NODES = "node limit reached"
CANCELLED = "cancelled"


class Kernel(Protocol):
    """Solve many boards in one call, each within its own budget; the GIL is released meanwhile.

    ``limit`` ends the search of a board after that many solutions: 1 finds one, 2 proves uniqueness, more
    count. ``cancel`` is a buffer of one byte; once it is not 0, the boards that are left come back undecided.

    Any sequence of answers will do. What our kernels return makes an Answer when it is read, and a list of one field
    of all answers by ``column(name)``: at millions of boards a second that decides (solvers/native/objects.hpp).
    """

    def __call__(
        self,
        texts: Sequence[str],
        limit: int = 2,
        nodes: int = 0,
        seconds: float = 0.0,
        cancel: bytearray | None = None,
    ) -> Sequence[Answer]: ...


class Pager(Protocol):
    """List solutions of one board in ascending order: at most ``limit`` of those that come after ``after``.

    Returns the solutions, and whether the list is complete; the last one is where the next page begins.
    Solutions are ordered cell by cell, in the order in which the text gives the cells.
    """

    def __call__(
        self,
        text: str,
        after: str = "",
        limit: int = 1000,
        nodes: int = 0,
        seconds: float = 0.0,
        cancel: bytearray | None = None,
    ) -> tuple[list[str], bool]: ...


class Splitter(Protocol):
    """Cut a board into boards with more givens, so that several workers can share it.

    They are disjoint and leave no solution out: their counts add up to the board's. About ``pieces`` of them, of
    similar cost as far as that is known; fewer than two where the board cannot be cut.
    """

    def __call__(self, text: str, pieces: int) -> list[str]: ...


class Checker(Protocol):
    """Say for each board what is wrong with its solution, or "" if it is right; shares no code with a kernel."""

    def __call__(self, texts: Sequence[str], solutions: Sequence[str]) -> list[str]: ...


class Canonical(Protocol):
    """Turn any spelling of a board's text into the canonical one; raises MalformedError."""

    def __call__(self, text: str) -> str: ...


class Drawer(Protocol):
    """Draw a board with, where given, a solution and the cells in which a witness differs from it."""

    def __call__(self, text: str, solution: str = "", witness: str = "") -> Sequence[Drawing]: ...


class Describe(Protocol):
    """Name the variant (rule set and size) of a canonical text."""

    def __call__(self, text: str) -> str: ...


class DescribeMany(Protocol):
    """Name the variants of texts that are seen to be canonical in bulk; "" where ``canonical`` must be asked.

    Saves a call of ``canonical`` and one of ``variant`` a board, where an answer costs less than these.
    """

    def __call__(self, texts: Sequence[str]) -> list[str]: ...


class Normal(Protocol):
    """Turn each text into one that it shares with equivalent boards alone: see the docstring of the family's.

    "" for a board that takes longer than ``seconds`` (0: as long as it needs), or that is left when the byte of
    ``cancel`` is no longer 0.
    """

    def __call__(self, texts: Sequence[str], *, seconds: float = 0.0, cancel: bytearray | None = None) -> list[str]: ...


class Backdoor(Protocol):
    """The fewest cells that, given as well, make a unique board solvable without a guess, by name such as ``r1c1=7``.

    None where it is not unique, or where the family stops looking. ``seconds`` is for all of a call, 0 for no limit;
    raises GridmillError where it or ``cancel`` ended the search.
    """

    def __call__(self, text: str, *, seconds: float = 0.0, cancel: bytearray | None = None) -> list[str] | None: ...


class Structures(Protocol):
    """Show what symmetries that the normal form does not know leave of a text, once for each way to say it."""

    def __call__(self, text: str) -> Iterator[Structure]: ...


class Givens(Protocol):
    """Every given of a board by its name, such as ``r1c1=7``, with the cells that lack it; of the cells of a text."""

    def __call__(self, cells: str) -> Iterator[tuple[str, str]]: ...


@dataclass(frozen=True, slots=True)
class Example:
    """A board with what is known of it from elsewhere; the contract tests run it."""

    text: str
    verdict: Verdict
    solution: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of puzzle: everything that Gridmill knows of it. One folder of solvers declares one FAMILY."""

    name: str
    title: str
    canonical: Canonical
    variant: Describe
    solve: Kernel
    check: Checker
    draw: Drawer
    formats: tuple[Format, ...]
    examples: tuple[Example, ...]
    variants: DescribeMany | None = None  # of many texts at once
    page: Pager | None = None
    deep: Kernel | None = None  # in place of solve for boards whose first budget was too small
    split: Splitter | None = None
    engines: Mapping[str, Kernel] = field(default_factory=dict)  # by name; they share no code with solve
    warnings: Callable[[], Sequence[str]] | None = None  # what of the family's own data cannot be used, and why
    normal: Normal | None = None  # the normal form under the symmetries of the family
    structures: Structures | None = None  # None where the normal form knows all symmetries
    backdoor: Backdoor | None = None
    givens: Givens | None = None  # None where each is a character of the text

    def engine(self, name: str) -> Kernel:
        """The engine of that name, ``OWN`` being the family's kernel; raises UnknownEngineError."""
        known = {OWN: self.solve, **self.engines}
        if name not in known:
            raise UnknownEngineError(f"expected an engine of {self.name} ({', '.join(known)}), got {name!r}")
        return known[name]
