"""How a playthrough of Gift of Tulips is written down."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import tilerules as tr
from tests.records.playthrough import Playthrough, Wording, positions
from tilerules.games.tulips import State

WIDTH = 98

# ---- the beginning and the end --------------------------------------------------------------


def _heading(first: tr.State) -> Iterator[str]:
    assert isinstance(first, State)
    yield f"deck        {len(first.deck)} cards"
    yield f"festival    {', '.join(first.festival)} ({_ranked(first)})"


def _ending(last: tr.State) -> Iterator[str]:
    """What was put into the secret festival, each with its number in the lottery; the end draw."""
    assert isinstance(last, State)
    pairs = zip(last.secret, last.lottery, strict=False)
    secret = "secret      " + ", ".join(f"{card}@{place}" for card, place in pairs)
    yield from textwrap.wrap(secret, WIDTH, subsequent_indent=" " * 12)
    yield f"drawn       {', '.join(last.festival[len(last.festival) - last.drawn :])}"
    yield f"ranking     {_ranked(last)}"


def _ranked(state: State) -> str:
    """The colours by rank, with their sums."""
    sums = Counter[str]()
    for card in state.festival:
        colour, value = card.rsplit("-", 1)
        sums[colour] += int(value)
    return ", ".join(f"{colour} {sums[colour]}" for colour in state.ranking)


# ---- turns ----------------------------------------------------------------------------------


def _turns(game: Playthrough) -> Iterator[str]:
    """A line for each start choice, and for each turn: cards drawn in brackets, then a move."""
    line: list[str] = []
    drawn: tuple[str | None, ...] = ()
    for before, after in pairwise(positions(game, State)):
        seat = f"seat {before.to_move}"
        if before.phase == "start":
            yield f"     {seat}  {after.last_move} ({_put_away(before, after)})"
        else:
            line = line or [f"{before.turns + 1:>3}", seat]
            line += [f"[{', '.join(map(str, drawn))}]"] if drawn else []
            line.append(_ply(before, after))
        if after.turns > before.turns:
            yield "  ".join(line)
            line = []
        drawn = before.deck[: len(before.deck) - len(after.deck)]


def _put_away(before: State, after: State) -> str:
    """The dealt cards that were not kept."""
    cards = [*before.hands[before.to_move or 0]]
    assert after.last_move is not None
    cards.remove(after.last_move.args[0])
    return f"secret: {', '.join(map(str, cards))}"


def _ply(before: State, after: State) -> str:
    """The move, and in parentheses the points gained, or the ranking if the festival changed.

    After the last move the festival has the cards of the end draw too, and is shown with these.
    """
    words = [*_gains(before, after)]
    if after.festival != before.festival and not after.is_over:
        words.append(_ranked(after))
    return f"{after.last_move}" + (f" ({', '.join(words)})" if words else "")


def _gains(before: State, after: State) -> Iterator[str]:
    """The points that a move brought: those of the mover, then those of others."""
    mover = before.to_move or 0
    for seat in (mover, *range(mover), *range(mover + 1, before.seats)):
        gained = after.giving[seat] + after.keeping[seat]
        gained -= before.giving[seat] + before.keeping[seat]
        if gained:
            yield f"+{gained}" if seat == mover else f"seat {seat} +{gained}"


# ---- the score sheet ------------------------------------------------------------------------


def _line(line: tr.ScoreLine) -> str:
    """A sum of points, or a place in a colour and the criterion that it was decided by."""
    if line.place is None:
        return f"{line.id:10} {line.points} for {line.count}"
    place = f"place {line.place} by {line.decided_by}"
    return (
        f"{line.id:10} {line.of}: {line.points} for {line.count}, {place}  {' '.join(line.spots)}"
    )


WORDING = Wording(_turns, _heading, _ending, _line)
