"""What can be wrong with a question to the database."""

from __future__ import annotations

from solvers.core import GridmillError


class NotFoundError(GridmillError):
    """No batch or board of that name or number."""


class BusyError(GridmillError):
    """Something that another process is doing."""


class FilterError(GridmillError):
    """A condition that the database does not understand, or that does more than ask."""
