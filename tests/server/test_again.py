"""Same as last turn, by the calls of a game: who decides is shown what he did, and nobody else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.server.settings import PLAYERS
from tests.server.conftest import serving

TIGERCUBS = {"tigercubs": "sandtable.titles.tigercubs"}


def repeats(seen: dict[str, Any]) -> list[str]:
    return [way["name"] for way in seen["view"].get("proposals", ()) if "last turn" in f"{way['name']} {way['text']}"]


def test_a_payment_is_proposed_again_to_who_made_it(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=TIGERCUBS, players=PLAYERS) as visitor:
            game = await visitor.new("tigercubs", "brevity")
            found: list[tuple[int, str]] = []
            seen = await game.see()
            while not seen["over"]:
                side, ply = seen["prompt"]["side"], seen["ply"]
                mine, theirs = await game.see(side), await game.see(1 - side)
                found += [(side, name) for name in repeats(mine)]
                assert not theirs["view"].get("proposals")
                offers = mine["prompt"]["offers"]
                wanted = [offer for offer in offers if offer["verb"] in ("provide", "offensive")]
                await game.try_say(side, (wanted or [offer for offer in offers if offer["stop"]] or offers)[0]["text"], ply)
                seen = await game.see()
            assert found == [(0, "Pay for General Supply"), (0, "Same as last turn")]

    run(work())
