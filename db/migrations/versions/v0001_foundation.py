"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer",
        sa.Column(
            "board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("chunk_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("engine_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("verdict", sa.String(length=9), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("count_is_exact", sa.Boolean(), nullable=False),
        sa.Column("big_count", sa.Text(), nullable=True),
        sa.Column("solution", sa.Text(), nullable=True),
        sa.Column("witness", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("nodes", sa.BigInteger(), nullable=False),
        sa.Column("solve_ns", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board_id"),
        postgresql_partition_by="RANGE (board_id)",
    )
    op.create_table(
        "batch",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("solution_limit", sa.BigInteger(), nullable=False),
        sa.Column("time_limit_s", sa.Double(), nullable=False),
        sa.Column("boards", sa.BigInteger(), nullable=False),
        sa.Column("known", sa.BigInteger(), nullable=False),
        sa.Column("rejects", sa.BigInteger(), nullable=False),
        sa.Column("control", sa.String(length=9), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("listing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "board",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("variant_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.LargeBinary(length=16), nullable=False),
        sa.Column("same_as", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("stated", sa.Text(), nullable=True),
        sa.Column("fields", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        postgresql_partition_by="RANGE (id)",
    )
    op.create_table(
        "holding",
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column(
            "variant_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("boards", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source_id", "variant_id"),
    )
    op.create_table(
        "engine",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "extent",
        sa.Column(
            "first_board", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("last_board", sa.BigInteger(), nullable=False),
        sa.Column("next_board", sa.BigInteger(), nullable=False),
        sa.Column("batch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.PrimaryKeyConstraint("first_board"),
    )
    op.create_table(
        "fingerprint",
        sa.Column("hash", sa.LargeBinary(length=16), nullable=False),
        sa.Column("ask", sa.BigInteger(), nullable=False),
        sa.Column("board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("hash", "ask"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lease",
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("until_s", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("role"),
    )
    op.create_table(
        "variant",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mean_ns", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("family", "name"),
    )
    op.create_table(
        "chunk",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("batch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("variant_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("first_board", sa.BigInteger(), nullable=False),
        sa.Column("last_board", sa.BigInteger(), nullable=False),
        sa.Column("boards", sa.BigInteger(), nullable=False),
        sa.Column("lane", sa.String(length=8), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("attempts_allowed", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("lease_until_s", sa.Double(), nullable=False),
        sa.Column("queued_s", sa.Double(), nullable=False),
        sa.Column("started_s", sa.Double(), nullable=False),
        sa.Column("done_s", sa.Double(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("purpose", sa.String(length=6), nullable=False),
        sa.Column("time_limit_s", sa.Double(), nullable=True),
        sa.Column("root_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "chunk_open",
        "chunk",
        ["state", "batch_id", "lane", "id"],
        unique=False,
        sqlite_where=sa.text("state != 'done'"),
        postgresql_where=sa.text("state != 'done'"),
    )
    op.create_index(
        "chunk_root",
        "chunk",
        ["root_id"],
        unique=False,
        sqlite_where=sa.text("root_id IS NOT NULL"),
        postgresql_where=sa.text("root_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_chunk_batch_id"), "chunk", ["batch_id"], unique=False)
    op.create_table(
        "source",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("batch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("lines", sa.BigInteger(), nullable=False),
        sa.Column("boards", sa.BigInteger(), nullable=False),
        sa.Column("rejects", sa.BigInteger(), nullable=False),
        sa.Column("blank", sa.BigInteger(), nullable=False),
        sa.Column("comment", sa.BigInteger(), nullable=False),
        sa.Column("first_board", sa.BigInteger(), nullable=False),
        sa.Column("last_board", sa.BigInteger(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batch.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_source_batch_id"), "source", ["batch_id"], unique=False)
    op.create_table(
        "note",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["source.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_note_source_id"), "note", ["source_id"], unique=False)
    op.create_table(
        "reject",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("column", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["source.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_reject_source_id"), "reject", ["source_id"], unique=False)
    op.create_table(
        "other_answer",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=5), nullable=False),
        sa.Column("board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chunk_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("engine_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("verdict", sa.String(length=9), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("count_is_exact", sa.Boolean(), nullable=False),
        sa.Column("big_count", sa.Text(), nullable=True),
        sa.Column("solution", sa.Text(), nullable=True),
        sa.Column("witness", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("nodes", sa.BigInteger(), nullable=False),
        sa.Column("solve_ns", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_other_answer_board_id"), "other_answer", ["board_id"], unique=False)
    op.create_table(
        "part",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("root_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chunk_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("verdict", sa.String(length=9), nullable=True),
        sa.Column("count", sa.Text(), nullable=True),
        sa.Column("count_is_exact", sa.Boolean(), nullable=True),
        sa.Column("solution", sa.Text(), nullable=True),
        sa.Column("witness", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("engine", sa.Text(), nullable=True),
        sa.Column("nodes", sa.BigInteger(), nullable=False),
        sa.Column("solve_ns", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_part_chunk_id"), "part", ["chunk_id"], unique=False)
    op.create_index(op.f("ix_part_root_id"), "part", ["root_id"], unique=False)
    op.create_table(
        "listing",
        sa.Column(
            "board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("batch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("solutions", sa.BigInteger(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("spent_ns", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board_id"),
        postgresql_partition_by="RANGE (board_id)",
    )
    op.create_index(op.f("ix_listing_batch_id"), "listing", ["batch_id"], unique=False)
    op.create_table(
        "solution",
        sa.Column(
            "board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("ordinal", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("board_id", "ordinal"),
        sqlite_with_rowid=False,
        postgresql_partition_by="RANGE (board_id)",
    )
