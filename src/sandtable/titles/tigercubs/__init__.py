"""Tiger Cubs at Bay, 1941: Brevity and Battleaxe at fifteen miles a hex; ground, air, anti-aircraft and logistics."""

from __future__ import annotations

from typing import Final

from sandtable.face.looks import Layer, Looks
from sandtable.kernel.dice import Dice
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Rules, Settings
from sandtable.titles import Title
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.edition import FOLDER, Edition, load
from sandtable.titles.tigercubs.face import fog, overlays
from sandtable.titles.tigercubs.face.aids import aids
from sandtable.titles.tigercubs.face.battle import announce
from sandtable.titles.tigercubs.face.forecast import caution
from sandtable.titles.tigercubs.face.handling import bars, sends, set_out, stands
from sandtable.titles.tigercubs.face.proposals_again import again
from sandtable.titles.tigercubs.face.reach import onto, reach
from sandtable.titles.tigercubs.face.stories import STORIES
from sandtable.titles.tigercubs.face.view import board
from sandtable.titles.tigercubs.movement_step import NOT_ADJACENT
from sandtable.titles.tigercubs.robot.aims import PLANS
from sandtable.titles.tigercubs.robot.hints import HINTS
from sandtable.titles.tigercubs.robot.judge import judge
from sandtable.titles.tigercubs.robot.judge_simple import at_first_sight
from sandtable.titles.tigercubs.robot.outlook import who_wins
from sandtable.titles.tigercubs.robot.verdict import TERMS
from sandtable.titles.tigercubs.scenarios import SCENARIOS, SETTINGS, agreed, new_game
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.state import State, rebuild
from sandtable.titles.tigercubs.victory import outcome, totals


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    return new_game(edition, OUTLINES, agreed(edition, scenario, settings), dice)


def turn_of(s: State) -> int:
    return s.turn


def redeal(s: State, side: int, dice: Dice) -> State:
    """Nothing is hidden from who remembers, fog or not: every state with the same past is the same."""
    return s.clone()


TITLE: Final = Title(
    name="Tiger Cubs at Bay",
    text="Brevity and Battleaxe, May to July 1941, by half-months or five days: armies, air forces, and the supplies of both.",
    credits="The Second World War, Game V, published by Diffraction Entertainment",
    complete=True,
    rules=Rules(
        slug="tigercubs",
        version="4",
        sides=("Allied", "Axis"),
        scenarios=SCENARIOS,
        settings=SETTINGS,
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
        as_before=("fly_on",),  # 10.B.1 by rules 1
    ),
    face=Looks(
        board=board,
        view=fog.view,
        aids=aids,
        forecast=fog.forecast,
        caution=caution,
        stories=STORIES,
        pieces=("unit", "air"),
        places=("place",),
        walks=("move", "go", "react", "stride"),
        afar=(NOT_ADJACENT,),
        bars=bars,
        reach=reach,
        onto=onto,
        stands=stands,
        set_out=set_out,
        sends=sends,
        starts=("move", "march", "react", "counter", "fly"),
        deeds=("move", "march", "react", "fly", "attack", "assault", "advance"),
        asides=("split", "cut", "drop"),
        outlook=fog.outlook,
        announce=announce,
        spared=("cancel",),  # 10.B.1 a mission that nobody meets; who is met is asked in any case
        again=again,
        losses=("eliminated", "air_eliminated"),
        battles=("attacked", "result"),
        warning="declared",
        raids=("over_target", "overrun"),
        layers=(
            Layer("supply", "Supply", "Routes, quartermasters and HQs; who is out of supply, and why", fog.supply),
            Layer("air", "Air ranges", "How far an air unit flies in each band; where enemy fighters can rise", overlays.ranges),
            Layer("zones", "Zones", "The enemy's zones of influence, full and reduced", fog.zones_of_influence),
        ),
    ),
    robot=Robot(judge=judge, hints=HINTS, plans=PLANS, verdict=who_wins, terms=TERMS, simple=at_first_sight),
)
