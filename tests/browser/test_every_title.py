"""In every title: films that stop at battles, boards that say who fought with what, stops that say what is left undone."""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import expect

from sandtable.titles import SLUGS
from tests.browser.table import Seat, Table
from tests.browser.test_clicks import HERE, KEEP
from tests.browser.test_follow import say
from tests.running import ROOT, Server

pytestmark = pytest.mark.browser


class Reel(NamedTuple):
    """A part of a game that ends with a battle: who watches it, from which ply, a move of it and the battle as they are called."""

    title: str
    viewer: int
    first: int
    move: str
    battle: str
    sums: tuple[str, ...]  # how it was reckoned
    stop: int  # a ply at which somebody may stop though units could act
    says: str  # how


REELS: Final = (
    Reel("battleaxe", 1, 22, "2nd Rifle Brigade moves: Sidi Omar → Gabr el-Gerrari", "Attack on Point 206", ("Attack Value",),
         6, "done"),
    Reel("gazala", 0, 65, "I/115th Rifles moves: 1622 (south-east of Point 171) → 2519 (north-west of Retma)",
         "Light attack on 2620", ("Attack, soft values", "Modifiers of the die"), 9, "end"),
    Reel("theseus", 0, 3, "8th Bersaglieri gets through the mines", "Regular Attack on Bir Hacheim", ("Modifiers of the die",),
         0, "end"),
    Reel("blitzkrieg", 0, 57, "Brescia infantry moves: Senegali → Bir Hachiem", "Battle of Girarabub", (), 2, "done"),
    Reel("tigercubs", 1, 27, "BTE Army HQ moves: Sidi Barrani (1807) → 1710", "Attack on Sollum (1407)",
         ("Attack", "Modifiers"), 15, "done"),
)  # fmt: skip
SCENES: Final = 12  # more than a reel has before its battle
SHOWN: Final = """() => { const trails = what => document.querySelectorAll(`[data-testid=trails] [data-${what}]`).length;
  return [document.querySelector('[data-testid=caption]')?.innerText ?? '', trails('arrow'), trails('ghost')] }"""
RESTS: Final = """before => { const said = document.querySelector('[data-testid=watch]')?.innerText ?? 'over';
  const at = said.match(/(\\d+) of \\d+/)?.[1]; return at !== before && /Any key or click|A battle: go on|^over$/.test(said) }"""
PRESS: Final = """async names => { const pressed = []; for (const name of names) {
  const button = [...document.querySelectorAll('[data-testid=film] button')].find(b => b.textContent === name);
  button.click(); await new Promise(done => setTimeout(done));
  pressed.push(button.getAttribute('aria-pressed')) } return pressed }"""
TO_PLY: Final = """n => { const at = document.querySelector('[aria-label=Move]');
  at.value = n; at.dispatchEvent(new Event('input', {bubbles: true})) }"""


def sit_at(table: Table, title: str, ply: int = -1, seats: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
    """At a kept game, whole or up to a ply, in these seats."""
    record = json.loads((ROOT / HERE / f"{title}-film.json").read_text())
    plies = record["plies"] if ply < 0 else record["plies"][:ply]
    made = table.post("games/import", json.dumps({**record, "plies": plies}))
    table.page.evaluate(KEEP, {"id": made["id"], "tokens": [made["tokens"][n] if n in seats else None for n in (0, 1)]})
    expect(table.page.get_by_test_id("scrubber")).to_contain_text(f"Move {len(plies)} / {len(plies)}")
    return made  # type: ignore[no-any-return]


def film(table: Table, reel: Reel) -> list[tuple[str, int, int]]:
    """Scene by scene up to the battle: what is said, arrows, ghosts."""
    page = table.page
    seen: list[tuple[str, int, int]] = []
    page.evaluate(TO_PLY, reel.first)
    expect(page.get_by_test_id("scrubber")).to_contain_text(f"Move {reel.first} /")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("watch")).to_be_visible()  # else no film yet would pass for a film that is over
    before = ""
    for _ in range(SCENES):
        page.wait_for_function(RESTS, arg=before)
        if page.get_by_test_id("outcome").count():
            return seen
        caption, arrows, ghosts = page.evaluate(SHOWN)
        seen.append((caption, arrows, ghosts))
        before = str(re.search(r"(\d+) of \d+", page.get_by_test_id("watch").inner_text())[1])  # type: ignore[index]
        page.keyboard.press("x")
    raise AssertionError(f"no battle in {seen}")


def theirs(reel: Reel) -> list[str]:
    """What the other side says from there on, up to its first dice."""
    plies = json.loads((ROOT / HERE / f"{reel.title}-film.json").read_text())["plies"][reel.first :]
    said = list(takewhile(lambda ply: ply[0] != reel.viewer, plies))
    rolled = next((n for n, (_, _, dice, _) in enumerate(said) if dice), len(said) - 1)
    return [text for _, text, *_ in said[: rolled + 1]]


@pytest.mark.parametrize("reel", REELS, ids=[reel.title for reel in REELS])
def test_a_film_shows_moves_and_stops_at_a_battle_and_goes_at_any_pace(server: Server, sit: Seat, reel: Reel) -> None:
    table = sit(server, pace="step", reduced_motion="reduce" if reel.title in ("theseus", "tigercubs") else "no-preference")
    page = table.page
    page.goto(server.address)
    sit_at(table, reel.title, seats=(reel.viewer,))
    seen = film(table, reel)
    caption, arrows, ghosts = next(scene for scene in seen if reel.move in scene[0])
    assert arrows, caption
    assert ghosts, caption

    board = page.get_by_test_id("battle")
    expect(board).to_contain_text(reel.battle)
    for side in (0, 1):
        fighters = board.locator(f".s{side} [data-fighter], .s{side}[data-fighter]")
        assert fighters.count(), f"nobody of side {side} is seen to fight"
    expect(board.locator("[data-fighter]").first).to_have_attribute("aria-label", re.compile(r"\d"))
    for what in reel.sums:
        expect(board.get_by_test_id("reckoned")).to_contain_text(what)
    expect(board.get_by_test_id("dice").first).to_be_attached()
    assert table.axe() == []
    if reel.title == "battleaxe":
        page.set_viewport_size({"width": 390, "height": 844})  # on a phone the film has the screen to itself
        expect(page.get_by_test_id("watch").get_by_test_id("outcome")).to_be_visible()
        expect(page.get_by_test_id("prompt")).to_be_hidden()
        page.set_viewport_size({"width": 1600, "height": 1000})
    page.keyboard.press("x")  # it stays until one goes on
    expect(page.get_by_test_id("outcome")).to_have_count(0)
    page.keyboard.press("e")
    expect(page.get_by_test_id("watch")).to_have_count(0)

    page.get_by_role("button", name="Since my last turn").click()
    cards = page.get_by_test_id("watch").locator("[data-scene]")
    expect(cards.first).to_be_visible()
    if reel.title == "blitzkrieg":
        expect(board).to_have_count(0)  # its lines lie over the whole map, and would hide the arrows
    assert int(str(page.get_by_test_id("trails").get_attribute("data-trails"))) <= cards.count() + 4

    made = sit_at(table, reel.title, reel.first, seats=(reel.viewer,))  # as it comes: shown at once, at the pace that is chosen
    say(table, made, *theirs(reel), side=1 - reel.viewer)
    expect(page.get_by_test_id("caption")).to_be_visible()
    expect(page.get_by_test_id("skip")).to_be_visible()
    assert page.evaluate(PRESS, ["Slow", "Normal", "Fast"]) == ["true"] * 3
    expect(page.get_by_test_id("watch")).to_have_count(0)  # it goes on by itself from then on, and ends


@pytest.mark.parametrize("reel", REELS, ids=[reel.title for reel in REELS])
def test_who_stops_is_told_once_how_many_could_still_act(server: Server, sit: Seat, reel: Reel) -> None:
    table = sit(server)
    page = table.page
    page.goto(server.address)
    sit_at(table, reel.title, reel.stop)
    table.lift_curtain()
    table.settle()
    prompt = table.prompt()
    deeds = next(t for t in table.fetch("titles") if t["slug"] == reel.title)["deeds"]
    named = [thing for offer in prompt["offers"] if offer["verb"] in deeds for thing in [*offer["args"], *offer.get("by", [])]]
    game, tokens = table.seats()
    mine = {
        p["id"] for p in table.fetch(f"games/{game}", token=tokens[prompt["side"]])["view"]["pieces"] if p["side"] == prompt["side"]
    }
    able = {thing["id"] for thing in named if thing["is"] == "piece"} & mine
    assert able
    stop = page.locator(f'.ends [data-offer="{reel.says}"]')
    expect(stop).not_to_have_class(re.compile("primary"))
    ply = table.ply()
    stop.click()
    expect(page.get_by_test_id("odds")).to_contain_text(f"{len(able)} units could still act")
    expect(stop).to_have_count(0)  # it stands where it is confirmed, and nowhere else
    expect(page.get_by_test_id("confirm")).not_to_have_class(re.compile("primary"))
    assert table.ply() == ply
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_have_count(0)
    page.get_by_test_id("standing").click()
    for wish in ("unattacked", "able"):
        expect(page.locator(f"[data-wish={wish}]")).to_have_attribute("aria-checked", "false")


def test_every_title_is_looked_at() -> None:
    assert {reel.title for reel in REELS} == set(SLUGS)
