"""The name under which a process holds leases, and whether a process of this machine still lives.

A name is ``host:boot:namespace/pid/start``. Process numbers mean something only within one boot and one PID namespace:
two containers may share a hostname. The start time keeps a reused number from passing for its predecessor. Of whoever
holds a lease elsewhere nothing is known, and the lease alone decides.
"""

from __future__ import annotations

import os
import socket
from functools import cache
from itertools import count
from pathlib import Path

_SERIAL = count(1)
UNKNOWN = "0"  # no /proc, or not ours: the lease alone decides


def me() -> str:
    return f"{place()}/{os.getpid()}/{_started(os.getpid())}"


def one_of_mine() -> str:
    """A holder of its own in this process."""
    return f"{me()}/{next(_SERIAL)}"


def place() -> str:
    """Where process numbers mean what they mean here; a fork may be elsewhere, so this is asked for each time."""
    return f"{socket.gethostname()}:{_boot()}:{_namespace()}"


def is_dead(owner: str) -> bool:
    """True only if the owner was a process of this place and is gone; unknown is not dead."""
    machine, pid, started = _parts(owner)
    if machine != place() or not pid.isdigit() or started == UNKNOWN:
        return False
    return _started(int(pid)) not in (started, UNKNOWN)


def in_group(owner: str, group: int) -> bool:
    """True if the owner is a process of this place in that process group."""
    machine, pid, _ = _parts(owner)
    if machine != place() or not pid.isdigit():
        return False
    try:
        return os.getpgid(int(pid)) == group
    except OSError:
        return False


def _parts(owner: str) -> tuple[str, str, str]:
    """Place, process number, start; what follows tells holders in one process apart."""
    machine, pid, started, *_ = [*owner.split("/"), "", ""]
    return machine, pid, started


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _namespace() -> str:
    """The PID namespace as the kernel numbers it; "" without /proc."""
    try:
        return str(Path("/proc/self/ns/pid").readlink()).strip("pid:[]")
    except OSError:
        return ""


def _started(pid: int) -> str:
    """The start of a process in clock ticks since boot; "" if there is none (a zombie counts as none)."""
    try:
        if str(Path("/proc/self").readlink()) != str(os.getpid()):
            return UNKNOWN  # /proc shows another namespace
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return "" if Path("/proc/self/stat").exists() else UNKNOWN
    return "" if fields[0] in "ZX" else fields[19]
