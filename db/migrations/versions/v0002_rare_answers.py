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
    ("board_same", "board", ["same_as", "source_id", "variant_id"], "same_as IS NOT NULL"),
    ("board_copy", "board", ["source_id", "same_as", "variant_id"], "same_as IS NOT NULL"),
    ("board_label", "board", ["label"], "label IS NOT NULL"),
    ("answer_all", "answer", ["engine_id", "board_id", "nodes", "solve_ns"], ""),
    ("board_all", "board", ["variant_id", "id", "givens"], ""),
)
KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
SEGMENT = 20_000


def upgrade() -> None:
    op.add_column("board", sa.Column("givens", sa.Integer(), nullable=False, server_default="0"))
    _count_givens()
    for name, table, columns, where in INDEXES:
        some = sa.text(where) if where else None
        op.create_index(name, table, columns, sqlite_where=some, postgresql_where=some)
    op.create_table(
        "likeness",
        sa.Column("board_id", KEY, autoincrement=False, primary_key=True),
        sa.Column("hash", sa.LargeBinary(16), nullable=False),
        postgresql_partition_by="RANGE (board_id)",
    )
    op.create_index("likeness_hash", "likeness", ["hash", "board_id"])
    op.create_table(
        "taken",
        sa.Column("hash", sa.LargeBinary(16), primary_key=True),
        sa.Column("batch_id", KEY, sa.ForeignKey("batch.id"), nullable=False),
    )


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
