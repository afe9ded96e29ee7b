"""7.5.2 Combat results, retreats, 7.5.3 Battle Victory."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.story import question, said
from sandtable.kernel.play import options, pending
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.actions import pay, purse
from sandtable.titles.theseus.effectiveness import eliminate, lose
from sandtable.titles.theseus.face.forecast import caution
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.frames import ATTACKERS_BONUS, DEFENDERS_BONUS, Activation, Attack, Hits, Losses, Retreat
from sandtable.titles.theseus.results import attacker_hits, begin_hits, defender_hits
from sandtable.titles.theseus.retreat import barred, ways_back
from sandtable.titles.theseus.state import State, enemy_zone
from tests.kit import asked, offered, offered_verbs, play, rule, settled, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    E,
    activation,
    attack,
    fm,
    h,
    hexes,
    is_down,
    points,
    position,
    strength,
    u,
    where,
)


def hit(
    s: State, ids: Sequence[str], hits: int, red: bool = False, *, defending: bool, first: str = "", dice: Sequence[int] = ()
) -> State:
    """These units of one hex suffer a result."""
    units = tuple(sorted([u(id) for id in ids]))
    side, hex = E.side[units[0]], s.where[units[0]]
    before = tuple([n for n in units if s.down[n]]) if defending else ()
    begin_hits(s, Hits(side, hex, units, u(first) if first else -1, hits, red, defending, (), before))
    return settled(s, dice)


def fall_back_all(s: State) -> State:
    while asked(s)[1] == "Retreat":
        s = play(s, offered(s)[0])
    return s


def steps_from(s: State, id: str, origin: str) -> int:
    return E.distance(s.where[u(id)], h(origin))


# 7.5.2 Distributing hits


@rule(RULES, "7.5.2-b")
def test_the_defender_is_first() -> None:
    s = position({"104": "3626", "3": "3626", "7th": "3627", "KDG": "3627"})
    f = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"), u("KDG")), (u("104"), u("3")), hits=(1, 0, 1, 0))
    attacker_hits(s, f, None)  # type: ignore[arg-type]
    defender_hits(s, f, None)  # type: ignore[arg-type]
    s = settled(s)
    assert asked(s) == (AX, "Hits")
    assert asked(play(s, "first 104")) == (CW, "Hits")


@rule(RULES, "7.5.2-c")
def test_the_compared_unit_takes_the_first_loss() -> None:
    s = hit(position({"104": "3626", "18 FLAK": "3626"}), ["104", "18 FLAK"], 1, defending=True, first="18 FLAK")
    assert (strength(s, "18 FLAK"), strength(s, "104")) == (1, 12)
    at = {"I/8": "2614", "HQ-15Pz": "2715", "150th": "2514", "HQ-50": "2512"}
    s = play(position(at, active="15Pz", points=1), "attack I/8 2514", dice=[25, 0, 6, 1])
    assert (strength(s, "150th"), strength(s, "I/8")) == (10, 5)
    assert attack(s).tank == u("I/8")
    assert attack(s).gun == u("150th")


@rule(RULES, "7.5.2-m")
def test_else_the_owner_chooses() -> None:
    at = {"155": "3626", "Kpf FLAK": "3626", "HQ-90Le": "3625", "44 RTR": "3627", "150th": "3627", "HQ-50": "3727"}
    s = position(at, active="90Le", assigned={"Kpf FLAK": "90Le", "44 RTR": "50"}, points=1)
    s = play(s, "attack 155 3627", "join Kpf FLAK", "declare", "pass", "pass", dice=[*ONES, 8])
    f = attack(s)
    assert (f.tank, f.gun) == (-1, u("44 RTR"))
    s = hit(position({"155": "3626", "Kpf FLAK": "3626"}), ["155", "Kpf FLAK"], 1, defending=False)
    assert offered(s) == ["first 155", "first Kpf FLAK"]
    assert why_not(s, "first 104").rule == "7.5.2-m"
    s = hit(position({"150th": "3626"}), ["150th"], 1, defending=True)
    assert strength(s, "150th") == 10


@rule(RULES, "7.5.2-d")
def test_hold() -> None:
    s = hit(position({"104": "3626"}), ["104"], 3, defending=True)
    s = play(s, "hold")
    assert (strength(s, "104"), where(s, "104")) == (9, "3626")


def test_the_choice_says_what_each_way_costs() -> None:
    for defending, hits, retreat in (
        (True, 3, "2 hexes"),
        (False, 3, "1 hex, and 1 more Strength Point lost"),
        (False, 2, "1 hex"),
    ):
        s = hit(position({"104": "3626"}), ["104"], hits, defending=defending)
        lost = "another Strength Point lost" if hits == 2 else "2 more Strength Points lost"
        assert {o[0]: TITLE.face.price(s, o) for o in options(s)} == {"hold": lost, "withdraw": retreat}


@rule(RULES, "7.5.2-n")
def test_hold_with_defenders_who_were_disrupted_before() -> None:
    s = hit(position({"19": "3626"}, down=["19"]), ["19"], 3, defending=True)
    s = fall_back_all(play(s, "hold"))
    assert strength(s, "19") == 4
    assert steps_from(s, "19", "3626") == 1
    s = hit(position({"19": "3626"}, down=["19"]), ["19"], 1, defending=True)
    assert (strength(s, "19"), where(s, "19")) == (6, "3626")


@rule(RULES, "7.5.2-e")
def test_a_defender_retreats_a_hex_for_each_hit() -> None:
    s = hit(position({"104": "3626"}), ["104"], 3, defending=True)
    s = fall_back_all(play(s, "withdraw"))
    assert strength(s, "104") == 11
    assert steps_from(s, "104", "3626") == 2


@rule(RULES, "7.5.2-f", "7.5.2.1-a")
def test_the_hit_distribution_example() -> None:
    """7.5.2: 3/1*: 104 takes the loss and passes, 3 fails; the attackers lose one, go back one hex, lose another."""
    s = hit(position({"104": "3626", "3": "3626"}), ["104", "3"], 1, True, defending=True, first="104", dice=[1, 9])
    assert (strength(s, "104"), is_down(s, "104"), is_down(s, "3")) == (11, False, True)
    assert where(s, "3") == "3626"
    s = hit(position({"5 RTR/4": "3626", "7th": "3626"}), ["5 RTR/4", "7th"], 3, defending=False, first="5 RTR/4")
    s = fall_back_all(play(s, "withdraw"))
    assert (strength(s, "5 RTR/4"), strength(s, "7th")) == (3, 11)
    assert steps_from(s, "7th", "3626") == steps_from(s, "5 RTR/4", "3626") == 1


@rule(RULES, "7.5.2-g", "7.5.2-h")
def test_red_and_all_pass_is_like_black() -> None:
    s = hit(position({"104": "3626"}), ["104"], 2, True, defending=True, dice=[6])
    assert offered(s) == ["hold", "withdraw"]
    s = hit(position({"104": "3626"}), ["104"], 1, True, defending=True, dice=[7])
    assert is_down(s, "104")
    s = hit(position({"104": "3626"}, down=["104"]), ["104"], 1, True, defending=True, dice=[5])
    assert strength(s, "104") == 10  # the hit and the failed check


@rule(RULES, "7.5.2-i")
def test_red_and_all_fail() -> None:
    s = hit(position({"104": "3626"}), ["104"], 3, True, defending=True, dice=[10])
    s = fall_back_all(s)
    assert strength(s, "104") == 11
    assert steps_from(s, "104", "3626") == 2
    s = hit(position({"104": "3626"}), ["104"], 3, True, defending=False, dice=[10])
    s = fall_back_all(s)
    assert strength(s, "104") == 10
    assert steps_from(s, "104", "3626") == 1


def mixed(defending: bool, hits: int = 3) -> State:
    """3 RTR/4 has taken the first loss and fails, 7th passes."""
    s = position({"7th": "3626", "3 RTR/4": "3626"})
    return hit(s, ["7th", "3 RTR/4"], hits, True, defending=defending, first="3 RTR/4", dice=[1, 9])


@rule(RULES, "7.5.2-j", "7.5.2-k")
def test_case_c_hold() -> None:
    s = mixed(defending=True)
    assert asked(s) == (CW, "Hits")
    assert offered(s) == ["follow 7th", "stand"]
    assert why_not(s, "follow 3 RTR/4").rule == "7.5.2-j"
    s = fall_back_all(play(s, "stand"))
    assert (strength(s, "7th"), where(s, "7th")) == (10, "3626")
    assert strength(s, "3 RTR/4") == 3
    assert steps_from(s, "3 RTR/4", "3626") == 1
    s = mixed(defending=True, hits=1)
    assert where(s, "3 RTR/4") == "3626"  # no hit left: nobody retreats


@rule(RULES, "7.5.2-j")
def test_case_c_takes_along_defenders_who_were_disrupted_before() -> None:
    s = position({"104": "3626", "3": "3626", "I/5": "3626"}, down=["104"])
    s = hit(s, ["104", "3", "I/5"], 2, True, defending=True, first="I/5", dice=[1, 10, 1])  # 104 and I/5 pass, 3 fails
    assert offered(s) == ["follow I/5", "stand"]
    s = fall_back_all(play(s, "stand"))
    assert where(s, "I/5") == "3626"
    assert steps_from(s, "104", "3626") == steps_from(s, "3", "3626") == 1


@rule(RULES, "7.5.2-l")
def test_case_c_all_follow() -> None:
    s = fall_back_all(play(mixed(defending=True), "follow 7th"))
    assert (strength(s, "7th"), strength(s, "3 RTR/4")) == (12, 3)
    assert steps_from(s, "7th", "3626") == steps_from(s, "3 RTR/4", "3626") == 2
    s = fall_back_all(play(mixed(defending=False), "follow 7th"))
    assert steps_from(s, "7th", "3626") == 1
    assert strength(s, "7th") == 11  # the third hit, which the tanks have had


@rule(RULES, "7.5.2-o")
def test_bystanders_check_but_take_no_hits() -> None:
    s = position({"104": "3626", "I/5": "3626"})
    s = hit(s, ["104"], 2, True, defending=False, dice=[1, 10])
    assert is_down(s, "I/5")
    assert strength(s, "I/5") == 5
    s = fall_back_all(play(s, "stand"))
    assert strength(s, "104") == 10
    assert strength(s, "I/5") == 5


# 7.5.2.1 Step losses


@rule(RULES, "7.5.2.1-a")
def test_losses_are_even() -> None:
    s = hit(position({"104": "3626", "I/5": "3626"}), ["104", "I/5"], 3, defending=True, first="I/5")
    s = play(s, "hold")
    assert (strength(s, "104"), asked(s)) == (11, (AX, "Losses"))  # one each, the third by choice
    assert set(offered(s)) == {"lose 104", "lose I/5"}
    s = play(s, "lose 104")
    assert (strength(s, "104"), strength(s, "I/5")) == (10, 4)
    s = position({"104": "3626", "I/5": "3626"})
    s.begin(Losses(AX, (u("104"), u("I/5")), (0, 1), 1))
    s = settled(s)
    assert strength(s, "104") == 11  # nobody had to be asked


@rule(RULES, "7.5.2.1-b")
def test_the_last_point_eliminates() -> None:
    s = position({"18 FLAK": "3626"}, strength={"18 FLAK": 1})
    lose(s, u("18 FLAK"), 1)
    assert where(s, "18 FLAK") == "dead"


# 7.5.2.2 Retreat


@rule(RULES, "7.5.2.2-a")
def test_homeward_and_without_losses_if_possible() -> None:
    s = position({"7th": "2707"})
    ways = ways_back(s, CW, (u("7th"),), h("2707"), True)
    assert ways
    assert all(E.to_edge[CW][n] < E.to_edge[CW][h("2707")] or E.to_source[CW][n] < E.to_source[CW][h("2707")] for n in ways)
    s = position({"7th": "3626", "104": "3826"})  # the way east is in a zone
    calm = ways_back(s, CW, (u("7th"),), h("3626"), True)
    assert not any(enemy_zone(s, CW, n) for n in calm)
    s.begin(Retreat(CW, (u("7th"),), h("3626"), 1, True))
    assert why_not(settled(s), "retreat 3726").rule == "7.5.2.2-h"


@rule(RULES, "7.5.2.2-a")
def test_a_way_that_is_not_homeward_is_refused() -> None:
    s = position({"7th": "3626"})
    s.begin(Retreat(CW, (u("7th"),), h("3626"), 1, True))
    s = settled(s)
    assert set(offered(s)) == {"retreat 3725", "retreat 3726"} | {
        t for t in offered(s) if t not in ("retreat 3526", "retreat 3525")
    }
    assert why_not(s, "retreat 3526").rule == "7.5.2.2-a"


@rule(RULES, "7.5.2.2-b", "7.5.2.2-e", "7.5.2.2-f", "7.5.2.2-g", "7.5.2.2-i", "7.5.2.2-j")
def test_where_no_retreat_leads() -> None:
    s = position({"69th": "3626", "HQ-Pav": "3725"})
    assert barred(s, CW, h("3626"), h("3725")).rule == "7.5.2.2-b"  # type: ignore[union-attr]
    assert barred(s, CW, h("3626"), h("3726")).rule == "7.5.2.2-e"  # type: ignore[union-attr]
    s = position({"115": "3626", "HQ-50": "3425"})
    assert barred(s, AX, h("3626"), h("3525")).rule == "7.5.2.2-e"  # type: ignore[union-attr]
    s = position({})
    assert barred(s, CW, h("2910"), h("2911")).rule == "7.5.2.2-f"  # type: ignore[union-attr]
    assert barred(s, CW, h("3110"), h("3210")) is None  # along the Trail
    assert barred(s, AX, h("2515"), h("2416")).rule == "7.5.2.2-g"  # type: ignore[union-attr]
    assert barred(s, CW, h("4303"), h("4404")).rule == "7.5.2.2-j"  # type: ignore[union-attr]
    ways = ways_back(position({"69th": "5214"}), CW, (u("69th"),), h("5214"), True)
    assert all(E.grid.places[n][0] <= 52 for n in ways)
    assert len(E.grid.neighbours[h("5214")]) == 4  # there is nothing east of it


@rule(RULES, "7.5.2.2-h", "7.5.2-e")
def test_no_voluntary_retreat_into_a_zone() -> None:
    ring = {"104": "3625", "115": "3726", "155": "3526"}
    s = position({"7th": "3626", "HQ-7Armd": "3620", **ring})
    assert ways_back(s, CW, (u("7th"),), h("3626"), False) == []
    s = hit(s, ["7th"], 2, defending=True)
    assert where(s, "7th") == "3626"
    assert strength(s, "7th") == 10  # nothing to choose: it holds
    assert told(s, "retreated") == []


@rule(RULES, "7.5.2.2-c")
def test_a_stack_retreats_together() -> None:
    s = hit(position({"7th": "3626", "KDG": "3626"}), ["7th", "KDG"], 2, defending=True, first="7th")
    s = fall_back_all(play(s, "withdraw"))
    assert where(s, "7th") == where(s, "KDG") != "3626"


@rule(RULES, "7.5.2.2-d")
def test_overstacking_in_a_retreat() -> None:
    axis = {"104": "3626", "155": "3525", "7th": "3727", "201st": "3625", "69th": "3427"}
    s = position(axis)
    ways = ways_back(s, AX, (u("104"),), h("3626"), True)
    assert ways
    s = position({"104": "3626", "155": "3525"})
    s.begin(Retreat(AX, (u("104"),), h("3626"), 1, True, h("3525")))
    s.frames[-1].at = 2
    s = settled(s)
    assert is_down(s, "104")
    assert is_down(s, "155")
    assert strength(s, "104") == 11
    assert asked(s) == (CW, "Overstack")
    assert {text.split()[1] for text in offered(s) if text.startswith("push")} == {"104", "155"}


@rule(RULES, "7.5.2.3-b")
def test_a_retreat_that_cannot_be_made_costs_two_points() -> None:
    ring = dict(
        zip(["69th", "150th", "151st", "1st SA", "2nd SA", "3rd SA"], ["3625", "3725", "3726", "3627", "3526", "3525"], strict=True)
    )
    s = position({"104": "3626", "3": "3626", **ring})
    s.begin(Retreat(AX, (u("104"), u("3")), h("3626"), 1, True))
    s = settled(s)
    assert (strength(s, "104"), strength(s, "3")) == (10, 1)
    s = position({"104": "3626", "3": "3626", **ring})
    s.begin(Retreat(AX, (u("104"),), h("3626"), 3, True))
    assert strength(settled(s), "104") == 6


# 7.5.3 Battle Victory


@rule(RULES, "7.5.3-b", "7.5.3-g", "7.5.3-d")
def test_the_winner_has_one_point_for_his_own_units() -> None:
    at = {"104": "3626", "II/5": "3625", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3626", "pass", dice=[*ONES, 3])  # 1:1, row 3: 2/1
    assert attack(s).hits == (2, 0, 1, 0)
    s = play(s, "hold")
    assert asked(s) == (AX, "Activation")
    assert activation(s).kind == DEFENDERS_BONUS
    assert points(s) == 1
    assert activation(s).only == (u("104"),)
    assert why_not(s, "move II/5").rule == "7.5.3-g"
    assert "improve 3626" in offered(s)
    s = play(s, "move 104")
    assert asked(s) == (AX, "March")  # beside 7th, and nobody reacts


@rule(RULES, "7.5.3-c", "7.5.3-d")
def test_an_attacking_winner_adds_points_of_the_formation() -> None:
    at = {"7th": "3626", "KDG": "3625", "HQ-7Armd": "3625", "19": "3627", "HQ-Bre": "3727", "20": "3726"}
    s = play(position(at, active="7Armd", points=3), "attack 7th 3627", "pass", dice=[*ONES, 10])
    s = play(s, "hold") if asked(s)[0] == AX else s
    assert activation(s).kind == ATTACKERS_BONUS
    assert [f.points for f in s.frames if isinstance(f, Activation)] == [2, 1]
    assert question(s).text.startswith("7th Armoured Division has 1 Action Point for its victory and 2 of its activation.")
    assert (view(s, CW).focus, view(s, CW).lit) == ((), ())  # the combat is over
    assert said(s, ("end", 0, 0), TITLE) == "End what the victory allows"
    s = play(s, "attack 7th 3627")
    assert "escalate prepared" in offered(s)
    assert purse(s, activation(s)) == 2
    pay(s, activation(s), 2)
    assert [f.points for f in s.frames if isinstance(f, Activation)] == [0, 0]
    # a move with the bonus point opens a Reaction
    s = play(position(at, active="7Armd", points=3), "attack 7th 3627", "pass", dice=[*ONES, 10])
    s = play(s, "hold") if asked(s)[0] == AX else s
    s = play(s, "move 7th")
    assert asked(s) == (AX, "March")
    assert "react Bre" in offered(s)


@rule(RULES, "7.5.3-c")
def test_whoever_has_spent_the_point_goes_on_with_the_activation_and_loses_nothing() -> None:
    at = {"7th": "3626", "KDG": "3625", "HQ-7Armd": "3625", "19": "3627", "HQ-Bre": "3727", "20": "3726"}
    s = play(position(at, active="7Armd", points=3), "attack 7th 3627", "pass", dice=[*ONES, 10])
    s = play(s, "hold") if asked(s)[0] == AX else s
    ask = pending(s).ask
    assert ask is not None
    assert ask.free is not None
    assert not ask.free(s, activation(s))
    pay(s, activation(s), 1)
    assert ask.free(s, activation(s))
    assert question(s).stop == "When you end it, the activation goes on for all of its units."
    assert said(s, ("end", 0, 0), TITLE) == "Go on with the activation"
    assert not caution(s, ("end", 0, 0))


@rule(RULES, "7.5.3-e")
def test_two_points_for_the_schwerpunkt_serve_to_escalate() -> None:
    at = {"115": "3626", "HQ-15Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="15Pz", points=1, schwerpunkt="15Pz")
    s = play(s, "attack 115 3627", dice=[*ONES, 8])  # 1:1, row 10: 1/2
    s = play(s, "hold") if asked(s)[0] == CW else s
    assert points(s) == 2
    s = play(s, "attack 115 3627")
    assert "escalate regular" in offered(s)
    assert why_not(s, "escalate prepared").rule == "7-a7"


@rule(RULES, "7.5.3-f")
def test_a_new_victory_forfeits_the_rest_of_the_old_one() -> None:
    at = {"115": "3626", "HQ-15Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="15Pz", points=1, schwerpunkt="15Pz")
    s = play(s, "attack 115 3627", dice=[*ONES, 8])
    s = play(s, "hold") if asked(s)[0] == CW else s
    s = play(s, "attack 115 3627", "pass", dice=[*ONES, 8])
    s = play(s, "hold") if asked(s)[0] == CW else s
    assert [f.points for f in s.frames if isinstance(f, Activation)] == [0, 0, 2]


@rule(RULES, "7.5.3-h")
def test_an_independent_winner_gets_nothing() -> None:
    at = {"Kiehl": "3626", "69th": "3627", "HQ-50": "3727"}
    s = play(position(at, initiative=AX, strength={"69th": 1}), "deploy Kiehl", "attack Kiehl 3627", dice=[*ONES, 8, 5, 5])
    assert told(s, "hits") == [(1, 2)]
    assert told(s, "victory") == []
    assert hexes([s.where[u("Kiehl")]]) == {"3626"}
    assert not any(isinstance(f, Activation) for f in s.frames)
    assert offered_verbs(s)


@rule(RULES, "7.5.2.1-b")
def test_what_is_not_on_the_map_or_not_hit_loses_nothing() -> None:
    s = position({"8": "3626", "VIII": "3626", "HQ-Ari": "3626"})
    eliminate(s, u("8"))
    s.log, lost = [], s.lost
    lose(s, u("8"), 2)
    lose(s, u("VIII"), 0)
    assert (s.log, s.lost, strength(s, "VIII")) == ([], lost, E.strength[u("VIII")])
