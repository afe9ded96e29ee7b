"""Gazala, 1942: the battle south-west of Tobruk, chits pulled from cups, minefields and their breaching."""

from __future__ import annotations

from typing import Final

from sandtable.face.looks import Layer, Looks
from sandtable.kernel.dice import Dice
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Rules, Scenario, Setting, Settings
from sandtable.titles import Title
from sandtable.titles.gazala.audit import audit, rebuild
from sandtable.titles.gazala.chits import DRAW, redeal
from sandtable.titles.gazala.edition import FOLDER, Edition, load
from sandtable.titles.gazala.face import overlays
from sandtable.titles.gazala.face.aids import aids
from sandtable.titles.gazala.face.battle import announce
from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.face.forecast import forecast, outlook
from sandtable.titles.gazala.face.handling import bars, costs, set_out, stands, usual
from sandtable.titles.gazala.face.reach import beside, onto, reach
from sandtable.titles.gazala.face.stories import DECLINED, STORIES
from sandtable.titles.gazala.face.view import board, view
from sandtable.titles.gazala.movement import NOT_ADJACENT
from sandtable.titles.gazala.robot.aims import PLANS
from sandtable.titles.gazala.robot.hints import HINTS
from sandtable.titles.gazala.robot.judge import judge
from sandtable.titles.gazala.robot.verdict import FITTED, TERMS, verdict
from sandtable.titles.gazala.sequence import OUTLINES
from sandtable.titles.gazala.setup import new_game
from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.victory import outcome, totals
from sandtable.titles.gazala.zones import ENEMY_UNIT


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    number = [row.id for row in edition.scenario_rows].index(scenario)
    return new_game(edition, OUTLINES, number, settings, dice)


def turn_of(s: State) -> int:
    return s.turn


TITLE: Final = Title(
    name="Gazala",
    text="Rommel's flank march round Bir Hacheim, May and June 1942: action and tactical chits, minefields, tanks in the open.",
    credits="Designed by Roger Miller, published by Revolution Games",
    complete=True,
    rules=Rules(
        slug="gazala",
        version="2",
        sides=("Allied", "Axis"),
        scenarios=(
            Scenario("one", "Scenario One", "May 27 to June 2, six turns. The Axis start with 2 Victory Points."),
            Scenario("campaign", "Campaign Game", "May 27 to June 14, twelve turns; the boxes count double and triple."),
        ),
        settings=(
            Setting(
                "setup",
                "Set-up",
                "suggested: a legal set-up, ready to play; free: both sides place their units, the Allies first.",
                "17.0-S1-c",
                choices=("suggested", "free"),
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
        hidden=True,
        secrets=(DRAW,),
    ),
    face=Looks(
        board=board,
        view=view,
        aids=aids,
        forecast=forecast,
        caution=caution,
        stories=STORIES,
        declined=DECLINED,
        pieces=("unit",),
        places=("hex",),
        walks=("move", "go"),
        reach=reach,
        onto=onto,
        beside=beside,
        stands=stands,
        set_out=set_out,
        starts=("move", "ready", "single", "extra", "strengthen", "rebuild"),
        deeds=("move", "attack", "advance", "breach"),
        price=costs,
        usual=usual,
        bars=bars,
        afar=(NOT_ADJACENT, ENEMY_UNIT),
        outlook=outlook,
        low=("13.4-c", "13.4-d"),  # bombs hit by a low die
        announce=announce,
        raids=("bombed",),
        layers=(
            Layer("supply", "Supply", "Where supply reaches, and the units that have no path", overlays.supply),
            Layer("zones", "Zones", "The enemy's zones of control", overlays.zones_of_control),
        ),
    ),
    robot=Robot(
        judge=judge,
        hints=HINTS,
        plans=PLANS,
        verdict=verdict,
        terms=TERMS,
        fitted=FITTED,
    ),
)
