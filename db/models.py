"""The tables.

Boards arrive by the million, so their keys are sequential integers that the writer hands out in runs: a chunk is
then a range of keys, and inserts append. The content hash is no key: it lives beside the board, and the table
``fingerprint`` is its index, merged once a segment in sorted order (a random 16-byte primary key was measured to
fall from 77 k to 22 k rows a second at 2 M rows).

    batch 1--n source 1--n board n--1 variant          fingerprint: (hash, ask) -> first board with it
      |          1--n reject, note    1--0..1 answer n--1 engine
      |                               1--0..1 listing, 1--n solution
      1--n chunk (a range of boards)  board.same_as: the board that stands for this duplicate

Board, fingerprint, chunk and answer declare no foreign keys: PostgreSQL would check each with a look-up a row, and the
places that write them (db.submissions, db.cutting, db.answers) take the other side's key from the same transaction.
"""

from __future__ import annotations

from db.tables.answers import Answer, Engine, Likeness, Listing, OtherAnswer, Solution
from db.tables.archive import Batch, Board, Extent, Fingerprint, Holding, Note, Reject, Source, Taken, Variant
from db.tables.base import HASH_BYTES, Base, Key
from db.tables.work import Chunk, Lease, Part

__all__ = [
    "HASH_BYTES",
    "Answer",
    "Base",
    "Batch",
    "Board",
    "Chunk",
    "Engine",
    "Extent",
    "Fingerprint",
    "Holding",
    "Key",
    "Lease",
    "Likeness",
    "Listing",
    "Note",
    "OtherAnswer",
    "Part",
    "Reject",
    "Solution",
    "Source",
    "Taken",
    "Variant",
]
