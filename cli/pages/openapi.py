"""The description of the JSON answers, for programs that read descriptions."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from cli.choosing import SORTS, VERDICTS
from cli.pages.asked import MAX_KEY, MOST, MOST_TEXT
from db.opinions import Opinion
from db.results import Result

TEXT = {"type": "string", "maxLength": MOST_TEXT, "pattern": "^[^\\u0000]*$"}
RANGE = {"type": "string", "pattern": r"^(\d{1,9}(-(\d{1,9})?)?|-\d{1,9})$"}
INTEGER = {"type": "integer"}
KINDS: dict[str, Any] = {
    "batch": INTEGER, "board": INTEGER, "line": INTEGER, "givens": INTEGER, "solution_limit": INTEGER,
    "count": {"type": ["integer", "null"]}, "nodes": {"type": ["integer", "null"]},
    "solve_ns": {"type": ["integer", "null"]}, "same_as": {"type": ["integer", "null"]},
    "count_is_exact": {"type": ["boolean", "null"]}, "time_limit_s": {"type": "number"},
    "verdict": {"enum": list(VERDICTS)},
}  # fmt: skip


def openapi() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gridmill", "version": version("gridmill"), "description": "Batches and boards, read-only."},
        "paths": {
            "/batches.json": _path("The newest batches", {"type": "array", "items": _ref("Progress")}),
            "/batches/{key}.json": _path("A batch in numbers", _ref("Summary"), [_key()], found=False),
            "/batches/{key}/boards.json": _path("Boards of a batch", _ref("Page"), [_key(), *_filters()], found=False),
            "/boards/{key}.json": _path("A board with all its answers", _ref("Shown"), [_key()], found=False),
        },
        "components": {"schemas": _schemas()},
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _path(summary: str, schema: Any, parameters: Any = (), *, found: bool = True) -> dict[str, Any]:
    responses = {"200": _content(summary, schema)}
    if not found:
        responses["404"] = _content("There is none of that number", _ref("Error"))
    if len(parameters) > 1:
        responses["400"] = _content("The query is not understood", _ref("Error"))
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}


def _content(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _key() -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 1, "maximum": MAX_KEY}
    return {"name": "key", "in": "path", "required": True, "schema": schema}


def _filters() -> list[dict[str, Any]]:
    kinds: dict[str, Any] = dict.fromkeys(("family", "variant", "source", "label", "engine"), TEXT)
    kinds |= {"verdict": {"enum": list(VERDICTS)}, "sort": {"enum": list(SORTS)}, "givens": RANGE, "nodes": RANGE}
    kinds |= {
        "time": {"type": "string", "pattern": r"^\d{1,6}(ns|us|ms|s)(-(\d{1,6}(ns|us|ms|s))?)?$"},
        "after": {"type": "integer", "minimum": 0, "maximum": MAX_KEY},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST},
    }
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in kinds.items()]


def _schemas() -> dict[str, Any]:
    text, nullable = {"type": "string"}, {"type": ["string", "null"]}
    known = ("batch_name", "source", "format", "family", "variant", "text")
    board = {name: KINDS.get(name, text if name in known else nullable) for name in Result._fields}
    numbers = ("batch", "boards", "answered", "pending", "known", "rejects")
    progress: dict[str, Any] = dict.fromkeys(numbers, INTEGER)
    progress |= {"name": text, "created": text, "complete": {"type": "boolean"}}
    counts = {"type": "object", "additionalProperties": {"type": "number"}}
    totals: dict[str, Any] = dict.fromkeys(
        (*numbers, "solution_limit", "sampled_boards", "duplicates", "equivalent_groups", "workers"), INTEGER
    )
    totals |= dict.fromkeys(("verdicts", "solve_ns", "nodes", "queue_wait_s", "lanes"), counts)
    totals |= {"name": text, "created": text, "version": text, "seconds": {"type": "number"}}
    totals |= {"engines": {"type": "array", "items": text}}
    answer = {name: KINDS.get(name, text if name in ("kind", "engine") else nullable) for name in Opinion._fields}
    shown = board | {"answers": {"type": "array", "items": _ref("Answer")}, "links": {"type": "array", "items": text}}
    page = {"boards": {"type": "array", "items": _ref("Board")}, "next": nullable}
    objects = {
        "Board": board,
        "Answer": answer,
        "Shown": shown,
        "Progress": progress,
        "Summary": totals,
        "Page": page,
        "Error": {"error": text},
    }
    return {
        name: {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
        for name, properties in objects.items()
    }
