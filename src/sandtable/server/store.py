"""Where games are kept: one append-only log of actions a game, which is the truth, and a line about each for the list.

A row of the log is written once and never changed; `(game, seq)` is unique, so that two servers on one folder cannot both
write the next action. Taking back is a row too. Every method is one durable transaction and blocks: see `Hall.store`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Optional

import msgspec
import sqlalchemy as sql
from sqlalchemy.pool import StaticPool

from sandtable.kernel.data import Rows
from sandtable.kernel.record import FORMAT, Ply, Record
from sandtable.kernel.rules import Outcome
from sandtable.kernel.standing import Standing
from sandtable.server.folder import advice, make_private
from sandtable.server.shapes import Seat

SCHEMA: Final = 7
SAY: Final = "say"
UNDO: Final = "undo"
NOBODY: Final = "[false,false]"
NOTHING: Final = "[[],[]]"
STEPS: Final = {  # from a schema to the next
    1: "ALTER TABLE games ADD COLUMN changes TEXT NOT NULL DEFAULT '{}'",
    2: f"ALTER TABLE games ADD COLUMN taken TEXT NOT NULL DEFAULT '{NOBODY}'",
    3: f"ALTER TABLE games ADD COLUMN standing TEXT NOT NULL DEFAULT '{NOTHING}'",
    4: "ALTER TABLE games ADD COLUMN lesson BOOLEAN NOT NULL DEFAULT 0",
    5: "ALTER TABLE log ADD COLUMN why TEXT NOT NULL DEFAULT ''",
    6: "ALTER TABLE games ADD COLUMN offer TEXT NOT NULL DEFAULT ''",
}

meta: Final = sql.MetaData()
games: Final = sql.Table(
    "games",
    meta,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("title", sql.Text, nullable=False),
    sql.Column("rules", sql.Text, nullable=False),
    sql.Column("edition", sql.Text, nullable=False),
    sql.Column("scenario", sql.Text, nullable=False),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("seats", sql.Text, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("seed", sql.LargeBinary, nullable=False),
    sql.Column("changes", sql.Text, nullable=False, server_default="{}"),  # values laid over ours
    sql.Column("imported", sql.Integer, nullable=False),  # so many plies came with a record: the seed says nothing of their dice
    sql.Column("created", sql.Text, nullable=False),
    sql.Column("changed", sql.Text, nullable=False),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("moment", sql.Text, nullable=False),
    sql.Column("over", sql.Text),
    sql.Column("taken", sql.Text, nullable=False, server_default=NOBODY),  # since schema 3: which seats of friends
    sql.Column("standing", sql.Text, nullable=False, server_default=NOTHING),  # since schema 4: what each seat answers in advance
    sql.Column("lesson", sql.Boolean, nullable=False, server_default="0"),  # since schema 5: a guided first game
    sql.Column("offer", sql.Text, nullable=False, server_default=""),  # since schema 7: whether the computer would give up
)
log: Final = sql.Table(
    "log",
    meta,
    sql.Column("game", sql.Text, sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("side", sql.Integer, nullable=False),
    sql.Column("at", sql.Integer, nullable=False),  # the ply it was made at
    sql.Column("text", sql.Text, nullable=False),  # what was said, a line a decision; of an undo the ply it goes back to
    sql.Column("dice", sql.Text, nullable=False),  # of the last decision: where a die falls, saying several in a row ends
    sql.Column("shown", sql.Boolean, nullable=False),
    sql.Column("key", sql.Text, nullable=False),
    sql.Column("made", sql.Text, nullable=False),
    sql.Column("why", sql.Text, nullable=False, server_default=""),  # since schema 6: what the computer had in mind
    sql.UniqueConstraint("game", "side", "at", "key"),
)


class Taken(Exception):
    """Somebody else wrote the next row of this log, or used this key."""


class StoreError(OSError):
    """The store cannot be used: the disk is full, the file is damaged or from a newer version."""


class Action(NamedTuple):
    """A row of the log."""

    kind: str
    side: int
    at: int
    text: str
    dice: tuple[int, ...]
    shown: bool
    key: str
    why: str = ""  # what the computer had in mind


class Line(NamedTuple):
    """What the list shows of a game, and what changes with each action."""

    ply: int
    moment: str
    over: Optional[Outcome]


Offer = Literal["", "made", "declined", "accepted"]
Wishes = tuple[tuple[Standing, ...], tuple[Standing, ...]]


class Sheet(NamedTuple):
    """A game as it is stored, without its log."""

    id: str
    name: str
    title: str
    rules: str
    edition: str
    scenario: str
    settings: dict[str, int]
    seats: tuple[Seat, Seat]
    setup: tuple[int, ...]
    seed: bytes
    imported: int
    changes: Rows  # values laid over ours
    created: str
    changed: str
    line: Line
    taken: tuple[bool, bool] = (False, False)  # which seats of friends have been taken
    standing: Wishes = ((), ())  # what each seat answers in advance
    lesson: bool = False  # a guided first game
    offer: Offer = ""  # the computer's, to give the game up


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        make_private(path)
        self.engine = sql.create_engine(
            f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False, "timeout": 5.0}
        )
        sql.event.listen(self.engine, "connect", set_up_connection)
        try:
            self.bring_up_to_date()
        except sql.exc.DBAPIError as error:
            raise StoreError(advice(path, str(error.orig))) from None

    def bring_up_to_date(self) -> None:
        with self.engine.begin() as connection:
            wrong = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if wrong != "ok":
                raise StoreError(advice(self.path, wrong))
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > SCHEMA:
                raise StoreError(
                    f"{self.path} was written by a newer version (schema {version}; this one knows {SCHEMA}): "
                    "start that version, or give another folder with --data"
                )
            for old in range(version or SCHEMA, SCHEMA):
                connection.exec_driver_sql(STEPS[old])
            meta.create_all(connection)
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")

    def close(self) -> None:
        self.engine.dispose()

    def create(self, sheet: Sheet, actions: Sequence[Action] = ()) -> None:
        row = {
            "id": sheet.id, "name": sheet.name, "title": sheet.title, "rules": sheet.rules, "edition": sheet.edition,
            "scenario": sheet.scenario, "settings": text(sheet.settings), "seats": text(sheet.seats), "setup": text(sheet.setup),
            "seed": sheet.seed, "imported": sheet.imported, "changes": text(sheet.changes), "created": sheet.created,
            "changed": sheet.changed, "taken": text(sheet.taken), "standing": text(sheet.standing), "lesson": sheet.lesson,
            "offer": sheet.offer,
        }  # fmt: skip
        rows = [row_of(sheet.id, seq, action) for seq, action in enumerate(actions)]
        with self.transaction() as connection:
            connection.execute(games.insert().values(row | columns(sheet.line)))
            if rows:
                connection.execute(log.insert(), rows)

    def append(self, id: str, seq: int, action: Action, line: Line) -> None:
        """The next action of a game. When this returns it is on the disk."""
        with self.transaction() as connection:
            connection.execute(log.insert().values(row_of(id, seq, action)))
            connection.execute(games.update().where(games.c.id == id).values(columns(line) | {"changed": now()}))

    def carry(self, sheet: Sheet, actions: Optional[Sequence[Action]]) -> None:
        """The game goes by other rules from now on; with actions, these take the place of its log."""
        now_by = {"rules": sheet.rules, "edition": sheet.edition, "imported": sheet.imported}
        with self.transaction() as connection:
            connection.execute(games.update().where(games.c.id == sheet.id).values(now_by))
            if actions is not None:
                connection.execute(log.delete().where(log.c.game == sheet.id))
                connection.execute(log.insert(), [row_of(sheet.id, seq, action) for seq, action in enumerate(actions)])

    def delete(self, id: str) -> bool:
        with self.transaction() as connection:
            connection.execute(log.delete().where(log.c.game == id))
            return connection.execute(games.delete().where(games.c.id == id)).rowcount > 0

    def take_seat(self, id: str, side: int) -> None:
        with self.transaction() as connection:
            found = connection.execute(sql.select(games.c.taken).where(games.c.id == id)).scalar_one_or_none()
            if found is not None:
                taken = msgspec.json.decode(found, type=list[bool])
                taken[side] = True
                connection.execute(games.update().where(games.c.id == id).values(taken=text(taken)))

    def stand(self, id: str, standing: Wishes) -> None:
        with self.transaction() as connection:
            connection.execute(games.update().where(games.c.id == id).values(standing=text(standing)))

    def offer(self, id: str, offer: Offer, line: Line) -> None:
        with self.transaction() as connection:
            connection.execute(games.update().where(games.c.id == id).values(columns(line) | {"offer": offer, "changed": now()}))

    def sheets(self, since: int, most: int) -> list[Sheet]:
        """A page of the games, last changed first."""
        page = games.select().order_by(games.c.changed.desc(), games.c.id).offset(since).limit(most)
        with self.transaction() as connection:
            return [sheet_of(row) for row in connection.execute(page)]

    def load(self, id: str) -> Optional[tuple[Sheet, list[Action]]]:
        with self.transaction() as connection:
            row = connection.execute(games.select().where(games.c.id == id)).one_or_none()
            if row is None:
                return None
            actions = connection.execute(log.select().where(log.c.game == id).order_by(log.c.seq)).all()
            return sheet_of(row), [action_of(action) for action in actions]

    def transaction(self) -> Transaction:
        return Transaction(self.engine)


class Transaction:
    """`engine.begin()`, with the database's errors told in this module's words."""

    def __init__(self, engine: sql.Engine) -> None:
        self.context = engine.begin()

    def __enter__(self) -> sql.Connection:
        try:
            return self.context.__enter__()
        except sql.exc.DBAPIError as error:
            raise StoreError(str(error.orig)) from None

    def __exit__(self, *problem: Any) -> None:
        try:
            self.context.__exit__(*problem)
        except sql.exc.DBAPIError as error:
            raise StoreError(str(error.orig)) from None
        if isinstance(problem[1], sql.exc.IntegrityError):
            raise Taken(str(problem[1].orig)) from None
        if isinstance(problem[1], sql.exc.DBAPIError):
            raise StoreError(str(problem[1].orig)) from None
        if isinstance(problem[1], msgspec.MsgspecError):
            raise StoreError(f"a row of the database is damaged: {problem[1]}") from None


def set_up_connection(connection: Any, _record: Any) -> None:
    """What is acknowledged must survive a loss of power: hence FULL."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def columns(line: Line) -> dict[str, object]:
    return {"ply": line.ply, "moment": line.moment, "over": text(line.over) if line.over else None}


def row_of(id: str, seq: int, action: Action) -> dict[str, object]:
    return {"game": id, "seq": seq, "made": now()} | action._asdict() | {"dice": text(action.dice)}


def action_of(row: Any) -> Action:
    dice = msgspec.json.decode(row.dice, type=tuple[int, ...])
    return Action(row.kind, row.side, row.at, row.text, dice, row.shown, row.key, row.why)


def sheet_of(row: Any) -> Sheet:
    over = msgspec.json.decode(row.over, type=Outcome) if row.over else None
    return Sheet(
        row.id, row.name, row.title, row.rules, row.edition, row.scenario, msgspec.json.decode(row.settings, type=dict[str, int]),
        msgspec.json.decode(row.seats, type=tuple[Seat, Seat]), msgspec.json.decode(row.setup, type=tuple[int, ...]), row.seed,
        row.imported, msgspec.json.decode(row.changes, type=Rows), row.created, row.changed, Line(row.ply, row.moment, over),
        msgspec.json.decode(row.taken, type=tuple[bool, bool]), msgspec.json.decode(row.standing, type=Wishes), row.lesson,
        row.offer,
    )  # fmt: skip


def record_of(sheet: Sheet, actions: Sequence[Action]) -> Record:
    """What the log amounts to once all that was taken back is left out."""
    plies: list[Ply] = []
    for action in actions:
        if action.kind == UNDO:
            del plies[int(action.text) :]
        else:
            *before, last = texts_of(action)
            plies += [Ply(action.side, text, ()) for text in before]
            plies.append(Ply(action.side, last, action.dice, action.shown))
    return Record(format=FORMAT, title=sheet.title, rules=sheet.rules, edition=sheet.edition, scenario=sheet.scenario,
                  settings=sheet.settings, setup=sheet.setup, plies=plies, changes=sheet.changes or msgspec.UNSET)  # fmt: skip


def texts_of(action: Action) -> list[str]:
    """What was said, decision by decision."""
    return action.text.split("\n")


def actions_of(plies: Sequence[Ply], what: str) -> list[Action]:
    """A log for plies that nobody said here."""
    return [Action(SAY, ply.side, n, ply.text, ply.dice, ply.shown, f"{what} {n}") for n, ply in enumerate(plies)]
