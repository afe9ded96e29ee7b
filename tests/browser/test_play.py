"""Battleaxe in the browser: by mouse, by keyboard, with its refusals, odds, undo and replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import ASKED_OR_DONE, Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser


def test_a_game_is_started_from_the_lobby(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    table.page.get_by_label("New game").get_by_role("button", name="Both", exact=True).click()
    table.page.get_by_test_id("start").click()
    table.ready()
    briefing = table.page.get_by_role("dialog", name="Briefing")
    expect(briefing).to_contain_text("Orders for the")
    briefing.get_by_test_id("to-table").click()
    expect(briefing).to_have_count(0)
    expect(table.page.get_by_test_id("prompt")).to_contain_text("Zone")
    expect(table.page.locator("header h1")).to_have_text("Operation Battleaxe")


def test_a_whole_turn_by_mouse(table: Table) -> None:
    """A move on the map, then both sides pass until the sun has set and the next day begins."""
    table.assault_from("C")
    table.piece("7RTR").click()
    expect(table.page.get_by_test_id("prompt")).to_contain_text("Chosen: 7th RTR")
    table.click_space("3")
    expect(table.page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Bir Nuh")
    expect(table.space("3")).to_have_attribute("aria-label", re.compile("7th Royal Tank Regiment"))
    for _ in range(120):
        if "June 16" in table.page.locator("header .when").inner_text():
            break
        offered = table.offers()
        table.take(next((text for text in offered if text in ("pass", "done")), offered[0]))
    expect(table.page.locator("header .when")).to_contain_text("June 16")


def test_a_whole_turn_by_keyboard_only(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.play(table.new_game())
    page = table.page
    while "set-up" in page.locator("header .when").inner_text():
        press_on(table)
    page.keyboard.press("n")  # to the first place where something can be done
    for _ in range(10):
        if page.evaluate("document.activeElement.dataset.space") == "C":
            break
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("log")).to_contain_text("are activated")
    page.keyboard.press("Space")  # through the counters of C
    while page.evaluate("document.activeElement.dataset.piece") != "7RTR":
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_contain_text("Chosen: 7th RTR")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("prompt")).not_to_contain_text("Chosen")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_contain_text("Chosen: 7th RTR")
    for _ in range(12):
        page.keyboard.press("n")
        if page.evaluate("document.activeElement.dataset.space") == "3":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Bir Nuh")
    page.keyboard.press("z")
    expect(page.get_by_test_id("log")).not_to_contain_text("7th RTR Bir Sofafi")
    page.keyboard.press("e")
    page.get_by_test_id("confirm").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
    when = page.locator("header .when")
    for _ in range(120):
        if "June 16" in when.inner_text():
            break
        press_on(table)
    expect(when).to_contain_text("June 16")


def press_on(table: Table) -> None:
    """Gets on with the turn by one key, and by another where it is asked to confirm: a stop, a button, or a place on the map."""
    page, before = table.page, table.ply()
    page.wait_for_selector(".ends [data-offer], .offers")  # whoever decides has sat down
    if page.locator(".ends [data-offer]").count():
        page.keyboard.press("e")
    elif page.locator(".offers [data-offer]").count():
        page.keyboard.press("1")
    else:
        page.keyboard.press("n")
        page.keyboard.press("Enter")
    page.wait_for_function(ASKED_OR_DONE, arg=before)
    if page.get_by_test_id("confirm").count():
        page.keyboard.press("Enter")
    table.moved_from(before)


def test_what_can_be_reached_says_the_movement_left(table: Table) -> None:
    table.assault_from("C")
    expect(table.page.locator("[data-left]")).to_have_count(0)
    table.piece("7RTR").click()
    expect(table.page.locator('[data-left="3"]')).to_have_text("2")
    table.click_space("7")  # by way of another area
    expect(table.page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Sidi Suleiman")
    assert table.ply() == 5
    table.page.get_by_test_id("undo").click()
    expect(table.page.get_by_test_id("log")).not_to_contain_text("7th RTR Bir Sofafi")


def test_an_illegal_click_says_which_rule_forbids_it(table: Table) -> None:
    table.assault_from("C")
    table.piece("7RTR").click()
    table.click_space("20")
    notice = table.page.get_by_test_id("notice")
    rule = notice.locator(".rule").inner_text()
    assert re.match(r"\d+\.", rule)
    game, tokens = table.seats()
    said = table.fetch(f"games/{game}/why", token=tokens[0], ply=table.ply(), text="enter 7RTR 20")
    assert said["rule"] == rule
    expect(notice).to_contain_text(said["text"], ignore_case=True)
    notice.locator(".rule").click()
    book = table.page.get_by_test_id("rulebook")
    expect(book.locator(".marked").first).to_be_in_viewport()
    book.get_by_label("Search the rule book").fill("sunset")
    expect(book.get_by_test_id("hits").locator("button").first).to_contain_text("Sunset", ignore_case=True)


def test_the_odds_are_those_of_the_engine(table: Table) -> None:
    table.assault_from("H")
    expect(table.offer("attack H")).to_be_visible()
    before = table.ply()
    table.offer("attack H").click()
    odds = table.page.get_by_test_id("odds")
    game, tokens = table.seats()
    forecast = table.fetch(f"games/{game}/forecast", token=tokens[0], ply=before, text="attack H")["forecast"]
    expect(odds).to_contain_text(forecast["title"], ignore_case=True)
    assert forecast["chances"]
    for chance in forecast["chances"]:  # one result to a plain word
        shown = odds.locator(f'[data-verdict="{chance["verdict"]}"] b').inner_text()
        assert abs(float(shown.removesuffix(" %")) - chance["chance"] * 100) <= 1
    assert table.ply() == before  # nothing was committed yet
    table.confirm()
    expect(table.page.get_by_test_id("prompt")).to_contain_text(
        re.compile(r"Axis, your decision.*Combat.*leads the defence of Tobruk")
    )


def test_undo_by_button_and_to_a_line_of_the_log(table: Table) -> None:
    table.assault_from("C")
    table.piece("7RTR").click()
    table.click_space("3")
    expect(table.page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Bir Nuh")
    table.page.get_by_test_id("undo").click()
    expect(table.page.get_by_test_id("log")).not_to_contain_text("7th RTR Bir Sofafi")
    line = table.page.get_by_test_id("log").locator("[data-card]", has_text="11th Hussars starts in")
    line.get_by_role("button", name="undo to here").click()
    expect(table.page.get_by_test_id("prompt")).to_contain_text("Where do 11th Hussars and Central India Horse start?")
    expect(table.page.get_by_test_id("undo")).to_be_disabled()


def test_a_button_that_moves_away_under_the_pointer_was_pressed(table: Table) -> None:
    """News may move things between the press and the release."""
    page, before = table.page, table.ply()
    table.offer("pass").hover()
    page.mouse.down()
    page.evaluate("document.querySelector('.act').style.transform = 'translateY(-300px)'")
    page.mouse.up()
    table.see_through(before)


def test_clicks_that_do_not_wait_for_each_other_are_all_done(table: Table) -> None:
    """An area, a unit of it and the place it goes to, as fast as a hand can, or faster."""
    table.page.evaluate(
        """() => { for (const what of ['[data-space="C"]', 'image[data-piece="7RTR"]', '[data-space="3"]'])
          document.querySelector(what).dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1})); }"""
    )
    expect(table.page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Bir Nuh")


def test_dice_fall_only_after_a_second_click(table: Table) -> None:
    game, tokens = table.seats()
    rolling = ""
    while not rolling:  # both sides pass until somebody's choice makes dice fall
        token = tokens[["Allied", "Axis"].index(table.turn())]
        offered = [text for text in table.offers() if text in ("pass", "done")] or table.offers()
        before = table.ply()
        if table.fetch(f"games/{game}/forecast", token=token, ply=before, text=offered[0])["rolls"]:
            rolling = offered[0]
        else:
            table.take(offered[0])
    dice = table.page.get_by_test_id("log").locator(".die")
    assert dice.count() == 0
    table.offer(rolling).click()
    expect(table.page.get_by_test_id("confirm")).to_contain_text("chance decides: no undo")
    assert table.ply() == before
    table.confirm()
    table.moved_from(before)
    expect(dice.first).to_be_visible()


def test_replay_goes_back_and_comes_to_the_present_again(table: Table) -> None:
    table.assault_from("C")
    table.piece("7RTR").click()
    table.click_space("3")
    expect(table.page.get_by_test_id("log")).to_contain_text("7th RTR Bir Sofafi → Bir Nuh")
    now = table.ply()
    scrubber = table.page.get_by_test_id("scrubber")
    table.page.keyboard.press(",")
    expect(scrubber).to_contain_text(f"Move {now - 1} / {now}")
    expect(table.space("3")).not_to_have_attribute("aria-label", re.compile("Tank Regiment"))
    scrubber.get_by_label("To the beginning").click()
    expect(scrubber).to_contain_text(f"Move 0 / {now}")
    expect(table.page.locator("header .when")).to_contain_text("set-up")
    scrubber.locator("input").fill(str(now - 1))
    expect(scrubber).to_contain_text(f"Move {now - 1} / {now}")
    table.page.get_by_role("button", name="Back to now").click()
    expect(scrubber).to_contain_text("live")
    expect(table.space("3")).to_have_attribute("aria-label", re.compile("Tank Regiment"))


def test_a_place_in_the_log_lights_up_on_the_map(table: Table) -> None:
    table.assault_from("C")
    table.page.get_by_test_id("log").get_by_role("button", name="Bir Sofafi").hover()
    expect(table.page.locator("path.link")).to_have_count(1)


def test_counters_can_be_hidden_and_the_map_fitted(table: Table) -> None:
    page = table.page
    world, fit = page.locator(".world"), page.get_by_label("Fit the whole map")
    fit.click()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it is drawn
    fitted = page.evaluate("getComputedStyle(document.querySelector('.world')).transform")
    page.get_by_label("Zoom in").click()
    expect(world).not_to_have_css("transform", fitted)
    fit.click()
    expect(world).to_have_css("transform", fitted)
    page.get_by_role("button", name="Hide counters").click()
    expect(page.locator(".counters")).to_have_css("opacity", "0")
