"""The player aids: how a fight is counted, what movement costs, the days, every counter; and what the Allies still need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.face.aids import Aids, Counter, Due, Formation, Grid, Mark, Row, Turn, cells, in_formations
from sandtable.face.view import Goal, Lit
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import victory
from sandtable.titles.battleaxe.combat import attack_value, defence_value
from sandtable.titles.battleaxe.edition import Edition
from sandtable.titles.battleaxe.frames import Attack
from sandtable.titles.battleaxe.records import TurnRow
from sandtable.titles.battleaxe.state import State, controller

LINES: Final = {"Lead": "Lead unit", "further units": "each further unit", "terrain": "terrain of the Area"}  # terms of a value


def aids(s: State) -> Aids:
    return made(s.edition, s.agreed.extended)


@lru_cache(maxsize=8)
def made(e: Edition, extended: bool) -> Aids:
    rows = [row for row in e.turn_rows if extended or not row.extended]
    return Aids((results(e), values(e)), (terrain(e), movement(e)), tuple([turn(n, row) for n, row in enumerate(rows)]), order(e))


def results(e: Edition) -> Grid:
    full, reduced = e.absorbs
    return Grid(
        "results",
        "Results of an attack",
        ("Attacker", "Defender"),
        (
            result("Repulse", "below 0", "every attacker loses a step", "holds", "bad"),
            result("Stalemate", "0", "the Lead loses a step", "its Lead loses a step", "fair"),
            result(
                "Success",
                "1 up to what they can absorb",
                "a Full Lead is reduced",
                "takes Attrition Points for the difference",
                "good",
            ),
            result("Overrun", "more than that", "no loss, may attack again", "all are eliminated", "good"),
        ),
        "attack total less defence total",
        "11.4.4",
        f"A Full unit absorbs {full} Attrition Points, a Reduced one {reduced}. Each side adds two dice to its value.",
    )


def result(name: str, when: str, attacker: str, defender: str, tone: str) -> Row:
    return Row(name, (Mark(attacker, tone=tone), Mark(defender, tone=tone)), when, rule="11.4.4")  # type: ignore[arg-type]


def values(e: Edition) -> Grid:
    return Grid(
        "values",
        "What counts in an attack",
        ("Attack", "Defence"),
        (
            Row("Lead unit", cells("its combat value", "its combat value"), rule="11.4.2A"),
            Row("each further unit", cells("+1", "+1"), rule="11.4.2B"),
            Row("Air Support", cells(f"one die, {e.air_limits[0]} to {e.air_limits[1]}", "-"), rule="11.4.2C"),
            Row("Rommel", cells("one die", "-"), "Axis, while he leads", rule="11.4.2C"),
            Row(
                "artillery",
                cells(f"+{e.artillery_value}", f"+{e.artillery_value}"),
                f"on {e.artillery_available} or more",
                rule="11.4.2D",
            ),
            Row("Combined Arms", cells(f"+{e.combined_arms}", "-"), "armour, infantry and guns together", rule="11.4.2E"),
            Row("terrain of the Area", cells("-", "+1 to +3"), "as printed on the map", rule="11.4.3"),
            Row("Axis Fuel Shortage", cells("-", f"+{e.fuel_defence}"), "for the Allies", rule="11.4.3E"),
            Row("out of supply", cells(e.out_of_supply, e.out_of_supply), rule="14.2.2"),
        ),
        "",
        "11.4.2",
    )


def terrain(e: Edition) -> Grid:
    lines = []
    for tem, ground in sorted({(row.tem, row.ground) for row in e.area_rows}):
        found = [row for row in e.area_rows if row.ground == ground]
        names = ", ".join([row.name or row.id for row in found[:4]])
        lines.append(
            Row(
                f"{ground}, +{tem}",
                cells(f"+{tem}", len(found)),
                f"such as {names}",
                (found[0].id,),
                "11.4.3",
                tuple([row.id for row in found]),
            )
        )
    return Grid("terrain", "Areas", ("defence", "on the map"), tuple(lines), "", "11.4.3")


def movement(e: Edition) -> Grid:
    return Grid(
        "movement",
        "Movement",
        ("points",),
        (
            Row("into a vacant Area", cells(e.cost_vacant), rule="9.2"),
            Row("into one next to an enemy", cells(e.cost_near), rule="9.2"),
            Row("into one with only Reduced enemies", cells(e.cost_reduced), rule="9.2"),
            Row("into one with a Full enemy", cells(e.cost_full), rule="9.2"),
            Row("into a Zone", cells("all"), "only as the first step", rule="9.2"),
            Row("across an Escarpment", cells("no"), rule="9.3.2"),
        ),
        "",
        "9.2",
    )


def turn(n: int, row: TurnRow) -> Turn:
    due = (Due(AXIS, "both panzer divisions are free to act"),) if n == 1 else ()
    return Turn(row.id, "only a line to Tobruk wins" if row.extended else "points are counted at its end", due)


def order(e: Edition) -> tuple[Formation, ...]:
    found = []
    for u, row in enumerate(e.unit_rows):
        moves = "does not move" if row.mf is None else f"{row.mf} movement"
        figures = f"{row.cv} combat, {row.cv_reduced} when Reduced, {moves}"
        counter = Counter(row.id, row.name, (row.id, f"{row.id}/reduced"), figures, "optional" if row.optional else "")
        found.append((e.side[u], row.formation, counter))
    return in_formations(found)


# What counts now


def lit(s: State) -> tuple[Lit, ...]:
    attack = within(s, Attack)
    if attack is None or attack.lead < 0 or attack.lead_defender < 0:
        return ()
    found = [Lit("results", attack.result)] if attack.result >= 0 else []
    return (*found, *counted(s, attack))


def counted(s: State, attack: Attack) -> Iterator[Lit]:
    """What the values of both sides are made of, by the name that their terms have in the table."""
    lines = [line.head.lower() for line in values(s.edition).lines]
    for column, value in enumerate((attack_value(s, attack), defence_value(s, attack))):
        for term in value.terms:
            head = LINES.get(term.what, term.what).lower()
            if head in lines:
                yield Lit("values", lines.index(head), column)


def goals(s: State) -> tuple[Goal, ...]:
    if s.turn >= s.edition.turns[0]:
        return (relief(s), Goal(AXIS, "hold out until the last day ends", "", "", "20.1"))
    return points(s) + areas(s)


def relief(s: State) -> Goal:
    done = victory.is_automatic(s)
    stands = "yes" if done else "no"
    return Goal(
        ALLIED, "Tobruk relieved: a line of Allied Areas from Buq-Buq when a day ends", stands, "wins the game", "17.1", done
    )


def points(s: State) -> tuple[Goal, ...]:
    e = s.edition
    coming = victory.coming_points(s)
    needed = e.extended_limits[1] if s.agreed.extended else s.agreed.needed
    short = max(0, needed - s.vp)
    ends = "when June 17 ends"
    return (
        Goal(ALLIED, "Victory Points", f"{s.vp} of {needed}", f"{short} more {ends}" if short else "enough", "17.2", not short),
        Goal(ALLIED, "would be added if this day ended now", f"+{coming}", "", "17.2"),
        relief(s),
        Goal(
            AXIS,
            f"keep the Allies below {needed} Victory Points{play_on(s)}",
            f"{needed - s.vp - 1} to spare" if s.vp < needed else "failed as it stands",
            ends,
            "17.2",
            s.vp < needed,
        ),
    )


def play_on(s: State) -> str:
    """20.1 With some numbers of points in between there is a fourth day."""
    low, high = s.edition.extended_limits
    return f" ({' or '.join([str(n) for n in range(low + 1, high)])} play on for a day)" if s.agreed.extended else ""


def areas(s: State) -> tuple[Goal, ...]:
    """17.2 The Victory Point Areas."""
    found = []
    for area, row in enumerate(s.edition.area_rows):
        if row.vp:
            mine = controller(s, area) == ALLIED
            found.append(Goal(ALLIED, row.name or row.id, "held" if mine else "Axis", f"{row.vp} each day", "17.2", mine))
    return tuple(found)
