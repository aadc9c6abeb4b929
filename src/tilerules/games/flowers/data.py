"""Deals and positions of Flowers as JSON data, written and read back."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import attrs

from tilerules.data.source import LARGEST, Source
from tilerules.engine.data import (
    DEAL_KEYS,
    HEADING,
    OBSERVED,
    check_copies,
    few_cards,
    last_move_from,
    no_card,
    observed_by,
    salt_from,
    to_move_from,
)
from tilerules.engine.shared.tally import check_tally, tally_from
from tilerules.games.flowers.ending import before_turn_of, closed, may_be_over
from tilerules.games.flowers.hand import Held
from tilerules.games.flowers.hand_data import KEYS as HAND_KEYS
from tilerules.games.flowers.hand_data import (
    cards_held,
    check_hands,
    check_step,
    hand_data,
    held_from,
    taken_from,
)
from tilerules.games.flowers.lengths import DISCARDING
from tilerules.games.flowers.room import has_room
from tilerules.games.flowers.rules import UNKNOWN, VIOLET, Rules
from tilerules.games.flowers.state import (
    NO_CARD,
    NO_PILE,
    Deal,
    Garden,
    Observation,
    State,
    Table,
    allowed,
    is_open,
    lay_open,
    named,
    new_observation,
    new_state,
)
from tilerules.table.regions import region

_DEAL_KEYS = (*DEAL_KEYS, "starts", "piles", "left_over")
_KEYS = (*HEADING, "gardens", "piles", "taken_from", "swept", "shown")


def _keys(rules: Rules) -> tuple[str, ...]:
    """The keys of a state."""
    return (*_KEYS, "in_hand") if rules.turn.is_usual else (*_KEYS, *HAND_KEYS)


def deal_data(deal: Deal) -> dict[str, Any]:
    """The entries of Flowers in the data of a deal."""

    def words(cards: bytes) -> list[str]:
        return [str(deal.rules.kinds[card]) for card in cards]

    hands = {"hands": [words(hand) for hand in deal.hands]} if deal.hands else {}
    return {
        "starts": words(deal.starts),
        **hands,
        "piles": [words(pile) for pile in deal.piles],
        "left_over": words(deal.left_over),
    }


def table_data(table: Table) -> dict[str, Any]:
    """The entries of Flowers in the data of a position."""
    rules = table.rules
    usual: dict[str, Any] = {
        "in_hand": table.in_hand,
        "taken_from": None if table.taken_from == NO_PILE else table.taken_from,
    }
    return {
        "gardens": [_garden_data(rules, garden) for garden in table.plots],
        "piles": [list(pile) for pile in table.piles],
        **(usual if table.held is None else hand_data(table)),
        "swept": list(table.swept),
        "shown": [attrs.asdict(turned) for turned in table.shown],
    }


def _garden_data(rules: Rules, garden: Garden) -> dict[str, Any]:
    return {
        rules.grid.label(cell): [named(rules, card) for card in stack]
        for cell, stack in zip(garden.cells, garden.stacks, strict=True)
    }


# ---- reading --------------------------------------------------------------------------------


def deal_from(rules: Rules, source: Source) -> Deal:
    """Read a deal, in which every card of the deck lies once."""
    source.keys((*_DEAL_KEYS, "hands") if rules.turn.dealt else _DEAL_KEYS)
    starts, hands = _starts(rules, source.entry("starts")), _dealt(rules, source)
    entry, sizes = source.entry("piles"), rules.sizes
    piles = tuple(
        _so_many(rules, pile, size)
        for pile, size in zip(entry.exactly(len(sizes), "pile"), sizes, strict=True)
    )
    drawn = b"" if rules.violet else starts
    left_over = sum(rules.deck) - len(b"".join((drawn, *hands))) - sum(sizes)
    deal = Deal(
        rules,
        starts,
        hands,
        piles,
        _so_many(rules, source.entry("left_over"), left_over),
        salt_from(source),
    )
    check_copies(rules, Counter(b"".join((drawn, *hands, *piles, deal.left_over))), source)
    return deal


def _dealt(rules: Rules, source: Source) -> tuple[bytes, ...]:
    """The cards dealt to each seat, if any are."""
    number = rules.turn.dealt
    if not number:
        return ()
    hands = source.entry("hands").exactly(rules.seats, "hand")
    return tuple(_so_many(rules, hand, number) for hand in hands)


def _starts(rules: Rules, source: Source) -> bytes:
    """The start cards, where gardens begin with violet ones all of them violet."""
    items = source.exactly(rules.seats, "card")
    if rules.violet:
        for each in items:
            each.word((VIOLET,))
    return bytes(_card(rules, each, unknown=False, violet=True) for each in items)


def _so_many(rules: Rules, source: Source, number: int) -> bytes:
    """So many cards that all are known."""
    return bytes(_card(rules, each, unknown=False) for each in source.exactly(number, "card"))


def state_from(rules: Rules, source: Source) -> State:
    """Read a state; a position at the start of a turn in which the end has come is over."""
    source.keys(_keys(rules))
    return _position(rules, source, unknown=False)


def observation_from(rules: Rules, source: Source) -> Observation:
    """Read an observation, in the same way."""
    source.keys((*_keys(rules), *OBSERVED))
    viewed = observed_by(source, rules.seats)
    position = _position(rules, source, unknown=True)
    fields: tuple[Any, ...] = (*attrs.astuple(position, recurse=False), *viewed)
    observation = new_observation(*fields)
    _check_known(observation, source)
    _check_remembered(observation, source)
    return observation


def _position(rules: Rules, source: Source, *, unknown: bool) -> State:
    """What states and observations share, as a state; in an observation cards may be unknown."""
    phase = source.entry("phase").word(dict.fromkeys((*rules.turn.steps, "over")))
    to_move = to_move_from(source.entry("to_move", None), rules.seats, over=phase == "over")
    held = held_from(rules, source, phase, to_move, partial(_cards, rules, unknown=unknown))
    position = new_state(
        rules,
        _stock(rules, source.entry("piles"), unknown=unknown),
        _plots(rules, source.entry("gardens"), unknown=unknown),
        bytes(_cards(rules, source.entry("swept", []), unknown=unknown)),
        NO_CARD if held else _hand(rules, source.entry("in_hand", None), phase, unknown=unknown),
        held,
        _taken(rules, source, held, phase),
        _turned(rules, source.entry("shown", [])),
        to_move,
        source.entry("turns", 0).whole(0, LARGEST),
        source.entry("ply", 0).whole(0, LARGEST),
        None,
        tally_from(rules, source),
    )
    _check_cards(position, source)
    last_move = last_move_from(source.entry("last_move", None), position)
    position = _resumed(attrs.evolve(position, last_move=last_move), source)
    check_step(position, source)
    _check_display(position, source)
    _check_shown(position, source)
    return position


def _resumed(position: State, source: Source) -> State:
    """The position, over if its turn would begin at the end; each card to come has room."""
    if position.to_move is None and not may_be_over(position):
        raise source.fault_at("phase", "the end has not come, so the game cannot be over")
    if position.to_move is None:
        return attrs.evolve(position, tally=closed(position.rules, position.tally))
    begins = position.step == 0
    check_tally(position, source, within=not begins)
    if begins:
        tally, over = before_turn_of(position, position.to_move)
        position = attrs.evolve(position, tally=tally)
        if over:
            return attrs.evolve(position, to_move=None)
    for seat, garden in enumerate(source.entry("gardens").items()):
        if not has_room(position, seat):
            raise garden.fault("has no room for all the cards that this seat can still get")
    return position


def _card(rules: Rules, source: Source, *, unknown: bool, violet: bool = False) -> int:
    if unknown and source.value is None:
        return UNKNOWN
    number = rules.number.get(source.text())
    if number is None or not (violet or number < len(rules.deck)):
        raise no_card(rules, source)
    return number


def _cards(rules: Rules, source: Source, *, unknown: bool) -> list[int]:
    return [_card(rules, each, unknown=unknown) for each in few_cards(rules, source)]


def _stock(rules: Rules, source: Source, *, unknown: bool) -> tuple[bytes, ...]:
    piles = tuple(bytes(_cards(rules, pile, unknown=unknown)) for pile in source.items())
    if len(piles) != len(rules.sizes):
        raise source.fault(f"expected {len(rules.sizes)} piles, not {len(piles)}")
    return piles


def _plots(rules: Rules, source: Source, *, unknown: bool) -> tuple[Garden, ...]:
    gardens = list(source.items())
    if len(gardens) != rules.seats:
        number = len(gardens)
        raise source.fault(f"expected a garden for each of {rules.seats} seats, not {number}")
    return tuple(
        _garden(rules, seat, garden, unknown=unknown) for seat, garden in enumerate(gardens)
    )


def _garden(rules: Rules, seat: int, source: Source, *, unknown: bool) -> Garden:
    stacks: dict[int, bytes] = {}
    for label, entry in source.entries():
        cell = rules.grid.find(label)
        if cell < 0:
            raise entry.fault(f"expected a cell that a garden can reach, as {rules.grid.example}")
        stack = (_card(rules, each, unknown=unknown, violet=True) for each in entry.items())
        stacks[cell] = bytes(stack)
        _check_stack(rules, entry, cell, stacks[cell])
    if rules.grid.centre not in stacks:
        raise source.fault_at("0,0", "is missing: a garden begins there")
    if region([rules.grid.centre], stacks, rules.beside) != stacks.keys():
        raise source.fault("the garden lies in more than one part")
    cells = tuple(sorted(stacks))
    limits = ("width", rules.widths[seat], 0), ("height", rules.heights[seat], 1)
    for key, limit, axis in limits:
        places = [rules.grid.cells[cell][axis] for cell in cells]
        if limit is not None and max(places) - min(places) >= limit:
            raise source.fault(f"the garden's largest {key} is {limit}")
    edge = sorted({near for cell in cells for near in rules.beside[cell]} - stacks.keys())
    frontier = allowed(rules, seat, cells, edge)
    return Garden(cells, tuple(stacks[cell] for cell in cells), frontier)


def _check_stack(rules: Rules, source: Source, cell: int, stack: bytes) -> None:
    """A stack has cards, not too many, and a violet card only at the bottom of 0,0."""
    if not stack:
        raise source.fault("expected at least one card")
    if stack[-1] == UNKNOWN:
        raise source.fault("the card on top lies open to all")
    violet, starts = rules.violet_card, cell == rules.grid.centre
    if violet is not None and violet in (stack[1:] if starts else stack):
        raise source.fault("a violet card lies at the bottom of 0,0 alone")
    if rules.violet and starts and stack[0] not in (violet, UNKNOWN):
        raise source.fault("a garden begins with its violet card")
    if rules.depth is not None and len(stack) > rules.depth:
        raise source.fault(f"at most {rules.depth} cards may lie in a stack")


def _hand(rules: Rules, source: Source, phase: str, *, unknown: bool) -> int:
    if phase != "place":
        if source.value is not None:
            raise source.fault("a card is in hand only in the phase place")
        return NO_CARD
    if source.value is None and not unknown:
        raise source.fault("is missing: the card taken stands here, and no more in its pile")
    return _card(rules, source, unknown=unknown)


def _taken(rules: Rules, source: Source, held: Held | None, phase: str) -> tuple[int, ...]:
    if held is not None:
        return taken_from(rules, source.entry("taken_from", []), held, phase)
    entry = source.entry("taken_from", None)
    pile = entry.optional_whole(0, len(rules.take) - 1)
    if pile is not None and phase == "take":
        raise entry.fault("is null when a turn begins")
    return () if pile is None else (pile,)


def _turned(rules: Rules, source: Source) -> tuple[tuple[int, int], ...]:
    turned: list[tuple[int, int]] = []
    for each in source.items():
        each.keys(("pile", "card"))
        entry, discards = each.entry("pile"), DISCARDING in rules.turn.steps and not turned
        pile = NO_PILE if entry.value is None and discards else entry.whole(0, rules.open_piles - 1)
        turned.append((pile, _card(rules, each.entry("card"), unknown=False)))
        if [other for other, _ in turned].count(pile) > 2:
            raise each.fault(f"pile {pile} cannot show more than two cards in one ply")
    return tuple(turned)


def _check_cards(position: State, source: Source) -> None:
    """No card lies on the table more often than there are copies of it."""
    rules = position.rules
    held = [position.hand] if position.hand != NO_CARD else []
    lying = Counter([*held, *cards_held(position.held), *position.gone])
    for pile in position.stock:
        lying.update(pile)
    for garden in position.plots:
        for stack in garden.stacks:
            lying.update(stack)
    check_copies(rules, lying, source)
    if lying.total() > sum(rules.deck) + (rules.seats if rules.violet else 0):
        raise source.fault("there are more cards than these rules have")


def _check_display(position: State, source: Source) -> None:
    """A place of a display has one card, or waits for the next turn, or cannot be refilled."""
    rules, stock = position.rules, position.stock
    if not rules.is_display:
        return
    for place, entry in zip(range(rules.open_piles), source.entry("piles").items(), strict=False):
        waits = place in position.taken and not rules.shown_at_once
        if len(stock[place]) > 1:
            raise entry.fault("a place of a display has one card at most")
        if not stock[place] and stock[-1] and not waits:
            raise entry.fault("a place of a display is refilled as long as the stock has cards")


def _check_shown(position: State, source: Source) -> None:
    """What the last ply turned up lies open on its pile, or was swept."""
    for (pile, card), entry in zip(position.turned, source.entry("shown", []).items(), strict=True):
        open_cards = position.stock[pile][:1] if pile >= 0 and is_open(position, pile) else b""
        on_top = open_cards == bytes((card,))
        if not on_top and card not in position.gone and UNKNOWN not in position.gone:
            raise entry.fault("this card neither lies open on its pile nor left the game")


def _check_known(seen: Observation, source: Source) -> None:
    """What a viewer knows of piles and hand is what lies open, and what the viewer took."""
    for pile, cards in enumerate(source.entry("piles").items()):
        for place, card in enumerate(cards.items()):
            known = pile < seen.rules.fanned or (place == 0 and is_open(seen, pile))
            if (card.value is not None) != known:
                which = "each card of this pile" if known and place else _OPEN
                raise card.fault(f"{which} is known")
    check_hands(seen, source)
    if seen.hand != NO_CARD and (seen.hand != UNKNOWN) != (
        lay_open(seen) or seen.viewer == seen.to_move
    ):
        raise source.fault_at("in_hand", "a card that did not lie open is known to its taker alone")


_OPEN = "only the card that lies open on a pile"


def _check_remembered(seen: Observation, source: Source) -> None:
    """Cards that were covered or swept are known with memory, and only then."""
    stacks = (
        list(stack.items())
        for garden in source.entry("gardens").items()
        for _, stack in garden.entries()
    )
    covered = (card for stack in stacks for card in stack[:-1])
    for card in (*covered, *source.entry("swept", []).items()):
        if (card.value is not None) != seen.memory:
            known = "with memory this card is" if seen.memory else "without memory no such card is"
            raise card.fault(f"{known} known")
