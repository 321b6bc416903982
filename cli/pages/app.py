"""The application behind ``gridmill serve``: the database read-only, as pages and as JSON.

/                            batches              /batches.json
/batches/3                   one batch            /batches/3.json
/batches/3/boards?verdict=   its boards           /batches/3/boards.json
/boards/17                   one board            /boards/17.json, /boards/17.svg
/openapi.json, /metrics, /healthz
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Engine
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cli.choosing import SORTS, VERDICTS
from cli.links import links
from cli.pages.asked import MAX_KEY, Asked, BadRequestError
from cli.pages.openapi import openapi
from cli.pages.rendering import render, style
from cli.pages.report import gather, summary
from cli.saying import say
from cli.showing import board_of, picture_of, verdict_line
from db import queries
from db.batches import known_batch
from db.engine import reading
from db.errors import NotFoundError
from db.opinions import opinions
from db.results import Result, board, results
from worker.metrics import exposition

SHOWN_BATCHES = 200
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#1a5fb4" d="M0 0h9v9H0z"/>'
    '<path stroke="#fff" d="M3 0v9M6 0v9M0 3h9M0 6h9" stroke-width=".6"/></svg>'
)
HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
                               " base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}  # fmt: skip

Scope = dict[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


class Site:
    """The pages over one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def batches(self, request: Request) -> Response:
        with reading(self._engine) as connection:
            found = queries.batches(connection, SHOWN_BATCHES)
        if _wants_json(request):
            return JSONResponse([_progress(done) for done in found])
        return HTMLResponse(render("batches.html", batches=found))

    def batch(self, request: Request) -> Response:
        with reading(self._engine) as connection:
            report = gather(connection, _key(request), brief=True)
        if _wants_json(request):
            return JSONResponse(summary(report))
        return HTMLResponse(render("batch.html", report=report, link=lambda key: f"/boards/{key}"))

    def boards(self, request: Request) -> Response:
        asked = Asked.of(request.query_params)
        with reading(self._engine) as connection:
            batch = known_batch(connection, _key(request))
            found = list(results(connection, asked.filter(batch)))
        more = asked.after_these(found)
        query = f"?{urlencode(asked.given())}" if asked.given() else ""
        if _wants_json(request):
            following = f"/batches/{batch}/boards.json?{urlencode(more)}" if more else None
            return JSONResponse({"boards": [_board(result) for result in found], "next": following})
        return HTMLResponse(
            render(
                "boards.html", batch=batch, found=found, asked=asked, verdicts=VERDICTS, sorts=SORTS,
                more=f"/batches/{batch}/boards?{urlencode(more)}" if more else "",
                json=f"/batches/{batch}/boards.json{query}",
            )
        )  # fmt: skip

    def board(self, request: Request) -> Response:
        with reading(self._engine) as connection:
            result = board(connection, _key(request))
            answers = opinions(connection, result.board)
        if _wants_json(request):
            every = [answer._asdict() for answer in answers]
            return JSONResponse(_board(result) | {"answers": every, "links": links(board_of(result))})
        if request.url.path.endswith(".svg"):
            return Response(picture_of(result).svg(), media_type="image/svg+xml", headers=SVG_HEADERS)
        rows = [(name, value) for name, value in result._asdict().items() if value not in (None, "")]
        said, elsewhere = verdict_line(result), links(board_of(result))
        return HTMLResponse(render("board.html", result=result, answers=answers, rows=rows, said=said, links=elsewhere))

    def metrics(self, _request: Request) -> Response:
        text, kind = exposition(self._engine)
        return Response(text, headers={"content-type": kind})

    def healthz(self, _request: Request) -> Response:
        with reading(self._engine) as connection:
            connection.exec_driver_sql("SELECT 1")
        return PlainTextResponse("ok\n")


# A picture of its own brings its style along; it still can run and load nothing.
SVG_HEADERS = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


def application(engine: Engine, hosts: list[str], *, logged: bool = False) -> Starlette:
    """The application; it answers only to ``hosts``, so that no web page elsewhere can borrow a name for it.

    ``logged``: each request is said, with its status and how long it took.
    """
    site = Site(engine)
    pages = [
        ("/", site.batches), ("/batches.json", site.batches), ("/batches/{key:int}", site.batch),
        ("/batches/{key:int}.json", site.batch), ("/batches/{key:int}/boards", site.boards),
        ("/batches/{key:int}/boards.json", site.boards), ("/boards/{key:int}", site.board),
        ("/boards/{key:int}.json", site.board), ("/boards/{key:int}.svg", site.board), ("/metrics", site.metrics),
        ("/healthz", site.healthz), ("/style.css", _style), ("/icon.svg", _icon), ("/openapi.json", _openapi),
    ]  # fmt: skip
    guards = [Middleware(SafeHeaders), Middleware(TrustedHostMiddleware, allowed_hosts=hosts)]
    return Starlette(
        routes=[Route(path, endpoint, methods=["GET"]) for path, endpoint in pages],
        middleware=[*([Middleware(Said)] if logged else []), *guards],
        exception_handlers={
            NotFoundError: _not_found,
            BadRequestError: _bad_request,
            HTTPException: _refused,
            Exception: _broken,
        },
    )


class Said:
    """Says every request in one line: who asked for what, and what came of it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = perf_counter(), 500

        async def send_seen(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_seen)
        finally:
            _say_request(scope, status, perf_counter() - start)


def _say_request(scope: Scope, status: int, seconds: float) -> None:
    query = scope["query_string"].decode("latin-1")
    target = scope["path"] + (f"?{query}" if query else "")
    client = (scope.get("client") or ("",))[0]
    say(
        f"{scope['method']} {target} {status}", event="request", method=scope["method"], path=scope["path"],
        query=query, status=status, seconds=round(seconds, 4), client=client,
    )  # fmt: skip


class SafeHeaders:
    """Puts the headers that keep a browser from doing anything with a page but showing it on every answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name.decode() for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode()) for name, value in HEADERS.items() if name not in given
                ]
            await send(message)

        await self._app(scope, receive, send_safely)


def _key(request: Request) -> int:
    key: int = request.path_params["key"]
    if not 0 < key <= MAX_KEY:
        raise NotFoundError(f"expected a number that a batch or board has, got {key}")
    return key


def _wants_json(request: Request) -> bool:
    return request.url.path.endswith(".json")


def _progress(done: queries.Progress) -> dict[str, Any]:
    return {
        "batch": done.batch_id, "name": done.name, "created": done.created_at.isoformat(), "complete": done.complete,
        "boards": done.boards, "answered": done.answered, "pending": done.pending, "known": done.known,
        "rejects": done.rejects,
    }  # fmt: skip


def _board(result: Result) -> dict[str, Any]:
    return result._asdict() | {"verdict": result.verdict or "pending"}


def _style(_request: Request) -> Response:
    return Response(style(), media_type="text/css")


def _icon(_request: Request) -> Response:
    return Response(ICON, media_type="image/svg+xml")


def _openapi(_request: Request) -> Response:
    return JSONResponse(openapi())


def _not_found(request: Request, error: Exception) -> Response:
    return _error(request, 404, str(error))


def _bad_request(request: Request, error: Exception) -> Response:
    return _error(request, 400, str(error))


def _broken(request: Request, _why: Exception) -> Response:
    return _error(request, 500, "something broke here; the log of `gridmill serve` says what")


def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return _error(request, status, str(getattr(error, "detail", error)), headers)


def _error(request: Request, status: int, message: str, headers: Any = None) -> Response:
    if _wants_json(request):
        return JSONResponse({"error": message}, status, headers)
    return HTMLResponse(render("error.html", status=status, message=message), status, headers)
