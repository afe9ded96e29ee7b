"""The planner: plans that follow aims, trials that know nothing of what is hidden, a plan that is kept as long as it holds."""

from __future__ import annotations

import math
from typing import Any, Optional

import pytest

from sandtable.kernel.dice import Dice, SeededDice, dice_for
from sandtable.kernel.play import Option, Refusal, decider, options, read, take, write
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players import make_player
from sandtable.players.advice import UNWEIGHED, advise, undone, walks_on
from sandtable.players.greedy import BRIEF
from sandtable.players.levels import GENERAL, RECRUIT, REGULAR, VETERAN
from sandtable.players.planner import (
    SHARE,
    Budget,
    Drafter,
    Intent,
    Plan,
    Planner,
    Search,
    by_promise,
    eager_for,
    quick,
    served_by,
    some_of,
)
from sandtable.titles import SLUGS, AnyTitle, load_title
from tests.kernel import toy
from tests.kernel.test_play import start
from tests.kernel.toy import TITLE
from tests.kit import changed, play
from tests.titles.gazala.board import BRIGADE, acting, moving, position

POSTS = range(5)
QUICKEST = RECRUIT._replace(plans=3, seconds=0.1)


def forward(s: toy.Toy, side: int) -> list[Aim]:
    """In the toy: each unit goes to the last post of the other side."""
    goal = POSTS[-1] if side == ALLIED else POSTS[0]
    units = [u for u, post in enumerate(s.where) if post >= 0 and s.edition.side[u] == side]
    return [Aim(frozenset([u]), goal, [abs(goal - post) for post in POSTS], "go on") for u in units]


def goes_on(s: toy.Toy, o: Option, aim: Aim) -> float:
    if o[0] != "step" or o[1] not in aim.group:
        return 0.0
    return 1.0 if aim.far[o[2]] < aim.far[s.where[o[1]]] else -1.0


PLANNED: AnyTitle = changed(TITLE, plans=Plans(phases=(toy.Round,), aims=forward, serves=goes_on))


def test_beats_random() -> None:
    won = 0
    for n in range(12):
        table, thoughts = dice_for(n, 0, "table"), dice_for(n, 0, "thoughts")
        s = TITLE.rules.new(toy.load(None), "line", TITLE.rules.agree({"rounds": 3}), table)
        players = [Planner(REGULAR), make_player("random")][:: 1 if n % 2 == 0 else -1]
        while s.frames:
            take(s, players[decider(s)].choose(PLANNED, s, decider(s), thoughts), table)
        ended = TITLE.rules.outcome(s)
        assert ended is not None
        won += ended.winner == n % 2
    assert won >= 9


def test_decides_the_same_whatever_is_hidden() -> None:
    """The order of the other side is not known: if a trial knew it, some of these would differ."""
    s = start("brush")
    for seed in range(6):
        chosen = set()
        for order in (2, 3):
            s.order[1] = order
            chosen.add(Planner(REGULAR).choose(PLANNED, s, 0, SeededDice(seed)))
        assert len(chosen) == 1


def test_deals_anew_for_every_trial_and_never_copies_the_true_position() -> None:
    dealt: list[int] = []

    def redeal(s: toy.Toy, side: int, dice: Dice) -> toy.Toy:
        found = toy.redeal(s, side, dice)
        dealt.append(found.order[1])
        return found

    def clone_is_forbidden(self: toy.Toy) -> toy.Toy:
        raise AssertionError("the true position was copied")

    class Guarded(toy.Toy):
        clone = clone_is_forbidden

    s = start("brush")
    guarded = Guarded(s.edition)
    vars(guarded).update(vars(s))
    title: AnyTitle = changed(PLANNED, redeal=lambda g, side, dice: redeal(s if g is guarded else g, side, dice))
    Planner(REGULAR).choose(title, guarded, 0, SeededDice(1))
    assert len(dealt) > 10
    assert len(set(dealt)) > 1


@pytest.mark.parametrize(("slug", "scenario", "plies"), [("gazala", "one", 60), ("theseus", "opening", 60)])
def test_decides_the_same_whatever_a_title_hides(slug: str, scenario: str, plies: int) -> None:
    """Where somebody decides, all that is hidden from him is dealt anew: nothing that he decides may change."""
    title, dice = load_title(slug), SeededDice(8)
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), dice)
    swapped = 0
    for n in range(plies):
        side = decider(s)
        if len(options(s)) > 1 and n % 12 == 5:
            other = title.rules.redeal(s, side, SeededDice(n))
            swapped += other.key() != s.key()
            first, second = [Planner(QUICKEST).choose(title, deal, side, SeededDice(n)) for deal in (s, other)]
            assert first == second, f"at {n}"
        take(s, quick(title, s, side, (), dice, 1), dice)
    assert swapped > 1


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    found: list[Plan] = []
    best = Search.best

    def counted(self: Search, *about: Any) -> Plan:
        found.append(best(self, *about))
        return found[-1]

    monkeypatch.setattr(Search, "best", counted)
    return found


def opening() -> tuple[AnyTitle, Any]:
    """Operation Battleaxe, where the Allies have deployed: the first Impulse."""
    title = load_title("battleaxe")
    s = title.rules.new(title.rules.load(None), "battleaxe", title.rules.agree({}), SeededDice(1))
    return title, play(s, "deploy 11H D", "deploy CIH B")


def test_a_plan_is_kept_and_made_anew_when_something_else_comes(searches: list[Plan]) -> None:
    title, s = opening()
    player, dice = Planner(RECRUIT), SeededDice(3)
    first = player.choose(title, s, ALLIED, dice)
    assert len(searches) == 1
    plan = searches[0].said
    assert first == plan[0]
    assert len(plan) > 3
    take(s, first, SeededDice(9))
    assert player.choose(title, s, ALLIED, dice) == plan[1]
    assert len(searches) == 1
    other = next(o for o in options(s) if o not in plan)
    take(s, other, SeededDice(9))  # not what it said
    found = player.choose(title, s, ALLIED, dice)
    while title.robot.hints.eager(s, found):  # that needs no thought
        take(s, found, SeededDice(9))
        found = player.choose(title, s, ALLIED, dice)
    assert len(searches) == 2


def test_an_intent_lasts_for_its_phase() -> None:
    title, s = opening()
    s = play(s, "assault D", "activate A", "activate B", "activate C")
    player = Planner(REGULAR)
    take(s, player.choose(title, s, ALLIED, SeededDice(3)), SeededDice(9))
    kept, phase = player.intent, player.phase
    assert kept is not None
    player.way = []
    seen: list[object] = []
    best = Search.best

    def watched(self: Search, about: Any) -> Plan:
        seen.append(about)
        return best(self, about)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Search, "best", watched)
        player.choose(title, s, ALLIED, SeededDice(4))
        player.phase, player.way = None, []
        player.choose(title, s, ALLIED, SeededDice(4))
    assert phase is not None
    assert seen == [kept, None]


def test_careful_players_look_at_the_worst_trial() -> None:
    safe, bold = Plan([], start(), None), Plan([], start(), None)
    safe.shown, bold.shown = [0.2, 0.2], [-0.6, 1.2]
    assert bold.worth(0.0) > safe.worth(0.0)
    assert bold.worth(0.5) < safe.worth(0.5)
    assert bold.worth(1.0) == pytest.approx(-0.6)


def test_levels_think_of_more_plans_and_give_them_more_trials() -> None:
    levels = (RECRUIT, REGULAR, VETERAN, GENERAL)
    assert [level.plans for level in levels] == sorted({level.plans for level in levels})
    assert [sum(keep * more for keep, more in level.rounds) for level in levels] == sorted(
        {sum(keep * more for keep, more in level.rounds) for level in levels}
    )
    assert RECRUIT.ahead == 1  # it does not see the answer
    assert [level.rash for level in levels] == [True, False, False, False]
    assert [level.caution > 0 for level in levels] == [False, True, False, False]
    assert not RECRUIT.rounds  # nor does it look twice


def test_a_piece_has_one_aim() -> None:
    aims = [Aim(frozenset(group), target, (), "") for target in (1, 2) for group in ((1, 2), (2, 3), (4,))]
    for seed in range(40):
        chosen = some_of(aims, 0, SeededDice(seed))
        assert 1 <= len(chosen) <= 4
        assert len({unit for aim in chosen for unit in aim.group}) == sum(len(aim.group) for aim in chosen)
    assert some_of([], 0, SeededDice(1)) == []


def test_what_serves_an_aim_is_done_and_what_is_against_it_is_not() -> None:
    s = start("line")
    aims = forward(s, ALLIED)[:1]
    served = [served_by(PLANNED, s, ALLIED, options(s), aims, SeededDice(seed)) for seed in range(40)]
    ahead = [found for found in served if len(found) == 1]
    assert len(ahead) > 30  # now and then something else is tried
    assert {goes_on(s, found[0], aims[0]) for found in ahead} == {1.0}
    assert all(goes_on(s, o, aims[0]) >= 0 for found in served for o in found)


def test_a_firm_aim_is_always_followed_and_all_of_them_are_thought_of() -> None:
    s = start("line")
    firm = [aim._replace(firm=True) for aim in forward(s, ALLIED)[:1]]
    served = [served_by(PLANNED, s, ALLIED, options(s), firm, SeededDice(seed)) for seed in range(40)]
    assert all(len(found) == 1 and goes_on(s, found[0], firm[0]) == 1.0 for found in served)
    many = [Aim(frozenset([n]), n, (), f"take {n}", firm=n < 3) for n in range(6)]
    title = changed(TITLE, plans=Plans(aims=lambda s, side: many))
    first = [Intent(turn=turn).settle(title, s, ALLIED, SeededDice(turn))[0].target for turn in range(6)]
    assert first == [0, 1, 2, 0, 1, 2]
    lesser = Intent(turn=0, lesser=True)
    assert not any(aim.firm for aim in lesser.settle(title, s, ALLIED, SeededDice(1)))


@pytest.mark.parametrize("count", range(1, 7))
def test_each_firm_aim_begins_some_draft(count: int) -> None:
    """By chance alone, hardly ever: another aim for the same piece promises far more."""
    begun: set[int] = set()
    pieces = forward(start("line"), ALLIED)[0].group
    aims = [Aim(pieces, n, (), f"take {n}", firm=True) for n in range(count)] + [Aim(pieces, count, (), "take it all", 10**9)]

    def note(s: toy.Toy, o: Option, aim: Aim) -> float:
        begun.add(aim.target)
        return 0.0

    storming: AnyTitle = changed(TITLE, plans=Plans(phases=(toy.Round,), aims=lambda s, side: aims, serves=note))
    Search(storming, start("line"), ALLIED, 1, GENERAL).drafts(None)
    assert begun == set(range(count + 1))


@pytest.mark.parametrize(("budget", "knows"), [(GENERAL, True), (RECRUIT, False)])
def test_firm_aims_are_above_a_recruits_head(budget: Budget, knows: bool) -> None:
    asked: list[Aim] = []

    def storm(s: toy.Toy, side: int) -> list[Aim]:
        return [aim._replace(firm=True) for aim in forward(s, side)]

    def note(s: toy.Toy, o: Option, aim: Aim) -> float:
        asked.append(aim)
        return goes_on(s, o, aim)

    storming: AnyTitle = changed(TITLE, plans=Plans(phases=(toy.Round,), aims=storm, serves=note))
    Search(storming, start("line"), ALLIED, 1, budget).drafts(None)
    assert any([aim.firm for aim in asked]) == knows


@pytest.mark.parametrize("slug", SLUGS)
def test_every_title_has_aims_that_lead_somewhere(slug: str) -> None:
    """Followed by quick decisions alone: aims come up for both sides, name their end, and options serve them."""
    title = load_title(slug)
    plans, dice = title.robot.plans, SeededDice(5)
    scenario = next(row for row in title.rules.scenarios if row.id != "bir_hacheim")  # in which one side alone plays
    s = title.rules.new(title.rules.load(None), scenario.id, title.rules.agree({}), dice)
    sides, texts, served = set[int](), set[str](), 0
    for _ in range(400):
        if not s.frames:
            break
        side = decider(s)
        aims = some_of(plans.aims(s, side), side, dice)
        if aims:
            sides.add(side)
            texts |= {aim.text for aim in aims}
            assert all(aim.group for aim in aims)
            served += any(plans.serves(s, o, aim) > 0 for o in options(s) for aim in aims)
        take(s, quick(title, s, side, aims, dice, 1), dice)
    assert plans.phases
    assert sides == {0, 1}
    assert len(texts) > 3
    assert all(len(text.split()) > 1 for text in texts)
    assert served > 20


def test_a_search_ends_when_enough_was_thought() -> None:
    """Decisions are counted, not seconds: the same dice make the same plans on every machine."""
    title, s = opening()
    thought = []
    for seconds in (0.001, 0.05, 2.0):
        search = Search(title, s, ALLIED, 5, REGULAR._replace(seconds=seconds))
        assert search.best(None).said
        thought.append(search.thought)
    assert thought == sorted(set(thought))
    assert thought[0] < 100


def test_many_small_plans_of_a_turn_share_its_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The later ones get less, and the next turn begins anew."""
    title, s = opening()
    patience: list[float] = []

    def usual(self: Search, kept: Any) -> Plan:
        patience.append(self.patience)
        self.thought = 100
        return Plan([options(self.s)[0]], self.s, None)

    monkeypatch.setattr(Search, "best", usual)
    player = Planner(REGULAR._replace(seconds=1e6, turn=1500 / title.robot.plans.pace))
    for _ in range(20):
        player.choose(title, s, ALLIED, SeededDice(1))
    assert patience[:3] == pytest.approx([1500 / SHARE, 1400 / SHARE, 1300 / SHARE])
    assert patience[-1] == 0
    player.choose(changed(title, turn=lambda s: 99), s, ALLIED, SeededDice(1))
    assert patience[-1] == pytest.approx(1500 / SHARE)


def test_a_piece_does_not_come_back_in_a_plan(searches: list[Plan]) -> None:
    title, s = opening()
    Planner(REGULAR).choose(title, s, ALLIED, SeededDice(3))
    been: dict[int, list[int]] = {}
    for o in searches[0].said:
        step = title.robot.plans.step(s, o)
        if step is not None:
            been.setdefault(step.piece, [step.here]).append(step.there)
        take(s, o, SeededDice(1))
    assert been
    assert all(len(set(places)) == len(places) for places in been.values())


def test_nobody_is_ordered_back_to_where_he_was_in_the_phase() -> None:
    """Orders that contradict each other would have him go to and fro as long as he can pay for it."""

    def to_and_fro(s: toy.Toy, side: int) -> Option:
        unit = next(u for u, own in enumerate(s.edition.side) if own == side)
        return ("step", unit, 1 - s.where[unit])

    def step(s: toy.Toy, o: Option) -> Optional[Step]:
        return Step(o[1], s.where[o[1]], o[2]) if o[0] == "step" else None

    title = changed(PLANNED, plans=Plans(aims=forward, serves=goes_on, orders=to_and_fro, step=step))
    s, player, dice = start(), Planner(REGULAR), SeededDice(1)
    out = to_and_fro(s, ALLIED)
    assert player.choose(title, s, ALLIED, dice) == out
    play(s, write(s, out), "done", "done")
    back = to_and_fro(s, ALLIED)
    assert back in options(s)
    assert player.choose(title, s, ALLIED, dice) != back
    assert Planner(REGULAR).choose(title, s, ALLIED, dice) == back  # who has not been there goes


def test_advice_says_to_what_end_and_what_it_counts_on() -> None:
    title, s = opening()
    found = [advise(Planner(REGULAR), title, s, ALLIED, SeededDice(seed)) for seed in range(3)]
    assert all("after the other side's answer" in advice.why for advice in found)
    assert any(advice.why.startswith(("To take ", "To hold ")) for advice in found)
    plain = advise(make_player("greedy"), title, s, ALLIED, SeededDice(1))
    assert (plain.why, plain.rule != "") == (UNWEIGHED, True)


@pytest.mark.parametrize(("slug", "scenario"), [("battleaxe", "battleaxe"), ("gazala", "one")])
def test_no_wins_are_told_of_while_pieces_are_still_put_on_the_map(slug: str, scenario: str) -> None:
    """What is better than a map without them is not yet good."""
    title = load_title(slug)
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), SeededDice(1))
    advice = advise(Planner(REGULAR), title, s, decider(s), SeededDice(1))
    assert advice.why == UNWEIGHED or "none was surely better" in advice.why


def test_advice_to_set_out_says_where_to_and_what_comes_of_it() -> None:
    title = load_title("theseus")
    s = title.rules.new(title.rules.load(None), "bir_hacheim", title.rules.agree({}), SeededDice(1))
    advice = advise(Planner(REGULAR), title, s, AXIS, SeededDice(4))
    assert advice.option[0] == "move"
    assert advice.then[-1].startswith("Go to ")
    assert advice.forecast is not None
    assert advice.forecast.title.startswith("Into the mines of ")


def test_what_loses_something_is_no_useful_thing_still_undone() -> None:
    title, s = load_title("battleaxe"), opening()[1]
    usual = undone(title, s, ALLIED, ("pass", 0, 0), SeededDice(1))
    assert len(usual) == 3
    wary = changed(title, caution=lambda s, o: [Refusal("1", "it is lost")] if o == usual[0] else [])
    assert undone(wary, s, ALLIED, ("pass", 0, 0), SeededDice(1))[:2] == usual[1:]


def test_where_one_must_act_others_that_could_are_named_though_every_activation_costs_something() -> None:
    title = load_title("theseus")
    s = title.rules.new(title.rules.load(None), "opening", title.rules.agree({}), SeededDice(1))
    while ("transfer", 0, 0) not in options(s):
        take(s, options(s)[-1], SeededDice(1))
    first = ("activate", 0, 0)
    found = undone(title, s, AXIS, first, SeededDice(1))
    assert len(found) == 3
    assert first not in found
    assert {o[0] for o in found} <= {"activate", "deploy"}  # to pass, or to let the enemy act first, loses something


def test_what_is_not_worth_a_thought_is_no_useful_thing_still_undone() -> None:
    """Dummy markers could be laid."""
    title = load_title("theseus")
    s = title.rules.new(title.rules.load(None), "gazala", title.rules.agree({}), SeededDice(1))
    while not any([o[0] == "dummy" for o in options(s)]):
        take(s, options(s)[-1], SeededDice(1))
    assert undone(title, s, decider(s), ("done", 0, 0), SeededDice(1)) == []


def test_a_march_in_mind_is_told_by_where_it_leads() -> None:
    title, s = load_title("battleaxe"), opening()[1]
    take(s, ("assault", s.edition.names.number("area", "C"), 0), SeededDice(1))
    tanks, guards = [s.edition.names.number("unit", id) for id in ("7RTR", "22GDS")]
    assert walks_on(title, s, ("enter", tanks, 3), ("enter", tanks, 5))
    assert not walks_on(title, s, ("enter", tanks, 3), ("enter", guards, 3))
    assert not walks_on(title, s, ("done", 0, 0), ("done", 0, 0))


def test_a_march_is_advised_as_a_whole_up_to_where_it_leads() -> None:
    title, s = load_title("gazala"), moving(position({"5/1": "2020", "10 Hus": "2001"}), "5/1")
    advice = advise(Planner(REGULAR), title, s, decider(s), SeededDice(1))
    assert advice.march is not None
    assert advice.march.says[0] == write(s, advice.option)
    assert len(advice.march.says) > 1
    assert advice.march.label.startswith(f"Go to {advice.march.to}") or f"({advice.march.to})" in advice.march.label
    for text in advice.march.says:
        take(s, read(s, text), SeededDice(1))
    assert s.edition.hexes.ids[s.where[s.edition.u("5/1")]] == advice.march.to


def test_advice_goes_on_with_what_was_in_mind() -> None:
    title, s = opening()
    first = advise(Planner(REGULAR), title, s, ALLIED, SeededDice(1))
    (_, way), (_, rest), *_ = first.mind.ways
    assert way == (first.option, *rest)
    take(s, first.option, SeededDice(1))
    second = advise(Planner(REGULAR), title, s, ALLIED, SeededDice(9), first.mind)
    assert (second.option, second.why) == (rest[0], first.why)
    take(s, second.option, SeededDice(1))
    assert advise(Planner(REGULAR), title, s, ALLIED, SeededDice(9), second.mind._replace(ways=())).why != first.why


def test_by_habit_one_decides_as_the_greedy_player_would(searches: list[Plan]) -> None:
    """In the toy: whole rounds are nothing to plan in."""
    habitual: AnyTitle = changed(PLANNED, plans=PLANNED.robot.plans._replace(habits=(toy.Round,)))
    s, dice = start("line"), SeededDice(3)
    planner, greedy = Planner(GENERAL), make_player("greedy")
    for seed in range(12):
        chosen = [player.choose(habitual, s, decider(s), SeededDice(seed)) for player in (planner, greedy)]
        assert chosen[0] == chosen[1]
        take(s, chosen[0], dice)
    assert not searches


def oconnor() -> Any:
    """At the first movement phase."""
    title, table = load_title("blitzkrieg"), SeededDice(1)
    s = title.rules.new(title.rules.load(None), "oconnor", title.rules.agree({}), table)
    player = make_player("greedy")
    while ("move", s.edition.u("1 Sup. Gp. Recon"), 0) not in options(s):
        take(s, player.choose(title, s, decider(s), SeededDice(2)), table)
    return s


def test_another_plan_than_the_usual_one_must_be_better_for_sure() -> None:
    usual, better, lucky, hardly_tried = [Plan([], start(), None) for _ in range(4)]
    usual.shown = [0.1, 0.3] * 4
    better.shown = [0.15, 0.36] * 4
    lucky.shown = [0.9, 0.1, -0.5, 0.9] * 2
    hardly_tried.shown = [1.0, 1.0]
    assert lucky.worth(0.0) > better.worth(0.0)
    assert better.sure_gain(usual, GENERAL.caution) > 0 > lucky.sure_gain(usual, GENERAL.caution)
    assert hardly_tried.sure_gain(usual, GENERAL.caution) == -math.inf


def test_the_usual_plan_is_kept_where_nothing_is_better() -> None:
    """All positions are worth the same."""
    title, s = opening()
    title = changed(title, judge=lambda s, side: 0.0, verdict=None)
    search = Search(title, s, ALLIED, 5, REGULAR)
    drafted = search.drafts(None)
    assert len(drafted) > 2
    assert Search(title, s, ALLIED, 5, REGULAR).best(None).said == drafted[0].said


def test_the_best_plan_is_one_that_had_all_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first few promise much of both others; what comes of more of them is known of the better one alone."""
    title, s = opening()
    usual, hardly_tried, tried = [Plan([], s, None) for _ in range(3)]
    shown = {id(usual): [0.0] * 9, id(hardly_tried): [0.6] * 5, id(tried): [0.7] * 5 + [0.1] * 4}
    monkeypatch.setattr(Search, "drafts", lambda self, kept: [usual, hardly_tried, tried])
    monkeypatch.setattr(Search, "trial", lambda self, plan, seed: shown[id(plan)][len(plan.shown)])
    assert Search(title, s, ALLIED, 5, VETERAN._replace(rounds=((2, 4), (1, 4)))).best(None) is tried
    assert hardly_tried.sure_gain(usual, VETERAN.caution) > tried.sure_gain(usual, VETERAN.caution)


def test_who_is_rash_has_ideas_of_his_own_and_does_not_ask_whether_the_usual_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    title, s = opening()
    shown = {"usual": [0.1, 0.1, 0.1, 0.1], "other": [0.05, -0.5, 0.3, -0.3]}
    usual, other = Plan([], s, None), Plan([], s, None)
    monkeypatch.setattr(Search, "drafts", lambda self, kept: [usual, other])
    monkeypatch.setattr(Search, "trial", lambda self, plan, seed: shown["usual" if plan is usual else "other"][len(plan.shown) % 4])
    chosen = []
    for rash in (True, False):
        usual.shown, other.shown = [], []
        chosen.append(Search(title, s, ALLIED, 5, RECRUIT._replace(rash=rash)).best(None))
    assert chosen == [other, usual]


def test_trials_are_judged_by_what_shows_who_will_win() -> None:
    """Decisions go by the judge, what came of them by the verdict; who has won has won. A recruit knows no better."""
    s = start("line")
    gloomy: AnyTitle = changed(PLANNED, verdict=lambda s, side: -0.9)
    assert Search(gloomy, s, ALLIED, 1, REGULAR).promise(s) == -0.9
    assert Search(PLANNED, s, ALLIED, 1, REGULAR).promise(s) == TITLE.robot.judge(s, ALLIED)
    assert Search(gloomy, s, ALLIED, 1, RECRUIT).promise(s) == TITLE.robot.judge(s, ALLIED)
    s.frames.clear()
    assert Search(gloomy, s, ALLIED, 1, REGULAR).promise(s) == Search(PLANNED, s, ALLIED, 1, REGULAR).promise(s)


def test_a_recruit_sees_a_title_with_a_beginner_s_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a title says that he overlooks he overlooks in every decision; others do not."""
    title, s = opening()
    simple: AnyTitle = changed(title, simple=lambda s, side: 0.0)
    seen: list[AnyTitle] = []
    decide = Planner.decide

    def watched(self: Planner, title: AnyTitle, *about: Any) -> Option:
        seen.append(title)
        return decide(self, title, *about)

    monkeypatch.setattr(Planner, "decide", watched)
    for budget in (RECRUIT, REGULAR):
        Planner(budget).choose(simple, s, ALLIED, SeededDice(3))
    Planner(RECRUIT).choose(title, s, ALLIED, SeededDice(3))
    assert [one.robot.judge is simple.robot.simple for one in seen] == [True, False, False]


def test_a_plan_falls_into_strands() -> None:
    said: list[Option] = [("move", 1, 0), ("go", 5, 0), ("halt", 0, 0), ("move", 2, 0), ("go", 6, 0), ("done", 0, 0)]
    plan = Plan(said, start(), None, [2, 3, 3, 2, 3, 2])
    assert plan.strands() == [said[:3], said[3:5], said[5:]]


def test_what_an_intent_leaves_open_is_done_as_usual() -> None:
    """A unit of the second strand goes first, as the intent says; the first strand is followed all the same, to its end."""
    title, s, greedy = load_title("blitzkrieg"), oconnor(), make_player("greedy")
    search = Search(title, s, ALLIED, 5, REGULAR)
    usual = search.draft(lambda s, dice: greedy.choose(title, s, ALLIED, dice), SeededDice(1), 60)
    first, second = [strand for strand in usual.strands() if strand[0][0] == "move"][:2]
    e = s.edition
    aim = Aim(frozenset([second[0][1]]), e.tobruk, e.distance[e.tobruk], "take Tobruk")
    said = search.draft(Drafter(title, ALLIED, Intent([aim]), [first], 2), SeededDice(3)).said
    assert said.index(second[0]) < (at := said.index(first[0]))
    assert said[at : at + len(first)] == first


def test_plans_of_a_march_need_no_trials() -> None:
    """No die falls in it, and trials of Desert Blitzkrieg end with the phase: they could show nothing else."""
    title, s = load_title("blitzkrieg"), oconnor()
    search = Search(title, s, ALLIED, 5, VETERAN)
    usual, *others = search.drafts(None)
    assert usual.settled is not None
    best = max([plan for plan in others if plan.settled is not None], key=lambda plan: plan.settled or 0.0)
    assert best.settled is not None
    assert best.settled > usual.settled
    assert Search(title, s, ALLIED, 5, VETERAN).best(None).settled == best.settled
    for plan in (usual, best):
        worth, plan.settled = plan.settled, None
        assert search.trial(plan, 9) == worth


def test_to_end_a_march_at_once_and_to_do_one_thing_and_no_more_are_among_the_plans() -> None:
    title, s = load_title("blitzkrieg"), oconnor()

    def marches(budget: Budget) -> list[int]:
        """How many set out, by plan."""
        return sorted([len([o for o in plan.said if o[0] == "move"]) for plan in Search(title, s, ALLIED, 5, budget).drafts(None)])

    usual = len([o for o in Search(title, s, ALLIED, 5, GENERAL).usual().said if o[0] == "move"])
    none, few, *_ = marches(GENERAL)
    assert none == 0 < few < usual
    assert 0 not in marches(RECRUIT)


def test_where_a_title_says_so_the_position_as_it_stands_is_always_among_the_plans() -> None:
    """In a pursuit garrisons followed the usual plan out of what they held, though to stay was worth more."""
    s = start("line")
    stays = changed(TITLE, plans=PLANNED.robot.plans._replace(sits=True))
    stop = next(o for o in options(s) if o[0] in ("pass", "done"))
    assert not [plan for plan in Search(PLANNED, s, 0, 5, VETERAN).drafts(None) if plan.said == [stop]]
    assert [plan for plan in Search(stays, s, 0, 5, VETERAN).drafts(None) if plan.said == [stop]]
    assert not [plan for plan in Search(stays, s, 0, 5, RECRUIT).drafts(None) if plan.said == [stop]]


def test_where_a_title_says_so_the_usual_plan_is_left_where_to_do_nothing_is_no_worse() -> None:
    """In Theseus tanks drove to and fro for less than a hundredth of a Victory Point."""
    s = start("line")
    stop = next(o for o in options(s) if o[0] in ("pass", "done"))
    plain = changed(TITLE, plans=PLANNED.robot.plans._replace(plain=2))
    for title in (PLANNED, plain):
        search = Search(title, s, 0, 5, VETERAN)
        usual = search.drafts(None)[0]
        assert [search.is_bare(n, False) for n in (1, 2, 3, 4)] == [False, title is plain] * 2
        assert (search.sitting is not None) is (title is plain)
        for plan, shown in ((usual, 0.1), (search.sitting or usual, 0.1)):
            plan.shown = [shown] * 4
        chosen = search.unless_in_vain(usual)
        assert (chosen.said == [stop]) is (title is plain)
        if search.sitting is not None:
            search.sitting.shown = [0.0] * 4
            assert search.unless_in_vain(usual) is usual


def test_a_plan_without_the_roll_that_decides_needs_few_trials() -> None:
    """In Gazala trials end with the action: only the chits that are drawn next tell them apart. What a trial costs counts."""
    title, few = load_title("gazala"), load_title("gazala").robot.plans.still
    at = {"8/1": "2011", "8/2": "2011", "115/1": "2012", "9 L": "2014"}
    s = acting(position(at, actions=(1, 1), allied_cup=["2 Arm"]), "8/1", "8/2", "115/1")
    search = Search(title, s, AXIS, 5, VETERAN)
    plans = search.drafts(None)
    search.patience = math.inf
    for plan in (next(plan for plan in plans if plan.still), next(plan for plan in plans if not plan.still)):
        thought = []
        for trial in range(few + 3):
            search.try_all([plan], trial, 1)
            thought.append(search.thought)
        assert thought[few - 1] >= few * title.robot.plans.weighs
        assert (thought[-1] == thought[few - 1]) == plan.still
        if plan.still:
            assert plan.shown[-1] == pytest.approx(sum(plan.shown[:few]) / few)


def test_who_has_no_part_in_an_intent_stays() -> None:
    """Whatever looks good at a glance: nobody leaves what he holds without a reason."""
    title, s = opening()
    aim = next(aim for aim in title.robot.plans.aims(s, ALLIED) if aim.group <= set(members_of(s, "D")))
    gone: set[int] = set()
    for seed in range(8):
        drafter = Drafter(title, ALLIED, Intent([aim]), (), 3)
        said = Search(title, s, ALLIED, 5, REGULAR).draft(drafter, SeededDice(seed)).said
        gone |= {o[1] for o in said if o[0] == "enter"}
    assert gone
    assert gone <= aim.group


def members_of(s: Any, zone: str) -> list[int]:
    return [unit for unit, area in enumerate(s.where) if area == s.names.number("area", zone)]


def test_nobody_goes_along_by_habit_against_an_aim() -> None:
    title, s = load_title("blitzkrieg"), oconnor()
    recon = s.edition.u("1 Sup. Gp. Recon")
    take(s, ("move", recon, 0), SeededDice(1))
    found = options(s)
    assert eager_for(title, s, found, ()) is not None
    alone = Aim(frozenset([recon]), s.edition.tobruk, s.edition.distance[s.edition.tobruk], "scout")
    assert eager_for(title, s, found, [alone]) is None


def test_what_promises_more_is_thought_of_more_often() -> None:
    aims = [Aim(frozenset([n]), n, (), "", promise) for n, promise in enumerate((1, 8, 1))]
    drawn = [by_promise(aims, 0, SeededDice(seed)).target for seed in range(200)]
    assert 130 < drawn.count(1) < 190
    assert set(drawn) == {0, 1, 2}


def test_a_title_may_have_the_usual_plan_found_with_a_brief_look() -> None:
    """In Gazala a general's is the veteran's: to look at every place of a march of a panzer division takes seconds."""
    title = load_title("gazala")
    s = acting(position({"8/1": "2011", "115/1": "2012", "9 L": "2004"}), "8/1", "115/1")
    assert title.robot.plans.places == BRIEF.places
    general, veteran = [Search(title, s, AXIS, 5, level).usual().said for level in (GENERAL, VETERAN)]
    assert general == veteran
    plans = title.robot.plans._replace(places=0)
    patient = title._replace(robot=title.robot._replace(plans=plans))
    assert Search(patient, s, AXIS, 5, GENERAL).usual().said != general


def test_who_can_still_set_out_is_named_though_setting_out_gains_nothing_yet() -> None:
    """By the position right after it nobody should: the one that is on its way cannot be sent elsewhere."""
    title = load_title("gazala")
    s = acting(position({**BRIGADE, "5/1": "1621"}), *BRIGADE)
    moves = [o for o in options(s) if o[0] == "move"]
    assert len(moves) == len(BRIGADE)
    assert set(undone(title, s, ALLIED, moves[0], SeededDice(1))) == set(moves[1:])
