"""Rules of Flowers by which cards stay in hand, and positions under them."""

from __future__ import annotations

from typing import Any

import tilerules as tr
from tests.flowers.gardens import cards, garden, play, position, variant
from tilerules.games.flowers import State

Data = dict[str, Any]

TWO_STEPS = ["take", "take", "place", "place"]
ONE = garden("y4")
PILES = ("y1 r2 b3", "y2 b2 g2", "g1 g2 g3")
SIZES = {"dealt": "listed", "sizes": [26, 26, 26]}


def turns(*, hand: int = 0, steps: list[str] | None = None, **changes: Any) -> tr.Ruleset:
    """Rules for two seats with such a turn."""
    turn: Data = {"hand": hand, "steps": steps or ["take", "place"]}
    sweep = changes.pop("sweep", None)
    turn |= {"sweep": sweep} if sweep else {}
    return variant(players=[2], turn=turn, **changes)


HAND = turns(hand=2)
TWO = turns(steps=TWO_STEPS)
AT_ONCE = turns(steps=TWO_STEPS, piles={"next_shown": "at_once"})
THROWN = turns(steps=["take", "place_or_discard"])
THROWN_LATE = turns(hand=1, steps=["take", "place", "take", "place_or_discard"])
FIRST_PLACE = turns(hand=1, steps=["place", "take"])


def table(ruleset: tr.Ruleset, *piles: str, **entries: Any) -> State:
    """Gardens of a yellow 4 each; seat 0 is to move, and takes if nothing else is said."""
    return position(ruleset, [ONE, ONE], piles or PILES, **entries)


def hands(*shorts: str) -> list[list[str]]:
    """Hands in full, as `y1 y4g`."""
    return [cards(short) for short in shorts]


def refusal(at: tr.Position, kind: str, *args: str) -> tuple[str, str | None]:
    """The code of a refusal, and the key of its rule."""
    found = tr.why_illegal(at, tr.Move(kind, args))
    assert found is not None
    return found.code, found.rule.key if found.rule else None


def told(before: State, move: str, viewer: int | None) -> list[str]:
    """The lines of what a move has done, without the move itself."""
    after = play(before, move)
    events = tr.events(tr.observe(before, viewer), tr.observe(after, viewer))
    return [str(event) for event in events][1:]
