"""What a schema cannot say about a Flowers card.

That a game ends follows from each turn taking a card from a pile: without cards in any pile it is
over, whatever else ends it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.engine.shared.meaning import GOAL, shared_checks
from tilerules.games.flowers import card_room
from tilerules.games.flowers.lengths import DISCARDING, Turn
from tilerules.ruleset.checking import Check
from tilerules.wording import counted

MOST_CARDS = 240


def _deck(values: Mapping[str, int], colours: Sequence[str]) -> int:
    return sum(values.values()) * len(colours)


def _not_too_many(values: Mapping[str, int], colours: Sequence[str], *, seats: int) -> str | None:
    cards = _deck(values, colours)
    if cards <= MOST_CARDS:
        return None
    each = sum(values.values())
    return f"{len(colours)} colours of {each} are {cards} cards, more than {MOST_CARDS}"


def _butterflies_fit(
    butterflies: Sequence[str], values: Mapping[str, int], colours: Sequence[str], *, seats: int
) -> str | None:
    on: dict[tuple[str, str], int] = {}
    for name in butterflies:
        colour, value, butterfly = name.split("-")
        unknown = next((each for each in (colour, butterfly) if each not in colours), None)
        if unknown:
            return f"`{name}` names the colour `{unknown}`, which there is not"
        on[colour, value] = on.get((colour, value), 0) + 1
        if on[colour, value] > values.get(value, 0):
            return f"more butterflies are on `{colour}-{value}` than there are such cards"
    return None


def _left(
    card: str, hand: int, values: Mapping[str, int], colours: Sequence[str], seats: int
) -> int:
    """The cards that are left for the piles after the start cards and the hands."""
    return _deck(values, colours) - seats * (hand + (card == "random"))


def _piles_fit(
    sizes: Sequence[int] | None,
    card: str,
    hand: int,
    values: Mapping[str, int],
    colours: Sequence[str],
    *,
    seats: int,
) -> str | None:
    if sizes is None:
        return None
    left, needed = _left(card, hand, values, colours, seats), sum(sizes)
    if needed <= left:
        return None
    return f"the piles need {needed} cards, and {max(left, 0)} are left after {_after(hand)}"


def _after(hand: int) -> str:
    return "the start cards and the hands" if hand else "the start cards"


def _piles_have_cards(
    number: int | None,
    dealt: str,
    hidden: int,
    card: str,
    hand: int,
    values: Mapping[str, int],
    colours: Sequence[str],
    *,
    seats: int,
) -> str | None:
    left = _left(card, hand, values, colours, seats)
    piles = (number or 0) + (hidden if dealt == "display" else 0)
    if left >= piles:
        return None
    return f"{piles} piles cannot be made of the {max(left, 0)} cards after {_after(hand)}"


def _hidden_fit(
    hidden: int, sizes: Sequence[int] | None, number: int | None, dealt: str, *, seats: int
) -> str | None:
    if dealt == "display" and hidden > 1:
        return f"{hidden} piles cannot be hidden, a display has one stock"
    piles = number if sizes is None else len(sizes)
    if dealt == "display" or piles is None or hidden <= piles:
        return None
    return f"{hidden} piles cannot be hidden, there are {piles}"


def _takes_and_places(steps: Sequence[str], *, seats: int) -> str | None:
    takes = steps.count("take")
    if takes * 2 == len(steps):
        return None
    return f"{counted(takes, 'card')} would be taken in a turn, and {len(steps) - takes} laid"


def _card_to_place(steps: Sequence[str], hand: int, *, seats: int) -> str | None:
    turn = Turn(hand, (*steps,), 1)
    short = (
        step for step, word in enumerate(steps) if word != "take" and not turn.in_hand_at(step)
    )
    fault = next(short, None)
    return None if fault is None else f"in step {fault + 1}, `{steps[fault]}`, no card is in hand"


def _discard_is_a_step(use: Any, steps: Sequence[str], *, seats: int) -> str | None:
    if not use or DISCARDING in steps:
        return None
    return f"no step is `{DISCARDING}`, so nothing can be discarded"


def _steps_have_blocks(steps: Sequence[str], *blocks: Any, seats: int) -> str | None:
    known: dict[str, Any] = dict(zip(_BLOCKS, blocks, strict=True))
    missing = next((step for step in steps if not known[f"scoring.{step}"]), None)
    return missing and f"the step `{missing}` has no block under `scoring`"


def _blocks_are_steps(steps: Sequence[str], *blocks: Any, seats: int) -> str | None:
    ids = (path.removeprefix("scoring.") for path in _BLOCKS)
    idle = next(
        (id for id, block in zip(ids, blocks, strict=True) if block and id not in steps), None
    )
    return idle and (
        f"the block `{idle}` is none of the steps, so it would never score: add it to `steps`, "
        f"or say `{idle}: removed`"
    )


def _tie_breaks_score(tie_breaks: Sequence[str], steps: Sequence[str], *, seats: int) -> str | None:
    missing = next((id for id in tie_breaks if id not in steps), None)
    return missing and f"`{missing}` cannot break a tie: it is none of the steps of scoring"


_DECK = ("cards.values", "cards.colours")
_BLOCKS = (
    "scoring.discards",
    "scoring.fields",
    "scoring.butterflies",
    "scoring.sizes",
    "scoring.squares",
    "scoring.lines",
    "scoring.all_colours",
    "scoring.apart",
)

CHECKS = (
    *shared_checks("points", "rounds", "full_gardens"),
    GOAL,
    Check("too_many_cards", _DECK, _not_too_many),
    Check("butterflies_without_cards", ("cards.butterflies", *_DECK), _butterflies_fit),
    Check("too_few_cards", ("piles.sizes", "start.card", "turn.hand", *_DECK), _piles_fit),
    Check(
        "too_few_cards",
        ("piles.number", "piles.dealt", "piles.hidden", "start.card", "turn.hand", *_DECK),
        _piles_have_cards,
    ),
    Check(
        "too_few_piles", ("piles.hidden", "piles.sizes", "piles.number", "piles.dealt"), _hidden_fit
    ),
    Check("takes_and_places", ("turn.steps",), _takes_and_places),
    Check("no_card_to_place", ("turn.steps", "turn.hand"), _card_to_place),
    Check("use_without_step", ("uses.discard", "turn.steps"), _discard_is_a_step),
    *card_room.CHECKS,
    Check("step_without_block", ("scoring.steps", *_BLOCKS), _steps_have_blocks),
    Check("block_without_step", ("scoring.steps", *_BLOCKS), _blocks_are_steps),
    Check("tie_break_without_step", ("tie_breaks", "scoring.steps"), _tie_breaks_score),
)
