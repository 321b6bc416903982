"""What all tables have in common."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer
from sqlalchemy.orm import DeclarativeBase

# SQLite makes only INTEGER PRIMARY KEY an alias of the row id.
Key = BigInteger().with_variant(Integer, "sqlite")
HASH_BYTES = 16


class Base(DeclarativeBase):
    """Root of the tables."""
