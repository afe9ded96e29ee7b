"""What spares computer players of Gazala the looking ahead."""

from __future__ import annotations

from sandtable.kernel.play import options
from sandtable.titles.gazala.robot.hints import is_idle
from tests.titles.gazala.board import moving, position

HALT = ("halt", 0, 0)
FULL = {"5/1": "1321", "132/10": "1321", "5 Ber": "1321"}


def test_nobody_halts_where_one_is_too_many_while_those_who_stay_fill_the_hex() -> None:
    crowd = moving(position(FULL), "5/1")
    assert HALT in options(crowd)
    assert is_idle(crowd, HALT)
    assert not is_idle(moving(position(FULL), "5/1", "132/10"), HALT)  # which can still make room
    assert not is_idle(moving(position({"5/1": "1321", "132/10": "1321"}), "5/1"), HALT)
