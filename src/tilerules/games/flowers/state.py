"""The deal, the gardens, the state and the observation of Flowers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import attrs

from tilerules.engine import positions
from tilerules.engine.moves import Move
from tilerules.engine.quick import BYTE, maker, of_fields
from tilerules.engine.shared import tally as tallies
from tilerules.engine.shared.tally import Tally
from tilerules.games.flowers.hand import Held, dealt
from tilerules.games.flowers.rules import UNKNOWN, Rules
from tilerules.table.shuffle import SALT_BYTES, Stream

NO_CARD = -1
NO_PILE = -1


class Garden(NamedTuple):
    """The cards of one seat.

    Attributes:
        cells: that hold cards, ascending.
        stacks: the cards on each of them, from the bottom.
        frontier: the cells beside them where a card may be placed, ascending.
    """

    cells: tuple[int, ...]
    stacks: tuple[bytes, ...]
    frontier: tuple[int, ...]

    def stack(self, cell: int) -> bytes:
        """The cards on a cell, from the bottom; none where no card lies."""
        at = bisect_left(self.cells, cell)
        return self.stacks[at] if at < len(self.cells) and self.cells[at] == cell else b""


new_garden = of_fields(Garden)


def begun(rules: Rules, seat: int, card: int) -> Garden:
    """The garden of a seat, of one card."""
    centre = rules.grid.centre
    frontier = allowed(rules, seat, (centre,), rules.beside[centre])
    return Garden((centre,), (BYTE[card],), frontier)


def placed(rules: Rules, seat: int, garden: Garden, cell: int, card: int) -> Garden:
    """The garden of a seat with a card on one more cell."""
    cells, stacks, edge = list(garden.cells), list(garden.stacks), list(garden.frontier)
    at = bisect_left(cells, cell)
    cells.insert(at, cell)
    stacks.insert(at, BYTE[card])
    del edge[bisect_left(edge, cell)]
    for near in rules.beside[cell]:
        at = bisect_left(edge, near)
        if at == len(edge) or edge[at] != near:
            on = bisect_left(cells, near)
            if on == len(cells) or cells[on] != near:
                edge.insert(at, near)
    return new_garden((tuple(cells), tuple(stacks), allowed(rules, seat, cells, edge)))


def covered(garden: Garden, cell: int, card: int) -> Garden:
    """The garden with a card on top of those on a cell."""
    stacks = list(garden.stacks)
    stacks[bisect_left(garden.cells, cell)] += BYTE[card]
    return new_garden((garden.cells, tuple(stacks), garden.frontier))


def allowed(rules: Rules, seat: int, cells: Sequence[int], edge: Sequence[int]) -> tuple[int, ...]:
    """Those cells of an edge that keep the garden of a seat within its width and height."""
    if not rules.is_limited:
        return tuple(edge)
    most = len(rules.grid.cells)
    width, height = rules.widths[seat] or most, rules.heights[seat] or most
    places = [rules.grid.cells[cell] for cell in cells]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)

    def fits(cell: int) -> bool:
        x, y = rules.grid.cells[cell]
        return max(right, x) - min(left, x) < width and max(bottom, y) - min(top, y) < height

    return tuple(cell for cell in edge if fits(cell))


class Stacks(Mapping[tuple[int, int], tuple[str | None, ...]]):
    """A garden in words: the cards on each cell (x, y), from the bottom; None is not known.

    A mapping of the cells on which cards lie. The start card lies on (0, 0); x grows to the right,
    y downwards.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers-summer"), 2, seed=1)
    >>> state.gardens[0][0, 0]
    ('violet',)
    """

    __slots__ = ("_garden", "_rules")

    def __init__(self, rules: Rules, garden: Garden) -> None:
        self._rules = rules
        self._garden = garden

    def __getitem__(self, place: tuple[int, int]) -> tuple[str | None, ...]:
        stack = self._garden.stack(self._rules.grid.index.get(place, -1))
        if not stack:
            raise KeyError(place)
        return tuple(named(self._rules, card) for card in stack)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (self._rules.grid.cells[cell] for cell in self._garden.cells)

    def __len__(self) -> int:
        return len(self._garden.cells)

    def __repr__(self) -> str:
        return f"<Stacks ({len(self)})>"


def named(rules: Rules, card: int) -> str | None:
    """A card in words, or None if it is not known."""
    return None if card == UNKNOWN else str(rules.kinds[card])


# ---- the deal -------------------------------------------------------------------------------


@attrs.frozen(repr=False)
class Deal(positions.Deal):
    """The start cards, the hands, the piles from the top, and the cards left over.

    Attributes:
        starts: a card for each seat.
        hands: the cards dealt to each seat; empty where none are dealt.
        piles: the cards of each pile.
        left_over: the cards that are out of the game, unseen.
        rules: the rules for this number of seats.
        salt: 32 bytes that make the commitment unguessable.

    It is a `tr.Deal`. Cards are bytes, the places of their kinds in the rules; `layout` and
    `to_data` name them.

    >>> import tilerules as tr
    >>> deal = tr.deal(tr.load("flowers"), 2, seed=1)
    >>> len(deal.starts), [len(pile) for pile in deal.piles]
    (2, [26, 26, 26])
    """

    rules: Rules
    starts: bytes
    hands: tuple[bytes, ...]
    piles: tuple[bytes, ...]
    left_over: bytes
    salt: bytes = bytes(SALT_BYTES)

    @property
    def layout(self) -> str:
        """The start cards, the hands, the piles and the cards left over, divided by bars."""
        parts = (self.starts, *self.hands, *self.piles, self.left_over)
        return " | ".join(" ".join(str(self.rules.kinds[card]) for card in part) for part in parts)


def deal(rules: Rules, stream: Stream) -> Deal:
    """Draw the salt, then the order of the cards: start cards, hands, pile after pile, the rest."""
    salt = stream.bytes(SALT_BYTES)
    kinds = [card for card, copies in enumerate(rules.deck) for _ in range(copies)]
    order = bytes(stream.shuffled(kinds))
    if rules.violet_card is not None:
        starts = bytes([rules.violet_card]) * rules.seats
    else:
        starts, order = order[: rules.seats], order[rules.seats :]
    heaps = []
    for size in (*[rules.turn.dealt] * rules.seats, *rules.sizes):
        heaps.append(order[:size])
        order = order[size:]
    hands = tuple(heaps[: rules.seats]) if rules.turn.dealt else ()
    return Deal(rules, starts, hands, tuple(heaps[rules.seats :]), order, salt)


# ---- positions ------------------------------------------------------------------------------


@attrs.frozen
class Turned:
    """A card that the last ply turned up, and the pile it lay on; None for one discarded.

    Attributes:
        pile: its number, from 0, or None.
        card: as `yellow-4-red`.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> [turned.pile for turned in state.shown]
    [0, 1]
    """

    pile: int | None
    card: str


@attrs.frozen(repr=False)
class Table(positions.Position):
    """What a state and an observation of Flowers share.

    Attributes:
        stock: the cards of each pile, from the top; `piles` says the same in words.
        plots: the garden of each seat; `gardens` says the same in words.
        gone: the cards that left the game face up, in order; `swept` says the same in words.
        hand: the card that waits to be placed, or -1; `in_hand` says the same in words.
        held: the hands and the step of the turn, instead of `hand`; None under rules by which a
            card is taken and then placed. `hands`, `hands_known` and `step` in words.
        taken: the piles taken from in this turn, ascending; after the end they tell the piles whose
            next card was never shown.
        turned: the cards that the last ply turned up, each with its pile, or -1 for the one that
            it discarded; `shown` in words.
    """

    rules: Rules
    stock: tuple[bytes, ...]
    plots: tuple[Garden, ...]
    gone: bytes
    hand: int
    held: Held | None
    taken: tuple[int, ...]
    turned: tuple[tuple[int, int], ...]
    to_move: int | None
    turns: int
    ply: int
    last_move: Move | None
    tally: Tally | None

    @property
    def phase(self) -> str:
        """What kind of move is due: a step of the turn in the card, as take or place, or over."""
        if self.to_move is None:
            return "over"
        return self.rules.turn.steps[self.step]

    @property
    def step(self) -> int:
        """How many steps of the turn are done."""
        return self.held.step if self.held else int(self.hand != NO_CARD)

    @property
    def taken_from(self) -> int:
        """The last one of `taken`, or -1."""
        return self.taken[-1] if self.taken else NO_PILE

    @property
    def gardens(self) -> tuple[Stacks, ...]:
        """The garden of each seat, a `Stacks`: the cards on each cell (x, y), from the bottom."""
        return tuple(Stacks(self.rules, garden) for garden in self.plots)

    @property
    def piles(self) -> tuple[tuple[str | None, ...], ...]:
        """The cards of each pile, from the top; None is not known."""
        return tuple(tuple(named(self.rules, card) for card in pile) for pile in self.stock)

    @property
    def in_hand(self) -> str | tuple[str | None, ...] | None:
        """The card that waits to be placed; None if there is none, or it is not known.

        Under rules by which a card may stay in hand, all cards that the seat to move holds.
        """
        if self.held:
            return () if self.to_move is None else self.hands[self.to_move]
        return None if self.hand == NO_CARD else named(self.rules, self.hand)

    @property
    def hands(self) -> tuple[tuple[str | None, ...], ...]:
        """The cards that each seat holds, those that all know first; None is not known.

        Empty under rules by which a card is taken and then placed.
        """
        if self.held is None:
            return ()
        pairs = zip(self.held.known, self.held.secret, strict=True)
        return tuple(tuple(named(self.rules, card) for card in known + own) for known, own in pairs)

    @property
    def hands_known(self) -> tuple[int, ...]:
        """How many cards of each hand, the first ones, all know."""
        return tuple(map(len, self.held.known)) if self.held else ()

    @property
    def swept(self) -> tuple[str | None, ...]:
        """The cards that left the game face up, in order: swept from the piles, or discarded."""
        return tuple(named(self.rules, card) for card in self.gone)

    @property
    def shown(self) -> tuple[Turned, ...]:
        """The cards that the last ply turned up, or discarded."""
        kinds = self.rules.kinds
        return tuple(
            Turned(None if pile == NO_PILE else pile, str(kinds[card]))
            for pile, card in self.turned
        )


@attrs.frozen(repr=False)
class State(Table, positions.State):
    """A position of Flowers, with what lies face down: a `tr.State`.

    Attributes:
        taken: the piles taken from in this turn, ascending.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> state.phase, len(state.gardens[0]), [len(pile) for pile in state.piles]
    ('take', 1, [26, 26, 26])
    """

    if TYPE_CHECKING:

        def _seen(self) -> Observation: ...


@attrs.frozen(repr=False)
class Observation(Table, positions.Observation):
    """What a viewer may know of a position of Flowers: a `tr.Observation`.

    It has what a state of the game has; None stands for a card that the viewer does not know.

    Attributes:
        taken: the piles taken from in this turn, ascending.
        viewer: the seat that it is for; None for a spectator.
        memory: whether it holds covered and swept cards, and what all have seen of the hands.

    >>> import tilerules as tr
    >>> seen = tr.observe(tr.new_game(tr.load("flowers"), 2, seed=1), 0)
    >>> [pile[0] is None for pile in seen.piles]
    [False, False, True]
    """

    viewer: int | None
    memory: bool


new_state = maker(State)
new_observation = maker(Observation)


def is_open(table: Table, pile: int) -> bool:
    """Whether the top card of a pile lies open, if it has cards."""
    rules = table.rules
    if pile < rules.fanned:
        return True
    return pile < rules.open_piles and (rules.shown_at_once or pile not in table.taken)


def lay_open(table: Table) -> bool:
    """Whether all saw the card that was taken last, where one card is taken in a turn."""
    rules = table.rules
    return 0 <= table.taken_from < max(rules.open_piles, rules.fanned)


def start(deal: Deal) -> State:
    """The first state of a deal."""
    rules, piles = deal.rules, deal.piles
    plots = tuple(begun(rules, seat, card) for seat, card in enumerate(deal.starts))
    fresh = range(0 if rules.is_display else rules.fanned, rules.open_piles)
    turned = tuple((pile, piles[pile][0]) for pile in fresh)
    held, tally = dealt(rules, deal.hands, piles), tallies.begun(rules)
    return new_state(rules, piles, plots, b"", NO_CARD, held, (), turned, 0, 0, 0, None, tally)
