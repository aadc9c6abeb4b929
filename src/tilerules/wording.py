"""Words for messages, and what a word stands for."""

from __future__ import annotations

import os
from collections.abc import Iterable


def names_a_file(text: str) -> bool:
    """Whether a text stands for a file, and not for the id of a known card."""
    return text.endswith((".yaml", ".yml")) or "/" in text or os.sep in text


def shortened(value: object) -> str:
    """A value for a message: as `repr` writes it, cut short."""
    if isinstance(value, int) and value.bit_length() > 128:
        return "a huge number"
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # too deep, or with a number of too many digits
        text = f"a {type(value).__name__} that is too large to be shown"
    return text if len(text) <= 62 else text[:58] + "..."


def plain(text: str, most: int = 400) -> str:
    """A text for a message: without signs that a terminal would obey, and cut short."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[:most])
    return text if len(text) <= most else text[: most - 3] + "..."


def counted(number: int, thing: str) -> str:
    """A number of things, as `2 cards`."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words in a row, as `red, blue and green`; nothing for none."""
    *first, end = ["", *map(str, words)]
    return f"{', '.join(first[1:])} {last} {end}" if first[1:] else end


def players(seats: Iterable[int], last: str = "and") -> str:
    """Numbers of players, as `2 and 3 players`."""
    numbers = list(seats)
    return "1 player" if numbers == [1] else f"{listed(numbers, last)} players"
