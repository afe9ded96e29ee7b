"""9.5 to 9.8 Combat Withdrawal and Recon Withdrawal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.face.story import question
from sandtable.kernel.game import replay
from sandtable.kernel.play import Event, read
from sandtable.kernel.record import from_json
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.server.lines import role_of
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.face.battleboard import battle
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.face.muster import mustered
from sandtable.titles.blitzkrieg.frames import Battle, Withdrawal
from sandtable.titles.blitzkrieg.state import ASIDE, OOS, State
from sandtable.titles.blitzkrieg.withdrawal import ways_out
from tests.kit import asked, offered, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DESERT,
    PANZERS,
    E,
    at,
    fighting,
    flee,
    has,
    position,
    say,
    su,
    volley,
    vp,
)


def ways(s: State, box: str, side: int, units: list[str], attacker: bool = False, entered: tuple[int, int] = (0, 0)) -> list[str]:
    """Where these could withdraw to."""
    battle = Battle(side if attacker else 1 - side, E.b(box), entered=entered)
    f = Withdrawal(side, E.b(box), tuple([E.u(name) for name in units]), 0, attacker)
    return [E.names.text("box", to) for to in ways_out(s, battle, f)]


def came_from(side: Any, *boxes: Any) -> Any:
    mask = sum([1 << E.b(box) for box in boxes])
    return (mask, 0) if side == ALLIED else (0, mask)


LEAVING = {
    "El Adem": ["NZ Art", "4 Ind Art", "6 Aus. Art", "1 TK", "Allied HQ", "15 Inf", "15 Arm"],
    "Tobruk": "9 Aus. Inf",
    "Acroma": "Pavia Inf",
}


def regrets(s: State, said: str) -> list[str]:
    return [refusal.text for refusal in caution(s, read(s, said))]


RECORDS = Path(__file__).parents[2] / "records/blitzkrieg"
FROM_TOBRUK = dict.fromkeys(["NZ Art", "4 Ind Art", "6 Aus. Art", "1 TK"], "Tobruk")


def leaving(**more: Any) -> Any:
    """The end of 19.0: the Allies leave El Adem."""
    s = position(LEAVING, stores={"axis": COAST, "allied": {"Tobruk": 1}}, came=FROM_TOBRUK, turn=4, **more)
    s = say(fighting(s, "allied"), "front 15 Inf", "front 15 Arm", "front 1 TK", "placed")
    s = volley(volley(s, [9, 9]), [9] * 4)
    s = say(s, "stay")
    return volley(s, [9, 9])


def test_what_more_decides_a_withdrawal_is_told() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Inf", "15 Arm"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST, "allied": {"El Adem": 1, "Sidi Rezegh": 1}},
        came={"15 Inf": "Acroma", "15 Arm": "Acroma"},
        turn=4,
    )
    s.interdicted = 1 << E.b("Bir El Gubi")
    s = say(fighting(s), "front 15 Inf", "front 15 Arm")
    s = volley(volley(s, [9]), [9, 9])
    s = say(s, "withdraw")
    told = question(s).how
    assert "From the air the enemy closes Bir El Gubi." in told
    assert told.endswith("Each supply unit goes along on 0-5, else it stays behind.")


@rule("blitzkrieg", "9.5-a", "9.5-b", "9.5-e", "9.5-g")
def test_all_go_to_one_box_and_motorised_units_may_go_on() -> None:
    s = say(leaving(), "withdraw")
    assert [at(s, name) for name in ("NZ Art", "1 TK", "Allied HQ")] == ["Tobruk"] * 3  # the only entry box
    s = say(s, "on 6 Aus. Art Gambut")
    assert at(s, "6 Aus. Art") == "Gambut"
    assert why_not(s, "on 9 Aus. Inf Gambut").rule == "9.5-a"
    s = say(s, "done")
    assert vp(s)[AXIS] == 1


def test_how_a_battle_came_out_says_that_they_have_left_it() -> None:
    s = say(leaving(), "withdraw")
    roles = {e.what: role_of(TITLE.face, e) for e in s.log or () if isinstance(e, Event)}
    assert (roles["withdraws"], roles["withdrew"]) == ("retreat", "retreat")


@rule("blitzkrieg", "9.5-c")
def test_a_split_by_wheels() -> None:
    five = ["22 Gds Inf", "32 TK", "3 Ind Inf", "Free Fr. Inf"]
    s = position(
        {"El Adem": ["Polish Inf", "70 Inf", "7 Arm (3)", "15 Inf"], "Sidi Rezegh": five, "Acroma": "Pavia Inf"},
        turn=12,
        stores={"axis": COAST, "allied": {"Sidi Rezegh": 1, **DESERT}},
        came={"15 Inf": "Acroma"},
        held={"Tobruk": "axis"},
    )
    s = say(fighting(s), "front Polish Inf", "placed")
    s = volley(s, [9, 9, 9])
    assert regrets(s, "withdraw") == ["there is not room for all: at least 1 unit will be eliminated"]
    s = say(s, "withdraw")
    assert why_not(s, "done").rule == "9.5-c"  # room for one: the armour must go on
    assert question(s).stop == "You cannot stay there yet: the stack is over the limit: motorised units must go on."
    assert why_not(s, "on Polish Inf Gambut").rule == "9.5-b"
    s = say(s, "on 7 Arm (3) Gambut")
    s = say(s, "remove Polish Inf")
    assert (at(s, "7 Arm (3)"), at(s, "70 Inf")) == ("Gambut", "Sidi Rezegh")


@rule("blitzkrieg", "9.5-d")
def test_towards_the_nearest_supplied_friend() -> None:
    s = position(
        {"Gabr Saleh": "NZ Inf", "Sollum": "9 Aus. Inf", "Ft. Capuzzo": "15 Inf", "Bir El Gubi": "15 Arm", "Sidi Rezegh": "15 Art"},
        turn=8,
        stores={"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1}},
    )
    assert ways(s, "Gabr Saleh", ALLIED, ["NZ Inf"]) == ["Sidi Omar"]
    fighting_s = fighting(
        position(
            {
                "Gabr Saleh": ["NZ Inf", "15 Arm"],
                "Sollum": "9 Aus. Inf",
                "Ft. Capuzzo": "15 Inf",
                "Bir El Gubi": "Pavia Inf",
                "Sidi Rezegh": "15 Art",
            },
            turn=8,
            came={"15 Arm": "Bir El Gubi"},
            stores={"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1}, "axis": {"Bir El Gubi": 1}},
            held={"Tobruk": "axis"},
        ),
        dice=[9, 9],
    )
    both = say(fighting_s, "withdraw")
    assert at(both, "NZ Inf") == "Sidi Omar"


@rule("blitzkrieg", "9.5-d", "7.4.8-a")
def test_a_desert_force_without_supply_is_no_supplied_friend() -> None:
    units = {"Bir El Gubi": "NZ Inf", "Sidi Rezegh": "15 Inf", "El Adem": "Pavia Inf", "Bir Hachiem": "Savona Inf"}
    s = position(
        {**units, "Sollum": "9 Aus. Inf", "Garet Khod": "NZ Recon"},
        stores={"allied": DESERT},
        lrdf=["NZ Recon"],
        held={"Tobruk": "axis"},
        turn=8,
    )
    assert ways(s, "Bir El Gubi", ALLIED, ["NZ Inf"]) == ["Gabr Saleh"]  # though Garet Khod is as near to Bir Berraneb


@rule("blitzkrieg", "9.5-f")
def test_one_box_without_supply_if_there_is_no_other() -> None:
    units = {
        "Bir El Gubi": ["NZ Inf", "15 Arm"],
        "El Adem": "Pavia Inf",
        "Sidi Rezegh": "15 Inf",
        "Gabr Saleh": "15 Art",
        "Bir Hachiem": "Bologna Inf",
    }
    s = position(units, stores={"axis": {**COAST, "El Adem": 1}}, came={"15 Arm": "El Adem"}, turn=8)
    s = fighting(s, dice=[9, 9])
    s = flee(s)
    assert at(s, "NZ Inf") == "Bir Berraneb"
    assert has(s, "NZ Inf", OOS)


@rule("blitzkrieg", "9.5-h")
def test_without_a_way_out_they_must_stay() -> None:
    ring = {
        "Gabr Saleh": ["NZ Inf", "15 Arm"],
        "Bir El Gubi": "Pavia Inf",
        "Sidi Rezegh": "15 Inf",
        "Ft. Capuzzo": "15 Art",
        "Sidi Omar": "Bologna Inf",
        "Bir Berraneb": "Savona Inf",
    }
    s = position(ring, stores={"axis": {**COAST, "El Adem": 1}}, came={"15 Arm": "Bir El Gubi"}, turn=8)
    s = fighting(s, dice=[9, 9])
    assert asked(s)[0] == AXIS  # the defender has nothing to decide
    assert ways(s, "Gabr Saleh", ALLIED, ["NZ Inf"]) == []


@rule("blitzkrieg", "9.5.1-a")
def test_who_finds_no_room_is_eliminated() -> None:
    five = ["22 Gds Inf", "32 TK", "3 Ind Inf", "Free Fr. Inf", "70 Inf"]
    s = position(
        {"El Adem": ["Polish Inf", "15 Inf"], "Sidi Rezegh": five, "Acroma": "Pavia Inf"},
        turn=12,
        held={"Tobruk": "axis"},
        stores={"axis": COAST, "allied": {"Sidi Rezegh": 1, **DESERT}},
        came={"15 Inf": "Acroma"},
    )
    s = fighting(s, dice=[9, 9])
    s = flee(s, "Sidi Rezegh")
    s = say(s, "remove Polish Inf")
    assert at(s, "Polish Inf") == "eliminated"
    assert vp(s)[AXIS] == 1 + 1


@rule("blitzkrieg", "9.5.2-b")
def test_lrdf_may_always_try_a_lone_supply_unit() -> None:
    s = position(
        {"Giof el Mater": ["9 Aus. Recon", "RG Recon", "5LT Recon"]},
        lrdf=["9 Aus. Recon"],
        turn=8,
        stores={"axis": {"Msus": 1, "Agadabia": 1}},
        came={"RG Recon": "El Haselat", "5LT Recon": "El Haselat"},
    )
    there = ways(s, "Giof el Mater", ALLIED, ["9 Aus. Recon"])
    assert there == ["El Haselat", "Gasres Sahabi", "Antelat", "Msus", "Ben Gania"]
    s = say(fighting(s), "supply Agadabia", "front RG Recon", "placed")
    s = volley(s, [9])
    s = flee(s, "Msus", dice=[4])
    assert su(s, "allied", "Msus") == 1


@rule("blitzkrieg", "9.5.2-c", "9.5.2-a")
def test_a_lone_supply_unit_blocks_those_who_would_be_out_of_supply() -> None:
    units = {
        "Sidi Rezegh": "NZ Inf",
        "El Adem": "Pavia Inf",
        "Bir El Gubi": "Ariete Inf",
        "Gabr Saleh": "Bologna Inf",
        "Tobruk": "15 Inf",
        "Bardia": "15 Art",
        "Ft. Capuzzo": "15 Arm",
    }
    cut = position(units, stores={"axis": {"Gambut": 1}}, turn=8)
    assert ways(cut, "Sidi Rezegh", ALLIED, ["NZ Inf"]) == []
    fed = position({**units, "Tobruk": "9 Aus. Inf"}, stores={"axis": {"Gambut": 1}}, turn=8)
    assert ways(fed, "Sidi Rezegh", ALLIED, ["NZ Inf"]) == ["Gambut"]
    other = position({**units, "Tobruk": "9 Aus. Inf", "Gabr Saleh": []}, stores={"axis": {"Gambut": 1}}, turn=8)
    assert ways(other, "Sidi Rezegh", ALLIED, ["NZ Inf"]) == ["Gabr Saleh"]


@rule("blitzkrieg", "9.5.3-a")
def test_a_lone_hq_does_not_block() -> None:
    units = {
        "Sidi Rezegh": ["15 Inf", "NZ Inf"],
        "Gambut": "Allied HQ",
        "El Adem": "4 Ind Inf",
        "Bir El Gubi": "Polish Inf",
        "Gabr Saleh": "70 Inf",
    }
    s = position(
        units,
        stores={"axis": {"Gambut": 0, "Tobruk": 1}, "allied": {"Gabr Saleh": 1, **DESERT}},
        held={"Tobruk": "axis"},
        came={"NZ Inf": "Gabr Saleh"},
        turn=8,
    )
    s = fighting(s, "allied", dice=[9, 9])
    s = say(s, "withdraw", dice=[4])
    assert s.hq[ALLIED] < 0
    assert vp(s)[AXIS] == 7


PENDING = {
    "Gazala": ["15 Inf", "50 Inf"],
    "Acroma": ["15 Art", "4 Ind Inf"],
    "Tobruk": "9 Aus. Inf",
    "Tmimi": "NZ Inf",
    "Senegali": "NZ Art",
    "Derna": "Ariete Inf",
}
PENDING_CAME = {"50 Inf": "Tmimi", "4 Ind Inf": "Tobruk"}


def pending() -> Any:
    """Allied battles at Gazala and Acroma; the Axis leaves Gazala."""
    s = position(PENDING, stores={"allied": {"Tobruk": 3, "Tmimi": 1}}, came=PENDING_CAME, turn=12)
    s = say(fighting(s, "allied"), "fight Gazala")
    s = say(s, "supply Tobruk", dice=[9, 9])
    return s


@rule("blitzkrieg", "9.5.4-a")
def test_into_a_battle_that_is_still_to_be_fought() -> None:
    s = pending()
    s = say(s, "withdraw")
    assert at(s, "15 Inf") == "Acroma"
    assert has(s, "15 Inf", ASIDE)
    plain = position(PENDING, turn=12, oos=[])
    assert "Acroma" in ways(plain, "Gazala", AXIS, ["15 Inf"])
    held = position({**PENDING, "Acroma": "4 Ind Inf"}, turn=12, oos=[])
    assert "Acroma" not in ways(held, "Gazala", AXIS, ["15 Inf"])


@rule("blitzkrieg", "9.5.4-b")
def test_who_waits_in_a_battle_is_not_shown_among_those_who_meet_in_it() -> None:
    s = position({"Acroma": ["15 Inf", "15 Art", "4 Ind Inf"], "Gazala": "Ariete Inf"}, came={"4 Ind Inf": "Tobruk"}, turn=12)
    s.flags[E.u("15 Inf")] |= ASIDE
    s.active = ALLIED
    attack, defence = mustered(s, ALLIED, "attack", E.b("Acroma")), mustered(s, AXIS, "defence", E.b("Acroma"))
    assert [fighter.piece for fighter in attack.fighters] == ["4 Ind Inf"]
    assert [fighter.piece for fighter in defence.fighters] == ["15 Art"]


@rule("blitzkrieg", "9.5.4-a", "9.5.1-a")
def test_those_who_came_too_many_into_a_battle_go_and_not_those_who_are_to_fight_it() -> None:
    there = ["15 Art", "Ariete Art", "Pavia Art", "Savona Art", "Bologna Art"]
    s = position(
        {**PENDING, "Acroma": [*there, "4 Ind Inf"]}, stores={"allied": {"Tobruk": 3, "Tmimi": 1}}, came=PENDING_CAME, turn=12
    )
    s = say(fighting(s, "allied"), "fight Gazala")
    s = say(s, "supply Tobruk", dice=[9, 9])
    s = say(s, "withdraw")
    assert why_not(s, "remove Pavia Art").rule == "9.5.4-a"
    assert offered(s) == ["remove 15 Inf"]
    s = say(s, "remove 15 Inf")
    assert at(s, "15 Inf") == "eliminated"
    assert vp(s)[ALLIED] == 1 + 2


@rule("blitzkrieg", "9.5.5-a", "9.5.5-b")
def test_what_becomes_of_units_that_waited_in_a_lost_battle() -> None:
    def lost(withdraws: bool, die: int) -> Any:
        s = position(
            {"Acroma": ["15 Inf", "15 Art", "4 Ind Inf"], "Tobruk": "9 Aus. Inf", "Gazala": "Ariete Inf"},
            stores={"axis": COAST, "allied": {"Tobruk": 1}},
            came={"4 Ind Inf": "Tobruk"},
            turn=12,
            damaged=["15 Art"],
        )
        s.flags[E.u("15 Inf")] |= ASIDE
        if not withdraws:
            return fighting(s, "allied", dice=[9, 0])
        s = fighting(s, "allied", dice=[9, 9])
        s = say(s, "withdraw")
        return say(s, "done", dice=[die])

    dead = lost(False, 0)
    assert at(dead, "15 Inf") == at(dead, "15 Art") == "eliminated"
    assert vp(dead)[ALLIED] == 3 + 2 + 1
    assert at(lost(True, 4), "15 Inf") == "eliminated"
    kept = lost(True, 5)
    assert at(kept, "15 Inf") == "Gazala"


@rule("blitzkrieg", "9.5.6-a", "9.5.6-b")
def test_ways_that_the_enemy_came_and_ways_that_we_came() -> None:
    s = position(
        {"El Adem": ["15 Inf", "NZ Inf", "7 Arm (3)"], "Acroma": "Pavia Inf", "Sidi Rezegh": "70 Inf"},
        oos=[],
        turn=8,
        held={"Tobruk": "allied"},
        stores={"axis": COAST, "allied": {"Sidi Rezegh": 1}},
    )
    defender = ways(s, "El Adem", AXIS, ["15 Inf"], entered=came_from(ALLIED, "Tobruk"))
    assert "Tobruk" not in defender
    assert "Acroma" in defender
    attacker = ways(s, "El Adem", ALLIED, ["NZ Inf"], attacker=True, entered=came_from(ALLIED, "Tobruk", "Sidi Rezegh"))
    assert set(attacker) == {"Tobruk", "Sidi Rezegh"}  # wherever their friends are


@rule("blitzkrieg", "9.5.7-a", "9.5.8-a")
def test_withdrawal_by_sea() -> None:
    four = ["9 Aus. Inf", "9 Aus. Art", "70 Inf", "Polish Inf"]
    ring = {"Tobruk": [*four, "Allied HQ", *PANZERS], "Acroma": "Pavia Inf", "El Adem": "Ariete Inf", "Gambut": "Bologna Inf"}
    s = position(ring, stores={"axis": COAST}, came=dict.fromkeys(PANZERS, "Acroma"), turn=8)
    s.held[E.b("Tobruk")] = ALLIED
    s.shipped[E.b("Tobruk")] = 4
    s = say(fighting(s), "front 9 Aus. Inf", "placed", "front 15 Arm", "placed")
    s = volley(volley(s, [9] * 4), [9] * 4)
    s = say(s, "withdraw")  # the sea is the only way
    assert set(offered(s)) >= {"board Allied HQ", "board 9 Aus. Inf"}
    alone = say(
        s, "board 9 Aus. Inf", "board 9 Aus. Art", "board 70 Inf", "board Polish Inf", dice=[9, 9, 4]
    )  # Tobruk's two rolls, then the HQ
    assert [at(alone, name) for name in four] == ["Holding"] * 4
    assert alone.hq[ALLIED] < 0
    saved = say(s, "board 9 Aus. Inf", "board 9 Aus. Art", "board 70 Inf", "board Allied HQ")
    assert at(saved, "Allied HQ") == "Holding"
    assert at(saved, "Polish Inf") == "eliminated"


@rule("blitzkrieg", "9.5.9-a")
def test_supply_units_need_a_roll_to_come_along() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Inf"], "Acroma": "Pavia Inf", "Tobruk": "9 Aus. Inf"},
        stores={"axis": COAST, "allied": {"El Adem": 2}},
        came={"15 Inf": "Acroma"},
        turn=8,
    )
    s = fighting(s, dice=[9, 9])
    s = say(s, "withdraw", dice=[5, 6])  # Tobruk is the nearest
    s = say(s, "done", dice=[4])
    assert su(s, "allied", "Tobruk") == 1
    assert su(s, "allied", "El Adem") == 0
    assert su(s, "axis", "El Adem") == 1


# 9.6


SOLUCH = {"Soluch": ["9 Aus. Recon", "5LT Arm"], "Tobruk": "9 Aus. Inf"}


def soluch(**more: Any) -> Any:
    stores = {"axis": {"Beda Fomm": 1, "Agadabia": 1}, "allied": {"Soluch": 1, "Benghasi": 0, "Sceleidima": 0}}
    return position({**SOLUCH, **more}, stores=stores, came={"5LT Arm": "Beda Fomm"}, turn=8, lrdf=["9 Aus. Recon"])


@rule("blitzkrieg", "9.6-a", "9.6-b", "9.6-d", "9.6.1-a", "9.6.2-a", "12.4.1-a")
def test_recon_withdrawal() -> None:
    s = fighting(soluch())
    s = say(s, "supply Beda Fomm")
    assert asked(s) == (ALLIED, "Battle")
    closed = ways(s, "Soluch", ALLIED, ["9 Aus. Recon"], entered=came_from(AXIS, "Beda Fomm"))
    assert closed == ["Sceleidima"]
    assert regrets(s, "evade") == ["1 supply unit stays behind, and may be captured"]
    s = say(s, "evade")
    board = battle(s)
    assert board is not None
    assert ("9 Aus. Recon", "withdraws") in [(one.piece, one.note) for one in board.parties[1].fighters]  # it may go on
    s = say(s, "done", dice=[4])
    assert at(s, "9 Aus. Recon") == "Sceleidima"
    assert su(s, "axis", "Soluch") == 1  # it stayed behind
    assert (su(s, "axis", "Beda Fomm"), su(s, "axis", "Agadabia")) == (1, 1)  # nothing was spent
    assert vp(s) == (0, 0)
    mixed = position(
        {"Soluch": ["9 Aus. Recon", "9 Aus. Inf", "5LT Arm"]},
        stores={"axis": {"Beda Fomm": 1}},
        came={"5LT Arm": "Beda Fomm"},
        turn=8,
    )
    assert why_not(fighting(mixed), "evade").rule == "9.6-a"
    scouts = position(
        {"Soluch": ["9 Aus. Recon", "5LT Recon"]}, stores={"axis": {"Beda Fomm": 1}}, came={"5LT Recon": "Beda Fomm"}, turn=8
    )
    assert not told(fighting(scouts), "evades")


@rule("blitzkrieg", "9.6-c")
def test_air_with_recon_that_evades_goes_home_used() -> None:
    s = fighting(soluch(Soluch=["9 Aus. Recon", "5LT Arm", "Allied Tac Air 1"]))
    s = say(s, "supply Beda Fomm")
    s = say(s, "evade")
    assert at(s, "Allied Tac Air 1") == "Holding"
    assert has(s, "Allied Tac Air 1", 256)
    assert vp(s) == (0, 0)


# 9.7, 9.8


@rule("blitzkrieg", "9.7-a", "9.7-b")
def test_withdrawal_off_the_map() -> None:
    s = position(
        {"Aghelia": ["Ariete Inf", "7 Arm (3)"], "Marsa Brega": "NZ Inf", "Marada Oasis": "Polish Inf"},
        stores={"allied": {"Marsa Brega": 1, "Beda Fomm": 1}},
        came={"7 Arm (3)": "Marsa Brega"},
        turn=8,
    )
    s.held[E.b("Aghelia")] = AXIS
    assert ways(s, "Aghelia", AXIS, ["Ariete Inf"], entered=came_from(ALLIED, "Marsa Brega")) == ["off the map"]
    assert ways(s, "Aghelia", ALLIED, ["7 Arm (3)"]) == ["Marsa Brega", "Marada Oasis"]
    entered = (0, 1 << E.holding)
    assert ways(s, "Aghelia", AXIS, ["Brescia Inf"], attacker=True, entered=entered) == ["off the map"]
    out = position({"Aghelia": ["7 Arm (3)", "Brescia Inf"]}, stores={"axis": {"Holding": 1}}, turn=8)
    out.came[E.u("Brescia Inf")] = E.holding
    out = fighting(out, dice=[9, 9])
    out = say(out, "stay", dice=[9])
    out = say(out, "withdraw")
    assert at(out, "Brescia Inf") == "gone"
    assert vp(out) == (1, 0)


@rule("blitzkrieg", "9.8-a", "9.8-b")
def test_tertiary_roads_carry_two_in_a_withdrawal_too() -> None:
    units = {
        "Bir El Gubi": ["7 Arm (3)", "7 Sup. Gp. Inf", "4 Ind Inf", "15 Arm"],
        "El Adem": "Pavia Inf",
        "Sidi Rezegh": "15 Inf",
        "Gabr Saleh": "15 Art",
        "Bir Hachiem": "Bologna Inf",
    }
    s = position(units, stores={"axis": {**COAST, "El Adem": 1}}, came={"15 Arm": "El Adem"}, turn=8)
    jammed = s.clone()
    jammed.traffic[E.lane[E.road[E.b("Bir El Gubi")][E.b("Bir Berraneb")]]] = 2
    assert ways(jammed, "Bir El Gubi", ALLIED, ["7 Arm (3)"]) == []
    s = say(fighting(s), "front 7 Arm (3)", "placed")
    s = volley(s, [9, 9, 9])
    assert regrets(s, "withdraw") == ["there is not room for all: at least 1 unit will be eliminated"]
    s = say(s, "withdraw", "board 7 Arm (3)", "board 7 Sup. Gp. Inf")
    assert at(s, "7 Arm (3)") == at(s, "7 Sup. Gp. Inf") == "Bir Berraneb"
    assert at(s, "4 Ind Inf") == "eliminated"
    assert vp(s)[AXIS] == 1 + 1


def test_a_box_without_room_for_all_is_warned_of() -> None:
    s = replay(from_json((RECORDS / "short-all-settings-allied-allied-victory.json").read_bytes()), 93, TITLE).state
    assert regrets(s, "retreat Mechili") == ["there is not room for all at Mechili: at least 3 units will be eliminated"]
    assert regrets(s, "retreat Senegali") == ["there is not room for all at Senegali: at least 4 units will be eliminated"]
