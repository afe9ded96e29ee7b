"""The door: who may come in, how much they may carry, and what is said to browsers about the answers."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.access import host_name, is_loopback, same_origin
from sandtable.server.errors import Problem

BODY: Final = 64 * 1024
IMPORT: Final = 4 * 1024 * 1024
SAFE: Final = ("GET", "HEAD", "OPTIONS")

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """Around the whole application, HTTP and websockets alike.

    A server on the loopback address answers only to loopback names, so that no foreign site can point a name of its own at
    it. Changes and websockets are accepted from our own page or from programs, never from another site's page.
    """

    def __init__(self, app: ASGIApp, loopback: bool) -> None:
        self.app = app
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self.problem(scope, headers)
        if scope["type"] == "websocket":
            if problem is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.reason})
            return
        answer = dressed(send, headers)
        if problem is None:
            await self.app(scope, limited(receive, limit_of(scope)), answer)
        else:
            await refuse(problem, answer)

    def problem(self, scope: Scope, headers: Headers) -> Problem | None:
        host = headers.get("host", "")
        name = host_name(host)
        if name is None or (self.loopback and not is_loopback(name)):
            return Problem(400, "bad_host", "this server does not answer to that name")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not same_origin(headers.get("origin"), host):
            return Problem(403, "foreign_origin", "requests from pages of other sites are refused")
        if scope["type"] == "http":
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length[:12]) > limit_of(scope):
                return too_large(limit_of(scope))
        return None


def limit_of(scope: Scope) -> int:
    return IMPORT if scope["path"] == "/api/games/import" else BODY


def too_large(limit: int) -> Problem:
    return Problem(413, "too_large", f"the body may have {limit} bytes at most")


def limited(receive: Receive, limit: int) -> Receive:
    """A body that says nothing of its length is counted as it comes."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise too_large(limit)
        return message

    return counted


def dressed(send: Send, request: Headers) -> Send:
    """With the headers that tell a browser what it must not do."""
    host = request.get("host", "")
    policy = POLICY.format(host=host) if host_name(host) else "default-src 'none'"

    async def dressing(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers["content-security-policy"] = policy
            if "cache-control" not in headers:
                headers["cache-control"] = "no-store"
        await send(message)

    return dressing


async def refuse(problem: Problem, send: Send) -> None:
    body = problem.body()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": head})
    await send({"type": "http.response.body", "body": body})
