"""Write the test vectors of `docs/guides/deals.md`, as the description of deals has them.

    python -m tests.fair.write

The library is asked for nothing but the rulesets.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tilerules as tr
from tests.fair.described import commitment, dealt
from tilerules.ruleset.values import thawed

VECTORS = Path(__file__).parents[2] / "docs" / "guides" / "deal-vectors.json"
READ = {
    "serendipity": ["tiles"],
    "flowers": ["cards", "start", "piles", "turn"],
    "tulips": ["cards", "start", "festival"],
}
"""The blocks of values that a deal of each game depends on."""

CHOSEN: list[tuple[str, int, int | bytes]] = [
    ("serendipity", 2, 7),
    ("serendipity-small", 3, b"a seed"),
    ("serendipity-turning", 6, -31),
    ("flowers", 1, 0),
    ("flowers", 4, b""),
    ("flowers-summer", 3, 2**200),
    ("tulips", 2, -1),
    ("tulips-full-hand", 3, b"\x00\xff"),
    ("tulips-four-actions", 6, 10**9),
]


def plain_values(ruleset: tr.Ruleset, seats: int) -> dict[str, Any]:
    """The values that a deal depends on, as plain data."""
    values: dict[str, Any] = thawed(ruleset.values_for(seats))
    return {block: _dealt_by(values[block]) for block in READ[ruleset.game]}


def _dealt_by(block: dict[str, Any]) -> dict[str, Any]:
    """A block without what is known of the things that are dealt."""
    return {key: value for key, value in block.items() if key != "known"}


def vector(id: str, seats: int, seed: int | bytes) -> dict[str, Any]:
    """A test vector."""
    ruleset = tr.load(id)
    values = plain_values(ruleset, seats)
    deal = dealt(ruleset.game, values, seats, seed)
    return {
        "ruleset": id,
        "game": ruleset.game,
        "digest": ruleset.digest,
        "seats": seats,
        "values": values,
        "seed": {"bytes": seed.hex()} if isinstance(seed, bytes) else {"int": str(seed)},
        "salt": deal.salt.hex(),
        "layout": deal.layout,
        "commitment": commitment(ruleset.digest, seats, deal),
    }


if __name__ == "__main__":
    vectors = [vector(*each) for each in CHOSEN]
    VECTORS.write_text(json.dumps(vectors, indent=1) + "\n", encoding="utf-8")
