"""5.0 Cards: draws, and what each card does."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.kernel.play import inner, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.edition import CARDS
from sandtable.titles.blitzkrieg.face.battleboard import battle
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.face.prices import price
from sandtable.titles.blitzkrieg.face.view import view
from sandtable.titles.blitzkrieg.fire import shot
from sandtable.titles.blitzkrieg.frames import CardDraw, Refit
from sandtable.titles.blitzkrieg.movement import allowance
from sandtable.titles.blitzkrieg.questions import before_the_refit, draw_or_not, which_bonus
from sandtable.titles.blitzkrieg.state import OOS, OWNED, USED
from tests.kit import asked, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DIVISION,
    E,
    at,
    battle_of,
    board,
    cv,
    drawing,
    ending,
    fighting,
    has,
    march,
    motoring,
    moving,
    position,
    refitting,
    say,
    su,
    volley,
    vp,
)

CARD = {name: n for n, name in enumerate(CARDS)}


@rule("blitzkrieg", "5.1.2-a", "5.1.2-b")
def test_six_draws_one_a_phase_and_only_if_wanted() -> None:
    s = drawing(position({"Aghelia": "5LT Arm"}, turn=9))
    assert s.draws == [6, 6]
    assert say(s, "done").draws == [6, 6]
    s.draws[AXIS] = 1
    s = say(s, "draw", dice=[CARD["Intelligence"]])
    assert s.draws[AXIS] == 0
    assert s.hands[AXIS] == (CARD["Intelligence"],)
    assert "draw" not in offered_verbs(s)
    spent = position({"Aghelia": "21 Recon"}, turn=10)
    spent.draws[AXIS] = 0
    spent = drawing(spent)
    assert why_not(spent, "draw").rule == "5.1.2-a"
    assert draw_or_not(spent, inner(spent, CardDraw)) == "No card draws are left. Do you go on to the refit?"


@rule("blitzkrieg", "5.1.3-a", "5.1.3-b")
def test_a_card_is_used_in_its_phase_of_its_turn() -> None:
    s = ending(position({"Aghelia": "5LT Arm"}, turn=5, hands={"axis": ["Combat Training"]}))
    s = say(s, "done")
    assert s.hands[AXIS] == ()
    assert s.discards == (CARD["Combat Training"],)
    unit = moving(position({"Aghelia": "5LT Arm"}, hands={"axis": ["Extra Supply Unit"]}))
    assert why_not(unit, "play Extra Supply Unit").rule == "5.1.3-b"
    assert why_not(unit, "convoy Tobruk").text == "you do not hold this card"
    late = moving(position({"Aghelia": "5LT Arm"}, hands={"axis": ["Forced March"]}))
    assert why_not(late, "force Aghelia").text == "this card is not for this phase"
    rrw = refitting(position({"Aghelia": "5LT Arm"}, hands={"axis": ["Combat Training"]}, turn=12))
    assert rrw.hands[AXIS] == (CARD["Combat Training"],)


@rule("blitzkrieg", "5.1.3-c")
def test_a_card_that_cannot_be_carried_out_is_discarded() -> None:
    s = drawing(position({"Aghelia": "5LT Arm"}, turn=8))
    s.drawn = 5
    s = say(s, "draw", dice=[CARD["Extra Reinforcements"]])
    assert s.draws[AXIS] == 5
    s = say(s, "done")  # nobody is eliminated: it is of no use in the RRW Phase
    assert s.hands[AXIS] == ()
    assert CARD["Extra Reinforcements"] in s.discards


@rule("blitzkrieg", "5.1.4-a", "11.4.4-a", "11.4.3-a")
def test_the_fall_of_tobruk() -> None:
    s = position({"Tobruk": ["15 Arm", "Polish Inf"]}, came={"15 Arm": "Acroma"}, stores={"axis": COAST}, turn=8, tobruk=1)
    s.held[E.b("Tobruk")], s.draws[AXIS] = ALLIED, 4
    s = fighting(s, dice=[9, 0])
    s = say(s, "stay", "stay", dice=[9, 0, 3, 9])  # the last defender falls; two supply rolls
    assert at(s, "Polish Inf") == "eliminated"
    assert s.draws[AXIS] == 5
    assert su(s, "axis", "Tobruk") == 1
    assert s.tobruk == 0


def test_past_is_prologue_uses_a_discard_again() -> None:
    s = drawing(position({"Aghelia": "5LT Arm"}))
    s.drawn, s.discards = 5, (CARD["Khamsin"],)
    s.deck[CARD["Khamsin"]] -= 1
    s = say(s, "draw", dice=[CARD["Past Is Prologue"]])
    assert why_not(s, "recall Past Is Prologue").rule == "5.1.3-b"
    s = say(s, "recall Khamsin")
    assert s.hands[AXIS] == (CARD["Khamsin"],)
    assert s.discards == (CARD["Past Is Prologue"],)


def test_extra_reinforcements_bring_two_back() -> None:
    s = position({"Aghelia": "Rommel HQ"}, dead=["15 Arm", "15 Inf", "15 Art"], hands={"axis": ["Extra Reinforcements"]}, turn=12)
    s = say(refitting(s), "revive 15 Arm", "revive 15 Inf")
    assert (at(s, "15 Arm"), at(s, "15 Inf"), at(s, "15 Art")) == ("Holding", "Holding", "eliminated")
    assert s.hands[AXIS] == ()
    assert vp(s) == (0, 0)


def test_supply_sabotage() -> None:
    s = position(
        {"Msus": "2 Arm", "Aghelia": "5LT Arm"},
        stores={"allied": {"Msus": 1, "Barce": 1, "Tobruk": 1}},
        hands={"axis": ["Supply Sabotage"]},
    )
    s = moving(s)
    assert why_not(s, "sabotage Tobruk").rule == "5.1.3-c"
    assert su(say(s, "sabotage Barce", dice=[6]), "allied", "Barce") == 0
    assert su(say(s, "sabotage Msus", dice=[4]), "allied", "Msus") == 1
    assert su(say(s, "sabotage Msus", dice=[3]), "allied", "Msus") == 0
    assert why_not(march(s, "5LT Arm: Marsa Brega"), "sabotage Msus").rule == "5.1.3-b"


def test_theatre_ops() -> None:
    s = refitting(
        position({"Tobruk": "9 Aus. Inf", "Withdrawn": ["NZ Inf"]}, turn=7, hands={"allied": ["Theatre Ops Go Well"]}), "allied"
    )
    spared = say(s, "play Theatre Ops Go Well")
    assert vp(spared) == (0, 0)
    assert at(spared, "9 Aus. Inf") == "Tobruk"
    assert at(say(s, "hasten NZ Inf"), "NZ Inf") == "Holding"
    axis = refitting(position({"Aghelia": "5LT Arm"}, turn=2, waiting=["15 Arm"], hands={"axis": ["Theatre Ops Go Well"]}))
    assert why_not(axis, "play Theatre Ops Go Well").rule == "5.1.3-c"
    assert at(say(axis, "hasten 15 Arm"), "15 Arm") == "Holding"
    nobody = refitting(position({"Aghelia": "5LT Arm"}, turn=4, hands={"axis": ["Theatre Ops Go Well"]}))
    assert su(say(nobody, "play Theatre Ops Go Well", "done"), "axis", "Holding") == 2


@rule("blitzkrieg", "11.6.4-a")
def test_theatre_ops_brings_lost_air_sooner() -> None:
    s = position({"Aghelia": "5LT Arm"}, turn=5, waiting=["Axis Tac Air 1"], hands={"axis": ["Theatre Ops Go Well"]})
    s.returns = ((E.u("Axis Tac Air 1"), 6),)
    assert why_not(refitting(s), "play Theatre Ops Go Well").rule == "5.1.3-c"  # a supply unit only if nobody is due
    hastened = say(refitting(s), "hasten Axis Tac Air 1")
    assert (at(hastened, "Axis Tac Air 1"), hastened.returns) == ("Holding", ())
    s.turn, s.returns = 20, ((E.u("Axis Tac Air 1"), 22),)  # that turn never comes
    assert why_not(refitting(s), "hasten Axis Tac Air 1").rule == "5.1.3-c"


@rule("blitzkrieg", "6.1.4-a", "11.6.4-a")
def test_air_that_came_early_and_was_lost_does_not_come_by_its_schedule() -> None:
    s = position({"Aghelia": "5LT Arm"}, turn=15, waiting=["Axis Tac Air 2"])  # of this turn
    s.returns = ((E.u("Axis Tac Air 2"), 16),)  # but Theatre Ops brought it sooner, and it was lost on Turn 14
    assert at(refitting(s), "Axis Tac Air 2") == "track"
    s.turn = 16
    assert at(refitting(s), "Axis Tac Air 2") == "Holding"


def test_supply_cards() -> None:
    s = refitting(position({"Aghelia": "5LT Arm"}, turn=4, hands={"axis": ["Extra Supply Unit", "Extra Supply Roll"]}))
    s = say(s, "play Extra Supply Unit", "play Extra Supply Roll", "done", dice=[1])
    assert su(s, "axis", "Holding") == 3  # both cards, and one by itself; the turn's own roll of 9 brings nothing


def test_khamsin_keeps_all_aircraft_down() -> None:
    s = position(
        {"Aghelia": ["5LT Arm", "Rommel HQ"], "Tobruk": ["9 Aus. Inf", "Allied Tac Air 1"], "Holding": "Axis Tac Air 1"},
        hands={"axis": ["Khamsin"]},
        turn=4,
    )
    s = say(refitting(s), "play Khamsin")
    assert at(s, "Allied Tac Air 1") == "Holding"
    assert not has(s, "Allied Tac Air 1", USED)
    assert [side.note.endswith("no aircraft: Khamsin") for side in view(s, AXIS).sides] == [True, True]
    s = say(s, "done", dice=[9])
    assert asked(s)[1] == "Movement"
    assert why_not(s, "interdict Axis Tac Air 1").rule == "5.1.3-b"
    sortie = position({"Aghelia": "5LT Arm"}, hands={"axis": ["Aircraft Sortie"]})
    sortie.khamsin = ALLIED
    assert why_not(moving(sortie), "sortie").rule == "5.1.3-b"


def test_hq_bonus_gives_two_choices() -> None:
    s = refitting(position({"Aghelia": ["5LT Arm", "Rommel HQ"]}, turn=4, hands={"axis": ["HQ Bonus"]}))
    s = say(s, "play HQ Bonus")
    assert which_bonus(s, inner(s, Refit)) == "Which two bonuses does your HQ have in this player-turn?"
    s = say(s, "bonus Movement")
    assert which_bonus(s, inner(s, Refit)) == "Which second bonus does your HQ have in this player-turn?"
    assert why_not(s, "bonus Movement").rule == "11.3.1-a"
    s = say(s, "bonus Combat Attack", dice=[9])
    assert s.bonus[AXIS] == 0b101


def test_hq_escapes_brings_a_captured_hq_back() -> None:
    s = position({"Tobruk": "9 Aus. Inf"}, hands={"allied": ["HQ Escapes"]}, turn=4, no_hq=["allied"])
    s = say(refitting(s, "allied"), "play HQ Escapes")
    assert at(s, "Allied HQ") == "Tobruk"
    assert s.hq[ALLIED] == E.u("Allied HQ")


@rule("blitzkrieg", "5.1.3-c", "11.3.7.4-a")
def test_hq_escapes_needs_a_supplied_unit_to_join() -> None:
    s = position({"Girarabub": "9 Aus. Inf"}, hands={"allied": ["HQ Escapes"]}, turn=4, no_hq=["allied"], oos=["9 Aus. Inf"])
    s = refitting(s, "allied", dice=[9, 9])  # out of supply, and the return of the HQ: the card is kept
    assert at(s, "Allied HQ") == "gone"
    assert s.hands[ALLIED] == (CARD["HQ Escapes"],)


def test_intelligence_and_combat_training_and_barrage() -> None:
    at_adem = {"El Adem": ["15 Inf", "15 Art", "NZ Inf", "NZ Art"], "Acroma": "Pavia Inf", "Sidi Rezegh": "4 Ind Inf"}
    s = position(
        at_adem,
        stores={"axis": COAST},
        came={"15 Inf": "Acroma", "15 Art": "Acroma"},
        turn=8,
        hands={"axis": ["Intelligence", "Combat Training", "Artillery Barrage"]},
    )
    s = say(fighting(s), "play Intelligence", "play Combat Training", "play Artillery Barrage")
    assert asked(s) == (ALLIED, "Battle")  # the opponent places first
    s = say(s, "front NZ Inf", "placed", "front 15 Inf", "placed")
    b = battle_of(s)
    assert cv(s, b, "15 Inf", "NZ Inf") == 5
    assert cv(s, b, "15 Art", "NZ Inf") == 6  # 3, +1 Second Line, +1 for each card
    s = volley(volley(s, [9, 9]), [9, 9])
    assert asked(s)[0] == ALLIED
    assert why_not(s, "reinforce 4 Ind Inf").rule == "5.1.3-b"


def test_anti_tank_screen_is_held_for_the_defence() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma"},
        turn=8,
        hands={"allied": ["Anti-Tank Screen"]},
    )
    s = say(fighting(s), "play Anti-Tank Screen", dice=[9, 9])
    assert cv(s, battle_of(s), "NZ Inf", "15 Arm") == 3 + 1 - 1  # circled, but 15 Arm is superior


def test_stubborn_defence_saves_a_unit_once() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma"},
        turn=8,
        hands={"allied": ["Stubborn Defence"]},
        damaged=["NZ Inf"],
    )
    s = fighting(s, dice=[9, 0])
    assert asked(s) == (ALLIED, "Half")
    assert question(s) == ("2nd New Zealand infantry would be eliminated. Does Stubborn Defence save it?", "", "It is eliminated.")
    board = battle(s)
    assert board is not None
    (fate,) = [fighter.fate for party in board.parties for fighter in party.fighters if fighter.fate]
    assert [(chance.name, chance.chance) for chance in fate] == [("eliminated", 1.0)]  # the dice have fallen
    assert [c.text for c in caution(s, ("pass", 0, 0))] == [
        "2nd New Zealand infantry is eliminated, and the enemy scores 1 Victory Point"
    ]
    s = say(s, "save NZ Inf")
    assert at(s, "NZ Inf") == "El Adem"
    assert s.hands[ALLIED] == ()


def test_vehicle_recovery() -> None:
    s = position(
        {"El Adem": ["15 Arm", "15 Recon", "Polish Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        turn=8,
        came={"15 Arm": "Acroma", "15 Recon": "Acroma"},
        hands={"axis": ["Vehicle Recovery"]},
        damaged=["15 Recon", "Polish Inf"],
    )
    s = say(fighting(s), "front 15 Arm", "front 15 Recon")
    s = say(s, "aim Polish Inf 15 Recon", dice=[0, 0])
    assert at(s, "15 Recon") == "eliminated"
    s = say(s, "recover 15 Recon")
    assert at(s, "15 Recon") == "Holding"
    assert vp(s)[ALLIED] == 2


def test_fuel_shortage() -> None:
    s = say(
        refitting(position({"Aghelia": "5LT Arm", "Tobruk": "9 Aus. Recon"}, turn=4, hands={"axis": ["Fuel Shortage"]})),
        "play Fuel Shortage",
    )
    assert [side.note.endswith("Fuel Shortage") for side in view(s, ALLIED).sides] == [True, False]
    assert allowance(s, E.u("9 Aus. Recon"), True) == (3, 3)
    assert allowance(s, E.u("9 Aus. Recon"), False) == (3, 5)
    assert allowance(s, E.u("5LT Arm"), True) == (3, 5)


def test_a_fuel_shortage_that_is_answered_with_another_lasts() -> None:
    s = position({"Aghelia": "5LT Arm", "Tobruk": "9 Aus. Recon"}, turn=4, hands={"allied": ["Fuel Shortage"]})
    s.short_of_fuel = 1 << ALLIED  # played by the Axis, and used again by the Allies with Past Is Prologue
    s = say(refitting(s, "allied"), "play Fuel Shortage")
    assert [side.note.endswith("Fuel Shortage") for side in view(s, ALLIED).sides] == [True, True]
    assert allowance(s, E.u("9 Aus. Recon"), True) == allowance(s, E.u("5LT Arm"), True) == (3, 3)
    s = say(motoring(s, "allied"), "done")
    assert allowance(s, E.u("9 Aus. Recon"), True) == (3, 5)
    assert allowance(s, E.u("5LT Arm"), True) == (3, 3)


def test_only_an_hq_adds_to_a_fuel_shortage() -> None:
    s = position({"Aghelia": ["5LT Arm", "Rommel HQ"]}, turn=4, bonus={"axis": "Movement"}, hands={"axis": ["Esprit de Corps"]})
    s.short_of_fuel = 1 << AXIS
    s = say(motoring(s), "spur 5LT Arm")
    assert allowance(s, E.u("5LT Arm"), True) == (4, 4)
    assert allowance(s, E.u("5LT Arm"), False) == (5, 7)


def test_coastal_convoy() -> None:
    s = position(
        {"Holding": ["Pavia Art", "Pavia Inf", "Brescia Inf"], "Benghasi": "5LT Recon"},
        stores={"axis": {"Beda Fomm": 1}},
        hands={"axis": ["Coastal Convoy"]},
    )
    s = moving(s)
    assert why_not(say(s, "move Pavia Art"), "sail Benghasi").rule == "8.5.4-b"
    assert why_not(s, "convoy Bardia").rule == "5.1.3-c"
    s = say(
        s,
        "convoy Benghasi",
        "move Pavia Art",
        "sail Benghasi",
        "move Pavia Inf",
        "sail Benghasi",
        "move Brescia Inf",
        "sail Benghasi",
    )
    assert at(s, "Pavia Art") == at(s, "Brescia Inf") == "Benghasi"


def test_forced_march_and_esprit_de_corps_and_construction() -> None:
    s = motoring(position({"Derna": ["Pavia Inf", "Pavia Art"]}, stores={"axis": COAST}, hands={"axis": ["Forced March"]}))
    assert why_not(s, "move Pavia Inf").rule == "8.3-a"
    s = say(s, "force Derna")
    shipped = position({"Tobruk": "Pavia Inf"}, hands={"axis": ["Forced March"]}, held={"Benghasi": "axis"})
    assert why_not(say(motoring(shipped), "force Tobruk", "move Pavia Inf"), "sail Benghasi").rule == "5.1.3-b"
    assert at(march(s, "Pavia Inf: Martuba, Tmimi"), "Pavia Inf") == "Tmimi"
    assert why_not(say(s, "move Pavia Inf", "go Junction A"), "go Mechili").rule == "8.4-a"  # one box off the major road
    driven = moving(position({"Aghelia": DIVISION}, hands={"axis": ["Esprit de Corps"]}))
    driven = say(driven, "spur 5LT Arm")
    assert allowance(driven, E.u("5LT Arm"), False) == (4, 6)
    assert allowance(driven, E.u("5LT Art"), False) == (3, 5)
    built = say(
        moving(
            position(
                {"Sollum": "Pavia Inf"},
                stores={"axis": {"Sollum": 1}},
                held={"Tobruk": "axis"},
                hands={"axis": ["Rapid Construction"]},
            )
        ),
        "fortify Sollum",
    )
    assert built.works[E.b("Sollum")] == OWNED[AXIS]


def test_entrenched() -> None:
    s = ending(position({"Gazala": "Pavia Inf"}, stores={"axis": COAST}, hands={"axis": ["Entrenched"]}))
    s = say(s, "entrench Gazala")
    b = board("NZ Inf", "Pavia Inf", side="allied", where="Gazala", sheltered=["Pavia Inf"])
    assert cv(s, b, "NZ Inf", "Pavia Inf") == 2
    assert shot(s, b, E.u("NZ Inf"), E.u("Pavia Inf"), False).terms[-1].rule == "3.0-i"
    assert told(s, "entrenched")
    assert not has(s, "Pavia Inf", OOS)


@rule("blitzkrieg", "5.1.2-b", "13.4-2")
def test_a_card_taken_as_supply_is_the_card_of_the_phase() -> None:
    s = say(drawing(position({"Aghelia": "5LT Recon"}, card_as_supply=1)), "draw", "exchange", dice=[CARD["Khamsin"]])
    assert why_not(s, "draw").rule == "5.1.2-b"
    assert why_not(s, "exchange").rule == "13.4-2"
    assert su(s, "axis", "Holding") == 1


def test_a_second_khamsin_lasts_as_long_as_its_own_player_turns() -> None:
    s = position({"Aghelia": "5LT Arm", "Tobruk": "9 Aus. Inf"}, hands={"allied": ["Khamsin"]}, turn=4)
    s.khamsin = AXIS  # played once, and used again with Past Is Prologue
    s = say(refitting(s, "allied"), "play Khamsin")
    assert s.khamsin == ALLIED


@rule("blitzkrieg", "8.1.5-a")
def test_esprit_de_corps_drives_a_mixed_british_division() -> None:
    mixed = ["1 TK R12", "70 Inf", "8 Recon", "51 Art"]
    late = moving(position({"El Alamein": mixed}, hands={"allied": ["Esprit de Corps"]}, turn=17), "allied")
    late = say(late, *[f"spur {unit}" for unit in mixed])
    assert allowance(late, E.u("51 Art"), False) == (4, 6)
    early = moving(position({"El Alamein": mixed}, hands={"allied": ["Esprit de Corps"]}, turn=16), "allied")
    early = say(early, *[f"spur {unit}" for unit in mixed[:3]])  # three that began together
    assert why_not(early, "spur 51 Art").rule == "5.1.3-c"
    apart = {"El Alamein": ["1 TK R12", "70 Inf"], "Fuka": ["51 Art"]}
    apart_ = say(moving(position(apart, hands={"allied": ["Esprit de Corps"]}, turn=17), "allied"), "spur 1 TK R12")
    assert why_not(apart_, "spur 51 Art").rule == "5.1.3-c"


def test_rapid_construction_finishes_what_was_begun() -> None:
    s = position(
        {"Sollum": ["Pavia Inf", "Savona Inf"]},
        stores={"axis": {"Sollum": 1}},
        held={"Tobruk": "axis"},
        hands={"axis": ["Rapid Construction"]},
        works=dict.fromkeys(("Derna", "Gazala", "Tmimi"), OWNED[AXIS]),
    )
    s = say(moving(s), "construct Sollum", "fortify Sollum")
    assert s.works[E.b("Sollum")] == OWNED[AXIS]
    assert why_not(s, "fortify Sollum").rule == "5.1.3-b"


def test_the_button_that_plays_a_card_says_what_it_does() -> None:
    s = refitting(position({"Aghelia": "5LT Arm"}, turn=9, hands={"axis": ["HQ Bonus"]}))
    assert price(s, read(s, "play HQ Bonus")) == "Your HQ has two different bonuses in this player-turn instead of one"


def test_who_passes_by_a_card_that_only_this_phase_can_play_is_told_what_is_lost() -> None:
    s = refitting(position({"Aghelia": "5LT Arm"}, turn=12, hands={"axis": ["Extra Supply Unit", "Combat Training"]}))
    assert [c.text for c in caution(s, ("done", 0, 0))] == ["not played now, this is lost: Extra Supply Unit"]
    assert [c.rule for c in caution(say(s, "play Extra Supply Unit"), ("done", 0, 0))] == ["11.3.1-a"]  # the next question's


def test_before_the_refit_it_is_said_what_recon_units_can_become() -> None:
    s = position({"Aghelia": "21 Recon"}, turn=10)
    s.draws[AXIS] = 0
    assert before_the_refit(drawing(s), inner(drawing(s), CardDraw)).startswith("A recon unit can become")
