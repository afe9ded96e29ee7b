"""5.8 Command states."""

from __future__ import annotations

from sandtable.titles.theseus.admin import recover_units, replacement_refused
from sandtable.titles.theseus.command import IN_COMMAND, ISOLATED, NO_STATE, OUT_OF_COMMAND, command_state
from sandtable.titles.theseus.frames import Attack, March, Replacement
from sandtable.titles.theseus.minefields import breach_modifier, check_modifier
from sandtable.titles.theseus.modifiers import defence_support, supporters
from sandtable.titles.theseus.state import State, move
from sandtable.titles.theseus.victory import record_points
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    E,
    attack,
    fm,
    h,
    in_admin,
    is_down,
    points,
    position,
    strength,
    u,
    where,
)

POCKET = {"69th": "3624", "150th": "3424", "151st": "3527", "1st SA": "3726", "2nd SA": "3427"}  # around 3525


def state(s: State, id: str) -> int:
    return command_state(s, u(id))


@rule(RULES, "5.8-a", "5.8-b")
def test_in_command_within_the_range_of_the_hq() -> None:
    assert E.range[fm("50")] == E.range[fm("Tri")] == 5
    assert state(position({"69th": "3626", "HQ-50": "3621"}), "69th") == IN_COMMAND
    assert state(position({"69th": "3627", "HQ-50": "3621"}), "69th") == OUT_OF_COMMAND
    assert state(position({"65": "3626", "HQ-Tri": "3621"}), "65") == IN_COMMAND


@rule(RULES, "5.8-c")
def test_out_of_command_up_to_ten_or_twenty_hexes() -> None:
    s = position({"44 RTR": "4525", "HQ-50": "4516"}, assigned={"44 RTR": "50"})
    assert state(s, "44 RTR") == OUT_OF_COMMAND
    s = position({"44 RTR": "4527", "HQ-50": "4516"}, assigned={"44 RTR": "50"})
    assert state(s, "44 RTR") == ISOLATED
    assert state(position({"12 L": "4527", "HQ-1Armd": "4516"}), "12 L") == OUT_OF_COMMAND
    assert E.isolation[u("KG Hecker")] == 10


@rule(RULES, "5.8-d", "5.8.4-e")
def test_independents_have_no_state() -> None:
    assert state(position({"StopCol": "3525", "104": "3524"}), "StopCol") == NO_STATE
    assert state(position({"Kiehl": "3525", **POCKET}), "Kiehl") == NO_STATE


@rule(RULES, "5.8.1-a", "5.8.3-c")
def test_out_of_command_units_do_not_recover() -> None:
    s = position({"33": "3626", "HQ-15Pz": "3619"}, down=["33"])
    recover_units(s)
    assert is_down(s, "33")
    s = position({"33": "3626", "HQ-15Pz": "3620"}, down=["33"])
    recover_units(s)
    assert not is_down(s, "33")


@rule(RULES, "5.8.1-b", "5.8.3-a", "7-b", "10.1-b")
def test_out_of_command_movement_costs_two() -> None:
    s = position({"8": "3626", "HQ-Ari": "3621"}, active="Ari")
    assert points(play(s, "move 8", "step 3627", "halt")) == 5
    s = position({"8": "3627", "HQ-Ari": "3621"}, active="Ari")
    assert points(play(s, "move 8", "step 3626", "halt")) == 4
    s = position({"33": "3627", "HQ-15Pz": "3620"}, active="15Pz", points=1)
    assert why_not(s, "move 33").rule == "7-b"
    s = position({"33": "3627", "115": "3627", "HQ-15Pz": "3620"}, active="15Pz", points=3)
    assert points(play(s, "move 33", "with 115", "go", "step 3626", "halt")) == 1
    assert why_not(s, "improve 3627").rule == "5.8.3-a"
    s = position({"X": "2621", "HQ-Ari": "2627"}, scenario="bir_hacheim", active="Ari")
    assert points(play(s, "move X", "step 2721", "halt")) == 4


@rule(RULES, "5.8.1-d", "5.8.3-b")
def test_out_of_command_units_open_no_reaction() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "201st": "3626", "HQ-1Armd": "3620"}
    far = {**at, "HQ-1Armd": "4620", "104": "3623"}
    assert state(position(far), "201st") == OUT_OF_COMMAND
    s = play(position(far, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert asked(s)[0] == AX
    near = {**at, "HQ-1Armd": "3627"}
    s = play(position(near, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert offered(s) == ["react 1Armd", "pass"]
    axis = {"7th": "3623", "HQ-7Armd": "3622", "33": "3626", "HQ-15Pz": "4620"}
    s = play(position(axis, active="7Armd"), "move 7th", "step 3624", "step 3625")
    assert asked(s)[0] == CW


@rule(RULES, "5.8.1-e", "5.8.3-e")
def test_out_of_command_attacks_are_hasty() -> None:
    at = {"104": "3626", "HQ-21Pz": "3620", "69th": "3627", "HQ-50": "3727"}
    s = play(position(at, active="21Pz"), "attack 104 3627")
    assert {"escalate regular", "escalate prepared"} <= set(offered(s))
    s = position({**at, "HQ-21Pz": "3618"}, active="21Pz")
    assert state(s, "104") == OUT_OF_COMMAND
    s = play(s, "attack 104 3627", dice=[*ONES, 3])
    assert attack(s).level == 0
    assert points(s) == 4


@rule(RULES, "5.8.1-f", "5.8.3-d")
def test_support_is_given_and_received_in_command() -> None:
    at = {"69th": "3626", "151st": "3525", "HQ-50": "3522", "104": "3625", "HQ-21Pz": "3620"}
    f = Attack(AX, fm("21Pz"), h("3625"), h("3626"), (u("104"),), (u("69th"),), lead=fm("50"))
    s = position(at)
    assert defence_support(s, f) == -1
    s = position({**at, "HQ-50": "3121"})
    assert state(s, "69th") != IN_COMMAND
    assert defence_support(s, f) == 0
    s = position({"IX": "3626", "HQ-Ari": "4626", "69th": "3627"})
    assert supporters(s, AX, h("3627"), h("3727")) == []


@rule(RULES, "5.8.1-g", "5.8.3-j")
def test_engineer_support_is_for_units_in_command() -> None:
    s = position({"65": "2416", "HQ-Tri": "2217"})
    assert breach_modifier(s, u("65")).total == -1
    assert breach_modifier(position({"65": "2416", "HQ-Tri": "1610"}), u("65")).total == 0
    s = play(position({"104": "2623", "HQ-21Pz": "3625"}, active="21Pz"), "move 104", "step 2622", dice=[6])
    assert is_down(s, "104")  # 6 without the -2
    assert check_modifier(s, March(AX, (u("104"),), 0, 0, (u("104"),)), u("104")).total == -2


@rule(RULES, "5.8.1-h", "7.5.1.1-d", "5.8.4-d")
def test_only_isolation_bars_a_retreat_before_combat() -> None:
    at = {"33": "3626", "HQ-15Pz": "4617", "7th": "3627", "HQ-7Armd": "3727"}
    s = position(at, active="7Armd")
    assert state(s, "33") == OUT_OF_COMMAND
    assert "evade" in offered(play(s, "attack 7th 3626"))
    s = position({k: v for k, v in at.items() if k != "HQ-15Pz"}, active="7Armd")
    assert state(s, "33") == ISOLATED
    s = play(s, "attack 7th 3626")
    assert "evade" not in offered(s)
    s.frames[-1].at = 5
    assert why_not(s, "evade").rule == "5.8.4-d"


@rule(RULES, "5.8.1-i", "5.8.3-g")
def test_the_bonus_point_is_for_units_in_command() -> None:
    at = {"7th": "3626", "HQ-7Armd": "3625", "19": "3627", "HQ-Bre": "3727"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3627", dice=[*ONES, 9])
    s = play(s, "hold") if asked(s)[0] == AX else s
    assert told(s, "victory") == [(CW, 1)]
    at = {"33": "3626", "HQ-15Pz": "4617", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="15Pz", points=2, strength={"69th": 1})
    assert state(s, "33") == OUT_OF_COMMAND
    s = play(s, "attack 33 3627", dice=[*ONES, 7])
    assert told(s, "hits") == [(1, 2)]
    assert told(s, "victory") == []


@rule(RULES, "5.8.1-c", "10-e")
def test_victory_hexes_pay_less_out_of_command() -> None:
    s = position({"155": "4112", "HQ-90Le": "3120", "104": "3012", "HQ-21Pz": "1010"}, turn=2)
    record_points(s)
    values = dict(zip([E.grid.ids[n] for n in E.victory_hexes], s.scored, strict=True))
    assert state(s, "155") == OUT_OF_COMMAND
    assert values["4112"] == 1
    assert state(s, "104") == ISOLATED
    assert values["3012"] == 2


@rule(RULES, "5.8.2-a", "5.8.2-b", "5.8.4-a")
def test_enemies_and_their_zones_break_the_path() -> None:
    s = position({"65": "3525", "HQ-Tri": "3522", **POCKET})
    assert state(s, "65") == ISOLATED
    s = position({"65": "3525", "HQ-Tri": "3522", "XI": "3524", "66": "3523", **POCKET})
    assert state(s, "65") == IN_COMMAND
    ring = {"104": "3724", "115": "3626", "155": "3524"}
    s = position({"150th": "3625", "HQ-50": "3623", **ring})
    assert state(s, "150th") == ISOLATED
    wall = {"HQ-7Armd": "3624", "69th": "3423", "150th": "3823", "151st": "3426", "1st SA": "3826"}
    with_hq = position({"65": "3625", "HQ-Tri": "3623", **wall})
    without = position({"65": "3625", "HQ-Tri": "3623", **{k: v for k, v in wall.items() if k != "HQ-7Armd"}})
    from sandtable.titles.theseus.command import find_path

    assert find_path(with_hq, AX, h("3625"), h("3623"), 2) is None
    assert find_path(without, AX, h("3625"), h("3623"), 2) is not None


@rule(RULES, "5.8.2-c")
def test_a_path_leaves_mines_but_does_not_pass_through_them() -> None:
    from sandtable.titles.theseus.command import find_path

    s = position({"104": "2622", "HQ-21Pz": "2724"})
    assert state(s, "104") == IN_COMMAND
    assert find_path(s, AX, h("2521"), h("2722"), 2) is None  # beyond 2622
    assert find_path(position({}, breached=["2622"]), AX, h("2521"), h("2722"), 2) is not None


@rule(RULES, "5.8.2-d")
def test_two_ridges_break_a_command_path() -> None:
    from tests.titles.theseus.test_05_supply import blocked_by_two

    s = position({})
    a, b = next((a, b) for a in range(E.hexes) for b in range(E.hexes) if E.distance(a, b) == 4 and blocked_by_two(s, a, b))
    s = position({"201st": E.grid.ids[a], "HQ-1Armd": E.grid.ids[b]})
    from sandtable.titles.theseus.command import find_path

    assert find_path(s, CW, a, b, 4) is None
    assert find_path(s, CW, h("2908"), h("2911"), 3) is not None  # one is allowed


@rule(RULES, "5.8.3-i", "9.3-d")
def test_no_replacements_out_of_command() -> None:
    s = position({"I/8": "3626", "HQ-15Pz": "3619"}, strength={"I/8": 3})
    refusal = replacement_refused(s, Replacement(1), u("I/8"))
    assert refusal is not None
    assert refusal.rule == "5.8.3-i"


@rule(RULES, "5.8.3-k", "5.8.4-g")
def test_the_state_follows_the_position_at_once() -> None:
    s = position({"33": "3626", "HQ-15Pz": "3618", "115": "3616"}, active="15Pz")
    assert state(s, "33") == OUT_OF_COMMAND
    s = play(s, "move HQ-15Pz", "step 3619", "step 3620", "halt")
    assert state(s, "33") == IN_COMMAND
    s = position({"33": "3525", "HQ-15Pz": "3517", **POCKET})
    assert state(s, "33") == ISOLATED
    for id in POCKET:
        move(s, u(id), h("4710"))
    assert state(s, "33") == OUT_OF_COMMAND  # eight hexes


@rule(RULES, "5.8.4-b")
def test_isolated_units_must_pass_a_check_to_act() -> None:
    s = position({"150th": "3626", "104": "3627", "69th": "4712"}, active="50", points=4)
    assert state(s, "150th") == ISOLATED
    s = play(s, "attack 150th 3627", "pass", dice=[8])
    assert is_down(s, "150th")
    assert points(s) == 2
    assert not told(s, "attacked")


@rule(RULES, "5.8.4-c")
def test_isolated_units_are_not_cannibalised() -> None:
    s = position({"44 RTR": "3626", "HQ-50": "2410", "69th": "2410"}, assigned={"44 RTR": "50"}, strength={"44 RTR": 2}, turn=4)
    assert state(s, "44 RTR") == ISOLATED
    frame = Replacement()
    frame.at = 1
    s.begin(frame)
    assert why_not(s, "cannibalise 44 RTR").rule == "5.8.4-c"


@rule(RULES, "5.8.4-f", "9.1.5-a")
def test_attrition_of_the_isolated() -> None:
    from sandtable.kernel.dice import ScriptedDice
    from sandtable.kernel.play import settle

    s = position({"150th": "3626", "65": "3620", "19": "3610", "HQ-Bre": "3610"}, down=["150th", "65"], strength={"150th": 3})
    in_admin(s, 2)
    dice = ScriptedDice([8, 5])
    settle(s, dice)
    assert where(s, "150th") == "dead"  # 8 against 4
    assert strength(s, "65") == 5  # 5 against 3


@rule(RULES, "5.8.4-h")
def test_the_action_may_be_called_off_after_the_checks() -> None:
    s = position({"115": "3626", "I/8": "3626"}, active="15Pz", points=3)
    s = play(s, "move 115", "with I/8", "go", dice=[9, 1])
    assert is_down(s, "115")
    s = play(s, "cancel")
    assert where(s, "I/8") == "3626"
    assert points(s) == 1
