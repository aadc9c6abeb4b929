"""How the golden playthroughs of Gift of Tulips are played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import tilerules as tr
from tests.naive.tulips import colour_of, value_of
from tilerules.games.tulips import Observation

WORTH = (3.0, 2.0, 1.0, -1.0)
"""What a colour is worth to those who hold it, by its rank."""


class Player:
    """One decision of the seat to move, from what it may know.

    It gives for points, to those whom a tulip helps least; it keeps what it gets ahead with, and
    adds to the festival what it holds more of than others. Chance decides where little does.
    """

    def __init__(self, seen: tr.Observation, random: Random) -> None:
        assert isinstance(seen, Observation)
        self.seen, self.random = seen, random
        self.me = seen.to_move or 0
        card = seen.ruleset.values_for(seen.seats)
        self.giving = card["scoring"]["giving"]["points"]
        self.keeping = card["scoring"]["keeping"]["points"]

    def move(self) -> tr.Move:
        """The move to make."""
        worth = {
            move: self._worth(move) + self.random.uniform(0, 4)
            for move in tr.legal_moves(self.seen)
        }
        return max(worth, key=lambda move: worth[move])

    def _worth(self, move: tr.Move) -> float:
        held = self.seen.in_hand if isinstance(self.seen.in_hand, str) else None
        tulip = held or move.args[-1]
        rank = self._rank(colour_of(tulip))
        match move.kind:
            case "keep":
                return int(self.keeping[rank]) + self._help(self.me, tulip) - 3
            case "give":
                points = int(self.giving[rank]) + value_of(tulip)
                return points - self._help(int(move.args[0]), tulip) - 3
            case "add":
                return self._lead(colour_of(tulip)) * value_of(tulip) / 2
        return WORTH[rank] * value_of(tulip) / 3

    def _rank(self, colour: str) -> int:
        ranking = self.seen.ranking
        return ranking.index(colour) if colour in ranking else len(WORTH) - 1

    def _strength(self, seat: int, colour: str, more: Sequence[str] = ()) -> tuple[int, int]:
        """How many tulips of a colour a seat holds, and their sum."""
        cards = [card for card in (*self.seen.bouquets[seat], *more) if colour_of(card) == colour]
        return len(cards), sum(map(value_of, cards))

    def _ahead(self, seat: int, colour: str, more: Sequence[str] = ()) -> int:
        """How many others a seat is ahead of in a colour."""
        mine = self._strength(seat, colour, more)
        return sum(mine > self._strength(other, colour) for other in range(self.seen.seats))

    def _help(self, seat: int, tulip: str) -> float:
        """How far a tulip brings a seat."""
        colour = colour_of(tulip)
        passed = self._ahead(seat, colour, [tulip]) - self._ahead(seat, colour)
        return WORTH[self._rank(colour)] * (1 + passed)

    def _lead(self, colour: str) -> float:
        """Whether a colour should rise: the most tulips in it are the own ones, or another's."""
        others = [seat for seat in range(self.seen.seats) if seat != self.me]
        best = max(self._strength(seat, colour) for seat in others)
        mine = self._strength(self.me, colour)
        return 2 if mine > best else 1 if mine == best else 0
