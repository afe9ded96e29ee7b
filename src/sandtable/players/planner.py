"""Makes plans for a phase, tries them against what the other side may answer, and keeps to the best.

A plan is what the side says from now on until a die falls, the other side is asked, or the phase is over. Each follows an
intent: some of the title's aims (`Plans.aims`), which pieces go against which place. Plans that lead to the same position are
one. All get a trial, the better half more, and so on (sequential halving): a trial goes on from the plan by quick decisions
of both sides through the other side's answer, where the title's `judge` values the position. What is hidden is dealt anew for
every trial. The best plan is kept as long as nothing happens that was not in it, its intent as long as the phase lasts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.story import both
from sandtable.kernel.dice import Dice, EvenDice, SeededDice
from sandtable.kernel.play import Option, State, decider, options, pending, take
from sandtable.kernel.robot import Aim, no_orders
from sandtable.kernel.steps import Mark, mark
from sandtable.players.greedy import BRIEF, SPREAD, Effort, Greedy
from sandtable.players.leaner import leaner
from sandtable.players.player import Mind
from sandtable.players.random import any_of, stop_verb
from sandtable.players.worth import eager_of, value, verdict, wanted
from sandtable.titles import AnyTitle

LENGTH: Final = 200  # decisions of a plan, at most
STEPS: Final = 200  # decisions of a trial, at most
DRAFTS: Final = 0.25  # of the time for a plan, for drafts
SETTLED: Final = 0.8  # the same where no trial can show more than the plan itself
COURSES: Final = 4  # of chance, where only the last word of a phase leaves something to it
AFTER: Final = 3  # one draft in so many is the best one so far, and more
BARE: Final = 6  # one in so many is nothing but what it is about, the first of them nothing at all
OTHERS: Final = 4  # one in so many begins with none of the firm aims, one with what the side was about
LEAST: Final = 2  # plans that are tried in any case, besides the usual one
EACH: Final = 6  # trials of a plan on average: if there is time for fewer, fewer plans are tried
AGAIN: Final = 8  # decisions that are said once more in a trial take as long as one that is thought of
HOPE: Final = 2.0  # standard errors by which it may be better than it looks
LITTLE: Final = 0.002  # a hope of less is none
PRIME: Final = 7919  # parts the seeds of trials from those of plans
TOGETHER: Final = 4  # aims that a side is about at once, at most
LOST: Final = -0.7  # a position of less is as good as lost
NEARLY_ALL: Final = 0.9  # of the trials
UNSURPASSED: Final = "of the other ways that it tried none was surely better."
LEAST_EVIL: Final = "Nothing that it tried makes things better; this costs least."
FEW: Final = 4  # trials of which fewer say nothing
FAITH: Final = 12  # one time in so many an aim is not followed where it could be
SHARE: Final = 15  # a plan takes at most one part in so many of what is left of a turn's thought


class Intent:
    """What a side is about in a phase: aims of the title, settled as soon as there are some to choose from."""

    def __init__(
        self, aims: Sequence[Aim] = (), turn: int = -1, lesser: bool = False, known: Optional[Sequence[Aim]] = None
    ) -> None:
        self.aims: Sequence[Aim] = aims
        self.known: Optional[Sequence[Aim]] = known  # what there is to choose from, if somebody has asked before
        self.turn: int = turn  # by which it begins with one of the firm aims, if there are any
        self.lesser: bool = lesser  # without the firm ones: they have had their chance, or are above the player's head

    def settle(self, title: AnyTitle, s: State, side: int, dice: Dice) -> Sequence[Aim]:
        if not self.aims:
            known = title.robot.plans.aims(s, side) if self.known is None else self.known
            found = [aim for aim in known if not (self.lesser and aim.firm)]
            firm = [aim for aim in found if aim.firm] if self.turn >= 0 else []
            self.aims = some_of(found, side, dice, firm[self.turn % len(firm)] if firm else None)
        return self.aims


class Budget(NamedTuple):
    """How much a planner thinks, and how."""

    plans: int  # that are drafted
    rounds: tuple[tuple[int, int], ...]  # the best so many get so many trials more
    glances: int = 3  # options that a side looks at, at a quick decision of its own
    replies: int = 2  # and at one of the other side
    ahead: int = 99  # phases that are looked at; never more than the title says
    caution: float = 0.0  # how much the worst trial counts: 1, and nothing else does
    seconds: float = 2.0  # for a plan, roughly, at the title's pace
    turn: float = 20.0  # for all plans of a turn, likewise: where it has very many small ones the later ones get less
    effort: Effort = BRIEF  # with which the usual plan is found
    rash: bool = False  # whether it is in love with ideas of its own: the usual plan is for who has none
    wise: bool = True  # whether it knows what wins games (`Robot.verdict`), and not only what draws its pieces on


class Plan:
    """What to say, to what end, and what trials made of it."""

    def __init__(self, said: list[Option], here: State, last: Optional[Option], depths: Sequence[int] = ()) -> None:
        self.said: list[Option] = said
        self.depths: Sequence[int] = depths  # how many procedures were under way at each
        self.intent: Intent = Intent()
        self.here: State = here  # the position after it; before its last decision if that is one for the dice
        self.last: Optional[Option] = last
        self.shown: list[float] = []  # by each trial
        self.settled: Optional[float] = None  # what it comes to, where no trial can show anything else
        self.still: bool = False  # whether the phase is over then, and the roll that decides most was not made

    def strands(self) -> list[list[Option]]:
        """What belongs together: a piece sets out, goes on, and halts."""
        found: list[list[Option]] = []
        for o, depth in zip(self.said, self.depths, strict=True):
            if not found or depth == min(self.depths):
                found.append([])
            found[-1].append(o)
        return found

    def worth(self, caution: float) -> float:
        mean = sum(self.shown) / len(self.shown)
        return mean + caution * (min(self.shown) - mean)

    def sure_gain(self, usual: Plan, caution: float, errors: float = 1.0) -> float:
        """By how much it is better than another in the same trials, less what chance may have done for it."""
        gains, mean, doubt = self.gains(usual)
        if len(gains) < FEW:
            return -math.inf
        at_worst = min(self.shown) - min(usual.shown[: len(gains)])
        return mean + caution * (at_worst - mean) - errors * doubt

    def hope(self, usual: Plan) -> float:
        """By how much it may be better."""
        gains, mean, doubt = self.gains(usual)
        return mean + HOPE * doubt if len(gains) >= FEW else math.inf

    def gains(self, usual: Plan) -> tuple[list[float], float, float]:
        """In each trial that both had, on average, and the standard error of that."""
        found = [ours - theirs for ours, theirs in zip(self.shown, usual.shown, strict=False)]
        mean = sum(found) / len(found) if found else 0.0
        return found, mean, math.sqrt(sum([(gain - mean) ** 2 for gain in found]) / max(1, len(found) * (len(found) - 1)))


class Reason(NamedTuple):
    """Why a plan was made: to what ends, how many trials of how many came out better than the position was, and what that means
    in games of a hundred: on average, and in the worst trial."""

    ends: tuple[str, ...]
    better: int
    trials: int
    gain: int = 0
    worst: int = 0
    answered: bool = True  # whether trials went on through the other side's answer
    comparable: bool = True  # whether there was a whole position before

    def __str__(self) -> str:
        """
        >>> print(Reason(("take Halfaya", "hold Capuzzo"), 9, 12))
        To take Halfaya and hold Capuzzo: in 9 of 12 trials the position was better after the other side's answer.
        >>> print(Reason((), 2, 12, -1, -9))
        Nothing that it tried makes things better; this costs least.
        >>> print(Reason(("hold Capuzzo",), 2, 12))
        To hold Capuzzo. Nothing that it tried makes things better; this costs least.
        >>> print(Reason(("take Halfaya",), 12, 12, 8, 2))
        To take Halfaya: in 12 of 12 trials the position was better after the other side's answer. \
It is worth about 8 wins in 100 games.
        >>> print(Reason(("take Halfaya",), 9, 12, answered=False))
        To take Halfaya: in 9 of 12 trials the position was better afterwards.
        >>> print(Reason(("hold Capuzzo",), 12, 12, 45, comparable=False))
        To hold Capuzzo: of the other ways that it tried none was surely better.
        >>> print(Reason(("take Halfaya",), 0, 0))
        To take Halfaya.
        """
        aim = f"To {both(self.ends)}" if self.ends else ""
        if not self.trials:
            return f"{aim}." if aim else ""
        if self.comparable and 2 * self.better < self.trials:
            return f"{aim}. {LEAST_EVIL}" if aim else LEAST_EVIL
        tried = self.tried() if self.comparable else UNSURPASSED
        return f"{aim}: {tried}" if aim else f"{tried[0].upper()}{tried[1:]}"

    def tried(self) -> str:
        when = "after the other side's answer" if self.answered else "afterwards"
        return f"in {self.better} of {self.trials} trials the position was better {when}.{self.expected()}"

    def expected(self) -> str:
        if not self.gain and not self.worst:
            return ""
        wins = f"about {abs(self.gain)} {'win' if abs(self.gain) == 1 else 'wins'} in 100 games"
        average = f"It {'costs' if self.gain < 0 else 'is worth'} {wins}" if self.gain else "On average it changes little"
        return f" {average}{f'; the worst trial cost {-self.worst} in 100' if self.worst < min(0, self.gain) else ''}."


class Planner:
    def __init__(self, budget: Budget) -> None:
        self.budget: Budget = budget
        self.habit: Greedy = Greedy(budget.effort)  # decides where nothing is planned
        self.way: list[Option] = []  # what is left of the plan
        self.expected: object = None  # how the position must look for it
        self.intent: Optional[Intent] = None
        self.phase: Optional[Mark] = None  # of the intent
        self.why: Optional[Reason] = None  # for the plan
        self.anew: bool = False  # whether it was made for the last decision
        self.lost_since: Optional[int] = None  # the turn from which on nearly all trials were lost
        self.trail: Optional[Trail] = None  # of the phase that goes on
        self.turn: int = -1
        self.left: float = 0.0  # decisions that it may still think through in this turn

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        title = title if self.budget.wise else as_beginners_see_it(title)
        phase = mark(s, title.robot.plans.phases)
        if self.trail is None or self.trail.phase != phase:
            self.trail = Trail(title, phase)
        o = self.decide(title, s, side, dice, self.trail)
        self.trail.note(s, o)
        return o

    def decide(self, title: AnyTitle, s: Any, side: int, dice: Dice, trail: Trail) -> Option:
        found = wanted(title, s)
        self.anew = False
        ordered = self.ordered(title, s, side)
        if ordered is not None and ordered in options(s) and not trail.goes_back(s, ordered):
            self.way = []
            return ordered
        if self.way and self.way[0] in found and (len(found) == 1 or self.expected == seen(title, s, side)):
            return self.go_on(title, s, side)
        self.way = []
        plain = found[0] if len(found) == 1 else eager_of(title, s, found)
        if plain is not None:
            return plain
        if any([type(f) in title.robot.plans.habits for f in s.frames]):
            return self.habit.choose(title, s, side, dice)
        search = Search(title, s, side, dice.draw(range(1 << 40), side, ""), self.budget, trail)
        search.patience = min(search.patience, self.left_of_turn(title, s) / SHARE)
        kept = self.intent if self.phase == search.phase else None
        best = search.best(kept)
        self.left -= search.thought
        self.intent, self.phase = best.intent, search.phase
        self.way = list(best.said)
        self.why, self.anew = search.reason(best), True
        self.take_stock(title.rules.turn(s), best)
        return self.go_on(title, s, side)

    def ordered(self, title: AnyTitle, s: Any, side: int) -> Optional[Option]:
        """What needs no thought, by what the side may know."""
        orders = title.robot.plans.orders
        if not self.budget.wise or orders is no_orders:
            return None
        return orders(title.rules.redeal(s, side, SeededDice(0)) if title.rules.hidden else s, side)

    def left_of_turn(self, title: AnyTitle, s: Any) -> float:
        turn = title.rules.turn(s)
        if turn != self.turn:
            self.turn, self.left = turn, self.budget.turn * title.robot.plans.pace
        return max(0.0, self.left)

    def take_stock(self, turn: int, best: Plan) -> None:
        """Whether there is any hope left, as far as trials tell."""
        if len(best.shown) < FEW:
            return
        lost = len([worth for worth in best.shown if worth < LOST])
        if lost < NEARLY_ALL * len(best.shown):
            self.lost_since = None
        elif self.lost_since is None:
            self.lost_since = turn

    def mind(self, turn: int) -> Mind:
        """The reason for a plan that was made just now; all is lost that has looked so in two turns, with no hope between."""
        why = str(self.why) if self.anew and self.why is not None else ""
        return Mind(why, self.lost_since is not None and turn > self.lost_since)

    def go_on(self, title: AnyTitle, s: Any, side: int) -> Option:
        """The next word of the plan, and what must be seen for the one after it."""
        o = self.way.pop(0)
        if self.way:
            after = title.rules.redeal(s, side, SeededDice(0))
            take(after, o, SeededDice(0))
            let_breaks_go_by(after, side)
            self.expected = seen(title, after, side)
        return o


def as_beginners_see_it(title: AnyTitle) -> AnyTitle:
    simple = title.robot.simple
    return title if simple is None else title._replace(robot=title.robot._replace(judge=simple))


def in_hundred(worth: float) -> float:
    """How many games of a hundred are won from positions of that worth.

    >>> in_hundred(0.0), in_hundred(0.5), in_hundred(-9.0)
    (50.0, 75.0, 0.0)
    """
    return 50.0 + 50.0 * max(-1.0, min(1.0, worth))


def seen(title: AnyTitle, s: Any, side: int) -> object:
    """All that a side can tell of a position."""
    return title.face.view(s, side) if title.rules.hidden else s.key()


def how_far(title: AnyTitle, s: State) -> int:
    """How many phases one must look at to see what a decision is good for."""
    plans = title.robot.plans
    return plans.brief if any([s.outlines[type(f)].level == "battle" for f in s.frames]) else plans.ahead


def let_breaks_go_by(s: State, side: int) -> None:
    """Where the other side could come in, it does not: if it does, that is a surprise, and the plan is made anew."""
    while s.frames and pending(s).window and decider(s) != side:
        take(s, (stop_verb(s), 0, 0), SeededDice(0))


class Search:
    """One decision: plans, and trials of them."""

    def __init__(self, title: AnyTitle, s: Any, side: int, seed: int, budget: Budget, trail: Optional[Trail] = None) -> None:
        self.title, self.true, self.side, self.seed, self.budget = title, s, side, seed, budget
        self.s: State = title.rules.redeal(s, side, SeededDice(seed * SPREAD))
        self.phase: Mark = self.mark(self.s)
        self.trail: Trail = trail or Trail(title, self.phase)  # where pieces have been before the plan
        self.thought: int = 0  # decisions, in plans and trials
        self.patience: float = budget.seconds * title.robot.plans.pace
        self.ahead: int = min(budget.ahead, how_far(title, self.s))
        self.sitting: Optional[Plan] = None  # to stop at once
        self.whole: object = title.robot.plans.reaches(self.s) if budget.ahead > 1 else None  # what a trial goes to the end of

    def mark(self, s: State) -> Mark:
        return mark(s, self.title.robot.plans.phases)

    def best(self, kept: Optional[Intent]) -> Plan:
        """The plan that was chosen, without what comes to nothing; another one if that is all there is in it."""
        chosen, *others = self.ranked(kept)
        if not self.title.robot.plans.lean or not self.budget.wise or self.title.rules.hidden:
            return chosen
        return next((plan for plan in (chosen, *others) if self.slim(plan)), chosen)

    def ranked(self, kept: Optional[Intent]) -> list[Plan]:
        """First the greedy player's plan, unless another is better for sure: one that had all trials, not one that was lucky in a
        few; then the others that were tried, the best first, and to stop at once."""
        usual, *drafted = self.drafts(kept)
        if not drafted:
            return [usual]
        if self.title.robot.plans.sifted and self.budget.wise:
            drafted.sort(key=lambda plan: -self.promise(plan.here))
        left, trial = self.try_first(usual, drafted), 1
        for keep, more in self.budget.rounds:
            left = [plan for plan in left if plan.hope(usual) > LITTLE]
            left = sorted(left, key=lambda plan: -plan.worth(self.budget.caution))[:keep]
            if not left or self.thought > self.patience:
                break
            self.try_all([usual, *left], trial, more)
            trial += more
        chosen, stops = self.chosen(usual, left), [plan for plan in drafted if len(plan.said) == 1]
        rest = sorted([usual, *left], key=lambda plan: -plan.worth(self.budget.caution))
        return [chosen, *[plan for plan in (*rest, *stops) if plan is not chosen]]

    def chosen(self, usual: Plan, left: Sequence[Plan]) -> Plan:
        if self.budget.rash:
            return max(left or [usual], key=lambda plan: plan.worth(self.budget.caution))
        caution, errors = self.budget.caution, self.title.robot.plans.doubt
        best = max(left, key=lambda plan: plan.sure_gain(usual, caution, errors), default=usual)
        return best if best.sure_gain(usual, caution, errors) > 0 else self.unless_in_vain(usual)

    def unless_in_vain(self, usual: Plan) -> Plan:
        """The greedy player's plan; where to do nothing is no worse in the trials that both had, nothing is done."""
        sitting = self.sitting
        if sitting is None or not sitting.shown or not self.title.robot.plans.plain:
            return usual
        return sitting if sitting.gains(usual)[1] >= 0 else usual

    def slim(self, plan: Plan) -> bool:
        """Leaves out of a plan what comes to nothing; whether anything is left of it. The word that a die falls for stays."""
        strands = plan.strands()
        end = strands.pop() if plan.last is not None else []
        settled = plan.settled is not None
        kept = leaner(self.title, self.s, self.side, strands, end[:-1], plan.intent.aims, self.promise, settled)
        self.thought += len(strands)
        plan.said = [*kept, *end]
        return bool(plan.said)

    def reason(self, plan: Plan) -> Reason:
        now = self.promise(self.s)
        plans = self.title.robot.plans
        served = [aim.text for aim in plan.intent.aims if plans.serves(self.s, plan.said[0], aim) > 0]
        ends = tuple(plans.ends(self.s, plan.said) or dict.fromkeys(served))
        changes = [in_hundred(worth) - in_hundred(now) for worth in plan.shown]
        gain = round(sum(changes) / len(changes)) if changes else 0
        better, worst = len([worth for worth in plan.shown if worth > now]), round(min(changes, default=0))
        return Reason(ends, better, len(plan.shown), gain, worst, self.ahead > 1, plans.whole(self.s))

    def drafts(self, kept: Optional[Intent]) -> list[Plan]:
        """Different plans: the greedy player's, some that go on with what the side was about, some with other intents. Pieces
        that have no part in an intent do what the greedy player would do with them, or what is good at a glance; where nothing
        more can come of a plan than it does itself, always the former, and some plans end with what serves the intent."""
        usual = self.usual()
        strands, settled, sifted = usual.strands(), usual.settled is not None, self.title.robot.plans.sifted
        found: dict[object, Plan] = {(usual.here.key(), usual.last): usual}
        if self.may_sit() and self.budget.wise and not settled:
            plan = self.stop_at_once()
            self.sitting = found.setdefault((plan.here.key(), plan.last), plan)
        if self.budget.wise and any([o[0] in self.title.robot.plans.spares for o in usual.said]):
            plan = self.sparing(usual)
            found.setdefault((plan.here.key(), plan.last), plan)
        known = self.title.robot.plans.aims(self.s, self.side)
        firm = 0  # drafts that began with one of the firm aims
        for n in range(1, self.budget.plans):
            if self.thought > (SETTLED if settled else DRAFTS) * self.patience:
                break
            begin, intent = list[Option](), Intent(lesser=not self.budget.wise, known=known or None)
            if settled and n % AFTER == 0:
                intent.known = None  # the plan is well under way then
                begin = self.afterthought(list(found.values()), intent)
            elif settled and self.budget.wise and n == 1:
                intent.known = []
            elif kept is not None and n % OTHERS == 1:
                intent = Intent(kept.aims)
            elif n % OTHERS:
                intent.turn, firm = firm, firm + 1
            drafter = Drafter(self.title, self.side, intent, strands if settled or n % 2 else (), self.budget.glances)
            drafter.bare = self.budget.wise and self.is_bare(n, settled)
            plan = self.draft(drafter, SeededDice((self.seed + n) * SPREAD), begin=begin)
            plan.intent = intent
            settled = settled or (sifted and plan.settled is not None)
            found.setdefault((plan.here.key(), plan.last), plan)
        return list(found.values())

    def is_bare(self, n: int, settled: bool) -> bool:
        """Whether this draft is nothing but what it is about."""
        plain = self.title.robot.plans.plain if self.phase else 0
        return n % BARE == 1 if settled else plain > 0 and n % plain == 0

    def may_sit(self) -> bool:
        plans = self.title.robot.plans
        return plans.sits or (plans.plain > 0 and bool(self.phase))

    def afterthought(self, plans: list[Plan], intent: Intent) -> list[Option]:
        """The best plan so far but for its end: what more could be done then, by those who have nothing to do in it."""
        best = max([plan for plan in plans if plan.settled is not None], key=lambda plan: plan.settled or 0.0, default=None)
        if best is None:
            return []
        intent.lesser = True
        return best.said[:-1]

    def stop_at_once(self) -> Plan:
        drafter = Drafter(self.title, self.side, Intent(known=[]), (), self.budget.glances)
        drafter.bare = True
        return self.draft(drafter, SeededDice(self.seed * SPREAD))

    def sparing(self, usual: Plan) -> Plan:
        """The usual plan, but for what may be kept for later and whom that would have set in motion."""
        spares = self.title.robot.plans.spares
        drafter = Drafter(self.title, self.side, Intent(), [some for some in usual.strands() if some[0][0] not in spares], 0)

        def choose(s: State, dice: SeededDice) -> Option:
            found = wanted(self.title, s)
            found = [o for o in found if o[0] not in spares] or found
            return drafter.as_usual(s, found) or found[-1]  # a row offers its stop last

        return self.draft(choose, SeededDice(self.seed * SPREAD))

    def usual(self) -> Plan:
        """The greedy player's."""
        plans, effort = self.title.robot.plans, self.budget.effort
        if plans.places and not effort.places:
            effort = effort._replace(places=plans.places, blows=BRIEF.blows)
        greedy, most = Greedy(effort), plans.foresight
        dice = SeededDice(self.seed * SPREAD)
        return self.draft(lambda s, dice: greedy.choose(self.title, s, self.side, dice), dice, most)

    def draft(
        self, choose: Callable[[State, SeededDice], Option], dice: SeededDice, most: int = LENGTH, begin: Sequence[Option] = ()
    ) -> Plan:
        here, said, depths, trail = self.s, list[Option](), list[int](), self.trail.copy()
        even = self.title.robot.plans.even
        while here.frames and decider(here) == self.side and len(said) < most and self.mark(here) == self.phase:
            o = begin[len(said)] if len(said) < len(begin) else choose(here, dice)
            if trail.goes_back(here, o):
                onward = [other for other in wanted(self.title, here) if not trail.goes_back(here, other)]
                o = quick(self.title, here, self.side, (), dice, self.budget.glances, onward) if onward else o
            trail.note(here, o)
            after, chance = here.clone(), EvenDice(dice.x, even, 0)
            before = chance.x
            take(after, o, chance)
            said.append(o)
            depths.append(len(here.frames))
            self.thought += 1
            if chance.x != before:
                plan = Plan(said, here, o, depths)
                plan.settled = self.on_average(here, o, dice.x) if self.is_settled(after) else None
                plan.still = chance.rule != "" and self.ahead == 1 and self.is_over(after)
                return plan
            let_breaks_go_by(after, self.side)
            here = after
        plan = Plan(said, here, None, depths)
        plan.settled = self.promise(here) if self.is_settled(here) else None
        plan.still = even != "" and self.ahead == 1 and self.is_over(here)
        return plan

    def on_average(self, s: State, o: Option, seed: int) -> float:
        """What the last word of a phase comes to, if a die falls with it."""
        found: list[float] = []
        for course in range(COURSES):
            after = s.clone()
            take(after, o, SeededDice(seed + PRIME * course))
            found.append(self.promise(after))
        return sum(found) / COURSES

    def is_settled(self, s: State) -> bool:
        """Whether all trials of the title end here: the phase is over, nothing is hidden, and nobody looks further."""
        if self.title.rules.hidden:
            return False
        return how_far(self.title, self.s) == 1 and self.is_over(s) if self.whole is None else self.is_enough(s, 0)

    def is_enough(self, s: State, phases: int) -> bool:
        """Whether trials end here."""
        if self.whole is None:
            return phases > self.ahead
        return not s.frames or bool(self.title.robot.plans.reaches(s) != self.whole)

    def is_over(self, s: State) -> bool:
        """Whether the phase that is planned is."""
        return bool(self.phase) and (not s.frames or self.mark(s) not in ((), self.phase))

    def try_first(self, usual: Plan, plans: list[Plan]) -> list[Plan]:
        """A trial of each, of not so many that there were too few for the better ones; those that had theirs."""
        before = self.thought
        usual.shown.append(self.trial(usual, 0))
        trials = (self.patience - before) / max(1, self.thought - before)
        some = plans[: max(LEAST, int(trials / EACH))]
        for plan in some:
            plan.shown.append(self.trial(plan, 0))
        return some

    def try_all(self, plans: Sequence[Plan], first: int, count: int) -> None:
        """The same courses of chance for all."""
        for trial in range(first, first + count):
            if self.thought > self.patience:
                return
            for plan in plans:
                plan.shown.append(self.trial(plan, trial))

    def trial(self, plan: Plan, number: int) -> float:
        if plan.settled is not None:
            return plan.settled
        plans = self.title.robot.plans
        if plan.still and len(plan.shown) >= plans.still:
            return sum(plan.shown[: plans.still]) / plans.still
        seed = (self.seed + PRIME * number) * SPREAD
        dice, thoughts = EvenDice(seed, plans.even, number), SeededDice(seed + 1)
        s = self.after(plan, dice)
        phase, phases, steps = self.phase, min(1, len(self.phase)), 0
        intents = [Intent(), Intent()]
        intents[self.side].aims = plan.intent.aims
        while s.frames and steps < STEPS:
            now = self.mark(s)
            if now != phase:
                phase, phases = now, phases + min(1, len(now))  # what lies between phases is none
                intents = [Intent(), Intent()]
                if self.is_enough(s, phases):
                    break
                if self.whole is not None:
                    intents[self.side].aims = plan.intent.aims
            who = decider(s)
            aims = intents[who].settle(self.title, s, who, thoughts)
            glances = self.budget.glances if who == self.side else self.budget.replies
            take(s, quick(self.title, s, who, aims, thoughts, glances), dice)
            steps += 1
        self.thought += steps + (plans.weighs + len(plan.said) // AGAIN if plans.weighs else 0)
        return self.promise(s)

    def promise(self, s: State) -> float:
        """What a position is worth to somebody who plans."""
        judged = verdict if self.budget.wise else value
        return judged(self.title, s, self.side)

    def after(self, plan: Plan, dice: SeededDice) -> State:
        """The position that a plan leads to, with other things hidden."""
        if not self.title.rules.hidden:
            after = plan.here.clone()
            if plan.last is not None:
                take(after, plan.last, dice)
            return after
        s: State = self.title.rules.redeal(self.true, self.side, dice)
        for o in plan.said:
            let_breaks_go_by(s, self.side)
            if not s.frames or decider(s) != self.side or o not in wanted(self.title, s):
                break  # what was dealt is in the way
            take(s, o, dice)
        return s


class Trail:
    """Where the pieces have been in a phase."""

    def __init__(self, title: AnyTitle, phase: Mark) -> None:
        self.title, self.phase = title, phase
        self.step = title.robot.plans.step
        self.been: dict[int, set[int]] = {}

    def copy(self) -> Trail:
        twin = Trail(self.title, self.phase)
        twin.been = {piece: set(places) for piece, places in self.been.items()}
        return twin

    def goes_back(self, s: State, o: Option) -> bool:
        step = self.step(s, o)
        return step is not None and step.there in self.been.get(step.piece, ())

    def note(self, s: State, o: Option) -> None:
        step = self.step(s, o)
        if step is not None:
            self.been.setdefault(step.piece, set()).update((step.here, step.there))


class Drafter:
    """Decides by an intent first, then as somebody else would have: what he does besides is done as he does it."""

    def __init__(self, title: AnyTitle, side: int, intent: Intent, usual: Sequence[list[Option]], glances: int) -> None:
        self.title, self.side, self.intent, self.glances = title, side, intent, glances
        self.usual: list[list[Option]] = list(usual)
        self.strand: list[Option] = []  # what is left of the one that was taken up
        self.depth: int = 0  # at which it was
        self.bare: bool = False  # whether it says no more than what serves the intent

    def __call__(self, s: State, dice: SeededDice) -> Option:
        found = wanted(self.title, s)
        aims = self.intent.settle(self.title, s, self.side, dice)
        plain = eager_for(self.title, s, found, aims)
        if plain is not None:
            return plain
        served = served_by(self.title, s, self.side, found, aims, dice)
        if len(served) == 1:
            return self.take_up(s, served) or served[0]
        if self.bare and (stop := (stop_verb(s), 0, 0)) in served:
            return stop
        return self.as_usual(s, served) or self.with_a_purpose(s, served, aims, dice)

    def with_a_purpose(self, s: State, served: list[Option], aims: Sequence[Aim], dice: SeededDice) -> Option:
        """The best at a glance, without steps of pieces that have no part in the intent: who has nothing to do stays."""
        meant = [o for o in served if self.is_meant(s, o, aims)] if aims else served
        return quick(self.title, s, self.side, (), dice, self.glances, meant or served)

    def is_meant(self, s: State, o: Option, aims: Sequence[Aim]) -> bool:
        """A piece that has already set out goes on, whoever it is."""
        marching = self.title.robot.hints.marches or self.title.robot.hints.strides
        step = None if marching else self.title.robot.plans.step(s, o)
        return step is None or any([step.piece in aim.group for aim in aims])

    def as_usual(self, s: State, served: list[Option]) -> Optional[Option]:
        """The next word of the strand that was taken up, or the first of another."""
        if not self.strand or len(s.frames) <= self.depth:
            return self.take_up(s, served)
        o = next((o for o in self.strand if o in served), None)
        self.strand = self.strand[self.strand.index(o) + 1 :] if o is not None else []
        return o

    def take_up(self, s: State, served: list[Option]) -> Optional[Option]:
        taken = next((strand for strand in self.usual if strand[0] in served), None)
        if taken is None:
            return None
        self.usual.remove(taken)
        self.strand, self.depth = taken[1:], len(s.frames)
        return taken[0]


def eager_for(title: AnyTitle, s: State, found: list[Option], aims: Sequence[Aim]) -> Optional[Option]:
    """What is always good, unless it is against an aim."""
    left, serves = found, title.robot.plans.serves
    while (o := eager_of(title, s, left)) is not None and any([serves(s, o, aim) < 0 for aim in aims]):
        left = [other for other in left if other != o]
    return o


def some_of(aims: Sequence[Aim], side: int, dice: Dice, first: Optional[Aim] = None) -> Sequence[Aim]:
    """One aim, or a few for different pieces."""
    count = 1 + dice.draw(range(TOGETHER), side, "")
    left, chosen = list(aims), list[Aim]()
    while left and len(chosen) < count:
        aim = first if first is not None and not chosen else by_promise(left, side, dice)
        chosen.append(aim)
        left = [other for other in left if other.group.isdisjoint(aim.group)]
    return chosen


def by_promise(aims: Sequence[Aim], side: int, dice: Dice) -> Aim:
    drawn = dice.draw(range(sum([aim.promise for aim in aims])), side, "")
    for aim in aims:
        drawn -= aim.promise
        if drawn < 0:
            return aim
    raise AssertionError("aims promise something")


def quick(
    title: AnyTitle, s: State, side: int, aims: Sequence[Aim], dice: Dice, glances: int, found: Optional[list[Option]] = None
) -> Option:
    """A decision without much thought: what serves the aims best; where nothing does, the best of a few at a glance."""
    found = wanted(title, s) if found is None else found
    plain = found[0] if len(found) == 1 else eager_for(title, s, found, aims)
    if plain is not None:
        return plain
    found = served_by(title, s, side, found, aims, dice)
    return found[0] if len(found) == 1 else at_a_glance(title, s, side, found, dice, glances)


def served_by(title: AnyTitle, s: State, side: int, found: list[Option], aims: Sequence[Aim], dice: Dice) -> list[Option]:
    """The one option that serves the aims best, of several alike any; or all that are not against them."""
    if not aims:
        return found
    serves = title.robot.plans.serves
    rated = [max([serves(s, o, aim) for aim in aims]) for o in found]
    most = max(rated)
    if most > 0 and (any([aim.firm for aim in aims]) or dice.draw(range(FAITH), side, "")):
        best = [o for o, rate in zip(found, rated, strict=True) if rate == most]
        return [best[dice.draw(range(len(best)), side, "")]]
    return [o for o, rate in zip(found, rated, strict=True) if rate >= 0] or found


def at_a_glance(title: AnyTitle, s: State, side: int, found: list[Option], dice: Dice, glances: int) -> Option:
    stop = stop_verb(s)
    best, most, tried = found[0], -math.inf, set[Option]()
    for _ in range(glances):
        o = any_of(found, stop, side, dice)
        if glances < 2:
            return o
        if o in tried:
            continue
        tried.add(o)
        after = s.clone()
        take(after, o, SeededDice(dice.draw(range(1 << 40), side, "")))
        worth = value(title, after, side)
        if worth > most:
            best, most = o, worth
    return best
