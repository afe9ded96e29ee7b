"""The odds of a mission before it is over its target: from the rules themselves, for choices that are named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, Optional

from sandtable.face.story import counted, measured
from sandtable.face.view import (
    NOTHING,
    Chance,
    Favour,
    Forecast,
    Given,
    Leaves,
    Sum,
    Switch,
    Verdict,
    likely,
    signed,
    sum_of,
    toggle,
    wants,
)
from sandtable.kernel.dice import NoDice
from sandtable.kernel.odds import Odds, odds
from sandtable.kernel.play import Event, Option, decider, options, pending, within
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.tally import Tally
from sandtable.titles.tigercubs import aa
from sandtable.titles.tigercubs.air_bases import launch
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BAI, BOMBING, BRIDGE, CAS, PORT, RAIL, load_of, mission, payload_exact
from sandtable.titles.tigercubs.air_combat import efficiency, modifiers
from sandtable.titles.tigercubs.air_interception import Engage, roleless, settle_roles
from sandtable.titles.tigercubs.air_midcourse import is_success
from sandtable.titles.tigercubs.face.air_board import flyers
from sandtable.titles.tigercubs.frames import AirReturn, CombatPhase, Interception, Mission, Strike
from sandtable.titles.tigercubs.questions import mission_of
from sandtable.titles.tigercubs.state import State

TELLS: Final = {
    BAI: "interdicted",
    CAS: "close_support",
    AIRBASE: "air_hits",
    PORT: "air_hits",
    RAIL: "air_hits",
    BRIDGE: "air_hits",
}
RULES: Final = {AIRBASE: "8.E.1.a", BAI: "8.E.1.b", CAS: "8.E.1.c"}
CASES: Final = 3_000  # at most so many one by one: they are long ones
SAMPLES: Final = 400
MANY: Final = 4  # fighters that may be sent up or kept down on the board
DIE: Final = range(1, 11)
DETERMINED: Final = "determined"
ENGAGE: Final = Engage()
LEAVES: Final = (
    Leaves("back", "the mission has its effect, and all aircraft come back", "8.E.1", "It takes effect, and all come back"),
    Leaves("both", "the mission costs aircraft, or nothing comes of it for anybody", "8.E.1", "Effect and losses, or neither"),
    Leaves("us", "aircraft are lost, and nothing is achieved", "11.D.1", "Losses and no effect"),
)
VERDICTS: Final[dict[tuple[bool, bool], Verdict]] = {
    (True, False): "back", (True, True): "both", (False, False): "both", (False, True): "us"
}  # fmt: skip
TONES: Final[dict[tuple[bool, bool], Favour]] = {
    (True, False): "good", (True, True): "fair", (False, False): "poor", (False, True): "bad"
}  # fmt: skip
TO_THE_OTHER: Final[dict[Favour, Favour]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good", "": ""}


class Result(NamedTuple):
    """What a mission comes to: its effect (hits, a level, combat factors), and whether it has cost aircraft."""

    effect: int
    lost: bool

    @property
    def number(self) -> int:
        return 2 * self.effect + self.lost


def forecast_mission(s: State, o: Option, viewer: int, given: Given = NOTHING) -> Optional[Forecast]:
    """Of what sends the mission on its way, lets it go on, or sends somebody up against it."""
    f = s.frames[-1]
    if not isinstance(f, Mission) or not is_foreseen(s, f):
        return None
    if o[0] == "intercept":
        return told(s, f, viewer, {**given, rises(s, o[1]): "yes"})
    return told(s, f, viewer, given) if o[0] in ("send", "done", "fly_on") else None


def forecast_meeting(s: State, o: Option) -> Optional[Forecast]:
    """8.D.1.b.iii Whether a fighter finds those whom it is to see home."""
    if not isinstance(s.frames[-1], AirReturn) or o[0] != "meet":
        return None
    air, bomber = o[1:]
    rule, called, better = "8.D.1.b.iii", s.names.called, efficiency(s, air)
    found = 1.0 if s.met[bomber] else sum([is_success(s, die + better) for die in DIE]) / len(DIE)
    missed = Chance("It misses them", 1 - found, "it flies home alone, and has flown in this player turn", rule, "poor", 0.0, "us")
    return Forecast(
        title=f"{called('air', air)} flies out to meet {called('air', bomber)}",
        assumes="",
        sums=(),
        chances=(
            Chance(
                "It joins them", found, "it flies home with them, and fights whoever intercepts them", rule, "good", 0.0, "back"
            ),
            *([missed] if found < 1 else []),
        ),
        rule=rule,
        notes=(f"Its efficiency counts {signed(f'{better:+}')} on the die",) if better and not s.met[bomber] else (),
        dice="" if s.met[bomber] else "a ten-sided die",
    )


def outlook_mission(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    f = within(s, Strike) or within(s, Interception) or within(s, Mission)
    if f is None or not is_foreseen(s, f) or (isinstance(f, Strike) and f is not s.frames[-1]):
        return ()
    return (told(s, f, viewer, given),)


def is_foreseen(s: State, f: Mission) -> bool:
    return bool(f.bombers) and mission(s, f) in BOMBING and not f.cancelled and not f.homebound


def choose(s: State) -> Option:
    """Whoever may stop stops; heavy guns fire at aircraft."""
    stop = pending(s).stop
    return options(s)[0] if stop is None else (stop.verb, 0, 0)


def told(s: State, f: Mission, viewer: int, given: Given) -> Forecast:
    ready, strike = prepared(s, f, given)
    before = fleet(ready, f.side)

    def measure(now: State, event: Event) -> int:
        return Result(event.numbers[-1], fleet(now, f.side) < before).number

    found = odds(ready, None, TELLS[mission(s, f)], Strike, choose, CASES, SAMPLES, measure)
    return Forecast(
        title=mission_of(s, f),
        assumes=assumed(s, strike),
        sums=sums(ready, strike),
        chances=tuple(chances(ready, strike, found, viewer != other(f.side))),
        rule="8.B.3.a.iii",
        samples=found.samples,
        parties=flyers(ready, strike),
        places=(s.edition.map.ids[f.target],),
        leaves=LEAVES,
        switches=tuple(switches(s, f, strike)),
        dice="a ten-sided die for each shot, in the air and from the ground",
        win=wins(f, strike, viewer == other(f.side)),
    )


def fleet(s: State, side: int) -> int:
    return sum([s.steps[air] for air in s.edition.air_of_side[side]])


def assumed(s: State, f: Mission) -> str:
    met = "all go for their own opponents" if f.interceptors else "nobody rises against it"
    return f"{met}, and heavy guns fire at aircraft"


def wins(f: Mission, strike: Strike, defends: bool) -> str:
    what = "fails or costs them aircraft" if defends else "takes effect and all come back"
    asked = not isinstance(f, Strike) and not strike.interceptors
    return f"that it {what}{', if nobody rises against it' if asked else ''}"


# The mission as it would be fought


def prepared(s: State, f: Mission, given: Given) -> tuple[State, Strike]:
    """A copy in which it is over its target, with roles and opponents as one would name them."""
    ready = s.clone()
    n = s.frames.index(f)
    if isinstance(f, Strike):
        strike = ready.frames[n]
        assert isinstance(strike, Strike)
        return ready, strike
    met = Interception(*f.facts())
    met.sent = f.sent or f.bombers
    met.determined = wants(given, DETERMINED, f.determined)
    for air in risers(s, f):
        if wants(given, rises(s, air), False):
            met.interceptors = tuple(sorted([*met.interceptors, air]))
            launch(ready, air, f.target)
    allocate(ready, met)
    strike = Strike(*met.facts())
    ready.frames = [*ready.frames[: base_of(s, n)], strike]
    return ready, strike


def base_of(s: State, n: int) -> int:
    """Close support is flown for a combat phase: what lies above it is left out."""
    phase = [m for m, frame in enumerate(s.frames[:n]) if isinstance(frame, CombatPhase)]
    return phase[-1] + 1 if phase else n


def allocate(s: State, f: Interception) -> None:
    """10.C.1.b.ii to iv: the best fighters against the escorts, one each; then opponents in order."""
    if not f.interceptors or f.pairs:
        return
    settle_roles(s, f, NoDice())
    for air in sorted(roleless(f), key=lambda a: -s.edition.air_rows[a].attack * s.steps[a]):
        if len(f.superior) < len(f.escorts):
            f.superior = tuple(sorted([*f.superior, air]))
        else:
            f.destroyers = tuple(sorted([*f.destroyers, air]))
    while pairs := [o for o in ENGAGE.candidates(s, f) if ENGAGE.why_not(s, f, *o) is None]:
        ENGAGE.do(s, f, *pairs[0], NoDice())


# What may be turned round


def rises(s: State, air: int) -> str:
    return f"with {s.names.texts['air'][air]}"


def risers(s: State, f: Mission) -> list[int]:
    """Who may still rise, while that is asked."""
    asked = options(s) if isinstance(f, Interception) and s.frames[-1] is f and decider(s) == other(f.side) else []
    return [air for verb, air, _ in asked if verb == "intercept"]


def switches(s: State, f: Mission, strike: Strike) -> Iterator[Switch]:
    for air in risers(s, f)[:MANY]:
        name = f"{s.names.called('air', air)} rises"
        yield toggle(rises(s, air), name, air in strike.interceptors, rule="8.D.1.a", side=other(f.side))
    if type(f) is Mission and not f.determined:
        text = "all bombs on target, but the guns below fire twice as well"
        yield toggle(DETERMINED, "Press the attack home", strike.determined, text, "10.B.1.c", f.side)


# Sums and results in words


def sums(s: State, f: Strike) -> tuple[Sum, ...]:
    bombs, guns = Tally("bombs"), Tally("anti-aircraft")
    for air in f.bombers:
        bombs.add(payload_exact(s.edition, load_of(s, f, air)), "8.B.5", s.names.called("air", air))
    found = aa.guns(s, f)
    for what, points in (("light guns", found.light), ("heavy guns", found.heavy)):
        if points:
            guns.add(points, "11.B.1", what)
    shots = [shot for hunter, target in f.pairs for shot in ((hunter, target), (target, hunter))]
    return (sum_of(bombs), sum_of(guns), *[sum_of(modifiers(s, f, *shot, False)) for shot in shots])


def chances(s: State, f: Strike, found: Odds, mine: bool) -> Iterator[Chance]:
    for number in sorted(found.chances, key=lambda n: -found.of(n)):
        if number < 0:
            continue
        effect, lost = divmod(number, 2)
        kind = bool(effect), bool(lost)
        tone = TONES[kind] if mine else TO_THE_OTHER[TONES[kind]]
        name = effect_words(s, f, effect) + (f"; {NAMES[f.side]} aircraft lost" if lost else "")
        yield likely(found, number, name, means(s, f, effect), RULES.get(mission(s, f), "8.E.1"), tone, VERDICTS[kind])


def effect_words(s: State, f: Mission, effect: int) -> str:
    kind = mission(s, f)
    if kind == CAS:
        return counted(effect, "combat factor") if effect else "No support"
    if kind == BAI:
        return f"Interdiction of level {effect}" if effect else "No interdiction"
    return counted(effect, "hit") if effect else "No hit"


def means(s: State, f: Mission, effect: int) -> str:
    kind = mission(s, f)
    if not effect:
        return "nothing comes of it"
    if kind == AIRBASE:
        return f"the base launches {counted(effect, 'squadron')} fewer, and loses up to {counted(effect, 'step')} of air units"
    if kind == PORT:
        return f"the port clears {counted(effect, 'Stacking Point')} less"
    if kind == CAS:
        return f"they count for the {'attack' if is_attack(s, f) else 'defence'}"
    if kind == BAI:
        row = next(row for row in s.edition.interdiction_rows if row.level == effect)
        return f"each hex there costs the enemy {measured(row.mp, 'movement point')} more"
    return "the bridge is down" if kind == BRIDGE else "the railway is cut"


def is_attack(s: State, f: Mission) -> bool:
    phase = within(s, CombatPhase)
    return phase is not None and phase.side == f.side
