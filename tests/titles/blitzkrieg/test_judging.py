"""What the computer thinks good in Desert Blitzkrieg."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, read, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.frames import Movement
from sandtable.titles.blitzkrieg.judge import is_idle, is_raider, to_fight
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, State, add_supply, shift, stack_at
from tests.titles.blitzkrieg.position import E

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
