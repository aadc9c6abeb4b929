"""The fixed numbering of all moves."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from tilerules.engine.moves import Move
from tilerules.engine.offers import each_of
from tilerules.engine.play import runs_of
from tilerules.engine.positions import Position, Rules, no_position
from tilerules.wording import counted, shortened


class ActionSpace:
    """A fixed whole number for every move that can ever be made under a ruleset.

    `len(space)` numbers from 0; `space.id(move)` and `space.move(id)` are each other's reverse.
    `tr.action_space` makes one.

    >>> import tilerules as tr
    >>> space = tr.action_space(tr.load("serendipity"), 2)
    >>> space.move(space.id(tr.Move("reveal", ("f6",))))
    Move(kind='reveal', args=('f6',))
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> sum(space.mask(state)) == len(tr.legal_moves(state))
    True
    """

    __slots__ = ("_blocks", "_length", "_rules", "_starts")

    def __init__(self, rules: Rules) -> None:
        ends = list(accumulate(map(len, rules.blocks)))
        self._rules = rules
        self._blocks = rules.blocks
        self._starts = [0, *ends[:-1]]
        self._length = ends[-1]

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        kinds = dict.fromkeys(block.kind for block in self._blocks)
        return f"<ActionSpace ({self._length}): {', '.join(kinds)}>"

    def id(self, move: Move) -> int:
        """The number of a move. `KeyError` if no such move can ever be made."""
        if not isinstance(move, Move):
            raise TypeError("an action id belongs to a Move; parse_move makes one of its notation")
        for start, block in zip(self._starts, self._blocks, strict=True):
            place = block.find(move.args) if block.kind == move.kind else -1
            if place >= 0:
                return start + place
        raise KeyError(f"the move {shortened(str(move))} can never be made under these rules")

    def move(self, id: int) -> Move:
        """The move of a number from 0 to `len(space) - 1`; `IndexError` beyond."""
        if type(id) is not int or not 0 <= id < self._length:
            raise IndexError(
                f"action ids go from 0 to {self._length - 1}; there is no {shortened(id)}"
            )
        at = bisect_right(self._starts, id) - 1
        return self._blocks[at][id - self._starts[at]]

    def mask(self, position: Position) -> bytes:
        """One byte for each id, 1 for the legal moves of a position and 0 for all others.

        `ValueError` if the position is of other rules or another number of seats.
        """
        if not isinstance(position, Position):
            raise TypeError(no_position("mask takes a State or an Observation", position))
        if position.rules != self._rules:
            wanted = f"{self._rules.ruleset.id} for {counted(self._rules.seats, 'seat')}"
            raise ValueError(f"this is no position of {wanted}, as the action space is")
        out, blocks = bytearray(self._length), position.rules.blocks
        for block, places in runs_of(position):
            start = self._starts[blocks.index(block)]
            for place in each_of(places):
                out[start + place] = 1
        return bytes(out)


def space_of(rules: Rules) -> ActionSpace:
    """The numbering of all moves under some rules, made once."""
    space: ActionSpace = rules.ruleset.table(("space", rules.seats), lambda: ActionSpace(rules))
    return space
