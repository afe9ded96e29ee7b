"""What goes wrong and whose fault it is: every failure has a status, a code and a reason in one line."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.kernel.names import cut
from sandtable.kernel.play import Refusal
from sandtable.server.shapes import Code, Failure, Refused, Stale

LONGEST: Final = 500  # letters of a reason; what it says back of a request is cut to far less


class Problem(Exception):
    """A request that is answered with a failure."""

    def __init__(self, status: int, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.code: Code = code
        self.reason = cut(" ".join(reason.split()), LONGEST)

    def body(self) -> bytes:
        return msgspec.json.encode(Failure(self.code, self.reason))


class StalePly(Problem):
    """The game has moved on."""

    def __init__(self, ply: int) -> None:
        super().__init__(409, "stale", f"the game is at ply {ply}")
        self.ply = ply

    def body(self) -> bytes:
        return msgspec.json.encode(Stale(self.code, self.reason, self.ply))


class Forbidden(Problem):
    """Not an option: the rule that forbids it."""

    def __init__(self, refusal: Refusal, code: Code = "refused") -> None:
        super().__init__(422, code, str(refusal))
        self.refusal = refusal

    def body(self) -> bytes:
        return msgspec.json.encode(Refused(self.code, self.reason, self.refusal.rule, self.refusal.text))


def no_such_game() -> Problem:
    return Problem(404, "no_game", "there is no such game here: it was deleted, or the link belongs to another server")


def not_your_seat(reason: str = "this needs the token of a seat of the game") -> Problem:
    return Problem(403, "not_your_seat", reason)


def not_the_owner() -> Problem:
    return Problem(403, "not_owner", "only the owner of this server may do that; open the link it printed when it started")
