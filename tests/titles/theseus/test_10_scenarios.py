"""8 End of Turn, 10 Scenarios, and what the index leaves over."""

from __future__ import annotations

import pytest

from sandtable.titles.theseus.admin import end_of_turn
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.frames import Attack, GameTurn, Hits, March, Training
from sandtable.titles.theseus.reaction import reaction_refused
from sandtable.titles.theseus.results import battle_victory, begin_hits
from sandtable.titles.theseus.state import State, place
from sandtable.titles.theseus.strength import draw_chits
from sandtable.titles.theseus.victory import add_final, is_automatic, outcome, points, record_points, tally
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.theseus.position import AX, CW, RULES, E, at_set_up, fm, h, is_down, position, strength, u, where

ARIETE = {"HQ-Ari": "2723", "8": "2721", "VIII": "2721", "IX": "2722", "X": "2623", "III AB": "2722"}
GARRISON = {"HQ-FF": "2521", "1 FF": "2521", "2 FF": "2521"}


def training(**more: object) -> State:
    s = position({**ARIETE, **GARRISON}, scenario="bir_hacheim", active="Ari", **more)  # type: ignore[arg-type]
    s.frames = [Training(), s.frames[-1]]
    return s


def values(s: State) -> dict[str, int]:
    return dict(zip([E.grid.ids[n] for n in E.victory_hexes], s.scored, strict=True))


# 8


@rule(RULES, "8-a", "10.3-a", "10.2-a")
@pytest.mark.parametrize(("scenario", "last"), [("opening", 4), ("gazala", 8)])
def test_the_last_turn_ends_the_game(scenario: str, last: int) -> None:
    s = position({"104": "2224", "HQ-21Pz": "2123"}, scenario=scenario, turn=last)
    end_of_turn(s, GameTurn(), None)  # type: ignore[arg-type]
    assert not s.frames
    assert outcome(s) is not None
    s = position({"104": "2224", "HQ-21Pz": "2123"}, scenario=scenario, turn=last - 1)
    end_of_turn(s, GameTurn(), None)  # type: ignore[arg-type]
    assert s.frames
    assert outcome(s) is None
    assert s.turn == last


# 10


@rule(RULES, "10-a", "10.1-g")
def test_the_garrison_of_bir_hacheim_is_static() -> None:
    s = training(points=2)
    f = March(AX, (u("8"),), 60)
    refusal = reaction_refused(s, f, fm("FF"))
    assert refusal is not None
    assert refusal.rule == "10.1-g"
    s.frames.append(f)
    place_beside = position({**ARIETE, **GARRISON, "8": "2622"}, scenario="bir_hacheim", active="Ari")
    s = play(place_beside, "move 8")
    assert asked(s)[0] == AX  # no Reaction to the announced exit
    fight = Attack(AX, fm("Ari"), h("2622"), h("2521"), (u("8"),), (u("1 FF"), u("2 FF")), hits=(2, 0, 1, 0))
    s.log = []
    battle_victory(s, fight, None)  # type: ignore[arg-type]
    assert told(s, "victory") == []
    s = training(down=["1 FF"], points=0)
    for _ in range(3):
        s = play(s, "end", dice=[1]) if offered(s) == ["end"] else s
    assert is_down(s, "1 FF")


@rule(RULES, "10-f")
def test_a_victory_hex_scores_once_at_its_best() -> None:
    s = position({"104": "3012", "HQ-21Pz": "1010"}, turn=2)
    record_points(s)
    assert values(s)["3012"] == 2
    s.turn = 3
    place(s, u("HQ-15Pz"), h("3010"))
    s.formation[u("104")] = fm("15Pz")
    record_points(s)
    assert values(s)["3012"] == 3
    s.last_in = (AX,) * len(s.last_in)
    assert points(s) == 3


@rule(RULES, "10-g")
def test_the_sleepers_wake_when_the_axis_comes_near() -> None:
    s = at_set_up()
    s.frames, s.turn = [], 2
    from sandtable.titles.theseus.operations import ASLEEP, formation_refused, unit_refused

    assert formation_refused(s, fm("2SA")) is not None
    assert unit_refused(s, u("StopCol")) == ASLEEP
    assert E.distance(h("3706"), h("3904")) == 3
    from sandtable.titles.theseus.state import move

    move(s, u("33"), h("3706"))
    assert s.released
    assert formation_refused(s, fm("2SA")) is None
    assert unit_refused(s, u("SeaCol")) is None
    s = at_set_up()
    s.turn = 4
    assert formation_refused(s, fm("2SA")) is None
    s = at_set_up()
    move(s, u("HQ-15Pz"), h("3706"))
    assert not s.released  # an HQ does not wake anybody


@rule(RULES, "10-h")
def test_two_divisions_sit_tight_in_turn_1() -> None:
    at = {"69th": "2308", "44 RTR": "2309".replace("2309", "2408"), "HQ-50": "2410"}
    s = position(at, turn=1, active="50", assigned={"44 RTR": "50"})
    assert why_not(s, "move 69th").rule == "10-h"
    assert "move 44 RTR" in offered(s)
    assert "move 69th" in offered(position(at, turn=2, active="50", assigned={"44 RTR": "50"}))


@rule(RULES, "10-j")
def test_the_axis_may_change_the_initial_assignments() -> None:
    s = settled(at_set_up())
    assert asked(s) == (AX, "Setup")
    assert "assign 18 FLAK 15Pz" in offered(s)
    assert why_not(s, "assign 18 FLAK Ari").rule == "5.5.2-h"
    assert play(s, "assign 18 FLAK 15Pz").formation[u("18 FLAK")] == fm("15Pz")


# 10.1


@rule(RULES, "10.1-a")
def test_ariete_is_activated_six_times() -> None:
    s = settled(at_set_up("bir_hacheim"), dice=[5])
    count = 1
    while s.frames:
        s = play(s, "end", dice=[5] if s.level[fm("Ari")] else [])
        count += bool(s.frames)
    assert count == 6
    assert outcome(s) is not None


@rule(RULES, "10.1-c", "10.1-h")
def test_one_air_unit_and_no_markers() -> None:
    s = settled(at_set_up("bir_hacheim"), dice=[5])
    assert s.air == 1 << E.names.number("air", "2 Stormo")
    assert (s.snafu, s.schwerpunkt) == (-1, -1)
    assert activation_points(s) == E.black[4][5]  # no bonus
    assert asked(s) == (AX, "Activation")
    assert len([n for n in range(E.pieces) if s.where[n] == -1]) == 0  # nobody is on the way


def activation_points(s: State) -> int:
    return s.frames[-1].points  # type: ignore[attr-defined,no-any-return]


@rule(RULES, "10.1-d")
def test_the_garrison_takes_its_hits() -> None:
    s = training()
    begin_hits(s, Hits(CW, h("2521"), (u("1 FF"), u("2 FF")), u("1 FF"), 2, False, True))
    s = settled(s)
    assert (strength(s, "1 FF"), strength(s, "2 FF")) == (4, 4)
    assert where(s, "1 FF") == "2521"


@rule(RULES, "10.1-e")
def test_entering_bir_hacheim_wins() -> None:
    at = {**ARIETE, "8": "2622"}
    s = position(at, scenario="bir_hacheim", active="Ari", breached=["2521"])
    s.frames = [Training(), s.frames[-1]]
    s = play(s, "move 8", "step 2521")
    assert not s.frames
    result = outcome(s)
    assert result is not None
    assert (result.winner, result.level) == (AX, "Automatic Victory")


@rule(RULES, "10.1-f")
def test_points_of_the_training_scenario() -> None:
    s = training(breached=["2622"], strength={"1 FF": 4, "2 FF": 4}, down=["1 FF"])
    assert tally(s, True).total == 4
    for total, level in ((3, "Below historical"), (4, "Historical outcome"), (5, "Better"), (6, "Far better"), (9, "Far better")):
        s.strength[u("2 FF")] = 4 - (total - 4)
        s.ending = 1
        result = outcome(s)
        assert result is not None
        assert result.level.startswith(level)


# 10.2 and 10.3


@rule(RULES, "10.2-b")
def test_values_of_the_opening_phase() -> None:
    rows = {(r.hex, r.first, r.last): (r.vp, r.out_of_command) for r in E.objectives if r.scenario == "opening"}
    assert rows == {
        ("4303", 1, 4): (6, 5),
        ("3012", 1, 3): (3, 2),
        ("3012", 4, 4): (2, 1),
        ("3305", 1, 3): (3, 2),
        ("3305", 4, 4): (2, 1),
        ("4112", 1, 4): (2, 1),
        ("2521", 1, 4): (1, 0),
        ("2100", 1, 4): (1, 0),
    }
    s = position({"155": "4112", "HQ-90Le": "3120"}, scenario="opening", turn=3)
    record_points(s)
    assert values(s)["4112"] == 1


@rule(RULES, "10.2-c", "10.2-d")
def test_some_hexes_must_be_kept_and_some_need_not() -> None:
    at = {"104": "3012", "HQ-21Pz": "3010", "155": "4112", "HQ-90Le": "4012"}
    s = position(at, scenario="opening", turn=3)
    s.last_in = (AX,) * len(s.last_in)
    record_points(s)
    assert points(s) == 5
    at = {"201st": "3013", "HQ-1Armd": "3014", "KDG": "4113", "HQ-7Armd": "4114"}
    t = position(at, scenario="opening", turn=4, active="1Armd")
    t.scored, t.last_in = s.scored, s.last_in
    t = play(t, "move 201st", "step 3012", "step 3011", "halt")  # passes through Knightsbridge
    assert points(t) == 2  # El Adem stays
    t = position(at, scenario="opening", turn=4, active="7Armd")
    t.scored, t.last_in = s.scored, s.last_in
    t = play(t, "move KDG", "step 4112", "halt")
    assert points(t) == 2 + 3  # and both are kept here


@rule(RULES, "10.2-e", "10.3-f")
@pytest.mark.parametrize("scenario", ["opening", "gazala"])
def test_occupied_axis_sources_cost_two_points_a_turn(scenario: str) -> None:
    s = position({"4 SA": "0121", "KDG": "3626", "HQ-7Armd": "5113"}, scenario=scenario, turn=3)
    record_points(s)
    record_points(s)
    assert s.penalty == 4
    assert points(s) == -4
    s = position({"HQ-7Armd": "0115"}, scenario=scenario, turn=3)
    record_points(s)
    assert s.penalty == 0  # an HQ is no combat unit


@rule(RULES, "10.2-g", "10.3-j")
@pytest.mark.parametrize(
    ("scenario", "table"),
    [
        ("opening", {9: "Axis D", 8: "Axis D", 7: "Axis S", 6: "Axis M", 5: "Draw", 4: "Commonwealth M"}),
        ("opening", {3: "Commonwealth S", 2: "Commonwealth D", -4: "Commonwealth D"}),
        ("gazala", {16: "Axis D", 15: "Axis D", 14: "Axis S", 13: "Axis S", 12: "Axis M", 11: "Axis M", 10: "Draw"}),
        ("gazala", {9: "Commonwealth M", 8: "Commonwealth S", 7: "Commonwealth D", -3: "Commonwealth D"}),
    ],
)
def test_victory_levels(scenario: str, table: dict[int, str]) -> None:
    for total, level in table.items():
        s = position({}, scenario=scenario, turn=4)
        s.where = [-1 if n == -2 else n for n in s.where]
        s.penalty, s.ending = -total, 1
        result = outcome(s)
        assert result is not None
        assert result.level.startswith(level), total
        assert result.winner == (AX if level.startswith("Axis") else -1 if level == "Draw" else CW)


@rule(RULES, "10.3-b")
def test_automatic_victory() -> None:
    at = {"104": "4303", "HQ-21Pz": "4203", "HQ-5Ind": "5224", "29th Ind": "5224"}
    assert is_automatic(position(at))
    assert not is_automatic(position({**at, "HQ-1Armd": "5210", "201st": "5210"}))
    assert not is_automatic(position({**at, "104": "4304"}))
    assert not is_automatic(position(at, scenario="opening"))
    s = position(at, turn=3)
    end_of_turn(s, GameTurn(), None)  # type: ignore[arg-type]
    result = outcome(s)
    assert result is not None
    assert result.winner == AX


@rule(RULES, "10.3-c", "10.3-d", "10.3-e")
def test_values_of_the_gazala_battles() -> None:
    rows = {(r.hex, r.first, r.last): (r.vp, r.out_of_command, r.kept) for r in E.objectives if r.scenario == "gazala"}
    assert rows[("4303", 1, 4)] == (10, 8, False)
    assert rows[("4303", 5, 6)] == (7, 6, False)
    assert rows[("4303", 7, 8)] == (6, 5, False)
    for id in ("3012", "3305"):
        assert [rows[(id, *band)][:2] for band in ((1, 3), (4, 5), (6, 8))] == [(3, 2), (2, 1), (1, 0)]
    assert (rows[("4112", 1, 4)], rows[("4112", 5, 8)]) == ((2, 1, True), (1, 0, True))
    s = position({"104": "4303", "HQ-21Pz": "4203"}, turn=6)
    s.last_in = (AX,) * len(s.last_in)
    record_points(s)
    s.turn = 8
    assert points(s) == 7  # taken in turn 6 and held
    s.last_in = (CW,) * len(s.last_in)
    assert points(s) == 0
    s = position({"104": "3305", "HQ-21Pz": "1010", "115": "2521", "HQ-15Pz": "1010"}, turn=5)
    record_points(s)
    assert (values(s)["3305"], values(s)["2521"]) == (1, 0)


@rule(RULES, "10.3-g", "10.3-i")
def test_losses_count_at_the_end() -> None:
    from sandtable.kernel.tally import Tally

    def final(lost: tuple[int, int]) -> int:
        s = position({}, turn=8)
        s.where = [-1 if n == -2 else n for n in s.where]
        s.lost = lost
        vp = Tally("points")
        add_final(s, vp)
        return vp.total

    assert [final((n, 0)) for n in (44, 45, 64, 65, 66)] == [0, 1, 1, 2, 2]
    assert [final((0, n)) for n in (34, 35, 47, 54, 55)] == [0, -1, -2, -2, -3]
    pools = {row.id: row.pool for row in E.unit_rows}
    assert [pools[id] for id in ("I/8", "8", "18 FLAK", "Kiehl", "200", "KG Hecker", "XII", "44 RTR", "69th")] == [
        "DAK", "XX", "DAK", "DAK", "", "", "", "CWMOT", ""
    ]  # fmt: skip
    from sandtable.titles.theseus.effectiveness import lose

    s = position({"I/8": "0221", "HQ-15Pz": "0221", "115": "0222", "3 RTR/4": "3626"})
    lose(s, u("I/8"), 2)
    lose(s, u("3 RTR/4"), 9)
    s.strength[u("I/8")] += 1  # replaced points stay lost
    assert s.lost == (4, 2)


@rule(RULES, "10.3-h")
def test_axis_hqs_removed_or_unsupplied() -> None:
    from sandtable.kernel.tally import Tally

    s = position({"HQ-Sab": "3626", "85": "3626"}, turn=8)
    s.where = [-1 if n == -2 else n for n in s.where]
    s.where[u("HQ-Ari")] = -2
    vp = Tally("points")
    add_final(s, vp)
    assert vp.total == -2


# Notes


@rule(RULES, "N-1")
def test_seven_linear_chits_replace_seven_others() -> None:
    originals, linear = E.cups
    assert len(originals) == len(linear) == 30
    replaced = [E.chit_rows[a].id for a, b in zip(originals, linear, strict=True) if a != b]
    assert replaced == ["10", "14", "15", "16", "17", "18", "29"]
    assert [E.chit_rows[b].id for a, b in zip(originals, linear, strict=True) if a != b] == [f"A{id}" for id in replaced]

    class Watching:
        cup: tuple[int, ...] = ()

        def draw(self, cup, by, rule, alike=None):  # type: ignore[no-untyped-def]
            self.cup = self.cup or tuple(cup)
            return cup[0]

    for option in (False, True):
        dice = Watching()
        s = position({"104": "3626", "69th": "3627"}, linear=option)
        draw_chits(s, Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),)), dice)  # type: ignore[arg-type]
        assert dice.cup == (linear if option else originals)


@rule(RULES, "N-4")
def test_a_zone_of_control_scores_nothing() -> None:
    s = position({"104": "4111", "HQ-21Pz": "4110"}, turn=2)
    record_points(s)
    assert values(s)["4112"] == 0


def test_the_lesson_says_which_activation_it_is() -> None:
    s = at_set_up("bir_hacheim")
    assert view(s, AX).when == "27 May 1942 · Bir Hacheim"
    s = settled(s, dice=[5])
    assert view(s, AX).when == "27 May 1942 · Activation 1 of 6"
    assert view(play(s, "end", dice=[5]), AX).when == "27 May 1942 · Activation 2 of 6"
