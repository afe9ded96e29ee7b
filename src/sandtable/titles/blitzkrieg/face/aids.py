"""The player aids: how a shot is counted, boxes and roads, turns with what they bring, every counter; and how the points stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.face.aids import Aids, Counter, Due, Formation, Grid, Mark, Row, Turn, cells, in_formations, signed
from sandtable.face.view import Goal, Lit
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import Tally
from sandtable.titles.blitzkrieg.edition import NATIONS, OCONNOR, SHORT, TYPES, Edition
from sandtable.titles.blitzkrieg.face.board import face_key, supply_face
from sandtable.titles.blitzkrieg.fire import shot
from sandtable.titles.blitzkrieg.frames import Battle, Fire
from sandtable.titles.blitzkrieg.records import Unit
from sandtable.titles.blitzkrieg.state import State
from sandtable.titles.blitzkrieg.victory import level_of, oconnor_won, span_of

KINDS: Final = {"ARM": "armour", "RECON": "recon", "INF": "infantry", "ART": "artillery", "AIR": "air", "HQ": "headquarters"}
NOBODY: Final = "Nobody's"


def aids(s: State) -> Aids:
    return made(s.edition, s.scenario)


@lru_cache(maxsize=8)
def made(e: Edition, scenario: int) -> Aids:
    fight = (hits(e), modifiers(e), losses(e))
    return Aids(fight, (roads(e), boxes(e), ports(e)), tuple(turns(e, scenario)), order(e))


def hits(e: Edition) -> Grid:
    last = e.figure["last_face"]
    lines = [
        Row(
            signed(n) if n < last else f"{last} or more",
            (
                Mark(f"{10 * (n + 1)} %" if n >= 0 else "no die", tone="good" if n >= 6 else "fair" if n >= 3 else "bad"),
                Mark(f"0 to {n}" if n > 0 else "0" if n == 0 else "–"),
            ),
        )
        for n in range(-1, last + 1)
    ]
    return Grid(
        "hits",
        "A shot",
        ("chance of a hit", "die"),
        tuple(lines),
        "combat value and modifiers",
        "9.1.1",
        "A first hit damages, a second eliminates.",
    )


def modifiers(e: Edition) -> Grid:
    lines = [Row(row.what, cells(signed(f"{row.value:+}")), rule=row.rule) for row in e.modifier.values()]
    return Grid("modifiers", "What changes a shot", ("value",), tuple(lines), "", "11.2")


def losses(e: Edition) -> Grid:
    """12.3"""
    kinds = [kind for kind in TYPES if kind != "HQ"]
    lines = [Row(nation, cells(*[e.loss.get((n, TYPES.index(kind)), "–") for kind in kinds])) for n, nation in enumerate(NATIONS)]
    return Grid("losses", "Points for a lost unit", tuple([KINDS[kind] for kind in kinds]), tuple(lines), "", "12.3")


def roads(e: Edition) -> Grid:
    figure = e.figure

    def sample(kind: str) -> tuple[str, ...]:
        row = next(row for row in e.road_rows if row.kind == kind)
        return (row.a, row.b)

    lines = (
        Row(
            "Major road",
            cells(figure["boxes_major"], figure["supply_range_major"], "any"),
            "if all of the way is on such roads",
            sample("major"),
            "8.2",
        ),
        Row("Secondary road", cells(figure["boxes"], figure["supply_range"], "any"), "", sample("secondary"), "8.2"),
        Row(
            "Tertiary road",
            cells(figure["boxes"], figure["supply_range"], figure["tertiary"]),
            f"{figure['tertiary']} units in a phase",
            sample("tertiary"),
            "8.4",
        ),
        Row("Out of supply", cells(figure["oos_boxes"], "–", "–"), "one more on major roads", (), "7.4.5"),
    )
    return Grid("roads", "Roads", ("boxes in a move", "boxes of supply", "carries"), lines, "", "8.2")


def boxes(e: Edition) -> Grid:
    lines = [
        Row(id, cells(e.box_points[AXIS][b], e.box_points[ALLIED][b]), "", (id,), "12.1", (id,))
        for b, id in [(b, e.box_rows[b].id) for b in e.victory]
    ]
    return Grid("boxes", "Boxes that score", ("Axis", "Allied"), tuple(lines), "points in a turn", "12.1")


def ports(e: Edition) -> Grid:
    lines = [
        Row(
            e.box_rows[b].id,
            cells(e.capacity[AXIS][b] or "–", e.capacity[ALLIED][b] or "–"),
            "infantry only" if e.infantry_only[b] else "",
            (),
            "8.5.1",
            (e.box_rows[b].id,),
        )
        for b in e.ports
    ]
    return Grid("ports", "Ports", ("Axis", "Allied"), tuple(lines), "units in a player turn", "8.5.1")


def turns(e: Edition, scenario: int) -> Iterator[Turn]:
    span = e.scenario_rows[scenario]
    for row in e.turn_rows[span.first_turn - 1 : span.last_turn]:
        winter = scenario == OCONNOR
        supply = f"supply units: Axis {row.axis_supply}, Allied {row.allied_supply}"
        yield Turn(row.oconnor if winter else row.month, "" if winter else supply, tuple(dues(e, scenario, row.id)))


def dues(e: Edition, scenario: int, turn: int) -> Iterator[Due]:
    for side in (AXIS, ALLIED):
        units = [e.unit_rows[unit] for unit in e.arrivals.get((scenario, turn, side), ())]
        stores = e.supplies.get((scenario, turn, side), 0)
        faces = [face_key(row.id, False) for row in units] + ([supply_face(side, stores)] if stores else [])
        if faces:
            names = [row.spoken for row in units] + ([f"{stores} supply {'unit' if stores == 1 else 'units'}"] if stores else [])
            yield Due(side, ", ".join(names), tuple(faces))
    if scenario != OCONNOR:
        for action in ("withdraw", "return"):
            called = [f"{NATIONS[nation]} {KINDS[TYPES[kind]]}" for nation, kind in e.calls.get((turn, action), ())]
            if called:
                yield Due(ALLIED, f"{action}: {', '.join(called)}")


def division_in_words(e: Edition, division: str) -> str:
    """A name that is shared by two, as 5th Light / 21st Panzer, or else the plainest of those its units have."""
    names = [row.formation for row in e.unit_rows if row.division == division]
    return min(names, key=lambda name: (" / " not in name, len(name)))


def order(e: Edition) -> tuple[Formation, ...]:
    found = []
    for u, row in enumerate(e.unit_rows):
        faces = (face_key(row.id, False),) if row.type == "HQ" else (face_key(row.id, False), face_key(row.id, True))
        group = division_in_words(e, row.division) if row.division else f"{row.nation} {KINDS[row.type]}"
        found.append((e.side[u], group, Counter(row.id, row.spoken, faces, figures(row))))
    return in_formations(found)


def figures(row: Unit) -> str:
    if row.type == "HQ":
        return "headquarters"
    words = [f"combat value {row.cv}", KINDS[row.type]]
    words += [
        word for word, holds in (("anti-vehicle", row.circled), ("superior", row.superior), ("motorised", row.motorised)) if holds
    ]
    return ", ".join(words)


# What counts now


def lit(s: State) -> tuple[Lit, ...]:
    """The shots that are aimed."""
    fire, battle = within(s, Fire), within(s, Battle)
    if fire is None or battle is None:
        return ()
    return lit_by(s.edition, [shot(s, battle, firer, target, bool(extra)) for firer, target, extra in fire.aims])


def lit_by(e: Edition, shots: list[Tally]) -> tuple[Lit, ...]:
    """The lines of their values, and the modifiers that made them."""
    kinds = [row.what for row in e.modifier.values()]
    values = {max(-1, min(e.figure["last_face"], int(value.total))) for value in shots}
    counted = {term.what for value in shots for term in value.terms}
    return (
        *[Lit("hits", n + 1) for n in sorted(values)],
        *[Lit("modifiers", n) for n, what in enumerate(kinds) if what in counted],
    )


def short_goal(side: int, lead: int, need: int) -> Goal:
    needed = f"{need - lead} more" if lead < need else "enough"
    return Goal(side, f"{need} points ahead to win, else a draw", signed(str(lead)), needed, "14.4", lead >= need)


def goals(s: State) -> tuple[Goal, ...]:
    e = s.edition
    ahead = s.points[AXIS] - s.points[ALLIED]
    found = [Goal(side, "Victory Points", str(s.points[side]), "", "12.0") for side in (AXIS, ALLIED)]
    if s.scenario == OCONNOR:
        lead, need = -ahead, e.figure["oconnor_lead"]
        found += [
            Goal(
                ALLIED,
                "points ahead of the Axis",
                signed(str(lead)),
                f"{max(0, need - lead)} more" if lead < need else "enough",
                "15.3.1",
                lead >= need,
            ),
            Goal(ALLIED, "Tobruk", *hold(s, e.tobruk), rule="15.3.1", done=s.held[e.tobruk] == ALLIED),
            Goal(ALLIED, "Bardia", *hold(s, e.bardia), rule="15.3.1", done=s.held[e.bardia] == ALLIED),
            Goal(
                ALLIED,
                "Beda Fomm in supply, and all of this",
                "yes" if oconnor_won(s) else "no",
                "to win",
                "15.3.1",
                oconnor_won(s),
            ),
        ]
    elif s.scenario == SHORT:
        found += [short_goal(AXIS, ahead, e.figure["short_lead"]), short_goal(ALLIED, -ahead, e.figure["short_lead"])]
    else:
        level = e.level_rows[level_of(s, ahead)]
        found.append(
            Goal(
                AXIS,
                "as it stands",
                level.id,
                f"Axis points less Allied points: {signed(f'{ahead:+}') if ahead else 0}",
                "12.9",
                level.winner == "axis",
            )
        )
        for n, row in enumerate(e.level_rows):
            low, high = span_of(s, n)
            if row.winner == "axis":
                needed = f"{low - ahead} more" if ahead < low else "reached"
                found.append(Goal(AXIS, row.id, f"from +{low}", needed, "12.9", ahead >= low))
            if row.winner == "allied":
                needed = f"{ahead - high} more" if ahead > high else "reached"
                found.append(Goal(ALLIED, row.id, f"from {signed(high)}", needed, "12.9", ahead <= high))
    for b in e.victory:
        found.append(
            Goal(
                s.flag[b],
                e.box_rows[b].id,
                "held" if s.flag[b] >= 0 else "nobody's",
                f"Axis {e.box_points[AXIS][b]}, Allied {e.box_points[ALLIED][b]} in a turn",
                "12.1",
                s.flag[b] >= 0,
            )
        )
    return tuple(found)


def hold(s: State, box: int) -> tuple[str, str]:
    return ("held", "") if s.held[box] == ALLIED else ("Axis", "to be taken")
