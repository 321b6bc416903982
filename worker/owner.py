"""The name under which a process holds leases, and whether a process of this machine still lives.

A name is ``host/pid/start``; the start time keeps a reused process number from passing for its predecessor.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path


def me() -> str:
    return f"{socket.gethostname()}/{os.getpid()}/{_started(os.getpid())}"


def host() -> str:
    return socket.gethostname()


def is_dead(owner: str) -> bool:
    """True only if the owner was a process of this machine and is gone; unknown is not dead."""
    machine, _, rest = owner.partition("/")
    pid, _, started = rest.partition("/")
    if machine != socket.gethostname() or not pid.isdigit() or started == "0":
        return False
    return _started(int(pid)) != started


def in_group(owner: str, group: int) -> bool:
    """True if the owner is a process of this machine in that process group."""
    machine, _, rest = owner.partition("/")
    pid = rest.partition("/")[0]
    if machine != host() or not pid.isdigit():
        return False
    try:
        return os.getpgid(int(pid)) == group
    except OSError:
        return False


def _started(pid: int) -> str:
    """The start of a process in clock ticks since boot; "" if there is none (a zombie counts as none)."""
    if not Path("/proc/self/stat").exists():
        return "0"  # no /proc: the lease alone decides
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
