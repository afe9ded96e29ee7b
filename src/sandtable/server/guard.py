"""The door: who may come in, how much they may carry, and what is said to browsers about the answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from sandtable.server.access import host_name, is_loopback, same_origin
from sandtable.server.errors import Problem
from sandtable.server.visitors import Scope, Visitors

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY: Final = 64 * 1024
IMPORT: Final = 4 * 1024 * 1024
RECORDS: Final = ("/api/records", "/api/games/import")  # that take one
SAFE: Final = ("GET", "HEAD", "OPTIONS")

HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Door:
    """Around everything, HTTP and websockets alike.

    A server on the loopback address answers only to loopback names, so that no foreign site can point a name of its own at
    it; a proxy that was named may use any. Changes and websockets are accepted from our own page or from programs, never from
    another site's page.
    """

    def __init__(self, inside: App, visitors: Visitors) -> None:
        self.inside = inside
        self.visitors = visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self.problem(scope)
        if scope["type"] == "websocket":
            if problem is None:
                await self.inside(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.reason})
            return
        answer = dressed(send, self.visitors.host(scope))
        if problem is None:
            await self.inside(scope, limited(receive, limit_of(scope)), answer)
        else:
            await refuse(problem, answer)

    def problem(self, scope: Scope) -> Problem | None:
        host = self.visitors.host(scope)
        name = host_name(host)
        foreign = self.visitors.loopback and not self.visitors.by_proxy(scope)
        if name is None or (foreign and not is_loopback(name)):
            return Problem(400, "bad_host", "this server does not answer to that name")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not same_origin(header(scope, b"origin"), host):
            return Problem(403, "foreign_origin", "requests from pages of other sites are refused")
        if scope["type"] == "http":
            length = header(scope, b"content-length") or "0"
            if not length.isdecimal() or int(length[:12]) > limit_of(scope):
                return too_large(limit_of(scope))
        return None


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


def limit_of(scope: Scope) -> int:
    return IMPORT if scope["path"] in RECORDS else BODY


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


def dressed(send: Send, host: str) -> Send:
    """With the headers that tell a browser what it must not do."""
    policy = POLICY.format(host=host) if host_name(host) else "default-src 'none'"
    more = [*HEADERS, (b"content-security-policy", policy.encode())]

    async def dressing(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *more]
            if all(name != b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return dressing


async def refuse(problem: Problem, send: Send) -> None:
    body = problem.body()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": head})
    await send({"type": "http.response.body", "body": body})
