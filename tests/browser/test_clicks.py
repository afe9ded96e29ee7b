"""How many clicks typical actions take in each title, from choosing a unit: the counts stand in docs/screens.md."""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import ROOT, Server

pytestmark = pytest.mark.browser

CLICK: Final = """([selector, shift, detail]) => document.querySelector(selector).dispatchEvent(
  new MouseEvent('click', {bubbles: true, shiftKey: shift, detail}))"""
KEEP: Final = """made => {
  localStorage.setItem('sandtable.seats.' + made.id, JSON.stringify(made.tokens));
  location.hash = '#/games/' + made.id;
}"""
HERE: Final = "tests/browser/records"


class Way(NamedTuple):
    """What is clicked, at a ply of a record: `unit`, `+unit` (with Shift), `stack` (the second click of a double one), `to` a
    place, `press` a button by its test id, `say` an offer by its button."""

    title: str
    action: str
    record: str
    ply: int
    clicks: tuple[str, ...]
    ends: tuple[str, str] = ("", "")  # units, comma by comma, and where they are then; none: dice fall, or the enemy is asked


SET_UP: Final = "tests/records/battleaxe/battleaxe-allied-operational-victory.json"
WAYS: Final = (
    Way("battleaxe", "move", SET_UP, 2, ("unit 7RTR", "to 3"), ("7RTR", "3")),
    Way("battleaxe", "group", SET_UP, 2, ("unit 7RTR", "stack 7RTR", "to 3"), ("7RTR,4RTR(-),22GDS,65AT", "3")),
    Way("battleaxe", "four", SET_UP, 2, ("unit 7RTR", "+unit 4RTR(-)", "+unit 22GDS", "+unit 65AT", "to 3"),
        ("7RTR,4RTR(-),22GDS,65AT", "3")),
    Way("battleaxe", "attack", SET_UP, 2, ("unit 2RTR", "+unit 6RTR", "+unit 1/KRR", "+unit 2/RB", "to 9", "press confirm")),
    Way("gazala", "move", f"{HERE}/gazala-attack.json", 72, ("unit 104/2", "to 0821"), ("104/2", "0821")),
    Way("gazala", "group", f"{HERE}/gazala-attack.json", 72, ("unit 104/2", "+unit 104/3", "to 0821"), ("104/2,104/3", "0821")),
    Way("gazala", "attack", f"{HERE}/gazala-attack.json", 72, ("unit 5/1", "to 1521", "press confirm")),
    Way("theseus", "move", f"{HERE}/theseus-attack.json", 9, ("unit X", "to 3023"), ("X", "3023")),
    Way("theseus", "group", f"{HERE}/theseus-attack.json", 0, ("unit IX", "+unit III AB", "to 3020"), ("IX,III AB", "3020")),
    Way("theseus", "attack", f"{HERE}/theseus-attack.json", 9, ("unit 8", "to 2521", "press confirm", "say done")),
    Way("blitzkrieg", "move", f"{HERE}/blitzkrieg-combat.json", 95, ("unit RG Recon", "to Ben Gania"), ("RG Recon", "Ben Gania")),
    Way("blitzkrieg", "group", f"{HERE}/blitzkrieg-combat.json", 95, ("unit Ariete Arm", "to Senegali"),
        ("Ariete Arm,Ariete Inf,Ariete Art", "Senegali")),
    Way("blitzkrieg", "attack", f"{HERE}/blitzkrieg-combat.json", 101,
        ("to Bir Hachiem", "press confirm", "say supply Senegali", "say done")),
    Way("tigercubs", "move", f"{HERE}/tigercubs-moves.json", 137, ("unit G-15Pz", "to 1007"), ("G-15Pz", "1007")),
    Way("tigercubs", "group", f"{HERE}/tigercubs-moves.json", 137, ("unit G-15Pz", "+unit G-Fl33", "to 1007"),
        ("G-15Pz,G-Fl33", "1007")),
    Way("tigercubs", "attack", f"{HERE}/tigercubs-moves.json", 20,
        ("unit I-Ari", "press confirm", "say declared", "press confirm", "say done", "press confirm")),
)  # fmt: skip
MOST: Final = {"move": 2, "group": 3, "four": 5, "attack": 6}


def up_to(way: Way) -> str:
    record = json.loads((ROOT / way.record).read_text())
    return json.dumps({**record, "plies": record["plies"][: way.ply]})


def click(table: Table, what: str) -> None:
    how, _, id = what.partition(" ")
    if how == "to":
        table.page.evaluate(CLICK, [f'[data-space="{id}"]', False, 1])
    elif how == "press":
        table.page.get_by_test_id(id).click()
    elif how == "say":
        table.offer(id).first.click()
    else:
        table.page.evaluate(CLICK, [f'image[data-piece="{id}"]', how == "+unit", 2 if how == "stack" else 1])


def sit_down(table: Table, way: Way) -> None:
    """As by a link in the page, which is quicker than to load it anew."""
    made = table.post("games/import", up_to(way))
    table.page.evaluate(KEEP, made)
    expect(table.page.get_by_test_id("scrubber")).to_contain_text(f"Move {way.ply} / {way.ply}")
    table.lift_curtain()


def do(table: Table, way: Way) -> None:
    """Each click once what the one before has led to is seen."""
    before = table.ply()
    for n, what in enumerate(way.clicks):
        lit = what.startswith("to ") and n > 0
        if lit:
            expect(table.space(what.removeprefix("to "))).to_have_attribute("aria-label", re.compile("can be chosen"))
        click(table, what)
        table.settle()
    table.moved_from(before)


@pytest.mark.parametrize("title", dict.fromkeys(way.title for way in WAYS))
def test_typical_actions_take_few_clicks(server: Server, sit: Seat, title: str) -> None:
    table = sit(server)
    table.page.goto(server.address)
    for way in [way for way in WAYS if way.title == title]:
        sit_down(table, way)
        game, tokens = table.seats()
        side = table.fetch(f"games/{game}", token=tokens[0])["prompt"]["side"]
        do(table, way)
        seen = table.fetch(f"games/{game}", token=tokens[side])
        if way.ends[0]:
            at = {piece["id"]: piece["at"] for piece in seen["view"]["pieces"]}
            assert {at[unit] for unit in way.ends[0].split(",")} == {way.ends[1]}, way
        else:
            told = table.fetch(f"games/{game}/log", token=tokens[side], since=way.ply + 1)
            assert any(entry["dice"] for entry in told) or seen["prompt"]["side"] != side, way
        assert len(way.clicks) <= MOST[way.action], way


def test_the_counts_stand_in_the_documentation() -> None:
    text = (ROOT / "docs/screens.md").read_text()
    for way in WAYS:
        assert re.search(rf"\| {way.title} \|.*\| {way.action} \| {len(way.clicks)} \|", text), way
