"""The processes of worker groups, found in /proc."""

from __future__ import annotations

from pathlib import Path


def children(pid: int) -> list[int]:
    """The living children of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it ended meanwhile
        if int(parent) == pid and state not in "ZX":
            found.append(int(stat.parent.name))
    return found


def members(supervisor: int) -> dict[str, list[int]]:
    """The processes of a group by kind; a dispatcher is the one without children."""
    kinds: dict[str, list[int]] = {"dispatcher": [], "celery": [], "child": []}
    for pid in children(supervisor):
        below = children(pid)
        kinds["celery" if below else "dispatcher"].append(pid)
        kinds["child"] += below
    return kinds
