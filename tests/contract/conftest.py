"""The contract that every registered family keeps; a family brings its examples and formats and nothing else."""

from __future__ import annotations

import pytest

from solvers.core import Example, Family
from solvers.reading.format import Format
from solvers.registry import families

FAMILIES = tuple(families().values())
EXAMPLES = tuple((family, example) for family in FAMILIES for example in family.examples)
FORMATS = tuple((family, fmt) for family in FAMILIES for fmt in family.formats)


def _name(value: object) -> str:
    match value:
        case Family():
            return value.name
        case Format():
            return value.name
        case Example():
            return f"{value.verdict}-{value.text[:24]}"
        case _:
            return str(value)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for every family, every example or every fmt (with its family), by what it asks for."""
    for what, pairs in (("example", EXAMPLES), ("fmt", FORMATS)):
        if what not in metafunc.fixturenames:
            continue
        ids = [f"{family.name}-{_name(each)}" for family, each in pairs]
        if "family" in metafunc.fixturenames:
            metafunc.parametrize(("family", what), pairs, ids=ids)
        else:
            metafunc.parametrize(what, [each for _, each in pairs], ids=ids)
        return
    if "family" in metafunc.fixturenames:
        metafunc.parametrize("family", FAMILIES, ids=_name)
