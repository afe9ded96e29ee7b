"""A sentence for every event; slots take its numbers in order."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import REVEALED

STORIES: Final = {
    REVEALED: "",  # what is drawn is told by itself
    "set_up": "{unit} starts in {hex}",
    "turn": "{turn} begins",
    "mined": "New minefields are complete",
    "breaching": "{unit} starts to breach the minefield towards {hex}",
    "breached": "The minefield is breached at {hex}",
    "breach_failed": "{unit} cannot finish its breach: an Allied unit is in {hex}",
    "work_ended": "{unit} gives up its breach",
    "joined_markers": "One marker now shows both breaches of {hex}",
    "supplied": "{unit} is in supply again",
    "out_of_supply": "{unit} is Out of Supply",
    "isolated": "{unit} is Isolated",
    "tanks": "The Allies get {n} armour replacement{s}",
    "no_line": "The Axis loses an action for want of lines of communication: this turn asks for {n}",
    "initiative": "The {side} side has the initiative",
    "first": "The {side} side acts first",
    "action_phase": "{side} Action Phase begins",
    "drew": "{side} Action Chit: {chit}",
    "kept": "{side} Tactical Chit, kept face down: {chit}",
    "kept_unseen": "The {side} side keeps a Tactical Chit face down",
    "sandstorm": "The {side} side draws a Sandstorm: two thirds of all movement is lost in this action",
    "air": "The {side} side draws an Air chit",
    "grounded": "The {side} side draws an Air chit, but the Sandstorm grounds the aircraft",
    "bombed": "The {side} aircraft attack {unit}",
    "air_result": "The aircraft: {air} ({unit})",
    "played": "The {side} side plays a chit: {chit}",
    "activated": "{face} is activated",
    "activated_unit": "{unit} is activated",
    "arrived": "{unit} enters at {hex}",
    "withdrawn": "{formation} is withdrawn from the game",
    "pledged": "The Allies promise an attack in this action",
    "pledge_broken": "The promised attack was not made",
    "strengthened": "{unit} is built up to {n} step{s}",
    "rebuilt": "{unit} is rebuilt in {hex}",
    "moved": "{unit} moves to {hex}",
    "left": "{unit} leaves the map by the {edge} edge",
    "used": "",  # its counter has turned over, and its move or attack has been told
    "attacked": "{unit} makes a {attack} attack on {hex}",
    "joined": "{unit} joins the attack",
    "odds": "Odds of {column}",
    "row": "With all modifiers it counts as {n}",
    "result": "The result: {result}",
    "guns": "Anti-Tank chits take {n} step{s} of Allied armour",
    "reduced": "{unit} is reduced to {n} step{s}",
    "eliminated": "{unit} is eliminated",
    "disrupted": "{unit} is Disrupted",
    "retreated": "{unit} retreats to {hex}",
    "advanced": "{unit} advances to {hex}",
    "recovery": "All units recover",
    "points": "",  # the sum before it says why, and the change of the score what there is then
    "over": "The game ends: {n} point{s} for the Allies, {n} for the Axis",
}

DECLINED: Final = {"pass": "The {side} aircraft stay on the ground"}  # 13.4-f, the one thing that is declined by this word
