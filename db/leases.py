"""Roles that one process at a time has: who leads the dispatchers, watches a folder, reads a batch, hands boards on."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, select, text, update

from db import clock
from db.errors import BusyError
from db.models import Lease

DISPATCHER = "dispatcher"  # the role of the one who leads
READING_S = 60.0  # renewed with every segment; one that takes longer goes on unless somebody else has begun
HANDING_S = 60.0  # renewed with every piece
_HANDING = "hand on "

Dead = Callable[[str], bool]


def lead(connection: Connection, role: str, owner: str, now_s: float, lease_s: float) -> bool:
    """Take or keep the lease of a role; True if ``owner`` holds it until ``now_s + lease_s``."""
    values = {"role": role, "owner": owner, "until": now_s + lease_s, "now": now_s}
    taken = connection.execute(
        text(
            "INSERT INTO lease (role, owner, until_s) VALUES (:role, :owner, :until) ON CONFLICT (role) DO UPDATE"
            " SET owner = excluded.owner, until_s = excluded.until_s"
            " WHERE lease.owner = excluded.owner OR lease.until_s < :now"
        ),
        values,
    )
    return taken.rowcount == 1


def leader(connection: Connection, role: str) -> str:
    """Who holds or held the lease of a role; "" if nobody does."""
    return connection.scalar(select(Lease.owner).where(Lease.role == role)) or ""


def resign(connection: Connection, role: str, owner: str) -> None:
    connection.execute(delete(Lease).where(Lease.role == role, Lease.owner == owner))


def take_reading(connection: Connection, batch: int, reader: str, is_dead: Dead) -> None:
    """Become the one who reads the sources of a batch; raises BusyError while another process does.

    One that ``is_dead`` knows to be gone need not be waited for.
    """
    role = _reading(batch)
    if lead(connection, role, reader, clock.now(connection), READING_S):
        return
    other = leader(connection, role)
    if is_dead(other):
        resign(connection, role, other)
        if lead(connection, role, reader, clock.now(connection), READING_S):
            return
    machine, _, rest = other.partition("/")
    raise BusyError(
        f"batch {batch} is being read by process {rest.partition('/')[0]} on {machine.partition(':')[0]}:"
        f" it goes on by itself; if that process is gone, try again in {READING_S:.0f} s"
    )


def keep_reading(connection: Connection, batch: int, reader: str) -> None:
    """Prolong it in the transaction of a segment; raises BusyError where somebody else has taken over."""
    until_s = clock.now(connection) + READING_S
    mine = (Lease.role == _reading(batch), Lease.owner == reader)
    if connection.execute(update(Lease).where(*mine).values(until_s=until_s)).rowcount != 1:
        raise BusyError(f"another process reads batch {batch} on: this one stops, and nothing was stored twice")


def end_reading(connection: Connection, batch: int, reader: str) -> None:
    resign(connection, _reading(batch), reader)


def is_being_read(connection: Connection, batch: int, now_s: float, is_dead: Dead) -> bool:
    """Whether a process that is not known to be dead holds the lease; it cannot go on until this transaction ends."""
    held = select(Lease.owner).where(Lease.role == _reading(batch), Lease.until_s >= now_s)
    owner = connection.scalar(held.with_for_update())
    return owner is not None and not is_dead(owner)


def reader(connection: Connection, batch: int, now_s: float) -> str:
    """Who reads the sources of a batch; "" if nobody does."""
    held = select(Lease.owner).where(Lease.role == _reading(batch), Lease.until_s >= now_s)
    return str(connection.scalar(held) or "")


def stop_reading(connection: Connection, batch: int) -> None:
    """Nobody holds the lease any more."""
    connection.execute(delete(Lease).where(Lease.role == _reading(batch)))


def take_handing(connection: Connection, batch: int, owner: str) -> None:
    """Say that boards of a batch are about to change hands, until ``end_handing``; "" leaves it to others."""
    until_s = clock.now(connection) + HANDING_S if owner else 0.0
    connection.execute(
        text("INSERT INTO lease (role, owner, until_s) VALUES (:role, :owner, :until)"
             " ON CONFLICT (role) DO UPDATE SET owner = excluded.owner, until_s = excluded.until_s"),
        {"role": f"{_HANDING}{batch}", "owner": owner, "until": until_s},
    )  # fmt: skip


def end_handing(connection: Connection, batch: int, owner: str) -> None:
    resign(connection, f"{_HANDING}{batch}", owner)


def cut_off(connection: Connection, now_s: float, is_dead: Dead) -> list[int]:
    """Batches of which boards were about to change hands, and whoever was at it is gone."""
    begun = select(Lease.role, Lease.owner, Lease.until_s).where(Lease.role.startswith(_HANDING))
    return [
        int(role.removeprefix(_HANDING))
        for role, owner, until_s in connection.execute(begun.order_by(Lease.role))
        if until_s < now_s or is_dead(owner)
    ]


def _reading(batch: int) -> str:
    return f"read {batch}"
