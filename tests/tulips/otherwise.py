"""Another game of Gift of Tulips that tells a viewer the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import attrs

from tests.tulips.told import Followed, Place, dealt
from tilerules.games.tulips import Deal
from tilerules.testing import Played

Cards = dict[Place, str]


def dealt_otherwise(game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
    """Another deal that agrees on all that a viewer is told in so many plies.

    All cards that the viewer has not been shown change places, those left out among them, and so
    do the numbers of the lottery; the end draws the same cards, whoever put them there. The moves
    are those of the same places: what others choose or add unseen may have another name.
    """
    table = Followed(dealt(game.deal), game.moves[:plies])
    whole = Followed(dealt(game.deal), game.moves)
    known, old = table.known_to(viewer), table.dealt.cards
    lottery = [chance.randint(0, place) for place in range(len(table.dealt.lottery))]
    fixed: Cards = {}
    if table.over:
        order = _order_otherwise(table, known, chance)
        pairs = zip(order, table.drawn, strict=False)
        fixed = {new: old[drawn] for new, drawn in pairs if new not in known}
        lottery[: len(order)] = _numbers_for(order, table.secret)
    bag = [card for place, card in old.items() if place not in known]
    for card in fixed.values():
        bag.remove(card)
    chance.shuffle(bag)
    others = [place for place in old if place not in known and place not in fixed]
    cards = {**old, **fixed, **dict(zip(others, bag, strict=True))}
    moves = [text.replace("-", cards[place]) for text, place in whole.script]
    for seat in {*range(table.seats)} - {viewer}:
        _choose_otherwise(table, cards, moves, seat, chance)
    for said in (each for ply in whole.said for each in ply):
        if said.words[0] == "draw" and not said.heard_by(viewer):
            _lay(cards, said.cards, chance.sample([cards[p] for p in said.cards], len(said.cards)))
    return Played(_with(game.deal, cards, lottery), tuple(moves))


# ---- the start ------------------------------------------------------------------------------


def _choose_otherwise(
    table: Followed, cards: Cards, moves: list[str], seat: int, chance: Random
) -> None:
    """Another choice of a seat while choices are hidden; later the same card, at another place.

    Of equal cards the first is kept, so it goes before those.
    """
    hand = table.dealt.places("hand", seat)
    if not table.begun:
        if seat < len(moves):
            moves[seat] = f"start {cards[chance.choice(hand)]}"
        return
    kept = table.kept[seat]
    rest = [cards[place] for place in hand if place != kept]
    most = rest.index(cards[kept]) if cards[kept] in rest else len(rest)
    rest.insert(chance.randint(0, most), cards[kept])
    _lay(cards, hand, rest)


def _lay(cards: Cards, places: Sequence[Place], names: Sequence[str]) -> None:
    cards |= dict(zip(places, names, strict=True))


# ---- the end --------------------------------------------------------------------------------


def _order_otherwise(table: Followed, known: set[Place], chance: Random) -> list[Place]:
    """Another order of the secret cards, of which the first can be the cards that were drawn."""
    for _ in range(20):
        if (drawn := _drawn_otherwise(table, known, chance)) is not None:
            break
    else:
        drawn = list(table.drawn)
    rest = [place for place in table.secret if place not in drawn]
    return drawn + chance.sample(rest, len(rest))


def _drawn_otherwise(table: Followed, known: set[Place], chance: Random) -> list[Place] | None:
    """Places that the cards drawn may have come from, as far as the viewer knows."""
    cards, drawn = table.dealt.cards, list[Place]()
    bag = [card for place, card in cards.items() if place not in known]
    for name in (cards[place] for place in table.drawn):
        left = [place for place in table.secret if place not in drawn]
        mine = [place for place in left if place in known and cards[place] == name]
        others = [place for place in left if place not in known] if name in bag else []
        if not mine and not others:
            return None
        drawn.append(chance.choice(mine + others))
        if drawn[-1] not in known:
            bag.remove(name)
    return drawn


def _numbers_for(order: Sequence[Place], secret: Sequence[Place]) -> list[int]:
    """The numbers of the lottery that bring the secret cards into an order."""
    at = {place: number for number, place in enumerate(order)}
    return [
        sum(at[other] < at[place] for other in secret[:number])
        for number, place in enumerate(secret)
    ]


def _with(deal: Deal, cards: Cards, lottery: Sequence[int]) -> Deal:
    """The deal with other cards at its places."""
    number = deal.rules.number

    def part(kind: str, seat: int = 0) -> bytes:
        return bytes(number[card] for place, card in cards.items() if place[:2] == (kind, seat))

    return attrs.evolve(
        deal,
        hands=tuple(part("hand", seat) for seat in range(deal.seats)),
        stock=part("deck"),
        left_out=part("left"),
        lottery=bytes(lottery),
    )
