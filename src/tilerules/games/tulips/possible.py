"""What cannot lie on a Tulips table, though each part of it could."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from tilerules.data.source import Source
from tilerules.engine.data import check_copies
from tilerules.engine.shared.rules import BROKEN_OFF
from tilerules.engine.shared.tally import check_tally
from tilerules.games.tulips.ending import end_has_come
from tilerules.games.tulips.festival import festival_of
from tilerules.games.tulips.rules import UNKNOWN
from tilerules.games.tulips.state import Observation, Opening, State

# ---- cards ----------------------------------------------------------------------------------


def check_cards(position: State, source: Source) -> None:
    """No card lies on the table more often than there are copies of it."""
    rules, market, pool = position.rules, position.market.cards, position.pool.cards
    drawn = 0 if source.entry("drawn", None).value is None else position.drawn
    before = len(market) - drawn
    dealt = position.opening.hands if position.opening else ()
    lying = Counter(b"".join((market[:before], *position.held, pool, position.hand, *dealt)))
    lying.update(position.stock)
    put = Counter(pool)
    unseen = Counter(market[before:]) - put
    if unseen.total() > put[UNKNOWN]:
        raise source.fault_at("drawn", "the last cards of `festival` were never put into `secret`")
    check_copies(rules, lying + unseen, source)
    if lying.total() > sum(rules.deck):
        raise source.fault("there are more cards than these rules have")


def check_shown(position: State, source: Source) -> None:
    """What the last ply laid open lies in the festival or in a bouquet."""
    lying = Counter(b"".join((position.market.cards, *position.held)))
    if Counter(position.turned) - lying:
        raise source.fault_at("shown", "not all of these cards lie open")


# ---- uses and the end -----------------------------------------------------------------------


def check_counted(position: State, source: Source) -> None:
    """What has been done in this turn is counted, and turns remain while the game goes on."""
    rules, seat, left = position.rules, position.to_move, position.turns_left
    if left is not None and not rules.ends_early:
        raise source.fault_at("turns_left", "these rules have no condition of the end")
    if left is not None and position.opening:
        raise source.fault_at("turns_left", "the end cannot have come before the first turn")
    begun = seat is not None and (position.did or not position.turns)
    check_tally(position, source, within=bool(begun))
    if seat is not None and source.entry("used", None).value is not None:
        _check_used(position, seat, source)


def _check_used(position: State, seat: int, source: Source) -> None:
    """An action that is done in this turn has been used, if all ways to do it are limited."""
    rules, used = position.rules, position.used[seat]
    for action in position.done:
        bit = rules.bits[action]
        things = [thing for thing, each in rules.action_bits.items() if each == bit]
        if used.keys() >= {*things} and not any(used[thing] for thing in things):
            raise source.fault_at("used", f"seat {seat} has done `{action}` in this turn")


def check_over(position: State, source: Source) -> None:
    """A game that is over with cards in the deck has ended by a condition of its rules."""
    rules = position.rules
    if not position.stock:
        return
    if not rules.ends_early:
        raise source.fault_at("phase", "cards are left in the deck, so the game cannot be over")
    if rules.shared.ends.round != BROKEN_OFF:
        if position.turns_left != 0:
            raise source.fault_at("turns_left", "is 0 when a game ends with cards in the deck")
        return
    known = source.entry("drawn", None).value is not None
    cards = position.market.cards[: len(position.market.cards) - known * position.drawn]
    before = attrs.evolve(position, market=festival_of(rules, cards))
    if not end_has_come(before):
        raise source.fault_at("phase", "cards are left in the deck, and the end has not come")


# ---- what a viewer knows --------------------------------------------------------------------


def check_known(seen: Observation, source: Source) -> None:
    """What a viewer knows is what it has drawn, kept and put into the secret festival."""
    opening, by = seen.opening or Opening((), b""), seen.pool.by
    if by.count(UNKNOWN) != (0 if seen.memory else len(by)):
        named = "every seat" if seen.memory else "no seat"
        memory = "with" if seen.memory else "without"
        raise source.fault_at("secret_by", f"names {named}, for it was made {memory} memory")
    _check_entries(source.entry("deck", []), seen.stock, [False] * len(seen.stock))
    _check_entries(source.entry("secret", []), seen.pool.cards, _secrets_known(seen))
    mine = [seat == seen.viewer for seat in range(seen.seats)]
    _check_entries(source.entry("kept", []), opening.kept, mine)
    for hand, known, entry in zip(
        opening.hands, mine, source.entry("hands", []).items(), strict=False
    ):
        _check_entries(entry, hand, [known] * len(hand))
    sees = seen.rules.hand_known or seen.viewer == seen.to_move
    if any((card != UNKNOWN) != sees for card in seen.hand):
        raise source.fault_at("in_hand", f"the viewer {_KNOWS[sees]} what is in hand")


def _secrets_known(seen: Observation) -> list[bool]:
    """For each secret card, whether the viewer knows it."""
    rules, told = seen.rules, seen.memory or seen.rules.secret_open
    return [
        seat == seen.viewer or (told and place >= rules.known_to_all)
        for place, seat in enumerate(seen.pool.by)
    ]


def _check_entries(source: Source, cards: bytes, known: Iterable[bool]) -> None:
    """Those cards are named that the viewer knows, and no others."""
    for entry, card, is_known in zip(source.items(), cards, known, strict=False):
        if (card != UNKNOWN) != is_known:
            raise entry.fault(f"the viewer {_KNOWS[is_known]} this card")


_KNOWS = {True: "knows", False: "does not know"}
