"""The join that sums over boards and their answers begin with."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, func

from db.models import Answer, Batch, Board, Engine, Source, Variant

AnySelect = Select[*tuple[Any, ...]]


def joined(query: AnySelect) -> AnySelect:
    """Join boards to where they came from and to the answer that stands for them."""
    return (
        query.select_from(Source)
        .join(Batch, Batch.id == Source.batch_id)
        .join(Board, Board.source_id == Source.id)
        .join(Variant, Variant.id == Board.variant_id)
        .outerjoin(Answer, Answer.board_id == func.coalesce(Board.same_as, Board.id))
        .outerjoin(Engine, Engine.id == Answer.engine_id)
        .where(Board.id.between(Source.first_board, Source.last_board))
    )
