"""Operation Battleaxe: Wavell vs. Rommel, 1941. Areas and impulses, three days on the frontier."""

from __future__ import annotations

from typing import Final

from sandtable.face.looks import Layer, Looks
from sandtable.kernel.dice import Dice
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Rules, Scenario, Setting, Settings
from sandtable.titles import Title
from sandtable.titles.battleaxe import setup
from sandtable.titles.battleaxe.audit import audit
from sandtable.titles.battleaxe.edition import FOLDER, Edition, load
from sandtable.titles.battleaxe.face import overlays
from sandtable.titles.battleaxe.face.aids import aids
from sandtable.titles.battleaxe.face.battle import announce
from sandtable.titles.battleaxe.face.forecast import caution, forecast, outlook
from sandtable.titles.battleaxe.face.handling import bars, price, set_out, stands, usual
from sandtable.titles.battleaxe.face.reach import reach
from sandtable.titles.battleaxe.face.stories import STORIES
from sandtable.titles.battleaxe.face.view import board, view
from sandtable.titles.battleaxe.movement import NO_LINE, NOT_ADJACENT, NOT_ENOUGH
from sandtable.titles.battleaxe.robot.aims import HINTS, PLANS
from sandtable.titles.battleaxe.robot.judge import FITTED, TERMS, judge, verdict
from sandtable.titles.battleaxe.sequence import OUTLINES
from sandtable.titles.battleaxe.state import State, rebuild
from sandtable.titles.battleaxe.victory import outcome


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    return setup.new(OUTLINES, edition, scenario, settings, dice)


def redeal(s: State, side: int, dice: Dice) -> State:
    """7.1 Nothing is hidden: what a side sees is all there is."""
    return s.clone()


def turn_of(s: State) -> int:
    return s.turn


TITLE: Final = Title(
    name="Operation Battleaxe",
    text="Wavell against Rommel on the Egyptian frontier, June 1941: areas, impulses of unknown number, and the Advantage.",
    credits="Designed by Michael Rinella, published by Take Aim Designs / Revolution Games, 2013",
    complete=True,
    rules=Rules(
        slug="battleaxe",
        version="2",
        sides=("Allied", "Axis"),
        scenarios=(
            Scenario(
                "battleaxe",
                "Operation Battleaxe",
                "Three days, June 15 to 17: the Allies need 10 Victory Points or a line to Tobruk.",
            ),
            Scenario("extended", "Extended Game", "With 9 or 10 Victory Points after June 17 a fourth day is played."),
        ),
        settings=(
            Setting(
                "setup",
                "Allied set-up",
                "11th Hussars and Central India Horse: in any of Zones A to D, or, as in history, in D and in B.",
                "5.2.1",
                choices=("free", "historical"),
            ),
            Setting(
                "advantage",
                "More uses of the Advantage",
                "Spent on Tiger Cubs it gives the Allies new tanks, on Wireless Intercepts the Axis acts twice in an Impulse.",
                "19.1",
            ),
            Setting(
                "luftwaffe",
                "Greater Luftwaffe Intervention",
                "The Axis gets an Air marker from June 16; Allied air rolls +1.",
                "19.2",
            ),
            Setting(
                "consolidated",
                "Consolidated 4th RTR",
                "One strong regiment instead of its main body, 4RTR(-), and its two squadrons.",
                "19.3",
            ),
            Setting(
                "reserves", "Allied Reserves", "One Allied unit each in Zone A and Zone H refits free every Refit Phase.", "19.4"
            ),
            Setting("reliability", "Italian Infantry Reliability", "Allied Armor leads at +2 against Italian Infantry.", "19.5"),
            Setting("tobruk", "Tobruk Bonus VP", "A Victory Point, once, when Tobruk's garrison outnumbers the siege.", "19.6"),
            Setting(
                "bid",
                "Bid (0: none)",
                "Victory Points that the Allies need instead of 10.",
                "18.1",
                high=30,
                settle=setup.determine_sides,
                least=1,
                scenarios=("battleaxe",),
            ),
            Setting(
                "markers", "Control markers", "Show all of them, or only the Allied ones.", "5.1", choices=("all", "Allied only")
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
        turn=turn_of,
    ),
    face=Looks(
        board=board,
        view=view,
        aids=aids,
        forecast=forecast,
        caution=caution,
        stories=STORIES,
        scores=("points", "tobruk_bonus"),
        pieces=("unit",),
        places=("area",),
        walks=("enter",),
        reach=reach,
        afar=(NO_LINE, NOT_ADJACENT, NOT_ENOUGH),
        distance="9.2",
        bars=bars,
        price=price,
        stands=stands,
        set_out=set_out,
        starts=("assault", "activate"),
        deeds=("assault", "activate", "enter", "move", "attack", "exploit"),
        usual=usual,
        outlook=outlook,
        announce=announce,
        layers=(Layer("supply", "Supply", "Where supply reaches, and the units that have no line", overlays.supply),),
    ),
    robot=Robot(judge=judge, hints=HINTS, plans=PLANS, verdict=verdict, terms=TERMS, fitted=FITTED),
)
