"""What a game offers in a position: blocks of moves, and which of their places are open.

An engine offers runs: a block of moves, and the places of it that are open. From runs everything
follows: the legal moves as a sequence, whether a move is among them, the mask. No list of moves is
made, but of few that come again and again, and then once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Any, Protocol, TypeAlias, final, overload

import attrs

from tilerules.engine.moves import Move
from tilerules.wording import shortened

# ---- blocks of moves ------------------------------------------------------------------------


class Block(Protocol):
    """Moves of one kind, numbered from 0, of which `MoveList` and `MovePairs` are two.

    >>> from tilerules.engine.offers import Block, MoveList
    >>> block: Block = MoveList("take", [("0",), ("1",)])
    >>> len(block), str(block[1]), block.find(("1",))
    (2, 'take 1', 1)
    """

    @property
    def kind(self) -> str:
        """The kind of all of them."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Move: ...

    def find(self, args: tuple[str, ...]) -> int:
        """The place of the move with these args, or -1."""
        ...


class MoveList(tuple[Move, ...]):
    """A block of moves that are made once.

    >>> from tilerules.engine.offers import MoveList
    >>> block = MoveList("take", [("0",), ("1",)])
    >>> [str(move) for move in block], block.find(("7",))
    (['take 0', 'take 1'], -1)
    """

    kind: str
    _places: dict[tuple[str, ...], int]

    def __new__(cls, kind: str, args: Iterable[tuple[str, ...]]) -> MoveList:
        """The moves of a kind, with each of these args."""
        block = super().__new__(cls, (Move(kind, words) for words in args))
        block.kind = kind
        block._places = {move.args: place for place, move in enumerate(block)}
        return block

    def __reduce__(self) -> tuple[Any, ...]:
        return MoveList, (self.kind, [move.args for move in self])

    def find(self, args: tuple[str, ...]) -> int:
        """The place of the move with these args, or -1."""
        return self._places.get(args, -1)


class MovePairs:
    """A block of moves that each name two of some labels, the earlier label first.

    They stand in the order of the later label, then of the earlier one, so that a pair has the
    same place whatever labels come after it. Each move is made when it is asked for.

    >>> from tilerules.engine.offers import MovePairs
    >>> [str(move) for move in MovePairs("swap", ["a1", "a2", "a3"])]
    ['swap a1 a2', 'swap a1 a3', 'swap a2 a3']
    """

    __slots__ = ("_places", "kind", "labels")

    def __init__(self, kind: str, labels: Sequence[str]) -> None:
        self.kind = kind
        self.labels = labels
        self._places = {label: place for place, label in enumerate(labels)}

    def __len__(self) -> int:
        return pairs_below(len(self.labels))

    def __getitem__(self, place: int, /) -> Move:
        first, second = pair_at(place)
        return Move(self.kind, (self.labels[first], self.labels[second]))

    def find(self, args: tuple[str, ...]) -> int:
        """The place of the move with these args, or -1."""
        first, second = (
            (self._places.get(label, -1) for label in args) if len(args) == 2 else (-1, -1)
        )
        return pairs_below(second) + first if 0 <= first < second else -1


def pairs_below(number: int) -> int:
    """How many pairs there are of so many things."""
    return number * (number - 1) // 2


def pair_at(place: int) -> tuple[int, int]:
    """The pair at a place in the order 0 1, 0 2, 1 2, 0 3 and so on."""
    second = (1 + isqrt(1 + 8 * place)) // 2
    return place - pairs_below(second), second


# ---- which places of a block are open -------------------------------------------------------

Places: TypeAlias = "Sequence[int] | Pairs | Product"
"""Which places of a block are open: a sequence that ascends, or one that need not be listed."""
Run: TypeAlias = "tuple[Block, Places]"
"""A block, and which of its places are open."""
Runs: TypeAlias = "tuple[Run, ...]"
"""What a game offers: runs in the order of the action ids."""


@attrs.frozen
class Pairs:
    """The places, in a block of pairs, of all pairs of some of its labels.

    Attributes:
        among: the numbers of these labels, ascending.

    >>> from tilerules.engine.offers import MovePairs, Pairs
    >>> block, places = MovePairs("swap", ["a1", "a2", "a3", "a4"]), Pairs((0, 2, 3))
    >>> [str(block[places[number]]) for number in range(len(places))]
    ['swap a1 a3', 'swap a1 a4', 'swap a3 a4']
    """

    among: Sequence[int]

    def __len__(self) -> int:
        return pairs_below(len(self.among))

    def __getitem__(self, number: int, /) -> int:
        first, second = pair_at(number)
        return pairs_below(self.among[second]) + self.among[first]

    def __contains__(self, place: int) -> bool:
        first, second = pair_at(place)
        return first in self.among and second in self.among


@attrs.frozen
class Product:
    """The places, in a block of `size` moves for each thing, of all moves for some things.

    Attributes:
        among: the numbers of these things, ascending.
        size: how many moves there are for each thing.

    >>> from tilerules.engine.offers import Product
    >>> places = Product((0, 2), 3)
    >>> [places[number] for number in range(len(places))], 4 in places
    ([0, 1, 2, 6, 7, 8], False)
    """

    among: Sequence[int]
    size: int

    def __len__(self) -> int:
        return len(self.among) * self.size

    def __getitem__(self, number: int, /) -> int:
        thing, turn = divmod(number, self.size)
        return self.among[thing] * self.size + turn

    def __contains__(self, place: int) -> bool:
        return place // self.size in self.among


def each_of(places: Places) -> Iterator[int]:
    """The open places one by one."""
    return map(places.__getitem__, range(len(places)))


# ---- legal moves ----------------------------------------------------------------------------


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in the order of their action ids.

    An immutable sequence that makes a move only when it is asked for: counting, indexing,
    testing with `in` and drawing at random cost the same for four moves and four thousand.
    A slice is a tuple, and they are equal to a tuple of the same moves.

    >>> import tilerules as tr
    >>> moves = tr.legal_moves(tr.new_game(tr.load("serendipity"), 6, seed=1))
    >>> len(moves), moves[0], tr.Move("choose", ("red",)) in moves
    (6, Move(kind='choose', args=('blue',)), True)
    """

    __slots__ = ()

    _runs: Runs

    def __contains__(self, move: object, /) -> bool:
        return isinstance(move, Move) and locate(self._runs, move) is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves | tuple):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self[:4])) + (", …" if len(self) > 4 else "")
        return f"<LegalMoves ({len(self)}): {shown}>" if len(self) else "<LegalMoves (0)>"


class LazyMoves(LegalMoves):
    """The moves of runs, each made when it is asked for."""

    __slots__ = ("_runs",)

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def __len__(self) -> int:
        total = 0
        for _, places in self._runs:
            total += len(places)
        return total

    @overload
    def __getitem__(self, number: int, /) -> Move: ...
    @overload
    def __getitem__(self, number: slice, /) -> tuple[Move, ...]: ...
    def __getitem__(self, number: int | slice, /) -> Move | tuple[Move, ...]:
        if type(number) is slice:
            return tuple(self[each] for each in range(*number.indices(len(self))))
        left = number
        if number < 0:
            left += len(self)
        if left >= 0:
            for block, places in self._runs:
                size = len(places)
                if left < size:
                    return block[places[left]]
                left -= size
        raise IndexError(f"there are {len(self)} legal moves, and none at {shortened(number)}")

    def __iter__(self) -> Iterator[Move]:
        for block, places in self._runs:
            yield from map(block.__getitem__, each_of(places))


@final
class ListedMoves(tuple[Move, ...], LegalMoves):
    """The moves of runs, made once."""

    def __new__(cls, runs: Runs) -> ListedMoves:
        """The moves of these runs."""
        moves = super().__new__(cls, LazyMoves(runs))
        moves._runs = runs
        return moves

    def __reduce__(self) -> tuple[Any, ...]:
        return ListedMoves, (self._runs,)

    def __contains__(self, move: object, /) -> bool:
        return LegalMoves.__contains__(self, move)

    __repr__ = LegalMoves.__repr__


@final
class ListedRuns(tuple[Run, ...]):
    """Runs of few moves that a game offers again and again, so that it pays to list these once.

    Attributes:
        moves: the legal moves.
        places: the place of each of them in its block, by the identity of the move.

    >>> from tilerules.engine.offers import ListedRuns, MoveList
    >>> runs = ListedRuns([(MoveList("take", [("0",), ("1",)]), (1,))])
    >>> runs.moves, runs.places[id(runs.moves[0])]
    (<LegalMoves (1): take 1>, 1)
    """

    moves: ListedMoves
    places: dict[int, int]

    def __new__(cls, runs: Iterable[Run]) -> ListedRuns:
        """These runs, with their moves."""
        made = super().__new__(cls, runs)
        made.moves = ListedMoves(tuple(made))
        places = (place for _, places in made for place in each_of(places))
        made.places = dict(zip(map(id, made.moves), places, strict=True))
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return ListedRuns, (tuple(self),)


def locate(runs: Runs, move: Move) -> int | None:
    """The place, in its block, of a move that is open in these runs, or None."""
    for block, places in runs:
        if block.kind == move.kind:
            place = block.find(move.args)
            if place >= 0 and place in places:
                return place
    return None
