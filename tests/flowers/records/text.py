"""A whole game of Flowers as a text that a person can read, and the moves in such a text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import tilerules as tr
from tests.records.text import Playthrough, _move, _sheet
from tilerules.games.flowers import State

VERBS = ("take ", "place ", "cover ")

# ---- writing --------------------------------------------------------------------------------


def positions(game: Playthrough) -> Iterator[State]:
    """The states of a game; `IllegalMove` at a move that is not legal."""
    for state in game.states():
        assert isinstance(state, State)
        yield state


def written(game: Playthrough) -> str:
    """The game: what lay there at first, what was played turn by turn, and how it ended."""
    *_, last = positions(game)
    parts = [*_heading(game), "", *_turns(game), "", tr.draw_text(last), "", *_sheet(last), ""]
    return "\n".join(parts)


def _heading(game: Playthrough) -> Iterator[str]:
    ruleset, first = game.ruleset, next(positions(game))
    yield f"ruleset     {ruleset.id}, edition {ruleset.edition}"
    yield f"digest      {ruleset.digest}"
    yield f"seats       {game.seats}"
    yield f"seed        {game.seed}"
    yield f"commitment  {tr.deal(ruleset, game.seats, seed=game.seed).commitment}"
    yield "policy      tests/flowers/records/write.py"
    yield "piles       " + ", ".join(str(len(pile)) for pile in first.piles)
    yield "starts      " + ", ".join(str(garden[0, 0][0]) for garden in first.gardens)
    yield "open        " + _turned(first)


def _turns(game: Playthrough) -> Iterator[str]:
    """A line for each turn, of the card taken and where it was laid."""
    line: list[str] = []
    for before, after in pairwise(positions(game)):
        if before.phase == "take":
            line = [f"{before.turns + 1:>3}", f"seat {before.to_move}"]
            line += [f"{after.last_move} ({after.in_hand})", *_seen(before, after)]
        else:
            yield "  ".join([*line, str(after.last_move), *_seen(before, after)])


def _seen(before: State, after: State) -> Iterator[str]:
    """In brackets what a move let all see: the cards turned up, and those that were swept."""
    if after.shown:
        yield f"[shown: {_turned(after)}]"
    if swept := after.swept[len(before.swept) :]:
        yield f"[swept: {', '.join(map(str, swept))}]"


def _turned(state: State) -> str:
    return ", ".join(f"pile {turned.pile} {turned.card}" for turned in state.shown)


# ---- reading --------------------------------------------------------------------------------


def read(text: str) -> Playthrough:
    """The game that a text describes; what was shown, and how it ended, is not looked at."""
    heading, turns, *_ = text.split("\n\n")
    said = dict(line.split(maxsplit=1) for line in heading.splitlines())
    id, _, _ = said["ruleset"].partition(",")
    parts = (part for line in turns.splitlines() for part in line.split("  "))
    moves = tuple(_move(part) for part in parts if part.startswith(VERBS))
    return Playthrough(tr.load(id), int(said["seats"]), int(said["seed"]), moves)
