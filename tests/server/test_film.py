"""What happened as a film: who went which way, worked out from what a viewer sees and is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.face.view import Panel, Piece, View
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import Event
from sandtable.kernel.record import from_json
from sandtable.kernel.sides import EVERYONE
from sandtable.server.film import REEL, Told, moves_at, moves_between
from sandtable.server.lines import ears, entries, unexplained
from sandtable.server.report import luck
from sandtable.server.shapes import Die
from sandtable.server.sight import sight
from sandtable.titles import load_title
from tests.server.conftest import serving
from tests.server.test_hidden import table_of

RECORDS = Path(__file__).parent.parent / "records"


def game_of(record: str) -> Game:
    return replay(from_json((RECORDS / f"{record}.json").read_bytes()), None, load_title(record.partition("/")[0]))


def bare(found: list[Any]) -> list[tuple[Any, ...]]:
    return [(move["ply"], move["piece"], move["path"]) for move in found]


def test_a_film_has_what_was_told_and_who_went_where(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.try_say(0, ["step blue 2 C", "step blue 2 D"], 0)
            await game.say("end")
            film = (await game.ask("film", 1, **{"from": 0})).json()
            assert (film["since"], film["ply"]) == (0, 3)
            assert bare(film["moves"]) == [(1, "blue 2", ["B", "C"]), (2, "blue 2", ["C", "D"])]
            assert [entry["ply"] for entry in film["log"]][:2] == [1, 2]
            part = (await game.ask("film", 1, **{"from": 1, "to": 2})).json()
            assert (part["since"], part["ply"], bare(part["moves"])) == (1, 2, [(2, "blue 2", ["C", "D"])])
            late = (await game.ask("film", 1, **{"from": 99})).json()
            assert (late["log"], late["moves"]) == ([], [])

    run(work())


def test_what_was_taken_back_is_in_no_film(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("step blue 2 C")
            assert bare((await game.ask("film", 0)).json()["moves"]) == [(1, "blue 2", ["B", "C"])]
            await game.undo(0, 1, 0)
            assert (await game.ask("film", 0)).json()["moves"] == []
            await game.say("step blue 1 B")
            assert bare((await game.ask("film", 0)).json()["moves"]) == [(1, "blue 1", ["A", "B"])]

    run(work())


def test_a_film_is_as_long_as_a_reel() -> None:
    seen = sight(table_of(game_of("gazala/one-draw-tie")), -1)
    films = seen.film(0), seen.film(REEL, REEL + 5), seen.film(REEL)
    assert [(film.since, film.ply) for film in films] == [(0, REEL), (REEL, REEL + 5), (REEL, 2 * REEL)]
    assert {entry.ply for entry in films[1].log} <= set(range(REEL + 1, REEL + 6))


UNITS = load_title("gazala").rules.load(None).names.texts["unit"]
HEXES = load_title("gazala").rules.load(None).names.texts["hex"]
A, B, C = "1320", "1420", "1520"


def seen(*pieces: tuple[str, str], face: str = "") -> View:
    box = Panel("dead", "Eliminated", "box")
    return View("", (), (), tuple([Piece(id, at, 0, face or id) for id, at in pieces]), (), (box,))


def changes(before: View, after: View, *events: tuple[str, str, str]) -> list[tuple[Any, ...]]:
    """What a ply of Gazala shows in which this was told: an event, a unit, a hex."""
    title = load_title("gazala")
    game = Game(title, title.rules.load(None), "one", {}, SeededDice(1))
    game.told[0].log[:] = [
        Event(what, (UNITS.index(unit), HEXES.index(hex)) if hex else (UNITS.index(unit),), EVERYONE, None)
        for what, unit, hex in events
    ]
    return [(move.piece, move.path, move.kind) for move in moves_at(7, before, after, Told(game, 0, ears(0)))]


def test_a_way_leads_by_the_places_that_are_told() -> None:
    there_and_back = seen(("8/1", A)), seen(("8/1", C))
    assert changes(*there_and_back) == [("8/1", (A, C), "moves")]
    assert changes(*there_and_back, ("retreated", "8/1", B), ("retreated", "8/1", C)) == [("8/1", (A, B, C), "moves")]
    assert changes(*there_and_back, ("retreated", "8/1", B)) == [("8/1", (A, C), "moves")]  # it does not lead there
    assert changes(*there_and_back, ("retreated", "8/2", B), ("moved", "8/1", C)) == [("8/1", (A, C), "moves")]


def test_what_comes_into_sight_or_goes_counts_if_it_is_spoken_of() -> None:
    assert changes(seen(("8/1", A)), seen(("8/2", A))) == []  # the pile was turned over
    assert changes(seen(), seen(("8/1", A)), ("arrived", "8/1", A)) == [("8/1", (A,), "appears")]
    assert changes(seen(("8/1", A)), seen(("8/1", "dead")), ("eliminated", "8/1", "")) == [("8/1", (A,), "lost")]
    assert changes(seen(("8/1", A)), seen(), ("moved", "8/1", B)) == [("8/1", (A, B), "vanishes")]  # under others


def test_what_has_no_name_of_its_own_went_where_its_like_is() -> None:
    assert changes(seen(("depot A", A), face="depot"), seen(("depot B", B), face="depot")) == [("depot B", (A, B), "moves")]


def test_every_supply_unit_that_is_told_to_go_is_seen_to_go() -> None:
    game = game_of("blitzkrieg/oconnor-all-settings-axis-axis-victory")
    told = [
        (ply, *[game.edition.names.text("box", box) for box in event.numbers[1:]])
        for ply in range(game.ply + 1)
        for event in game.told[ply].log
        if isinstance(event, Event) and event.what == "supply_moved"
    ]
    on_map = [trip for trip in told if "Holding" not in trip]
    moves = moves_between(game, 0, game.ply, -1, ears(-1))
    gone = [(ply, *move.path) for ply, found in moves.items() for move in found if move.piece.startswith("SU ")]
    assert on_map
    assert set(on_map) <= set(gone)
    faces = {move.face for ply, found in moves.items() for move in found if (ply, *move.path) in on_map}
    assert {face[-2:] for face in faces} == {" 1"}  # one goes at a time, however many it leaves or joins


def test_a_supply_unit_that_comes_by_sea_is_told_and_shown_as_that_of_who_sent_it() -> None:
    """A pile of the Holding Area has the same name for both sides, and belongs to whoever is active."""
    game = game_of("blitzkrieg/campaign-allied-allied-decisive-victory")
    ply = next(n for n, each in enumerate(game.record.plies, 1) if each.text == "sail Tobruk" and game.at(n - 1).frames[-1].convoy)
    line = next(entry for entry in entries(game, ply, ears(-1)) if entry.words[0].text.startswith("By sea"))
    assert (line.by, "".join([word.text for word in line.words])) == (0, "By sea to Tobruk: a supply unit from the Holding Area")
    (moved,) = moves_between(game, ply - 1, ply, -1, ears(-1))[ply]
    assert (moved.piece, moved.face, moved.side, moved.path, moved.kind) == ("SU Tobruk", "SU allied 1", 0, ("Tobruk",), "appears")


def test_a_supply_unit_is_seen_to_come_from_and_go_to_the_holding_area() -> None:
    game = game_of("blitzkrieg/campaign-all-settings-allied-allied-decisive-victory")
    moves = moves_between(game, 0, game.ply, -1, ears(-1))
    seen = {
        (move.kind, move.path) for found in moves.values() for move in found if move.piece == "SU Aghelia" and len(move.path) == 1
    }
    assert seen >= {("appears", ("Aghelia",)), ("vanishes", ("Aghelia",))}


def test_a_film_costs_what_its_story_says() -> None:
    game = game_of("battleaxe/battleaxe-allied-operational-victory")
    found = [move for moves in moves_between(game, 0, game.ply, 0, ears(0)).values() for move in moves]
    assert {move.cost for move in found} > {None}


def test_dice_of_both_sides_are_told_by_whoever_rolled() -> None:
    dice = [Die(1, 10, "6.1-a", 10), Die(0, 1, "6.1-a", 10)]
    said = unexplained(load_title("theseus"), 3, 0, dice, ())
    assert [(line.words[0].text, [die.face for die in line.dice]) for line in said] == [
        ("Axis rolls", [10]),
        ("Commonwealth rolls", [1]),
    ]


def test_what_everybody_saw_declined_is_told() -> None:
    """Gazala: the Air chit lies open, and then nobody flies."""
    game = game_of("gazala/campaign-draw-tie")
    stayed = next(ply for ply, said in enumerate(game.record.plies, 1) if said.text == "pass")
    line = entries(game, stayed, ears(0))[0]
    assert "".join([word.text for word in line.words]) == "The Allied aircraft stay on the ground"
    assert (line.rule, line.under[-1].name) == ("13.4", "Air attack")


def test_a_line_says_what_it_is_to_a_battle_and_which_side_it_names() -> None:
    game = game_of("battleaxe/battleaxe-allied-operational-victory")
    lines = [entry for ply in range(game.ply + 1) for entry in entries(game, ply, ears(0))]
    assert {entry.role for entry in lines} == {"", "opens", "decides", "loss", "points"}
    assert {entry.by for entry in lines if entry.role == "opens"} == {0, 1}


def test_what_comes_after_a_stop_is_not_told_by_the_rule_of_the_stop() -> None:
    game = game_of("battleaxe/battleaxe-allied-operational-victory")
    lines = [entry for ply in range(game.ply + 1) for entry in entries(game, ply, ears(0))]
    begins = {entry.rule for entry in lines if entry.words[0].text.startswith("Impulse")}
    assert begins - {""} == {"6.2"}


def test_bombs_have_luck_when_their_dice_are_low() -> None:
    """Gazala: 0 and 1 cost a step, and the highest do nothing."""
    game = game_of("gazala/campaign-draw-tie")
    found = luck(game, EVERYONE)
    bombs = [row for row in found if not row.battle and "".join([w.text for w in row.words]).startswith("The aircraft:")]
    assert bombs
    assert all(row.low for row in bombs)
    assert not any(row.low for row in found if row.battle)
