"""Battles built at random: who stands where around a box, with what, and by which way it came."""

from __future__ import annotations

import random
from typing import Any, Final

from sandtable.kernel.sides import SIDES
from sandtable.titles.blitzkrieg.edition import RECON
from sandtable.titles.blitzkrieg.state import DAMAGED, FLANKED, LASTING, MINED, MOVED, OWNED, STIRRED, STRONG, State
from tests.titles.blitzkrieg.position import E, position

CARDS: Final = (
    "Intelligence", "Combat Training", "Artillery Barrage", "Anti-Tank Screen", "Vehicle Recovery", "Stubborn Defence",
    "HQ Escapes",
)  # fmt: skip
HELD: Final = ("Anti-Tank Screen", "Stubborn Defence", "HQ Escapes")
PLACES: Final = (
    "Tobruk", "Bardia", "Benghasi", "Aghelia", "El Alamein", "Ruweisat Ridge", "Qaret El Himemat", "Fuka", "Bir Hachiem", "Acroma",
    "Gazala", "El Adem", "Cyrene", "El Guba", "Junction A", "Sollum", "Marsa Brega", "Gasres Sahabi", "Jalo Oasis",
)  # fmt: skip
TURNS: Final = {"campaign": (1, 21), "short": (14, 18), "oconnor": (1, 4)}
FORTS: Final = {"campaign": ((3, 1, 0), (1, 0)), "short": ((1, 0), (0,)), "oconnor": ((1, 0), (1, 0))}  # Tobruk, Bardia
EMPTY, BOTH = -1, 2


class Scene:
    """What is being put together: a battle and all that is around it."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.scenario = r.choice(["campaign", "campaign", "short", "oconnor"])
        self.turn = r.randint(*TURNS[self.scenario])
        self.box = E.b(r.choice(PLACES)) if r.random() < 0.6 else r.randrange(E.boxes)
        self.attacker = r.randint(0, 1)
        self.defender = 1 - self.attacker
        self.at: dict[int, list[int]] = {}
        self.came: dict[int, int] = {}
        self.lrdf: list[int] = []
        self.holds: dict[int, int] = {self.box: BOTH}  # box -> whose units are there
        self.pool = [self.shuffled(side) for side in (0, 1)]
        self.near = list(E.neighbours[self.box])

    def shuffled(self, side: int) -> list[int]:
        units = [u for u in E.troops[side] if self.scenario in E.unit_rows[u].games]
        self.r.shuffle(units)
        return units

    def fill(self, box: int, side: int, count: int) -> list[int]:
        """Some units of the pool; half the time of one division as far as it goes."""
        pool = self.pool[side]
        division = E.unit_rows[pool[0]].division if pool and self.r.random() < 0.5 else ""
        found = [u for u in pool if division and E.unit_rows[u].division == division][:count]
        found += [u for u in pool if u not in found][: count - len(found)]
        self.move(box, found)
        return found

    def move(self, box: int, units: list[int]) -> None:
        for unit in units:
            self.pool[E.side[unit]].remove(unit)
            self.at.setdefault(box, []).append(unit)

    def recon_only(self, side: int, units: list[int]) -> list[int]:
        """Sometimes only recon units fight for a side."""
        recon = [u for u in self.pool[side] if E.type[u] == RECON][: self.r.randint(1, 2)]
        if self.r.random() >= 0.15 or not recon:
            return units
        for unit in units:
            self.at[self.box].remove(unit)
            self.pool[side].append(unit)
        self.move(self.box, recon)
        return recon

    def people(self) -> None:
        r = self.r
        attackers = self.fill(self.box, self.attacker, r.choice([1, 1, 2, 2, 3, 4, 5, 6]))
        defenders = self.fill(self.box, self.defender, r.choice([1, 1, 2, 2, 3, 4, 5]))
        self.attackers = self.recon_only(self.attacker, attackers)
        self.lrdf = [] if self.attackers is attackers else self.attackers[:]
        self.recon_only(self.defender, defenders)
        for box in self.near:
            self.surround(box, r.random())
        for box in range(E.boxes):
            if box not in self.holds:
                close = any([box in E.neighbours[there] for there in self.near])
                self.holds[box] = EMPTY
                if r.random() < (0.4 if close else 0.06):
                    self.holds[box] = r.randint(0, 1)
                    self.fill(box, self.holds[box], r.choice([1, 1, 2]))
        ways = r.sample(self.near, min(len(self.near), r.choice([1, 1, 2, 3])))
        for unit in self.attackers:
            by_sea = self.box in E.entries[self.attacker] and r.random() < 0.3
            self.came[unit] = E.holding if by_sea else r.choice(ways)

    def surround(self, box: int, chance: float) -> None:
        r = self.r
        self.holds[box] = EMPTY if chance < 0.35 else self.attacker if chance < 0.62 else self.defender if chance < 0.9 else BOTH
        if self.holds[box] == BOTH:  # another battle
            for unit in self.fill(box, self.attacker, r.randint(1, 2)):
                self.came[unit] = r.choice(E.neighbours[box])
            self.fill(box, self.defender, r.randint(1, 2))
        elif self.holds[box] != EMPTY:
            self.fill(box, self.holds[box], r.choice([1, 1, 2, 3]))

    def command(self) -> list[str]:
        """HQs and air; the sides without an HQ."""
        r = self.r
        axis = "Italian HQ" if self.scenario == "oconnor" else r.choice(["Rommel HQ", "Rommel HQ", "Replacement HQ"])
        missing: list[str] = []
        for side, name in ((0, "Allied HQ"), (1, axis)):
            chance, hq = r.random(), E.u(name)
            if chance < 0.1:
                missing.append(SIDES[side])
            elif chance < 0.4:
                self.at[self.box].append(hq)
                if side == self.attacker:
                    self.came[hq] = self.came[self.attackers[0]]
            else:
                beside = [box for box in self.near if self.holds[box] in (side, EMPTY)] if chance < 0.75 else []
                self.at.setdefault(r.choice(beside or [E.holding]), []).append(hq)
            for unit in E.air[side]:
                if unit not in E.sortie and r.random() < 0.6 and self.scenario in E.unit_rows[unit].games:
                    guarded = [self.box] * 3 + [box for box in self.near if self.holds[box] == side]
                    on_defence = side == self.defender and r.random() < 0.7
                    self.at.setdefault(r.choice(guarded) if on_defence else E.holding, []).append(unit)
        return missing

    def stores(self) -> dict[str, dict[str, int]]:
        r = self.r
        density = {self.attacker: r.choice([0.2, 0.7, 0.9]), self.defender: r.choice([0.1, 0.2, 0.5])}
        found: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        for box in range(E.boxes):
            taken = False
            for side in (0, 1):
                passed = (
                    side == self.defender and box in self.came.values()
                )  # nothing is left of the enemy where attackers came from
                alone = self.holds[box] == EMPTY and not taken and not passed
                if r.random() < density[side] and (self.holds[box] == side or alone):
                    found[SIDES[side]][E.box_rows[box].id] = r.randint(1, 2)
                    taken = True
            if self.holds[box] == BOTH and r.random() < 0.3:
                found[SIDES[self.defender]][E.box_rows[box].id] = r.randint(1, 2)
        for name in SIDES:
            if r.random() < 0.5:
                found[name]["Holding"] = 1
        return found

    def held(self) -> dict[str, str]:
        found = {}
        for box in (*E.depots, *E.ports):
            if self.holds[box] == EMPTY and self.r.random() < 0.5:
                found[E.box_rows[box].id] = self.r.choice(SIDES)
            elif self.holds[box] == BOTH:
                found[E.box_rows[box].id] = SIDES[self.defender]
        return found

    def hands(self) -> dict[str, list[str]]:
        r, cards = self.r, list(CARDS)
        r.shuffle(cards)
        found = {}
        if r.random() < 0.5:
            found[SIDES[self.attacker]] = cards[: r.randint(1, 3)]
        if r.random() < 0.4:
            found[SIDES[self.defender]] = [card for card in cards[3:] if card in HELD]
        return found


def build(r: random.Random) -> tuple[State, str, bool]:
    """A position with battles, the side that attacks, and whether it is the Limited Combat Phase."""
    scene = Scene(r)
    scene.people()
    missing = scene.command()
    name = E.box_rows[scene.box].id
    work = 0
    if r.random() < 0.35 and name not in ("Tobruk", "Bardia"):
        work = OWNED[scene.defender]
        if scene.scenario == "short" and scene.defender == 0 and r.random() < 0.7:
            work |= MINED | (STRONG if r.random() < 0.3 else 0)
    options = ["strong_boxes", "minefields"] if scene.scenario != "oconnor" else []
    settings: dict[str, Any] = {option: 1 for option in options if r.random() < 0.2}
    bonuses = ["Combat Attack", "Combat Defense", "Movement", "Combat Attack + Combat Defense"]
    s = position(
        {
            "Holding" if box == E.holding else E.box_rows[box].id: [E.unit_rows[u].id for u in units]
            for box, units in scene.at.items()
        },
        turn=scene.turn,
        scenario=scene.scenario,
        stores=scene.stores(),
        held=scene.held(),
        bonus={side: r.choice(bonuses) for side in SIDES if r.random() < 0.8},
        hands=scene.hands(),
        lrdf=[E.unit_rows[u].id for u in scene.lrdf + more_lrdf(scene)],
        works={name: work} if work else {},
        tobruk=r.choice(FORTS[scene.scenario][0]),
        bardia=r.choice(FORTS[scene.scenario][1]),
        no_hq=missing,
        **settings,
    )
    for unit, box in scene.came.items():
        s.came[unit] = box
    for unit in scene.attackers:
        s.flags[unit] |= MOVED | STIRRED
        s.flags[unit] |= DAMAGED | LASTING if r.random() < 0.12 else 0
        s.flags[unit] |= FLANKED if r.random() < 0.1 and scene.came[unit] != E.holding else 0
    if r.random() < 0.3:
        for box in scene.near:
            s.interdicted |= 1 << box if scene.holds[box] == EMPTY and r.random() < 0.4 else 0
    for lane in range(E.lanes):
        s.traffic[lane] = r.randint(1, 2) if r.random() < 0.3 else 0
    if r.random() < 0.2 and not work and name not in ("Tobruk", "Bardia"):
        s.trench[scene.defender] = scene.box
    s.italians = r.random() < 0.1 and scene.scenario == "campaign"
    s.alamein = r.random() < 0.3
    return s, SIDES[scene.attacker], r.random() < 0.35


def more_lrdf(scene: Scene) -> list[int]:
    found: list[int] = []
    for side in (0, 1):
        if side != scene.attacker or not scene.lrdf:
            recon = [u for units in scene.at.values() for u in units if E.type[u] == RECON and E.side[u] == side]
            found += recon[: scene.r.choice([0, 0, 1, 2])]
    return found
