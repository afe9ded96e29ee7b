"""Areas of any shape, with boundaries that can or cannot be crossed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Areas:
    """Spaces by name and number; neighbours are those that a unit can move to directly."""

    def __init__(self, ids: Sequence[str], boundaries: Iterable[tuple[str, str, bool]]) -> None:
        self.ids: tuple[str, ...] = tuple(ids)
        self.number: dict[str, int] = {id: n for n, id in enumerate(ids)}
        touching: list[list[int]] = [[] for _ in ids]
        neighbours: list[list[int]] = [[] for _ in ids]
        for a, b, passable in boundaries:
            for here, there in ((a, b), (b, a)):
                touching[self.number[here]].append(self.number[there])
                if passable:
                    neighbours[self.number[here]].append(self.number[there])
        self.touching: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(n)) for n in touching])
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(n)) for n in neighbours])

    def __len__(self) -> int:
        return len(self.ids)
