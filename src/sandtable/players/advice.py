"""What now? What a computer player would do in a side's place, what it expects, and what else is still to be done."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.story import rule_asked, said
from sandtable.face.view import NOTHING, Forecast
from sandtable.kernel.dice import Dice, NoDice, ScriptError, SeededDice
from sandtable.kernel.odds import rolls
from sandtable.kernel.play import Option, State, decider, pending, take, why_not, write
from sandtable.players.greedy import BRIEF, Greedy, right_after, try_out
from sandtable.players.planner import Planner, Reason, seen
from sandtable.players.player import Player
from sandtable.players.random import stop_verb
from sandtable.players.worth import value, wanted
from sandtable.titles import AnyTitle

AHEAD: Final = 9  # decisions that are looked at for what the first one leads to: a division takes its units along one by one
FAR: Final = 40  # and steps of marches among them
UNDONE: Final = 3  # things that are named besides
TRIED: Final = 150  # options that are looked at for these
ROUNDS: Final = 6  # trials of what is no more than a beginning
UNWEIGHED: Final = "A matter of course to it: it weighed no other plan."
SLACK: Final = 1e-9  # what sums may differ by that are the same


class Mindset(NamedTuple):
    """What a player was about: what it would say, from each position that it had in mind, and why."""

    ways: tuple[tuple[object, tuple[Option, ...]], ...] = ()  # how the position looks, and what comes then
    why: Optional[Reason] = None


class March(NamedTuple):
    """Steps in a row by which the same piece goes on, and where they lead to."""

    says: tuple[str, ...]
    label: str
    to: str  # a space


class Advice(NamedTuple):
    """What a player would do, what it has in mind then, what it expects of that, and the rule that matters."""

    option: Option
    march: Optional[March]  # which begins with it
    then: tuple[str, ...]  # in words, up to the first die
    forecast: Optional[Forecast]
    rule: str
    mind: Mindset

    @property
    def why(self) -> str:
        """To what end, and what it counts on."""
        return (str(self.mind.why) if self.mind.why is not None else "") or UNWEIGHED


def advise(player: Player, title: AnyTitle, s: Any, side: int, dice: Dice, had: Optional[Mindset] = None) -> Advice:
    """For the side that decides in `s`, by what it may know. The player should be a new one; as long as all goes as another had it
    in mind it goes on with that, or who follows advice step by step would walk in circles."""
    believed: State = title.rules.redeal(s, side, SeededDice(dice.draw(range(1 << 40), side, "")))
    if isinstance(player, Planner) and had is not None:
        take_up(player, had, seen(title, believed, side))
    first = player.choose(title, believed, side, dice)
    why = player.why if isinstance(player, Planner) else None
    ways: list[tuple[object, Option]] = []
    then: list[list[str]] = []  # what is said with one verb in a row
    steps: list[tuple[Option, State]] = []
    marching = True
    forecast: Optional[Forecast] = None
    act = pending(believed).act(first[0])
    assert act is not None
    rule = act.rule or rule_asked(believed)
    before = first
    for o, here in course(player, title, believed, side, first, dice):
        ways.append((seen(title, here, side), o))
        again, walks = o[0] == before[0], walks_on(title, here, before, o)
        before = o
        marching = marching and walks and not rolls(here, o)
        if marching:
            steps.append((o, here))
            marching = not title.face.caution(here, o)  # such a step is weighed by itself
            continue
        if forecast is not None:
            continue
        if then and walks:
            then.pop()  # where it comes to is enough
        forecast = foreseen(title, here, o)
        if here is not believed:
            text = said(here, o, title)
            if then and again and not walks:
                then[-1].append(text)
            else:
                then.append([text])
        if forecast is not None:
            rule = forecast.rule or rule
    march = march_of(title, steps) if len(steps) > 1 else None
    return Advice(first, march, tuple([in_one(texts) for texts in then]), forecast, rule, Mindset(onward(ways, player), why))


def in_one(texts: list[str]) -> str:
    """
    >>> in_one(["Take 5th Light recon along", "Take 5th Light infantry along", "Take Pavia along"])
    'Take 5th Light recon, 5th Light infantry and Pavia along'
    >>> in_one(["Place A at 12 (east of X)", "Place B at 34 (west of X)"])
    'Place A at 12 (east of X) and B at 34 (west of X)'
    """
    texts = list(dict.fromkeys(texts))
    if len(texts) == 1:
        return texts[0]
    words = [text.split() for text in texts]
    first = alike(words)
    last = alike([line[first:][::-1] for line in words])
    if is_torn(words[0][len(words[0]) - last :]):
        last = 0
    parts = [" ".join(line[first : len(line) - last]) for line in words]
    return " ".join([*words[0][:first], f"{', '.join(parts[:-1])} and {parts[-1]}", *words[0][len(words[0]) - last :]])


def is_torn(words: list[str]) -> bool:
    """Whether a bracket is closed that opens before them."""
    return " ".join(words).count(")") > " ".join(words).count("(")


def alike(lines: list[list[str]]) -> int:
    """How many words they have in common, from the first."""
    return next((n for n, words in enumerate(zip(*lines, strict=False)) if len(set(words)) > 1), min(map(len, lines)))


def walks_on(title: AnyTitle, s: State, before: Option, o: Option) -> bool:
    """Whether it is the next step of the same march."""
    if o[0] != before[0] or o[0] not in title.face.walks:
        return False
    act = pending(s).act(o[0])
    return act is not None and (act.takes[0] not in title.face.pieces or o[1] == before[1])


def march_of(title: AnyTitle, steps: list[tuple[Option, State]]) -> March:
    last, s = steps[-1]
    act = pending(s).act(last[0])
    assert act is not None
    place = s.names.text(act.takes[-1], last[1:][len(act.takes) - 1])
    return March(tuple([write(here, o) for o, here in steps]), said(s, last, title), place)


def onward(ways: list[tuple[object, Option]], player: Player) -> tuple[tuple[object, tuple[Option, ...]], ...]:
    """What is left to be said from each position on the way, and from where the player has come to in thought."""
    left: tuple[Option, ...] = ()
    steps = [sight for sight, _ in ways]
    if isinstance(player, Planner) and player.way and not player.anew:
        left = tuple(player.way)
        steps.append(player.expected)
    told = (*[o for _, o in ways], *left)
    return tuple([(sight, told[n:]) for n, sight in enumerate(steps)])


def take_up(player: Planner, had: Mindset, sight: object) -> None:
    """Goes on with what was in mind, if the position is one of those."""
    for expected, way in had.ways:
        if expected == sight:
            player.way, player.expected, player.why = list(way), expected, had.why
            return


def foreseen(title: AnyTitle, s: State, o: Option) -> Optional[Forecast]:
    """What comes of it; of a step that no die decides nothing: others may follow before it comes to blows."""
    return None if o[0] in title.face.walks and not rolls(s, o) else title.face.forecast(s, o, NOTHING)


def course(player: Player, title: AnyTitle, s: State, side: int, first: Option, dice: Dice) -> Iterator[tuple[Option, State]]:
    """What the player has in mind from now on, and where, until a die falls, the other side is asked, or it stops, unless to stop
    is to set out; or until it would have to think anew."""
    here, o, left = s, first, AHEAD
    for _ in range(AHEAD + FAR):
        yield o, here
        after, stops = here.clone(), o[0] == stop_verb(here)
        try:
            take(after, o, NoDice())
        except ScriptError:
            return
        if not after.frames or decider(after) != side or (stops and (here is s or len(after.frames) < len(here.frames))):
            return
        before = o
        here, o = after, player.choose(title, after, side, dice)
        left -= not walks_on(title, here, before, o)
        if left < 1 or (isinstance(player, Planner) and player.anew):
            return


def undone(title: AnyTitle, s: Any, side: int, but: Option, dice: Dice) -> list[Option]:
    """The best that can be done with other units, or otherwise, by the position right after it, or after the round that begins
    with it; the best first, and nothing that loses something, or, where one may stop, makes it worse."""
    seed = SeededDice(dice.draw(range(1 << 40), side, ""))
    believed: State = title.rules.redeal(s, side, seed)
    found = [o for o in wanted(title, believed) if o[0] != stop_verb(believed) and o[:2] != but[:2]]
    found = found[:: max(1, len(found) // TRIED)]
    looked = {**marches_of(title, believed, side, found, seed), **rounds_of(title, s, side, found, seed)}
    best: dict[tuple[str, int], tuple[float, Option]] = {}
    for o in found:
        worth = looked[o] if o in looked else right_after(title, believed, side, o, seed)
        if o[:2] not in best or worth > best[o[:2]][0]:
            best[o[:2]] = (worth, o)
    least = value(title, believed, side) - SLACK if stop_verb(believed) else -math.inf
    ranked = sorted([pair for pair in best.values() if pair[0] >= least], key=lambda pair: -pair[0])
    able = (o for _, o in ranked if why_not(s, o) is None and not title.face.caution(s, o))
    return list(islice(able, UNDONE))


def marches_of(title: AnyTitle, s: State, side: int, found: list[Option], dice: SeededDice) -> dict[Option, float]:
    """What setting out comes to: where the best march leads, or no more than to stay."""
    setting_out = [o for o in found if o[0] in title.robot.hints.marches]
    if not setting_out:
        return {}
    walks, marcher, seed = title.face.reach(s, side), Greedy(BRIEF).marcher, dice.draw(range(1 << 40), side, "")
    stays, worth = value(title, s, side), dict[Option, float]()
    for o in setting_out:
        text = write(s, o)
        march = marcher.best_march(title, s, side, text, walks.get(text.partition(" ")[2], {}), seed)
        worth[o] = march.worth if march is not None else stays
    return worth


def rounds_of(title: AnyTitle, s: Any, side: int, found: list[Option], dice: SeededDice) -> dict[Option, float]:
    """What those come to that are no more than a beginning: an activation."""
    begun = [o for o in found if o[0] in title.robot.hints.rounds]
    seeds = [dice.draw(range(1 << 40), side, "") for _ in range(ROUNDS)] if begun else []
    return {o: sum([try_out(title, s, side, o, seed, BRIEF)[0] for seed in seeds]) / ROUNDS for o in begun}
