"""What random play and golden records of a title must at least show. A title that is not here has nothing to show yet."""

from __future__ import annotations

from typing import Final

# Acts that even the few random games of a quick run take, as `Frame.verb`. What else is never taken is reported only.
ACTS: Final[dict[str, tuple[str, ...]]] = {
    "toy": ("Half.step", "Half.strike", "Half.done", "Fight.show", "Fight.pass", "Fight.stand", "Fight.fall", "Losses.lose"),
    "battleaxe": (
        "SetUp.deploy",
        "Half.shortage",
        "Half.assault",
        "Half.regroup",
        "Half.consolidate",
        "Half.pass",
        "Half.rommel",
        "Half.daylight",
        "Regroup.move",
        "Regroup.done",
        "Assault.enter",
        "Assault.attack",
        "Assault.activate",
        "Assault.done",
        "Attack.join",
        "Attack.lead",
        "Attack.air",
        "Attack.call",
        "Attack.pass",
        "Attack.leave",
        "Absorb.absorb",
        "Retreats.retreat",
        "Refit.refit",
        "Refit.increase",
        "Refit.done",
    ),
    "gazala": (
        "SetUp.put",
        "Turn.breach",
        "Turn.done",
        "Turn.first",
        "ActionPhase.activate",
        "ActionPhase.single",
        "ActionPhase.extra",
        "ActionPhase.ready",
        "ActionPhase.move",
        "ActionPhase.end",
        "AirAttack.bomb",
        "Arrival.arrive",
        "Move.go",
        "Move.exit",
        "Move.attack",
        "Move.halt",
        "Attack.nomore",
        "Stacking.remove",
    ),
    "tigercubs": (
        "InitialPhase.provide",
        "InitialPhase.general",
        "InitialPhase.equip",
        "InitialPhase.break",
        "InitialPhase.done",
        "MovementPhase.move",
        "MovementPhase.march",
        "MovementPhase.split",
        "MovementPhase.build",
        "MovementPhase.sail",
        "MovementPhase.done",
        "Move.go",
        "Move.drop",
        "Move.join",
        "Move.halt",
        "PursuitPhase.move",
        "PursuitPhase.assemble",
        "PursuitPhase.done",
    ),
}

# Ways of ending, by scenario, of which there is a golden record.
ENDINGS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "battleaxe": {
        "battleaxe": ("Automatic Victory", "Operational Victory", "Axis Victory"),
        "extended": ("Automatic Victory", "Operational Victory", "Axis Victory"),
    },
    "gazala": {
        "one": ("Allied victory", "Axis victory", "Tie"),
        "campaign": ("Allied victory", "Axis victory", "Tie"),
    },
}
