"""How grids stand among the rows of a sheet: which rows of nothing but marks part them, and which are rows of them.

E E D D D D D D D D D E N D D D E D D D D D E      E  nothing but marks       D  cells       N  a number alone
s s b b b b b b b b b s t b b b b b b b b b s      s  parts boards            b  of a board  t  its title

Between rows of marks there are as many rows as each has cells, or several times as many: so all others part boards,
wherever they stand. A board may have rows of marks inside. One that begins or ends with them is read only where
counting says so: boards at the same distance fill the sheet to its end, and without it two rows would be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from math import inf
from typing import NamedTuple

INSIDE = 3.0  # what a row of marks in a board costs; rows that are no board cost as many as it has
TITLE = 0.5
GAPS = range(4)  # rows between boards that stand at the same distance
UNEVEN = 4  # one gap of so many may be of another size where nothing parts boards


class Layout(NamedTuple):
    """The roles of rows as above; ``left`` is how many rows were left over, and ``wrong`` how many boards lack some."""

    roles: str
    boards: int
    left: int = 0
    wrong: int = 0

    def around(self) -> tuple[int, int]:
        """How many rows stand before the first board and behind the last one."""
        return len(self.roles) - len(self.roles.lstrip("s")), len(self.roles) - len(self.roles.rstrip("s"))

    def inside(self, kinds: str) -> int:
        """How many rows of marks are rows of boards: what parts boards are all others."""
        return kinds.count("E") - self.roles.count("s")


def layout_of(kinds: str, size: int, *, final: bool) -> Layout:
    """The cheapest reading of rows of so many cells; if they are not ``final``, a board may be cut off at the end."""
    return _even(kinds, size, final=final) or _cheapest(kinds, size, final=final)


def _even(kinds: str, size: int, *, final: bool) -> Layout | None:
    """The reading of boards without rows of marks inside that rows of marks part, as nearly all sheets have them."""
    runs = list(filter(None, kinds.split("E")))
    whole = runs[:-1] if runs and not final and kinds[-1] != "E" and len(runs[-1]) < size else runs
    if "N" in kinds or any(len(run) != size for run in whole):
        return None
    return Layout(kinds.replace("D", "b").replace("E", "s"), len(whole))


def _cheapest(kinds: str, size: int, *, final: bool) -> Layout:
    count = len(kinds)
    empty = [0, *accumulate(kind == "E" for kind in kinds)]
    costs, steps, behind = [0.0] * (count + 1), [0] * count, count
    for at in reversed(range(count)):
        if kinds[at] == "E":
            costs[at], steps[at], behind = costs[at + 1], 1, at
            continue
        end, choices = min(at + size, count), []
        if kinds[end - 1] != "E" and (end == at + size or not final):
            choices.append((costs[end] + INSIDE * (empty[end] - empty[at]), end - at))
        if kinds[at] == "N" and _is_title(kinds, at, steps, size):
            choices.append((costs[at + 1] + TITLE, 1))
        if at == 0 or kinds[at - 1] == "E":
            choices.append((costs[behind] + size, behind - at))
        costs[at], steps[at] = min(choices, default=(inf, 0))
    return _walked(kinds, steps, size, final=final)


def _is_title(kinds: str, at: int, steps: Sequence[int], size: int) -> bool:
    """Whether a board is below a number, right below it unless a row of marks is above."""
    below = at + 1
    while below < len(kinds) and kinds[below] == "E":
        below += 1
    return below < len(kinds) and steps[below] == size and (below == at + 1 or at == 0 or kinds[at - 1] == "E")


def _walked(kinds: str, steps: Sequence[int], size: int, *, final: bool) -> Layout:
    roles: list[str] = []
    at = boards = left = wrong = 0
    while at < len(kinds):
        step = steps[at]
        if step == 1 and kinds[at] != "D":
            roles.append("t" if kinds[at] == "N" else "s")
        else:
            roles.append("b" * step)
            boards += step == size
            if step != size and (final or at + step < len(kinds)):
                left, wrong = left + step, wrong - (-step // size)
        at += step
    return Layout("".join(roles), boards, left, wrong)


def deviations(kinds: str) -> tuple[int, int]:
    """How many gaps between rows are not as large as most, and how many there are."""
    gaps = [len(list(run)) for kind, run in groupby(kinds.strip("E")) if kind == "E"]
    return len(gaps) - max(Counter(gaps).values(), default=0), len(gaps)


def regular(kinds: str, size: int, *, final: bool) -> Iterator[Layout]:
    """Readings with all boards at the same distance, whatever rows they begin and end with."""
    count = len(kinds)
    uneven, gaps = deviations(kinds)
    for lead in range(count - len(kinds.lstrip("E")) + 1):
        for gap in GAPS if UNEVEN * uneven <= gaps else GAPS[1:]:
            boards = (count - lead + gap) // (size + gap)
            roles = "s" * lead + ("b" * size + "s" * gap) * (boards + 1)
            roles = roles[: lead + boards * (size + gap) - gap].ljust(count, "s") if final else roles[:count]
            if boards and _fits(kinds, roles) and (gap or not _are_doubled(kinds, lead, size)):
                yield Layout(roles, boards)


def _are_doubled(kinds: str, lead: int, size: int) -> bool:
    """Whether many boards with nothing between begin or end with rows of marks beside each other, as gaps would be."""
    places = range(lead, len(kinds), size)
    return UNEVEN * sum("EE" in kinds[max(lead, at - 2) : at + 2] for at in places) >= len(places)


def titled(kinds: str, size: int, *, final: bool) -> Layout | None:
    """The reading with a number above each board and the same rows around it, if that fills the sheet."""
    if kinds[0] != "N":
        return None
    for before in GAPS:
        for behind in GAPS:
            period = "t" + "s" * before + "b" * size + "s" * behind
            boards, over = divmod(len(kinds), len(period))
            roles = (period * (boards + 1))[: len(kinds)]
            if boards > 1 and not (final and over) and _fits(kinds, roles):
                return Layout(roles, boards)
    return None


def _fits(kinds: str, roles: str) -> bool:
    """Whether all rows that part boards are of marks, and all titles numbers."""
    return all(role == "b" or kind == ("N" if role == "t" else "E") for kind, role in zip(kinds, roles, strict=True))
