"""The first page: titles with their settings, and games that are continued, exported, deleted and imported."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import ROOT, Server

pytestmark = pytest.mark.browser


def test_every_setting_is_explained_with_its_rule(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    title = table.fetch("titles")[0]
    form = table.page.get_by_label("New game")
    form.locator("summary").click()
    for setting in title["settings"]:
        expect(form).to_contain_text(setting["name"])
        expect(form).to_contain_text(setting["text"])
        expect(form).to_contain_text(setting["rule"])
    for scenario in title["scenarios"]:
        expect(form.get_by_role("radio", name=scenario["name"])).to_have_count(1)


def test_what_is_chosen_is_what_is_played(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    title = table.fetch("titles")[0]
    table.page.get_by_label("New game").locator("summary").click()
    switch = next(s for s in title["settings"] if (s["low"], s["high"]) == (0, 1) and not s["choices"])
    table.page.get_by_role("switch", name=switch["name"]).check()
    table.page.get_by_role("radio", name=title["scenarios"][-1]["name"]).check()
    table.page.get_by_label(f"Who plays {title['sides'][1]}").select_option("friend")
    table.page.get_by_test_id("start").click()
    expect(table.page.get_by_test_id("links")).to_contain_text("token=")
    expect(table.page.get_by_test_id("links")).to_be_in_viewport()
    table.page.get_by_role("link", name="To the table").click()
    table.ready()
    game, tokens = table.seats()
    snapshot = table.fetch(f"games/{game}", token=tokens[0])
    assert snapshot["settings"][switch["id"]] == 1
    assert snapshot["scenario"] == title["scenarios"][-1]["id"]
    assert [seat["kind"] for seat in snapshot["seats"]] == ["person", "friend"]
    assert tokens[1] is None


def test_what_is_chosen_outlasts_a_look_at_the_briefing_and_is_played_from_there(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    page, form = table.page, table.page.get_by_label("New game")
    page.get_by_text("Brevity and Battleaxe, May to July 1941").click()
    page.get_by_role("radio", name="Operation Battleaxe").check()
    form.get_by_role("button", name="Allied").click()
    form.get_by_role("button", name="Recruit").click()
    form.locator("summary").click()
    page.get_by_role("switch", name="Heavy AA busy in the air").check()
    form.get_by_role("link", name="Briefing").nth(1).click()
    expect(page.get_by_test_id("briefing")).to_contain_text(
        "Against the computer (Recruit), with the optional rules that you chose."
    )
    page.locator("a[href='#/']").first.click()
    expect(page.get_by_role("radio", name="Operation Battleaxe")).to_be_checked()
    expect(form.get_by_role("button", name="Allied")).to_have_attribute("aria-pressed", "true")
    form.get_by_role("link", name="Briefing").nth(1).click()
    page.get_by_role("button", name="Lead the Allied side").click()
    table.ready()
    game, tokens = table.seats()
    snapshot = table.fetch(f"games/{game}", token=tokens[0])
    assert (snapshot["scenario"], snapshot["settings"]["heavy_aa"]) == ("battleaxe", 1)
    assert [(seat["kind"], seat.get("player")) for seat in snapshot["seats"]][1] == ("computer", "recruit")


def test_two_people_bid_for_sides(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    table.page.get_by_role("button", name="Both", exact=True).click()
    bids = table.page.get_by_test_id("bids")
    bids.get_by_role("button", name="Bid for sides").click()
    for bid in ("11", "12"):
        field = bids.locator("input")
        expect(field).to_have_value("")
        expect(field).to_have_attribute("type", "password")  # the other player sees nothing of it
        field.fill(bid)
        bids.get_by_role("button", name="Lay it face down").click()
    expect(bids).to_contain_text("Second player leads the Allied side and needs 12; first player leads the Axis side")
    assert table.axe() == []
    table.page.get_by_test_id("start").click()
    table.ready()
    game, tokens = table.seats()
    assert None not in tokens
    assert table.fetch(f"games/{game}", token=tokens[0])["settings"]["bid"] == 12


def test_no_bids_in_the_extended_game(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.lobby()
    table.page.get_by_role("button", name="Both", exact=True).click()
    table.page.get_by_label("New game").locator("summary").click()
    bids = table.page.get_by_test_id("bids")
    expect(bids).to_have_count(1)
    rules = table.page.get_by_role("group", name="Optional rules")
    expect(rules).to_contain_text("Victory Points that the Allies need instead of 10")
    table.page.get_by_text("Extended Game", exact=True).click()
    expect(bids).to_have_count(0)
    expect(rules).not_to_contain_text("Victory Points that the Allies need instead of 10")
    expect(rules).to_contain_text("Tobruk Bonus VP")
    table.page.get_by_role("button", name="Two at one screen").click()
    expect(table.page.get_by_role("radio", name="Extended Game")).to_be_checked()  # whoever plays it
    table.page.get_by_label("New game").locator("summary").click()
    rules.get_by_role("link", name="Rule of Tobruk Bonus VP").click()
    expect(table.page.get_by_test_id("rules-page").locator(".marked").first).to_contain_text("outnumber the Axis units")


def test_a_game_is_exported_deleted_and_imported_again(sit: Seat, tmp_path: Path) -> None:
    own = Server(tmp_path / "games")
    try:
        table = sit(own)
        table.play(table.new_game())
        table.take("deploy 11H D")
        table.page.get_by_label("Lobby").click()
        row = table.page.get_by_label("Games").locator("li")
        expect(row).to_have_count(1)
        with table.page.expect_download() as download:
            row.get_by_role("button", name="Export").click()
        record = tmp_path / "record.json"
        download.value.save_as(record)
        assert json.loads(record.read_text())["plies"]
        row.get_by_role("button", name="Delete").click()
        row.get_by_role("button", name="Really?").click()
        expect(row).to_have_count(0)
        page = table.page
        page.get_by_label("Import").set_input_files(record)
        asked = page.get_by_role("dialog", name="Play on")
        expect(asked.get_by_label("Who plays Allied")).to_have_value("person")  # whose decision it is
        expect(asked.get_by_label("Who plays Axis")).to_have_value("computer regular")
        assert table.axe() == []
        page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        page.get_by_label("Import").set_input_files(record)
        asked.get_by_test_id("play-on").click()
        table.ready()
        expect(page.get_by_test_id("log")).to_contain_text("11th Hussars starts in Gasr el-Abid")
        assert [bool(token) for token in table.seats()[1]] == [True, False]
        expect(page.locator("header .side").nth(1)).to_contain_text("computer")
        table.page.get_by_label("Lobby").click()
        table.page.get_by_test_id("resume").get_by_role("button", name="Continue").click()
        table.ready()
        expect(table.page.get_by_test_id("prompt")).to_contain_text("your decision", ignore_case=True)
        table.may_lose_network = True  # the server goes before the window does
    finally:
        own.stop()


def test_the_list_of_games_has_pages(sit: Seat, tmp_path: Path) -> None:
    own = Server(tmp_path / "games")
    try:
        table = sit(own)
        table.new_game(title="battleaxe")
        body = {"title": "battleaxe", "scenario": "battleaxe", "seats": [{"kind": "person"}] * 2}
        for _ in range(20):
            table.post("games", body)
        table.page.goto(own.address)
        rows = table.page.get_by_label("Games", exact=True).locator("li")
        pages = table.page.get_by_label("Pages of games")
        expect(rows).to_have_count(20)
        expect(pages).to_contain_text("1 to 20")
        expect(pages.get_by_role("button", name="Newer")).to_be_disabled()
        pages.get_by_role("button", name="Older").click()
        expect(rows).to_have_count(1)
        expect(pages).to_contain_text("21 to 21")
        rows.get_by_role("button", name="Delete").click()
        rows.get_by_role("button", name="Really?").click()
        expect(rows).to_have_count(20)  # an empty page is not shown
        expect(pages).to_have_count(0)
        table.may_lose_network = True
    finally:
        own.stop()


def test_the_list_says_whether_a_friend_has_come(sit: Seat, tmp_path: Path) -> None:
    own = Server(tmp_path / "games")
    try:
        host, guest = sit(own), sit(own)
        made = host.new_game(("person", "friend"))
        host.page.goto(own.address)
        row = host.page.get_by_label("Games", exact=True).locator("li")
        expect(row).to_contain_text("friend, not here yet")
        guest.open(made["links"][1])
        host.page.reload()
        expect(row).to_contain_text("Axis: friend ·")
        host.may_lose_network = guest.may_lose_network = True
    finally:
        own.stop()


def test_the_first_page_keeps_its_promises(sit: Seat, tmp_path: Path) -> None:
    """Resume on top, start in sight, a running game exported, a friend's link that is found again, dice checked in the browser."""
    own = Server(tmp_path / "games")
    try:
        table = sit(own, 1280, 720)
        page = table.page
        page.goto(own.address)
        start = page.get_by_test_id("start")
        expect(start).to_be_in_viewport(ratio=1)
        for card in page.locator("[data-title]").all():
            expect(card).to_be_in_viewport(ratio=1)
        page.locator("[data-title=gazala]").click()
        expect(start).to_be_in_viewport(ratio=1)
        begin_as_a_newcomer(table)
        start.click()
        table.ready()
        page.get_by_label("More", exact=True).click()
        expect(page.get_by_role("dialog", name="Briefing")).to_be_visible()  # a new game opens with it; the menu lies above
        page.get_by_role("button", name="Fair dice").click()
        dice = page.get_by_test_id("fair")
        expect(dice.get_by_test_id("hash")).to_have_text(re.compile("^[0-9a-f]{64}$"))
        expect(dice.get_by_test_id("seed")).to_contain_text("when the game is over")
        page.goto(own.address)
        expect(page.get_by_test_id("resume")).to_contain_text("Gazala")
        expect(page.locator("[data-title]").last).to_be_in_viewport(ratio=1)
        with page.expect_download() as download:
            page.get_by_label("Games", exact=True).get_by_role("button", name="Export").first.click()
        download.value.save_as(tmp_path / "running.json")
        assert json.loads((tmp_path / "running.json").read_text())["title"] == "gazala"
        page.locator("[data-title=gazala]").click()
        page.get_by_role("button", name="A friend", exact=True).click()
        start.click()
        link = page.get_by_test_id("links")
        expect(link).to_contain_text("--host 0.0.0.0")
        address = link.get_by_role("link").first.get_attribute("href")
        expect(page.get_by_role("button", name="Friend's link")).to_have_count(1)  # in the list at once
        page.reload()
        page.get_by_role("button", name="Friend's link").click()
        expect(link.get_by_role("link").first).to_have_attribute("href", str(address))
        page.get_by_label("Games", exact=True).get_by_role("button", name="Continue").first.click()
        table.ready()
        page.get_by_label("More", exact=True).click()
        page.get_by_role("button", name="Friend's link").click()  # from the table, too
        expect(link.get_by_role("link").first).to_have_attribute("href", str(address))
        page.goto(own.address)
        finish_a_game(table, tmp_path)
        page.get_by_role("tab", name="Fair dice").click()
        page.get_by_role("button", name="Check the dice").click()
        verdict = page.get_by_test_id("verdict")
        expect(verdict).to_contain_text("The seed is the one that was promised")
        expect(verdict).to_contain_text("No die has fallen at this table")  # it came as a record
        assert table.axe() == []
        table.may_lose_network = True
    finally:
        own.stop()


def test_dice_that_fell_are_reckoned_again_in_the_browser(server: Server, sit: Seat) -> None:
    """A whole short game, its dice thrown at this table: all are found to be the seed's, and one that is not is found out."""
    table = sit(server)
    page = table.page
    table.play(table.new_game(title="theseus"))
    while not page.get_by_test_id("report").count():
        table.get_on(("end", "pass", "done"))
    page.get_by_role("tab", name="Fair dice").click()
    game, tokens = table.seats()
    fallen = table.fetch(f"games/{game}/dice", token=tokens[0])
    thrown = len(fallen["draws"])
    assert fallen["since"] == 0
    assert thrown > 0
    check, verdict = page.get_by_role("button", name="Check the dice"), page.get_by_test_id("verdict")
    check.click()
    expect(verdict).to_contain_text("The seed is the one that was promised")
    expect(verdict).to_contain_text(f"All {thrown} dice and draws are those of the seed, reckoned again in this browser")
    fallen["draws"][0]["face"] += 1
    page.route("**/dice*", lambda route: route.fulfill(json=fallen))
    check.click()
    expect(verdict).to_contain_text(f"1 of {thrown} dice and draws are not those of the seed")


@pytest.mark.parametrize("width", [390, 1600])
def test_one_button_is_golden(server: Server, sit: Seat, width: int) -> None:
    """The game that goes on, until one turns to a new one."""
    table = sit(server, width, 844)
    table.new_game()
    page = table.page
    page.goto(server.address)
    golden = page.locator(".btn.primary:visible")
    expect(golden).to_have_text(["Continue"])
    page.locator("[data-title=battleaxe]").click()
    expect(golden).to_have_text(["Start the game"])
    page.locator(".modes").get_by_role("button", name="Learn").click()
    expect(golden).to_have_text(["Guided first game"])
    expect(golden).to_be_in_viewport()
    page.reload()
    expect(golden).to_have_text(["Continue"])
    page.locator("footer").scroll_into_view_if_needed()  # what goes on is out of sight
    expect(golden).to_have_text(["Start the game"])


def test_other_ways_to_begin(server: Server, sit: Seat, tmp_path: Path) -> None:
    """Beside the titles: two at one screen, a friend, and a file, which says what is wrong with it."""
    table = sit(server, 1280, 720)
    page = table.page
    page.goto(server.address)
    ways, form = page.get_by_label("Other ways to begin"), page.get_by_label("New game")
    ways.get_by_role("button", name="Two at one screen").click()
    expect(form.get_by_role("button", name="Both", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(form.get_by_role("radio", name="Guided first game")).not_to_be_checked()
    ways.get_by_role("button", name="A friend somewhere else").click()
    expect(form).to_contain_text("you lead the Allied side against a friend")
    (tmp_path / "no-record.json").write_text("a letter")
    ways.get_by_label("A saved game").set_input_files(tmp_path / "no-record.json")
    expect(ways.get_by_role("alert")).to_contain_text("“no-record.json” is no game that can be played on")
    assert ["api/records" in table.errors.pop()] == [True]  # the browser notes the refusal, too


@pytest.mark.parametrize("link", ["#/games/nonsense", "#/briefing/gazala/none"])
def test_a_link_that_opens_nothing_says_so_and_leads_back(server: Server, sit: Seat, link: str) -> None:
    table = sit(server)
    page = table.page
    page.goto(f"{server.address}/{link}")
    expect(page.get_by_role("alert").get_by_role("button", name="Try again")).to_be_visible()
    page.get_by_role("alert").get_by_role("link", name="Back to the lobby").click()
    expect(page.locator("[data-title]").first).to_be_visible()
    table.errors = [text for text in table.errors if "the server responded" not in text]  # which the browser notes, too


def begin_as_a_newcomer(table: Table) -> None:
    """The guided game is what a title begins with, until it was begun once; then it stands last."""
    page = table.page
    choices, guided = page.locator("input[name=scenario]"), page.get_by_role("radio", name="Guided first game")
    expect(choices.first).to_have_value("lesson")
    expect(guided).to_be_checked()
    expect(page.locator("[data-title=battleaxe]")).to_contain_text("Start here")
    page.get_by_role("button", name="Start the guided game").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Step 1 of")
    page.goto(table.server.address)
    page.locator("[data-title=gazala]").click()
    expect(choices.last).to_have_value("lesson")
    expect(guided).not_to_be_checked()
    expect(page.get_by_label("New game")).to_contain_text("begun: step 1 of")
    page.locator("[data-title=theseus]").click()
    expect(guided).to_be_checked()  # each title has its own
    page.locator("[data-title=gazala]").click()


def finish_a_game(table: Table, folder: Path) -> None:
    """A record that lacks its last decision, taken in and brought to its end."""
    record = json.loads(min((ROOT / "tests/records/battleaxe").glob("*.json"), key=size_of_record).read_text())
    record["plies"].pop()
    (folder / "nearly.json").write_text(json.dumps(record))
    table.page.get_by_label("Import").set_input_files(folder / "nearly.json")
    for side in ("Allied", "Axis"):
        table.page.get_by_label(f"Who plays {side}").last.select_option("person")
    table.page.get_by_test_id("play-on").click()
    table.ready()
    table.lift_curtain()
    while not table.page.get_by_test_id("report").count():
        table.get_on(("pass", "done", "end"))


def size_of_record(path: Path) -> int:
    return path.stat().st_size if path.name != "index.json" else 10**9
