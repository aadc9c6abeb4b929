"""Deals and positions of Gift of Tulips as JSON data, written and read back."""

from __future__ import annotations

from collections import Counter
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
from tilerules.engine.moves import Move
from tilerules.engine.shared.tally import before_turn, in_last_turns, tally_from
from tilerules.games.tulips.ending import end_has_come
from tilerules.games.tulips.festival import Festival, Secret, festival_of, with_drawn
from tilerules.games.tulips.hidden import VEILED
from tilerules.games.tulips.possible import (
    check_cards,
    check_counted,
    check_known,
    check_over,
    check_shown,
)
from tilerules.games.tulips.rules import UNKNOWN, Rules
from tilerules.games.tulips.state import (
    STAGES,
    Deal,
    Observation,
    Opening,
    State,
    Table,
    can_be_secret,
    new_observation,
    new_state,
)
from tilerules.games.tulips.turns import end_drawn
from tilerules.wording import counted

_DEAL_KEYS = (*DEAL_KEYS, "festival", "hands", "deck", "left_out", "lottery")
_TABLE_KEYS = (
    *HEADING,
    "festival",
    "bouquets",
    "secret",
    "secret_by",
    "deck",
    "giving",
    "keeping",
    "in_hand",
    "done",
    "hands",
    "kept",
    "drawn",
    "shown",
)
_STATE_KEYS = (*_TABLE_KEYS, "lottery")
_OBSERVATION_KEYS = (*_TABLE_KEYS, *OBSERVED)


def deal_data(deal: Deal) -> dict[str, Any]:
    """The entries of Gift of Tulips in the data of a deal."""

    def words(cards: bytes) -> list[str]:
        return [str(deal.rules.kinds[card]) for card in cards]

    return {
        "festival": words(deal.festival),
        "hands": [words(hand) for hand in deal.hands],
        "deck": words(deal.stock),
        "left_out": words(deal.left_out),
        "lottery": list(deal.lottery),
    }


def table_data(table: Table) -> dict[str, Any]:
    """The entries of Gift of Tulips in the data of a position."""
    hand = table.in_hand
    return {
        "festival": list(table.festival),
        "bouquets": [list(bouquet) for bouquet in table.bouquets],
        "secret": list(table.secret),
        "secret_by": list(table.secret_by),
        "deck": list(table.deck),
        "giving": list(table.giving),
        "keeping": list(table.keeping),
        "in_hand": list(hand) if isinstance(hand, tuple) else hand,
        "done": list(table.done),
        "hands": [list(hand) for hand in table.hands],
        "kept": list(table.kept),
        "drawn": table.drawn,
        "shown": list(table.shown),
    }


def state_data(state: State) -> dict[str, Any]:
    """The same, with the lottery."""
    return {**table_data(state), "lottery": list(state.lottery)}


# ---- reading --------------------------------------------------------------------------------


def deal_from(rules: Rules, source: Source) -> Deal:
    """Read a deal, in which every card of the deck lies once."""
    source.keys(_DEAL_KEYS)
    festival = _first_cards(rules, source.entry("festival"))
    entries = source.entry("hands").exactly(rules.seats, "hand")
    hands = tuple(_so_many(rules, hand, rules.dealt) for hand in entries)
    others = rules.first_cards + rules.left_out + rules.seats * rules.dealt
    stock = _so_many(rules, source.entry("deck"), sum(rules.deck) - others)
    left_out = _so_many(rules, source.entry("left_out"), rules.left_out)
    places = source.entry("lottery").exactly(rules.most_secret, "number")
    lottery = bytes(each.whole(0, number) for number, each in enumerate(places))
    check_copies(rules, Counter(b"".join((festival, *hands, stock, left_out))), source)
    return Deal(rules, festival, hands, stock, left_out, lottery, salt_from(source))


def _first_cards(rules: Rules, source: Source) -> bytes:
    """The first cards of the festival, in the order of adding that ranks the highest first."""
    cards = _so_many(rules, source, rules.first_cards)
    if len({rules.colour[card] for card in cards}) < len(cards):
        raise source.fault("no colour is drawn twice")
    values = [rules.value[card] for card in cards]
    if values != sorted(values, reverse=not rules.latest_first):
        ends = "lowest to the highest" if rules.latest_first else "highest to the lowest"
        raise source.fault(f"the cards are added from the {ends} value")
    return cards


def _so_many(rules: Rules, source: Source, number: int) -> bytes:
    """So many cards that all are known."""
    return bytes(_card(rules, each, unknown=False) for each in source.exactly(number, "card"))


def state_from(rules: Rules, source: Source) -> State:
    """Read a state; a position at the start of a turn in which the end has come is over."""
    source.keys(_STATE_KEYS)
    return _position(rules, source, unknown=False)


def observation_from(rules: Rules, source: Source) -> Observation:
    """Read an observation, in the same way."""
    source.keys(_OBSERVATION_KEYS)
    viewed = observed_by(source, rules.seats)
    position = _position(rules, source, unknown=True)
    fields: tuple[Any, ...] = (*attrs.astuple(position, recurse=False)[:-1], *viewed)
    observation = new_observation(*fields)
    check_known(observation, source)
    return observation


def _position(rules: Rules, source: Source, *, unknown: bool) -> State:
    """What states and observations share, as a state; in an observation cards may be unknown."""
    phase = source.entry("phase").word(("start", *STAGES[: rules.draws], "over"))
    stock = _cards(rules, source.entry("deck", []), unknown=unknown)
    pool = _pool(rules, source, unknown=unknown)
    did = _did(rules, source.entry("done", []), phase)
    position = new_state(
        rules=rules,
        stock=stock,
        hand=_hand(rules, source.entry("in_hand", None), phase, stock, unknown=unknown),
        opening=_opening(rules, source, phase, unknown=unknown),
        market=_market(rules, source, phase, pool),
        held=_held(rules, source.entry("bouquets"), phase),
        pool=pool,
        giving=_points(rules, source.entry("giving", [0] * rules.seats)),
        keeping=_points(rules, source.entry("keeping", [0] * rules.seats)),
        did=did,
        turned=_cards(rules, source.entry("shown", []), unknown=False),
        to_move=to_move_from(source.entry("to_move", None), rules.seats, over=phase == "over"),
        turns=source.entry("turns", 0).whole(0, LARGEST),
        ply=source.entry("ply", 0).whole(0, LARGEST),
        last_move=None,
        tally=tally_from(rules, source),
        places=b"",
    )
    check_cards(position, source)
    check_counted(position, source)
    if position.opening and position.to_move != len(position.opening.kept):
        raise source.fault_at("kept", "names a card for each seat before the one to move")
    if position.opening and pool.cards:
        raise source.fault_at("secret", "is empty until all seats have chosen")
    places = b"" if unknown else _places(source.entry("lottery", []), position)
    last_move = _last_move(source.entry("last_move", None), position, unknown=unknown)
    position = attrs.evolve(position, places=places, last_move=last_move)
    position = _resumed(position, source, unknown=unknown)
    check_shown(position, source)
    return position


def _resumed(position: State, source: Source, *, unknown: bool) -> State:
    """The position; if nothing is drawn for a turn any more, it is over, and the end draws."""
    if position.opening:
        return position
    if position.to_move is None:
        check_over(position, source)
        if source.entry("drawn", None).value is not None:
            return position
    else:
        position = _before_turn(position, source)
        if position.hand:
            return position
    if unknown and position.drawn:
        raise source.fault_at("drawn", "is missing: how many cards has the end drawn?")
    return end_drawn(position)


def _before_turn(position: State, source: Source) -> State:
    """The position; at the start of a turn, but the first of a game, the end may have come."""
    rules, seat, over = position.rules, position.to_move, False
    if rules.ends_early and position.turns and not position.did and seat is not None:
        come = not in_last_turns(position) and end_has_come(position)
        tally, over = before_turn(rules, position.tally, seat, come=come)
        position = attrs.evolve(position, tally=tally)
    if over and position.hand:
        raise source.fault_at("in_hand", "the end has come, so that nothing is drawn")
    if not over and not position.hand and position.stock:
        raise source.fault_at("in_hand", _NOTHING_DRAWN)
    return position


_NOTHING_DRAWN = "is missing: a card drawn stands here, and no more in `deck`"


# ---- the parts ------------------------------------------------------------------------------


def _card(rules: Rules, source: Source, *, unknown: bool) -> int:
    if unknown and source.value is None:
        return UNKNOWN
    number = rules.number.get(source.text())
    if number is None:
        raise no_card(rules, source)
    return number


def _cards(rules: Rules, source: Source, *, unknown: bool) -> bytes:
    return bytes(_card(rules, each, unknown=unknown) for each in few_cards(rules, source))


def _for_each_seat(rules: Rules, source: Source) -> list[Source]:
    items = list(source.items())
    if len(items) != rules.seats:
        raise source.fault(f"expected an entry for each of {rules.seats} seats, not {len(items)}")
    return items


def _points(rules: Rules, source: Source) -> tuple[int, ...]:
    return tuple(each.whole(0, LARGEST) for each in _for_each_seat(rules, source))


def _held(rules: Rules, source: Source, phase: str) -> tuple[bytes, ...]:
    held = tuple(_cards(rules, each, unknown=False) for each in _for_each_seat(rules, source))
    if phase == "start" and any(held):
        raise source.fault("a bouquet begins when all seats have chosen")
    return held


def _pool(rules: Rules, source: Source, *, unknown: bool) -> Secret:
    """The secret festival; what is not said came from seat after seat."""
    cards = _cards(rules, source.entry("secret", []), unknown=unknown)
    entry = source.entry("secret_by", [place % rules.seats for place in range(len(cards))])
    by = [
        UNKNOWN if unknown and each.value is None else each.whole(0, rules.seats - 1)
        for each in entry.items()
    ]
    if len(by) != len(cards):
        raise entry.fault(f"expected a seat for each of {len(cards)} secret cards, not {len(by)}")
    return Secret(cards, bytes(by))


def _market(rules: Rules, source: Source, phase: str, pool: Secret) -> Festival:
    """The open festival, the cards that the end has drawn ranked as the card says."""
    entry, drawn = source.entry("festival"), source.entry("drawn", None)
    cards = _cards(rules, entry, unknown=False)
    due = len(pool.cards[: rules.secret_drawn]) if phase == "over" else 0
    if drawn.value is None:
        return festival_of(rules, cards)
    if drawn.whole(0, LARGEST) and phase != "over":
        raise drawn.fault("no secret card is drawn before the end")
    if drawn.value != due or due > len(cards):
        cards_drawn = f"{counted(due, 'card')}, last in `festival`" if due else "no card"
        raise drawn.fault(f"the end draws {cards_drawn} here")
    before = len(cards) - due
    return with_drawn(rules, festival_of(rules, cards[:before]), cards[before:])


def _hand(rules: Rules, source: Source, phase: str, stock: bytes, *, unknown: bool) -> bytes:
    """The cards in hand: as many as the turn still needs, or what the deck had left of them."""
    waiting = phase not in ("start", "over")
    at_end = phase == "first" and not unknown and (rules.ends_early or not stock)
    if source.value in (None, []) and (at_end or not waiting):
        return b""
    if not waiting:
        raise source.fault("a card is in hand only while a turn goes on")
    if source.value is None and not unknown:
        raise source.fault(_NOTHING_DRAWN)
    if not rules.together:
        return bytes((_card(rules, source, unknown=unknown),))
    hand, due = _cards(rules, source, unknown=unknown), rules.draws - STAGES.index(phase)
    if len(hand) > due or len(hand) < (due if stock else 1):
        number = counted(due, "card") if stock or due == 1 else f"1 to {due} cards"
        raise source.fault(f"expected {number} in hand")
    return hand


def _did(rules: Rules, source: Source, phase: str) -> int:
    """The actions that have been done, as many as the phase says."""
    words = [each.word(rules.bits) for each in source.items()]
    due = STAGES.index(phase) if phase in STAGES else 0
    if len(set(words)) != due or len(words) != due:
        if not due:
            raise source.fault(f"is empty in the phase {phase}")
        raise source.fault(f"expected {counted(due, 'action')} in the phase {phase}, each once")
    return sum(rules.bits[word] for word in words)


def _opening(rules: Rules, source: Source, phase: str, *, unknown: bool) -> Opening | None:
    """The start choices while they go on."""
    hands, kept = source.entry("hands", []), source.entry("kept", [])
    if phase != "start":
        for entry in (hands, kept):
            if entry.value != []:
                raise entry.fault("is empty when all seats have chosen")
        return None
    dealt = tuple(_cards(rules, each, unknown=unknown) for each in _for_each_seat(rules, hands))
    for hand, entry in zip(dealt, hands.items(), strict=True):
        if not hand:
            raise entry.fault("expected at least one card")
    chosen = _cards(rules, kept, unknown=unknown)
    for hand, card, entry in zip(dealt, chosen, kept.items(), strict=False):
        if card not in hand and UNKNOWN not in (card, *hand):
            raise entry.fault("is not one of the cards that this seat was dealt")
    return Opening(dealt, chosen)


def _places(source: Source, position: State) -> bytes:
    """The lottery: for each card that can be secret its place; if none is said, the last one."""
    places = [each.whole(0, number) for number, each in enumerate(source.items())]
    if len(places) > sum(position.rules.deck):
        raise source.fault(f"there are only {sum(position.rules.deck)} cards")
    return bytes((*places, *range(len(places), can_be_secret(position))))


def _last_move(source: Source, position: State, *, unknown: bool) -> Move | None:
    """The last move; a hidden card that it names, or veils, is the last one there."""
    veiled = []
    if unknown and position.opening:
        veiled.append(Move("start", (VEILED,)))
    if unknown and position.rules.together:
        veiled.append(Move("add", ("secret", VEILED)))
    move = last_move_from(source, position, veiled=veiled)
    if move and move.kind == "start" and position.opening:
        key, hidden = "kept", position.opening.kept
    elif move and len(move.args) == 2 and move.args[0] == "secret":
        key, hidden = "secret", position.pool.cards
    else:
        return move
    number = position.rules.number.get(move.args[-1], UNKNOWN)
    if hidden[-1:] != bytes((number,)):
        raise source.fault(f"`{move}` does not name the last card of `{key}`")
    return move
