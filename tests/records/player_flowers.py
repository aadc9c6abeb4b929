"""How the golden playthroughs of Flowers are played."""

from __future__ import annotations

from random import Random

import tilerules as tr
from tests.naive.flowers import Garden, beside, butterfly_of, colour_of, merged, value_of, visible
from tilerules.games.flowers import Observation


class Player:
    """One decision of the seat to move, from what it may know.

    It lays a card where number groups get or come near their size, beside its colour and beside
    butterflies; it covers what stands in the way. Now and then it takes a card from a hidden pile.
    """

    def __init__(self, seen: tr.Observation, random: Random) -> None:
        assert isinstance(seen, Observation)
        self.seen, self.random = seen, random
        self.moves = tr.legal_moves(seen)
        garden = seen.gardens[seen.to_move or 0]
        self.garden = {cell: [str(card) for card in stack] for cell, stack in garden.items()}
        self.now = worth(self.garden)

    def move(self) -> tr.Move:
        """The move to make."""
        if self.seen.phase == "place":
            gains = {move: self._gain(move, str(self.seen.in_hand)) for move in self.moves}
        else:
            gains = {move: self._hope(move) for move in self.moves}
        best = max(gains.values())
        return self.random.choice([move for move, gain in gains.items() if gain == best])

    def _hope(self, move: tr.Move) -> float:
        """What the top card of a pile can bring; of a hidden one anything may be hoped for."""
        card = self.seen.piles[int(move.args[0])][0]
        if card is None:
            return self.random.uniform(-2, 1)
        cells = {*self.garden, *(near for cell in self.garden for near in beside(cell, "sides"))}
        return max(self._laid((x, y), card) for x, y in cells)

    def _gain(self, move: tr.Move, card: str) -> float:
        x, y = move.args[0].split(",")
        return self._laid((int(x), int(y)), card)

    def _laid(self, cell: tuple[int, int], card: str) -> float:
        return worth({**self.garden, cell: [*self.garden.get(cell, []), card]}) - self.now


def worth(garden: Garden) -> float:
    """What a garden promises: groups of the right size, fields that grow, butterflies."""
    tops = visible(garden)
    value = 0.0
    for number in {value_of(top) for top in tops.values()} - {None}:
        cells = {cell for cell, top in tops.items() if value_of(top) == number}
        for group in merged(cells, "sides"):
            missing = int(number or 0) - len(group)
            cards = sum(len(garden[cell]) for cell in group)
            value -= cards * (0 if missing == 0 else 0.3 + 0.1 * missing if missing > 0 else 1.2)
    for colour in {colour_of(top) for top in tops.values()}:
        cells = {cell for cell, top in tops.items() if colour_of(top) == colour}
        sizes = [len(group) for group in merged(cells, "sides")]
        value += sum(size if size >= 5 else size * size / 8 for size in sizes)
        guests = [cell for cell, top in tops.items() if butterfly_of(top) == colour]
        value += sum(bool(beside(cell, "sides") & cells) for cell in guests)
    return value
