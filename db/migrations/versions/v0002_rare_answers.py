"""The number of givens of a board, and indexes by which the few are found among the millions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.givens import count_givens

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INDEXES = (
    ("answer_rare", "answer", ["verdict", "board_id"], "verdict != 'unique'"),
    ("answer_slow", "answer", ["solve_ns", "board_id"], "solve_ns >= 1000000"),
    ("answer_deep", "answer", ["nodes", "board_id"], "nodes >= 1000"),
    ("board_same", "board", ["same_as"], "same_as IS NOT NULL"),
)


SEGMENT = 20_000


def upgrade() -> None:
    op.add_column("board", sa.Column("givens", sa.Integer(), nullable=False, server_default="0"))
    _count_givens()
    for name, table, columns, where in INDEXES:
        op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _count_givens() -> None:
    """Boards that are there already; their keys are in a row, so a segment is a range."""
    connection = op.get_bind()
    last = connection.scalar(sa.text("SELECT max(id) FROM board")) or 0
    for first in range(1, last + 1, SEGMENT):
        span = {"first": first, "last": first + SEGMENT - 1}
        rows = connection.execute(sa.text("SELECT id, text FROM board WHERE id BETWEEN :first AND :last"), span).all()
        found = count_givens(row[1] for row in rows)
        changes = [{"id": row[0], "givens": givens} for row, givens in zip(rows, found, strict=True)]
        if changes:
            connection.execute(sa.text("UPDATE board SET givens = :givens WHERE id = :id"), changes)
