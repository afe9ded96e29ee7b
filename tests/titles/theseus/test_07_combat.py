"""7.5 and 7.5.1: the Combat Action up to the modifiers, and the whole example of a combat."""

from __future__ import annotations

import pytest

from sandtable.titles.theseus.combat import escape_bonus, scout_bonus
from sandtable.titles.theseus.frames import Attack
from sandtable.titles.theseus.modifiers import combat_modifier
from sandtable.titles.theseus.sequence import OUTLINES
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.strength import (
    battle_strength,
    chit_column,
    combined_arms_shift,
    has_combined_arms,
    heading,
    ratio_column,
    shifted_column,
)
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    TWO_AT_5,
    TWO_AT_6_THREE_AT_7,
    E,
    attack,
    fm,
    h,
    is_down,
    points,
    position,
    strength,
    u,
    where,
)

EXAMPLE = {
    "7th": "2707",
    "3 RTR/4": "2707",
    "HQ-7Armd": "2907",
    "104": "2607",
    "3": "2607",
    "18 FLAK": "2607",
    "HQ-21Pz": "2506",
    "II/5": "2706",  # supports the defence
    "5 RTR/4": "2708",  # adjacent but Disrupted
}


@rule(
    RULES,
    "7.5.1-a",
    "7.5.1.1-e",
    "7.5.1.1-f",
    "7.5.1.1-j",
    "7.5.1.2-a",
    "7.5.1.2-b",
    "7.5.1.2-c",
    "7.5.1.3-a",
    "7.5.1.5-s",
    "7.5.1.5-x",
    "7.5.2-a",
    "7.5.2-j",
    "5.1-b",
)
def test_the_combat_sequence_example() -> None:
    """10.3: 7th and 3 RTR/4 in 2707 attack 104, 3 and 18 FLAK in Broken 2607."""
    s = position(EXAMPLE, active="7Armd", points=3, assigned={"18 FLAK": "21Pz"}, schwerpunkt="21Pz", down=["5 RTR/4"])
    s = play(s, "attack 7th 2607", "join 3 RTR/4", "declare")
    assert points(s) == 2
    s = play(s, "evade", dice=[7, 3])  # 7 against 3 + 4: not higher
    assert told(s, "slip_failed")
    s = play(s, "escalate regular", dice=[TWO_AT_5, TWO_AT_6_THREE_AT_7])  # D comes after C
    assert points(s) == 1
    assert told(s, "strengths") == [(32, 37)]
    f = attack(s)
    assert E.odds[1].texts[f.column] == "2:3"
    assert E.odds[1].texts[shifted_column(s, f)] == "1:1"  # Combined Arms
    assert asked(s) == (AX, "Attack")
    before = s
    s = play(s, "oppose anti-tank", dice=[10, 9, 1, 1, 2, 6])
    f = attack(s)
    drm = combat_modifier(before, with_choice(before))
    assert [term.value for term in drm.terms] == [-1, 3, -6, -2, 2]
    assert drm.total == -4
    assert told(s, "hits") == [(2, 1)]  # row 6
    assert (strength(s, "18 FLAK"), is_down(s, "104"), is_down(s, "3"), is_down(s, "18 FLAK")) == (1, True, False, False)
    assert (strength(s, "3 RTR/4"), is_down(s, "3 RTR/4"), is_down(s, "7th")) == (3, True, False)
    assert asked(s) == (CW, "Hits")  # no retreat of the defender; the attacker may follow his tanks
    s = play(s, "follow 7th")
    while asked(s)[1] == "Retreat":
        s = play(s, offered(s)[0])
    assert where(s, "7th") == where(s, "3 RTR/4") != "2707"
    assert (strength(s, "7th"), strength(s, "3 RTR/4")) == (12, 3)
    # Battle Victory: two points for the Schwerpunkt, a Refit and an Improved Defence
    assert asked(s) == (AX, "Activation")
    assert points(s) == 2
    s = play(s, "refit 104", dice=[4])
    assert not is_down(s, "104")
    s = play(s, "improve 2607")
    assert s.improved == (h("2607"),)
    assert asked(s) == (CW, "Activation")
    assert points(s) == 1


def with_choice(s: State) -> Attack:
    f = Attack(*attack(s).facts())
    f.points, f.gun, f.tank, f.lead = 1, u("18 FLAK"), u("3 RTR/4"), fm("21Pz")
    return f


# 7.5


@rule(RULES, "7.5-b")
def test_hqs_take_no_part_and_are_displaced_when_left_alone() -> None:
    at = {"69th": "3626", "HQ-50": "3626", "150th": "3620", "104": "3627", "HQ-21Pz": "3727"}
    s = play(position(at, active="21Pz", points=1), "attack 104 3626", dice=[*ONES, 10])  # 1/2: sum 17
    assert attack(s).defenders == (u("69th"),)
    s = play(s, "withdraw")
    while asked(s)[1] == "Retreat":
        s = play(s, offered(s)[0])
    assert where(s, "HQ-50") in ("3620", where(s, "69th"))
    assert where(s, "69th") != "3626"
    assert len(told(s, "displaced")) <= 1
    assert strength(s, "HQ-50") == 4


@rule(RULES, "7.5-c", "7.5.3-a")
def test_only_hits_of_the_table_decide_a_victory() -> None:
    from sandtable.titles.theseus.results import battle_victory

    s = position({"104": "3626", "3": "3626", "HQ-21Pz": "3625", "7th": "3627", "HQ-7Armd": "3727"}, active="7Armd")
    f = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"),), (u("104"), u("3")), hits=(2, 0, 1, 0))
    s.strength[u("104")] -= 3  # by checks and retreats: no matter
    s.log = []
    battle_victory(s, f, None)  # type: ignore[arg-type]
    assert told(s, "victory") == [(AX, 1)]
    f.hits = (1, 0, 1, 0)
    s.log = []
    battle_victory(s, f, None)  # type: ignore[arg-type]
    assert told(s, "victory") == []
    for id in ("104", "3"):
        s.where[u(id)] = -2
    f.hits = (2, 0, 1, 0)
    battle_victory(s, f, None)  # type: ignore[arg-type]
    assert told(s, "victory") == []  # all its units are gone


@rule(RULES, "7.5-d")
def test_no_attack_over_the_harbour() -> None:
    s = position({"104": "4303", "HQ-21Pz": "4203", "4th SA": "4404"}, active="21Pz")
    assert why_not(s, "attack 104 4404").rule == "7.5-d"
    assert not [text for text in offered(s) if text.startswith("attack")]
    from sandtable.titles.theseus.state import enemy_zone

    assert not enemy_zone(s, CW, h("4404"))


# 7.5.1


@rule(RULES, "7.5.1-a")
def test_the_order_of_the_steps() -> None:
    verbs = [act.verb for row in OUTLINES[Attack].rows for act in row.acts]
    assert verbs == ["join", "cancel", "evade", "escalate", "air", "lead", "tank", "oppose", "gun"]
    rows = [row.happens.__name__ for row in OUTLINES[Attack].rows if row.happens is not None]
    assert rows.index("draw_chits") < rows.index("compare_strengths") < rows.index("defender_hits") < rows.index("attacker_hits")


@rule(RULES, "7.5.1-b", "7.5.1-d")
def test_odds_beyond_the_table_and_shifts_inside_it() -> None:
    s = position({"104": "3626", "69th": "3627"})
    assert E.odds[0].texts[ratio_column(s, 0, 60, 4)] == "5:1"
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),), column=11, air=2)
    assert shifted_column(s, f) == 11
    f.column, f.air = 0, -3
    assert shifted_column(s, f) == 0


@rule(RULES, "7.5.1-c", "7.5.1.3-c", "7.5.1.4-b")
def test_odds_below_the_table_are_5_0() -> None:
    at = {"115": "3626", "I/8": "3626", "HQ-15Pz": "3625", "69th": "3627", "44 RTR": "3627", "HQ-50": "3727"}
    s = position(at, active="15Pz", points=3, air=0b11, strength={"115": 1, "I/8": 1}, assigned={"44 RTR": "50"}, improved=["3627"])
    # 2 against (11 + 4) x 3
    s = play(s, "attack 115 3627", "join I/8", "declare", "pass", "escalate regular", dice=[0, 29])
    f = attack(s)
    assert (f.attack, f.defence, f.column) == (2, 45, -1)
    assert has_combined_arms(s, f.attackers)
    s = play(s, "air StG 3 A", "air StG 3 B", "oppose tank") if "oppose" not in offered_verbs(s) else play(s, "oppose tank")
    assert told(s, "hits") == [(5, 0)]
    assert s.flown == 0b11
    s = play(s, "hold") if "hold" in offered_verbs(s) else s
    assert where(s, "115") == where(s, "I/8") == "dead"
    assert points(s) == 1  # the Action Points are spent


# 7.5.1.1 Retreat before Combat


@rule(RULES, "7.5.1.1-a")
def test_it_is_asked_before_the_attackers_are_shown() -> None:
    at = {"104": "3626", "I/5": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="21Pz", points=1), "attack 104 3627", "join I/5", "declare")
    assert offered(s) == ["evade", "pass"]
    assert not attack(s).revealed
    s = play(s, "evade", dice=[9, 1, *ONES, 5])
    assert told(s, "slip_failed")


@rule(RULES, "7.5.1.1-b")
def test_leg_units_alone_do_not_slip_away() -> None:
    s = play(position({"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}, active="21Pz"), "attack 104 3627")
    assert "evade" not in offered(s)
    s.frames[-1].at = 5
    assert why_not(s, "evade").rule == "7.5.1.1-b"


@rule(RULES, "7.5.1.1-c", "7.5.1.1-h", "7.5.1.1-i", "7.5.1.1-l")
def test_all_go_for_nothing_and_nobody_wins() -> None:
    at = {"104": "3626", "3": "3626", "18 FLAK": "3626", "HQ-21Pz": "3626", "7th": "3627", "HQ-7Armd": "3727"}
    s = position(at, active="7Armd", points=3, assigned={"18 FLAK": "21Pz"}, schwerpunkt="21Pz")
    s = play(s, "attack 7th 3626", "evade", dice=[5, 2])  # 2 + 4 beats 5
    assert asked(s) == (AX, "March")
    s = play(s, "step 3625", "step 3624", "halt")
    assert {where(s, id) for id in ("104", "3", "18 FLAK", "HQ-21Pz")} == {"3624"}
    assert s.level[fm("21Pz")] == 7
    assert told(s, "victory") == []
    assert asked(s) == (CW, "Activation")
    assert points(s) == 2
    assert where(s, "7th") == "3627"  # no advance
    other = {"104": "3626", "HQ-15Pz": "3626", "HQ-21Pz": "3624", "115": "3620", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(other, active="7Armd", points=3), "attack 7th 3626", "evade", dice=[1, 9])
    s = play(s, "step 3625", "halt")
    assert where(s, "HQ-15Pz") == "3620"  # of another formation: left alone and displaced


@rule(RULES, "7.5.1.1-e")
def test_the_defender_must_be_higher() -> None:
    at = {"104": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", points=3), "attack 7th 3626")
    assert told(play(s, "evade", dice=[5, 6]), "slipped_away")
    assert told(play(s, "evade", dice=[5, 5]), "slip_failed")


@rule(RULES, "7.5.1.1-f", "7.5.1.1-g")
def test_scouts_and_leg_attackers() -> None:
    s = position({"104": "3626", "3": "3626", "19": "3627", "KDG": "3625"}, down=["KDG"])
    assert scout_bonus(s, (u("104"), u("3"))) == 4
    assert scout_bonus(s, (u("KDG"),)) == 0  # Disrupted
    leg = Attack(CW, fm("50"), h("3627"), h("3626"), (u("69th"),), (u("104"), u("3")))
    assert escape_bonus(s, leg) == 7  # full, and not both
    mixed = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"),), (u("104"), u("3")))
    assert escape_bonus(s, mixed) == 4


@rule(RULES, "7.5.1.1-k")
def test_without_a_hex_to_go_to_there_is_no_attempt() -> None:
    ring = {"7th": "3627", "3rd Ind": "3625", "201st": "3526", "69th": "3726"}
    at = {"104": "3626", "3": "3626", "HQ-21Pz": "3621", "HQ-7Armd": "3728".replace("3728", "3727"), **ring}
    s = play(position(at, active="7Armd"), "attack 7th 3626")
    assert "evade" not in offered(s)
    s.frames[-1].at = 5
    assert why_not(s, "evade").rule in ("7.5.1.1-k", "5.8.4-d")


@rule(RULES, "7.5.1.1-k")
def test_no_attempt_when_every_free_hex_is_an_enemy_zone() -> None:
    from sandtable.titles.theseus.combat import NOWHERE, retreat_refused

    ring = {"7th": "3627", "3rd Ind": "3625", "201st": "3526"}
    s = position({"104": "3626", "3": "3626", "HQ-21Pz": "3626", **ring})
    f = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"),), (u("104"), u("3")))
    assert retreat_refused(s, f) == NOWHERE


# 7.5.1.2 Strength


@rule(RULES, "7.5.1.2-b")
def test_chit_columns() -> None:
    s = position({"104": "3626", "69th": "3627"}, improved=["3627"])
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),))
    columns = []
    for level in (0, 1, 2):
        f.level = level
        columns.append(chit_column(s, f, u("104")))
    assert columns == [0, 1, 2]
    assert chit_column(s, f, u("69th")) == 2
    s.improved = ()
    assert chit_column(s, f, u("69th")) == 1
    s = position({"104": "2607", "3": "2607", "18 FLAK": "2607"})
    f = Attack(CW, fm("7Armd"), h("2707"), h("2607"), (u("7th"),), (u("104"), u("3"), u("18 FLAK")))
    assert battle_strength(s, f, f.defenders, TWO_AT_6_THREE_AT_7) == 24 + 9 + 4


@rule(RULES, "7.5.1.2-d")
def test_flak_without_infantry_counts_one() -> None:
    s = position({"18 FLAK": "3626", "3": "3626"})
    f = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"),), (u("18 FLAK"), u("3")))
    assert battle_strength(s, f, (u("18 FLAK"),), 0) == 1
    s = position({"18 FLAK": "3626", "104": "3626"})
    assert battle_strength(s, f, (u("18 FLAK"),), 0) == 2


@rule(RULES, "7.5.1.2-e")
def test_mines_have_no_friends() -> None:
    s = position({"104": "2622", "1 FF": "2521"})
    f = Attack(CW, fm("FF"), h("2521"), h("2622"), (u("1 FF"),), (u("104"),))
    assert heading(s, h("2622")) == 2
    assert chit_column(s, f, u("104")) == 1


# 7.5.1.3 Combined Arms


@rule(RULES, "7.5.1.3-a", "7.5.1.3-b", "7.5.1.3-d")
def test_combined_arms() -> None:
    s = position({"7th": "3626", "3 RTR/4": "3626", "5 RTR/4": "3626", "115": "3627", "I/8": "3627", "104": "3624", "3": "3624"})
    attackers, defenders = (u("3 RTR/4"), u("5 RTR/4"), u("7th")), (u("115"), u("I/8"))
    both = Attack(CW, fm("7Armd"), h("3626"), h("3627"), attackers, defenders)
    assert combined_arms_shift(s, both) == 0
    one = Attack(CW, fm("7Armd"), h("3626"), h("3627"), attackers, (u("115"),))
    assert combined_arms_shift(s, one) == 1
    assert combined_arms_shift(s, Attack(CW, fm("7Armd"), h("3626"), h("3627"), (u("7th"),), defenders)) == -1
    assert not has_combined_arms(s, (u("I/8"), u("104")))  # two formations
    assert not has_combined_arms(s, (u("104"), u("3")))  # armoured cars are no tanks


# 7.5.1.4 Ground Support


@rule(RULES, "7.5.1.4-d", "7.5.1.4-e", "7.5.1.4-f")
@pytest.mark.parametrize(("level", "most", "cited"), [(0, 1, "7.5.1.4-d"), (1, 2, "7.5.1.4-e"), (2, 3, "7.5.1.4-f")])
def test_limits_of_air_support(level: int, most: int, cited: str) -> None:
    from sandtable.titles.theseus.strength import CommitAir

    s = position({"104": "3626", "69th": "3627"}, air=0b1111)
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),), level=level)
    act = CommitAir()
    for n in range(most):
        assert act.why_not(s, f, n, 0) is None
        act.do(s, f, n, 0, None)  # type: ignore[arg-type]
    refusal = act.why_not(s, f, 3, 0)
    assert refusal is not None
    assert refusal.rule == cited
    assert f.air == most
    assert act.candidates(s, f) == []


@rule(RULES, "7.5.1.4-c", "7.5.1.4-a")
def test_no_air_units_in_defence() -> None:
    from sandtable.titles.theseus.strength import CommitAir

    s = position({"104": "3626", "69th": "3627"}, air=0b1111)
    f = Attack(CW, fm("50"), h("3627"), h("3626"), (u("69th"),), (u("104"),))
    refusal = CommitAir().why_not(s, f, 0, 0)
    assert refusal is not None
    assert refusal.rule == "7.5.1.4-a"
    assert CommitAir().candidates(s, f) == []
