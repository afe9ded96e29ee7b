"""A combat as it is followed beside the map, and its odds beforehand."""

from __future__ import annotations

import pytest

from sandtable.face.view import Battle
from sandtable.kernel.play import Event, inner, read
from sandtable.titles.tigercubs.combat_modifiers import modifier_tally
from sandtable.titles.tigercubs.combat_odds import combat_odds, odds_of, result_of
from sandtable.titles.tigercubs.face.aids import lit
from sandtable.titles.tigercubs.face.battle import announce, column_facts
from sandtable.titles.tigercubs.face.battle import battle as battle_of
from sandtable.titles.tigercubs.face.combat_forecast import outlook
from sandtable.titles.tigercubs.face.forecast import forecast
from sandtable.titles.tigercubs.frames import Combat
from sandtable.titles.tigercubs.state import State
from tests.kit import play, rule, settled
from tests.titles.tigercubs.fights import field, fight, struck
from tests.titles.tigercubs.position import E, a, u

AT = {"B-7AD": "1408", "B-4AB": "1508", "B-SM": "1408", "G-15Pz": "1407", "I-61": "1407"}


def battle(s: State) -> Battle:
    found = battle_of(s)
    assert found is not None
    return found


def facts(s: State, mark: str) -> list[tuple[str, str, str]]:
    return [(fact.text, fact.value, fact.rule) for stage in battle(s).stages if stage.mark == mark for fact in stage.facts]


@rule("tigercubs", "19.B-32", "9.L")
def test_the_worksheet_shows_every_factor_with_its_rule() -> None:
    s = play(settled(field(AT, works={"1407": 2})), "assault 1407", "declared")
    assert [party.note for party in battle(s).parties] == ["7 SP", "5 SP"]
    lines = facts(s, "2")
    assert ("15th Panzer Division", "30", "9.B.2") in lines
    assert ("· printed", "20", "5.A.2") in lines
    assert ("· German effectiveness", "×1½", "5.A.9") in lines
    assert ("· minority contingent", "×¾", "9.C.5-b") in lines
    assert ("· across escarpment", "×¾", "9.I.1") in lines
    assert ("defence", "32.1", "9.B.2") in lines
    dice = facts(s, "3")
    assert ("field works, level 2", "−1", "4.A.1") in dice
    assert ("combat engineers", "+1", "9.L.4.b") in dice
    assert ("anti-tank effect instead", "0", "9.L.1.e") in dice
    assert ("sides next to each other", "0", "9.K.1") in dice


def test_the_aids_light_what_counts_before_the_dice_and_what_they_found() -> None:
    s = play(settled(field(AT, works={"1407": 2})), "assault 1407", "declared")
    odds = combat_odds(s, inner(s, Combat))
    columns = [odds.column, odds.column + 1] if odds.better else [odds.column]
    assert [(each.line, each.column) for each in lit(s) if each.table == "crt"] == [(-1, column) for column in columns]
    rows = [row.rule for row in E.modifier_rows if row.chart == "ground"]
    assert "9.L.4.b" in [rows[each.line] for each in lit(s) if each.table == "modifiers"]  # combat engineers
    assert "9.K.1" not in [rows[each.line] for each in lit(s) if each.table == "modifiers"]
    s = struck(field({"B-22G": "1408", "B-11I": "1408", "G-SR104": "1407", "G-SR115": "1407", "G-PzR8": "1407"}), "AH", "1407")
    fell = inner(s, Combat)
    assert [(each.table, each.line + E.low_die, each.column) for each in lit(s)] == [("crt", fell.die, fell.column)]


def test_what_fell_is_shown_while_losses_are_paid() -> None:
    s = struck(field({"B-22G": "1408", "B-11I": "1408", "G-SR104": "1407", "G-SR115": "1407", "G-PzR8": "1407"}), "AH", "1407")
    assert ("attacker loses half the defending SP", "AH", "9.B.6") in facts(s, "3")
    assert facts(s, "4") == [("Allied SP still to lose", "1½", "9.E.2")]


@rule("tigercubs", "9.B.3")
def test_the_forecast_of_a_declaration_is_exact() -> None:
    s = settled(field({"B-4ID": "1408", "B-22G": "1408", "G-SR104": "1407", "G-SR115": "1407"}))
    told = forecast(s, read(s, "assault 1407"))
    assert told is not None
    f = fight(s, "1407")
    odds, drm = combat_odds(s, f), modifier_tally(s, f).total  # 22 : 12
    assert odds.better == 83
    chances: dict[str, float] = {}
    for column, chance in ((odds.column, 1 - odds.better / 100), (odds.column + 1, odds.better / 100)):
        for die in range(1, 11):
            name = E.names.text("result", result_of(s, column, die + drm))
            chances[name] = chances.get(name, 0) + chance / 10
    assert {chance.name: chance.chance for chance in told.chances} == pytest.approx(chances, abs=1e-5)
    assert [total.total for total in told.sums] == ["22", "12", "0"]


@rule("tigercubs", "9.B.3-b")
def test_odds_of_the_weaker_are_read_the_other_way_round() -> None:
    s = settled(field({"B-22G": "1408", "G-SR104": "1407"}))
    said = [column_facts(s, odds_of(s, attack, defence))[0] for attack, defence in ((22, 12), (7, 8), (8, 8), (8, 16), (6, 14))]
    assert [(fact.text, fact.value) for fact in said] == [
        ("odds 1.83:1", "2:1 on 83 or less, else 1:1"),
        ("odds 1:1.14", "1:1 on 86 or less, else 1:2"),
        ("odds 1:1", "1:1"),
        ("odds 1:2", "1:2"),
        ("odds 1:2.33", "1:2 on 67 or less, else 1:3"),
    ]


def test_the_forecast_of_a_surprise_counts_what_may_come_of_it() -> None:
    s = play(settled(field({"B-22G": "1408", "G-15Pz": "1407"})), "assault 1407", "declared")
    plain, tried = [forecast(s, read(s, text)) for text in ("pass", "surprise")]
    assert plain is not None
    assert tried is not None
    assert sum(chance.chance for chance in tried.chances) == pytest.approx(1, abs=1e-4)
    assert {c.name: c.chance for c in plain.chances} != {c.name: c.chance for c in tried.chances}
    assert s.where[u("B-22G")] >= 0


@rule("tigercubs", "19.B-32")
def test_the_worksheet_has_a_column_for_each_multiplier_and_the_lines_that_do_not_count() -> None:
    s = play(settled(field(AT, works={"1407": 2})), "assault 1407", "declared")
    (found,) = outlook(s, 0, {})
    attack, defence = found.sheets
    assert [c.text for c in defence.columns] == ["printed", "supply", "effectiveness", "contingent", "counts"]
    panzers = next(line for line in defence.lines if line.piece == "G-15Pz")
    assert (panzers.cells, panzers.total, panzers.idle) == (("20", "1", "× 1½", "–"), "30", (1, 3))
    assert defence.total == "32.1"
    idle = {term.what: term.rule for term in found.sums[2].terms if term.kind == "idle"}
    assert idle["sides next to each other"] == "9.K.1"
    assert sum(c.chance for c in found.chances) == pytest.approx(1, abs=1e-4)
    assert attack.lines[0].piece.startswith("B-")


def test_what_if_is_what_comes_of_choosing_so() -> None:
    s = play(settled(field({"B-22G": "1408", "G-15Pz": "1407"})), "assault 1407", "declared")
    (tried,) = outlook(s, 0, {"surprise": "yes"})
    chosen = forecast(s, read(s, "surprise"))
    assert chosen is not None
    assert tried.chances == chosen.chances
    hungry = play(settled(field({"B-22G": "1408", "G-15Pz": "1407"}, armed=False)), "assault 1407", "declared")
    assert outlook(s, 0, {"supply": "no"})[0].chances == outlook(hungry, 0, {})[0].chances
    helped = s.clone()
    inner(helped, Combat).support = (20, 0, 2, 0)
    assert outlook(helped, 0, {})[0].chances != outlook(s, 0, {})[0].chances
    assert outlook(helped, 0, {"attacker's aircraft": "no"})[0].chances == outlook(s, 0, {})[0].chances


def test_a_shot_without_effect_is_announced_as_slight() -> None:
    results = [row.id for row in E.air_result_rows]
    said = {id: announce(E, Event("air_fire", (a("b-14"), a("a-I27"), n), 7, None)) for n, id in enumerate(results)}
    assert [id for id, news in said.items() if news is not None and news.slight] == ["-"]


def test_every_announcement_says_what_it_means() -> None:
    """A rule number never stands alone below a result."""
    told = {"air_hits": (0, 1), "interdicted": (0, 0, 2), "close_support": (0, 0, 3), "ridden_down": (2, 0), "slipped": (0,)}
    for what, numbers in told.items():
        news = announce(E, Event(what, numbers, 7, None))
        assert news is not None
        assert news.text, what
