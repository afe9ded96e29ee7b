"""A second opinion on the battle (9.0, 11.0): plain, slow, and written from the rule book alone.

`fight` is the whole battle as one story. It yields every question that has more than one answer, as the side that is asked and
the texts of all answers, and is sent the text that was said. Dice are taken from `World.dice` in the order in which they fell.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Optional

from tests.titles.blitzkrieg.oracle_supply import (
    BOXES,
    DEPOTS,
    ENTRIES,
    HOLDING,
    LINES,
    ORDER,
    ROADS,
    UNITS,
    VICTORY,
    WORTH,
    World,
    check_supply,
    distance,
    enemy,
    fits,
    is_ground,
    is_motorised,
    is_vehicle,
    kind,
    payers,
    supplied_boxes,
)

Talk = Generator[tuple[str, list[str]], str, str]
Story = Generator[tuple[str, list[str]], str, None]
OFF = "off the map"
ALAMEIN = ["Fuka", "Belaki Mudpan", "El Alamein", "Ruweisat Ridge", "El Taqa Plateau"]
HEIGHTS = ["Matava", "Cyrene", "El Guba", "Junction A"]  # 11.5.2


class Board:
    """The Battle Board."""

    def __init__(self, w: World, box: str) -> None:
        self.w = w
        self.box = box
        self.attacker = w.active
        self.defender = enemy(w.active)
        self.payer = ""
        self.desert = False
        self.front: list[str] = []
        self.second: list[str] = []
        self.sheltered: list[str] = []
        self.crossed: list[str] = []
        self.hq_round = {"axis": 0, "allied": 0}
        self.entered: dict[str, set[str]] = {"axis": set(), "allied": set()}
        self.round = 0
        self.complete = 0
        self.cards: dict[str, list[str]] = {"axis": [], "allied": []}
        self.lost: list[str] = []
        self.winner = ""
        self.evaded = False
        self.off = False
        self.withdrew = False
        self.stormed = False
        self.last_half = ""

    def troops(self, side: str) -> list[str]:
        """Ground units that take part."""
        return [u for u in self.w.ground(side, self.box) if "aside" not in self.w.marks[u]]

    def aside(self, side: str) -> list[str]:
        return [u for u in self.w.ground(side, self.box) if "aside" in self.w.marks[u]]

    def of(self, side: str, line: list[str]) -> list[str]:
        return [u for u in line if UNITS[u]["side"] == side]


def ask(side: str, answers: list[str]) -> Talk:
    if len(answers) == 1:
        return answers[0]
    said = yield side, answers
    return said


def fight(w: World, box: str) -> Story:
    b = Board(w, box)
    w.waiting.discard(box)
    w.battles.add(box)
    check_supply(w)  # 7.1.1
    for unit in b.troops(b.attacker):
        if unit in w.came:
            b.entered[b.attacker].add(w.came[unit])
    yield from name_supply(b)
    if b.off:
        return
    if may_evade(b):
        said = yield from ask(b.defender, ["evade", "pass"])
        if said == "evade":
            yield from evade(b)
            return
    yield from prepare(b)
    yield from place_units(b)
    start(b)
    while not b.winner:
        b.round += 1
        for side in (b.defender, b.attacker):
            if not b.winner:
                yield from half(b, side)
        if not b.winner or (b.complete == b.round - 1 and b.winner and not b.withdrew and b.last_half == b.attacker):
            b.complete += 1
    yield from finish(b)


# 7.4: the supply unit that pays


def name_supply(b: Board) -> Story:
    w = b.w
    troops = b.troops(b.attacker)
    places = payers(w, b.attacker, b.box, troops)
    if all(["lrdf" in w.marks[u] for u in troops]):
        b.desert = True
        if places:  # 7.4.8: they need not
            said = yield b.attacker, [*[f"supply {place}" for place in places], "pass"]
            if said != "pass":
                b.payer, b.desert = said.removeprefix("supply "), False
        return
    if places:
        said = yield from ask(b.attacker, [f"supply {place}" for place in places])
        b.payer = said.removeprefix("supply ")
        return
    if all([kind(u) == "RECON" for u in troops]):
        raise Unsure("recon that may become LRDF")
    b.off = True
    yield from call_off(b)


def call_off(b: Board) -> Story:
    """7.4.3: nobody can pay. The attackers go back to where they came from; whoever cannot is eliminated."""
    w, side = b.w, b.attacker
    homes = set()
    flankers = [u for u in b.troops(side) if "flanked" in w.marks[u]]
    for unit in b.troops(side):
        if unit in flankers:
            continue
        home = w.came.get(unit, "")
        if home == HOLDING or (home and not w.ground(b.defender, home)):
            w.where[unit] = home
            homes.add(home)
        else:
            eliminate(b, unit)
    hq = w.hq.get(side, "")
    if homes and not flankers and hq and w.where[hq] == b.box and "aside" not in w.marks[hq]:
        own = w.came.get(hq, "")
        w.where[hq] = own if own and not w.ground(b.defender, own) else sorted(homes, key=[*BOXES, HOLDING].index)[0]
    if flankers:
        left = yield from shoot_and_turn_back(b, flankers)
        b.withdrew = b.withdrew or left
    for home in reversed(BOXES):
        if home in homes:
            yield from remove_excess(b, side, home)
    b.withdrew = b.withdrew or bool(homes)
    for unit in b.aside(b.defender):
        w.marks[unit].discard("aside")
    yield from settle_waiting(b, side)
    yield from capture_hq(w, b.defender, b.box)


def shoot_and_turn_back(b: Board, flankers: list[str]) -> Generator[tuple[str, list[str]], str, bool]:
    """8.8.6: outflankers without supply take one set of fire, then withdraw. Whether anybody did."""
    w, side = b.w, b.attacker
    aims = yield from assign(b.defender, b.troops(b.defender), w.air(b.defender, b.box), flankers, [])
    b.crossed = [u for u in flankers if w.came.get(u) in LINES[b.box]]
    hits: list[str] = []
    for firer in sorted(aims, key=ORDER.index):
        target, extra = aims[firer]
        number = flank_value(b, firer, target, extra)
        if number >= 0 and w.die() <= number:
            hits.append(target)
    for unit in flankers:
        if hits.count(unit) + ("damaged" in w.marks[unit]) > 1 and unit in hits:
            eliminate(b, unit)
        elif unit in hits:
            w.marks[unit] |= {"damaged", "lasting"}
    left = [u for u in flankers if w.where[u] == b.box]
    if not left or not ways_out(b, side, left):
        for unit in left:
            eliminate(b, unit)
        yield from capture_hq(w, b.defender, b.box)  # 8.7.3
        return False
    yield from withdraw(b, side, with_supplies=False, units=left)
    return True


def flank_value(b: Board, firer: str, target: str, extra: bool) -> int:
    """8.8.2: as if defending from the Front Line."""
    w, side = b.w, b.defender
    number = int(UNITS[firer]["cv"]) + (1 if extra else 0)
    number -= 1 if UNITS[target]["superior"] else 0
    number += 1 if target in b.crossed else 0  # 11.5.3
    number += 1 if b.box in HEIGHTS else 0
    if not is_ground(firer):
        return number
    if is_vehicle(target):
        british = UNITS[firer]["nation"] == "British" and kind(firer) == "ARM" and UNITS[target]["nation"] == "Italian"
        number += 1 if UNITS[firer]["circled"] or british else 0
    takes_part = w.hq_in(side, b.box) and "aside" not in w.marks[w.hq[side]]  # 9.5.4
    if takes_part and "Combat Defense" in w.bonus[side] and led(w, firer):
        number += 1  # 11.3.3
    return number - (1 if "oos" in w.marks[firer] else 0)


class Unsure(Exception):
    """The book is silent, or this opinion does not go so far: the battle is not compared any further."""


# 9.6


def may_evade(b: Board) -> bool:
    own, foes = b.troops(b.defender), b.troops(b.attacker)
    if not all([kind(u) == "RECON" for u in own]) or all([kind(u) == "RECON" for u in foes]):
        return False
    return bool(ways_out(b, b.defender))


def evade(b: Board) -> Story:
    w = b.w
    b.evaded = True
    for unit in w.air(b.defender, b.box):
        w.where[unit] = HOLDING
        w.marks[unit].add("used")
    yield from withdraw(b, b.defender, with_supplies=False)
    b.winner = b.attacker
    yield from finish(b)


# 9.2: before the first round


def in_air_range(w: World, side: str, box: str) -> bool:
    """11.6: within three boxes of the HQ or of a friendly depot."""
    near = [depot for depot in DEPOTS if w.held.get(depot) == side]
    if side in w.hq and w.where[w.hq[side]] in BOXES:
        near.append(w.where[w.hq[side]])
    return any([distance(place, box) <= 3 for place in near])


def prepare(b: Board) -> Story:
    """11.6.1 and cards: the attacker, then the defender."""
    w = b.w
    while True:
        answers = []
        if not w.khamsin and in_air_range(w, b.attacker, b.box):
            answers += [f"fly {u}" for u in w.air(b.attacker, HOLDING) if "used" not in w.marks[u]]
            sortie = "Axis Sortie" if b.attacker == "axis" else "Allied Sortie"
            by_option = w.agreed.get("sorties") and b.attacker not in w.sortied
            if w.where[sortie] not in BOXES and ("Aircraft Sortie" in w.hands[b.attacker] or by_option):
                answers.append(f"fly {sortie}")
        for card in ("Intelligence", "Combat Training", "Artillery Barrage", "Anti-Tank Screen"):
            if card in w.hands[b.attacker]:
                answers.append(f"play {card}")
        if not answers:
            break
        said = yield b.attacker, [*answers, "done"]
        if said == "done":
            break
        verb, _, what = said.partition(" ")
        if verb == "play":
            b.cards[b.attacker].append(what)
            w.hands[b.attacker].remove(what)
        else:
            if what.endswith("Sortie"):
                if "Aircraft Sortie" in w.hands[b.attacker]:
                    w.hands[b.attacker].remove("Aircraft Sortie")
                else:
                    w.sortied.add(b.attacker)
            w.where[what] = b.box
    if "Anti-Tank Screen" in w.hands[b.defender]:
        said = yield b.defender, ["play Anti-Tank Screen", "done"]
        if said != "done":
            b.cards[b.defender].append("Anti-Tank Screen")
            w.hands[b.defender].remove("Anti-Tank Screen")


def place_units(b: Board) -> Story:
    """9.2.2, 9.2.3"""
    w = b.w
    fewer = len(b.troops(b.attacker)) < len(b.troops(b.defender))
    first = b.attacker if fewer else b.defender
    if "Intelligence" in b.cards[b.attacker]:
        first = b.defender
    b.second = [u for u in ORDER if u in b.troops("axis") + b.troops("allied") + w.air("axis", b.box) + w.air("allied", b.box)]
    for side in (first, enemy(first)):
        yield from move_up(b, side, "placed", any_kind=True, must=True)


def move_up(b: Board, side: str, stop: str, any_kind: bool, must: bool) -> Story:
    """Units of the Second Line go to the Front Line until their side stops; `must`: one has to stand there."""
    while True:
        able = [u for u in b.of(side, b.second) if is_ground(u) and (any_kind or kind(u) != "ART")]
        answers = [f"front {u}" for u in able]
        if not answers:
            return
        if not must or b.of(side, b.front):
            answers.append(stop)
        said = yield from ask(side, answers)
        if said == stop:
            return
        unit = said.removeprefix("front ")
        b.second.remove(unit)
        b.front.append(unit)


def start(b: Board) -> None:
    w = b.w
    b.sheltered = b.troops(b.defender)
    b.crossed = [u for u in b.troops(b.attacker) if w.came.get(u) in LINES[b.box]]
    for side, bonus in ((b.attacker, "Combat Attack"), (b.defender, "Combat Defense")):
        waits = side in w.hq and "aside" in w.marks[w.hq[side]]  # 9.5.4
        if w.hq_in(side, b.box) and bonus in w.bonus[side] and not waits:
            b.hq_round[side] = 1
    good = [u for u in b.troops(b.attacker) if "oos" not in w.marks[u]]
    if b.attacker == "axis" and w.scenario == "campaign" and b.box in ALAMEIN and len(good) >= 5 and not w.alamein:  # 12.7.2
        w.alamein = True
        w.points["axis"] += 5
    germans = [u for u in b.troops("axis") if UNITS[u]["nation"] == "German"]
    b.stormed = b.attacker == "axis" and b.box == "Tobruk" and w.tobruk == 3 and len(germans) >= 5  # 11.4.2


# 9.3: a round


def half(b: Board, side: str) -> Story:
    w = b.w
    b.last_half = side
    if b.round > 1:
        gone = yield from stay_or_go(b, side)
        if gone:
            return
        yield from move_up(b, side, "hold", any_kind=True, must=True)
    aims = yield from allocate(b, side)
    other = enemy(side)
    doomed = []
    for firer in sorted(aims, key=ORDER.index):
        target, extra = aims[firer]
        number = to_hit(b, firer, target, extra)
        if number < 0:
            continue
        if w.die() <= number and target not in doomed:
            if "damaged" in w.marks[target]:
                doomed.append(target)
            else:
                w.marks[target].add("damaged")
    if doomed and other == b.defender and "Stubborn Defence" in w.hands[other]:
        said = yield other, [*[f"save {u}" for u in sorted(doomed, key=ORDER.index)], "pass"]
        if said != "pass":
            doomed.remove(said.removeprefix("save "))
            w.hands[other].remove("Stubborn Defence")
    for unit in sorted(doomed, key=ORDER.index):
        eliminate(b, unit)
    b.crossed = b.of(side, b.crossed)
    yield from close_ranks(b, other)


def stay_or_go(b: Board, side: str) -> Generator[tuple[str, list[str]], str, bool]:
    """9.3.9: withdraw, reinforce, or stay."""
    sent: set[str] = set()
    while True:
        answers = []
        if not sent and ways_out(b, side):
            answers.append("withdraw")
        answers += [f"reinforce {u}" for u in reinforcements(b, side, sent)]
        if not answers:
            return False
        said = yield side, [*answers, "stay"]
        if said == "stay":
            return False
        if said == "withdraw":
            yield from withdraw(b, side, with_supplies=True)
            b.winner = enemy(side)
            b.withdrew = True
            return True
        unit = said.removeprefix("reinforce ")
        sent.add(b.w.where[unit])
        yield from reinforce(b, side, unit)


def reinforcements(b: Board, side: str, sent: set[str]) -> list[str]:
    """9.4"""
    w = b.w
    if b.round == 2 and "Intelligence" in b.cards[enemy(side)]:
        return []
    found = []
    for unit in ORDER:
        there = w.where.get(unit, "")
        if UNITS[unit]["side"] != side or there not in ROADS[b.box] or there in sent or there in w.battles:
            continue
        full = ROADS[b.box][there] == "tertiary" and w.traffic.get(frozenset((b.box, there)), 0) >= 2
        if kind(unit) == "HQ":
            bonus = "Combat Attack" if side == b.attacker else "Combat Defense"
            fresh = unit == w.hq.get(side) and "fought" not in w.marks[unit]
            if fresh and bonus in w.bonus[side] and not b.desert:  # 9.4.6: only recon
                found.append(unit)
        elif kind(unit) == "AIR":
            if side == b.defender and in_air_range(w, side, b.box):
                found.append(unit)  # 11.6.2.3: for LRDF too
        elif (
            "oos" in w.marks[unit]
            or "fought" in w.marks[unit]
            or full
            or (b.desert and kind(unit) != "RECON")
            or (b.desert and side == b.attacker and "lrdf" not in w.marks[unit] and not payers(w, side, b.box, [unit]))
        ):
            continue
        elif fits(w, [*w.ground(side, b.box), unit]):
            found.append(unit)
    return found


def reinforce(b: Board, side: str, unit: str) -> Story:
    w = b.w
    there = w.where[unit]
    w.where[unit] = b.box
    if is_ground(unit):
        b.entered[side].add(there)
    if kind(unit) == "HQ":
        b.hq_round[side] = b.round
        w.came[unit] = there
        return
    b.second.append(unit)
    b.second.sort(key=ORDER.index)
    if kind(unit) == "AIR":
        return
    w.came[unit] = there
    if ROADS[b.box][there] == "tertiary":
        road = frozenset((b.box, there))
        w.traffic[road] = w.traffic.get(road, 0) + 1
    if there in LINES[b.box]:
        b.crossed.append(unit)
    if is_mined(w, b.box, enemy(side)) and w.die() <= 3:
        w.marks[unit] |= {"damaged", "lasting"}
    if b.desert and side == b.attacker and "lrdf" not in w.marks[unit] and not b.payer:
        said = yield from ask(side, [f"supply {place}" for place in payers(w, side, b.box, b.troops(side))])
        b.payer = said.removeprefix("supply ")


def is_mined(w: World, box: str, owner: str) -> bool:
    """14.1.3, 13.4-10: the option adds minefields to the Campaign Game."""
    work = w.works.get(box)
    if work is None or work["side"] != owner or work["under way"]:
        return False
    return bool(work["mined"] or (w.agreed.get("minefields") and w.scenario == "campaign"))


def allocate(b: Board, side: str) -> Generator[tuple[str, list[str]], str, dict[str, tuple[str, bool]]]:
    foes = enemy(side)
    aims = yield from assign(side, b.of(side, b.front), b.of(side, b.second), b.of(foes, b.front), b.of(foes, b.second))
    return aims


def assign(
    side: str, line: list[str], rear: list[str], facing: list[str], behind: list[str]
) -> Generator[tuple[str, list[str]], str, dict[str, tuple[str, bool]]]:
    """9.2.5 to 9.2.7: everybody gets one target."""
    extras = max(0, len(line) - len(facing))
    matches = len(line) - extras
    aims: dict[str, tuple[str, bool]] = {}
    while len(aims) < len(line) + len(rear):
        matched = [target for u, (target, extra) in aims.items() if u in line and not extra]
        named = len([u for u, (_, extra) in aims.items() if extra])
        answers = []
        for unit in line:
            if unit not in aims:
                if len(matched) < matches:
                    answers += [f"aim {unit} {target}" for target in facing if target not in matched]
                if named < extras:
                    answers += [f"extra {unit} {target}" for target in facing]
        for unit in rear:
            if unit not in aims:
                answers += [f"aim {unit} {target}" for target in facing + behind]
        said = yield from ask(side, answers)
        for unit in line + rear:
            for target in facing + behind:
                if unit not in aims and said in (f"aim {unit} {target}", f"extra {unit} {target}"):
                    aims[unit] = (target, said.startswith("extra"))
    return aims


def to_hit(b: Board, firer: str, target: str, extra: bool) -> int:
    """11.1: all modifiers add up."""
    w = b.w
    side = UNITS[firer]["side"]
    number = int(UNITS[firer]["cv"])
    if firer in b.front:
        number += 1 if extra else 0  # 11.2.4
        screened = "Anti-Tank Screen" in b.cards[side] and kind(firer) in ("INF", "ART")
        if is_vehicle(target):
            if UNITS[firer]["circled"] or screened:
                number += 1  # 11.2.1
            elif UNITS[firer]["nation"] == "British" and kind(firer) == "ARM" and UNITS[target]["nation"] == "Italian":
                number += 1
    elif kind(firer) == "ART":
        number += 1  # 11.2.3
        if "Artillery Barrage" in b.cards[side] and b.round == 1:
            number += 1
    elif is_ground(firer):
        number -= 1  # 11.2.5
    if UNITS[target]["superior"]:
        number -= 1  # 11.2.2
    if is_ground(firer) and b.hq_round[side] == b.round and led(w, firer):
        number += 1  # 11.3.2, 11.3.3
    if "Combat Training" in b.cards[side] and b.round == 1:
        number += 1
    if target in b.crossed:
        number += 1  # 11.5
    if side == b.defender:
        if b.box in HEIGHTS:
            number += 1  # 11.5.2
        if "oos" in w.marks[firer] and is_ground(firer):
            number -= 1  # 7.4.5
    elif target in b.sheltered:
        number -= shelter(b)
    return number


def led(w: World, unit: str) -> bool:
    """11.3.6, 11.3.7.2, 15.1: whom an HQ helps."""
    side = UNITS[unit]["side"]
    hq = w.hq[side]
    if hq == "Rommel HQ":
        return UNITS[unit]["nation"] == "German" or w.turn >= 10 or w.italians
    if hq == "Replacement HQ":
        return UNITS[unit]["nation"] == "German"
    return True


def shelter(b: Board) -> int:
    """11.4, 14.1.1: what a fort, a Fortified Box or trenches take off."""
    w = b.w
    off = 0
    if b.box == "Tobruk":
        off += w.tobruk
    if b.box == "Bardia":
        off += w.bardia
    work = w.works.get(b.box)
    if work is not None and work["side"] == b.defender and not work["under way"]:
        double = work["strong"] or ((work["mined"] or w.agreed.get("strong_boxes")) and b.round <= 2)
        off += 2 if double else 1
    if w.trench.get(b.defender) == b.box:
        off += 1
    return off


def eliminate(b: Board, unit: str) -> None:
    """12.3, 11.6.4"""
    w = b.w
    other = enemy(UNITS[unit]["side"])
    if not unit.endswith("Sortie"):
        w.points[other] += WORTH[UNITS[unit]["nation"], kind(unit)]
    w.where[unit] = ("gone" if unit.endswith("Sortie") else "track") if kind(unit) == "AIR" else "eliminated"
    w.marks[unit] = set()
    w.came.pop(unit, None)
    for line in (b.front, b.second):
        if unit in line:
            line.remove(unit)
    b.lost.append(unit)


def close_ranks(b: Board, side: str) -> Story:
    """9.2.8, 9.3.3: a side that has lost its Front Line."""
    if b.of(side, b.front):
        return
    able = [u for u in b.of(side, b.second) if kind(u) in ("ARM", "RECON", "INF")]
    if able:
        said = yield from ask(side, [f"front {u}" for u in able])
        unit = said.removeprefix("front ")
        b.second.remove(unit)
        b.front.append(unit)
        if b.round == 1 and side == b.attacker:  # at least one; later there is 9.2.4
            yield from move_up(b, side, "hold", any_kind=False, must=True)
        return
    for unit in b.of(side, b.second):
        if kind(unit) == "ART":
            eliminate(b, unit)
    b.winner = enemy(side)


# 9.5


def ways_out(b: Board, side: str, units: Optional[list[str]] = None) -> list[str]:
    """The first boxes that a withdrawal may be made to."""
    w = b.w
    units = units or b.troops(side)
    desert = all(["lrdf" in w.marks[u] for u in units])
    plain: list[str] = []
    stores: list[str] = []
    for there, road in ROADS[b.box].items():
        if w.ground(enemy(side), there) and not w.ground(side, there):  # 9.5.4
            continue
        if there in b.entered[enemy(side)]:  # 9.5.6
            continue
        if side == b.attacker and there not in b.entered[side]:
            continue
        if side != w.active and there in w.interdicted:  # 11.6.3.2
            continue
        if road == "tertiary" and w.traffic.get(frozenset((b.box, there)), 0) >= 2:  # 9.8
            continue
        (stores if lone_supplies(w, side, there) else plain).append(there)
    good = {there for there in plain + stores if desert or supplied_after(b, side, units, there)}
    stores = [there for there in stores if there in good]  # 9.5.2: else they block
    found = [there for there in plain if there in good]
    if side == b.defender:  # 9.5-d; of attackers 9.5.6 says where to
        found = nearest(b, side, found)
    found = found or plain or stores
    if desert:
        found = [*found, *[there for there in stores if there not in found]]  # 9.5.2: they may always try
    found.sort(key=list(BOXES).index)
    if side == b.defender and w.held.get(b.box) == side and port_room(b, side):  # 9.5.7
        found.append(HOLDING)
    off = b.box in ENTRIES[side]
    if off and (side == b.defender or b.entered[side] == {HOLDING}):  # 9.7
        found.append(OFF)
    return found


def port_room(b: Board, side: str) -> int:
    row = BOXES[b.box]
    room = int(row[f"port_{side}"] or 0)
    if row["infantry_only"] and not [u for u in b.troops(side) if kind(u) == "INF"]:
        return 0
    return room


def lone_supplies(w: World, side: str, box: str) -> bool:
    """Enemy supply units that no combat unit guards."""
    return bool(w.supplies(enemy(side), box)) and not w.ground(side, box) and not w.ground(enemy(side), box)


def supplied_after(b: Board, side: str, units: list[str], to: str) -> bool:
    """Whether units are in supply in a box once their side has left the battle and they stand there."""
    before = dict(b.w.where)
    for unit in b.w.ground(side, b.box):
        b.w.where[unit] = "on the way"
    b.w.where[units[0]] = to
    good = to in supplied_boxes(b.w, side)
    b.w.where = before
    return good


def nearest(b: Board, side: str, boxes: list[str]) -> list[str]:
    """9.5-d: those nearest to a friendly supplied unit."""
    w = b.w
    good = supplied_boxes(w, side)
    friends = {
        where
        for u, where in w.where.items()
        if UNITS[u]["side"] == side and is_ground(u) and where in BOXES and where != b.box
        if where in good
    }
    if not friends or not boxes:
        return boxes
    apart = {there: min([distance(there, friend) for friend in friends]) for there in boxes}
    return [there for there in boxes if apart[there] == min(apart.values())]


def withdraw(b: Board, side: str, with_supplies: bool, units: Optional[list[str]] = None) -> Story:
    """9.5: all to the same first box; some may go on to a second."""
    w = b.w
    troops = b.troops(side) if units is None else units
    for unit in [*troops, *([w.hq[side]] if w.hq_in(side, b.box) else [])]:
        if not b.evaded and not b.off and units is None:
            w.marks[unit].add("fought")
    said = yield from ask(side, [f"retreat {there}" for there in ways_out(b, side, troops)])
    to = said.removeprefix("retreat ")
    desert = all(["lrdf" in w.marks[u] for u in troops])
    further = to in BOXES and not lone_supplies(w, side, to) and (desert or supplied_after(b, side, troops, to))
    hq = [w.hq[side]] if w.hq_in(side, b.box) else []
    if hq and units is None and "aside" in w.marks[hq[0]]:  # 9.5.4: it waits for the end of the battle with others
        hq = []
    loads = 0
    if with_supplies:
        loads = len([1 for _ in range(w.supplies(side, b.box)) if w.die() <= 5])  # 9.5.9
    going = [*troops, *hq]
    tertiary = to in ROADS[b.box] and ROADS[b.box][to] == "tertiary"
    if to == HOLDING or tertiary:
        going, loads = yield from embark(b, side, to, going, loads)
    for unit in troops:
        if unit not in going:
            eliminate(b, unit)  # 9.5.1
    for unit in going:
        w.where[unit] = "gone" if to == OFF else to
        w.marks[unit].discard("aside")
        w.came.pop(unit, None)
        if to in (OFF, HOLDING):
            w.marks[unit] &= {"lrdf", "fought"} if to == HOLDING else set()
    add(w, side, b.box, -loads)
    if to != OFF:
        add(w, side, to, loads)
    elif hq:
        del w.hq[side]
    if to in (OFF, HOLDING):
        return
    if tertiary:
        use_road(w, b.box, to, len([u for u in going if is_ground(u)]) + loads)
    if w.ground(enemy(side), to):  # 9.5.4
        for unit in going:
            w.marks[unit].add("aside")
    else:
        capture_supplies(w, side, to)
        yield from capture_hq(w, side, to)
        if further:
            yield from go_on(b, side, to, going, loads)
    for there in [to, *[x for x in BOXES if x != to and x in {w.where[u] for u in going}]]:
        yield from remove_excess(b, side, there)


def embark(
    b: Board, side: str, to: str, units: list[str], loads: int
) -> Generator[tuple[str, list[str]], str, tuple[list[str], int]]:
    """9.5.7, 9.8: as many as the port or the road can take."""
    w = b.w
    sea = to == HOLDING
    room = int(BOXES[b.box][f"port_{side}"]) if sea else 2 - w.traffic.get(frozenset((b.box, to)), 0)
    infantry = sea and bool(BOXES[b.box]["infantry_only"])
    free = [] if sea else [u for u in units if not is_ground(u)]  # 8.4.2: an HQ needs no room on a road
    able = [u for u in units if kind(u) == "INF" or not infantry]
    crates = 0 if infantry else loads
    if len(able) == len(units) and crates == loads and len([u for u in able if u not in free]) + loads <= room:
        return units, loads
    going: list[str] = []
    loaded = 0
    while True:
        escorted = any([is_ground(u) for u in going]) or room > 1  # 9.5.8: the last place is for a combat unit
        answers = [f"board {u}" for u in able if u in free or (room and (is_ground(u) or escorted))]
        if loaded < crates and room and escorted:
            answers.append(f"board SU {b.box}")
        if not answers:
            break
        said = yield from ask(side, answers)
        what = said.removeprefix("board ")
        if what.startswith("SU "):
            loaded += 1
        else:
            able.remove(what)
            going.append(what)
        room -= 0 if what in free else 1
    return [u for u in units if u in going], loaded


def use_road(w: World, a: str, b: str, count: int) -> None:
    road = frozenset((a, b))
    w.traffic[road] = w.traffic.get(road, 0) + count
    if not w.traffic[road]:
        del w.traffic[road]


def add(w: World, side: str, place: str, count: int) -> None:
    w.stock[side, place] = max(0, w.supplies(side, place) + count)
    if not w.stock[side, place]:
        del w.stock[side, place]


def go_on(b: Board, side: str, here: str, units: list[str], loads: int) -> Story:
    """9.5-b: motorised units, HQ and supply units may go a second box along a supplied path."""
    w = b.w
    able = [u for u in units if is_motorised(u) and "oos" not in w.marks[u]]
    while True:
        answers = []
        for unit in [*able, *([f"SU {here}"] if loads else [])]:
            for there, road in ROADS[here].items():
                if there == b.box or there in b.entered[enemy(side)] or (side != w.active and there in w.interdicted):
                    continue
                foes = w.ground(enemy(side), there)
                if foes and (not w.ground(side, there) or unit.startswith("SU ")):
                    continue
                if w.supplies(enemy(side), there) and not foes and "lrdf" not in w.marks.get(unit, ()):
                    continue
                if "lrdf" not in w.marks.get(unit, ()) and not supplied_after(b, side, units, there):
                    continue
                if (unit.startswith("SU ") or kind(unit) == "HQ") and not w.ground(side, there):  # 9.5.8: with combat units
                    continue
                counts = unit.startswith("SU ") or is_ground(unit)
                if counts and road == "tertiary" and w.traffic.get(frozenset((here, there)), 0) >= 2:
                    continue
                if not unit.startswith("SU ") and is_ground(unit) and not fits(w, [*w.ground(side, there), unit]):
                    continue
                answers.append(f"on {unit} {there}")
        if not answers:
            return
        if fits(w, w.ground(side, here)):
            answers.append("done")
        said = yield from ask(side, answers)
        if said == "done":
            return
        for unit in [*able, f"SU {here}"]:
            for there in ROADS[here]:
                if said == f"on {unit} {there}":
                    if unit.startswith("SU "):
                        add(w, side, here, -1)
                        add(w, side, there, 1)
                        loads -= 1
                    else:
                        w.where[unit] = there
                        able = [u for u in able if u != unit]
                        if w.ground(enemy(side), there):
                            w.marks[unit].add("aside")
                        capture_supplies(w, side, there)
                        yield from capture_hq(w, side, there)
                    if ROADS[here][there] == "tertiary" and (unit.startswith("SU ") or is_ground(unit)):
                        use_road(w, here, there, 1)


def remove_excess(b: Board, side: str, box: str) -> Story:
    """9.5.1, 8.1.2"""
    w = b.w
    while not fits(w, w.ground(side, box)):
        there = w.ground(side, box)
        waiting = [u for u in there if "aside" in w.marks[u]]  # 9.5.4: they may not cost a battle its fighters
        said = yield from ask(side, [f"remove {u}" for u in waiting or there])
        eliminate(b, said.removeprefix("remove "))


# Captures


def bar(w: World, side: str) -> int:
    return 6 if side == "axis" and w.turn == 1 and w.scenario == "campaign" and w.active == "axis" else 4


def capture_supplies(w: World, side: str, box: str) -> None:
    """7.3.9: by a side, in a box."""
    other = enemy(side)
    if not w.ground(side, box) or w.ground(other, box):
        return
    for _ in range(w.supplies(other, box)):
        add(w, other, box, -1)
        if w.die() <= bar(w, side):
            add(w, side, box, 1)


def capture_hq(w: World, side: str, box: str) -> Story:
    """11.3.7: by a side, in a box."""
    other = enemy(side)
    if not w.hq_in(other, box) or not w.ground(side, box) or w.ground(other, box):
        return
    unit = w.hq[other]
    safe = False
    if "HQ Escapes" in w.hands[other]:
        said = yield other, ["escape", "pass"]
        if said == "escape":
            w.hands[other].remove("HQ Escapes")
            safe = True
    if not safe and w.die() <= bar(w, side):
        w.points[side] += 10 if unit == "Rommel HQ" else 7
        w.marks[unit] = set()
        w.came.pop(unit, None)
        if w.agreed.get("hq_variable") and unit == "Rommel HQ":
            w.where[unit] = HOLDING
        else:
            w.where[unit] = "track"
            del w.hq[other]
        return
    troops = [u for u in ORDER if UNITS[u]["side"] == other and is_ground(u) and w.where[u] in BOXES and w.where[u] != box]
    good = supplied_boxes(w, other)
    friends = {w.where[u] for u in troops if "oos" not in w.marks[u] and ("lrdf" not in w.marks[u] or w.where[u] in good)}
    friends = friends or {w.where[u] for u in troops}  # the book is silent; then the Holding Area
    if not friends:
        w.where[unit] = HOLDING
        w.marks[unit].discard("oos")
        w.marks[unit].discard("aside")
        w.came.pop(unit, None)
        return
    least = min([distance(box, there) for there in friends])
    said = yield from ask(other, [f"join {x}" for x in BOXES if x in friends and distance(box, x) == least])
    w.where[unit] = said.removeprefix("join ")
    w.marks[unit].discard("oos")
    w.marks[unit].discard("aside")
    w.came.pop(unit, None)


# 9.2.10: after the battle


def finish(b: Board) -> Story:
    w = b.w
    winner, loser = b.winner, enemy(b.winner)
    if not b.evaded:
        w.points[winner] += 1  # 12.4
    for side in ("axis", "allied"):
        for unit in w.air(side, b.box):
            w.where[unit] = "gone" if unit.endswith("Sortie") else HOLDING
            w.marks[unit] = {"used"} if not unit.endswith("Sortie") else set()
    if b.stormed and b.complete >= 2:
        w.reduced = True
    if b.payer and not b.evaded:
        spend(b)
    for unit in w.where:
        if "damaged" in w.marks[unit] and "lasting" not in w.marks[unit]:
            w.marks[unit].discard("damaged")
    for unit in [*b.troops(winner), *([w.hq[winner]] if w.hq_in(winner, b.box) else [])]:
        if not b.evaded:
            w.marks[unit].add("fought")
    for unit in b.aside(winner):
        w.marks[unit].discard("aside")
    yield from settle_waiting(b, loser)
    capture_supplies(w, winner, b.box)
    if w.ground(winner, b.box):
        take_control(w, winner, b.box)
    check_supply(w)
    yield from capture_hq(w, winner, b.box)
    if "Vehicle Recovery" in w.hands[b.attacker] and winner == b.attacker and not b.evaded:
        able = [u for u in b.lost if UNITS[u]["side"] == winner and is_vehicle(u) and w.where[u] == "eliminated"]
        if able:
            said = yield winner, [*[f"recover {u}" for u in sorted(able, key=ORDER.index)], "pass"]
            if said != "pass":
                w.where[said.removeprefix("recover ")] = HOLDING
                w.hands[winner].remove("Vehicle Recovery")
    check_supply(w)


def settle_waiting(b: Board, side: str) -> Story:
    """9.5.5: units that had withdrawn into a battle that is lost: with all others eliminated they are too, else a die for each."""
    kept = []
    for unit in b.aside(side):
        if not (b.withdrew or b.evaded) or b.w.die() <= 4:
            eliminate(b, unit)
        else:
            b.w.marks[unit].discard("aside")
            kept.append(unit)
    if not kept:
        return
    if ways_out(b, side, kept):
        yield from withdraw(b, side, with_supplies=False, units=kept)
    else:
        for unit in kept:
            eliminate(b, unit)


def spend(b: Board) -> None:
    """7.4.2; 14.2.1: on Axis Turn 14 of the Short Game a supply unit pays for two battles."""
    w = b.w
    if w.scenario == "short" and w.turn == 14 and b.attacker == "axis" and not w.limited:
        if b.payer not in w.halved:
            w.halved.append(b.payer)
            return
        w.halved.remove(b.payer)
    add(w, b.attacker, b.payer, -1)


def take_control(w: World, side: str, box: str) -> None:
    """7.1.2, 12.1, 11.4.3, 11.4.4, 5.1.4"""
    if w.scenario == "short" and w.held.get(box) != side:  # 14.3.2
        w.points[side] += {"Tobruk": 10, "Bardia": 5, "Sollum": 3}.get(box, 0)
    w.held[box] = side
    if box not in VICTORY or w.flag.get(box) == side:
        return
    w.flag[box] = side
    if box == "Bardia":
        w.bardia = 0
    if box == "Tobruk":
        w.tobruk = 0
        w.draws[side] += 1 if w.scenario != "oconnor" or side == "allied" else 0  # 15.1
        for _ in range(2):
            if w.die() <= 4:
                add(w, side, box, 1)
