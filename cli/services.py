"""What commands need of the services: settings from options, the database opened."""

from __future__ import annotations

from sqlalchemy import Engine

from db.engine import open_database
from db.schema import upgrade
from worker.settings import Settings, load


def settings_of(**options: str | int | None) -> Settings:
    """The settings with a command's options on top."""
    return load(options)


def database(settings: Settings, *, durable: bool = False) -> Engine:
    """The database, with tables of this version."""
    engine = open_database(settings.database, durable=durable)
    upgrade(engine)
    return engine
