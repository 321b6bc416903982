"""Formats that all families share: tables in which one column holds boards, as CSV or JSON, and addresses."""

from __future__ import annotations

from solvers.reading.format import Format
from solvers.reading.tables.addresses import ADDRESSES
from solvers.reading.tables.csv import CSV
from solvers.reading.tables.documents import JSON
from solvers.reading.tables.jsonl import JSONL

SHARED: tuple[Format, ...] = (CSV, JSONL, JSON, ADDRESSES)
