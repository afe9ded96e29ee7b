"""How long it takes to say where pieces can go: CPU time over positions of the golden records, for what a page asks.

python -m tools.reach [TITLE ...]
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Final

from sandtable.kernel.play import decider
from sandtable.titles import SLUGS, load_title
from tests.positions import can_walk, golden

EVERY: Final = 5  # of the positions in which something can be moved


def main() -> None:
    print("title        positions  places  median ms  95 % ms  most ms")
    for slug in sys.argv[1:] or SLUGS:
        title = load_title(slug)
        times: list[float] = []
        places = n = 0
        for s in golden(title):
            if not can_walk(title, s):
                continue
            n += 1
            if n % EVERY:
                continue
            start = time.process_time()
            found = title.face.reach(s.clone(), decider(s))
            times.append((time.process_time() - start) * 1000)
            places += sum([len(spaces) for spaces in found.values()])
        times.sort()
        figures = (statistics.median(times), times[len(times) * 95 // 100], times[-1])
        print(f"{slug:12} {len(times):9} {places / len(times):7.1f} {figures[0]:10.1f} {figures[1]:8.1f} {figures[2]:8.1f}")


if __name__ == "__main__":
    main()
