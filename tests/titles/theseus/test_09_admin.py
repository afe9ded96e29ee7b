"""9 Admin Phase."""

from __future__ import annotations

from sandtable.face.story import IMPOSSIBLE, question
from sandtable.kernel.sides import ALLIED
from sandtable.titles.theseus.admin import (
    NOT_THAT_TYPE,
    recover,
    recover_levels,
    recover_loners,
    recover_units,
    replacement_refused,
)
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.effectiveness import refit
from sandtable.titles.theseus.face.forecast import FOR_GOOD, FOR_NOTHING, UNREPLACED, caution
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.frames import Admin, Reinforcement, Replacement
from sandtable.titles.theseus.reinforcements import entries
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.supply import unit_is_supplied
from tests.kit import asked, offered, play, rule, settled, why_not
from tests.titles.theseus.position import AX, CW, RULES, E, fm, h, hexes, is_down, left, position, strength, u, where


def replacing(s: State, side: int, panzer: int = 0, tank: int = 0, heavy: int = 0, leg: int = 0) -> State:
    frame = Replacement(panzer, tank, heavy, leg)
    frame.at = 1 if side == CW else 0
    s.begin(frame)
    return s


def arriving(s: State) -> State:
    s.begin(Reinforcement())
    return settled(s)


# 9.1 Recovery


@rule(RULES, "9.1.1-a", "9.1.1-b")
def test_levels_recover_with_a_supplied_hq() -> None:
    at = {"HQ-21Pz": "0221", "104": "0221", "HQ-15Pz": "0321", "115": "0321", "HQ-90Le": "3626", "155": "3626"}
    s = position(at, level={"21Pz": 1, "15Pz": 6, "90Le": 2})
    recover_levels(s)
    assert (s.level[fm("21Pz")], s.level[fm("15Pz")], s.level[fm("90Le")]) == (5, 7, 2)


@rule(RULES, "9.1.2-a")
def test_air_units_recover() -> None:
    s = position({})
    s.air, s.flown = 0, 0b1111
    recover(s, Admin(), None)  # type: ignore[arg-type]
    assert (s.air, s.flown) == (0b1111, 0)


@rule(RULES, "9.1.3-a")
def test_units_refit_whatever_the_supply_of_the_hq() -> None:
    s = position({"IX": "3626", "HQ-Ari": "3624"}, down=["IX"], starved=["Ari"], emergency=["Ari"])
    recover_units(s)
    assert not is_down(s, "IX")


@rule(RULES, "9.1.3-a")
def test_all_disrupted_units_are_judged_at_the_same_moment() -> None:
    at = {"7th": "3626", "HQ-7Armd": "3622", "IX": "3423", "HQ-Ari": "3423", "104": "3723"}
    s = position(at, down=["IX", "7th"])
    cut = s.clone()
    refit(cut, u("IX"))
    assert not is_in_command(cut, u("7th"))  # one after the other the zone of IX would leave the 7th as it is
    recover_units(s)
    assert (is_down(s, "IX"), is_down(s, "7th")) == (False, False)


@rule(RULES, "9.1.4-a")
def test_so_are_independents() -> None:
    s = position({"Kiehl": "0111", "StopCol": "0211"}, down=["Kiehl", "StopCol"])
    cut = s.clone()
    refit(cut, u("Kiehl"))
    assert not unit_is_supplied(cut, u("StopCol"))
    recover_loners(s)
    assert (is_down(s, "Kiehl"), is_down(s, "StopCol")) == (False, False)


@rule(RULES, "9.1.4-a", "5.6.4-a")
def test_independents_recover_in_supply() -> None:
    s = position({"Kiehl": "0221", "StopCol": "3626"}, down=["Kiehl", "StopCol"])
    s.acts[u("Kiehl")] = s.acts[u("StopCol")] = 3
    recover_loners(s)
    assert (s.acts[u("Kiehl")], is_down(s, "Kiehl")) == (0, False)
    assert (s.acts[u("StopCol")], is_down(s, "StopCol")) == (3, True)


# 9.3 Replacements


@rule(RULES, "9.3-a", "9.3-c")
def test_the_axis_has_one_panzer_point_on_even_turns() -> None:
    assert {turn: row.axis_rp for turn, row in E.turn_rows.items()} == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 1, 7: 0, 8: 1}
    at = {"I/5": "0221", "HQ-21Pz": "0221", "3": "0222", "IX": "0321", "HQ-Ari": "0321", "104": "0421"}
    at |= {"StopCol": "5210", "150th": "5214", "HQ-50": "5214"}
    s = position(at, turn=4, strength={"I/5": 3, "IX": 1, "104": 5, "3": 1, "150th": 5})
    s.begin(Replacement(1))
    s = settled(s)
    assert asked(s) == (AX, "Replacement")  # before the Commonwealth
    assert offered(s) == ["replace I/5", "replace 3", "done"]
    s = play(s, "replace I/5")
    assert strength(s, "I/5") == 4
    assert offered(s) == ["done"]
    assert asked(play(s, "done")) == (CW, "Replacement")


@rule(RULES, "9.3-c", "5.3.4-b")
def test_no_silence_tells_of_strengths() -> None:
    """Each side is asked when the turn is one for it, whether or not its losses leave it anything to do."""
    for turn, sides in {2: [AX], 3: [], 4: [AX, CW]}.items():
        s = position({"I/5": "0221", "HQ-21Pz": "0221", "3 CLY/22": "5214", "HQ-1Armd": "5214"}, turn=turn)
        s.begin(Replacement(E.turn_rows[turn].axis_rp))
        s = settled(s)
        for side in sides:
            assert asked(s) == (side, "Replacement")
            assert offered(s) == ["done"]
            asks = (
                "Which units take replacements?"
                if side == AX
                else "Do you cannibalise worn units, so that others take their strength?"
            )
            assert question(s)[:2] == (asks, IMPOSSIBLE)
            s = play(s, "done")
        assert not s.frames or asked(s)[1] != "Replacement"


@rule(RULES, "9.3-e")
def test_its_owner_sees_what_is_left_to_spend() -> None:
    s = position({"StopCol": "5210", "44 RTR": "5214", "HQ-50": "5214"}, turn=4, strength={"44 RTR": 2})
    s = play(replacing(s, CW), "cannibalise 44 RTR")
    assert [cell.text for cell in view(s, CW).active] == ["2 heavy tank"]
    s = play(s, "cannibalise StopCol")
    assert [cell.text for cell in view(s, CW).active] == ["2 heavy tank, 4 leg infantry"]
    assert not view(s, AX).active
    assert not view(s, -1).active


def test_who_is_cannibalised_is_asked_about_once_and_told_what_becomes_of_it() -> None:
    at = {"StopCol": "5210", "44 RTR": "5214", "42 RTR": "5214", "HQ-50": "5214"}
    s = replacing(position(at, turn=4, strength={"44 RTR": 2, "42 RTR": 3}), CW)
    assert not view(s, CW).active
    assert question(s).text == "Do you cannibalise worn units, so that others take their strength?"
    assert [caution(s, ("cannibalise", u(unit), 0)) for unit in ("44 RTR", "StopCol")] == [[FOR_GOOD], [FOR_NOTHING]]
    assert not caution(s, ("done", 0, 0))
    s = play(s, "cannibalise 44 RTR")
    assert question(s).text == "Which units take replacements?"
    assert caution(s, ("done", 0, 0)) == [UNREPLACED]


def test_the_axis_is_never_asked_whom_it_cannibalises() -> None:
    s = replacing(position({"I/8": "3626", "HQ-15Pz": "3625"}, strength={"I/8": 2}), AX, panzer=1)
    assert question(s).text == "Which units take replacements?"
    s = replacing(position({"I/8": "3626", "HQ-15Pz": "3625"}, strength={"I/8": 2}), AX)
    assert question(s).text == "Your Replacement Points are used up: do you go on?"


@rule(RULES, "9.3-b")
def test_cannibalising_from_turn_4() -> None:
    at = {"3 CLY/22": "3626", "HQ-1Armd": "3625"}
    s = replacing(position(at, turn=2, strength={"3 CLY/22": 2}), CW)
    assert why_not(s, "cannibalise 3 CLY/22").rule == "9.3-b"
    s = replacing(position(at, turn=4, strength={"3 CLY/22": 2}), CW)
    assert "cannibalise 3 CLY/22" in offered(s)
    assert [turn for turn, row in E.turn_rows.items() if row.cannibalise] == [4, 6, 8]


@rule(RULES, "9.3-d", "5.4.1-i", "5.6.3-l", "5.7.5-d")
def test_who_gets_replacements() -> None:
    def refusal(**more: object) -> str:
        at = {"I/5": "0221", "HQ-21Pz": "0221", **more.pop("at", {})}  # type: ignore[dict-item]
        s = position(at, strength={"I/5": 3}, **more)  # type: ignore[arg-type]
        found = replacement_refused(s, Replacement(1), u("I/5"))
        return found.rule if found else ""

    assert refusal() == ""
    assert refusal(down=["I/5"]) == "5.6.3-l"
    assert refusal(at={"KDG": "0320"}) == "5.4.1-i"
    assert refusal(at={"I/5": "3626", "HQ-21Pz": "3625"}) == "5.7.5-d"
    assert refusal(at={"I/5": "0227", "HQ-21Pz": "0218"}) == "5.8.3-i"
    s = position({"104": "0221", "HQ-21Pz": "0221"}, strength={"104": 3})
    wrong = replacement_refused(s, Replacement(1), u("104"))
    assert wrong is not None
    assert wrong.rule == "9.3-d"


@rule(RULES, "9.3-e", "9.3-f", "9.3-g")
def test_never_above_the_printed_strength_and_no_rebuilding() -> None:
    at = {"I/5": "0221", "HQ-21Pz": "0221"}
    s = position(at)
    full = replacement_refused(s, Replacement(1), u("I/5"))
    assert full is not None
    assert full.rule == "9.3-e"
    s = position({"HQ-21Pz": "0221", "104": "0221"})
    gone = replacement_refused(s, Replacement(1), u("I/5"))
    assert gone is not None
    assert gone.rule == "9.3-g"
    at = {"44 RTR": "5214", "42 RTR": "5113", "HQ-50": "5113"}
    s = position(at, turn=4, assigned={"44 RTR": "50", "42 RTR": "50"}, strength={"44 RTR": 2})
    s = replacing(s, CW, heavy=3)
    s = play(s, "replace 44 RTR", "replace 44 RTR")
    assert strength(s, "44 RTR") == 4
    assert "replace 44 RTR" not in offered(s)
    assert not any(isinstance(f, Replacement) and f.heavy > 1 for f in s.frames)


@rule(RULES, "9.3.1-a", "9.3.1-b", "9.3.1-d")
def test_cannibalising_tanks() -> None:
    at = {"3 CLY/22": "5214", "4 CLY/22": "5113", "HQ-1Armd": "5113", "44 RTR": "5215", "HQ-50": "5215"}
    s = position(at, turn=4, assigned={"44 RTR": "50"}, strength={"3 CLY/22": 2, "4 CLY/22": 1, "44 RTR": 3}, down=["3 CLY/22"])
    s = replacing(s, CW)
    assert why_not(s, "cannibalise 44 RTR").rule == "9.3.1-b"
    assert why_not(s, "cannibalise HQ-50") == NOT_THAT_TYPE
    s.strength[u("44 RTR")] = 2
    assert "cannibalise 44 RTR" in offered(s)
    s.strength[u("44 RTR")] = 3
    s = play(s, "cannibalise 3 CLY/22")  # Disrupted or not
    assert where(s, "3 CLY/22") == "stripped"
    assert s.lost == (0, 0)
    assert [text for text in offered(s) if text.startswith("replace")] == ["replace 4 CLY/22"]  # tanks, not heavy tanks
    s = play(s, "replace 4 CLY/22", "replace 4 CLY/22")
    assert strength(s, "4 CLY/22") == 3
    far = {"3 CLY/22": "4526", "HQ-1Armd": "4518", "201st": "4518"}
    s = replacing(position(far, turn=4, strength={"3 CLY/22": 2}), CW)
    assert "cannibalise 3 CLY/22" in offered(s)  # merely Out of Command


@rule(RULES, "9.3.1-c")
def test_no_cannibalising_beside_the_enemy() -> None:
    s = position({"3 CLY/22": "3626", "HQ-1Armd": "3625", "115": "3627"}, turn=4, strength={"3 CLY/22": 1})
    assert why_not(replacing(s, CW), "cannibalise 3 CLY/22").rule == "5.4.1-i"


@rule(RULES, "9.3.2-a")
def test_stopcol_makes_good_the_infantry() -> None:
    at = {"StopCol": "5210", "150th": "5214", "69th": "5113", "HQ-50": "5113"}
    s = replacing(position(at, turn=4, strength={"150th": 8, "69th": 9}), CW)
    s = play(s, "cannibalise StopCol", "replace 150th", "replace 150th", "replace 150th")
    assert strength(s, "150th") == 11
    assert [text for text in offered(s) if text.startswith("replace")] == ["replace 69th"]
    assert why_not(replacing(position(at, turn=4), CW), "cannibalise 150th").rule == "9.3.1-a"
    beside = position({"SeaCol": "3626", "104": "3627"}, turn=4)
    assert why_not(replacing(beside, CW), "cannibalise SeaCol").rule == "5.4.1-i"


# 9.4 Reinforcements


@rule(RULES, "9.4-a")
def test_entry_by_schedule_or_later_the_commonwealth_first() -> None:
    at = {"HQ-5Ind": "4321", "29th Ind": "4322", "HQ-15Pz": "0221", "115": "0221"}
    s = arriving(position(at, turn=6, waiting=["10th Ind", "20th Ind", "HQ-Lit", "12", "XII", "LI"]))
    assert asked(s) == (CW, "Reinforcement")
    assert "enter 10th Ind 5214" in offered(s)  # delayed since turn 2
    assert why_not(s, "enter 12 0121").rule == "9.4-a"
    s = play(s, "delay")
    assert asked(s) == (AX, "Reinforcement")
    assert why_not(s, "enter LI 0121").rule == "9.4-a"  # turn 7
    assert E.side[u("LI")] != ALLIED
    s = arriving(position(at, turn=2, waiting=["20th Ind", "10th Ind"]))
    assert {text.split()[1] for text in offered(s) if text.startswith("enter")} == {"10th"}


@rule(RULES, "9.4.1-a")
def test_entry_at_an_open_source() -> None:
    s = position({"HQ-5Ind": "4321", "29th Ind": "4322"}, waiting=["10th Ind"])
    s.blocked = (h("5214"),)
    s = arriving(s)
    assert offered(s) == ["enter 10th Ind 5210", "enter 10th Ind 5224", "delay"]
    assert why_not(s, "enter 10th Ind 5214").rule == "9.4.1-a"


@rule(RULES, "9.4.1-b")
def test_with_all_sources_closed_the_nearest_edge() -> None:
    s = position({"HQ-5Ind": "4921", "29th Ind": "4921"}, waiting=["10th Ind"])
    s.blocked = E.sources[CW]
    ways = entries(s, u("10th Ind"))
    assert ways
    nearest = min(E.to_source[CW][n] for n in ways)
    assert all(E.to_source[CW][n] == nearest for n in ways)
    assert all(E.hex_rows[n].edge for n in ways)
    assert all(E.distance(n, h("4921")) <= 5 for n in ways)
    s = arriving(s)
    assert why_not(s, "enter 10th Ind 5210").rule == "9.4.1-b"
    far = position({"HQ-5Ind": "4921", "29th Ind": "4921", "104": E.grid.ids[ways[0]]}, waiting=["10th Ind"])
    far.blocked = E.sources[CW]
    assert ways[0] not in entries(far, u("10th Ind"))


@rule(RULES, "9.4.2-a")
def test_the_free_move() -> None:
    s = arriving(position({"HQ-5Ind": "4321", "29th Ind": "4322"}, waiting=["10th Ind"]))
    s = play(s, "enter 10th Ind 5214")
    assert (where(s, "10th Ind"), left(s)) == ("5214", 36)
    path = []
    here = h("5214")
    for _ in range(4):
        here = next(n for n in E.linked[here] if n not in path and E.to_source[CW][n] > E.to_source[CW][here])
        path.append(here)
    s = play(s, *[f"step {E.grid.ids[n]}" for n in path])
    assert where(s, "10th Ind") == E.grid.ids[path[-1]]  # four Trail hexes for three points
    assert asked(s)[1] != "March"
    assert hexes(path)


@rule(RULES, "9.4.3-a")
def test_a_new_formation_starts_at_its_maximum() -> None:
    s = position({"HQ-15Pz": "0221", "115": "0221"}, turn=6, waiting=["HQ-Lit", "12", "XII"])
    s = arriving(s)
    s = play(s, "enter HQ-Lit 0121")
    assert s.level[fm("Lit")] == 5
