"""How long what is left of a batch will take, from what boards of the same variant cost before."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, case, func, select

from db.chunks import in_state
from db.models import Chunk, Variant

OVERHEAD_NS = 15_000.0  # a board beside its kernel: loaded, checked, recorded (benchmarks/road.py)


class Estimate(NamedTuple):
    """Of the boards that wait or run in the fast lane; of those in the deep lane nothing but their limit is known."""

    work_s: float = 0.0  # of one worker
    unmeasured: int = 0  # boards of variants that were never solved before
    workers: int = 0  # that hold a chunk now, of whichever batch


def estimate(connection: Connection, batch: int) -> Estimate:
    left = and_(Chunk.batch_id == batch, Chunk.purpose == "answer", Chunk.lane == "fast", Chunk.state != "done")
    known = Variant.mean_ns > 0
    work_ns = func.sum(case((known, Chunk.boards * (Variant.mean_ns + OVERHEAD_NS)), else_=0.0))
    unmeasured = func.sum(case((known, 0), else_=Chunk.boards))
    query = select(work_ns, unmeasured).select_from(Chunk).join(Variant, Variant.id == Chunk.variant_id).where(left)
    row = connection.execute(query).one()
    workers = connection.scalar(select(func.count(Chunk.owner.distinct())).where(in_state("running")))
    return Estimate(float(row[0] or 0) / 1e9, int(row[1] or 0), int(workers or 0))
