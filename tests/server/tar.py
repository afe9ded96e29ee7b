"""A title whose set-up is a trap: it sticks without letting go of the interpreter, takes its process with it, or has a fault."""

from __future__ import annotations

import os
import re
from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.rules import Edition, Scenario, Settings
from tests.server import toy


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> toy.Toy:
    if scenario == "sticks":
        re.fullmatch(r"(a+)+", "a" * 64 + "b")
    if scenario == "bursts":
        os._exit(3)
    raise AssertionError("a fault of the rules")


RULES: Final = toy.TITLE.rules._replace(
    slug="tar", new=new, scenarios=tuple([Scenario(id, id, id) for id in ("sticks", "bursts", "faults")])
)
TITLE: Final = toy.TITLE._replace(rules=RULES)
