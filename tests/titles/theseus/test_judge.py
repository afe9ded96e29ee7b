"""How good a position is: what is scored, who is on his way, the road behind him, the armies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sandtable.kernel.play import options, write
from sandtable.players.worth import wanted
from sandtable.titles import load_title
from sandtable.titles.theseus.robot.aims import targets_of, ways
from sandtable.titles.theseus.robot.hints import HINTS
from sandtable.titles.theseus.robot.judge import SCALE, TURN, closeness, cuts, judge, no_lane, roads, staffs, ways_through
from sandtable.titles.theseus.state import PLAYED_OUT, State
from sandtable.titles.theseus.supply import hq_is_supplied
from tests.kit import play
from tests.titles.theseus.position import AX, CW, fm, h, position
from tests.titles.theseus.test_10_scenarios import ARIETE, GARRISON

HQS = {"HQ-21Pz": "2216", "104": "2217", "HQ-1Armd": "4520", "201st": "4519"}
LANE = "2416"  # where the Trigh Capuzzo passes the mines


def worth(at: Mapping[str, str], **facts: Any) -> float:
    return judge(here(at, **facts), AX)


def here(at: Mapping[str, str], **facts: Any) -> State:
    return position({**HQS, **at}, scenario="opening", **facts)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    s, better = here({}), here({"104": "3012"})
    assert judge(s, AX) < judge(better, AX)
    assert judge(s, CW) > judge(better, CW)


def test_turns_to_come_are_chances_of_the_axis() -> None:
    """The Commonwealth must not count on the end of the turn, or it would pass at once."""
    first, second = (here({"HQ-21Pz": "2116", "104": "2116"}, turn=turn) for turn in (2, 3))
    for s in (first, second):
        s.level = [0] * s.edition.formations
    assert judge(first, AX) - judge(second, AX) > math.tanh(TURN / SCALE) / 2
    assert abs(judge(first, CW) - judge(second, CW)) < math.tanh(TURN / SCALE) / 10


def test_a_unit_nearer_to_a_victory_hex_is_better_and_in_it_best() -> None:
    far, near, there = (worth({"HQ-21Pz": "2813", "104": hex}, breached=[LANE]) for hex in ("2813", "2912", "3012"))
    assert far < near < there


def test_strength_counts_and_less_of_it_towards_the_end() -> None:
    def loss(turn: int) -> float:
        return worth({}, turn=turn) - worth({}, turn=turn, strength={"104": 6})

    assert loss(1) > loss(4) > 0
    assert worth({}) > worth({}, down=["104"])


def test_units_of_one_formation_do_not_change_where_it_goes() -> None:
    """The place of its HQ says what a formation is on its way to, so that its units do not run to and fro."""
    split = {"HQ-21Pz": "3115", "104": "3211"}
    assert worth({**split, "II/5": "3209"}, breached=[LANE]) != worth({**split, "II/5": "3911"}, breached=[LANE])
    assert worth({**split, "II/5": "3212"}, breached=[LANE]) > worth({**split, "II/5": "3219"}, breached=[LANE])


class TestRoads:
    """Supply for those beyond the mines."""

    beyond = {"HQ-21Pz": "2813", "104": "2812"}

    def test_a_lane_through_the_mines_joins_the_roads_beyond(self) -> None:
        assert h("3013") not in roads(here(self.beyond))
        assert h("3013") in roads(here(self.beyond, breached=[LANE]))
        assert worth(self.beyond, breached=[LANE]) > worth(self.beyond)

    def test_an_enemy_beside_the_road_cuts_it_until_somebody_stands_there(self) -> None:
        box = {**self.beyond, "150th": "2514", "HQ-50": "2410"}
        cut, kept = here(box, breached=[LANE]), here({**box, "66": "2515"}, breached=[LANE])
        assert cuts(cut, roads(cut)) == (h("2515"),)
        assert h("3013") not in roads(cut)
        assert h("3013") in roads(kept)
        assert judge(kept, AX) > judge(cut, AX)

    def test_who_comes_nearer_to_the_cut_does_well(self) -> None:
        box = {**self.beyond, "150th": "2514", "HQ-50": "2410", "HQ-Tri": "2315"}
        assert worth({**box, "66": LANE}, breached=[LANE]) > worth({**box, "66": "2214"}, breached=[LANE])

    def test_an_hq_far_from_the_roads_is_bad_the_more_the_farther(self) -> None:
        def cost(hex: str) -> float:
            s = here({"HQ-21Pz": hex})
            return staffs(s, roads(s))

        assert cost("3525") < cost("2726") < cost("2115") == 0.0

    def test_an_hq_goes_round_by_the_roads_that_feed_it(self) -> None:
        """East of Bir Hacheim lies the short way to Knightsbridge; with the northern lane open supply leads by that."""
        s = here({}, breached=["2413"])
        lane, goal = (h("2413"),), (h("3012"),)
        unit, hq = closeness(s.edition, goal, lane), closeness(s.edition, goal, lane, roads(s))
        assert unit[h("2523")] < unit[h("2623")]
        assert hq[h("2623")] < hq[h("2523")] < hq[h("2319")]
        assert hq[h("2813")] == unit[h("2813")]

    def test_in_the_last_turn_an_hq_out_of_supply_counts_as_it_will_be_counted(self) -> None:
        """Near enough to the roads, but an enemy lies between."""
        at = {"HQ-21Pz": "2810", "104": "2810", "HQ-1Armd": "3313"}

        def loss(turn: int) -> float:
            free, cut = (here({**at, "201st": hex}, turn=turn, breached=[LANE]) for hex in ("4519", "2813"))
            assert hq_is_supplied(free, fm("21Pz"))
            assert not hq_is_supplied(cut, fm("21Pz"))
            return SCALE * (math.atanh(judge(free, AX)) - math.atanh(judge(cut, AX)))

        assert loss(4) > 1.0 > loss(3)  # a Victory Point

    def test_mines_part_an_hq_from_roads_that_are_near(self) -> None:
        """2410 lies behind the mines, four hexes from an Axis Trail."""
        s = here({"HQ-21Pz": "2410"})
        assert staffs(s, roads(s)) < 0.0

    def test_the_more_formations_are_in_the_mines_the_better(self) -> None:
        at = {"HQ-Tri": "2217", "66": LANE, "HQ-Ari": "2216", "8": "2315"}
        one, two, none = here(at), here({**at, "8": LANE}), here({**at, "66": "2316"})
        gain = [no_lane(s, []) for s in (none, one, two)]
        assert gain[0] == 0.0 < gain[1] < gain[2]

    def test_with_all_sources_blocked_there_is_no_road_to_open(self) -> None:
        s = here(self.beyond, breached=[LANE, "2413"])
        s.blocked = s.edition.sources[AX]
        assert roads(s) == set()
        assert judge(s, AX) < worth(self.beyond, breached=[LANE, "2413"])


# Aims


def test_mines_bar_the_way_of_the_other_side_alone() -> None:
    s = here({})
    mine = h(LANE)
    beside = next(n for n in s.edition.grid.neighbours[mine] if s.edition.owner[n] != CW)
    assert s.edition.owner[mine] == CW
    assert ways(s, CW, mine)[beside] < ways(s, AX, mine)[beside]


def test_the_axis_is_about_more_than_one_lane() -> None:
    units = [h("2217")]
    shut, open_ = here({}), here({}, breached=[LANE])
    lanes = set(ways_through(shut.edition))
    assert h(LANE) in lanes
    for s, left in ((shut, lanes), (open_, lanes - {h(LANE)})):
        found = set(targets_of(s, AX, [u for u in range(s.edition.units) if s.where[u] in units]))
        assert left <= found
        assert (h(LANE) in found) == (h(LANE) in left)


def lesson(at: Mapping[str, str], **facts: Any) -> State:
    return position({**ARIETE, **GARRISON, **at}, scenario="bir_hacheim", active="Ari", **facts)


def thought_of(s: State) -> list[str]:
    return [write(s, o) for o in wanted(load_title("theseus"), s)]


def test_before_bir_hacheim_infantry_goes_first_and_alone_then_attacks_in_earnest() -> None:
    begun = lesson({})
    assert thought_of(begun) == ["move 8", "end"]
    assert thought_of(play(begun, "move 8")) == ["go"]  # VIII Tanks stays
    beside = lesson({"8": "2622"})
    assert judge(beside, AX) > judge(begun, AX)
    assert thought_of(beside) == ["attack 8 2521", "breach 8", "end"]
    breached = lesson({"8": "2622"}, breached=["2622"])
    assert "move IX" in thought_of(breached)
    assert judge(lesson({"8": "2622", "IX": "2622"}, breached=["2622"]), AX) > judge(breached, AX)
    fighting = play(beside, "attack 8 2521")
    assert [write(fighting, o) for o in options(fighting) if HINTS.eager(fighting, o)] == ["escalate regular", "escalate prepared"]


def test_the_lesson_is_judged_by_its_points_to_the_end() -> None:
    over, better = lesson({}), lesson({}, breached=["2622"])
    for s in (over, better):
        s.ending = PLAYED_OUT
    assert judge(over, AX) < judge(better, AX) < 0


def test_who_has_to_act_and_would_wait_digs_in() -> None:
    s = position({"HQ-5Ind": "4320", "9th Ind": "4321", "HQ-Ari": "1820"}, active="5Ind")
    after = play(s, "improve 4321")
    assert judge(after, CW) > judge(s, CW)
