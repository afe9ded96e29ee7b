"""7.5.1.5 The five combat modifiers, and the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice, NoDice
from sandtable.kernel.play import REVEALED, Act, Args, Option, Refusal, answer
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.command import has_schwerpunkt, is_in_command
from sandtable.titles.theseus.edition import AFV, BOX, CLEAR, FLAK, INFANTRY, NONE, TERRAINS
from sandtable.titles.theseus.frames import Attack
from sandtable.titles.theseus.state import State, combat_units, holder, hq_of, mined_against, mined_for
from sandtable.titles.theseus.strength import BELOW_TABLE, is_improved, shifted_column

TANK: Final = 0  # what a defender opposes to tanks
ANTI_TANK: Final = 1
NEGATIVE_FLAK: Final = True  # ruling to 7.5.1.5: against AT Points a negative difference counts only if they are FLAK's

NOT_A_LEADER: Final = Refusal("7.5.1.5-l", "the Lead Formation is one that has units in the defending hex")
NOT_THE_BEST: Final = Refusal("7.5.1.5-p", "the unit with the most points is compared, of equals the stronger one")
NO_SUCH_POINTS: Final = Refusal("7.5.1.5-r", "no defending unit has such points")


# A. Combat Support


def supporters(s: State, side: int, into: int, besides: int) -> list[tuple[int, ...]]:
    """For each other hex beside the enemy's: the formations that can lend support from it."""
    e = s.edition
    found = []
    if mined_against(s, side, into):
        return []  # no zone of control enters it
    for h in e.adjacent[into]:
        if h == besides or holder(s, h) != side or into not in e.zoc[h]:
            continue
        units = [u for u in combat_units(s, h) if e.has_zoc[u] and not s.down[u] and s.formation[u] != NONE]
        lenders = tuple([s.formation[u] for u in units if not s.starved[s.formation[u]] and is_in_command(s, u)])
        if lenders:
            found.append(lenders)
    return found


def support(hexes: Sequence[tuple[int, ...]], formation: int, same: int, different: int) -> int:
    """Each hex counts once."""
    return sum([same if formation in lenders else different for lenders in hexes])


def attack_support(s: State, f: Attack) -> int:
    if f.level == 0 or f.formation == NONE:
        return 0
    hexes = supporters(s, f.side, f.target, f.source)
    m = s.edition.modifier
    if f.level == 1:
        return support(hexes, f.formation, m["support_regular"], 0)
    return support(hexes, f.formation, m["support_prepared"], m["support_prepared_other"])


def defence_support(s: State, f: Attack) -> int:
    """None if a defender is Disrupted, nor for a hex without an In Command unit of its Lead Formation."""
    if f.lead == NONE or any(s.down[u] for u in f.defenders):
        return 0
    if not any(s.formation[u] == f.lead and is_in_command(s, u) for u in f.defenders):
        return 0
    hexes = supporters(s, other(f.side), f.source, f.target)
    m = s.edition.modifier
    if is_improved(s, f):
        return support(hexes, f.lead, m["defence_improved"], m["defence_improved_other"])
    return support(hexes, f.lead, m["defence_regular"], 0)


def lead_formations(s: State, f: Attack) -> list[int]:
    return sorted({s.formation[u] for u in f.defenders} - {NONE})


class Lead(Act[State, Attack]):
    """A mixed defending stack names the formation that is supported."""

    rule = "7.5.1.5-l"
    form = "lead formation"
    label = "Let {formation} lead"
    asks = "name the Lead Formation"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(n, 0) for n in lead_formations(s, f)] if f.lead == NONE else []

    def why_not(self, s: State, f: Attack, formation: int, _: int, /) -> Optional[Refusal]:
        return None if f.lead == NONE and formation in lead_formations(s, f) else NOT_A_LEADER

    def do(self, s: State, f: Attack, formation: int, _: int, dice: Dice, /) -> None:
        f.lead = formation


# B. HQ Attack Support


def hq_support(s: State, f: Attack) -> int:
    """Half, rounded up, in a Regular Attack, all in a Prepared one."""
    if f.level == 0 or f.formation == NONE or s.where[hq_of(s, f.formation)] < 0:
        return 0
    points = s.strength[hq_of(s, f.formation)]
    return points if f.level == 2 else (points + 1) // 2


# C. Armour Superiority


def foremost(s: State, units: Sequence[int], values: Sequence[Sequence[int]]) -> list[int]:
    """The units with the most points: all may know them."""
    top = max([values[s.down[u]][u] for u in units], default=0)
    return [u for u in units if values[s.down[u]][u] == top >= 0]


def best(s: State, units: Sequence[int], values: Sequence[Sequence[int]]) -> list[int]:
    """The units with the most points, of those the strongest."""
    found = foremost(s, units, values)
    return [u for u in found if s.strength[u] == max([s.strength[v] for v in found])]


def has_tanks(s: State, units: Sequence[int]) -> bool:
    return any(s.edition.tank[s.down[u]][u] > 0 for u in units)


def has_guns(s: State, units: Sequence[int]) -> bool:
    return any(s.edition.at[s.down[u]][u] >= 0 for u in units)


class NameTank(Act[State, Attack]):
    rule = "7.5.1.5-p"
    form = "tank unit"
    label = "Compare the tanks of {unit}"
    asks = "name the tank unit that is compared"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        if f.tank != NONE or not has_tanks(s, f.attackers):
            return []
        return [(u, 0) for u in best(s, f.attackers, s.edition.tank)]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        return None if (unit, 0) in self.candidates(s, f) else NOT_THE_BEST

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.tank = unit


def one_tank_is_best(s: State, f: Attack) -> bool:
    """5.3.4-b If strength has to decide between several, nobody learns from a question that is not put whether it does."""
    return len(foremost(s, f.attackers, s.edition.tank)) == 1


def points_to_oppose(s: State, f: Attack) -> list[int]:
    """Against no tanks only tanks count. Else Tank Points take a tank, and Anti-Tank Points are open to all, since the
    ground adds to nothing as well."""
    tanks = has_tanks(s, f.defenders)
    if f.tank == NONE:
        return [TANK] if tanks else []
    return [TANK, ANTI_TANK] if tanks or not has_guns(s, f.defenders) else [ANTI_TANK]


class DefendWith(Act[State, Attack]):
    rule = "7.5.1.5-r"
    form = "oppose points"
    label = "Oppose their tanks with {points} points"
    asks = "choose Tank or Anti-Tank Points"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(points, 0) for points in points_to_oppose(s, f)] if f.points == NONE else []

    def why_not(self, s: State, f: Attack, points: int, _: int, /) -> Optional[Refusal]:
        return None if (points, 0) in self.candidates(s, f) else NO_SUCH_POINTS

    def do(self, s: State, f: Attack, points: int, _: int, dice: Dice, /) -> None:
        f.points = points


def opposed_with(s: State, f: Attack) -> Sequence[Sequence[int]]:
    if f.points == ANTI_TANK and not has_guns(s, f.defenders):
        return [[0] * s.edition.units] * 2
    return s.edition.tank if f.points == TANK else s.edition.at


def opposing(s: State, f: Attack) -> list[int]:
    return best(s, f.defenders, opposed_with(s, f)) if f.points != NONE else []


def one_gun_is_best(s: State, f: Attack) -> bool:
    return len(foremost(s, f.defenders, opposed_with(s, f))) == 1


class NameGun(Act[State, Attack]):
    rule = "7.5.1.5-r"
    form = "gun unit"
    label = "Oppose their tanks with {unit}"
    asks = "name the unit whose points are compared"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(u, 0) for u in opposing(s, f)] if f.gun == NONE else []

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        return None if (unit, 0) in self.candidates(s, f) else NOT_THE_BEST

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.gun = unit


def tank_value(s: State, f: Attack) -> int:
    """Of the attacker: halved into unbreached mines and over Ridge or Wadi, then the bonus of FLAK with motorised infantry."""
    e, quarters = s.edition, 4 * s.edition.tank[0][f.tank]
    if e.mines[f.target] and f.target not in s.breached:
        quarters //= 2
    if f.source * e.hexes + f.target in e.barred:
        quarters //= 2
    flak = any(e.kind[u] == FLAK for u in f.attackers)
    riders = any(e.infantry_for_arms[u] for u in combat_units(s, f.source))
    if flak and riders and any(e.kind[u] == AFV for u in f.defenders):
        quarters += 4 * e.modifier["flak_attack"]
    return (quarters + 3) // 4


def gun_value(s: State, f: Attack) -> int:
    """Of the defender: Tank Points as they are, Anti-Tank Points with the terrain; the bonus of FLAK with infantry."""
    e = s.edition
    values = e.tank if f.points == TANK else e.at
    value = max(0, values[s.down[f.gun]][f.gun])  # a tank unit has no Anti-Tank Points
    if f.points == ANTI_TANK:
        value += terrain_bonus(s, other(f.side), f.target)
    flak = any(e.kind[u] == FLAK for u in f.defenders)
    infantry = any(e.kind[u] == INFANTRY for u in f.defenders)
    if flak and infantry and any(e.kind[u] == AFV for u in f.attackers):
        value += e.modifier["flak_defence"]
    return value


def terrain_bonus(s: State, side: int, hex: int) -> int:
    rows, e = s.edition.terrain_rows, s.edition
    if mined_for(s, side, hex):
        return int(rows["friendly_box" if e.mines[hex] == BOX else "friendly_minefield"].at)
    if mined_against(s, side, hex):
        return int(rows["enemy_mines"].at)
    if e.mines[hex] == BOX:
        return int(rows["breached_box"].at)
    return int(rows[TERRAINS[e.terrain[hex]]].at) if e.terrain[hex] != CLEAR else 0


def armour(s: State, f: Attack) -> int:
    """The difference of the two units; against Anti-Tank Points only in the attacker's favour, unless they are FLAK's."""
    if f.gun == NONE:
        return 0
    if f.tank == NONE:
        return -s.edition.tank[s.down[f.gun]][f.gun]
    difference = tank_value(s, f) - gun_value(s, f)
    if f.points == TANK or difference > 0:
        return difference
    return difference if NEGATIVE_FLAK and s.edition.kind[f.gun] == FLAK else 0


def settle_modifiers(s: State, f: Attack) -> None:
    """All of step G as both sides are likely to do it, for forecasts."""
    for row in s.outlines[Attack].rows:
        found = row.options(s, f) if row.step is not None and row.step.mark == "G" else []
        if found:
            answer(s, f, row, likely_choice(s, f, found), NoDice())


def likely_choice(s: State, f: Attack, found: Sequence[Option]) -> Option:
    """The defender opposes the points that serve him best; among equals it is all the same."""
    if found[0][0] != DefendWith().verb:
        return found[0]
    return min(found, key=lambda o: armour_against(s, f, o[1]))


def armour_against(s: State, f: Attack, points: int) -> int:
    twin = f.copy()
    assert isinstance(twin, Attack)
    twin.points = points
    twin.gun = opposing(s, twin)[0]
    return armour(s, twin)


# D. Schwerpunkt, E. failed Retreat before Combat, and the sum


def schwerpunkt_bonus(s: State, f: Attack) -> int:
    if any(has_schwerpunkt(s, u) for u in f.attackers):
        return s.edition.modifier["schwerpunkt"]
    return -s.edition.modifier["schwerpunkt"] if any(has_schwerpunkt(s, u) for u in f.defenders) else 0


def combat_modifier(s: State, f: Attack) -> Tally:
    drm = Tally("modifiers of the die")
    drm.add(attack_support(s, f), "7.5.1.5-f", "support of the attack")
    drm.add(defence_support(s, f), "7.5.1.5-h", "support of the defence")
    drm.add(hq_support(s, f), "7.5.1.5-m", "support of the HQ")
    drm.add(armour(s, f), "7.5.1.5-u", "armour superiority")
    drm.add(schwerpunkt_bonus(s, f), "7.5.1.5-w", "Schwerpunkt")
    drm.add(s.edition.modifier["failed_retreat"] if f.failed else 0, "7.5.1.5-x", "failed retreat before combat")
    limit = s.edition.modifier["drm_limit"]
    drm.add(max(-limit, min(limit, drm.total)) - drm.total, "7.5.1.5-a", "limit")
    return drm


def combat_roller(s: State, f: Attack) -> int:
    return 1 << f.side if f.column != BELOW_TABLE else 0


def roll_combat(s: State, f: Attack, dice: Dice) -> None:
    """G, H"""
    drm = combat_modifier(s, f)
    s.tell(REVEALED, f.target)
    s.explain(drm)
    f.drm, f.die = tuple(drm.terms), dice.d10(f.side, "7.5.1-a")
    hits = s.edition.results[s.edition.crt.at(f.die + drm.total, shifted_column(s, f))]
    f.hits = (hits[0], int(hits[1]), hits[2], int(hits[3]))


def below_table(s: State, f: Attack, dice: Dice) -> None:
    """Odds too low for the table: 5/0, in black."""
    if f.column == BELOW_TABLE:
        f.hits = (5, 0, 0, 0)
        s.tell("below_table")
    s.tell(REVEALED, f.target)
    s.tell("result", s.edition.cells.index((f.hits[0], bool(f.hits[1]), f.hits[2], bool(f.hits[3]))))
    s.tell("hits", f.hits[0], f.hits[2])
