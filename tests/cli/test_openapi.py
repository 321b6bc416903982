"""The JSON of `serve` keeps to its own description, whatever is asked: schemathesis makes up the questions."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from starlette.applications import Starlette

from cli.pages.app import application
from cli.pages.openapi import openapi
from db.engine import open_database

with warnings.catch_warnings():  # of its own use of libraries, at import
    warnings.simplefilter("ignore")
    import schemathesis

PATHS = sorted(openapi()["paths"])
EXAMPLES = 60


@pytest.fixture
def site(solved: Path) -> Iterator[Starlette]:
    engine = open_database(f"sqlite:///{solved}")
    yield application(engine, ["*"])
    engine.dispose()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.filterwarnings("default")
def test_answers_are_as_described(path: str, site: Starlette) -> None:
    schema = schemathesis.openapi.from_asgi("/openapi.json", site)
    operation = schema[path]["GET"]
    statuses: set[int] = set()

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )  # fmt: skip
    def ask(case: Any) -> None:
        key = (case.path_parameters or {}).get("key")
        if isinstance(key, int) and key % 2:
            case.path_parameters["key"] = 1  # there is one; of numbers that are made up, hardly any
        answer = case.call_and_validate()
        statuses.add(answer.status_code)

    ask()

    assert statuses <= {200, 400, 404}
    assert 200 in statuses


def test_every_json_page_is_described(site: Starlette) -> None:
    routes = {route.path.replace(":int", "") for route in site.routes if route.path.endswith(".json")}  # type: ignore[attr-defined]

    assert routes - {"/openapi.json"} == set(PATHS)


def test_every_page_has_json_beside_it(site: Starlette) -> None:
    routes = {route.path for route in site.routes}  # type: ignore[attr-defined]
    pages = routes - {"/", "/metrics", "/healthz", "/style.css", "/icon.svg", "/openapi.json"}

    assert "/batches.json" in routes
    assert [page for page in pages if "." not in page and f"{page}.json" not in routes] == []
