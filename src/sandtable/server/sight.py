"""The one way out: what a viewer may know of a game. Whatever is sent about a game is made here, for one viewer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Optional

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.face.aids import Aids
from sandtable.face.handling import said_to_set_out, told_alike, usual_way, ways_together
from sandtable.face.story import button, question, refused, rule_asked, what_is_asked
from sandtable.face.view import Forecast, Given, Overlay, View
from sandtable.face.walks import Walks, is_let_go
from sandtable.kernel.dice import NoDice, Roll, ScriptError, SeededDice, commitment
from sandtable.kernel.game import Game
from sandtable.kernel.odds import rolls
from sandtable.kernel.play import (
    Act,
    Illegal,
    Option,
    Refusal,
    State,
    chosen_by,
    decider,
    is_over,
    options,
    pending,
    read,
    take,
    why_not,
    write,
)
from sandtable.kernel.record import to_text
from sandtable.kernel.rules import Edition
from sandtable.kernel.sides import EVERYONE
from sandtable.server.access import SPECTATOR
from sandtable.server.errors import Problem, StalePly
from sandtable.server.film import REEL, moves_between
from sandtable.server.lines import ears, entries, is_what
from sandtable.server.report import report
from sandtable.server.shapes import (
    Arg,
    Caution,
    Dice,
    Draw,
    Entry,
    Film,
    Group,
    Move,
    Offer,
    Preview,
    Progress,
    Prompt,
    Report,
    Said,
    Snapshot,
    Why,
)
from sandtable.server.table import Table
from sandtable.titles import AnyTitle


def sight(table: Table, viewer: int) -> Sight:
    """Everything that leaves goes through this."""
    assert viewer in (SPECTATOR, 0, 1), viewer
    return Sight(table, viewer)


class Sight:
    """A game through the eyes of a side, or of a spectator (-1). Handlers get this and never the table."""

    def __init__(self, table: Table, viewer: int) -> None:
        self._table = table
        self.viewer = viewer
        self.hears = ears(viewer)

    @property
    def _game(self) -> Game:
        return self._table.game

    @property
    def _title(self) -> AnyTitle:
        title: AnyTitle = self._table.game.title
        return title

    @property
    def title(self) -> str:
        return self._table.sheet.title

    @property
    def edition(self) -> Edition:
        """The values that the game is played with; all may know them."""
        return self._game.edition

    def at_ply(self, ply: int) -> None:
        """Raises if the game is not at that ply."""
        if ply != self._table.ply:
            raise StalePly(self._table.ply)

    # The board

    def snapshot(self) -> bytes:
        table = self._table
        undo = table.undo_limit(self.viewer) if self.viewer != SPECTATOR else None
        return msgspec.json.encode(self._moment(table.ply, table.view(self.viewer), self._prompt(), undo))

    def snapshot_at(self, ply: int) -> bytes:
        """An earlier moment, without a prompt."""
        if not 0 <= ply <= self._table.ply:
            raise Problem(404, "no_ply", f"there is no ply {ply}; the game has 0 to {self._table.ply}")
        return msgspec.json.encode(self._moment(ply, self._title.face.view(self._game.at(ply), self.viewer), None, None))

    def _moment(self, ply: int, view: View, prompt: Optional[Prompt], undo: Optional[int]) -> Snapshot:
        table, sheet = self._table, self._table.sheet
        return Snapshot(
            game=sheet.id,
            title=sheet.title,
            scenario=sheet.scenario,
            settings=sheet.settings,
            name=sheet.name,
            ply=ply,
            seq=table.seq,
            viewer=self.viewer,
            seats=sheet.seats,
            view=self._as_taught(view),
            prompt=prompt,
            undo=undo,
            over=table.outcome() if ply == table.ply else None,
            commitment=commitment(sheet.seed),
            last=tuple(self._entries(ply)),
            seed=sheet.seed.hex() if table.is_over else UNSET,
            frozen=self._game.frozen.why if self._game.frozen is not None else UNSET,
            standing=table.wishes(self.viewer) if self.viewer != SPECTATOR else (),
            lesson=self._progress(),
            offered=table.is_offered(self.viewer) or UNSET,
        )

    def _as_taught(self, view: View) -> View:
        """A lesson goes step by step: ready ways that take several are not shown."""
        if not view.proposals or not self._is_taught():
            return view
        return msgspec.structs.replace(view, proposals=tuple([way for way in view.proposals if len(way.says) == 1]))

    def _is_taught(self) -> bool:
        return self._table.script is not None and bool(self._table.where().left)

    def _progress(self) -> Progress | UnsetType:
        """How far a guided game has come: for the person who is taught."""
        script = self._table.script
        if script is None or self.viewer != script.lesson.side:
            return UNSET
        where = self._table.where()
        return Progress(where.card, where.step, script.own(where), where.strayed)

    # What may be done

    def _prompt(self) -> Optional[Prompt]:
        s: State = self._game.state
        if self._table.is_over or self._game.frozen is not None:
            return None
        row, side = pending(s), decider(s)
        goes_on = [s.outlines[type(f)] for f in s.frames]
        frame = tuple([kind.name for kind in goes_on if not kind.quiet])
        if side == self.viewer:
            asked, offers = question(s), tuple([self._offer(s, o) for o in options(s)])
            own = row.repeats and chosen_by(s) == side
            free = row.ask is not None and row.ask.free is not None and row.ask.free(s, s.frames[-1])
            earnest = row.ask is not None and row.ask.earnest
            return Prompt(side, True, asked.text, rule_asked(s), frame, offers, asked.how, asked.stop, own, free, earnest)
        if goes_on[-1].quiet:
            return Prompt(side, False, "", "", frame, ())
        return Prompt(side, False, what_is_asked(row), rule_asked(s), frame, ())

    def _offer(self, s: State, o: Option) -> Offer:
        row = pending(s)
        act = row.act(o[0])
        assert act is not None
        label, condition = button(s, o, self._title)
        price = ", ".join(filter(None, (self._title.face.price(s, o), condition)))
        by = tuple([self._arg(s, kind, number) for kind, number in self._title.face.stands(s, o)])
        return Offer(write(s, o), label, act.verb, act.rule, act is row.stop, self._args(s, act, o), act.asks, price, by)

    def _args(self, s: State, act: Act[Any, Any], o: Option) -> tuple[Arg, ...]:
        return tuple([self._arg(s, kind, number) for kind, number in zip(act.takes, (o[1], o[2]), strict=False)])

    def _arg(self, s: State, kind: str, number: int) -> Arg:
        return Arg(kind=kind, is_=is_what(self._title.face, kind), id=s.names.text(kind, number))

    def why(self, ply: int, texts: Sequence[str]) -> Why:
        """Why something is not an option; of several texts the last, once the others have been said."""
        self.at_ply(ply)
        refusal = self._game.refused(self.viewer, ply, texts[0])
        if refusal is not None:
            return self._refused(texts[0], refusal)
        after = self._after(texts)
        later = why_not(*after) if after is not None else None
        if after is None or later is None or self._leads(*after):
            return Why(True, "", "")
        return self._told(*after, later)

    def _leads(self, s: Any, o: Option) -> bool:
        """Whether a step that is none leads, as a walk, to where the piece can go: who goes along with it may not."""
        face, act = self._title.face, pending(s).act(o[0])
        if o[0] not in face.walks or act is None:
            return False
        named = {kind: s.names.text(kind, n) for kind, n in zip(act.takes, o[1:], strict=False)}
        places = [text for kind, text in named.items() if kind in face.places]
        walks = [face.ways(s, self.viewer).get(text, {}) for kind, text in named.items() if kind in face.pieces]
        return any([place in walk for walk in walks for place in places])

    def _refused(self, text: str, refusal: Refusal) -> Why:
        """A refusal with what it forbids and what would be possible; what cannot be read, or was not asked, is told as it is."""
        s: State = self._game.state
        if is_over(s) or decider(s) != self.viewer:
            return Why(False, *refusal)
        try:
            o = read(s, text)
        except Illegal:
            return Why(False, *refusal)
        return Why(True, "", "") if self._leads(self._believed(), o) else self._told(s, o, refusal)

    def _told(self, s: State, o: Option, refusal: Refusal) -> Why:
        """What truly forbids it. Who meant a walk sees where it can lead: the next steps are not listed then."""
        obstacle = self._title.face.obstacle(s, o, refusal)
        return Why(False, obstacle.rule, refused(s, o, obstacle, self._title, None if obstacle == refusal else ()))

    def preview(self, ply: int, texts: Sequence[str], given: Given) -> Preview:
        """The odds of an option and what one may regret about it; nothing for what is no option of the viewer's. Of several
        texts the last, once the others have been said."""
        self.at_ply(ply)
        if self._game.refused(self.viewer, ply, texts[0]) is not None:
            return Preview(None, (), False)
        after = self._after(texts)
        if after is None or why_not(*after) is not None:
            return Preview(None, (), True)
        s, o = after
        cautions = [Caution(caution.rule, caution.text) for caution in self._title.face.caution(s, o)]
        return Preview(self._title.face.forecast(s, o, given), tuple(cautions), rolls(s, o), self._usual(s, o, given))

    def _after(self, texts: Sequence[str]) -> Optional[tuple[Any, Option]]:
        """The position in which the last of some texts would be said, once the others have been, and what it says; nothing if that
        cannot be foretold: a die falls first, or somebody else decides. Whoever could break in is taken to let it happen."""
        s = self._believed()
        try:
            for text in texts[:-1]:
                o = read(s, text)
                if why_not(s, o) is not None:
                    return None
                take(s, o, NoDice())
                if not is_let_go(s, self.viewer):
                    return None
            said = read(s, texts[-1])
        except (Illegal, ScriptError):
            return None
        return None if is_over(s) or decider(s) != self.viewer else (s, said)

    def _usual(self, s: State, o: Option, given: Given) -> tuple[Said, ...]:
        """All that is said from an option to its dice, if one chooses as usual, or as is assumed."""
        if self._is_taught():
            return ()
        choose = self._title.face.usual(s, o, given)
        way = usual_way(s, o, self.viewer, choose) if choose is not None else ()
        return tuple([Said(text, button(now, taken, self._title)[0]) for text, taken, now in way])

    def outlook(self, ply: int, given: Given) -> tuple[Forecast, ...]:
        """The odds of attacks that are being put together or fought, as far as the viewer may reckon them; of a moment that has
        passed nothing: who looks on asks without knowing whether it has."""
        if ply != self._table.ply or is_over(self._game.state) or self._game.frozen is not None:
            return ()
        return self._title.face.outlook(self._believed(), self.viewer, given)

    def walks(self, ply: int) -> Walks:
        self.at_ply(ply)
        if is_over(self._game.state) or decider(self._game.state) != self.viewer:
            return {}
        return self._title.face.ways(self._believed(), self.viewer)

    def group(self, ply: int, pieces: tuple[str, ...]) -> Group:
        """Pieces that are chosen together: what they could do as soon as they have set out."""
        self.at_ply(ply)
        if is_over(self._game.state) or decider(self._game.state) != self.viewer:
            return Group((), (), {})
        s, face = self._believed(), self._title.face
        known = s.names.numbers[face.pieces[0]]
        numbers = [known[piece] for piece in pieces if piece in known]
        say = said_to_set_out(s, face.set_out(s, numbers), self.viewer)
        offers = tuple([self._offer(s, o) for o in options(s)]) if say else ()
        ways = ways_together(s, face.ways(s, self.viewer), pieces, face.pieces)
        if not ways:
            ways = dict(face.sends(s, pieces[0])) if len(pieces) == 1 else told_alike(s, pieces, face.pieces)
        if len(numbers) > 1:
            ways.update(face.beside(s, numbers))
        return Group(say, offers, {space: msgspec.structs.replace(walk, say=(*say, *walk.say)) for space, walk in ways.items()})

    def overlay(self, ply: int, layer: str, piece: str) -> Overlay:
        """What a title lays over its map for this viewer; titles reckon with what he sees."""
        self.at_ply(ply)
        found = next((each for each in self._title.face.layers if each.id == layer), None)
        if found is None:
            raise Problem(404, "no_layer", f"{self._title.name} has no overlay {layer!r}")
        return found.show(self._game.state, self.viewer, piece)

    def _believed(self) -> Any:
        """A copy of the state for looking ahead. Where the title hides things it is another deal that looks the same to the
        viewer, so that no look ahead says more than the view. The deal comes from the secret seed: it cannot be undone."""
        s = self._game.state
        if not self._title.rules.hidden:
            return s.clone()
        what = f"deal {self._table.ply} {self.viewer}".encode()
        seed = hashlib.blake2b(what, key=self._table.sheet.seed, digest_size=8).digest()
        return self._title.rules.redeal(s, self.viewer, SeededDice(int.from_bytes(seed, "big")))

    # What has happened

    def log(self, since: int) -> list[Entry]:
        return [entry for ply in range(min(since, self._table.ply + 1), self._table.ply + 1) for entry in self._entries(ply)]

    def _entries(self, ply: int) -> list[Entry]:
        """What was told at a ply, and what a computer had in mind that explains itself. Where sides hide things from each other its
        reasons could tell of them: they are kept until the game is over."""
        found, why = entries(self._game, ply, self.hears), self._table.reasons.get(ply, "")
        if found and why and (self._table.is_over or not self._title.rules.hidden):
            found[0] = msgspec.structs.replace(found[0], why=why)
        return found

    def film(self, since: int, to: Optional[int] = None) -> Film:
        """What could be seen to happen after a ply: at most a reel of it, or up to another ply."""
        since = min(since, self._table.ply)
        last = min(self._table.ply, since + REEL, self._table.ply if to is None else max(since, to))
        log = [entry for ply in range(since + 1, last + 1) for entry in self._entries(ply)]
        return Film(since, last, tuple(log), tuple(self.moves(since, last)))

    def moves(self, since: int, last: int) -> list[Move]:
        known = self._table.moves.setdefault(self.viewer, {})
        missing = [ply for ply in range(since + 1, last + 1) if ply not in known]
        if missing:
            known |= moves_between(self._game, missing[0] - 1, missing[-1], self.viewer, self.hears)
        return [move for ply in range(since + 1, last + 1) for move in known[ply]]

    def report(self) -> Report:
        hears = EVERYONE if self._table.is_over else self.hears
        return report(self._game, self.viewer, hears, self._table.outcome())

    def aids(self) -> Aids:
        """The same for everybody at every moment."""
        return self._title.face.aids(self._game.state)

    def dice(self) -> Dice:
        """What the seed has answered. It goes with the seed: when the game is over."""
        if not self._table.is_over:
            raise Problem(403, "hidden", "the dice can be checked when the game is over, and their seed is shown")
        rolls = [(ply, event) for ply, told in enumerate(self._game.told) for event in told.log if isinstance(event, Roll)]
        return Dice(self._table.sheet.imported, tuple([Draw(ply, roll.cup, roll.face) for ply, roll in rolls]))

    def record(self, form: str) -> bytes:
        """The whole game, hidden things and all: only when there is nobody to hide it from, or nothing any more."""
        frozen = self._game.frozen
        if self._title.rules.hidden and not self._table.is_over and frozen is None and not self._is_alone():
            raise Problem(
                403,
                "hidden",
                "the record of this title holds what the sides hide from each other: it is given when the game is over",
            )
        record = self._game.record if frozen is None else frozen.record
        return to_text(record).encode() if form == "text" else record.to_json()

    def _is_alone(self) -> bool:
        """Against the computer nobody is wronged by who looks at its cards."""
        kinds = {seat.kind for seat in self._table.sheet.seats}
        return "computer" in kinds and "friend" not in kinds


def with_kind(kind: str, body: bytes) -> bytes:
    """A snapshot as the live connection sends it."""
    return b'{"kind":"' + kind.encode() + b'",' + body[1:]
