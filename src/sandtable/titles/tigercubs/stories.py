"""A sentence for every event; slots take its numbers in order."""

from __future__ import annotations

from typing import Final

from sandtable.titles.tigercubs.stories_air import AIR_STORIES
from sandtable.titles.tigercubs.stories_combat import COMBAT_STORIES

BASE_STORIES: Final = {
    "player_turn": "{side} player turn, {turn}",
    "turn_closed": "{side} player turn ends",
    "over": "The game ends",
    "supplies": "Supplies reach {place}: {n} thirds of an LP, {n} GSP",
    "arrives": "{unit} arrives in {place}",
    "air_arrives": "{air} arrives in {place}",
    "lost_arrival": "{unit} cannot arrive in {place} and is lost",
    "air_lost_arrival": "{air} cannot arrive in {place} and is lost",
    "spent": "A third of an LP is spent at {unit}",
    "armed": "{unit} has Offensive Supply",
    "rationed": "{unit} is supplied from {place}",
    "armed_from": "{unit} has Offensive Supply from {place}",
    "fuelled": "{air} is supplied from {place}",
    "broken_down_lp": "A third of an LP in {place} is broken down into GSPs",
    "supply": "{unit} is now {state}",
    "air_supply": "{air} is now {state}",
    "collapses": "{unit} collapses",
    "air_collapses": "{air} collapses",
    "airfield_removed": "An airfield in {place} is removed",
    "works_decay": "The field works in {place} decay",
    "moved": "{unit} moves to {place}",
    "exit_paid": "{unit} is on its way to {place}",
    "taken": "{side} take {place}",
    "split": "{unit} breaks down",
    "assembled": "{unit} is assembled",
    "built": "{work} in {place}",
    "airstrip_lost": "The airstrip in {place} is lost",
    "loaded": "{unit} loads in {place}",
    "unloaded": "{unit} unloads in {place}",
    "emplacing": "{unit} is being emplaced",
    "reverting": "{unit} turns to its mobile side",
    "hoisted": "{unit} is taken up",
    "lowered": "{unit} is put down",
    "shipped": "Sea lift to {place}: {n} thirds of an LP",
    "shipped_points": "Sea lift to {place}: {n} GSP",
    "embarks": "{unit} goes by sea to {place}",
    "entrained": "By rail to {place}: {n} thirds of an LP",
    "eliminated": "{unit} is eliminated",
    "reduced": "{unit} is reduced",
    "air_eliminated": "{air} is eliminated",
    "air_reduced": "{air} loses a step",
}

STORIES: Final = {**BASE_STORIES, **AIR_STORIES, **COMBAT_STORIES}
