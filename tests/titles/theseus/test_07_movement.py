"""7.3 Movement."""

from __future__ import annotations

from sandtable.kernel.play import read
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.movement import NOT_ADJACENT, WHOLE, can_screen, step_cost
from sandtable.titles.theseus.state import enemy_zone
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.theseus.position import AX, CW, RULES, E, h, is_down, left, points, position, u, where


@rule(RULES, "7.3-a")
def test_a_unit_spends_its_allowance_hex_by_hex() -> None:
    s = position({"7th": "3620", "HQ-7Armd": "3619"}, active="7Armd")
    s = play(s, "move 7th", *[f"step 36{row}" for row in range(21, 27)])
    assert where(s, "7th") == "3626"
    assert asked(s)[1] == "Activation"
    s = play(position({"7th": "3620", "HQ-7Armd": "3619"}, active="7Armd"), "move 7th", *[f"step 36{row}" for row in range(21, 26)])
    assert left(s) == 12
    assert why_not(s, "step 3627").rule == "7.3-a"


@rule(RULES, "7.3-a", "7.3.2-d")
def test_who_clicks_a_far_hex_is_told_what_bars_the_way() -> None:
    s = play(position({"7th": "3620", "104": "3623", "HQ-7Armd": "3619"}, active="7Armd"), "move 7th")

    def barred(hex: str) -> tuple[str, str]:
        found = TITLE.face.obstacle(s, read(s, f"step {hex}"), NOT_ADJACENT)
        return found.rule, found.text

    assert barred("3623") == ("7.3.2-d", "no hex with an enemy combat unit may be entered")
    rule, text = barred("1510")
    assert (rule, text.split(",")[0]) == ("7.3-a", f"it is {E.distance(h('3620'), h('1510'))} hexes away")


@rule(RULES, "7.3.1-b")
def test_a_stack_stays_together() -> None:
    at = {"104": "3624", "I/5": "3624", "3": "3625", "HQ-21Pz": "3623"}
    s = play(position(at, active="21Pz"), "move 104", "with I/5", "go", "step 3625", "step 3626", "halt")
    assert where(s, "104") == where(s, "I/5") == "3626"
    assert where(s, "3") == "3625"  # nobody is picked up on the way
    assert why_not(play(position(at, active="21Pz"), "move 104", "go", "step 3625"), "with 3").rule == "7.3.1-a"


@rule(RULES, "7.3.2-a")
def test_one_hex_is_always_possible() -> None:
    at = {"42 RTR": "2606", "HQ-50": "2505", "69th": "2505"}
    s = position(at, active="50", assigned={"42 RTR": "50"}, starved=["50"])
    s = play(s, "move 42 RTR")
    assert left(s) == 18  # a point and a half
    s = play(s, "step 2607")  # costs two
    assert where(s, "42 RTR") == "2607"
    assert asked(s)[1] != "March"


@rule(RULES, "7.3.2-b", "7.3.2-d")
def test_enemy_units_bar_the_way() -> None:
    s = play(position({"27": "3626", "HQ-Pav": "3625", "201st": "3627"}, active="Pav"), "move 27")
    assert why_not(s, "step 3627").rule == "7.3.2-d"
    s = play(position({"104": "3625", "HQ-21Pz": "3624", "201st": "3627"}, active="21Pz"), "move 104", "step 3725")
    assert "step 3627" not in offered(s)
    s = position({"104": "3626", "HQ-21Pz": "3625", "HQ-1Armd": "3627"}, active="21Pz")
    assert why_not(play(s, "move 104"), "step 3627").rule == "7.3.2-b"


@rule(RULES, "7.3.2-f")
def test_a_failed_check_stops_even_the_first_hex() -> None:
    s = position({"27": "2311", "HQ-Pav": "2211"}, active="Pav")
    s = play(s, "move 27", "step 2411", dice=[10])
    assert where(s, "27") == "2311"
    assert is_down(s, "27")


@rule(RULES, "7.3.2-g")
def test_the_sea_is_prohibited() -> None:
    s = play(position({"61": "2601", "HQ-Tre": "2602"}, active="Tre"), "move 61")
    assert E.terrain[h("2600")] == 4
    assert why_not(s, "step 2600").rule == "7.3.2-g"


@rule(RULES, "7.3.2-c")
def test_unused_points_are_lost() -> None:
    s = play(position({"104": "3624", "HQ-21Pz": "3623"}, active="21Pz"), "move 104", "step 3625", "halt", "move 104")
    assert left(s) == 72


@rule(RULES, "7.3.3-a", "7.3.3-d")
def test_a_trail_crosses_the_escarpment_unless_an_enemy_zone_forbids_it() -> None:
    s = play(position({"12 L": "3304", "HQ-1Armd": "3305"}, active="1Armd"), "move 12 L", "step 3303")
    assert left(s) == 96 - 6
    assert E.terrain[h("3303")] == 1
    s = position({"12 L": "3303", "104": "3405"})
    assert enemy_zone(s, CW, h("3304")) == (h("3304") in E.zoc[h("3405")])
    s = position({"12 L": "3303", "104": "3305"})
    assert enemy_zone(s, CW, h("3304"))
    assert step_cost(s, CW, (u("12 L"),), h("3303"), h("3304")) == WHOLE
    s = play(position({"12 L": "3302", "104": "3305", "HQ-1Armd": "3202"}, active="1Armd"), "move 12 L", "step 3303")
    assert why_not(s, "step 3304").rule == "3.1.2-a"


@rule(RULES, "7.3.3-b")
def test_no_trail_rate_out_of_an_enemy_zone() -> None:
    s = position({"104": "2911", "HQ-21Pz": "2811", "201st": "3012"}, active="21Pz")
    assert step_cost(s, AX, (u("104"),), h("2911"), h("2812")) == 12
    assert step_cost(position({}), AX, (u("104"),), h("2911"), h("2812")) == 6


@rule(RULES, "7.3.3-c")
def test_kg_hecker_follows_trails_on_wheels() -> None:
    s = position({"KG Hecker": "2217", "HQ-Tri": "2117"}, active="Tri", assigned={"KG Hecker": "Tri"})
    assert step_cost(s, AX, (u("KG Hecker"),), h("2217"), h("2117")) == 6
    assert E.ma[u("KG Hecker")] == 36  # six Trail hexes
    assert step_cost(s, AX, (u("KG Hecker"),), h("2606"), h("2607")) == 12
    assert step_cost(s, AX, (u("19"),), h("2217"), h("2117")) == 9  # a leg unit


@rule(RULES, "7.3.4-a", "7.3.4-d")
def test_screen_movement_needs_twice_the_points() -> None:
    at = {"I/8": "3625", "II/8": "3625", "115": "3625", "HQ-15Pz": "3622", "7th": "3626"}
    s = position(at, active="15Pz")
    assert can_screen(s, AX, h("3625"))  # 11 against 3
    s = play(s, "move 115", "go", "step 3725")  # the tanks stay
    assert where(s, "115") == "3725"
    assert points(s) == 5
    s = position({**at, "3 RTR/4": "3626"}, active="15Pz")
    assert not can_screen(s, AX, h("3625"))  # 11 against 9
    assert why_not(play(s, "move I/8", "go"), "step 3725").rule == "5.4.1-c"


@rule(RULES, "7.3.4-a")
def test_without_tanks_there_is_no_screen() -> None:
    assert E.tank[0][u("115")] <= 0
    assert not can_screen(position({"115": "3625", "HQ-15Pz": "3622"}), AX, h("3625"))
    assert can_screen(position({"115": "3625", "I/8": "3625", "HQ-15Pz": "3622"}), AX, h("3625"))


@rule(RULES, "7.3.4-b")
def test_no_screen_into_mines() -> None:
    at = {"I/8": "2721", "II/8": "2721", "HQ-15Pz": "2823", "1 FF": "2621"}
    s = position({**at, "1 FF": "2521", "KDG": "2720"}, active="15Pz")
    assert enemy_zone(s, AX, h("2721"))
    assert enemy_zone(s, AX, h("2622"))
    assert can_screen(s, AX, h("2721"))
    assert why_not(play(s, "move I/8", "go"), "step 2622").rule == "7.3.4-b"


@rule(RULES, "7.3.4-c")
def test_who_counts_against_a_screen() -> None:
    at = {"3 RTR/4": "3626", "5 RTR/4": "3626", "115": "3627", "18 FLAK": "3627", "I/8": "3627"}
    s = position(at, down=["I/8"])
    assert can_screen(s, CW, h("3626"))  # 12 against 4
    assert not can_screen(position(at), CW, h("3626"))  # 12 against 4 + 6


@rule(RULES, "7.3.4-f")
def test_a_retreat_before_combat_is_no_screen() -> None:
    at = {"I/8": "3625", "II/8": "3625", "HQ-15Pz": "3622", "7th": "3626", "HQ-7Armd": "3627"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3625", "evade", dice=[1, 10])
    assert asked(s) == (AX, "March")
    assert can_screen(s, AX, h("3625"))
    assert why_not(s, "step 3725").rule == "7.3.4-f"
    assert why_not(s, "halt").rule == "7.5.1.1-h"  # it must leave


@rule(RULES, "7.3.5-a", "7.3.5-b")
def test_a_displaced_hq_keeps_its_formation_from_reacting() -> None:
    at = {"33": "3622", "HQ-15Pz": "3621", "HQ-1Armd": "3523", "10 H/2": "3624", "7th": "3723", "HQ-7Armd": "3823"}
    s = play(position(at, active="15Pz"), "move 33", "step 3623")
    assert told(s, "displaced") == [(u("HQ-1Armd"),)]
    assert where(s, "HQ-1Armd") == "3624"
    assert offered(s) == ["react 7Armd", "pass"]
    assert why_not(s, "react 1Armd").rule == "7.3.5-b"
