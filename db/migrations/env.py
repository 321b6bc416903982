"""Alembic's entry: migrates over the connection that db.schema hands in."""

from __future__ import annotations

from alembic import context

from db.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
context.run_migrations()
