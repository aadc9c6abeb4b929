"""Write the digests of the numbering, as `docs/guides/notation.md` tells it.

    python -m tests.notation.write

The library is asked for nothing but the values of the rulesets.
"""

from __future__ import annotations

from pathlib import Path

from tests.notation import numbered
from tests.notation.cards import RULESETS

FILE = Path(__file__).parent / "numbering.yaml"
HEAD = """\
# For each ruleset and number of seats how many moves are numbered, and the SHA-256 of them all in
# the order of their numbers, each followed by a line feed. Computed by numbered.py, with write.py.
# A numbering lasts for ever: where one of these differs, the ruleset differs, or there is a bug.
"""


def lines() -> list[str]:
    """The lines of the file below its head."""
    out = []
    for name, ruleset in RULESETS.items():
        out.append(f"{name}:")
        for seats in ruleset.seat_counts:
            moves = numbered.moves(ruleset.game, ruleset.values_for(seats), seats)
            digest = numbered.digest(moves)
            out.append(f'  {seats}: {{moves: {len(moves)}, sha256: "{digest}"}}')
    return out


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n" + "\n".join(lines()) + "\n", encoding="utf-8")
