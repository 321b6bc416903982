"""The clock that leases rest on: the database's own, so that hosts whose clocks differ or jump agree on every lease.

SQLite has none; its processes share a machine and the machine's clock. Where that jumps, leases that end early cost
double work and change no verdict, and those that end late are noticed by process number (worker/owner.py).
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, text

from db.engine import is_sqlite

_shift_s = 0.0


def now(connection: Connection) -> float:
    """Seconds since the epoch."""
    if is_sqlite(connection):
        return time.time() + _shift_s
    return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0.0)


def go_wrong(shift_s: float) -> None:
    """Let this machine's clock be wrong by so much from now on; for trials."""
    global _shift_s  # noqa: PLW0603 - a process has one clock
    _shift_s = shift_s
