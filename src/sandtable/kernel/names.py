"""Numbers and the names that people use for them, both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Optional

SHOWN: Final = 80  # letters of what somebody wrote that are said back to him


def cut(text: str, most: int = SHOWN) -> str:
    """As much of a text as a message should hold.

    >>> cut("a long text", 8)
    'a long …'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def quoted(text: str) -> str:
    """What somebody wrote, in quotes, for a message about it."""
    shown = repr(cut(text))
    return shown if len(shown) <= SHOWN + 2 else cut(shown, SHOWN + 1) + shown[-1]


class Names:
    """For each kind of thing its names in order of number. A kind without names is a plain number.

    What decisions and records say is short and never changes; `spoken` has, where it differs, what people call the same thing.

    >>> names = Names({"area": ["1", "Zone A"]}, {"area": ["Halfaya Pass", "Zone A"]})
    >>> names.text("area", 1), names.find("area", ["Zone", "A", "now"]), names.find("points", ["3"])
    ('Zone A', (2, 1), (1, 3))
    >>> names.text("area", 0), names.called("area", 0)
    ('1', 'Halfaya Pass')
    """

    def __init__(self, kinds: Mapping[str, Sequence[str]], spoken: Optional[Mapping[str, Sequence[str]]] = None) -> None:
        self.texts: dict[str, list[str]] = {kind: list(names) for kind, names in kinds.items()}
        self.spoken: dict[str, list[str]] = {**self.texts, **{kind: list(names) for kind, names in (spoken or {}).items()}}
        for kind, names in self.spoken.items():
            if len(names) != len(self.texts.get(kind, names)):
                raise ValueError(f"not every {kind} has a name for people")
        self.numbers: dict[str, dict[str, int]] = {}
        for kind, names in self.texts.items():
            self.numbers[kind] = {name: n for n, name in enumerate(names)}
            if len(self.numbers[kind]) != len(names):
                raise ValueError(f"two of kind {kind} have one name")

    def has(self, kind: str, number: int) -> bool:
        return kind not in self.texts or 0 <= number < len(self.texts[kind])

    def text(self, kind: str, number: int) -> str:
        return self.texts[kind][number] if kind in self.texts else str(number)

    def called(self, kind: str, number: int) -> str:
        """As people call it, in a sentence."""
        return self.spoken[kind][number] if kind in self.spoken else str(number)

    def number(self, kind: str, text: str) -> int:
        """Raises KeyError for a name that is not there."""
        return self.numbers[kind][text]

    def find(self, kind: str, words: Sequence[str]) -> tuple[int, int]:
        """How many of the words name one of the kind, the longest that fits, and which one; (0, -1) if none do."""
        if kind not in self.texts:
            plain = words[:1] and (words[0].isdecimal() or (words[0][:1] == "-" and words[0][1:].isdecimal()))
            return (1, int(words[0])) if plain else (0, -1)
        for n in range(len(words), 0, -1):
            number = self.numbers[kind].get(" ".join(words[:n]))
            if number is not None:
                return n, number
        return 0, -1

    def __repr__(self) -> str:
        return f"<Names: {', '.join([f'{len(names)} of kind {kind}' for kind, names in self.texts.items()]) or 'none'}>"
