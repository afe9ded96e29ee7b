"""Operation Theseus in the browser: a move that the other side breaks into, an attack step by step, overlays, secrets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sandtable.kernel.sides import ALLIED, AXIS
from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parent / "records"
LOSS = "VIII Tanks loses 1 Strength Point"
SHORTEST = ("halt", "end", "stay", "pass", "cancel", "done", "hold", "stand", "stands")


def resume(server: Server, sit: Seat, record: str, width: int = 1600, height: int = 1000) -> Table:
    table = sit(server, width, height)
    table.resume((RECORDS / f"{record}.json").read_text())
    table.lift_curtain()
    return table


def at_activation(server: Server, sit: Seat) -> Table:
    """1SA has just been activated."""
    return resume(server, sit, "theseus-activation")


def hit(table: Table, unit: str) -> None:
    """A click on a counter of the battle board."""
    before = table.ply()
    table.page.get_by_test_id("battle").locator(f'[data-fighter="{unit}"]').click()
    table.see_through(before)


def told(table: Table, side: int) -> list[str]:
    """The story so far, as a side is told it."""
    game, tokens = table.seats()
    entries = table.fetch(f"games/{game}/log", token=tokens[side] or "")
    return ["".join([word["text"] for word in entry["words"]]) for entry in entries]


def test_an_activation_with_a_reaction(server: Server, sit: Seat) -> None:
    table = at_activation(server, sit)
    assert table.turn() == "Commonwealth"
    prompt = table.page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("1st South African Division: 4 Action Points")
    table.take("move 8 RTR")
    table.take("step 2007")  # beside the Axis, who may react before the unit goes on
    curtain = table.page.get_by_test_id("curtain")
    expect(curtain).to_contain_text("8th RTR is in 2007")
    expect(curtain).not_to_contain_text("15th Schützen")  # what the reaction costs is for who sits down
    table.lift_curtain()
    assert table.turn() == "Axis"
    occasion = table.page.get_by_test_id("occasion")
    expect(occasion).to_contain_text("Commonwealth moves: 8th RTR is in 2007")
    expect(occasion).to_contain_text("60 %")
    expect(occasion).to_contain_text("its level falls from 5 to 4")
    reaction = next(text for text in table.offers() if text.startswith("react "))
    table.take(reaction)
    for _ in range(40):
        if "Activation" not in table.prompt()["frame"]:
            break
        table.get_on(SHORTEST)
    assert "Activation" not in table.prompt()["frame"]
    assert any("react" in sentence for sentence in told(table, ALLIED))  # it reacted, or tried to and failed


def test_an_attack_step_by_step_with_hits_given_by_clicking(server: Server, sit: Seat) -> None:
    table = resume(server, sit, "theseus-attack")
    board = table.page.get_by_test_id("battle")
    table.take("improve 2623")
    table.offer("attack 8 2521").click()
    table.page.get_by_test_id("by-step").click()
    step = board.locator("li.current")
    expect(step).to_have_attribute("data-stage", "C")
    expect(board.locator("[data-stage=E] strong")).to_have_count(0)  # nothing is known of the strengths yet
    table.take("escalate regular")
    expect(board).to_contain_text("Regular Attack on Bir Hacheim (2521)")
    expect(step).to_have_attribute("data-stage", "F")
    expect(board.locator("[data-stage=E]")).to_contain_text(re.compile(r"\d+ : \d+"))
    table.take("air 2 Stormo")
    table.lift_curtain()  # the defender takes his hits first
    expect(step).to_have_attribute("data-stage", "I")
    expect(board.locator("[data-stage=F]")).to_contain_text("+1")
    expect(board.locator("[data-stage=G]")).to_contain_text("Sum")
    expect(board.locator("[data-stage=H]")).to_contain_text(re.compile(r"Die\s*\d"))
    expect(board.locator("[data-stage=I]")).to_contain_text("On the defender")
    expect(board.locator('[data-fighter="2 FF"]')).to_contain_text("2nd Free French")
    glowing = board.locator("[data-fighter].can")
    expect(glowing).to_have_count(2)
    expect(board.locator('[data-fighter="8"]')).not_to_have_class(re.compile("can"))
    hit(table, "2 FF")  # to be confirmed: the garrison rolls whether it keeps its nerve
    assert "2nd Free French loses 1 Strength Point" in told(table, ALLIED)
    for _ in range(12):
        table.lift_curtain()
        if not {"Attack", "Hits"} & set(table.prompt()["frame"]):
            break
        table.get_on(SHORTEST)
    table.lift_curtain()
    expect(board.locator("[data-stage]")).to_have_count(0)  # it is over; what is left says how it went, or nothing is


def test_what_is_left_of_the_losses_is_given_by_clicking_too(server: Server, sit: Seat) -> None:
    """Five Strength Points for two units: each has lost two, and the Axis chooses who loses the fifth."""
    table = resume(server, sit, "theseus-losses")
    assert table.turn() == "Axis"
    glowing = table.page.get_by_test_id("battle").locator("[data-fighter].can")
    expect(glowing).to_have_count(2)
    before = told(table, AXIS).count(LOSS)
    hit(table, "VIII")
    assert told(table, AXIS).count(LOSS) == before + 1
    assert LOSS not in told(table, ALLIED)  # strength is never shown (5.3.4)
    assert "lose 8" not in table.offers()


def test_command_and_supply_lie_over_the_map(server: Server, sit: Seat) -> None:
    table = at_activation(server, sit)
    page, legend = table.page, table.page.get_by_test_id("overlay")
    drawn = page.locator("[data-overlay] .zone")
    expect(legend).to_have_count(0)
    page.keyboard.press("o")
    expect(legend).to_contain_text("Command Range of 1st South African Division: 5 hexes")  # the active formation
    expect(drawn).to_have_count(1)
    page.locator('image[data-piece="HQ-Tre"]').hover()
    expect(legend).to_contain_text("Command Range of Trento Division: 4 hexes")
    page.mouse.move(5, 500)
    page.locator("[data-layer=supply]").click()
    expect(legend).to_contain_text("Supply of 1st South African Division HQ")
    expect(page.locator("[data-overlay] .way")).not_to_have_count(0)
    page.locator("[data-layer=supply]").click()
    expect(legend).to_have_count(0)
    expect(drawn).to_have_count(0)


def test_an_assignment_box_is_face_down_for_the_other_side(server: Server, sit: Seat) -> None:
    table = at_activation(server, sit)
    table.open_boxes()
    box = table.page.get_by_label("Axis assignments")
    expect(box).to_contain_text("15th Panzer Division")
    expect(box.locator(".back")).to_have_count(4)
    expect(box).not_to_contain_text("Flak")
    expect(box.locator("button[data-piece]")).to_have_count(0)
    table.take("move 8 RTR")
    table.take("step 2007")
    table.lift_curtain()
    expect(box.locator('button[data-piece="18 FLAK"]')).to_have_count(1)  # the Axis looks now
    expect(box.locator(".back")).to_have_count(0)


def test_a_battle_on_a_phone(server: Server, sit: Seat) -> None:
    table = resume(server, sit, "theseus-attack", 390, 844)
    page = table.page
    page.locator('[data-offer="attack 8 2521"]').click()
    expect(page.get_by_test_id("usual")).to_contain_text("do not escalate")
    page.get_by_test_id("confirm").click()
    board = page.get_by_test_id("battle")
    expect(board.locator("li.current")).to_have_attribute("data-stage", "F")  # nobody else has come to light: it goes on by itself
    expect(board.locator("[data-fighter]")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.axe() == []


def test_axe_finds_nothing_serious_at_a_battle(server: Server, sit: Seat) -> None:
    table = resume(server, sit, "theseus-attack")
    table.take("attack 8 2521")
    table.page.keyboard.press("o")
    table.page.get_by_test_id("overlay").wait_for()
    table.open_boxes()
    assert table.axe() == []
