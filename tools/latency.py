"""How long a click takes, against a server of its own, over real sockets, without a computer player.

    python -m tools.latency [TITLE] [CLICKS]

Measured from sending the decision to the answer (it is then on the disk), and to the new snapshot at both sides' websockets
(decoded). Random options, a new game whenever one ends. The figures are for the machine as loaded as it is: the load is shown.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from tests.running import Server

PEOPLE = [{"kind": "person"}, {"kind": "person"}]


class Watch:
    """The figures of one kind of wait, in milliseconds."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.times: list[float] = []

    def add(self, seconds: float) -> None:
        self.times.append(1000 * seconds)

    def __str__(self) -> str:
        ranked = sorted(self.times)
        p95 = ranked[int(0.95 * (len(ranked) - 1))]
        return f"{self.what:34} median {statistics.median(ranked):6.1f}   95 % {p95:6.1f}   worst {ranked[-1]:6.1f} ms"


async def measure(address: str, title: str, clicks: int) -> None:
    chosen = random.Random(1)
    answer, push, look = Watch("click to answer (durable)"), Watch("click to both sides' snapshots"), Watch("snapshot asked for")
    sizes: list[int] = []
    async with httpx.AsyncClient(base_url=address, timeout=30) as http:
        await http.get("/")
        scenario = next(t for t in (await http.get("/api/titles")).json() if t["slug"] == title)["scenarios"][0]["id"]
        while len(answer.times) < clicks:
            body: dict[str, Any] = {"title": title, "scenario": scenario, "seats": PEOPLE}
            made = (await http.post("/api/games", json=body)).json()
            path = f"/api/games/{made['id']}"
            sockets = [f"{address.replace('http', 'ws', 1)}{path}/live?token={token}" for token in made["tokens"]]
            async with connect(sockets[0]) as allied, connect(sockets[1]) as axis:
                seen = [msgspec.json.decode(await socket.recv()) for socket in (allied, axis)]
                while seen[0]["over"] is None and len(answer.times) < clicks:
                    side = seen[0]["prompt"]["side"]
                    offer = chosen.choice(seen[side]["prompt"]["offers"])
                    request = {
                        "token": made["tokens"][side],
                        "ply": seen[0]["ply"],
                        "key": str(len(answer.times)),
                        "text": offer["text"],
                    }

                    async def click(started: float, request: dict[str, Any] = request, path: str = path) -> None:
                        (await http.post(f"{path}/say", json=request)).raise_for_status()
                        answer.add(time.perf_counter() - started)

                    started = time.perf_counter()
                    _, *pushed = await asyncio.gather(click(started), allied.recv(), axis.recv())
                    seen = [msgspec.json.decode(snapshot) for snapshot in pushed]
                    push.add(time.perf_counter() - started)
                    sizes.append(len(pushed[side]))
                    started = time.perf_counter()
                    (await http.get(path, params={"token": made["tokens"][side]})).json()
                    look.add(time.perf_counter() - started)
    size = statistics.median(sizes) / 1000
    print(f"{title}, {clicks} clicks, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, snapshot {size:.1f} kB")
    for watch in (answer, push, look):
        print(watch)


def main() -> None:
    title = sys.argv[1] if len(sys.argv) > 1 else "battleaxe"
    clicks = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            asyncio.run(measure(server.address, title, clicks))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
