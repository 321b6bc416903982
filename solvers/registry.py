"""Finds the families: subpackages of solvers that declare FAMILY, and entry points of other packages."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

import solvers
from solvers.core import Family, UnknownFamilyError

ENTRY_POINTS = "gridmill.families"


@cache
def families() -> dict[str, Family]:
    """Every known family by name, our own first, each group in alphabetical order."""
    own = [module.name for module in iter_modules(solvers.__path__) if module.ispkg]
    found = [getattr(import_module(f"solvers.{name}"), "FAMILY", None) for name in sorted(own)]
    found += [point.load() for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)]
    return {family.name: family for family in found if family is not None}


def family(name: str) -> Family:
    """The family of that name; raises UnknownFamilyError with the names that exist."""
    try:
        return families()[name]
    except KeyError:
        raise UnknownFamilyError(f"expected a family ({', '.join(families())}), got {name!r}") from None
