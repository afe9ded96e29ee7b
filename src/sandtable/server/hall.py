"""All games of a server: opened when somebody comes, changed one action at a time, told to everybody who listens.

An action is applied, written to the disk, answered, and told to the listeners, in that order. If it cannot be written the
table in memory is dropped, so that the log stays the truth.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Optional, TypeVar, Union

import msgspec

from sandtable.kernel.dice import ProvableDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import Refusal, decider, options, write
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import ALLIED
from sandtable.kernel.standing import NEVER, Standing
from sandtable.server.access import GAME_ID, SPECTATOR, Access, new_game_id
from sandtable.server.computer import Computers
from sandtable.server.errors import Forbidden, Problem, StalePly, no_such_game, not_your_seat
from sandtable.server.intake import Intake
from sandtable.server.library import Library
from sandtable.server.shapes import Created, Kept, Key, NewGame, Seat, Summary, Thinking, Wish
from sandtable.server.sight import Sight, sight, with_kind
from sandtable.server.store import SAY, UNDO, Action, Line, Offer, Sheet, Store, StoreError, Taken, Wishes, actions_of, now
from sandtable.server.table import Table, lay
from sandtable.texts.lesson import Script
from sandtable.titles import AnyTitle

T = TypeVar("T")

OPEN_TABLES: Final = 64
WAITING: Final = 32  # messages for a listener that reads slowly; then all but the latest snapshot are dropped
LISTENERS: Final = 100  # a game
PACE: Final = 0.2  # seconds a decision where computers play each other and somebody watches
LONGEST_PAUSE: Final = 60.0  # seconds between attempts to go on where the program itself is at fault
PERSON: Final = Seat("person")
COMPUTER: Final = Seat("computer")
SNAPSHOT: Final = "snapshot"

logger: Final = logging.getLogger("sandtable.server")


def new_seed() -> bytes:
    """What the dice of a game are drawn from, kept secret until it ends."""
    return secrets.token_bytes(32)


class Listener:
    """What waits to be sent to one socket."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.waiting: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.closed = False

    def put(self, message: bytes, snapshot: bool) -> None:
        """A reader that is too slow for everything gets the latest position."""
        if len(self.waiting) >= WAITING:
            if not snapshot:
                return
            self.waiting.clear()
        self.waiting.append(message)
        self.ready.set()

    def close(self) -> None:
        self.closed = True
        self.ready.set()

    async def next(self) -> Optional[bytes]:
        """The next message; None when the game is gone."""
        while not self.waiting:
            if self.closed:
                return None
            self.ready.clear()
            await self.ready.wait()
        return self.waiting.popleft()


class Hall:
    def __init__(self, library: Library, store: Store, access: Access, computers: Computers, intake: Intake) -> None:
        self.library = library
        self.access = access
        self.computers = computers
        self.intake = intake
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.listeners: dict[str, set[Listener]] = {}
        self.playing: dict[str, asyncio.Task[None]] = {}  # the computer's turns
        self._store = store
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._disk = ThreadPoolExecutor(1, "store")

    async def close(self) -> None:
        for task in list(self.playing.values()):
            task.cancel()
        await asyncio.gather(*self.playing.values(), return_exceptions=True)
        await self.computers.close()
        await self.intake.close()
        self._disk.shutdown()
        self._store.close()

    async def store(self, call: Callable[..., T], *args: object) -> T:
        """A transaction, in the one thread that does them; the others do not wait for the disk."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._disk, call, *args)
        except StoreError as error:
            logger.error("the store failed: %s", error)
            raise Problem(503, "store", f"the game could not be stored: {error}; nothing has changed") from None

    # Finding games

    async def open(self, id: str) -> Table:
        table = self.tables.get(id)
        if table is None:
            if not GAME_ID.fullmatch(id):
                raise no_such_game()
            try:
                async with self._opening.setdefault(id, asyncio.Lock()):
                    table = self.tables.get(id) or await self.fetch(id)
            finally:
                self._opening.pop(id, None)
        self.tables.move_to_end(id)
        return table

    async def fetch(self, id: str) -> Table:
        stored = await self.store(self._store.load, id)
        if stored is None:
            raise no_such_game()
        try:
            table, carried, actions = await asyncio.to_thread(lay, *stored, self.library)
        except (BadRecord, Unknown) as error:
            raise Problem(410, "unplayable", f"this version cannot play the game: {error}") from None
        if carried:
            await self.store(self._store.carry, table.sheet, actions)
        self.keep(table)
        self.let_computer_play(table)
        return table

    def keep(self, table: Table) -> None:
        """In memory, in place of the one that nobody has come to for longest."""
        idle = [id for id, t in self.tables.items() if not (t.lock.locked() or id in self.playing or self.listeners.get(id))]
        for id in idle[: max(0, len(self.tables) + 1 - OPEN_TABLES)]:
            self.drop(self.tables[id])
        self.tables[table.id] = table

    def drop(self, table: Table) -> None:
        """Forget what is in memory; who comes next reads the store."""
        table.gone = True
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Table]:
        """The table, with nobody else at it."""
        while True:
            table = await self.open(id)
            async with table.lock:
                if not table.gone:
                    yield table
                    return

    def viewer(self, id: str, token: str) -> int:
        viewer = self.access.viewer(id, token)
        if viewer is None:
            raise not_your_seat(
                "the link does not open this game: it is cut short, or of another game (its token is not one of this one)"
            )
        return viewer

    async def come(self, table: Table, viewer: int) -> None:
        """A friend's seat is taken once anybody has shown its token; from then on the owner is not told the link."""
        sheet = table.sheet
        if viewer != SPECTATOR and sheet.seats[viewer].kind == "friend" and not sheet.taken[viewer]:
            await self.store(self._store.take_seat, sheet.id, viewer)
            a, b = [taken or side == viewer for side, taken in enumerate(sheet.taken)]
            table.sheet = sheet._replace(taken=(a, b))

    async def look(self, id: str, token: str) -> Sight:
        """What the holder of a token sees."""
        viewer = self.viewer(id, token)
        async with self.at(id) as table:
            await self.come(table, viewer)
            return sight(table.still(), viewer)

    async def look_as_owner(self, id: str) -> Sight:
        async with self.at(id) as table:
            return sight(table.still(), SPECTATOR)

    async def made(self, id: str, token: str, what: str, make: Callable[[Sight], bytes]) -> bytes:
        """Something that many ask for at one moment: made once for each viewer, in a thread."""
        viewer = self.viewer(id, token)
        async with self.at(id) as table:
            await self.come(table, viewer)
            key = (table.seq, what, viewer)
            if key in table.sent:
                return table.sent[key]
            still = table.still()
        made = await asyncio.to_thread(make, sight(still, viewer))
        if not table.gone and table.seq == key[0]:
            table.sent[key] = made
        return made

    async def advice(self, id: str, token: str, ply: int) -> bytes:
        """What a computer player would do in the place of who asks: made once a moment, by what his seat may know."""
        side = self.seat(id, token)
        async with self.at(id) as table:
            await self.come(table, side)
            sight(table, side).at_ply(ply)
            key = (table.seq, "advice", side)
            if key in table.sent:
                return table.sent[key]
            if not table.asks(side):
                raise Forbidden(Refusal("", "there is nothing for you to decide now"))
            still = table.still()
        found = await self.computers.advise(still.game, id, side, int.from_bytes(secrets.token_bytes(6), "big"))
        if found is None:
            raise Problem(503, "slow", "the computer has no advice now; ask again")
        made = msgspec.json.encode(found)
        if not table.gone and table.seq == key[0]:
            table.sent[key] = made
        return made

    # Changing games

    async def say(self, id: str, token: str, ply: int, key: Key, said: Union[str, Sequence[str]]) -> bytes:
        """A decision or several in a row; what it led to, as its side sees it."""
        side = self.seat(id, token)
        texts = [" ".join(text.split()) for text in ([said] if isinstance(said, str) else said)]
        reached = await self.act(id, side, ply, key, SAY, "\n".join(texts), lambda table: table.say(side, ply, key, texts))
        await self.let_stand(id)
        return await self.moved(id, side, ply, reached)

    async def undo(self, id: str, token: str, ply: int, key: Key, to: int) -> bytes:
        side = self.seat(id, token)
        reached = await self.act(id, side, ply, key, UNDO, str(to), lambda table: table.undo(side, ply, key, to))
        return await self.moved(id, side, ply, reached)

    async def stand(self, id: str, token: str, wishes: Sequence[Wish]) -> bytes:
        """What a seat answers in advance, from now on; questions that are put to it already are answered too."""
        side = self.seat(id, token)
        async with self.at(id) as table:
            await self.come(table, side)
            table.stand(side, wishes)
            await self.store(self._store.stand, id, table.sheet.standing)
            table.sent.clear()
            made = self.snapshot(table, side)
        self.later(self.publish(table))
        return made

    async def resign(self, id: str, token: str, accept: bool) -> bytes:
        """The answer to the computer's offer to give up: the game is over, or it goes on and nobody asks again."""
        side = self.seat(id, token)
        async with self.at(id) as table:
            await self.come(table, side)
            if not table.is_offered(side):
                raise Forbidden(Refusal("", "nobody offers to give up"))
            await self.keep_offer(table, "accepted" if accept else "declined")
            return self.snapshot(table, side)

    async def keep_offer(self, table: Table, offer: Offer) -> None:
        before = table.sheet.offer
        table.set_offer(offer)
        try:
            await self.store(self._store.offer, table.id, offer, table.line())
        except Problem:
            table.set_offer(before)
            raise
        table.sent.clear()
        self.later(self.publish(table))

    async def moved(self, id: str, side: int, since: int, reached: int) -> bytes:
        """The answer to somebody who has done something: nothing else has to be asked or waited for."""
        async with self.at(id) as table:
            log = msgspec.json.encode(sight(table, side).log(since + 1))
            return b'{"ply":%d,"log":%s,"snapshot":%s}' % (reached, log, self.snapshot(table, side))

    def seat(self, id: str, token: str) -> int:
        side = self.viewer(id, token)
        if side == SPECTATOR:
            raise not_your_seat()
        return side

    async def act(self, id: str, side: int, ply: int, key: Key, kind: str, text: str, do: Callable[[Table], Action]) -> int:
        """Apply, commit; whoever called answers; then the listeners are told. The same request again gets the same answer."""
        async with self.at(id) as table:
            await self.come(table, side)
            answered = table.answered(side, ply, key, kind, text)
            if answered is not None:
                return answered
            try:
                before = table.ply
                action = do(table)
                await self.store(self._store.append, id, table.seq, action, table.line())
                if table.ply > before and table.lapse(before):
                    await self.store(self._store.stand, id, table.sheet.standing)
            except Problem as problem:
                if problem.status >= 500:
                    self.drop(table)
                raise
            except Taken:
                self.drop(table)  # another server on the same folder was quicker
            except BaseException:
                self.drop(table)
                raise
            else:
                table.seq += 1
                table.remember(action)
                table.sent.clear()
                self.later(self.publish(table))
                return table.ply
        raise StalePly((await self.open(id)).ply)

    async def create(self, wanted: NewGame) -> Created:
        self.check_players(wanted.seats)
        seed = new_seed()
        game = await asyncio.to_thread(self.set_up, wanted, seed)
        name = " ".join("".join([c if c.isprintable() else " " for c in wanted.name]).split())
        return await self.settle_in(game, wanted.seats, name or name_of(game), seed)

    def check_players(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            if seat.kind == "computer":
                self.computers.check(seat.player)

    def set_up(self, wanted: NewGame, seed: bytes) -> Game:
        title = self.library.title(wanted.title)
        edition = self.library.edition(wanted.title, self.library.chosen(wanted.title, wanted.edition))
        return Game(title, edition, wanted.scenario, wanted.settings, ProvableDice(seed, 0))

    async def look_into(self, data: bytes) -> Kept:
        """What a record holds, before anybody sits down at it."""
        checked = await self.intake.check(data)
        record = checked.record
        return Kept(record.title, record.scenario, checked.name, checked.moment, len(record.plies), checked.side)

    async def take_in(self, data: bytes, seats: Optional[tuple[Seat, Seat]] = None) -> Created:
        """A game from a record: not as it says, but as the rules play it. Who is to lead a side is settled here: nobody has ever
        held a token of a seat that the computer or a friend gets."""
        self.check_players(seats or ())
        checked = await self.intake.check(data)
        record, held = checked.record, seats or (PERSON, PERSON)
        line = Line(len(record.plies), checked.moment, checked.over)
        sheet = new_sheet(f"{checked.name} (imported)", record, held, new_seed(), line)
        if seats is not None:
            sheet = sheet._replace(standing=first_answers(self.library.title(record.title), seats))
        await self.store(self._store.create, sheet, actions_of(record.plies, "import"))
        return self.created(sheet)

    async def teach(self, slug: str) -> Created:
        """The guided first game of a title, begun anew."""
        script = await asyncio.to_thread(self.library.lesson, slug)
        game = await asyncio.to_thread(script.begin, self.library.title(slug), self.library.edition(slug))
        seats = (PERSON, COMPUTER) if script.lesson.side == ALLIED else (COMPUTER, PERSON)
        return await self.settle_in(game, seats, f"{game.title.name}: {script.lesson.name}", new_seed(), script)

    async def settle_in(
        self, game: Game, seats: tuple[Seat, Seat], name: str, seed: bytes, script: Optional[Script] = None
    ) -> Created:
        actions = actions_of(game.record.plies, "lesson")
        sheet = new_sheet(name, game.record, seats, seed, Line(game.ply, "", None))._replace(
            standing=first_answers(game.title, seats) if script is None else ((), ()), lesson=script is not None
        )
        table = Table(sheet, game, actions, script)
        await self.store(self._store.create, sheet._replace(line=table.line()), actions)
        self.keep(table)
        self.let_computer_play(table)
        return self.created(sheet)

    def created(self, sheet: Sheet) -> Created:
        return Created(sheet.id, self.tokens(sheet), self.links(sheet), watch_link(sheet.id))

    async def delete(self, id: str) -> None:
        async with self.at_or_unplayable(id) as table:
            if not await self.store(self._store.delete, id):
                raise no_such_game()
            if table is not None:
                self.drop(table)
        for listener in self.listeners.pop(id, set()):
            listener.close()

    @asynccontextmanager
    async def at_or_unplayable(self, id: str) -> AsyncIterator[Optional[Table]]:
        """Also a game that this version cannot play can be deleted."""
        try:
            async with self.at(id) as table:
                yield table
        except Problem as problem:
            if problem.code != "unplayable":
                raise
            yield None

    async def summaries(self, since: int, most: int) -> list[Summary]:
        return [self.summary(sheet) for sheet in await self.store(self._store.sheets, since, most)]

    def summary(self, sheet: Sheet) -> Summary:
        line = sheet.line
        return Summary(
            sheet.id, sheet.name, sheet.title, sheet.scenario, line.moment, line.ply, sheet.seats, line.over, sheet.created,
            sheet.changed, self.tokens(sheet), self.links(sheet), sheet.taken, watch_link(sheet.id),
            sheet.lesson,
        )  # fmt: skip

    def tokens(self, sheet: Sheet) -> tuple[Optional[str], Optional[str]]:
        a, b = [self.access.token(sheet.id, side) if seat.kind == "person" else None for side, seat in enumerate(sheet.seats)]
        return a, b

    def links(self, sheet: Sheet) -> tuple[Optional[str], Optional[str]]:
        """For friends who have not come yet. After the hash, so that browsers never send the token but by our own page."""
        a, b = [
            f"{watch_link(sheet.id)}?token={self.access.token(sheet.id, side)}" if seat.kind == "friend" and not taken else None
            for side, (seat, taken) in enumerate(zip(sheet.seats, sheet.taken, strict=True))
        ]
        return a, b

    # Telling

    async def listen(self, id: str, token: str) -> Listener:
        viewer = self.viewer(id, token)
        async with self.at(id) as table:
            await self.come(table, viewer)
            here = self.listeners.setdefault(id, set())
            if len(here) >= LISTENERS:
                raise Problem(429, "crowded", f"{LISTENERS} already watch this game")
            listener = Listener(viewer)
            here.add(listener)
            listener.put(self.live(table, viewer), snapshot=True)
        return listener

    def leave(self, id: str, listener: Listener) -> None:
        here = self.listeners.get(id, set())
        here.discard(listener)
        if not here:
            self.listeners.pop(id, None)

    def snapshot(self, table: Table, viewer: int) -> bytes:
        """Made once for each viewer at each moment, whichever way it is sent."""
        key = (table.seq, SNAPSHOT, viewer)
        if key not in table.sent:
            table.sent[key] = sight(table, viewer).snapshot()
        return table.sent[key]

    def live(self, table: Table, viewer: int) -> bytes:
        return with_kind(SNAPSHOT, self.snapshot(table, viewer))

    async def publish(self, table: Table) -> None:
        """Nobody waits here: each listener has its own queue. Of a question that is answered in advance nobody hears."""
        async with table.lock:
            if table.gone:
                return
            for listener in self.listeners.get(table.id, ()) if table.stands() is None else ():
                listener.put(self.live(table, listener.viewer), snapshot=True)
        self.let_computer_play(table)

    def later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The computer's seats

    def let_computer_play(self, table: Table) -> None:
        waits = table.computer() is not None or table.stands() is not None
        if not table.gone and waits and table.id not in self.playing:
            task = asyncio.get_running_loop().create_task(self.play_computer(table.id))
            self.playing[table.id] = task
            task.add_done_callback(lambda _: self.playing.pop(table.id, None))

    async def play_computer(self, id: str) -> None:
        """Decide for the computer as long as it is its turn. Whatever a player does, the game goes on."""
        pause = 1.0  # seconds after something else went wrong, longer each time
        while True:
            try:
                async with self.at(id) as table:
                    side, still, seq, stands = table.computer(), table.still(), table.seq, table.stands()
                if side is not None:
                    await self.decide(still, side, seq)
                elif stands is not None:
                    await self.pass_for(still, stands, seq)
                else:
                    return
                pause = 1.0
            except StalePly:
                continue
            except Problem as problem:
                if problem.status in (404, 410):  # deleted, or not of these rules
                    return
                logger.error("the computer's decision in %s: %s", id, problem.reason)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Exception:
                logger.exception("the computer's decision in %s", id)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def let_stand(self, id: str) -> None:
        """What was answered in advance is said before anybody is shown the question: at one screen nobody changes chairs for it."""
        while True:
            async with self.at(id) as table:
                still, seq, stands = table.still(), table.seq, table.stands()
            if stands is None:
                return
            try:
                await self.pass_for(still, stands, seq)
            except StalePly:
                continue

    async def pass_for(self, still: Table, text: str, seq: int) -> None:
        """A seat has answered in advance; the record shows it as the seat's own decision."""
        side, ply, key = decider(still.game.state), still.ply, f"standing {seq}"
        await self.act(still.id, side, ply, key, SAY, text, lambda table: table.say(side, ply, key, [text]))

    async def decide(self, still: Table, side: int, seq: int) -> None:
        """One decision, for the position as it was when the question came up."""
        id, ply, player = still.id, still.ply, still.sheet.seats[side].player
        for listener in self.listeners.get(id, ()):
            listener.put(msgspec.json.encode(Thinking(side)), snapshot=False)
        if all(seat.kind == "computer" for seat in still.sheet.seats) and id in self.listeners:
            await asyncio.sleep(PACE)
        key = f"computer {seq}"

        def say(text: str, table: Table, why: str = "") -> Action:
            if table.seq != seq:  # something was taken back meanwhile
                raise StalePly(table.ply)
            return table.say(side, ply, key, [text], why)

        text, why, hopeless = still.reply(), "", False
        if text is None:
            found = await self.computers.choose(still.game, id, side, player, int.from_bytes(secrets.token_bytes(6), "big"))
            if found is not None:
                text, hopeless = found.text, found.hopeless
                why = found.why if still.sheet.seats[side].explains is True else ""
        if text is not None:
            try:
                await self.act(id, side, ply, key, SAY, text, partial(say, text, why=why))
                if hopeless:
                    await self.offer_to_resign(id, side)
                return
            except Forbidden as problem:
                logger.warning("player %s said %r: %s", player, text, problem.reason)
        text = some_option(still.game)
        await self.act(id, side, ply, key, SAY, text, partial(say, text))

    async def offer_to_resign(self, id: str, side: int) -> None:
        async with self.at(id) as table:
            if table.quitter() == side and table.may_offer():
                await self.keep_offer(table, "made")


def new_sheet(name: str, record: Record, seats: tuple[Seat, Seat], seed: bytes, line: Line) -> Sheet:
    made = now()
    return Sheet(new_game_id(), name, record.title, record.rules, record.edition, record.scenario, record.settings, seats,
                 record.setup, seed, line.ply, record.changes or {}, made, made, line)  # fmt: skip


def first_answers(title: AnyTitle, seats: tuple[Seat, Seat]) -> Wishes:
    """What people are spared until they switch it on."""
    spared = tuple([Standing(NEVER, verb) for verb in title.face.spared])
    a, b = [spared if seat.kind != "computer" else () for seat in seats]
    return a, b


def name_of(game: Game) -> str:
    scenario = game.title.rules.scenario(game.record.scenario).name
    return game.title.name if scenario == game.title.name else f"{game.title.name}: {scenario}"


def some_option(game: Game) -> str:
    """What is done when a player fails: any option."""
    return write(game.state, secrets.choice(options(game.state)))


def watch_link(id: str) -> str:
    return f"/#/games/{id}"
