"""Operation Theseus: Gazala 1942. Formations, action points, and reactions that break into a move."""

from __future__ import annotations

from typing import Final

from sandtable.face.looks import Layer, Looks
from sandtable.kernel.dice import Dice
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Rules, Scenario, Setting, Settings
from sandtable.titles import Title
from sandtable.titles.theseus import scenarios
from sandtable.titles.theseus.audit import audit, rebuild
from sandtable.titles.theseus.edition import FOLDER, Edition, load
from sandtable.titles.theseus.face import overlays
from sandtable.titles.theseus.face.aids import aids
from sandtable.titles.theseus.face.battle import announce
from sandtable.titles.theseus.face.board import board
from sandtable.titles.theseus.face.forecast import caution, forecast, outlook
from sandtable.titles.theseus.face.handling import bars, costs, set_out, stands, usual
from sandtable.titles.theseus.face.reach import onto, reach
from sandtable.titles.theseus.face.stories import STORIES
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.hidden import redeal
from sandtable.titles.theseus.movement import NOT_ADJACENT
from sandtable.titles.theseus.robot.aims import PLANS
from sandtable.titles.theseus.robot.hints import HINTS
from sandtable.titles.theseus.robot.judge import judge
from sandtable.titles.theseus.robot.verdict import TERMS, verdict
from sandtable.titles.theseus.sequence import OUTLINES
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.victory import outcome, totals


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    return scenarios.new(OUTLINES, edition, scenario, settings, dice)


def turn_of(s: State) -> int:
    return s.turn


def formation_side(e: Edition, formation: int) -> int:
    return e.f_side[formation]


TITLE: Final = Title(
    name="Operation Theseus: Gazala 1942",
    text="Rommel against the Gazala Line, May and June 1942: formations, action points, and reactions that interrupt a move.",
    credits="Designed by Dirk Blennemann, published by VUCA Simulations, 2021",
    complete=True,
    rules=Rules(
        slug="theseus",
        version="5",
        sides=("Commonwealth", "Axis"),
        scenarios=(
            Scenario(
                "bir_hacheim", "Assault on Bir Hacheim", "A lesson for one: Ariete storms Bir Hacheim in up to six activations."
            ),
            Scenario("opening", "The Opening Phase", "Four turns, 27 May to 5 June 1942."),
            Scenario("gazala", "The Gazala Battles", "All eight turns, 27 May to 21 June 1942."),
        ),
        settings=(
            Setting(
                "linear_chits", "Linear combat chits", "Seven chits are replaced: multipliers grow evenly with quality.", "N-1"
            ),
        ),
        folder=FOLDER,
        outlines=OUTLINES,
        load=load,
        new=new,
        audit=audit,
        rebuild=rebuild,
        redeal=redeal,
        outcome=outcome,
        reckon=totals,
        turn=turn_of,
        as_before=("oppose tank", "stands"),  # 7.5.1.5-r and 5.2-a by rules 2
        hidden=True,
    ),
    face=Looks(
        board=board,
        view=view,
        aids=aids,
        forecast=forecast,
        caution=caution,
        stories=STORIES,
        pieces=("unit",),
        owners={"formation": formation_side},
        places=("hex",),
        walks=("step",),
        reach=reach,
        onto=onto,
        afar=(NOT_ADJACENT,),
        bars=bars,
        stands=stands,
        set_out=set_out,
        asides=("raise",),
        spared=("challenge",),  # 5.5.2-d it would show no more than that the unit acts with the formation already does
        starts=("move",),
        deeds=("move", "attack", "breach", "refit", "improve"),
        usual=usual,
        price=costs,
        outlook=outlook,
        announce=announce,
        layers=(
            Layer("command", "Command", "How far the HQ of a formation commands, and the paths of its units", overlays.command),
            Layer("supply", "Supply", "The roads that lead to a source, and the path of an HQ", overlays.supply),
            Layer("zones", "Zones", "The enemy's zones of control, as far as his units are seen", overlays.zones_of_control),
        ),
    ),
    robot=Robot(judge=judge, hints=HINTS, plans=PLANS, verdict=verdict, terms=TERMS),
)
