"""19.B The charts, and what the book says of dice, sides, turns, victory and of rules that are not in play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.data import changes_of
from sandtable.kernel.dice import D10, D100, Dice
from sandtable.kernel.play import is_over, settle
from sandtable.kernel.rulebook import read_rulebook
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.collapse import roll_for_collapse
from sandtable.titles.tigercubs.edition import FOLDER, load
from sandtable.titles.tigercubs.frames import (
    IN_REACTION,
    CombatPhase,
    GameTurn,
    InitialPhase,
    Move,
    MovementPhase,
    Overrun,
    PlayerTurn,
    ReactionPhase,
)
from sandtable.titles.tigercubs.kinds import E1, FIVE_DAY, GENERAL, HALF_MONTH, OTHER, TERMINAL
from sandtable.titles.tigercubs.lines import sources
from sandtable.titles.tigercubs.overruns import count_losses, overrun_cost
from sandtable.titles.tigercubs.scales import MP, VP
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.stacking import fits, shares
from sandtable.titles.tigercubs.state import DEAD, eliminate, enemy_zone, move, supply_state, units_in
from sandtable.titles.tigercubs.supply_hubs import ARMY, CORPS, LOC, MSR, QMSR, RSR, hubs_of_terminal, line_hub
from sandtable.titles.tigercubs.supply_trace import trace
from sandtable.titles.tigercubs.turn import begin_combat, begin_reaction, open_player_turn, play_both_turns
from sandtable.titles.tigercubs.victory import outcome, total
from tests.kit import play, rule, settled, told
from tests.titles.tigercubs.fights import fight, line
from tests.titles.tigercubs.position import E, idle, p, position, start, u


class Watching(Dice):
    """Remembers from which cups was drawn."""

    def __init__(self, face: int) -> None:
        self.face, self.cups = face, list[tuple[int, ...]]()

    def draw(self, cup, by, rule, alike=None):  # type: ignore[no-untyped-def]
        self.cups.append(tuple(cup))
        return self.face


# 2.C Dice


@rule("tigercubs", "2.C.1.a", "2.C.1.d")
def test_one_die_has_ten_faces_and_no_zero() -> None:
    s = position({"B-18C": "1406"}, states={"B-18C": "U2"})
    dice = Watching(1)
    roll_for_collapse(s, u("B-18C"), dice)
    assert dice.cups == [D10]
    assert (min(D10), max(D10)) == (1, 10)


@rule("tigercubs", "2.C.1.b", "2.C.1.c", "2.C.1.e")
def test_percentile_dice_read_tens_and_ones() -> None:
    assert (min(D100), max(D100), len(D100)) == (1, 100, 100)
    s = position({"G-15Pz": "1410", "B-9T": "1409"})
    dice = Watching(65)
    count_losses(s, Overrun(AXIS, (u("G-15Pz"),), p("1409"), 0, 10), dice)
    assert dice.cups == [D100]  # one roll for an overrun loss


# Sides, territory, scales


@rule("tigercubs", "2.D.1.a", "2.D.1.b", "7.H.1")
def test_friendly_and_enemy_hexes_at_the_start() -> None:
    s = start("battleaxe")
    assert [s.owner[p(id)] for id in ("0905", "1508", "2408")] == [ALLIED] * 3
    assert [s.owner[p(id)] for id in ("1406", "1407", "0302")] == [AXIS] * 3


@rule("tigercubs", "1.B", "1.C")
def test_what_is_not_in_play() -> None:
    spent = {act.verb for row in OUTLINES[InitialPhase].rows for act in row.acts}
    assert spent == {"provide", "general", "ration", "break", "equip", "offensive", "aviation", "arm", "fuel", "remove"}
    assert {row.id for row in E.mission_rows} == {
        "airbase", "bai", "port", "bridge", "rail", "cas", "interception", "escort", "transfer", "transport", "reconnaissance",
    }  # fmt: skip


@rule("tigercubs", "2.I.2")
@pytest.mark.parametrize(("scale", "reacts"), [(HALF_MONTH, True), (FIVE_DAY, False)])
def test_no_reaction_at_five_day_scale(scale: int, reacts: bool) -> None:
    s = position({}, scale=scale)
    begin_reaction(s, PlayerTurn(ALLIED, False), Watching(1))
    assert any(isinstance(f, ReactionPhase) for f in s.frames) is reacts


@rule("tigercubs", "2.I.1")
@pytest.mark.parametrize(("turn", "initial"), [("JUN 4", True), ("JUN 5", False), ("JUN 6", False), ("JUL 1", True)])
def test_at_five_day_scale_a_state_of_supply_lasts_three_turns(turn: str, initial: bool) -> None:
    s = position({"B-22G": "1508", "S-AL2": "2408", "Q-AL2": "2408"}, scale=FIVE_DAY, frame=GameTurn())
    s.turn = E.turn(FIVE_DAY, turn, "")
    s.post[u("S-AL2")] = s.post[u("Q-AL2")] = 1
    play_both_turns(s, GameTurn(), Watching(1))
    assert [f.initial for f in s.frames if isinstance(f, PlayerTurn)] == [initial, initial]
    s.frames = [f for f in s.frames if isinstance(f, PlayerTurn) and f.side == ALLIED]
    assert supply_state(idle(s), u("B-22G")) == (E1 if initial else GENERAL)  # nothing is spent: it matters with a finding alone


@rule("tigercubs", "6.3.g", "16.A.1")
def test_the_end_of_a_player_turn() -> None:
    s = position({"G-15Pz": "1407"}, frame=PlayerTurn(ALLIED, False))
    s.log = []
    before = total(s, ALLIED).exact
    eliminate(s, u("G-15Pz"))
    s.interdicted = ((ALLIED, p("1407"), 1),)
    s.frames[-1].at = len(OUTLINES[PlayerTurn].rows) - 1
    settle(s, Watching(1))
    assert told(s, "turn_closed") == [(ALLIED,)]
    assert total(s, ALLIED).exact == before + 8  # 4 SP of armour
    assert not s.interdicted


@rule("tigercubs", "2.I.4")
def test_sea_lift_is_renewed_with_initial_phases_alone() -> None:
    for initial, used in ((True, 0), (False, 20)):
        s = position({}, scale=FIVE_DAY)
        s.lift_used[ALLIED] = 20
        open_player_turn(s, PlayerTurn(ALLIED, initial), Watching(1))
        assert s.lift_used[ALLIED] == used


@rule("tigercubs", "6.2")
def test_the_side_whose_turn_it_is_is_phasing() -> None:
    for side in (ALLIED, AXIS):
        s = position({})
        open_player_turn(s, PlayerTurn(side, False), Watching(1))
        assert s.phasing == side


@rule("tigercubs", "19.B-29", "6.3.d")
def test_the_order_of_play() -> None:
    names = [row.step.name for row in OUTLINES[PlayerTurn].rows if row.step is not None]
    assert names == [
        "Initial Phase", "Movement Phase", "Combat Phase", "Reaction Phase", "Pursuit Phase", "Air Return Phase",
        "End of the player turn",
    ]  # fmt: skip


@rule("tigercubs", "7.F.1.a.ii")
def test_roads_serve_in_reaction() -> None:
    s = position({"G-5le": "1106"}, frame=Move(AXIS, (u("G-5le"),), IN_REACTION))
    s = play(settled(s), "go 1206", "go 1306")
    assert s.spent[u("G-5le")] == 2 * MP


# Rules without a case


@rule("tigercubs", "7.B.1.c.iii")
def test_a_major_river_would_weaken_zones() -> None:
    assert not [row for row in E.hexside_rows if row.kind == "major_river"]
    changed = load(changes_of({"hexsides": [{"a": "1408", "b": "1409", "kind": "major_river", "source": "a test"}]}))
    assert (p("1409"), 1) in changed.zone_spread[p("1408")]
    assert (p("1409"), 0) in E.zone_spread[p("1408")]


@rule("tigercubs", "7.B.1.c.i")
def test_zones_do_not_change_with_the_season() -> None:
    s = position({"G-15Pz": "1407"})
    felt = set()
    for turn in range(len(E.turn_rows)):
        s.turn = turn
        felt.add(tuple([enemy_zone(s, ALLIED, place) for place in range(E.sheet)]))
    assert len(felt) == 1


@rule("tigercubs", "14.B.1", "7.B.1.b.iv", "2.F.6")
def test_dead_is_dead() -> None:
    s = start("campaign")
    for name in ("B-22G", "G-K15"):
        eliminate(s, u(name))
    lost = E.air("a-I27")
    s.steps[lost], s.base[lost] = 0, DEAD
    idle(s)
    assert s.where[u("B-22G")] == s.where[u("G-K15")] == s.base[lost] == DEAD


@rule("tigercubs", "5.A.7.a", "5.A.7.b")
def test_islets_and_mountains() -> None:
    assert shares(0, 6 * 2, 4 * 2, 2 * 2)  # six SP of artillery on an islet
    assert not shares(1, 6 * 2, 4 * 2, 2 * 2)
    assert shares(11 * 2, 4 * 2, 11 * 2, 4 * 2)
    assert not shares(11 * 2 + 1, 4 * 2, 11 * 2, 4 * 2)
    mountain = load(changes_of({"hexes": [{"id": "1410", "terrain": "mountain"}]}))
    assert mountain.zone_charts[p("1410")] == (2 * 2, 8 * 2)


@rule("tigercubs", "13.L.1", "13.L.2.a", "13.M.2.a")
def test_hqs_take_no_room() -> None:
    s = position({"H-BTE": "1609", "H-WDF": "1609", "Q-AL3": "1609", "Q-AL2": "1609", "B-4ID": "1609"})
    s.edition.figure["stacking"] = Fraction(4)
    try:
        assert fits(s, p("1609"))
        assert not fits(s, p("1609"), (u("B-22G"),))
    finally:
        s.edition.figure["stacking"] = Fraction(44)


# 13 The overseas system


@rule("tigercubs", "13", "13.A.5", "13.B.1", "13.C.1", "2.H")
def test_nobody_is_supplied_because_he_stands_at_his_source() -> None:
    s = position({"B-4ID": "DEL", "S-AL1": "DEL", "Q-AL1": "DEL"}, frame=InitialPhase(ALLIED))
    s.phasing, s.frames[-1].at = ALLIED, 3
    s.post[u("S-AL1")] = s.post[u("Q-AL1")] = 1
    assert supply_state(idle(s.clone()), u("B-4ID")) == E1
    s.lp[p("DEL")] = 1
    assert supply_state(play(settled(s), "general S-AL1"), u("B-4ID")) == GENERAL
    assert trace(s, u("B-4ID")).rule.startswith("13.")


@rule("tigercubs", "13.A.1", "13.A.9", "13.A.14", "13.A.22.b")
def test_sources_terminals_and_kinds_of_routes() -> None:
    s = start("battleaxe")
    assert p("BEN") in sources(s, AXIS)
    assert p("DEL") in sources(s, ALLIED)
    assert E.role[u("S-AL2")] == TERMINAL
    kinds = {hub.kind for t in ("S-AL1", "S-AL2", "S-AX1") for hub in (*hubs_of_terminal(s, u(t)), line_hub(s, u(t)))}
    assert kinds == {QMSR, MSR, ARMY, CORPS, RSR, LOC}
    before = trace(s, u("B-4ID"))
    s.lp = {}
    assert trace(s, u("B-4ID")) == before  # routes do not depend on stocks


@rule("tigercubs", "13.G.1.b", "6.3.c.iii", "13.G.1.a")
def test_isolation_that_comes_later_changes_nothing() -> None:
    s = position({"B-22G": "1406", "G-15Pz": "1008", "I-Bre": "1009"}, frame=PlayerTurn(AXIS, False))
    move(s, u("G-15Pz"), p("1307"))
    move(s, u("I-Bre"), p("1407"))
    begin_combat(s, PlayerTurn(AXIS, False), Watching(1))
    assert (supply_state(s, u("B-22G")), s.cut[u("B-22G")]) == (GENERAL, 0)
    assert any(isinstance(f, CombatPhase) for f in s.frames)


# 16 Victory


@rule("tigercubs", "16.A.1", "16.A.2.a", "19.B-48")
def test_objectives_and_losses_are_scored() -> None:
    s = start("battleaxe")
    allied = total(s, ALLIED).exact
    s.owner[p("1407")] = ALLIED
    assert total(s, ALLIED).exact - allied == 5
    eliminate(s, u("G-K15"))
    assert s.score[ALLIED] == VP // 2  # half an SP that is no armour
    assert outcome(s) is None
    idle(s)
    assert is_over(s)
    ended = outcome(s)
    assert ended is not None
    assert ended.rule == "16.A.2.d"


@rule("tigercubs", "16.A.2.e", "16.A.2.b")
def test_who_judges_otherwise_has_all_the_points() -> None:
    s = start("battleaxe")
    s.end()
    ended = outcome(s)
    assert ended is not None
    assert (ended.level, ended.score) == ("draw", (42, 27))
    for side in (ALLIED, AXIS):
        assert str(total(s, side)) in ended.text  # every term, whatever the level


@rule("tigercubs", "17")
def test_the_armies_stand_as_in_june_1941() -> None:
    s = start("battleaxe")
    assert u("G-15Pz") in units_in(s, p("1407"))
    assert u("B-9A") in units_in(s, p("0905"))
    assert u("H-DAK") in units_in(s, p("1307"))


@rule("tigercubs", "5.A.11", "19.B-42", "5.A.3.b-b", "19.B-43")
def test_abilities() -> None:
    assert E.heavy_aa[u("G-Fl33")]
    assert E.type[u("G-AA3")].slips
    assert not E.type[u("G-15Pz")].slips
    assert E.fight_class[u("I-Bre")] == OTHER
    assert [row.mountain_sp for row in E.zone_rows] == [2, 8]


@rule("tigercubs", "4.A.2", "19.B-15")
def test_forts_and_works() -> None:
    sides = {row.id: row for row in E.side_rows}
    assert E.side_rows[E.fort[p("0905")]] == sides["major_fortification"]
    bardia = E.side_rows[E.fort[p("1406")]]
    assert (bardia.id, bardia.attack_other, bardia.drm) == ("fortified", Fraction(1, 2), -1)
    assert [(row.attack, row.drm, row.major) for row in E.works_rows] == [
        (1, -1, False), (Fraction(3, 4), -1, False), (Fraction(3, 4), -2, True), (Fraction(1, 2), -2, True),
    ]  # fmt: skip


# 19.B


@rule("tigercubs", "19.B-06", "19.B-08", "19.B-18", "19.B-36", "19.B-12", "19.B-13", "19.B-32", "19.B-10")
def test_charts_of_ground_combat() -> None:
    assert [row.drm for row in E.anti_tank_rows if row.points <= 6 and row.armour <= 9][-1] == -2
    assert [row.drm for row in E.shock_rows if row.low <= 11][-1] == 3
    dq = next(row for row in E.result_rows if row.id == "DQ")
    assert (dq.attacker, dq.defender, dq.retreats) == ("0", "0.25", "defender")
    assert [row.id for row in E.success_rows if row.low <= 8][-1] == "S"
    assert E.modifier["ground", "concentric"].value == E.modifier["ground", "engineers"].value == 1
    assert E.modifier["ground", "air_superiority_cap"].value == 3
    assert [E.figure["engineers_doubled"], E.figure["engineers_sp"]] == [2, 1]
    assert E.figure["cev_without_offensive"] == Fraction(3, 4)


@rule("tigercubs", "19.B-02", "19.B-09", "19.B-19", "19.B-22", "19.B-23", "19.B-27", "19.B-28", "19.B-33", "19.B-47")
def test_charts_of_the_air_war() -> None:
    assert E.modifier["aa", "night"].value == -2
    assert {row.id: row.points for row in E.target_rows}["port"] == 4
    assert any(place == p("2408") and E.nation_rows[nation].id == "UK" and turn == "JUN I 41" for place, nation, turn in E.radar)
    assert [(row.level, row.points) for row in E.interdiction_rows] == [(1, 12), (2, 18), (3, 24)]
    extended = next(row for row in E.band_rows if row.id == "extended")
    assert (extended.range, extended.bombs) == (Fraction(3, 2), Fraction(1, 2))
    assert {E.night_range[n] for n, row in enumerate(E.turn_rows) if row.month == "JUN"} == {24}
    assert (E.modifier["air", "two_attackers"].value, E.modifier["air", "bypassed"].value) == (1, 3)
    assert E.organic["airport"].light == 1


@rule("tigercubs", "19.B")
def test_every_chart_of_the_list_has_its_table() -> None:
    rows = [row for row in read_rulebook(FOLDER).rules if row.id.startswith("19.B-") and "its values are in" in row.requirement]
    assert len(rows) == 49
    for row in rows:
        words = row.requirement.split("its values are in ")[1].replace(",", " ").split()
        files = [word.rstrip(".") for word in words if word.rstrip(".").endswith(".csv")]
        assert files or "rule" in row.requirement
        assert all((FOLDER / name).exists() for name in files), row.id


# The title


def test_the_view_says_why_a_unit_is_out_of_supply() -> None:
    s = position({"B-3AB": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}, states={"B-3AB": "U1"})
    piece = next(piece for piece in TITLE.face.view(s, ALLIED).pieces if piece.id == "B-3AB")
    assert [(state.kind, state.text) for state in piece.states] == [("isolated", "U1")]
    assert "no line of supply" in piece.states[0].title


def test_the_supply_overlay_shows_the_route_of_a_unit() -> None:
    s = settled(start("battleaxe"))
    s = play(s, "general S-AL2", "done")
    layer = next(layer for layer in TITLE.face.layers if layer.id == "supply")
    shown = layer.show(s, ALLIED, "B-4ID")
    assert shown.ways[0].spaces[0] == "2408"
    assert "of 20" in shown.ways[0].text
    whole = layer.show(s, ALLIED, "")
    assert {zone.tone for zone in whole.zones} == {"good", "bad"}  # Tobruk is not served


def test_who_stops_paying_is_warned() -> None:
    s = settled(start("battleaxe"))
    assert [caution.rule for caution in TITLE.face.caution(s, ("done", 0, 0))] == ["13.F.2-b"]
    s = play(s, "provide")
    assert [caution.rule for caution in TITLE.face.caution(s, ("done", 0, 0))] == ["13.I.1.a", "13.D.1.d"]
    assert TITLE.face.caution(play(s, "equip"), ("done", 0, 0)) == []


def test_a_phase_with_nobody_to_move_is_passed_over() -> None:
    s = position({}, frame=MovementPhase(ALLIED))
    settle(s, Watching(1))
    assert is_over(s)


# Rules that say what there is not


@rule("tigercubs", "15.B.1.a", "15.B.2.a", "5.A.9.b.ii")
def test_no_rule_knows_a_nation_by_name() -> None:
    """What nations differ in is in `nations.csv` alone; only the drawing of counters names them."""
    codes = {row.id for row in E.nation_rows}
    for path in sorted(FOLDER.parent.rglob("*.py")):
        if path.name != "board.py":
            code = path.read_text(encoding="utf-8")
            assert not [id for id in codes if f'"{id}"' in code], path.name


@rule("tigercubs", "7.H.1.a.v")
def test_no_hex_changes_hands_by_itself() -> None:
    s = idle(start("campaign"))
    assert s.owner == list(E.owner)


@rule("tigercubs", "4.B.4.b-b", "7.E.1.b-c", "7.E.1.c.v", "7.D.1")
def test_no_airborne_troops_and_no_operational_movement() -> None:
    assert not [row.id for row in E.type_rows if row.id in ("airborne", "parachute", "glider")]
    verbs = {act.verb for outline in OUTLINES.values() for row in outline.rows for act in row.acts}
    assert not verbs & {"drop_troops", "airdrop", "crash_land", "operational"}
    assert {row.odds for row in E.overrun_rows if row.mp == 1} == {15}  # the zero-defence cost of tactical movement


@rule("tigercubs", "2.I.5")
def test_overruns_need_seven_to_one_at_both_scales() -> None:
    for scale in (HALF_MONTH, FIVE_DAY):
        s = position({}, scale=scale)
        assert (overrun_cost(s, 6), overrun_cost(s, 7)) == (-1, 6 * MP)


@rule("tigercubs", "12.B.2.b-b")
def test_works_stand_when_the_enemy_comes() -> None:
    s = position({"B-SM": "1508", "B-22G": "1508", "G-15Pz": "1407"}, frame=PlayerTurn(ALLIED, False))
    s.frames[0].at = 2
    s = play(settled(s), "build B-SM works")
    assert s.works == {p("1508"): 1}
    s = play(s, "done")
    open_player_turn(s, PlayerTurn(AXIS, False), Watching(1))
    s.begin(CombatPhase(AXIS))
    f = fight(s, "1508", "G-15Pz")
    assert line(s, f, "4.A.1") == -1
