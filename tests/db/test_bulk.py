"""Many rows arrive as they are given, however many there are."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from db.bulk import AT_ONCE, HELD, fetch_columns, insert_columns


@pytest.mark.parametrize("size", [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, HELD + 1])
def test_columns_arrive_as_rows(engine: Engine, size: int) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TEMPORARY TABLE held (number INTEGER, word TEXT, missing TEXT, maybe TEXT)"))
        some = [None if number % 3 else "x" for number in range(size)]
        words = [f"a\tb\\n{number}" for number in range(size)]
        insert_columns(connection, "held", {"number": range(size), "word": words, "missing": None, "maybe": some})
        rows = fetch_columns(connection, text("SELECT number, word, missing, maybe FROM held ORDER BY number"), 4)

    assert rows == [list(range(size)), words, [None] * size, some]
