"""Plans without what comes to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.kernel.play import Option, decider, options
from sandtable.kernel.robot import Aim, Hints, Plans
from sandtable.players.leaner import DEAR, TRIFLE, leaner, led_to
from sandtable.titles import AnyTitle, load_title
from tests.kernel import toy
from tests.kernel.test_play import start
from tests.kit import changed
from tests.players.test_planner import goes_on

ACTING: AnyTitle = changed(toy.TITLE, hints=Hints(actions=("step",)), plans=Plans(serves=goes_on))


def steps(s: toy.Toy) -> list[Option]:
    """One of each unit that can go."""
    found = {o[1]: o for o in options(s) if o[0] == "step"}
    return list(found.values())


def lean(
    s: toy.Toy, said: Sequence[Option], gain: dict[int, float], aims: Sequence[Aim] = (), is_sure: bool = False
) -> list[Option]:
    """What is left of these steps if what a unit has gone is worth so much."""
    where = s.where[:]

    def promise(after: Any) -> float:
        return sum([gain.get(u, 0.0) for u, post in enumerate(after.where) if post != where[u]])

    return leaner(ACTING, s, decider(s), [[o] for o in said], [], aims, promise, is_sure)


def test_an_action_that_changes_nothing_is_left_out() -> None:
    s = start("line")
    first, second = steps(s)[:2]
    assert led_to(s, decider(s), [first, second]) is not None
    assert lean(s, [first, second], {first[1]: 0.1}) == [first]
    assert lean(s, [first, second], {second[1]: TRIFLE / 2}) == []


@pytest.mark.parametrize("is_sure", [False, True])
def test_a_loss_may_be_the_price_of_what_comes_after_it(is_sure: bool) -> None:
    """Who goes up to the enemy looks worse until he has attacked; where nothing more comes of a plan he is only worse."""
    s = start("line")
    first, second = steps(s)[:2]
    assert (first in lean(s, [first, second], {first[1]: -0.1, second[1]: 0.1}, is_sure=is_sure)) is not is_sure


def test_what_serves_an_aim_stays_whatever_it_comes_to() -> None:
    s = start("line")
    first, second = steps(s)[:2]
    far = [0 if post == first[2] else 9 for post in range(5)]
    assert lean(s, [first, second], {}, [Aim(frozenset([first[1]]), first[2], far, "go there")]) == [first]


def test_an_aim_that_asks_in_vain_is_not_followed_at_any_price() -> None:
    """Half of the garrison drove to an oasis that none of them could reach."""
    s = start("line")
    first, second = steps(s)[:2]
    far = [0 if post == first[2] else 9 for post in range(5)]
    for firm in (False, True):
        aim = Aim(frozenset([first[1]]), first[2], far, "go there", firm=firm)
        assert (first in lean(s, [first, second], {first[1]: -2 * DEAR}, [aim], is_sure=True)) is firm
        assert first in lean(s, [first, second], {first[1]: -DEAR / 2}, [aim], is_sure=True)
        assert first in lean(s, [first, second], {first[1]: -2 * DEAR}, [aim])


def test_a_plan_that_cannot_be_said_without_dice_is_left_alone() -> None:
    s = start("line")
    wrong: Option = ("step", 0, 4)
    assert led_to(s, decider(s), [wrong]) is None
    assert lean(s, [wrong], {}) == [wrong]


@pytest.mark.parametrize("slug", ["tigercubs", "blitzkrieg"])
def test_who_plans_so(slug: str) -> None:
    title = load_title(slug)
    assert title.robot.plans.lean
    assert not title.rules.hidden
    assert set(title.robot.hints.actions) >= {"move"}
