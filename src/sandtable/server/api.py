"""The calls, as `docs/protocol.md` lists them. Handlers read a request, ask the hall, and send what a `Sight` made."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec
from fastapi import Depends, FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sandtable import __version__
from sandtable.face.aids import Aids
from sandtable.face.board import Board
from sandtable.face.book import Book, Picture
from sandtable.face.briefing import Briefing
from sandtable.face.lesson import Lesson
from sandtable.face.view import Forecast, Given, Overlay
from sandtable.face.walks import Walk, Walks
from sandtable.kernel.names import SHOWN, cut
from sandtable.kernel.play import Refusal
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.rules import Unknown
from sandtable.server import shapes
from sandtable.server.access import Access
from sandtable.server.computer import Computers
from sandtable.server.describe import answers, describe, takes
from sandtable.server.errors import Forbidden, Problem, not_the_owner
from sandtable.server.folder import GAMES
from sandtable.server.hall import SNAPSHOT, Hall, Listener
from sandtable.server.intake import Intake
from sandtable.server.library import Library
from sandtable.server.network import network_of
from sandtable.server.settings import Settings
from sandtable.server.shapes import Bids, Code, NewGame, Ping, Resign, Say, Stand, Teach, Undo
from sandtable.server.sight import Sight
from sandtable.server.store import Store

JSON: Final = "application/json"
TEXT: Final = "text/plain"
PONG: Final = msgspec.json.encode(shapes.Pong())
PAGE: Final = 100  # games of the list
BODY_TIME: Final = 20.0  # seconds for a body to arrive

T = TypeVar("T")
TokenQuery = Annotated[str, Query(max_length=100, description="the token of a seat; a spectator has none")]
PlyQuery = Annotated[int, Query(ge=0, le=10_000_000, description="the ply at which it is asked")]
TextQuery = Annotated[str, Query(max_length=200)]
TextsQuery = Annotated[list[TextQuery], Query(min_length=1, max_length=50)]
PiecesQuery = Annotated[list[TextQuery], Query(min_length=1, max_length=40)]
GivenQuery = Annotated[
    str, Query(max_length=1000, description="choices that are assumed: a JSON object, a switch's id and its value")
]
SeatsQuery = Annotated[str, Query(max_length=400, description="who leads each side: a JSON list of two seats; none: the owner")]
SHAPES: Final = (
    Aids,
    Board,
    Book,
    Picture,
    Briefing,
    Lesson,
    Record,
    NewGame,
    Bids,
    Resign,
    Say,
    Stand,
    Teach,
    Undo,
    shapes.Failure,
    shapes.Stale,
    shapes.Refused,
    shapes.TitleInfo,
    shapes.Settled,
    shapes.PlayerInfo,
    shapes.RuleInfo,
    shapes.Summary,
    shapes.Created,
    shapes.Kept,
    shapes.Snapshot,
    shapes.Entry,
    shapes.Film,
    shapes.Moved,
    shapes.Why,
    shapes.Group,
    shapes.Preview,
    shapes.Advice,
    Walk,
    shapes.Report,
    shapes.Dice,
    shapes.Network,
    Overlay,
)


class Service(NamedTuple):
    """The calls, and the games behind them."""

    app: FastAPI
    hall: Hall


def create_service(settings: Settings, access: Access) -> Service:
    library = Library(settings.packages, settings.editions)
    store = Store(settings.data / GAMES)
    computers = Computers(library, settings.players, settings.workers, settings.patience)
    hall = Hall(library, store, access, computers, Intake(library, settings.players, settings.reading))
    app = FastAPI(
        title="Sandtable",
        version=__version__,
        description="Board wargames with every rule enforced. See `docs/protocol.md`.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.openapi = lambda: describe(app, SHAPES)  # type: ignore[method-assign]
    add_failures(app)
    add_titles(app, hall)
    add_games(app, hall, access, settings)
    add_play(app, hall)
    add_looks(app, hall, access)
    add_live(app, hall)
    return Service(app, hall)


# Helpers


def send(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)


async def body_of(request: Request) -> bytes:
    try:
        async with asyncio.timeout(BODY_TIME):
            return await request.body()
    except TimeoutError:
        raise Problem(400, "slow", f"the body did not arrive within {BODY_TIME:.0f} s") from None


async def read(request: Request, shape: type[T]) -> T:
    return decode(await body_of(request), shape)


def decode(body: bytes | str, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Problem(400, "malformed", cut(str(error), SHOWN + 30) or "nested too deep") from None


def read_given(text: str) -> Given:
    return decode(text, dict[str, str])


def is_owner(request: Request, access: Access) -> bool:
    return access.is_owner(request.cookies.get(access.cookie_name))


def add_failures(app: FastAPI) -> None:
    """Whatever is wrong with a request has a status, a code and a reason in one line."""

    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> Response:
        return Response(error.body(), error.status, media_type=JSON)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        found = error.errors()[0]
        where = ".".join([str(part) for part in found["loc"]])
        return Response(Problem(400, "malformed", f"{where}: {found['msg']}").body(), 400, media_type=JSON)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        code: Code = "not_found" if error.status_code == 404 else "not_allowed" if error.status_code == 405 else "refused"
        return Response(Problem(error.status_code, code, str(error.detail)).body(), error.status_code, error.headers, JSON)

    @app.exception_handler(Unknown)
    async def unknown(_: Request, error: Unknown) -> Response:
        return Response(Forbidden(Refusal("", str(error)), "unknown").body(), 422, media_type=JSON)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return Response(Problem(500, "broken", f"a fault of the program: {type(error).__name__}").body(), 500, media_type=JSON)


def title_or_404(library: Library, slug: str) -> None:
    try:
        library.title(slug)
    except Unknown as error:
        raise Problem(404, "no_title", str(error)) from None


def add_titles(app: FastAPI, hall: Hall) -> None:
    library = hall.library

    @app.get("/api/titles", responses=answers(list[shapes.TitleInfo]), response_class=Response)
    async def titles() -> Response:
        """The games, their scenarios, and what can be agreed before play."""
        return Response(await asyncio.to_thread(library.infos), media_type=JSON)

    @app.get("/api/players", responses=answers(list[shapes.PlayerInfo]), response_class=Response)
    async def players() -> Response:
        """The computer's levels."""
        return send(await asyncio.to_thread(hall.computers.players))

    @app.get("/api/titles/{slug}/board", responses=answers(Board, 404), response_class=Response)
    async def board(slug: str) -> Response:
        """What is drawn once."""
        title_or_404(library, slug)
        return Response(await asyncio.to_thread(library.board, slug), media_type=JSON)

    @app.post(
        "/api/titles/{slug}/bids", responses=answers(shapes.Settled, 404, 422), openapi_extra=takes(Bids), response_class=Response
    )
    async def bids(slug: str, request: Request) -> Response:
        """Who commands which side, by two secret bids, where the title has such a setting."""
        title_or_404(library, slug)
        return send(library.settle(slug, await read(request, Bids)))

    @app.get("/api/titles/{slug}/rules", responses=answers(list[shapes.RuleInfo], 404), response_class=Response)
    async def rules(slug: str) -> Response:
        """The rule book, row by row."""
        title_or_404(library, slug)
        return Response(await asyncio.to_thread(library.rulebook, slug), media_type=JSON)

    @app.get("/api/titles/{slug}/book", responses=answers(Book, 404), response_class=Response)
    async def book(slug: str) -> Response:
        """The rule book for reading."""
        title_or_404(library, slug)
        return Response(await asyncio.to_thread(library.book, slug), media_type=JSON)

    @app.get("/api/titles/{slug}/book/{diagram}", responses=answers(Picture, 404, 422), response_class=Response)
    async def diagram(slug: str, diagram: str) -> Response:
        """What a diagram of the rule book shows."""
        title_or_404(library, slug)
        return Response(await asyncio.to_thread(library.picture, slug, diagram), media_type=JSON)

    @app.get("/api/titles/{slug}/briefings/{scenario}", responses=answers(Briefing, 404, 422), response_class=Response)
    async def briefing(slug: str, scenario: str) -> Response:
        """What is told before a scenario: the situation on the map, what both sides want, where to look first."""
        title_or_404(library, slug)
        return Response(await asyncio.to_thread(library.briefing, slug, scenario), media_type=JSON)

    @app.get("/api/titles/{slug}/lesson", responses=answers(Lesson, 404, 422), response_class=Response)
    async def lesson(slug: str) -> Response:
        """The cards of the guided first game."""
        title_or_404(library, slug)
        return send((await asyncio.to_thread(library.lesson, slug)).lesson)


def add_games(app: FastAPI, hall: Hall, access: Access, settings: Settings) -> None:
    def owner(request: Request) -> None:
        if not is_owner(request, access):
            raise not_the_owner()

    owned = [Depends(owner)]

    @app.get("/api/network", responses=answers(shapes.Network, 403), dependencies=owned, response_class=Response)
    async def network(request: Request) -> Response:
        """Where friends find this server. For its owner."""
        return send(await asyncio.to_thread(network_of, request.scope["server"][1], settings.loopback, settings.started))

    @app.get("/api/games", responses=answers(list[shapes.Summary], 403, 503), dependencies=owned, response_class=Response)
    async def games(
        since: Annotated[int, Query(alias="from", ge=0, le=10_000_000, description="so many are left out")] = 0,
        limit: Annotated[int, Query(ge=1, le=PAGE, description="so many at most")] = PAGE,
    ) -> Response:
        """A page of the games of this server, last changed first. For its owner."""
        return send(await hall.summaries(since, limit))

    @app.post(
        "/api/games",
        responses=answers(shapes.Created, 403, 422, 503),
        openapi_extra=takes(NewGame),
        dependencies=owned,
        response_class=Response,
    )
    async def create(request: Request) -> Response:
        """Set up a game. For the server's owner."""
        return send(await hall.create(await read(request, NewGame)))

    @app.post(
        "/api/lessons",
        responses=answers(shapes.Created, 403, 422, 503),
        openapi_extra=takes(Teach),
        dependencies=owned,
        response_class=Response,
    )
    async def teach(request: Request) -> Response:
        """Begin the guided first game of a title. For the server's owner."""
        return send(await hall.teach((await read(request, Teach)).title))

    @app.post(
        "/api/games/import",
        responses=answers(shapes.Created, 403, 422, 503),
        openapi_extra=takes(Record, (JSON, TEXT)),
        dependencies=owned,
        response_class=Response,
    )
    async def take_in(request: Request, seats: SeatsQuery = "") -> Response:
        """Go on with a record. Every ply of it is checked by the rules. For the server's owner."""
        held = decode(seats, tuple[shapes.Seat, shapes.Seat]) if seats else None
        try:
            return send(await hall.take_in(await body_of(request), held))
        except BadRecord as error:
            raise Forbidden(Refusal("", str(error)), "bad_record") from None

    @app.post(
        "/api/records",
        responses=answers(shapes.Kept, 403, 422, 503),
        openapi_extra=takes(Record, (JSON, TEXT)),
        dependencies=owned,
        response_class=Response,
    )
    async def look_into(request: Request) -> Response:
        """What a record holds, so that it can be chosen who goes on with it. For the server's owner."""
        try:
            return send(await hall.look_into(await body_of(request)))
        except BadRecord as error:
            raise Forbidden(Refusal("", str(error)), "bad_record") from None

    @app.delete(
        "/api/games/{id}",
        responses=answers(None, 403, 404, 503, status=204),
        status_code=204,
        dependencies=owned,
        response_class=Response,
    )
    async def delete(id: str) -> Response:
        """Delete a game for good. For the server's owner."""
        await hall.delete(id)
        return Response(status_code=204)


def add_play(app: FastAPI, hall: Hall) -> None:
    failures = (403, 404, 409, 410, 422, 503)

    @app.post("/api/games/{id}/say", responses=answers(shapes.Moved, *failures), openapi_extra=takes(Say), response_class=Response)
    async def say(id: str, request: Request) -> Response:
        """Decide, once or several times in a row. The same key at the same ply has one effect and one answer."""
        said = await read(request, Say)
        return Response(await hall.say(id, said.token, said.ply, said.key, said.text), media_type=JSON)

    @app.post(
        "/api/games/{id}/undo", responses=answers(shapes.Moved, *failures), openapi_extra=takes(Undo), response_class=Response
    )
    async def undo(id: str, request: Request) -> Response:
        """Take back, as far as no die has fallen, nothing has come to light and the other side has not decided."""
        asked = await read(request, Undo)
        return Response(await hall.undo(id, asked.token, asked.ply, asked.key, asked.to), media_type=JSON)

    @app.post(
        "/api/games/{id}/standing",
        responses=answers(shapes.Snapshot, 403, 404, 410, 422, 503),
        openapi_extra=takes(Stand),
        response_class=Response,
    )
    async def stand(id: str, request: Request) -> Response:
        """What one's seat answers in advance, in place of what it answered before. The other side is not told."""
        asked = await read(request, Stand)
        return Response(await hall.stand(id, asked.token, asked.wishes), media_type=JSON)

    @app.post(
        "/api/games/{id}/resign",
        responses=answers(shapes.Snapshot, 403, 404, 410, 422, 503),
        openapi_extra=takes(Resign),
        response_class=Response,
    )
    async def resign(id: str, request: Request) -> Response:
        """Let the computer give up, as it has offered (`offered` in the snapshot), or play on."""
        asked = await read(request, Resign)
        return Response(await hall.resign(id, asked.token, asked.accept), media_type=JSON)


def add_looks(app: FastAPI, hall: Hall, access: Access) -> None:
    """What can be seen of a game. All of it is made by a `Sight`, for the viewer whose token was shown."""

    async def show(id: str, token: str, make: Callable[[Sight], object]) -> Response:
        return send(await asyncio.to_thread(make, await hall.look(id, token)))

    @app.get("/api/games/{id}", responses=answers(shapes.Snapshot, 403, 404, 410, 503), response_class=Response)
    async def snapshot(id: str, token: TokenQuery = "") -> Response:
        """The game as the viewer sees it now."""
        return Response(await hall.made(id, token, SNAPSHOT, lambda sight: sight.snapshot()), media_type=JSON)

    @app.get("/api/games/{id}/board", responses=answers(Board, 403, 404, 410, 503), response_class=Response)
    async def board(id: str, token: TokenQuery = "") -> Response:
        """What is drawn once, with the values that this game is played with."""
        looked = await hall.look(id, token)
        return Response(await asyncio.to_thread(hall.library.board, looked.title, looked.edition), media_type=JSON)

    @app.get("/api/games/{id}/at/{ply}", responses=answers(shapes.Snapshot, 403, 404, 410, 503), response_class=Response)
    async def at(id: str, ply: int, token: TokenQuery = "") -> Response:
        """An earlier moment, without prompt."""
        return Response(await asyncio.to_thread((await hall.look(id, token)).snapshot_at, ply), media_type=JSON)

    @app.get("/api/games/{id}/log", responses=answers(list[shapes.Entry], 403, 404, 410, 503), response_class=Response)
    async def log(id: str, token: TokenQuery = "", since: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0) -> Response:
        """What has happened, in sentences."""
        return await show(id, token, lambda sight: sight.log(since))

    @app.get("/api/games/{id}/film", responses=answers(shapes.Film, 403, 404, 410, 503), response_class=Response)
    async def film(
        id: str,
        token: TokenQuery = "",
        since: Annotated[int, Query(alias="from", ge=0, le=10_000_000, description="the ply after which it begins")] = 0,
        to: Annotated[int, Query(ge=0, le=10_000_000, description="the last ply")] = 10_000_000,
    ) -> Response:
        """What has happened after a ply as it could be seen: in sentences, and which piece went which way."""
        return await show(id, token, lambda sight: sight.film(since, to))

    @app.get("/api/games/{id}/why", responses=answers(shapes.Why, 403, 404, 409, 410, 503), response_class=Response)
    async def why(id: str, ply: PlyQuery, text: TextsQuery, token: TokenQuery = "") -> Response:
        """Why something is not an option: the rule that forbids it. Of several texts the last, after the others."""
        return await show(id, token, lambda sight: sight.why(ply, text))

    @app.get("/api/games/{id}/forecast", responses=answers(shapes.Preview, 400, 403, 404, 409, 410, 503), response_class=Response)
    async def forecast(id: str, ply: PlyQuery, text: TextsQuery, token: TokenQuery = "", given: GivenQuery = "{}") -> Response:
        """The odds of an option, what one may regret about it, whether a die falls. Of several texts the last, after the others."""
        assumed = read_given(given)
        return await show(id, token, lambda sight: sight.preview(ply, text, assumed))

    @app.get("/api/games/{id}/outlook", responses=answers(list[Forecast], 400, 403, 404, 410, 503), response_class=Response)
    async def outlook(id: str, ply: PlyQuery, token: TokenQuery = "", given: GivenQuery = "{}") -> Response:
        """The odds of the attacks that are being put together or fought now."""
        assumed = read_given(given)
        return await show(id, token, lambda sight: sight.outlook(ply, assumed))

    @app.get("/api/games/{id}/advice", responses=answers(shapes.Advice, 403, 404, 409, 410, 422, 503), response_class=Response)
    async def advice(id: str, ply: PlyQuery, token: TokenQuery = "") -> Response:
        """What now? What the computer would do in this seat, what it expects, and what else could be done."""
        return Response(await hall.advice(id, token, ply), media_type=JSON)

    @app.get("/api/games/{id}/walks", responses=answers(Walks, 403, 404, 409, 410, 503), response_class=Response)
    async def walks(id: str, ply: PlyQuery, token: TokenQuery = "") -> Response:
        """For each piece and each space that it can reach without a die: what to say, in order."""
        return Response(
            await hall.made(id, token, f"walks {ply}", lambda sight: msgspec.json.encode(sight.walks(ply))), media_type=JSON
        )

    @app.get("/api/games/{id}/group", responses=answers(shapes.Group, 403, 404, 409, 410, 503), response_class=Response)
    async def group(id: str, ply: PlyQuery, piece: PiecesQuery, token: TokenQuery = "") -> Response:
        """Pieces that are chosen together: what to say for them to set out, what is open to them then, and where they can go."""
        return await show(id, token, lambda sight: sight.group(ply, tuple(piece)))

    @app.get("/api/games/{id}/overlay/{layer}", responses=answers(Overlay, 403, 404, 409, 410, 503), response_class=Response)
    async def overlay(id: str, layer: str, ply: PlyQuery, piece: TextQuery = "", token: TokenQuery = "") -> Response:
        """Something laid over the map, for a piece or for all of it: how far command reaches, where supply comes from."""
        return await show(id, token, lambda sight: sight.overlay(ply, layer, piece))

    @app.get("/api/games/{id}/report", responses=answers(shapes.Report, 403, 404, 410, 503), response_class=Response)
    async def report(id: str, token: TokenQuery = "") -> Response:
        """The score over time, the losses, and the luck of the dice."""
        return Response(await hall.made(id, token, "report", lambda sight: msgspec.json.encode(sight.report())), media_type=JSON)

    @app.get("/api/games/{id}/aids", responses=answers(Aids, 403, 404, 410, 503), response_class=Response)
    async def aids(id: str, token: TokenQuery = "") -> Response:
        """Tables, terrain, turns with what they bring, and every counter."""
        return Response(await hall.made(id, token, "aids", lambda sight: msgspec.json.encode(sight.aids())), media_type=JSON)

    @app.get("/api/games/{id}/dice", responses=answers(shapes.Dice, 403, 404, 410, 503), response_class=Response)
    async def dice(id: str, token: TokenQuery = "") -> Response:
        """All that chance has answered in a finished game, to be reckoned again from the seed."""
        return await show(id, token, lambda sight: sight.dice())

    @app.get("/api/games/{id}/record", responses=answers(Record, 403, 404, 410, 503, media=(JSON, TEXT)), response_class=Response)
    async def record(id: str, request: Request, token: TokenQuery = "", form: Literal["json", "text"] = "json") -> Response:
        """The whole game, to keep, to send, to import. For those who hold a seat, and the server's owner."""
        looked = await hall.look_as_owner(id) if is_owner(request, access) else await hall.look(id, token)
        if not token and not is_owner(request, access):
            raise Problem(403, "not_your_seat", "the record is for those who hold a seat of the game")
        suffix = "txt" if form == "text" else "json"
        headers = {"content-disposition": f'attachment; filename="sandtable-{id}.{suffix}"'}
        body = await asyncio.to_thread(looked.record, form)
        return Response(body, headers=headers, media_type=TEXT if form == "text" else JSON)


def add_live(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/games/{id}/live")
    async def live(socket: WebSocket, id: str, token: str = "") -> None:
        await socket.accept()
        try:
            listener = await hall.listen(id, token)
        except Problem as problem:
            await socket.close(4000 + problem.status, problem.reason[:100])
            return
        sender = asyncio.create_task(forward(socket, listener))
        try:
            await hear(socket, listener)
        finally:
            hall.leave(id, listener)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def forward(socket: WebSocket, listener: Listener) -> None:
    while (message := await listener.next()) is not None:
        await socket.send_text(message.decode())
    await socket.close(4404, "the game is gone")


async def hear(socket: WebSocket, listener: Listener) -> None:
    """A client has nothing to say but that it is there, and is told that we are too; anything else ends the talk."""
    while True:
        try:
            message = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        try:
            msgspec.json.decode(message.get("text") or message.get("bytes") or b"", type=Ping)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            with contextlib.suppress(RuntimeError):
                await socket.close(1003, 'nothing but {"kind": "ping"} is understood')
            return
        listener.put(PONG, snapshot=False)
