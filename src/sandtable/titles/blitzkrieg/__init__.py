"""Desert Blitzkrieg: Rommel's North African campaign, boxes joined by roads, and a Battle Board."""

from __future__ import annotations

from typing import Final

from sandtable.face.looks import Layer, Looks
from sandtable.kernel.dice import Dice
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Rules, Scenario, Setting, Settings
from sandtable.titles import Title
from sandtable.titles.blitzkrieg.audit import audit
from sandtable.titles.blitzkrieg.edition import FOLDER, GAMES, Edition, load
from sandtable.titles.blitzkrieg.face import overlays
from sandtable.titles.blitzkrieg.face.aids import aids
from sandtable.titles.blitzkrieg.face.battleboard import announce
from sandtable.titles.blitzkrieg.face.board import board, single_face
from sandtable.titles.blitzkrieg.face.forecast import caution, forecast
from sandtable.titles.blitzkrieg.face.handling import bars, set_out, stands
from sandtable.titles.blitzkrieg.face.muster import outlook
from sandtable.titles.blitzkrieg.face.prices import price
from sandtable.titles.blitzkrieg.face.reach import onto, reach
from sandtable.titles.blitzkrieg.face.stories import STORIES
from sandtable.titles.blitzkrieg.face.view import view
from sandtable.titles.blitzkrieg.movement import NOT_ADJACENT
from sandtable.titles.blitzkrieg.robot.aims import PLANS
from sandtable.titles.blitzkrieg.robot.judge import HINTS, judge
from sandtable.titles.blitzkrieg.robot.judge_simple import at_first_sight
from sandtable.titles.blitzkrieg.robot.verdict import TERMS, verdict
from sandtable.titles.blitzkrieg.sequence import OUTLINES
from sandtable.titles.blitzkrieg.setup import new_game
from sandtable.titles.blitzkrieg.state import State, rebuild
from sandtable.titles.blitzkrieg.victory import outcome

SIDE_CHOICES: Final = ("none", "allied", "axis")


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    return new_game(edition, OUTLINES, GAMES.index(scenario), settings, dice)


def redeal(s: State, side: int, dice: Dice) -> State:
    """The deck is drawn from by chance, so no order of it is kept: there is nothing to deal anew."""
    return s.clone()


def turn_of(s: State) -> int:
    return s.turn


TITLE: Final = Title(
    name="Desert Blitzkrieg",
    text="From El Agheila to El Alamein, 1941 and 1942: supply chains along the roads, outflanking, battles on a board of their "
    "own.",
    credits="Designed by Mike Vitale, published by Compass Games",
    complete=True,
    rules=Rules(
        slug="blitzkrieg",
        version="3",
        sides=("Allied", "Axis"),
        scenarios=(
            Scenario("oconnor", "O'Connor's Offensive", "December 1940 to March 1941, four turns: the Allies hunt the Italians."),
            Scenario("short", "Short Game", "May to September 1942, five turns from the battle of Gazala on."),
            Scenario("campaign", "Campaign Game", "April 1941 to December 1942, 21 turns."),
        ),
        settings=(
            Setting("italians", "Early Panzerarmee", "Rommel may lead the Italians from November 1941, by a die.", "13.1-a"),
            Setting("german_rate", "German replacements", "2 of 3 for the whole game.", "13.2-a"),
            Setting("british_rate", "British replacements", "2 of 4 instead of 2 of 3.", "13.2-b"),
            Setting("hq_variable", "HQ variable", "The Allied HQ returns sooner; Rommel always escapes.", "13.3-a"),
            Setting("commonwealth_rate", "Commonwealth replacements", "4 of 5 instead of 3 of 5.", "13.4-1"),
            Setting("card_as_supply", "Cards as supply", "Any card drawn may be taken as a supply unit.", "13.4-2"),
            Setting(
                "supply_help", "Help with supply", "-2 on all extra supply rolls of a side.", "13.4-3", high=2, choices=SIDE_CHOICES
            ),
            Setting(
                "extra_supply",
                "Supply unit at start",
                "One more at Aghelia, at El Alamein, or both.",
                "13.4-4",
                high=3,
                choices=(*SIDE_CHOICES, "both"),
            ),
            Setting("extra_draws", "More cards", "A 0 in the Card Draw Phase gives another draw.", "13.4-5"),
            Setting("shift", "Easier decisive victory", "26 points are enough for a side.", "13.4-6", high=2, choices=SIDE_CHOICES),
            Setting("ports", "Three ports", "Who holds all three gets a supply roll or a point each turn.", "13.4-7"),
            Setting("sorties", "Aircraft Sorties", "Once in the game each side has an extra air unit for a turn.", "13.4-8"),
            Setting("strong_boxes", "Strong Fortified Boxes", "-2 in the first two rounds.", "13.4-9"),
            Setting("minefields", "Minefields", "In the Campaign Game the Fortified Boxes of both sides are mined.", "13.4-10"),
        ),
        folder=FOLDER,
        outlines=OUTLINES,
        load=load,
        new=new,
        audit=audit,
        rebuild=rebuild,
        redeal=redeal,
        outcome=outcome,
        turn=turn_of,
        as_before=("hold", "done"),  # 9.2.8-a and 8.4.3-b by rules 1
    ),
    face=Looks(
        board=board,
        view=view,
        aids=aids,
        forecast=forecast,
        caution=caution,
        stories=STORIES,
        pieces=("unit",),
        places=("box",),
        cells=("card",),
        walks=("go",),
        reach=reach,
        onto=onto,
        stands=stands,
        set_out=set_out,
        afar=(NOT_ADJACENT,),
        distance="8.2-a",
        bars=bars,
        price=price,
        starts=("move",),
        deeds=("move", "interdict", "bonus"),
        asides=("lrdf", "relay", "burn", "construct"),
        as_one=True,
        announce=announce,
        outlook=outlook,
        single=single_face,
        piles=Edition.is_supply,
        battles=("battle", "won"),
        losses=("eliminated", "surrenders", "hq_captured"),
        retreats=("withdraws", "withdrew", "evades", "no_battle", "went_back"),
        raids=("under_fire",),
        layers=(
            Layer("supply", "Supply", "Boxes in supply, and the chain of supply units", overlays.supply),
            Layer("pay", "Battles in supply", "Where a supply unit could pay for a battle", overlays.pay),
            Layer("air", "Air range", "What the air units reach", overlays.air),
        ),
    ),
    robot=Robot(judge=judge, hints=HINTS, plans=PLANS, verdict=verdict, terms=TERMS, simple=at_first_sight),
)
