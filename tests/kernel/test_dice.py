"""Chance: five kinds of dice behind one question."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise, permutations

import pytest

from sandtable.kernel.dice import (
    D6,
    D10,
    D10_FROM_0,
    D100,
    SUMS_OF_TWO,
    Dice,
    EveryDice,
    NoDice,
    ProvableDice,
    RecordingDice,
    Roll,
    ScriptedDice,
    ScriptError,
    SeededDice,
    commitment,
    die,
    faces,
)
from sandtable.kernel.sides import ALLIED, AXIS

SEED = bytes(range(32))
FACES_OF_SEVEN = [4, 3, 2, 6, 5, 3, 2, 1, 6, 3, 4, 4]  # figures of simulations name a seed, and must come out again


def chi_square(counts: Counter[int], faces: int) -> float:
    expected = sum(counts.values()) / faces
    return sum([(counts[face] - expected) ** 2 / expected for face in counts]) + expected * (faces - len(counts))


def test_the_cups_are_what_they_say() -> None:
    assert D6 == (1, 2, 3, 4, 5, 6)
    assert D10 == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert D10_FROM_0 == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert (D100[0], D100[-1], len(D100)) == (1, 100, 100)
    assert die(4) == (1, 2, 3, 4)
    assert die(3, 0) == (0, 1, 2)
    assert Counter(SUMS_OF_TWO)[7] == 6
    assert len(SUMS_OF_TWO) == 36


def test_a_die_is_known_as_one_and_a_cup_of_the_same_numbers_is_not() -> None:
    assert [faces(cup) for cup in (D6, D10, D10_FROM_0, D100, die(8))] == [6, 10, 10, 100, 8]
    assert die(8) is die(8)
    assert faces(tuple(range(1, 7))) == 0  # six chits
    assert faces([1, 2, 3, 4, 5, 6]) == 0
    assert faces(range(1, 7)) == 0
    log: list[object] = []
    RecordingDice(ScriptedDice([3]), log).draw((1, 2, 3), AXIS, "1")
    assert log == [Roll(AXIS, "1", 3, (1, 2, 3), 0)]


def test_percentile_dice_and_dice_of_any_size() -> None:
    assert ScriptedDice([100]).percentile(AXIS, "2.C") == 100
    with pytest.raises(ScriptError):
        ScriptedDice([0]).percentile(AXIS, "2.C")  # 00 is 100
    assert ScriptedDice([12]).roll(12, AXIS, "1") == 12
    with pytest.raises(ScriptError):
        ScriptedDice([13]).roll(12, AXIS, "1")


def test_at_most_is_how_percentages_are_read() -> None:
    assert [ScriptedDice([face]).at_most(D100, 77, AXIS, "1") for face in (1, 77, 78, 100)] == [True, True, False, False]


def test_dice_of_no_kind_cannot_be_drawn() -> None:
    with pytest.raises(NotImplementedError):
        Dice().d6(AXIS, "1")


def test_seeded_dice_repeat_themselves() -> None:
    a, b, c = SeededDice(7), SeededDice(7), SeededDice(8)
    first = [a.d6(AXIS, "1") for _ in range(50)]
    assert first == [b.d6(ALLIED, "2") for _ in range(50)]
    assert first != [c.d6(AXIS, "1") for _ in range(50)]


def test_a_seed_shows_the_same_faces_for_ever() -> None:
    dice = SeededDice(7)
    assert [dice.d6(AXIS, "1") for _ in range(12)] == FACES_OF_SEVEN


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 1 << 62, -5])
def test_seeded_dice_show_each_face_as_often(seed: int) -> None:
    dice = SeededDice(seed)
    assert chi_square(Counter([dice.d6(AXIS, "1") for _ in range(12_000)]), 6) < 20.5  # 99.9 % lie below, 5 degrees
    assert chi_square(Counter([dice.d10(AXIS, "1") for _ in range(12_000)]), 10) < 27.9  # 9 degrees


def test_seeded_dice_do_not_remember_the_last_face() -> None:
    dice = SeededDice(99)
    faces = [dice.d6(AXIS, "1") for _ in range(36_001)]
    pairs = Counter([a * 6 + b for a, b in pairwise(faces)])
    assert chi_square(pairs, 36) < 66.6  # 35 degrees


def test_provable_dice_show_each_face_as_often() -> None:
    dice = ProvableDice(SEED, 3)
    assert chi_square(Counter([dice.d6(AXIS, "1") for _ in range(6_000)]), 6) < 20.5
    each_ply = Counter([ProvableDice(SEED, ply).d6(AXIS, "1") for ply in range(6_000)])
    assert chi_square(each_ply, 6) < 20.5


def test_provable_dice_can_be_rolled_again_by_whoever_has_the_seed() -> None:
    one, two = ProvableDice(SEED, 12), ProvableDice(SEED, 12)
    assert [one.d6(AXIS, "1") for _ in range(20)] == [two.d6(AXIS, "1") for _ in range(20)]
    assert [ProvableDice(SEED, n).d10(AXIS, "1") for n in range(20)] != [
        ProvableDice(b"other", n).d10(AXIS, "1") for n in range(20)
    ]


def test_provable_dice_are_the_hash_of_ply_and_count_keyed_with_the_seed() -> None:
    """Written out once more: whoever checks a game has only this sentence."""

    def face(ply: int, count: int, faces: int) -> int:
        digest = blake2b(f"{ply}:{count}".encode(), key=SEED, digest_size=8).digest()
        return int.from_bytes(digest, "big") * faces // 2**64 + 1

    dice = ProvableDice(SEED, 12)
    assert [dice.d10(AXIS, "1") for _ in range(20)] == [face(12, count, 10) for count in range(20)]


def test_the_commitment_names_the_seed_and_hides_it() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) != commitment(SEED + b"0")


def test_scripted_dice_show_what_they_are_told() -> None:
    dice = ScriptedDice([3, 4, 10])
    assert dice.two_d6(AXIS, "1") == 7
    assert dice.d10(AXIS, "1") == 10
    assert dice.used == 3


def test_a_script_that_ends_too_soon_names_the_rule() -> None:
    with pytest.raises(ScriptError, match=r"10\.2 asks for one of \(1, 2, 3, 4, 5, 6\), the script has no number left"):
        ScriptedDice([]).d6(AXIS, "10.2")


def test_a_script_with_a_face_that_the_die_does_not_have_is_refused() -> None:
    dice = ScriptedDice([7])
    with pytest.raises(ScriptError, match="the script says 7"):
        dice.d6(AXIS, "10.2")
    assert dice.used == 0


def test_scripted_dice_say_what_is_to_come() -> None:
    dice = ScriptedDice([3, 4])
    assert dice.d6(AXIS, "1") == 3
    assert repr(dice) == "<ScriptedDice: 4 to come>"
    assert dice.d6(AXIS, "1") == 4
    assert repr(dice) == "<ScriptedDice: none to come>"


def test_no_dice_refuse_to_roll() -> None:
    with pytest.raises(ScriptError, match=r"4\.1 asks for a roll"):
        NoDice().passes(D6, 4, AXIS, "4.1")


def test_recording_dice_keep_the_faces_and_tell_the_log() -> None:
    log: list[object] = ["before"]
    dice = RecordingDice(ScriptedDice([2, 5, 6]), log)
    assert dice.two_d6(AXIS, "8.1") == 7
    assert dice.passes(D6, 4, ALLIED, "9")
    assert dice.seen == [2, 5, 6]
    assert log == ["before", Roll(AXIS, "8.1", 2, D6, 6), Roll(AXIS, "8.1", 5, D6, 6), Roll(ALLIED, "9", 6, D6, 6)]
    assert RecordingDice(ScriptedDice([1])).d6(AXIS, "1") == 1


def test_passing_is_at_least() -> None:
    assert [ScriptedDice([face]).passes(D6, 4, AXIS, "1") for face in D6] == [False, False, False, True, True, True]


def runs(ask: str) -> dict[int, float]:
    """The chance of each answer, over all runs."""
    dice, found = EveryDice(), dict[int, float]()
    while dice.again():
        answer = int(getattr(dice, ask)(AXIS, "1"))
        found[answer] = found.get(answer, 0.0) + dice.chance
    return found


def test_every_die_shows_every_face_once() -> None:
    assert runs("d6") == pytest.approx(dict.fromkeys(D6, 1 / 6))
    assert runs("d10") == pytest.approx(dict.fromkeys(D10, 1 / 10))
    assert runs("two_d6") == pytest.approx({n: float(Fraction(6 - abs(n - 7), 36)) for n in range(2, 13)})


def test_every_die_walks_rolls_that_depend_on_rolls() -> None:
    dice, cases = EveryDice(), list[tuple[tuple[int, ...], float]]()
    while dice.again():
        first = dice.d6(AXIS, "1")
        faces = (first, dice.d6(AXIS, "1")) if first == 6 else (first,)
        cases.append((faces, dice.chance))
    assert len(cases) == 5 + 6
    assert sum([p for _, p in cases]) == pytest.approx(1.0)
    assert dict(cases)[(6, 6)] == pytest.approx(1 / 36)


def test_every_die_walks_draws_from_a_cup_that_empties() -> None:
    """Each cup depends on what was drawn before: no case of an earlier run may be left in it."""
    dice, cases = EveryDice(), list[tuple[tuple[int, ...], float]]()
    while dice.again():
        cup, drawn = [1, 2, 3, 4], list[int]()
        for _ in range(3):
            drawn.append(dice.draw(cup, AXIS, "1"))
            cup.remove(drawn[-1])
        cases.append((tuple(drawn), dice.chance))
    assert [faces for faces, _ in cases] == list(permutations((1, 2, 3, 4), 3))
    assert [p for _, p in cases] == pytest.approx([1 / 24] * 24)


def test_every_die_walks_draws_whose_cup_and_number_depend_on_a_draw() -> None:
    dice, found = EveryDice(), dict[tuple[int, ...], float]()
    while dice.again():
        first = dice.draw((1, 2, 3), AXIS, "1")
        cup = ((), (7, 7, 8), tuple(range(10, 15)))[first - 1]
        rest = [dice.draw(cup, ALLIED, "2", alike=[n % 2 for n in cup])] if cup else []
        faces = (first, *rest, *([dice.d6(AXIS, "3")] if rest == [8] else []))
        assert faces not in found
        found[faces] = dice.chance
    ninths = {(1,): 3 / 9, (2, 7): 2 / 9, (3, 10): 1 / 5, (3, 11): 2 / 15}
    assert found == pytest.approx({**ninths, **{(2, 8, n): 1 / 54 for n in D6}})
    assert sum(found.values()) == pytest.approx(1.0)


def test_every_die_counts_what_is_alike_as_one_case() -> None:
    dice, cases = EveryDice(), list[tuple[int, float]]()
    while dice.again():
        cases.append((dice.draw((10, 11, 12, 13), AXIS, "1", alike=(0, 1, 0, 0)), dice.chance))
    assert cases == [(10, 0.75), (11, 0.25)]


def test_every_die_has_two_cases_where_only_passing_matters() -> None:
    dice, cases = EveryDice(), list[tuple[bool, float]]()
    while dice.again():
        cases.append((dice.passes(D10, 8, AXIS, "1"), dice.chance))
    assert dict(cases) == pytest.approx({False: 0.7, True: 0.3})
    assert len(cases) == 2


def test_every_die_has_two_cases_where_a_percentage_is_read() -> None:
    dice, cases = EveryDice(), list[tuple[bool, float]]()
    while dice.again():
        cases.append((dice.at_most(D100, 77, AXIS, "1"), dice.chance))
    assert dict(cases) == pytest.approx({True: 0.77, False: 0.23})
    assert len(cases) == 2


@pytest.mark.parametrize("most", D6)
def test_every_die_reads_at_most_as_other_dice_do(most: int) -> None:
    dice, found = EveryDice(), dict[bool, float]()
    while dice.again():
        answer = dice.at_most(D6, most, AXIS, "1")
        found[answer] = dice.chance
    assert found == pytest.approx({True: most / 6, False: 1 - most / 6} if most < 6 else {True: 1.0})


def test_every_die_of_any_size() -> None:
    assert runs("percentile") == pytest.approx(dict.fromkeys(D100, 0.01))
    dice, found = EveryDice(), list[int]()
    while dice.again():
        found.append(dice.roll(8, AXIS, "1"))
        assert dice.chance == pytest.approx(1 / 8)
    assert found == list(die(8))


def test_without_a_question_there_is_one_run() -> None:
    dice = EveryDice()
    assert dice.again()
    assert not dice.again()
