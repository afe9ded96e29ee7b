"""What the computer thinks good in Desert Blitzkrieg."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, read, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.edition import ATTACK, MOVEMENT, SUPPLY
from sandtable.titles.blitzkrieg.frames import Movement
from sandtable.titles.blitzkrieg.robot.aims import aims, step
from sandtable.titles.blitzkrieg.robot.judge import best_bonus, is_eager, is_idle, is_raider, left_open, time_left, to_fight
from sandtable.titles.blitzkrieg.robot.judge_supply import raided
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, State, add_supply, shift, stack_at
from tests.titles.blitzkrieg.position import E, moving, position, say

JUDGE = TITLE.robot.judge


def opening(scenario: str) -> State:
    return TITLE.rules.new(E, scenario, TITLE.rules.agree({}), SeededDice(1))


def moved(s: State, units: tuple[int, ...], box: str) -> State:
    after = s.clone()
    for unit in units:
        shift(after, unit, E.b(box))
    return after


def panzers(s: State) -> tuple[int, ...]:
    return tuple([u for u in stack_at(s, AXIS, E.b("Senegali")) if E.unit_rows[u].nation == "German"])


def test_an_attack_in_force_is_better_than_to_stand_and_one_by_few_is_worse() -> None:
    s = opening("short")
    both = panzers(s)
    assert len(both) == 7
    assert JUDGE(moved(s, both, "Bir El Harmat"), AXIS) > JUDGE(s, AXIS)
    late = moved(s, stack_at(s, AXIS, E.b("Track Junction")), "Tobruk")
    assert JUDGE(late, AXIS) < JUDGE(s, AXIS)


def test_what_was_hit_weakens_an_attack() -> None:
    s = opening("short")
    attack = moved(s, panzers(s), "Gazala")
    hurt = attack.clone()
    for unit in panzers(s):
        hurt.flags[unit] |= DAMAGED
    assert to_fight(hurt, 1.0).worth < to_fight(attack, 1.0).worth


def test_a_supply_unit_pays_for_one_battle_and_for_two_in_the_opening() -> None:
    s = opening("short")
    italians = (*stack_at(s, AXIS, E.b("Wadi El Mra")), *stack_at(s, AXIS, E.b("Bir Tenegeder")))
    two = moved(moved(s, panzers(s), "Bir El Harmat"), italians, "Bir Hachiem")
    add_supply(two, AXIS, E.b("Wadi El Mra"), -1)
    add_supply(two, AXIS, E.b("Senegali"), -1)
    assert to_fight(two, 1.0).emptied == 1 << E.b("Senegali")
    later = two.clone()
    later.turn += 1
    assert to_fight(later, 1.0).worth < to_fight(two, 1.0).worth - 3.0
    add_supply(later, AXIS, E.b("Senegali"))
    assert to_fight(later, 1.0).worth == to_fight(two, 1.0).worth


def test_oconnor_wants_his_three_boxes_and_somebody_in_supply_at_beda_fomm() -> None:
    s = opening("oconnor")
    s.turn = 4
    recon = E.u("2 Sup. Gp. Recon")
    there = moved(s, (recon,), "Beda Fomm")
    desert = there.clone()
    desert.flags[recon] |= LRDF
    near = moved(s, (recon,), "Antelat")
    near.flags[recon] |= LRDF
    assert JUDGE(desert, ALLIED) > JUDGE(there, ALLIED)
    assert JUDGE(desert, ALLIED) > JUDGE(near, ALLIED) > JUDGE(s, ALLIED)
    assert is_raider(there, ("lrdf", recon, 0))
    assert not is_raider(s, ("lrdf", recon, 0))


def test_no_lead_is_so_great_that_nothing_matters_any_more() -> None:
    s = opening("oconnor")
    s.points[ALLIED] = 200
    more = s.clone()
    more.points[ALLIED] += 5
    assert JUDGE(more, ALLIED) > JUDGE(s, ALLIED) + 1e-4


def test_nobody_turns_back_on_the_road() -> None:
    s, dice = opening("short"), SeededDice(1)
    while not isinstance(s.frames[-1], Movement):
        take(s, options(s)[-1], dice)
    for text in ("move SU Senegali", "go Mechili"):
        take(s, read(s, text), dice)
    assert is_idle(s, read(s, "go Senegali"))
    assert not is_idle(s, read(s, "go Bir Tenegeder"))


def test_a_dump_behind_the_line_lies_open_to_armour_that_outflanks_and_is_better_guarded() -> None:
    s = opening("short")
    mechili = E.b("Mechili")
    bare = moved(s, stack_at(s, AXIS, mechili), "Tmimi")
    add_supply(bare, AXIS, mechili)
    assert raided(bare, AXIS) >> mechili & 1 == 1
    guarded = moved(bare, (E.u("Trento Inf (1)"),), "Mechili")
    assert raided(guarded, AXIS) >> mechili & 1 == 0
    assert JUDGE(guarded, AXIS) > JUDGE(bare, AXIS)
    infantry_only = moved(bare, (E.u("1 TK R12"), E.u("32 TK")), "El Alamein")
    assert raided(infantry_only, AXIS) >> mechili & 1 == 0


def test_a_box_that_enemies_need_only_walk_into_is_better_guarded() -> None:
    s = opening("short")
    s.active = ALLIED
    near = moved(s, (E.u("RG Recon"),), "Ft. Maddalena")
    sollum = 1 << E.b("Sollum")
    assert raided(near, ALLIED) & sollum
    assert left_open(near, ALLIED, sollum) > left_open(s, ALLIED, 0) == 0.0
    guarded = moved(near, (E.u("9 Aus. Recon"),), "Sollum")
    assert not raided(guarded, ALLIED) & sollum


def test_the_hq_asks_for_supply_until_there_is_no_time_to_use_it() -> None:
    s = opening("short")
    assert is_eager(s, ("bonus", SUPPLY, 0))
    s.turn = 18
    assert is_eager(s, ("bonus", ATTACK, 0))
    assert not is_eager(s, ("bonus", SUPPLY, 0))
    o_connor = opening("oconnor")
    assert is_eager(o_connor, ("bonus", MOVEMENT, 0))
    o_connor.bonus[ALLIED] = 1 << MOVEMENT  # of two, by HQ Bonus
    assert is_eager(o_connor, ("bonus", SUPPLY, 0))


def test_oconnor_asks_for_supplies_when_they_run_short() -> None:
    def asked(turn: int, stores: int) -> int:
        s = position({"Bardia": ["22 Gds Inf"]}, turn=turn, scenario="oconnor", stores={"allied": {"Buq Buq": stores}})
        s.active = ALLIED
        return best_bonus(s)

    assert [asked(2, stores) for stores in (5, 6)] == [SUPPLY, MOVEMENT]
    assert [asked(turn, 1) for turn in (1, 3, 4)] == [MOVEMENT, SUPPLY, MOVEMENT]


def test_threats_are_worth_nothing_when_there_is_no_time_to_carry_them_out() -> None:
    s = opening("short")
    assert time_left(s, AXIS) == time_left(s, ALLIED) == 1.0
    s.turn = 18
    assert 0.0 < time_left(s, AXIS) < 1.0 == time_left(s, ALLIED)
    s.active = ALLIED
    assert time_left(s, AXIS) == 0.0 < time_left(s, ALLIED)


def test_nobody_sets_out_for_next_to_nothing_or_into_the_desert() -> None:
    s, dice = opening("short"), SeededDice(1)
    while not isinstance(s.frames[-1], Movement):
        take(s, options(s)[-1], dice)
    there = s.clone()
    for text in ("move SU Benghasi", "go Soluch", "halt"):
        take(there, read(there, text), dice)
    assert JUDGE(there, AXIS) < JUDGE(s, AXIS)
    astray = s.clone()
    for text in ("move SU Holding", "go Aghelia", "go Marada Oasis", "go Jalo Oasis"):
        take(astray, read(astray, text), dice)
    coast = s.clone()
    for text in ("move SU Holding", "go Aghelia", "go Marsa Brega", "go Agadabia", "halt"):
        take(coast, read(coast, text), dice)
    assert JUDGE(coast, AXIS) > JUDGE(astray, AXIS)


def test_an_hq_stays_out_of_an_attack_that_it_does_not_help() -> None:
    s = opening("short")
    attack = moved(s, panzers(s), "Bir El Harmat")
    along = moved(attack, (E.rommel,), "Bir El Harmat")
    assert JUDGE(along, AXIS) < JUDGE(attack, AXIS)
    attack.bonus[AXIS] = along.bonus[AXIS] = 1 << ATTACK
    assert JUDGE(along, AXIS) > JUDGE(attack, AXIS)


def test_the_italians_of_oconnor_may_be_about_to_hold_what_he_is_after() -> None:
    s = opening("oconnor")
    assert not aims(s, AXIS)  # nobody moves yet
    held = {aim.target for aim in aims(moving(s), AXIS) if aim.text.startswith("hold")}
    assert held == {E.tobruk, E.bardia, E.beda_fomm}
    desert = "hold Beda Fomm from the desert"
    assert {aim.text for aim in aims(moving(s, "allied"), ALLIED) if aim.text.startswith("hold")} == {desert}


def test_a_supply_unit_is_known_again_on_its_way_so_that_it_drives_in_no_ring() -> None:
    s = moving(position({"Tobruk": "9 Aus. Inf"}, stores={"allied": {"Ft. Capuzzo": 2}}), "allied")
    first = say(s, "move SU Ft. Capuzzo")
    on = say(first, "go Bardia")
    second = say(on, "halt", "move SU Ft. Capuzzo")
    pieces = [found.piece for found in (step(first, read(first, "go Bardia")), step(on, read(on, "go Sollum"))) if found]
    assert len(pieces) == 2
    assert len({*pieces}) == 1
    other = step(second, read(second, "go Bardia"))
    assert other is not None
    assert other.piece not in {*pieces, *range(E.units)}
