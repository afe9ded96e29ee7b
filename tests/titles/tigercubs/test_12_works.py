"""12 Breakdowns and engineers; 13.J, 13.K quartermasters and terminals; X-4, X-5 sea and rail lift."""

from __future__ import annotations

import pytest

from sandtable.kernel.data import changes_of
from sandtable.kernel.play import Illegal, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.air_bases import capacity
from sandtable.titles.tigercubs.arrivals import arrive, ripen
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.engineers import NO_PORT, PORT_WRECKED
from sandtable.titles.tigercubs.frames import IN_PURSUIT, CombatPhase, InitialPhase, MovementPhase, PlayerTurn, PursuitPhase
from sandtable.titles.tigercubs.kinds import E1, FIVE_DAY, GENERAL, NONE, U2, U3
from sandtable.titles.tigercubs.lift import NO_SHIPS, port_left
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.scales import GSP, LP, MP, WING
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.state import (
    CHARTED,
    DEAD,
    EMPLACED,
    EMPLACING,
    MOBILE,
    OVERRAN,
    PAID_GENERAL,
    REVERTING,
    State,
    attack_rating,
    defence_rating,
    mark,
    sp,
    store,
    supply_state,
)
from sandtable.titles.tigercubs.turn import open_player_turn
from tests.kit import offered, play, rule, settled, why_not
from tests.titles.tigercubs.position import E, p, position, start, u


def moving(at: dict[str, str], side: int = ALLIED, emplaced: tuple[str, ...] = (), **more: object) -> State:
    someone = {"B-13L": "2109"} if side == ALLIED else {"I-DICAT": "1109"}  # so that there is always somebody to move
    s = position({**someone, **at}, frame=MovementPhase(side), **more)  # type: ignore[arg-type]
    s.phasing = side
    for name in emplaced:
        s.post[u(name)] = EMPLACED
    s.memo.clear()
    return settled(s)


# 12.A


@rule("tigercubs", "12.A.1", "12.A.2.a", "12.A.2.b", "5.A.10", "12.A.3")
def test_a_division_breaks_down_into_its_parts() -> None:
    s = moving({"G-15Pz": "1410"}, AXIS, states={"G-15Pz": "E1"})
    s = play(s, "move G-15Pz", "go 1411", "halt", "split G-15Pz G-15Pz")
    parts = [u(id) for id in ("G-PzR8", "G-SR104", "G-SR115", "G-K15", "G-PzJ33")]
    assert s.where[u("G-15Pz")] == CHARTED
    assert {s.where[part] for part in parts} == {p("1411")}
    assert sum([sp(s, part) for part in parts]) == 8
    assert sum([attack_rating(s, part) for part in parts]) == 48
    assert sum([defence_rating(s, part) for part in parts]) == 40
    assert {s.spent[part] for part in parts} == {MP}
    assert {supply_state(s, part) for part in parts} == {E1}
    assert audit(s) == []


@rule("tigercubs", "12.A.1-b", "5.A.10")
def test_never_in_the_combat_phase() -> None:
    verbs = {act.verb for row in OUTLINES[CombatPhase].rows for act in row.acts}
    assert not verbs & {"split", "assemble"}
    fighting = position({"G-15Pz": "1407", "B-7AD": "1408"}, frame=CombatPhase(AXIS))
    fighting.phasing = AXIS
    with pytest.raises(Illegal) as refused:
        read(settled(fighting), "split G-15Pz G-15Pz")
    assert refused.value.refusal.rule == "12.A.1-b"
    assert {"split", "assemble"} <= {act.verb for row in OUTLINES[MovementPhase].rows for act in row.acts}
    assert {"split", "assemble"} <= {act.verb for row in OUTLINES[PursuitPhase].rows for act in row.acts}


@rule("tigercubs", "12.A.1-c", "12.A.4")
def test_what_does_not_break_down() -> None:
    s = moving({"B-7AD": "1410", "B-4ID": "1411"}, reduced=("B-7AD",))
    assert why_not(s, "split B-7AD B-7AD").rule == "12.A.1-c"
    assert why_not(s, "split B-4ID G-5le").rule == "12.A.4"
    assert why_not(s, "split G-5le G-5le").rule == "12.A.2.a"


@rule("tigercubs", "12.A.2.c", "12.A.3", "S3-d")
def test_parts_are_assembled() -> None:
    s = moving({"B-11I": "1410", "B-22G": "1411", "B-1SA": "1410"})
    assert why_not(s, "assemble B-4ID").rule == "12.A.2.c"
    s = play(s, "move B-22G", "go 1410", "halt", "assemble B-4ID")
    assert s.where[u("B-4ID")] == p("1410")
    assert s.where[u("B-22G")] == s.where[u("B-11I")] == CHARTED
    assert s.spent[u("B-4ID")] == MP
    assert s.phase_start[u("B-4ID")] == NONE  # its parts did not begin the phase together
    assert why_not(s, "assemble B-1SAD").rule == "12.A.2.c"
    lost = moving({"I-61": "1410", "I-7B": "1410", "I-46A": "1410"}, AXIS)
    lost.where[u("I-62")] = DEAD
    assert why_not(lost, "assemble I-Tre").rule == "12.A.2.c"
    campaign = start("campaign")
    assert campaign.where[u("B-7AB")] == campaign.where[u("B-7SG")] == p("1509")


def pursuing(at: dict[str, str], side: int = ALLIED, armed: bool = True) -> State:
    s = position(at, frame=PursuitPhase(side))
    s.phasing = side
    s.offensive = [int(armed)] * E.units
    return s


@rule("tigercubs", "12.A.2.c", "6.3.e.i")
def test_parts_in_offensive_supply_are_assembled_within_the_pursuit_of_the_division() -> None:
    for armed in (True, False):
        s = settled(pursuing({"B-7AB": "1410", "B-7SG": "1410"}, armed=armed))
        s.spent[u("B-7AB")] = 12 * MP
        assert ("assemble B-7AD" in offered(s)) == armed  # 16 in Offensive Supply, 8 in General
    s = settled(pursuing({"B-7AB": "1410", "B-7SG": "1410"}))
    s.spent[u("B-7AB")] = 12 * MP
    s = play(s, "assemble B-7AD")
    assert points_left(s, u("B-7AD"), IN_PURSUIT) == 4 * MP


@rule("tigercubs", "12.A.2.c", "13.G.2.a")
@pytest.mark.parametrize("part", ["B-7AB", "B-7SG"])
def test_a_division_is_as_short_of_supply_as_the_worst_of_its_parts(part: str) -> None:
    s = play(moving({"B-7AB": "1410", "B-7SG": "1410"}, states={part: "E1"}), "assemble B-7AD")
    assert (s.out[u("B-7AD")], s.cut[u("B-7AD")], s.colour[u("B-7AD")]) == (1, 0, ALLIED)


@rule("tigercubs", "12.A.2.c", "7.E.1.b-b", "13.I")
@pytest.mark.parametrize("part", ["B-7AB", "B-7SG"])
def test_a_division_pursues_as_the_least_able_of_its_parts(part: str) -> None:
    s = pursuing({"B-7AB": "1410", "B-7SG": "1410"})
    s.did[u(part)] = OVERRAN
    assert points_left(play(settled(s), "assemble B-7AD"), u("B-7AD"), IN_PURSUIT) == 8 * MP
    s = pursuing({"B-7AB": "1410", "B-7SG": "1410"})
    s.offensive[u(part)] = 0
    assert points_left(play(settled(s), "assemble B-7AD"), u("B-7AD"), IN_PURSUIT) == 8 * MP


@rule("tigercubs", "12.A.2.c")
def test_tired_parts_are_not_assembled() -> None:
    s = moving({"B-11I": "1410", "B-22G": "1410"})
    s.spent[u("B-22G")] = 11 * MP  # the division has ten
    assert why_not(s, "assemble B-4ID").rule == "12.A.2.c"


@rule("tigercubs", "12.A.2.c")
def test_a_division_that_was_short_of_supply_when_it_broke_down_is_assembled_as_its_parts_are_now() -> None:
    s = play(moving({"B-4ID": "1410"}, states={"B-4ID": "U1"}), "split B-4ID B-4ID")
    for part in ("B-11I", "B-22G"):
        mark(s, u(part), 0, False, NONE)
        s.spent[u(part)] = 8 * MP  # more than half of the ten that it has
    s.owner[p("1410")] = AXIS
    s = play(s, "assemble B-4ID")
    assert (supply_state(s, u("B-4ID")), s.spent[u("B-4ID")]) == (GENERAL, 8 * MP)
    assert (s.phase_start[u("B-4ID")], s.owner[p("1410")]) == (p("1410"), ALLIED)


@rule("tigercubs", "12.A.1", "12.A.4")
def test_italian_infantry_divisions_share_two_boxes() -> None:
    s = moving({"I-Bre": "1410", "I-Pav": "1411", "I-Bol": "1412"}, AXIS)
    s = play(s, "split I-Bre A", "split I-Pav B")
    assert why_not(s, "split I-Bol A").rule == "12.A.3"
    assert "assemble I-Bre" in offered(s)
    assert why_not(s, "assemble I-Sav").rule == "12.A.2.c"
    back = play(s, "assemble I-Pav")
    assert (back.where[u("I-Pav")], back.where[u("I-BDB1")]) == (p("1411"), CHARTED)
    assert audit(back) == []


# 12.B


@rule("tigercubs", "12.B.1", "12.B.2.b", "4.A.1", "19.B-14")
def test_a_motorised_regiment_builds_three_levels() -> None:
    s = moving({"B-SM": "1607"})
    for _ in range(3):
        s = play(s, "build B-SM works")
    assert s.works == {p("1607"): 3}
    assert points_left(s, u("B-SM"), 0) == MP
    assert why_not(s, "build B-SM works").rule == "12.B.1"
    s.works[p("1607")] = 4
    s.spent[u("B-SM")] = 0
    assert why_not(s, "build B-SM works").rule == "4.A.1"


@rule("tigercubs", "2.F.2", "7.H.1.a.ii", "12.B.2.e")
def test_nothing_is_built_where_half_an_sp_only_controls_the_hex() -> None:
    s = moving({"G-Pi33": "1807"}, AXIS)
    s.base_hits = {p("1807"): 1}
    assert {why_not(s, f"build G-Pi33 {work}").rule for work in ("works", "airfield", "repair_airbase")} == {"2.F.2"}
    assert "build G-Pi33 demolish_port" in offered(s)


@rule("tigercubs", "12.B.1.b", "12.B.2.c", "4.B.2.b", "4.B.1")
def test_a_battalion_builds_one_airfield() -> None:
    s = moving({"B-SAE": "2509", "B-SM": "1608"})
    one = play(s, "build B-SAE airfield")
    assert one.airfields == {p("2509"): 1}
    assert points_left(one, u("B-SAE"), 0) == 0
    for _ in range(4):
        one = play(one, "build B-SM airfield")
    assert one.airfields[p("1608")] == 4
    assert why_not(one, "build B-SM airfield").rule == "4.B.2.c"
    for desert in ("1409", "1609"):
        assert why_not(moving({"B-SM": desert}), "build B-SM airfield").rule == "4.B.2.b"
    town = moving({"B-SM": "1409"})
    town.edition = load(changes_of({"hexes": [{"id": "1409", "city": "town"}]}))
    assert play(town, "build B-SM airfield").airfields == {p("1409"): 1}


@rule("tigercubs", "12.B.1.a")
def test_brigades_pay_half() -> None:
    s = moving({"B-SM": "1607"})
    s.edition = load(changes_of({"units": [{"id": "B-SM", "size": "X"}]}))
    s = play(s, "build B-SM works")
    assert (s.works, s.spent[u("B-SM")]) == ({p("1607"): 1}, 5 * MP // 2)  # 2.5: fractions are kept
    assert [E.work[u(id)] for id in ("B-SM", "B-SAE")] == [1, 2]


@rule("tigercubs", "12.B.2", "12.B.2.f.iv")
def test_railroad_engineers_only_mend_the_railway() -> None:
    s = moving({"B-NZR": "2710"})
    assert why_not(s, "build B-NZR works").rule == "12.B.2"
    assert why_not(s, "build B-NZR repair_rail").rule == "12.B.2.f"
    s.rail_breaks = {p("2710"): 2}
    s = play(s, "build B-NZR repair_rail")
    assert s.rail_breaks == {}
    assert s.spent[u("B-NZR")] == MP
    assert why_not(moving({"B-4ID": "2710"}), "build B-4ID works").rule == "12.B.2"


@rule("tigercubs", "12.B.2.f.iv", "12.B.1", "12.B.1.b")
@pytest.mark.parametrize(
    ("unit", "breaks", "left", "spent"), [("B-NZR", 3, 1, 1), ("B-NZR", 1, 0, 1), ("B-SAE", 1, 0, 1), ("B-SAE", 2, 1, 1)]
)
def test_a_point_mends_two_rail_breaks_of_a_regiment_and_one_of_a_battalion(unit: str, breaks: int, left: int, spent: int) -> None:
    s = moving({unit: "2710"})
    s.rail_breaks = {p("2710"): breaks}
    s.spent[u(unit)] = 5 * MP  # a point is left
    s = play(s, f"build {unit} repair_rail")
    assert (s.rail_breaks.get(p("2710"), 0), s.spent[u(unit)]) == (left, (5 + spent) * MP)


@rule("tigercubs", "12.B.2.a", "12.B.2.f.i")
def test_engineers_pool_their_points() -> None:
    s = moving({"B-SAE": "2408", "B-SM": "2408"})
    s.port_hits = {p("2408"): 3}
    alone = play(s, "build B-SM repair_port", "toil B-SM")
    assert (alone.port_hits[p("2408")], alone.spent[u("B-SM")], alone.spent[u("B-SAE")]) == (2, 8 * MP, 0)
    assert "share B-SAE 1" in offered(play(s, "build B-SM repair_port"))
    both = play(s, "build B-SM repair_port", "share B-SAE 4")
    if "toil B-SM" in offered(both):
        both = play(both, "toil B-SM")
    assert (both.port_hits[p("2408")], both.spent[u("B-SM")], both.spent[u("B-SAE")]) == (2, 6 * MP, 4 * MP)
    twice = play(play(moving_hits("B-SM"), "build B-SM repair_port"), "build B-SM repair_port")
    assert twice.port_hits[p("2408")] == 1
    assert why_not(moving_hits("B-2FS"), "build B-2FS repair_port").rule == "12.B.1"


def moving_hits(unit: str) -> State:
    s = moving({unit: "2408"})
    s.port_hits = {p("2408"): 3}
    return s


@rule("tigercubs", "12.B.2.b-c", "4.A.2-b")
def test_no_works_within_a_printed_fort() -> None:
    s = moving({"B-2FS": "0905"})
    assert why_not(s, "build B-2FS works").rule == "12.B.2.b-c"
    fallen = moving({"B-SM": "1406"}, owned={"1406": "allied"})
    fallen.reduced_forts = (p("1406"),)
    assert play(fallen, "build B-SM works").works == {p("1406"): 1}


@rule("tigercubs", "12.B.2.d", "12.B.2.d-b")
def test_airstrips_need_their_builders() -> None:
    s = moving({"B-SM": "1409"})
    assert why_not(moving({"B-SM": "1807"}), "build B-SM airstrip").rule == "12.B.2.d"
    s = play(s, "build B-SM airstrip")
    assert s.airstrips == (p("1409"),)
    assert s.spent[u("B-SM")] == 2 * MP
    assert why_not(s, "build B-SM airstrip").rule == "12.B.2.d"
    s.frames = [PlayerTurn(ALLIED, False), *s.frames]
    s.frames[0].at = 3
    stays = play(s, "done")
    assert stays.airstrips == (p("1409"),)
    pursues = s.clone()
    pursues.frames = [PursuitPhase(ALLIED)]
    pursues.spent, pursues.phase_start = [0] * E.units, pursues.where[:]
    assert play(settled(pursues.clone()), "done").airstrips == (p("1409"),)
    assert not play(settled(pursues), "move B-SM", "go 1408", "halt", "done").airstrips
    left = play(s, "move B-SM", "go 1408", "halt", "done")
    assert left.airstrips == ()


@rule("tigercubs", "12.B.2.d", "4.B.3.b", "13.H.2.c", "13.H.2.e")
def test_where_an_airbase_has_lost_all_capacity_an_airstrip_may_be_built() -> None:
    s = moving({"B-2FS": "0905"})
    assert why_not(s, "build B-2FS airstrip").rule == "12.B.2.d"
    hit, starved = s.clone(), s.clone()
    hit.base_hits = {p("0905"): 1}
    starved.base_short = {p("0905"): 2}
    assert play(hit, "build B-2FS airstrip").airstrips == (p("0905"),)
    built = play(starved, "build B-2FS airstrip")
    assert capacity(built, p("0905")) == WING


@rule("tigercubs", "12.B.2.e", "7.C.1.b")
def test_demolition_of_a_port() -> None:
    s = moving({"G-Pi33": "1406"}, AXIS)
    s = play(s, "build G-Pi33 demolish_port", "build G-Pi33 demolish_port")
    assert s.port_hits == {p("1406"): 2}
    assert points_left(s, u("G-Pi33"), 0) == 0
    assert why_not(moving({"G-Pi33": "1307"}, AXIS), "build G-Pi33 demolish_port") == NO_PORT
    wreck = moving({"G-Pi33": "1406"}, AXIS)
    wreck.port_hits = {p("1406"): E.clearing[p("1406")] - 1}
    assert why_not(play(wreck, "build G-Pi33 demolish_port"), "build G-Pi33 demolish_port") == PORT_WRECKED


@rule("tigercubs", "12.B.2.e-b", "12.B.2.f.ii")
def test_railways_and_bridges_are_cut_and_mended() -> None:
    s = moving({"G-Pi33": "2710"}, AXIS, owned={"2710": "axis"})
    s = play(s, "cut G-Pi33")
    assert (s.rail_breaks, s.spent[u("G-Pi33")]) == ({p("2710"): 1}, 4 * MP)
    assert why_not(moving({"G-Pi33": "1407"}, AXIS), "cut G-Pi33").rule == "12.B.2.e-b"
    side = E.hexside(p("0805"), p("0905"))
    blown = play(moving({"G-Pi33": "0805"}, AXIS), "bridge G-Pi33 0905")
    assert blown.bridges_down == (side,)
    mended = moving({"B-SM": "0905"})
    mended.bridges_down = (side,)
    mended = play(mended, "bridge B-SM 0805")
    assert (mended.bridges_down, mended.spent[u("B-SM")]) == ((), 2 * MP)


@rule("tigercubs", "12.B.2.f.iii", "4.B.5.d")
def test_airbases_are_mended() -> None:
    s = moving({"B-SM": "2408", "B-SAE": "2509"})
    s.base_hits = {p("2408"): 2, p("2509"): 3}
    s = play(s, "build B-SM repair_airbase", "build B-SM repair_airbase")
    assert (s.base_hits, s.spent[u("B-SM")]) == ({p("2509"): 3}, 2 * MP)
    for _ in range(3):
        s = play(s, "build B-SAE repair_airbase")
    assert (s.base_hits, s.spent[u("B-SAE")]) == ({}, 6 * MP)


# 13.K Quartermasters


@rule("tigercubs", "13.K.2.d", "13.K.2.e", "13.Q.1", "13.K.2.c")
def test_loading_is_free_of_movement_points() -> None:
    s = moving({"Q-AL3": "2408", "B-4ID": "2408"})
    s.lp[p("2408")], s.gsp[p("2408")] = 7, 30 * GSP
    full = play(s, "load Q-AL3 6")
    assert (full.lp[store(full, u("Q-AL3"))], full.lp[p("2408")], full.spent[u("Q-AL3")]) == (6, 1, 0)
    assert why_not(full, "fill Q-AL3 1").rule == "13.K.2.d"
    mixed = play(s, "load Q-AL3 3", "fill Q-AL3 20")
    assert why_not(mixed, "fill Q-AL3 1").rule == "13.K.2.d"
    assert why_not(s, "load B-4ID 1").rule == "13.K.2.c"
    assert why_not(s, "fill B-4ID 1").rule == "13.Q.1"
    away = play(full, "move Q-AL3", "go 2309", "halt", "unload Q-AL3 6")
    assert (away.lp[p("2309")], away.new_lp[p("2309")]) == (6, 6)
    assert away.lp[p("2408")] == 1
    assert audit(away) == []


@rule("tigercubs", "13.K.2.f", "13.K.2.e")
def test_emplacing_takes_a_full_turn() -> None:
    s = moving({"Q-AX3": "1106", "Q-AX2": "0302"}, AXIS, emplaced=("Q-AX2",))
    moved = play(s, "move Q-AX3", "go 1206", "halt")
    assert why_not(moved, "emplace Q-AX3").rule == "13.K.2.f"
    busy = play(s, "emplace Q-AX3", "revert Q-AX2")
    assert (busy.post[u("Q-AX3")], busy.post[u("Q-AX2")]) == (EMPLACING, REVERTING)
    assert why_not(busy, "move Q-AX3").rule == why_not(busy, "move Q-AX2").rule == "13.K.2.f"
    open_player_turn(busy, PlayerTurn(ALLIED, True), None)  # type: ignore[arg-type]
    assert busy.post[u("Q-AX3")] == EMPLACING
    open_player_turn(busy, PlayerTurn(AXIS, True), None)  # type: ignore[arg-type]
    assert (busy.post[u("Q-AX3")], busy.post[u("Q-AX2")]) == (EMPLACED, MOBILE)
    loaded = moving({"Q-AX3": "1106"}, AXIS)
    loaded.gsp[p("1106")] = 2 * GSP
    assert why_not(play(loaded, "fill Q-AX3 2"), "emplace Q-AX3").rule == "13.K.2.e"


@rule("tigercubs", "13.J.1.a", "13.K.2.d", "13.J.1.b")
def test_two_quartermasters_carry_a_terminal() -> None:
    s = moving({"S-AL2": "2408", "Q-AL2": "2408", "Q-AL3": "2408"})
    s = play(s, "hoist Q-AL2 Q-AL3")
    assert [points_left(s, u(id), 0) for id in ("Q-AL2", "Q-AL3")] == [15 * MP, 15 * MP]
    s = play(s, "move Q-AL2")
    assert why_not(s, "drop Q-AL3").rule == "13.K.2.d"
    s = play(s, "go 2309", "go 2208", "halt")
    assert s.where[u("S-AL2")] == s.where[u("Q-AL3")] == p("2208")
    s = play(s, "lower Q-AL3")
    assert s.carries[u("Q-AL2")] == s.carries[u("Q-AL3")] == NONE
    assert points_left(s, u("Q-AL2"), 0) == 8 * MP
    assert why_not(s, "emplace S-AL2").rule == "13.K.2.f"  # it has been moved this turn
    assert sp(s, u("S-AL2")) == 20
    one = moving({"S-AL2": "2408", "Q-AL2": "2408", "Q-AL3": "2309"})
    assert why_not(one, "hoist Q-AL2 Q-AL3").rule == "13.K.2.d"
    elsewhere = moving({"S-AL2": "2309", "Q-AL2": "2408", "Q-AL3": "2408"})
    assert why_not(elsewhere, "hoist Q-AL2 Q-AL3").rule == "13.K.2.d"


@rule("tigercubs", "13.J.1.e", "13.J.1.e.i.1", "13.J.1.e.i.2", "13.K.3.a", "13.K.3")
def test_where_a_terminal_is_emplaced() -> None:
    def site(at: str, owner: str, name: str = "S-AX1", side: int = AXIS, **more: str) -> State:
        emplaced = tuple([unit for unit in more if unit != name])
        return moving({name: at, **{unit.replace("_", "-"): place for unit, place in more.items()}}, side,
                      owned={at: owner}, emplaced=tuple([unit.replace("_", "-") for unit in emplaced]))  # fmt: skip

    assert "emplace S-AX1" in offered(site("0905", "axis"))
    assert why_not(site("0302", "axis"), "emplace S-AX1").rule == "13.J.1.e.i.1"
    near = site("2408", "allied", "S-AL2", ALLIED, S_AL1="DEL", Q_AL1="DEL")
    assert "emplace S-AL2" in offered(near)
    assert play(near, "emplace S-AL2").post[u("S-AL2")] == EMPLACING
    alone = site("2408", "allied", "S-AL2", ALLIED, S_AL1="DEL")
    assert why_not(alone, "emplace S-AL2").rule == "13.J.1.e.i.1"


#


@rule("tigercubs", "X-4", "2.G", "13.J.1.b", "13.P.2.a", "13.P.2.g", "13.P.2.d", "19.B-39", "4.C.1")
def test_sea_lift() -> None:
    s = moving({"B-8C": "0905", "B-18A": "0905"})
    s.lp[p("DEL")] = 6
    whole = play(s, "sail DEL 0905", "ship 3")
    assert (whole.gsp[p("0905")], whole.lp[p("DEL")]) == (20 * GSP, 3)
    assert whole.lift_used[ALLIED] == 5 * 4
    mixed = play(s, "sail 0905 DEL", "embark B-8C")
    assert mixed.where[u("B-8C")] == p("DEL")
    mixed = play(mixed, *(["done"] if "done" in offered(mixed) and mixed.frames[-1].__class__.__name__ == "SeaLift" else []))
    mixed = play(mixed, "sail DEL 0905", "ship 2")
    assert mixed.lift_used[ALLIED] == 18  # 4½ SP
    assert mixed.gsp[p("0905")] == 2 * 20 * GSP // LP
    base = moving({"S-AL1": "0905", "B-8C": "0905"})  # 10 SP
    assert why_not(play(base, "sail 0905 DEL"), "embark S-AL1") == NO_SHIPS


@rule("tigercubs", "X-4", "13.P.2.f", "13.D.1.a", "13.P.2.e")
def test_ships_carry_gsps_and_bring_lps_to_a_terminal() -> None:
    s = moving({"S-AL2": "0905"}, emplaced=("S-AL2",))
    s.lp[p("DEL")], s.gsp[p("DEL")] = 3, 30 * GSP
    s = play(s, "sail DEL 0905")
    points = play(s, "freight 8")  # 20 to an LP of 5 SP
    assert (points.gsp[p("0905")], points.gsp[p("DEL")], points.lift_used[ALLIED]) == (8 * GSP, 22 * GSP, 2 * 4)
    assert why_not(points, "freight 13").rule == "X-4"
    whole = play(s, "ship 3")
    assert (whole.lp[p("0905")], whole.new_lp[p("0905")], p("0905") in whole.gsp) == (3, 3, False)


@rule("tigercubs", "4.C.2")
def test_a_damaged_port_clears_less() -> None:
    s = moving({})
    s.lp[p("DEL")], s.port_hits = 6, {p("0905"): 6}
    s = play(s, "sail DEL 0905")
    assert why_not(s, "ship 3").rule == "4.C.2"
    two = play(s, "ship 2")
    assert two.gsp[p("0905")] == 80


@rule("tigercubs", "4.C.2")
def test_what_a_port_has_handled_counts_for_the_whole_player_turn() -> None:
    s = moving({"B-8C": "DEL"})
    s.lp[p("DEL")], s.port_hits = 6, {p("0905"): 7}  # 3 SP
    s = play(s, "sail DEL 0905", "ship 1")
    assert s.cleared[p("0905")] == 2 * 4
    assert why_not(s, "ship 1").rule == "4.C.2"  # 2 more
    assert play(s, "embark B-8C").cleared[p("0905")] == 10  # half an SP still fits


@rule("tigercubs", "4.C.3.a")
def test_a_captured_port_serves_from_its_captors_next_initial_phase() -> None:
    s = moving({}, AXIS, owned={"0905": "axis"})
    s.port_hits, s.new_ports = {p("0905"): 3}, (p("0905"),)
    ripen(s, InitialPhase(ALLIED), None)  # type: ignore[arg-type]
    assert s.new_ports == (p("0905"),)
    ripen(s, InitialPhase(AXIS), None)  # type: ignore[arg-type]
    assert not s.new_ports
    assert port_left(s, p("0905")) == 7 * 4  # the damage is inherited


@rule("tigercubs", "X-4", "4.C.3.a", "S1-b")
def test_what_sea_lift_does_not_do() -> None:
    axis = moving({"I-Bol": "BEN"}, AXIS)
    axis.lp[p("BEN")] = 3
    axis = play(axis, "sail BEN 0302")
    assert why_not(axis, "embark I-Bol").rule == "X-4"
    assert why_not(axis, "ship 3").rule == "X-4"  # 2 SP a half-month
    captured = moving({}, AXIS, owned={"0905": "axis"})
    captured.lp[p("BEN")], captured.new_ports = 3, (p("0905"),)
    assert why_not(captured, "sail BEN 0905").rule == "4.C.3.a"
    brevity = moving({"B-8C": "1807"}, scenario="brevity")
    assert why_not(brevity, "sail 1807 2408").rule == "S1-b"
    assert why_not(brevity, "entrain 2408 1").rule == "S1-b"
    assert why_not(moving({}), "sail DEL 1407").rule == "X-4"


@rule("tigercubs", "2.I.4", "X-4")
def test_at_5_day_scale_ships_sail_in_turns_with_an_initial_phase_alone() -> None:
    s = moving({}, scale=FIVE_DAY)
    s.lp[p("DEL")] = 3
    found = {}
    for turn, row in enumerate(E.turn_rows):
        if row.id in ("JUN 3", "JUN 4", "JUN 5", "JUN 6", "JUL 1"):
            s.turn = turn
            found[row.id] = "sail DEL 0905" in offered(s)
            if not found[row.id]:
                assert why_not(s, "sail DEL 0905").rule == "2.I.4"
    assert found == {"JUN 3": True, "JUN 4": True, "JUN 5": False, "JUN 6": False, "JUL 1": True}  # JUN 3 opens the scenario


@rule("tigercubs", "X-4", "7.C.1.c")
def test_nobody_lands_where_the_enemy_stands() -> None:
    s = moving({"B-8C": "DEL", "B-18C": "DEL", "G-K15": "0905"})
    s.lp[p("DEL")] = 1
    assert s.owner[p("0905")] == ALLIED  # half an SP only controls the port
    s = play(s, "sail DEL 0905")
    assert why_not(s, "embark B-8C").rule == "7.C.1.c"
    assert play(s, "ship 1").gsp[p("0905")] == 40  # the port itself is not captured (4.C.3)


@rule("tigercubs", "13.H.4.b")
def test_who_lands_among_the_starving_starves() -> None:
    s = moving({"B-8C": "DEL", "B-18A": "0905", "G-15Pz": "1005"}, states={"B-18A": "U3"})
    s = play(s, "sail DEL 0905")
    landed = play(s, "embark B-8C", dice=[2])
    assert supply_state(landed, u("B-8C")) == U3
    assert play(s, "embark B-8C", dice=[3]).where[u("B-8C")] == DEAD


@rule("tigercubs", "13.H.4.a", "13.H.4.b", "13.G.2.b.i")
def test_who_is_shipped_out_of_a_siege_keeps_its_marker_but_does_not_roll_again() -> None:
    s = moving({"B-18A": "0905", "S-AL1": "DEL", "B-Pol": "DEL"}, states={"B-18A": "U2"}, emplaced=("S-AL1",))
    s.paid[u("S-AL1")] = PAID_GENERAL
    s = play(s, "sail 0905 DEL", "embark B-18A")  # no die
    assert supply_state(s, u("B-18A")) == U2  # until the next Initial Phase
    arrive(s, u("B-5SA"), p("DEL"))
    assert supply_state(s, u("B-5SA")) == GENERAL  # the Delta is in supply, whoever came there


@rule("tigercubs", "X-4", "7.A", "7.D.1")
def test_a_unit_marches_to_the_port_and_embarks() -> None:
    s = moving({"B-18A": "1005", "B-3AB": "0905"})
    s = play(s, "move B-18A", "go 0905", "halt", "sail 0905 DEL")
    landed = play(s, "embark B-18A")
    assert landed.where[u("B-18A")] == p("DEL")
    assert why_not(play(landed, "done"), "move B-18A").rule == "7.C.1"  # and no farther
    assert landed.lift_used[ALLIED] == 2 * 4
    s.spent[u("B-18A")] = 6 * MP
    assert why_not(s, "embark B-18A").rule == "7.C.1"


@rule("tigercubs", "X-4", "BOX-a")
def test_what_was_paid_towards_an_exit_is_forgotten_with_a_voyage() -> None:
    s = moving({"B-Pol": "DEL"}, scale=FIVE_DAY)  # three points of the four that the exit costs
    s.turn = E.turn(FIVE_DAY, "JUN 4", "")
    s = play(s, "move B-Pol", "depart 3211")
    assert (s.exit_paid[u("B-Pol")], s.exit_to[u("B-Pol")]) == (3 * MP, p("3211"))
    s.spent[u("B-Pol")] = 0  # in a later turn
    s = play(s, "sail DEL 0905", "embark B-Pol")
    assert (s.exit_paid[u("B-Pol")], s.exit_to[u("B-Pol")]) == (0, NONE)


@rule("tigercubs", "X-4", "13.P.2.a", "4.C.2")
def test_what_a_quartermaster_carries_takes_up_ships_and_ports() -> None:
    s = moving({"Q-AL3": "DEL"})
    s.lp[p("DEL")], s.gsp[p("DEL")] = 6, 8 * GSP
    s = play(s, "load Q-AL3 1", "fill Q-AL3 8", "sail DEL 0905")
    assert play(s, "embark Q-AL3").cleared[p("0905")] == (2 + 2) * 4
    s.port_hits = {p("0905"): 7}
    assert why_not(s, "embark Q-AL3").rule == "4.C.2"
    full = play(moving_stock("Q-AL3"), "load Q-AL3 6", "sail DEL 0905")
    assert why_not(full, "embark Q-AL3").rule == "X-4"  # 10 SP


def moving_stock(unit: str) -> State:
    s = moving({unit: "DEL"})
    s.lp[p("DEL")] = 9
    return s


@rule("tigercubs", "X-5", "X-3", "7.B.1.b.ii.1", "13.P.2.a", "13.P.2.e", "7.F.2", "8.E.1.b.ii.1")
def test_the_railway_carries_five_sp_of_supplies() -> None:
    s = moving({"B-1SA": "DEL"})
    s.lp[p("DEL")] = 9
    full = play(s, "entrain 2408 3")
    assert (full.lp[p("2408")], full.new_lp[p("2408")], full.lp[p("DEL")]) == (3, 3, 6)
    assert why_not(full, "entrain 2408 1").rule == "X-5"
    assert why_not(moving({"B-1SA": "DEL"}), "entrain 2408 1").rule == "X-5"  # nothing in the Delta
    cut = moving({"B-1SA": "DEL", "G-K15": "2910"})
    cut.lp[p("DEL")] = 9
    assert why_not(cut, "entrain 2408 1").rule == "X-5"
    for guard, runs in (("B-8C", False), ("B-22G", True)):  # half an SP does not keep a line open in a Full zone
        watched = moving({"B-1SA": "DEL", "G-15Pz": "2811", guard: "2810"})
        watched.lp[p("DEL")] = 9
        assert ("entrain 2408 1" in offered(watched)) == runs
    broken = s.clone()
    broken.rail_breaks = {p("2810"): 1}
    broken.memo.clear()
    assert why_not(broken, "entrain 2408 1").rule == "X-5"
    bombed = s.clone()
    bombed.interdicted = ((AXIS, p("2810"), 2),)
    assert why_not(bombed, "entrain 2408 3").rule == "X-5"
    assert play(bombed, "entrain 2408 1").rail_used == 8
    assert why_not(moving({}, AXIS), "entrain 2408 1").rule == "15.B.3.a"


@rule("tigercubs", "X-5", "13.Q.1", "13.B.3")
def test_gsps_go_by_rail_as_by_any_transport() -> None:
    s = moving({"B-1SA": "DEL"})
    s.lp[p("DEL")] = 3
    s = play(s, "break DEL", "break DEL")
    assert s.gsp[p("DEL")] == 80  # 13 1/3
    assert why_not(s, "haul 2408 14").rule == "X-5"
    moved = play(s, "haul 2408 13")
    assert (moved.gsp[p("DEL")], moved.gsp[p("2408")], moved.new_gsp[p("2408")]) == (2, 78, 78)
    assert moved.rail_used == 13  # quarters of an SP: twenty are five SP
    assert why_not(moved, "entrain 2408 1").rule == "X-5"  # 1 3/4 are left of 5
    assert why_not(play(s, "entrain 2408 1"), "haul 2408 13").rule == "X-5"  # 3 are left
    assert "haul 2408 12" in offered(play(s, "entrain 2408 1"))
    assert why_not(s, "haul 2710 1").rule == "X-5"
    s.rail_breaks = {p("2810"): 1}
    s.memo.clear()
    assert why_not(s, "haul 2408 1").rule == "X-5"
    assert why_not(moving({}, AXIS), "haul 2408 1").rule == "15.B.3.a"


# 13.M.2.b


@rule("tigercubs", "13.M.2.b")
@pytest.mark.parametrize("phase", ["combat", "pursuit"])
def test_a_corps_hq_with_five_stacks_feeds_four(phase: str) -> None:
    around = dict(zip(("B-22G", "B-11I", "B-7AB", "B-7SG", "B-4AB"), ("1511", "1510", "1411", "1512", "1410"), strict=True))
    s = position({"H-WDF": "1511", **around}, frame=PlayerTurn(ALLIED, False))
    s.offensive[u("H-WDF")] = 1
    s.phasing = ALLIED
    s.frames[0].at = 3 if phase == "combat" else 5
    s = settled(s)
    assert sorted(offered(s)) == sorted([f"feed H-WDF {id}" for id in around.values()])
    assert isinstance(s.frames[-2], CombatPhase if phase == "combat" else PursuitPhase)
    s = play(s, *[f"feed H-WDF {id}" for id in ("1511", "1510", "1411")])
    assert why_not(s, "feed H-WDF 1511").rule == why_not(s, "feed H-WDF 1609").rule == "13.M.2.b"
    if phase == "combat":
        return
    s = play(s, "feed H-WDF 1512")
    assert [is_offensive(s, u(id)) for id in around] == [True, True, True, True, False]


def test_engineers_are_asked_once_before_they_destroy_what_is_their_own() -> None:
    s = moving({"B-SAE": "2509"})
    (told,) = TITLE.face.caution(s, read(s, "cut B-SAE"))
    assert told.text == "this railway is your own: no train passes until it is repaired"
    theirs = s.clone()
    theirs.owner[p("2509")] = AXIS
    assert TITLE.face.caution(theirs, read(s, "cut B-SAE")) == []
    port = moving({"G-Pi33": "1406"}, AXIS)
    assert [c.rule for c in TITLE.face.caution(port, read(port, "build G-Pi33 demolish_port"))] == ["4.C.2"]
