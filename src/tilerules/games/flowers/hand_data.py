"""Hands and the steps of a turn as JSON data, written and read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilerules.data.source import Source
from tilerules.games.flowers.hand import Held, ascending, at_step
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.state import Observation, State, Table
from tilerules.wording import counted

KEYS = ("hands", "hands_known", "step")

Cards = Callable[[Source], list[int]]
"""What reads a list of cards."""


def hand_data(table: Table) -> dict[str, Any]:
    """The entries of a position under rules by which a card may stay in hand."""
    return {
        "hands": [list(hand) for hand in table.hands],
        "hands_known": list(table.hands_known),
        "step": table.step,
        "taken_from": list(table.taken),
    }


def held_from(
    rules: Rules, source: Source, phase: str, to_move: int | None, cards: Cards
) -> Held | None:
    """What the seats hold, and the step that is due; None where that is not asked for."""
    if rules.turn.is_usual:
        return None
    step = _step(rules, source.entry("step", None), phase)
    hands = source.entry("hands", [[] for _ in range(rules.seats)])
    numbers = source.entry("hands_known", [0] * rules.seats)
    known, secret = [], []
    for seat, (hand, number) in enumerate(
        zip(hands.exactly(rules.seats, "hand"), numbers.exactly(rules.seats, "number"), strict=True)
    ):
        held = cards(hand)
        most = rules.turn.in_hand_at(step if seat == to_move else 0)
        if len(held) > most:
            raise hand.fault(f"{counted(most, 'card')} at most can be in this hand here")
        split = number.whole(0, len(held))
        known.append(ascending(held[:split]))
        secret.append(ascending(held[split:]))
    return Held(step, tuple(known), tuple(secret))


def _step(rules: Rules, source: Source, phase: str) -> int:
    """How many steps of the turn are done; if it is not said, those before the first such one."""
    steps = rules.turn.steps
    step = source.optional_whole(0, len(steps) - 1)
    if phase == "over":
        if step:
            raise source.fault("is 0 when the game is over")
        return 0
    if step is None:
        return steps.index(phase)
    if steps[step] != phase:
        raise source.fault(f"the step {step} is `{steps[step]}`, not `{phase}`")
    return step


def taken_from(rules: Rules, source: Source, held: Held, phase: str) -> tuple[int, ...]:
    """The piles taken from in this turn."""
    piles = tuple(pile.whole(0, len(rules.take) - 1) for pile in source.items())
    if [*piles] != sorted({*piles}):
        raise source.fault("expected each pile once, in ascending order")
    done = rules.turn.steps if phase == "over" else rules.turn.steps[: held.step]
    most = done.count("take")
    if len(piles) > most:
        raise source.fault(f"{counted(most, 'pile')} at most can have been taken from here")
    return piles


def check_step(position: State, source: Source) -> None:
    """The step that is due can be done."""
    held, seat = position.held, position.to_move
    if held is None or seat is None:
        return
    if at_step(position.rules, held, seat, held.step, position.stock) != held:
        what = "take" if position.phase == "take" else "play"
        raise source.fault_at("phase", f"there is no card to {what}, so this step falls away")


def check_hands(seen: Observation, source: Source) -> None:
    """A viewer knows its own hand and, with memory, the cards that all have seen."""
    if seen.held is None:
        return
    if not seen.memory and any(seen.hands_known):
        raise source.fault_at("hands_known", "without memory no card is known to all")
    for seat, hand in enumerate(source.entry("hands", []).items()):
        for place, card in enumerate(hand.items()):
            known = seat == seen.viewer or place < seen.hands_known[seat]
            if (card.value is not None) != known:
                raise card.fault(f"the viewer {'knows' if known else 'does not know'} this card")


def cards_held(held: Held | None) -> bytes:
    """All cards in the hands; unknown ones count too."""
    return b"".join((*held.known, *held.secret)) if held else b""
