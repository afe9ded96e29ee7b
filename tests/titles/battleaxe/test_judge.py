"""What helps a computer to play: features of a position, what needs no thought, what a side may be about."""

from __future__ import annotations

from sandtable.kernel.play import options, read, write
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players.worth import eager_of, wanted
from sandtable.titles.battleaxe import TITLE
from sandtable.titles.battleaxe.control import eliminate, move
from sandtable.titles.battleaxe.robot.aims import HINTS, aims
from sandtable.titles.battleaxe.robot.judge import FEATURES, TERMS, features, judge
from sandtable.titles.battleaxe.state import State
from tests.kit import play
from tests.titles.battleaxe.fights import fight
from tests.titles.battleaxe.positions import a, opened, position, u


def shows(s: State, name: str) -> float:
    return features(s)[FEATURES.index(name)]


def test_the_first_blow_opens_all_zones_before_anybody_moves() -> None:
    s = play(opened(), "assault D")
    for _ in range(3):
        o = eager_of(TITLE, s, wanted(TITLE, s))
        assert o is not None
        s = play(s, write(s, o))
    assert eager_of(TITLE, s, wanted(TITLE, s)) is None
    assert {s.edition.area_rows[s.where[o[1]]].id for o in options(s) if o[0] == "enter"} == {"A", "B", "C", "D"}


def test_nobody_begins_an_assault_to_end_it_or_wakes_the_panzers() -> None:
    s = play(opened(), "assault D")
    assert "done" in [write(s, o) for o in options(s)]
    assert "done" not in [write(s, o) for o in wanted(TITLE, s)]
    moved = play(s, "enter 6RTR 11")
    assert "done" in [write(moved, o) for o in wanted(TITLE, moved)]
    assert "enter 11H E" in [write(s, o) for o in options(s)]
    assert "enter 11H E" not in [write(s, o) for o in wanted(TITLE, s)]


def test_nobody_goes_where_he_must_attack_and_cannot_win() -> None:
    s = position({"11H": "10", "1/33B": "9", "15MC(-)": "9", "33PAK": "9"}, half="allied")
    s = play(s, "assault 10")
    assert "enter 11H 9" in [write(s, o) for o in options(s)]
    assert "enter 11H 9" not in [write(s, o) for o in wanted(TITLE, s)]
    strong = position({"2RTR": "10", "6RTR": "10", "7RTR": "10", "1/KRR": "10", "33PAK": "9"}, half="allied")
    strong = play(strong, "assault 10")
    assert "enter 7RTR 9" in [write(strong, o) for o in wanted(TITLE, strong)]


def test_who_besieges_tobruk_has_nothing_else_in_mind() -> None:
    s = opened()
    tobruk = s.edition.tobruk
    assert not [aim for aim in aims(s, AXIS) if any(s.where[unit] == tobruk for unit in aim.group)]
    assert [aim for aim in aims(s, ALLIED) if any(s.where[unit] == tobruk for unit in aim.group)]
    for garrison in ("9AUS", "18BDE", "3ARM"):
        eliminate(s, u(garrison))
    assert [aim for aim in aims(s, AXIS) if any(s.where[unit] == tobruk for unit in aim.group)]


def test_a_siege_that_is_lifted_counts_for_the_allies() -> None:
    s = opened()
    before = judge(s, ALLIED)
    assert shows(s, "sortie") == 0
    for besieger in ("XX", "15BDE"):
        move(s, u(besieger), a("G"))
    assert shows(s, "sortie") > 5
    assert judge(s, ALLIED) > before


def test_each_feature_is_seen() -> None:
    s = opened()
    assert shows(s, "points ahead") == -s.agreed.needed
    assert shows(s, "asleep") == 2
    assert shows(s, "Advantage") == 1
    assert shows(s, "active") == 0
    assert shows(play(s, "assault D"), "active") == 6
    eliminate(s, u("1/8"))
    assert shows(s, "German losses") == 1
    assert TERMS.judge(s, AXIS) == -TERMS.judge(s, ALLIED) == judge(s, AXIS)


def test_what_is_held_is_at_risk_where_a_threat_comes_near_to_its_guard() -> None:
    """All of it counts where nobody is on guard, nothing where nobody comes; the side that holds it loses by it."""
    bare = position({"2RTR": "10"}, half="allied")
    held = position({"2RTR": "10", "15MC(-)": "9", "33PAK": "9", "2/8": "9"}, half="allied")
    safe = position({"2RTR": "A"}, half="allied")
    assert shows(bare, "at risk") > shows(held, "at risk") >= shows(safe, "at risk") == 0.0


def idle(s: State, text: str) -> bool:
    return HINTS.idle(s, read(s, text))


def test_guns_alone_attack_nobody() -> None:
    """10.3 They count 1; they go where somebody else has gone before."""
    alone = play(fight({"12AT": "10", "MC-C": "11"}, reduced="MC-C"), "assault 10")
    assert idle(alone, "enter 12AT 11")
    together = play(fight({"12AT": "10", "1/KRR": "10", "MC-C": "11"}, reduced="MC-C"), "assault 10")
    assert idle(together, "enter 12AT 11")
    assert not idle(together, "enter 1/KRR 11")
    assert not idle(play(together, "enter 1/KRR 11"), "enter 12AT 11")


def test_nobody_counts_on_those_who_cannot_come() -> None:
    """A seen game: cavalry went into Halfaya, where three of the enemy stood, with all others a Movement Factor short."""
    garrison = {"1/104": "6", "1/33A": "6", "1/33C": "6"}
    s = play(fight({"CIH": "1", "1/11": "1", "2/11": "1", **garrison}), "assault 1")
    together = ["enter 1/11 2", "enter 2/11 2", "enter CIH 2"]
    assert idle(play(s, *together), "enter CIH 6")


def test_who_has_gone_in_waits_for_those_who_can_still_come() -> None:
    s = play(fight({"12AT": "12", "2RTR": "12", "MC-C": "13"}), "assault 12", "enter 12AT 13")
    assert idle(s, "attack 13")
    assert not idle(play(s, "enter 2RTR 13"), "attack 13")
    assert not idle(play(s, "enter 2RTR 11"), "attack 13")  # it must, and nobody can come any more


def test_nobody_marches_from_one_allied_depot_to_the_next() -> None:
    s = play(fight({"7RTR": "C", "1/8": "18"}), "assault C")
    assert {text: HINTS.idle(s, read(s, text)) for text in ("enter 7RTR D", "enter 7RTR 4")} == {
        "enter 7RTR D": True,
        "enter 7RTR 4": False,
    }
