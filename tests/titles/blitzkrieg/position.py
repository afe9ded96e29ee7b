"""Positions built by hand: who stands where, and what is going on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sandtable.kernel.dice import ScriptedDice, SeededDice
from sandtable.kernel.play import Frame, inner, options, read, settle, take, why_not, write
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.audit import audit_caches
from sandtable.titles.blitzkrieg.edition import BONUSES, CARDS, DEAD, GAMES, HQ, TRACK, Edition, load
from sandtable.titles.blitzkrieg.fire import shot
from sandtable.titles.blitzkrieg.frames import Battle, CardDraw, Combat, March, Movement, PlayerTurn, Refit, Turn, Withdrawal
from sandtable.titles.blitzkrieg.sequence import OUTLINES
from sandtable.titles.blitzkrieg.setup import empty, new_game
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, OOS, State, add_supply, place, renew_caches, stock_at
from sandtable.titles.blitzkrieg.supply import mark_supply
from sandtable.titles.blitzkrieg.turns import draw_cards, fight, fight_limited, move, move_motorized, refit, second_player
from tests.kit import look_over

E: Final[Edition] = load(None)


class Scripted(ScriptedDice):
    """Shows what a test says; after that, in what the test does not look at, the highest face."""

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Sequence[int] | None = None) -> int:
        return super().draw(cup, by, rule, alike) if self.used < len(self.numbers) else cup[-1]


def say(s: State, *texts: str, dice: Sequence[int] = ()) -> State:
    """As `play`, but the play may run on into rolls that do not matter."""
    s = s.clone()
    s.log = []
    scripted = Scripted(dice)
    for text in texts:
        o = read(s, text)
        refusal = why_not(s, o)
        assert refusal is None, f"{text!r} is refused: {refusal}; there are: {[write(s, x) for x in options(s)]}"
        take(s, o, scripted)
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} of the dice {list(dice)} were not used"
    look_over(s)
    assert audit_caches(s) == []
    return s


NONE: Final = {setting.id: 0 for setting in TITLE.rules.settings}

At = Mapping[str, Sequence[str] | str]  # a box and who is in it

DIVISION: Final = ["5LT Arm", "5LT Recon", "5LT/21 Inf", "5LT Art"]
ARIETE: Final = ["Ariete Arm", "Ariete Recon", "Ariete Inf", "Ariete Art"]
PANZERS: Final = ["15 Arm", "15 Inf", "15 Recon", "15 Art"]
NZ: Final = ["NZ Inf", "NZ Art", "NZ Recon"]
# supply units that chain a side to the middle of the map; Tobruk is a depot of whoever holds it
COAST: Final = {"Beda Fomm": 1, "Barce": 1, "Derna": 1, "Gazala": 1}  # of the Axis, from Aghelia
EAST: Final = {"Sollum": 1, "Bir El Gellaz": 1}  # from Tobruk to Fuka
DESERT: Final = {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1, "Gabr Saleh": 1}  # of the Allies, from El Alamein
INDIANS: Final = ["4 Ind Inf", "4 Ind Art", "4 Ind Recon"]


def game(scenario: str = "campaign", seed: int = 1, **settings: int) -> State:
    return new_game(E, OUTLINES, GAMES.index(scenario), {**NONE, **settings}, SeededDice(seed))


def position(
    at: At,
    turn: int = 2,
    scenario: str = "campaign",
    stores: Mapping[str, Mapping[str, int]] | None = None,  # side -> box -> supply units
    held: Mapping[str, str] | None = None,  # box -> side
    bonus: Mapping[str, str] | None = None,  # side -> what its HQ does
    hands: Mapping[str, Sequence[str]] | None = None,
    oos: Sequence[str] | None = None,  # else as supply says
    lrdf: Sequence[str] = (),
    damaged: Sequence[str] = (),
    came: Mapping[str, str] | None = None,
    works: Mapping[str, int] | None = None,
    tobruk: int = 0,
    bardia: int = 0,
    waiting: Sequence[str] = (),  # on the track
    dead: Sequence[str] = (),
    no_hq: Sequence[str] = (),  # sides whose HQ is captured; else it waits in the Holding Area
    **settings: int,
) -> State:
    """Units that are not named are out of the game. Boxes are held by who stands in them, else as at the start."""
    s = empty(E, OUTLINES, GAMES.index(scenario), {**NONE, **settings})
    s.turn, s.tobruk, s.bardia = turn, tobruk, bardia
    for box, names in at.items():
        for name in [names] if isinstance(names, str) else names:
            s.where[E.u(name)] = E.b(box) if box != "Withdrawn" else -3
    for names, where in ((waiting, TRACK), (dead, DEAD)):
        for name in names:
            s.where[E.u(name)] = where
    s.hq = [next((u for u in E.of_side[side] if E.type[u] == HQ and s.where[u] >= 0), -1) for side in (ALLIED, AXIS)]
    for number, unit in ((ALLIED, E.allied_hq), (AXIS, E.italian_hq if scenario == "oconnor" else E.rommel)):
        if s.hq[number] < 0 and SIDES[number] not in no_hq:
            s.hq[number] = unit
            s.where[unit] = E.holding
    renew_caches(s)
    for side, boxes in (stores or {}).items():
        for box, count in boxes.items():
            add_supply(s, SIDES.index(side), E.b(box), count)
    for where in range(E.boxes):
        for number in (ALLIED, AXIS):
            if s.occupied[number] >> where & 1 and not s.occupied[1 - number] >> where & 1:
                s.held[where] = number
                s.flag[where] = number if where in E.victory else -1
    for box, owner in (held or {}).items():
        s.held[E.b(box)] = SIDES.index(owner)
        if E.b(box) in E.victory:
            s.flag[E.b(box)] = SIDES.index(owner)
    for side, name in (bonus or {}).items():
        s.bonus[SIDES.index(side)] = sum([1 << BONUSES.index(one) for one in name.split(" + ")])
    for side, cards in (hands or {}).items():
        for card in cards:
            s.deck[CARDS.index(card)] -= 1
        s.hands[SIDES.index(side)] = tuple(sorted([CARDS.index(card) for card in cards]))
    for box, work in (works or {}).items():
        s.works[E.b(box)] = work
    for name in lrdf:
        s.flags[E.u(name)] |= LRDF
    for name in damaged:
        s.flags[E.u(name)] |= DAMAGED
    for name, box in (came or {}).items():
        s.came[E.u(name)] = E.b(box)
    mark_supply(s)
    if oos is not None:
        for unit in range(E.units):
            s.flags[unit] &= ~OOS
        for name in oos:
            s.flags[E.u(name)] |= OOS
    s.began = s.where[:]
    return s


def row_after(kind: type[Frame], happens: Callable[..., Any]) -> int:
    return next(n for n, row in enumerate(OUTLINES[kind].rows) if row.happens is happens) + 1


def begin(s: State, side: str, happens: Callable[..., Any], frame: Frame, dice: Sequence[int] = ()) -> State:
    """In the middle of a player-turn, with a phase that opens."""
    s = s.clone()
    s.log = []
    s.active = SIDES.index(side)
    turn, player = Turn(), PlayerTurn(s.active)
    turn.at, player.at = row_after(Turn, second_player), row_after(PlayerTurn, happens)
    s.begin(turn)
    s.begin(player)
    s.begin(frame)
    scripted = Scripted(dice)
    settle(s, scripted)
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} of the dice {list(dice)} were not used"
    look_over(s)
    return s


def moving(s: State, side: str = "axis") -> State:
    return begin(s, side, move, Movement(SIDES.index(side), False))


def motoring(s: State, side: str = "axis") -> State:
    return begin(s, side, move_motorized, Movement(SIDES.index(side), True))


def fighting(s: State, side: str = "axis", dice: Sequence[int] = (), limited: bool = False) -> State:
    return begin(s, side, fight_limited if limited else fight, Combat(SIDES.index(side), limited), dice)


def refitting(s: State, side: str = "axis", dice: Sequence[int] = (), late: bool = False) -> State:
    return begin(s, side, refit, Refit(SIDES.index(side), late), dice)


def drawing(s: State, side: str = "axis", dice: Sequence[int] = ()) -> State:
    return begin(s, side, draw_cards, CardDraw(SIDES.index(side)), dice)


def ending(s: State, side: str = "axis", dice: Sequence[int] = ()) -> State:
    """The end of a player-turn: after the Limited Combat Phase."""
    return begin(s, side, fight_limited, Combat(SIDES.index(side), True), dice)


def finished(s: State, dice: Sequence[int] = ()) -> State:
    """After the last player-turn."""
    s = s.clone()
    s.log = []
    turn = Turn()
    turn.at = row_after(Turn, second_player)
    s.begin(turn)
    scripted = Scripted(dice)
    settle(s, scripted)
    assert scripted.used == len(dice)
    return s


def at(s: State, name: str) -> str:
    """Where a unit is."""
    where = s.where[E.u(name)]
    beside = {-1: "track", -2: "eliminated", -3: "withdrawn", -4: "gone"}
    return beside[where] if where < 0 else s.names.text("box", where)


def has(s: State, name: str, mark: int) -> bool:
    return s.flags[E.u(name)] & mark != 0


def su(s: State, side: str, box: str) -> int:
    return stock_at(s, SIDES.index(side), E.b(box))


def vp(s: State) -> tuple[int, int]:
    """Allied, Axis."""
    return s.points[ALLIED], s.points[AXIS]


def put(s: State, name: str, box: str) -> None:
    place(s, E.u(name), E.b(box))


def box(name: str) -> int:
    return E.b(name)


def board(
    firers: str | Sequence[str],
    targets: str | Sequence[str],
    side: str = "axis",  # the attacker
    where: str = "El Adem",
    second: Sequence[str] = (),
    round: int = 2,
    **facts: Any,
) -> Battle:
    """A battle on the board: all named units in the Front Line, but those in `second`."""
    names = [*([firers] if isinstance(firers, str) else firers), *([targets] if isinstance(targets, str) else targets)]
    units = sorted([E.u(name) for name in names])
    rear = tuple([u for u in units if E.unit_rows[u].id in second])
    front = tuple([u for u in units if u not in rear])
    for field in ("sheltered", "crossed"):
        if field in facts:
            facts[field] = tuple([E.u(name) for name in facts[field]])
    return Battle(SIDES.index(side), E.b(where), front=front, second=rear, round=round, **facts)


def cv(s: State, b: Battle, firer: str, target: str, extra: bool = False) -> int:
    """11.1: what a shot adds up to."""
    return int(shot(s, b, E.u(firer), E.u(target), extra).total)


def march(s: State, text: str) -> State:
    """`5LT Arm + 5LT/21 Inf: Agadabia, Beda Fomm`: these together, box by box, and halt if they can go on."""
    who, _, way = text.partition(": ")
    first, *others = who.split(" + ")
    s = say(s, f"move {first}", *[f"with {unit}" for unit in others])
    for to in way.split(", "):
        s = say(s, to if to.split()[0] in ("outflank", "sail", "rail") else f"go {to}")
    return say(s, "halt") if isinstance(s.frames[-1], March) else s


def volley(s: State, dice: Sequence[int]) -> State:
    """Every unit that fires now is given its first target, and the dice fall. What else was asked comes after it."""
    s = s.clone()
    s.log = []
    scripted = Scripted(dice)
    firing = s.frames[-1]
    while s.frames and s.frames[-1] is firing and options(s)[0][0] in ("aim", "extra"):
        take(s, options(s)[0], scripted)
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} of the dice {list(dice)} were not used"
    return s


def battle_of(s: State) -> Battle:
    return inner(s, Battle)


def flee(s: State, to: str = "", dice: Sequence[int] = ()) -> State:
    """Withdraw to a box (or the only one), and no further."""
    s = say(s, "withdraw", dice=() if to else dice)
    if to and f"retreat {to}" in [write(s, o) for o in options(s)]:
        s = say(s, f"retreat {to}", dice=dice)
    while s.frames and isinstance(s.frames[-1], Withdrawal) and options(s)[-1][0] == "done":
        s = say(s, "done")
    return s
