"""What a side sees of a position: its own units, the tops of enemy stacks, and all public tracks and markers."""

from __future__ import annotations

from typing import Literal

from sandtable.face.board import Figure
from sandtable.face.story import counted
from sandtable.face.view import Between, Cell, Panel, Piece, Side, Spot, Status, View, signed
from sandtable.kernel.play import decider, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.steps import bar
from sandtable.titles.theseus import frames as fr
from sandtable.titles.theseus.command import ISOLATED, OUT_OF_COMMAND, command_state
from sandtable.titles.theseus.edition import ASSIGNABLE, ATTACKS, DUMMIES, NONE
from sandtable.titles.theseus.face.aids import goals, lit
from sandtable.titles.theseus.face.battle import battle
from sandtable.titles.theseus.face.board import face_key
from sandtable.titles.theseus.face.occasion import is_reaction, occasion
from sandtable.titles.theseus.hidden import is_seen
from sandtable.titles.theseus.operations import NO_ACT, is_asleep
from sandtable.titles.theseus.scenarios import ARIETE
from sandtable.titles.theseus.state import DEAD, WAITING, State
from sandtable.titles.theseus.victory import objective, points, scenario_of, tally

NAMES = ("Commonwealth", "Axis")
ACTIONS = (fr.Activation, fr.Movement, fr.Attack)
BAR = (fr.Admin, fr.Operations, *ACTIONS)


def view(s: State, side: int) -> View:
    return View(
        when=when(s),
        steps=steps(s),
        sides=(side_line(s, ALLIED), side_line(s, AXIS)),
        pieces=pieces(s, side),
        spots=spots(s),
        edges=edges(s),
        panels=panels(s, side),
        closed=tuple([other for other in (ALLIED, AXIS) if other != side]),
        focus=focus(s, side),
        active=active(s, side),
        occasion=occasion(s, side),
        battle=battle(s, side),
        turn="27 May 1942" if scenario_of(s).static else f"Turn {s.turn}",
        lit=lit(s),
        goals=goals(s),
    )


def when(s: State) -> str:
    if scenario_of(s).static:
        training = within(s, fr.Training)
        if training is None or not training.number:
            return "27 May 1942 · Bir Hacheim"
        left = s.level[s.edition.formation_number[ARIETE]]
        return f"27 May 1942 · Activation {training.number} of {training.number + left}"
    row = s.edition.turn_rows[s.turn]
    operations = within(s, fr.Operations)
    who = f" · {NAMES[operations.initiative]} initiative" if operations is not None and operations.initiative != NONE else ""
    return f"Turn {s.turn} · {row.dates}{who}"


def steps(s: State) -> tuple[Cell, ...]:
    """The chevrons of the bar: where in the sequence of play we are."""
    spending = within(s, fr.Activation)
    reacts = is_reaction(s) or (spending is not None and spending.kind == fr.REACTION)
    static = scenario_of(s).static
    kinds = ACTIONS if static else (fr.Setup, *BAR) if within(s, fr.Setup) else BAR
    cells = [Cell(step.name, state="" if reacts else state, rule=step.rule) for step, state in bar(s, kinds)]
    return tuple(cells) if static else (*cells, Cell("Reaction", state="current" if reacts else "", rule="6.5"))


def side_line(s: State, side: int) -> Side:
    notes = []
    if s.snafu == side:
        notes.append("holds the SNAFU marker")
    if s.passed >> side & 1:
        notes.append("has passed")
    if side == AXIS:
        return Side(NAMES[side], f"{signed(str(points(s)))} VP", ", ".join(notes), float(points(s)))
    return Side(NAMES[side], note=", ".join(notes))


# Counters


def pieces(s: State, viewer: int) -> tuple[Piece, ...]:
    e = s.edition
    found = []
    for unit in range(e.pieces):
        hex, mine = s.where[unit], e.side[unit] == viewer
        if hex == WAITING and e.arrival[unit]:
            found.append(Piece(e.unit_ids[unit], "waiting", e.side[unit], e.unit_ids[unit]))
        elif hex <= DEAD and unit < e.units and not scenario_of(s).static:
            found.append(Piece(e.unit_ids[unit], "eliminated", e.side[unit], e.unit_ids[unit]))
        elif hex >= 0 and (unit >= e.units or is_seen(s, unit, viewer)):
            found.append(Piece(e.unit_ids[unit], e.grid.ids[hex], e.side[unit], face_of(s, unit, mine), states(s, unit, mine),
                               figures=() if mine or unit >= e.units else as_printed(s, unit)))  # fmt: skip
    return tuple(found)


def as_printed(s: State, unit: int) -> tuple[Figure, ...]:
    """5.3.4 What an enemy's counter says of its strength is not what it has left."""
    return (Figure(str(s.edition.strength[unit]), "strength", "printed strength"),)


def face_of(s: State, unit: int, mine: bool) -> str:
    """The enemy never sees a strength marker (5.3.4)."""
    e = s.edition
    turned = s.emergency[s.formation[unit]] if unit >= e.units else s.down[unit]
    shown = s.strength[unit] if mine or unit >= e.units else e.strength[unit]
    return face_key(e.unit_ids[unit], shown, e.strength[unit], turned)


def states(s: State, unit: int, mine: bool) -> tuple[Status, ...]:
    e, found = s.edition, []
    formation = s.formation[unit]
    if unit < e.units and formation != NONE and (mine or e.independent[unit] != ASSIGNABLE or unit in s.shown):
        state = command_state(s, unit)
        if state == OUT_OF_COMMAND:
            found.append(Status("out_of_command", "C", "Out of Command: moves and Hasty Attacks only, at double cost", "5.8.3"))
        elif state == ISOLATED:
            found.append(Status("isolated", "I", "Isolated: must pass a check to act", "5.8.4"))
    if unit < e.units and s.acts[unit]:
        found.append(
            Status(
                "used", f"A{s.acts[unit]}", f"has been activated {counted(s.acts[unit], 'time')}, of {NO_ACT} until Recovery", "6.4"
            )
        )
    if unit >= e.units and s.schwerpunkt == formation:
        found.append(
            Status("schwerpunkt", "SP", "Schwerpunkt: one Action Point more, and its attacks and defence are helped", "5.9-a")
        )
    if unit >= e.units and s.starved[formation]:
        found.append(Status("out_of_supply", "S", "without supply: half strength and movement", "5.7.5"))
    if is_asleep(s, unit):
        found.append(Status("held", "R", "Restricted Activation: asleep until turn 4, or until the Axis comes near", "10-g"))
    if mine and unit < e.units and e.independent[unit] == ASSIGNABLE and formation != NONE:
        found.append(
            Status("assigned", e.formation_ids[formation], f"assigned to {e.names.called('formation', formation)}", "5.5.2")
        )
    there = s.at[s.where[unit]]
    if not mine and there[0] == unit and len(there) > 1 and unit < e.units:
        found.append(Status("pile", "…", "there are more units beneath", "5.3.4"))
    return tuple(found)


def spots(s: State) -> tuple[Spot, ...]:
    e = s.edition
    marks: dict[int, list[Status]] = {}
    for hex in s.breached:
        marks.setdefault(hex, []).append(Status("breached", "B", "breached", "7.4"))
    for hex in s.improved:
        marks.setdefault(hex, []).append(Status("improved", "D", "Improved Defence", "7.7"))
    for hex in s.blocked:
        marks.setdefault(hex, []).append(Status("blocked", "X", "supply blocked", "5.7.3"))
    if not scenario_of(s).static:
        supplies = f"supplies the {NAMES[s.tobruk]}" if s.tobruk != NONE else "supplies nobody"
        marks.setdefault(e.tobruk, []).append(Status("control", "T", f"Tobruk {supplies}", "5.7.3"))
        for hex in e.victory_hexes:
            row = objective(s, hex, s.turn)
            if row is not None:
                text = f"{row.vp}({row.out_of_command})"
                marks.setdefault(hex, []).append(
                    Status(
                        "vp", text, f"{row.name}: {counted(row.vp, 'Victory Point')} in command, {row.out_of_command} without", "10"
                    )
                )
    return tuple([Spot(e.grid.ids[hex], marks=tuple(found)) for hex, found in sorted(marks.items())])


def edges(s: State) -> tuple[Between, ...]:
    """7.4 Where the rim of a minefield is open."""
    e = s.edition
    gap = (Status("breached", "", "breached: the mines do not hinder", "7.4"),)
    return tuple(
        [Between(e.grid.ids[hex], e.grid.ids[n], gap) for hex in s.breached for n in e.grid.neighbours[hex] if not e.mines[n]]
    )


def focus(s: State, viewer: int) -> tuple[str, ...]:
    """Where it happens; a move, to others, once it has begun. What a victory allows is no longer where it was won."""
    ids = s.edition.grid.ids
    for f in reversed(s.frames):
        if isinstance(f, fr.Activation):
            break
        if isinstance(f, fr.Attack) and f.defenders:
            return (ids[f.source], ids[f.target])
        if isinstance(f, (fr.Movement, fr.March)) and (f.side == viewer or (isinstance(f, fr.March) and f.moved)):
            return tuple([ids[s.where[u]] for u in f.units[:1] if s.where[u] >= 0])
        if isinstance(f, (fr.Retreat, fr.Overstack)):
            return (ids[f.hex],)
    return ()


# Tracks and boxes


def panels(s: State, viewer: int) -> tuple[Panel, ...]:
    found = [formation_panel(s, AXIS), formation_panel(s, ALLIED)]
    if not scenario_of(s).static:
        found += [assignment_panel(s, AXIS, viewer), assignment_panel(s, ALLIED, viewer), turn_panel(s), initiative_panel(s)]
    found += [activation_panel(s), air_panel(s)]
    if not scenario_of(s).static:
        found.append(Panel("waiting", "Reinforcements", "box", (), "due as the turn track says", "9.4"))
        found.append(Panel("eliminated", "Eliminated", "box", (), "", "7.5.2.1"))
    found += [contest_panel(s), combat_panel(s), victory_panel(s)]
    return tuple(found)


def turn_panel(s: State) -> Panel:
    last = scenario_of(s).turns
    cells = [
        Cell(str(n), row.dates, "current" if n == s.turn else "past" if n < s.turn else "")
        for n, row in s.edition.turn_rows.items() if n <= last
    ]  # fmt: skip
    waits = s.schwerpunkt == NONE and s.turn <= s.schwerpunkt_turn <= last
    return Panel("turn", "Turn", "track", tuple(cells), f"Schwerpunkt marker on {s.schwerpunkt_turn}" if waits else "", "3.1.4")


def initiative_panel(s: State) -> Panel:
    cells = []
    for n, value in enumerate(s.edition.tracks["initiative"]):
        here = n == s.marker_space
        cells.append(Cell(f"+{value}" if value else "0", state="current" if here else "", side=s.marker_side if here else -1))
    return Panel("initiative", "Initiative", "track", tuple(cells), f"bonus of the {NAMES[s.marker_side]}", "6.1")


def active(s: State, viewer: int) -> tuple[Cell, ...]:
    return (*activations(s), *replacement_points(s, viewer))


def activations(s: State) -> tuple[Cell, ...]:
    """Who spends Action Points: the interrupted first."""
    found = [f for f in s.frames if isinstance(f, fr.Activation)]
    cells = []
    for n, f in enumerate(found):
        called = s.names.called
        who = called("formation", f.formation) if f.formation != NONE else called("unit", f.only[0])
        points = "one Action" if f.kind == fr.INDEPENDENT else counted(f.points, "Action Point") if has_rolled(s, f) else "a roll"
        text = f"{who}: {points}"
        cells.append(Cell(text, fr.OCCASIONS[f.kind], "current" if n == len(found) - 1 else "past", f.side, "7.1-h"))
    return tuple(cells)


def has_rolled(s: State, f: fr.Activation) -> bool:
    """Whether its Action Points are known, and not still contested."""
    return not (isinstance(s.frames[-1], fr.Contest) and s.frames[-2] is f)


def replacement_points(s: State, viewer: int) -> list[Cell]:
    """9.3 For their owner only: what was spent on whom would tell of strengths."""
    f = s.frames[-1] if s.frames else None
    if not isinstance(f, fr.Replacement) or decider(s) != viewer:
        return []
    left = {"Panzer": f.panzer} if viewer == AXIS else {"tank": f.tank, "heavy tank": f.heavy, "leg infantry": f.leg}
    words = [f"{n} {kind}" for kind, n in left.items() if n]
    caption = "Replacement Point left" if sum(left.values()) == 1 else "Replacement Points left"
    return [Cell(", ".join(words), caption, "current", viewer, "9.3-e")] if words else []


def activation_panel(s: State) -> Panel:
    cells = activations(s)
    return Panel("points", "Action Points", "list", cells, "" if cells else "nobody is active", "6.3.1")


def formation_panel(s: State, side: int) -> Panel:
    e, cells = s.edition, []
    acting = {f.formation for f in s.frames if isinstance(f, fr.Activation)}
    for n, row in enumerate(e.formation_rows):
        if e.f_side[n] != side or s.where[e.units + n] < WAITING or (s.where[e.units + n] < 0 and not e.arrival[e.units + n]):
            continue
        notes = ["active"] if n in acting else []
        notes.append(f"recovers {row.recovery}")
        if s.schwerpunkt == n:
            notes.append("Schwerpunkt")
        if s.emergency[n]:
            notes.append("Emergency Supply spent")
        if s.starved[n]:
            notes.append("without supply")
        state: Literal["current", "ready", "used"] = "current" if n in acting else "ready" if s.level[n] else "used"
        pips = (s.level[n], row.max_level)
        hq = (row.hq,) if s.where[e.units + n] >= 0 else ()
        cells.append(Cell(f"{row.name} {s.level[n]}/{row.max_level}", ", ".join(notes), state, side, "6.3.2", pips=pips, pieces=hq))
    return Panel(f"formations-{side}", f"{NAMES[side]} formations", "list", tuple(cells), "level / maximum", "6.3.2")


def assignment_panel(s: State, side: int, viewer: int) -> Panel:
    """The enemy sees how many Assigned markers lie in a box, dummies among them, and the faces only of those shown."""
    e, cells = s.edition, []
    for n in range(e.formations):
        if e.f_side[n] != side:
            continue
        units = [u for u in e.loners if s.formation[u] == n and s.where[u] > DEAD]
        dummies = len([1 for at in s.dummies[side * DUMMIES : (side + 1) * DUMMIES] if at == n])
        if not units and not dummies:
            continue
        known = units if viewer == side else [u for u in units if u in s.shown]
        names = [e.names.called("unit", u) for u in known]
        covered = len(units) + dummies - len(known)
        if covered:
            names.append(counted(covered, "dummy marker") if viewer == side else f"{covered} face down")
        found = tuple([e.unit_ids[u] for u in known])
        cells.append(Cell(e.names.called("formation", n), ", ".join(names), "ready", side, "5.5.2", pieces=found, covered=covered))
    note = "" if cells else "no unit is assigned"
    return Panel(f"assigned-{side}", f"{NAMES[side]} assignments", "list", tuple(cells), note, "5.5.2")


def air_panel(s: State) -> Panel:
    cells = [
        Cell(row.name, state="ready" if s.air >> n & 1 else "used", side=AXIS, rule="7.5.1.4")
        for n, row in enumerate(s.edition.air_rows) if (s.air | s.flown) >> n & 1
    ]  # fmt: skip
    return Panel("air", "Axis air units", "pool", tuple(cells), "Available or Flown", "3.1.4")


def contest_panel(s: State) -> Panel:
    contest = within(s, fr.Contest)
    cells = (
        (Cell(str(contest.accepted[contest.die]), "the enemy's die", "current", contest.holder, "5.2"),)
        if contest is not None
        else ()
    )
    holder = "not in play" if s.snafu == NONE else f"held by the {NAMES[s.snafu]}"
    return Panel("snafu", "SNAFU / Schlachtenglück", "pool", cells, holder, "5.2")


def combat_panel(s: State) -> Panel:
    """What both sides know of the combat that goes on."""
    f, cells, called = within(s, fr.Attack), [], s.names.called
    if f is not None and f.revealed:
        cells.append(Cell(f"{ATTACKS[f.level]} attack", f"from {called('hex', f.source)} on {called('hex', f.target)}", rule="7.1"))
        if f.attack_chit != NONE:
            chits = [s.edition.chit_rows[n].id for n in (f.attack_chit, f.defence_chit)]
            cells.append(Cell(f"{f.attack} : {f.defence}", f"chits {chits[0]} and {chits[1]}", rule="7.5.1.2"))
        if f.air:
            cells.append(Cell(counted(f.air, "air unit"), "", rule="7.5.1.4"))
    return Panel("combat", "Combat", "list", tuple(cells), "", "7.5.1")


def victory_panel(s: State) -> Panel:
    vp = tally(s, final=False)
    cells = [Cell(f"{term.value:+}", term.what, rule=term.rule) for term in vp.terms]
    return Panel("victory", f"Victory Points {vp.total}", "list", tuple(cells), "", "10")
