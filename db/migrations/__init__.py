"""Alembic's environment and versions; run by db.schema, never by hand."""
