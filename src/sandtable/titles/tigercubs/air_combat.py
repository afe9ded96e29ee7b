"""10.C Air combat: ignoring and bypassing, the fire of both sides, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally, up
from sandtable.titles.tigercubs.air_bombing import BOMBING, mission
from sandtable.titles.tigercubs.air_range import EXTENDED, LONG, SHORT, band
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import Mission, Strike
from sandtable.titles.tigercubs.kinds import HALF_MONTH, NONE, U3
from sandtable.titles.tigercubs.scales import BOMBS
from sandtable.titles.tigercubs.state import State, air_supply_state, is_wing, lose_air_step

NOT_ENGAGED: Final = Refusal("10.C.1.b.v", "it is no escort that Air Superiority has engaged")
NO_DESTROYERS: Final = Refusal("10.C.1.b.v", "there are no Bomber Destroyers to go for")
IGNORES: Final = Refusal("10.C.1.b.v", "it ignores its opponent already")
NOT_LOOSE: Final = Refusal("10.C.1.b.v", "only an escort that got through goes for Bomber Destroyers")
NO_DESTROYER: Final = Refusal("10.C.1.b.v", "it is no Bomber Destroyer of this combat")
NOT_CHASED: Final = Refusal("10.C.1.b.v", "no escort that got through goes for it")
NOT_FACING_ESCORT: Final = Refusal("10.C.1.b.v-b", "it is not paired with an escort")
NO_BOMBER: Final = Refusal("10.C.1.b.v-b", "it is no bomber of the mission")

Shot = tuple[int, int, bool]  # who fires, at whom, at one that ignored or bypassed him
Hit = tuple[int, int]  # whom, a row of air_results


# 10.C.1.b.v Ignoring and bypassing


class Ignore(Act[State, Strike]):
    rule = "10.C.1.b.v"
    form = "ignore air"
    label = "Let {air} ignore its attacker"
    asks = "let escorts ignore their attackers"

    def candidates(self, s: State, f: Strike) -> list[Args]:
        if not f.destroyers:
            return []
        return [(t, 0) for t in dict.fromkeys([t for a, t in f.pairs if a in f.superior]) if t not in f.ignoring]

    def why_not(self, s: State, f: Strike, escort: int, b: int, /) -> Optional[Refusal]:
        if not f.destroyers:
            return NO_DESTROYERS
        if escort in f.ignoring:
            return IGNORES
        return None if any(t == escort and a in f.superior for a, t in f.pairs) else NOT_ENGAGED

    def do(self, s: State, f: Strike, escort: int, b: int, dice: Dice, /) -> None:
        f.ignoring = tuple(sorted([*f.ignoring, escort]))
        s.tell("ignores", escort)


def fire_at_ignoring(s: State, f: Strike, dice: Dice) -> None:
    """The ignored fire at +3 and take no fire; who is neither lost nor turned back has got through."""
    if not f.ignoring:
        return
    shots = [(a, t, True) for a, t in f.pairs if t in f.ignoring]
    f.pairs = tuple([(a, t) for a, t in f.pairs if t not in f.ignoring])
    apply(s, f, fire(s, f, shots, dice))
    f.loose = tuple([a for a in f.ignoring if a in f.escorts])


class Chase(Act[State, Strike]):
    rule = "10.C.1.b.v"
    form = "chase air air"
    label = "Send {air} after {air}"
    asks = "go for Bomber Destroyers"

    def candidates(self, s: State, f: Strike) -> list[Args]:
        busy = {a for a, _ in f.chases}
        return [(a, t) for a in f.loose if a not in busy for t in f.destroyers]

    def why_not(self, s: State, f: Strike, escort: int, destroyer: int, /) -> Optional[Refusal]:
        if escort not in f.loose or any(a == escort for a, _ in f.chases):
            return NOT_LOOSE
        return None if destroyer in f.destroyers else NO_DESTROYER

    def do(self, s: State, f: Strike, escort: int, destroyer: int, dice: Dice, /) -> None:
        f.chases = tuple(sorted([*f.chases, (escort, destroyer)]))


class Turn(Act[State, Strike]):
    """The destroyer leaves its bomber and fights the escort."""

    rule = "10.C.1.b.v"
    form = "turn air"
    label = "Turn {air} on the escort"
    asks = "answer the escorts"

    def candidates(self, s: State, f: Strike) -> list[Args]:
        return [(d, 0) for d in dict.fromkeys([d for _, d in f.chases])]

    def why_not(self, s: State, f: Strike, destroyer: int, b: int, /) -> Optional[Refusal]:
        return None if any(d == destroyer for _, d in f.chases) else NOT_CHASED

    def do(self, s: State, f: Strike, destroyer: int, b: int, dice: Dice, /) -> None:
        escorts = [a for a, d in f.chases if d == destroyer]
        f.chases = tuple([(a, d) for a, d in f.chases if d != destroyer])
        f.pairs = tuple(sorted([pair for pair in f.pairs if pair[0] != destroyer] + [(destroyer, a) for a in escorts]))


class Press(Act[State, Strike]):
    """The destroyer goes on: the escorts fire at +3, and it attacks its bomber if it lives."""

    rule = "10.C.1.b.v"
    form = "press air"
    label = "Keep {air} on the bombers"
    asks = "answer the escorts"

    def candidates(self, s: State, f: Strike) -> list[Args]:
        return [(d, 0) for d in dict.fromkeys([d for _, d in f.chases])]

    def why_not(self, s: State, f: Strike, destroyer: int, b: int, /) -> Optional[Refusal]:
        return None if any(d == destroyer for _, d in f.chases) else NOT_CHASED

    def do(self, s: State, f: Strike, destroyer: int, b: int, dice: Dice, /) -> None:
        shots = [(a, d, True) for a, d in f.chases if d == destroyer]
        f.chases = tuple([(a, d) for a, d in f.chases if d != destroyer])
        apply(s, f, fire(s, f, shots, dice))


class Bypass(Act[State, Strike]):
    rule = "10.C.1.b.v-b"
    form = "bypass air air"
    label = "Send {air} past the escort to {air}"
    asks = "bypass escorts"

    def candidates(self, s: State, f: Strike) -> list[Args]:
        hunters = dict.fromkeys([a for a, t in f.pairs if t in f.escorts])
        return [(a, bomber) for a in hunters for bomber in f.bombers]

    def why_not(self, s: State, f: Strike, hunter: int, bomber: int, /) -> Optional[Refusal]:
        if not any(a == hunter and t in f.escorts for a, t in f.pairs):
            return NOT_FACING_ESCORT
        return None if bomber in f.bombers else NO_BOMBER

    def do(self, s: State, f: Strike, hunter: int, bomber: int, dice: Dice, /) -> None:
        shots = [(t, hunter, True) for a, t in f.pairs if a == hunter]
        f.pairs = tuple([pair for pair in f.pairs if pair[0] != hunter])
        s.tell("bypasses", hunter, bomber)
        apply(s, f, fire(s, f, shots, dice))
        if hunter in f.interceptors:
            f.pairs = tuple(sorted([*f.pairs, (hunter, bomber)]))


def interceptor(s: State, f: Strike) -> int:
    return other(f.side)


def owner(s: State, f: Strike) -> int:
    return f.side


# 10.C.1 The fire


def arrive(s: State, f: Strike, dice: Dice) -> None:
    if f.interceptors or not (f.cancelled or f.homebound):
        s.tell("over_target", f.side, f.target)


def fight(s: State, f: Strike, dice: Dice) -> None:
    """10.C.1 All fire at once: each interceptor at its opponent, who answers each of them; then results are applied."""
    shots = [shot for hunter, target in f.pairs for shot in ((hunter, target, False), (target, hunter, False))]
    apply(s, f, fire(s, f, shots, dice))
    unsettle(s, f, dice)


def fire(s: State, f: Mission, shots: Sequence[Shot], dice: Dice) -> list[Hit]:
    hits: list[Hit] = []
    for shooter, target, ignored in shots:
        sum = modifiers(s, f, shooter, target, ignored, len([1 for shot in shots if shot[1] == target]))
        results = read(s.edition, air_column(s.edition, difference(s, f, shooter, target)), sum.total)
        die = dice.draw(D10, s.edition.air_side[shooter], "10.C.1.b.vii", results)
        result = results[D10.index(die)]
        s.explain(sum)
        s.tell("air_fire", shooter, target, result)
        hits.append((target, result))
    return hits


def read(e: Edition, column: int, modifier: int) -> tuple[int, ...]:
    return by_face(e, e.air_crt[column], modifier)


@cache
def by_face(e: Edition, column: tuple[int, ...], modifier: int) -> tuple[int, ...]:
    """The result of each face of the die, in the air and from the ground."""
    rows = [min(max(die + modifier, e.low_air_die), e.high_air_die) for die in D10]
    return tuple([column[row - e.low_air_die] for row in rows])


def difference(s: State, f: Mission, shooter: int, target: int) -> Fraction:
    """5.B.2 Attack less defence."""
    return Fraction(attack(s, f, shooter).exact) - s.edition.air_rows[target].defence


def air_column(e: Edition, value: Fraction) -> int:
    """19.B-04 The last column that begins at or below it; fractions are dropped toward zero."""
    whole = int(value)
    return max([n for n, row in enumerate(e.air_column_rows) if row.low <= whole])


def attack(s: State, f: Mission, air: int) -> Tally:
    """5.B.2.a, 10.B.1.b Its attack factor in this combat; reductions stop at one."""
    e = s.edition
    sum = Tally("air attack")
    sum.add(e.air_rows[air].attack, "5.B.2.a", "printed")
    if e.air_type[air] != "F":
        return sum
    flown = band(s, air, f.target if s.aloft[air] == NONE else s.aloft[air])
    if air in f.interceptors:
        if flown == SHORT and has_radar(s, air, f.target):
            sum.times(2, "10.B.1.b.i", "ground control")
    elif flown == EXTENDED:
        lower(sum, e.band_rows[EXTENDED].fighters, "10.B.1.b.ii", "extended range")
    elif flown == LONG and air in f.escorts:
        lower(sum, e.band_rows[LONG].escorts, "10.B.1.b.iii", "long range escort")
    if f.night and e.night[air] and "R" not in e.air_rows[air].codes:
        lower(sum, Fraction(1, 2), "5.B.3.b.ii", "night fighter without radar")
    if air in f.bombers and mission(s, f) in BOMBING and not f.homebound:
        sum.times(Fraction(1, 2), "10.B.1.b.iv", "keeps its bombs")
        sum.round(up, "10.B.1.b.iv")
    return sum


def lower(sum: Tally, factor: Fraction, rule: str, what: str) -> None:
    """Never below one."""
    if sum.exact * factor >= 1:
        sum.times(factor, rule, what)
    else:
        sum.add(min(0, 1 - sum.exact), rule, what)


def has_radar(s: State, air: int, place: int) -> bool:
    """10.B.1.b.i The GCI table: who, where, and from which half-month on."""
    e = s.edition
    return any(
        where == place and nation == e.air_nation[air] and not e.heavy[air] and half_month(e, s.turn) >= half_month_of(e, turn)
        for where, nation, turn in e.radar
    )


def half_month(e: Edition, turn: int) -> int:
    """Half-months since January; three 5 Day turns make one."""
    row = e.turn_rows[turn]
    part = row.id.split()[1]
    second = part == "II" if e.turn_scale[turn] == HALF_MONTH else int(part) > 3
    return month_number(e, row.month) * 2 + second


def half_month_of(e: Edition, text: str) -> int:
    month, part = text.split()[:2]
    return month_number(e, month) * 2 + (part == "II")


def month_number(e: Edition, id: str) -> int:
    return [row.id for row in e.month_rows].index(id)


def efficiency(s: State, air: int) -> int:
    """5.B.6, 13.H.3.c Its ACEV; at U3 a good one is lost."""
    value = s.edition.nation_rows[s.edition.air_nation[air]].acev
    return min(0, value) if air_supply_state(s, air) == U3 else value


def modifiers(s: State, f: Mission, shooter: int, target: int, ignored: bool, firing: int = 1) -> Tally:
    """10.C.1.b.vii The chart of DRMs for one shot; `firing`: so many fire at one that ignored or bypassed them."""
    e = s.edition
    called = s.names.called
    sum = Tally(f"Modifiers of {called('air', shooter)} against {called('air', target)}:")
    sum.add(efficiency(s, shooter) - efficiency(s, target), "10.C.1.b.vi", "difference in efficiency")
    fires, hit = as_fighter(s, f, shooter), as_fighter(s, f, target)
    if fires and not hit:
        add(s, sum, "fighter_at_other")
    elif e.air_type[shooter] == "F" and not fires and hit:
        add(s, sum, "heavy_fighter_at_fighter")
    elif e.air_type[shooter] != "F" and e.air_type[target] == "F":
        add(s, sum, "other_at_fighter")
    ratio = fighter_ratio(s, f, e.air_side[shooter])
    if ratio >= 2:
        add(s, sum, "ratio_3" if ratio >= 3 else "ratio_2")
    if not is_wing(s, shooter) and is_wing(s, target):
        add(s, sum, "squadron_at_wing")
    if ignored:
        add(s, sum, "bypassed")
    if air_supply_state(s, shooter) == U3:
        add(s, sum, "collapsing")
    if f.night and not e.night[shooter]:
        add(s, sum, "day_unit_at_night")
    if ignored:
        crowd(s, sum, firing, 1)
    else:
        crowd(s, sum, *[len([1 for pair in f.pairs if air in pair]) for air in (target, shooter)])
    return sum


def crowd(s: State, sum: Tally, against: int, facing: int) -> None:
    """19.B-28 Several attackers on one, escorts on a destroyer that has turned on them as well: for them, against him."""
    count = max(against, facing)
    if count > 1 and against != facing:
        row = s.edition.modifier["air", "three_attackers" if count > 2 else "two_attackers"]
        sum.add(row.value if against > facing else -row.value, row.rule, f"{count} attackers on one")


def add(s: State, sum: Tally, id: str) -> None:
    row = s.edition.modifier["air", id]
    sum.add(row.value, row.rule, row.spoken)


def force(f: Mission, s: State, side: int) -> tuple[int, ...]:
    """All of a side in this combat."""
    return (*f.bombers, *f.escorts) if side == f.side else f.interceptors


def as_fighter(s: State, f: Mission, air: int) -> bool:
    """10.C.1.b.iii A heavy fighter counts as other if the opposing side consists of type F alone."""
    e = s.edition
    if e.air_type[air] != "F":
        return False
    return not e.heavy[air] or any(e.air_rows[a].type != "F" for a in force(f, s, other(e.air_side[air])))


def fighter_ratio(s: State, f: Mission, side: int) -> int:
    """10.C.1.b.vii Fighter squadrons of a side to each of the other's, whole; 0 unless both have some."""
    ours, theirs = [sum([s.steps[a] for a in force(f, s, x) if s.edition.air_type[a] == "F"]) for x in (side, other(side))]
    return ours // theirs if theirs else 0


# 10.C.1.b.viii Results


def apply(s: State, f: Strike, hits: Sequence[Hit]) -> None:
    """All losses, then who turns back."""
    rows = [(air, s.edition.air_result_rows[n]) for air, n in hits]
    for air, row in rows:
        for _ in range(min(row.steps, s.steps[air])):
            lose_step(s, f, air)
    for air, row in rows:
        if row.returns:
            turn_back(s, f, air, int(row.drops * BOMBS))
    f.unsettling = (*f.unsettling, *[air for air, row in rows if row.another])


def unsettle(s: State, f: Strike, dice: Dice) -> None:
    """10.C.1.b.viii.5 When all other results are applied: for each 2R a survivor like the one lost, drawn at random, takes an R."""
    e = s.edition
    quarters = int(next(row.drops for row in e.air_result_rows if row.id == "R") * BOMBS)
    for air in f.unsettling:
        alike = similar(s, f, air)
        if alike:
            turn_back(s, f, dice.draw(alike, other(e.air_side[air]), "10.C.1.b.viii.5"), quarters)
    f.unsettling = ()


def lose_step(s: State, f: Mission, air: int) -> None:
    """10.C.1.b.ix A last step is logged as lost over friendly or hostile territory."""
    if s.steps[air] == 1:
        friendly = s.owner[f.target] == s.edition.air_side[air]
        s.tell("lost_at_home" if friendly else "lost_abroad", air, f.target)
        leave(f, air)
        f.bombers = tuple([a for a in f.bombers if a != air])
    lose_air_step(s, air)


def leave(f: Mission, air: int) -> None:
    """Out of every list of this combat but that of the bombers."""
    f.escorts, f.interceptors, f.superior, f.destroyers, f.loose = [
        tuple([a for a in those if a != air]) for those in (f.escorts, f.interceptors, f.superior, f.destroyers, f.loose)
    ]
    f.pairs = tuple([pair for pair in f.pairs if air not in pair])
    f.chases = tuple([pair for pair in f.chases if air not in pair])


def turn_back(s: State, f: Mission, air: int, quarters: int) -> None:
    """R, R*: home unhurt; a bomber still drops a part of its load."""
    if not s.steps[air]:
        return
    s.homeward[air] = 1
    leave(f, air)
    if air in f.bombers:
        old = dict(f.shares).get(air, BOMBS)
        f.shares = tuple(sorted([pair for pair in f.shares if pair[0] != air] + [(air, min(old, quarters))]))


def similar(s: State, f: Mission, air: int) -> list[int]:
    """Survivors of the same type letter in the same mission that still fly on."""
    e = s.edition
    those = force(f, s, e.air_side[air])
    return [a for a in those if a != air and e.air_type[a] == e.air_type[air] and s.steps[a] and not s.homeward[a]]
