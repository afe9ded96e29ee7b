"""13.J, 13.K Quartermasters load, carry and unload; they and supply terminals are emplaced and turned back."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.movement import partners
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.scales import GSP, LP, MP
from sandtable.titles.tigercubs.state import EMPLACED, EMPLACING, MOBILE, REVERTING, State, station, store, witnesses
from sandtable.titles.tigercubs.stocks import add_to, take_from
from sandtable.titles.tigercubs.supply_hubs import QMSR, hubs_of_terminal, in_reach, is_working, terminals

NO_QM: Final = Refusal("13.K.2.c", "only quartermasters of yours carry supplies")
NOT_ON_FOOT: Final = Refusal("13.Q.1", "General Supply Points move with quartermasters of yours, never with other units")
POSTED: Final = Refusal("13.K.2.e", "it carries nothing while it is emplaced")
NO_ROOM: Final = Refusal("13.K.2.d", "it carries 2 Logistics Points or 40 General Supply Points, or half a terminal")
NO_STOCK: Final = Refusal("13.R", "there is not so much of yours to load")
EMPTY: Final = Refusal("13.K.2.d", "it does not carry so much")
NOT_FRIENDLY: Final = Refusal("13.Q.2", "supplies are put down in a place of your own")
NO_DEPOT: Final = Refusal("13.K.2.f", "only quartermasters and supply terminals of yours are emplaced")
IS_POSTED: Final = Refusal("13.K.2.f", "it is emplaced already")
IS_TURNING: Final = Refusal("13.K.2.f", "it is turning to its other side")
NOT_POSTED: Final = Refusal("13.K.2.f", "it is not emplaced")
HAS_MOVED: Final = Refusal("13.K.2.f", "it takes a full turn: it has moved")
LOADED: Final = Refusal("13.K.2.e", "it must put its load down first")
CARRIED: Final = Refusal("13.J.1.e", "it must be put down first")
NO_SITE: Final = Refusal(
    "13.J.1.e.i.1", "a terminal needs a Large or Great port, or the railway in reach of a quartermaster of another one"
)
NO_PAIR: Final = Refusal("13.K.2.d", "it takes two mobile quartermasters without load beside a terminal that is not emplaced")
NO_POINTS: Final = Refusal("13.K.2.d", "each quartermaster needs 5 movement points for it")
NOT_CARRYING: Final = Refusal("13.K.2.d", "it carries no terminal")


class Handling(Act[State, Any]):
    """What a quartermaster does with so many thirds of an LP or so many GSPs, free of movement points (13.K.2.e)."""

    points: bool = False  # GSPs, else thirds of LPs
    down: bool = False

    def candidates(self, s: State, f: Any) -> list[Args]:
        found: list[Args] = []
        for unit in quartermasters_on_map(s, f.side):
            stock = s.gsp if self.points else s.lp
            have = stock.get(store(s, unit) if self.down else s.where[unit], 0)
            most = min(
                have // (GSP if self.points else 1),
                int(s.edition.figure["qm_gsp" if self.points else "qm_lp"]) * (1 if self.points else LP),
            )
            found += [(unit, n) for n in range(1, most + 1)]
        return found

    def why_not(self, s: State, f: Any, unit: int, amount: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.role[unit] != QUARTERMASTER or e.side[unit] != f.side or s.where[unit] < 0:
            return NOT_ON_FOOT if self.points else NO_QM
        if s.post[unit] != MOBILE:
            return POSTED
        place, stock = s.where[unit], s.gsp if self.points else s.lp
        size = amount * GSP if self.points else amount
        if amount <= 0:
            return NO_STOCK
        if s.owner[place] != f.side:
            return NOT_FRIENDLY
        if self.down:
            return None if stock.get(store(s, unit), 0) >= size else EMPTY
        if stock.get(place, 0) < size:
            return NO_STOCK
        return None if load_of(s, unit) + self.bulk(s, size) <= FULL and s.carries[unit] == NONE else NO_ROOM

    def bulk(self, s: State, size: int) -> int:
        """In 240ths of what it can carry: a third of an LP is 40 of them, a sixth of a GSP one."""
        return size if self.points else size * FULL // (s.edition.figure["qm_lp"].numerator * LP)

    def do(self, s: State, f: Any, unit: int, amount: int, dice: Dice, /) -> None:
        stock, fresh = (s.gsp, s.new_gsp) if self.points else (s.lp, s.new_lp)
        size, place, key = amount * GSP if self.points else amount, s.where[unit], store(s, unit)
        if self.down:
            take_from(stock, key, size)
            add_to(stock, place, size)
            add_to(fresh, place, size)  # 13.P.2.e
        else:
            take_from(stock, place, size)
            add_to(stock, key, size)
            if fresh.get(place, 0) > stock.get(place, 0):
                take_from(fresh, place, fresh[place] - stock.get(place, 0))
        s.tell("unloaded" if self.down else "loaded", unit, place, to=witnesses(s, unit))


FULL: Final = 240


def load_of(s: State, unit: int) -> int:
    e, key = s.edition, store(s, unit)
    if key not in s.lp and key not in s.gsp:
        return 0
    thirds, sixths = e.figure["qm_lp"].numerator * LP, e.figure["qm_gsp"].numerator * GSP
    return s.lp.get(key, 0) * FULL // thirds + s.gsp.get(key, 0) * FULL // sixths


def quartermasters_on_map(s: State, side: int) -> list[int]:
    return [u for u in s.edition.quartermasters[side] if s.where[u] >= 0 and s.post[u] == MOBILE]


class Load(Handling):
    rule = "13.K.2.d"
    form = "load unit thirds"
    label = "Load {unit} with {thirds}"
    asks = "load Logistics Points"


class Fill(Handling):
    rule = "13.K.2.d"
    form = "fill unit points"
    label = "Load {unit} with {points}"
    asks = "load General Supply Points"
    points = True


class Unload(Handling):
    rule = "13.K.2.d"
    form = "unload unit thirds"
    label = "Let {unit} put down {thirds}"
    asks = "put Logistics Points down"
    down = True


class Pour(Handling):
    rule = "13.Q.1"
    form = "pour unit points"
    label = "Let {unit} put down {points}"
    asks = "put General Supply Points down"
    points = True
    down = True


class Emplace(Act[State, Any]):
    rule = "13.K.2.f"
    form = "emplace unit"
    label = "Emplace {unit}"
    asks = "emplace a quartermaster or a terminal"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(u, 0) for u in s.edition.depots[f.side] if s.where[u] >= 0 and s.post[u] == MOBILE]

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.role[unit] not in (QUARTERMASTER, TERMINAL) or e.side[unit] != f.side or s.where[unit] < 0:
            return NO_DEPOT
        if s.post[unit] != MOBILE:
            return IS_POSTED if s.post[unit] == EMPLACED else IS_TURNING
        if s.spent[unit] or s.where[unit] != s.phase_start[unit]:
            return HAS_MOVED
        if e.role[unit] == QUARTERMASTER:
            return LOADED if load_of(s, unit) or s.carries[unit] != NONE else None
        if is_carried(s, unit):
            return CARRIED
        return None if is_site(s, unit) else NO_SITE

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        station(s, unit, EMPLACING)
        s.tell("emplacing", unit, to=witnesses(s, unit))


def is_carried(s: State, terminal: int) -> bool:
    return any(s.carries[u] == terminal for u in s.edition.depots[s.edition.side[terminal]])


def is_site(s: State, terminal: int) -> bool:
    """13.J.1.e.i A Large or Great port; the railway, within the QMSR of a QM linked to another terminal."""
    e, side, place = s.edition, s.edition.side[terminal], s.where[terminal]
    if e.port[place] in ("large", "great"):
        return True
    if not e.rail[place]:
        return False
    others = [t for t in terminals(s, side) if t != terminal and is_working(s, t)]
    return any(hub.kind == QMSR and in_reach(s, side, hub, place) for t in others for hub in hubs_of_terminal(s, t))


class Revert(Act[State, Any]):
    rule = "13.K.2.f"
    form = "revert unit"
    label = "Turn {unit} to its mobile side"
    asks = "make a quartermaster or a terminal mobile"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(u, 0) for u in s.edition.depots[f.side] if s.where[u] >= 0 and s.post[u] == EMPLACED]

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.role[unit] not in (QUARTERMASTER, TERMINAL) or e.side[unit] != f.side or s.where[unit] < 0:
            return NO_DEPOT
        return None if s.post[unit] == EMPLACED else NOT_POSTED

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        station(s, unit, REVERTING)
        s.tell("reverting", unit, to=witnesses(s, unit))


class Hoist(Act[State, Any]):
    """13.K.2.d Two quartermasters take a terminal up, 5 movement points each."""

    rule = "13.K.2.d"
    form = "hoist unit unit"
    label = "Let {unit} and {unit} take the terminal up"
    asks = "take a supply terminal up"

    def candidates(self, s: State, f: Any) -> list[Args]:
        e = s.edition
        lying = {s.where[t] for t in terminals(s, f.side) if s.post[t] == MOBILE}
        able = [u for u in quartermasters_on_map(s, f.side) if s.where[u] in lying]
        return [(a, b) for a in able for b in able if a < b and s.where[a] == s.where[b] and e.role[a] == QUARTERMASTER]

    def why_not(self, s: State, f: Any, first: int, second: int, /) -> Optional[Refusal]:
        e = s.edition
        for unit in (first, second):
            if e.role[unit] != QUARTERMASTER or e.side[unit] != f.side or s.where[unit] < 0 or s.post[unit] != MOBILE:
                return NO_PAIR
            if load_of(s, unit) or s.carries[unit] != NONE:
                return NO_PAIR
        if first >= second or s.where[first] != s.where[second] or lying_at(s, f.side, s.where[first]) == NONE:
            return NO_PAIR
        return None if all(points_left(s, u, 0) >= handling(s) for u in (first, second)) else NO_POINTS

    def do(self, s: State, f: Any, first: int, second: int, dice: Dice, /) -> None:
        terminal = lying_at(s, f.side, s.where[first])
        for unit in (first, second):
            s.carries[unit] = terminal
            s.spent[unit] += handling(s)
        s.tell("hoisted", terminal, to=witnesses(s, terminal))


def handling(s: State) -> int:
    return int(s.edition.figure["terminal_mp"]) * MP


def lying_at(s: State, side: int, place: int) -> int:
    """A mobile terminal in the place that nobody carries."""
    return next((t for t in terminals(s, side) if s.where[t] == place and s.post[t] == MOBILE and not is_carried(s, t)), NONE)


class Lower(Act[State, Any]):
    rule = "13.K.2.d"
    form = "lower unit"
    label = "Let {unit} and its partner put the terminal down"
    asks = "put a supply terminal down"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(u, 0) for u in quartermasters_on_map(s, f.side) if s.carries[u] != NONE]

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        if s.edition.role[unit] != QUARTERMASTER or s.edition.side[unit] != f.side or s.where[unit] < 0 or s.carries[unit] == NONE:
            return NOT_CARRYING
        return None if all(points_left(s, u, 0) >= handling(s) for u in partners(s, unit)) else NO_POINTS

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        terminal = s.carries[unit]
        for carrier in partners(s, unit):
            s.carries[carrier] = NONE
            s.spent[carrier] += handling(s)
        s.tell("lowered", terminal, to=witnesses(s, terminal))
