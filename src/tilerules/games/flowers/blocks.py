"""Blocks of moves in a garden."""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.engine.moves import Move
from tilerules.table.garden import Grid


class MoveGrid:
    """A block of moves that each name a cell of a grid, and perhaps a card behind it.

    Each is made once, when it is asked for.
    """

    __slots__ = ("_cards", "_grid", "_length", "_moves", "_places", "kind")

    def __init__(
        self,
        kind: str,
        grid: Grid,
        cards: Sequence[tuple[str, ...]] = ((),),
        *,
        possible: bool = True,
    ) -> None:
        self.kind = kind
        self._grid = grid
        self._cards = cards
        self._length = len(grid.cells) * len(cards) if possible else 0
        self._moves: dict[int, Move] = {}
        self._places: dict[tuple[str, ...], int] = {}

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int, /) -> Move:
        move = self._moves.get(place)
        if move is None:
            cell, card = divmod(place, len(self._cards))
            args = (self._grid.label(cell), *self._cards[card])
            move = self._moves.setdefault(place, Move(self.kind, args))
            self._places[move.args] = place
        return move

    def find(self, args: tuple[str, ...]) -> int:
        """The place of the move with these args, or -1."""
        place = self._places.get(args)
        if place is None:
            place = self._worked_out(args) if self._length else -1
        return place

    def _worked_out(self, args: tuple[str, ...]) -> int:
        cell = self._grid.find(args[0]) if args else -1
        if cell < 0 or args[1:] not in self._cards:
            return -1
        return cell * len(self._cards) + self._cards.index(args[1:])
