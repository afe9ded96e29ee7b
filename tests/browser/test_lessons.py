"""The guided first game of every title, from the first card to the last, by clicking what the coach points at."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Final

import pytest
from playwright.sync_api import TimeoutError, expect

from sandtable.titles import SLUGS
from tests.browser.table import Seat, Table
from tests.running import Server

MOST: Final = 400  # clicks
POINTED: Final = """() => {
  const card = document.querySelector('[data-quiet=true] [data-testid=coach]');
  return card && (card.dataset.over !== undefined || (card.dataset.next && card.dataset.seq)) ? {...card.dataset} : null; }"""
CHANGED: Final = """before => {
  const card = document.querySelector('[data-testid=coach]');
  return card && (card.dataset.card !== before.card || card.dataset.next !== before.next
    || (card.dataset.seq && card.dataset.seq !== before.seq)); }"""


TWO_FRAMES: Final = "() => new Promise(ok => requestAnimationFrame(() => requestAnimationFrame(ok)))"
AT_REST: Final = "() => document.querySelector('.world').style.willChange === ''"
TO_BE_SEEN: Final = """id => {
  const counter = document.querySelector(`image[data-piece="${CSS.escape(id)}"]`), box = counter.getBoundingClientRect();
  for (let y = box.height / 2; y < box.height; y += 3) for (let x = box.width / 2; x < box.width; x += 3)
    if (document.elementFromPoint(box.x + x, box.y + y) === counter) return [box.x + x, box.y + y];
  for (let y = 2; y < box.height; y += 3) for (let x = 2; x < box.width; x += 3)
    if (document.elementFromPoint(box.x + x, box.y + y) === counter) return [box.x + x, box.y + y];
  return null; }"""


class Pupil:
    """Somebody who does what the coach says, and nothing else."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page
        self.card = table.page.get_by_test_id("coach")
        self.seen: set[int] = set()  # numbers of cards

    def begin(self, slug: str) -> None:
        self.page.goto(self.table.server.address)
        self.page.goto(f"{self.table.server.address}/#/learn/{slug}")
        self.page.get_by_role("button", name=re.compile("^(Start|Begin again)$")).click()
        self.table.ready()
        self.card.wait_for()

    def look(self) -> dict[str, Any]:
        """What the coach points at, once it does; nothing when the lesson is over."""
        found: dict[str, Any] = self.page.wait_for_function(POINTED).json_value()
        return found

    def step(self) -> bool:
        """One click; whether there was one to be made."""
        now = self.look()
        self.seen.add(int(now["card"]))
        if "over" in now:
            return False
        kind, _, id = now["next"].partition(" ")
        if kind == "read":
            self.page.get_by_test_id("coach-next").click()
        elif kind == "back":
            self.page.get_by_test_id("coach-undo").click()
        elif kind == "confirm":
            self.table.confirm()
        elif kind == "offer":
            self.press(id)
        elif kind == "piece":
            self.click_piece(id)
        else:
            self.let_rest()
            self.table.click_space(id)
        self.page.wait_for_function(CHANGED, arg=now)
        return True

    def click_piece(self, id: str) -> None:
        """On the battle board if that lies over the map, else where the counter is to be seen."""
        fighter = self.page.locator(f'[data-testid=battle] [data-fighter="{id}"]')
        if fighter.count():
            return fighter.first.click()
        result = self.page.get_by_test_id("go-on")  # of a battle, whose board lies over the map until it was seen
        if result.count():
            result.click()
        self.let_rest()
        spot = self.page.wait_for_function(TO_BE_SEEN, arg=id).json_value()  # as soon as nothing lies over it any more
        self.page.mouse.click(*spot)

    def let_rest(self) -> None:
        """The map has come to where it is led."""
        self.page.evaluate(TWO_FRAMES)
        self.page.wait_for_function(AT_REST)

    def press(self, text: str) -> None:
        """A button, which is to be seen without scrolling, as are the odds of a fight that it goes on with; one that has just gone,
        or that the coach is about to offer to press itself, is left alone."""
        if self.table.offer(text).count():
            expect(self.table.offer(text).first).to_be_in_viewport()
        if (odds := self.page.locator("[data-testid=battle] [data-testid=win]")).count():
            expect(odds.first).to_be_in_viewport()
        with contextlib.suppress(TimeoutError):
            self.table.offer(text).first.click(timeout=2000)

    def finish(self) -> int:
        clicks = 0
        while self.step():
            clicks += 1
            assert clicks < MOST
        return clicks


@pytest.mark.parametrize("slug", SLUGS)
def test_a_guided_game_is_finished_by_doing_what_the_coach_says(server: Server, sit: Seat, slug: str) -> None:
    """By real clicks on what it points at; it never has to do something itself. The one with most to click also on a phone."""
    phone = slug == "tigercubs"
    table = sit(server, *((390, 844) if phone else (1280, 720)), reduced_motion="reduce", has_touch=phone)
    pupil = Pupil(table)
    pupil.begin(slug)
    pupil.finish()
    assert pupil.seen == set(range(max(pupil.seen) + 1))  # also those about a question with one answer
    expect(pupil.card).to_contain_text("What you know now")
    table.page.get_by_role("button", name="Play on").click()
    expect(pupil.card).to_have_count(0)


def test_a_lesson_on_a_phone_left_strayed_from_and_come_back_to(server: Server, sit: Seat) -> None:
    table = sit(server, 390, 844, reduced_motion="reduce", has_touch=True)
    pupil = Pupil(table)
    pupil.begin("battleaxe")
    while pupil.look()["card"] != "5":
        pupil.step()
    table.page.goto(f"{server.address}/#/learn/battleaxe")
    go_on = table.page.get_by_test_id("lesson-continue")
    expect(go_on).to_contain_text("step 6 of")
    go_on.click()
    expect(pupil.card).to_contain_text("Send the armoured cars to Sidi Omar")
    table.page.get_by_role("button", name="End the Assault").click()
    table.confirm()
    expect(pupil.card).to_contain_text("You do it your own way")
    assert pupil.look()["next"] == "back"
    pupil.step()
    expect(pupil.card).to_contain_text("Send the armoured cars to Sidi Omar")
    table.page.get_by_test_id("coach-show").click()
    expect(pupil.card).to_contain_text("Tanks to Point 206")
    pupil.card.get_by_role("button", name="Back").click()
    expect(pupil.card).to_contain_text("Send the armoured cars to Sidi Omar")
    assert table.axe() == []
    pupil.card.get_by_role("button", name="Skip").click()
    table.page.get_by_test_id("coach-again").click()
    expect(pupil.card).to_contain_text(re.compile("Step 6 of"))
