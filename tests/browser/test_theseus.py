"""Operation Theseus in the browser: a move that the other side breaks into."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Seat, Server

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parent / "records/theseus-activation.json"  # 1SA has just been activated
IMPORT = "body => fetch('/api/games/import', {method: 'POST', body}).then(r => r.json())"
SHORTEST = ("halt", "end", "stay", "pass", "cancel", "done", "hold", "stand", "stands")


def test_an_activation_with_a_reaction(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.page.goto(server.address)
    table.play(table.page.evaluate(IMPORT, RECORD.read_text()))
    table.lift_curtain()
    assert table.turn() == "Commonwealth"
    table.take("move 8 RTR")
    table.take("step 2007")  # beside the Axis, who may react before the unit goes on
    table.lift_curtain()
    assert table.turn() == "Axis"
    reaction = next(text for text in table.offers() if text.startswith("react "))
    table.take(reaction)
    for _ in range(40):
        if "Activation" not in table.prompt()["frame"]:
            break
        table.get_on(SHORTEST)
    assert "Activation" not in table.prompt()["frame"]
    game, tokens = table.seats()
    told = ["".join([word["text"] for word in entry["words"]]) for entry in table.fetch(f"games/{game}/log", token=tokens[0])]
    assert any("react" in sentence for sentence in told)  # it reacted, or tried to and failed
