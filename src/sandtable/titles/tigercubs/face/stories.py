"""A sentence for every event; slots take its numbers in order."""

from __future__ import annotations

from typing import Final

from sandtable.titles.tigercubs.face.stories_air import AIR_STORIES
from sandtable.titles.tigercubs.face.stories_combat import COMBAT_STORIES

BASE_STORIES: Final = {
    "player_turn": "The {side} player turn of {turn} begins",
    "turn_closed": "The {side} player turn ends",
    "over": "The game ends",
    "supplies": "Supplies reach {place}: {stock}",
    "supply_points": "Supplies reach {place}: {n} General Supply Point{s}",
    "arrives": "{unit} arrives at {place}",
    "air_arrives": "{air} arrives at {place}",
    "lost_arrival": "{unit} cannot arrive at {place} and is lost",
    "air_lost_arrival": "{air} cannot arrive at {place} and is lost",
    "spent_general": "⅓ Logistics Point is spent at {unit} for General Supply",
    "spent_offensive": "⅓ Logistics Point is spent at {unit} for Offensive Supply",
    "spent_air": "⅓ Logistics Point is spent at {unit} for air units",
    "armed": "{unit} has Offensive Supply",
    "rationed": "{unit} is supplied from {place}",
    "armed_from": "{unit} has Offensive Supply from {place}",
    "fuelled": "{air} is supplied from {place}",
    "broken_down_lp": "⅓ Logistics Point at {place} is broken down into General Supply Points",
    "supply": "{unit} is now {state}",
    "air_supply": "{air} is now {state}",
    "collapses": "{unit} collapses",
    "air_collapses": "{air} collapses",
    "holds_out": "{unit} holds out",
    "air_holds_out": "{air} holds out",
    "airfield_removed": "An airfield at {place} is removed",
    "works_decay": "The field works at {place} decay",
    "moved": "{unit} moves to {place}",
    "exit_paid": "{unit} is on its way to {place}",
    "taken": "The {side} side takes {place}",
    "split": "{unit} breaks down",
    "assembled": "{unit} is assembled",
    "built": "Engineers {work} at {place}",
    "airstrip_lost": "The airstrip at {place} is lost",
    "loaded": "{unit} loads supplies at {place}",
    "unloaded": "{unit} puts supplies down at {place}",
    "emplacing": "{unit} is being emplaced",
    "reverting": "{unit} turns to its mobile side",
    "hoisted": "{unit} is taken up",
    "lowered": "{unit} is put down",
    "shipped": "Ships bring to {place}: {stock}",
    "shipped_points": "Ships bring to {place}: {n} General Supply Point{s}",
    "embarks": "{unit} goes by sea to {place}",
    "entrained": "The railway brings to {place}: {stock}",
    "entrained_points": "The railway brings to {place}: {n} General Supply Point{s}",
    "eliminated": "{unit} is eliminated",
    "reduced": "{unit} is reduced",
    "air_eliminated": "{air} is eliminated",
    "air_reduced": "{air} loses a step",
}

STORIES: Final = {**BASE_STORIES, **AIR_STORIES, **COMBAT_STORIES}
