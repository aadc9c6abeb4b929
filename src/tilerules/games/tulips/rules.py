"""The values of a Tulips card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList
from tilerules.engine.shared.rules import shared, sizes_of
from tilerules.ruleset.ruleset import Ruleset

Targets: TypeAlias = "tuple[tuple[MoveList, tuple[int, ...]], ...]"
"""What can be done: the moves of a kind, by what they name besides a card."""

UNKNOWN = 255  # a card, or a seat, that a viewer does not know
NEVER = "never"


@attrs.frozen
class Card:
    """One kind of card."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"


@attrs.frozen
class Majorities:
    """What most cards of a colour are worth.

    Attributes:
        points: for each rank that scores, from 1: the points by place.
        least: how many cards of a colour a place needs.
        criteria: what puts one seat before another, in this order.
        ties: what becomes of seats that are equal in all of that.
    """

    points: Mapping[int, tuple[int, ...]]
    least: int
    criteria: tuple[str, ...]
    ties: Literal["one_place", "more_places", "split"]


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        kinds: the kinds of cards; in a state a card is the number of its kind.
        number: the number of each kind in words.
        deck: how many cards there are of each kind.
        colours: the colours; in a state a colour is its number.
        colour, value: of each kind.
        first_cards: how many cards the open festival begins with.
        left_out: how many cards are out of the game, unseen.
        dealt: how many cards each seat is dealt.
        latest_first: whether, of equal sums, the colour added to last stands in front.
        draws: how many cards a seat draws in a turn.
        together: whether it draws them all before its first action; moves then name their card.
        first_draw: how many cards a turn begins with.
        namable: how many cards a move for one action can name: all kinds then, and else one.
        bits: the actions, each with its bit in the set of those done.
        ways: the ways to add a card, `open` or `secret`, that there are.
        action_bits: for `keep`, `give` and each way, the bit of the action; 0 if there is none.
        limit_bits: for those that can be used up, a bit behind those of the actions.
        ends_early: whether the game can end while there are cards left.
        known_to_all: from this place on all know the cards of the secret festival.
        secret_open: whether the secret festival lies open, so that nobody has to remember it.
        hand_known: whether all see the cards in hand.
        secret_drawn: how many secret cards are drawn at the end; None: all of them.
        ranked_once: whether these change the ranking only after all of them.
        giving, keeping: points by rank; those of a colour that has none stand last.
        added_value: what each kind adds to the points for giving.
        thanked: whether the receiver of a card scores for keeping it.
        blocks_scored: those of giving and keeping that the card has.
        counted_with: for each seat, the one whose bouquet its own belongs to in the majorities.
        sizes, all_colours, fewest: points for a bouquet; None if the card has no such block.
        scored_at_last: the other blocks that the card has.
        offered: what a seat is offered, by its bits, worked out when it is asked for.
    """

    kinds: tuple[Card, ...]
    number: Mapping[str, int]
    deck: tuple[int, ...]
    colours: tuple[str, ...]
    colour: tuple[int, ...]
    value: tuple[int, ...]
    first_cards: int
    left_out: int
    dealt: int
    latest_first: bool
    draws: int
    together: bool
    first_draw: int
    namable: int
    bits: Mapping[str, int]
    ways: tuple[str, ...]
    action_bits: Mapping[str, int]
    limit_bits: Mapping[str, int]
    ends_early: bool
    known_to_all: int
    secret_open: bool
    hand_known: bool
    secret_drawn: int | None
    ranked_once: bool
    giving: tuple[int, ...]
    keeping: tuple[int, ...]
    added_value: tuple[int, ...]
    thanked: bool
    blocks_scored: tuple[str, ...]
    majorities: Majorities | None
    counted_with: tuple[int, ...]
    sizes: tuple[tuple[int, int], ...] | None
    all_colours: int | None
    fewest: int | None
    scored_at_last: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    start: MoveList
    keep: MoveList
    give: MoveList
    add: MoveList
    offered: dict[tuple[int, int], Targets] = attrs.field(factory=dict)

    @property
    def most_secret(self) -> int:
        """How many cards can ever be put into the secret festival of a game that is dealt."""
        return sum(self.deck) - self.first_cards - self.left_out - self.seats

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        return tuple(block for block in (self.start, self.keep, self.give, self.add) if len(block))


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    start, turn, end = card["start"], card["turn"], card["end"]
    deck, colours = _deck(card["cards"]), card["cards"]["colours"]
    kinds, together = tuple(deck), turn["drawing"] == "together"
    bits = {action: 1 << place for place, action in enumerate(turn["actions"])}
    action_bits = {thing: _bit_of(bits, thing) for thing in ("keep", "give", *WAYS)}
    ways = [way for way in WAYS if action_bits[way]]
    blocks = shared(card, seats)
    shares = card.get("partners", {}).get("bouquets") == "shared"
    named = [(str(kind),) for kind in kinds] if together else [()]
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=blocks,
        kinds=kinds,
        number={str(kind): number for number, kind in enumerate(kinds)},
        deck=tuple(deck.values()),
        colours=colours,
        colour=tuple(colours.index(kind.colour) for kind in kinds),
        value=tuple(kind.value for kind in kinds),
        first_cards=start["festival"],
        left_out=start["left_out"],
        dealt=start["dealt"],
        latest_first=card["festival"]["equal_sums"] == "latest_first",
        draws=turn["draws"],
        together=together,
        first_draw=turn["draws"] if together else 1,
        namable=len(kinds) if together else 1,
        bits=bits,
        ways=tuple(ways),
        action_bits=action_bits,
        limit_bits={use.thing: 1 << len(bits) + at for at, use in enumerate(blocks.uses)},
        ends_early=bool(blocks.ends.any_of or blocks.ends.all_of),
        known_to_all=_known_to_all(card, seats),
        secret_open=card["festival"]["known"] == "all",
        hand_known=turn["known"] == "all",
        secret_drawn=_secret_drawn(end["drawn"]),
        ranked_once=end["ranked"] == "once",
        start=MoveList("start", ((str(kind),) for kind in kinds)),
        keep=MoveList("keep", named if "keep" in bits else ()),
        give=_targeted("give", map(str, range(seats if "give" in bits else 0)), named),
        add=_targeted("add", ways, named),
        **_scored(card, kinds, blocks.sides if shares else tuple(range(seats))),
    )


WAYS = ("open", "secret")
AT_LAST = ("majorities", "sizes", "all_colours", "fewest")
_NOTHING: Mapping[str, Any] = {"points": (), "value": "nothing", "receiver": "nothing"}


def _deck(cards: Mapping[str, Any]) -> dict[Card, int]:
    """How many cards there are of each kind, colour by colour and value by value."""
    more = Counter(cards["more"])
    values = {*map(int, cards["values"]), *(int(name.partition("-")[2]) for name in more)}
    kinds = (Card(colour, value) for colour in cards["colours"] for value in sorted(values))
    copies = {kind: cards["values"].get(str(kind.value), 0) + more[str(kind)] for kind in kinds}
    return {kind: number for kind, number in copies.items() if number}


def _secret_drawn(drawn: int | str) -> int | None:
    if isinstance(drawn, int):
        return drawn
    return 0 if drawn == NEVER else None


def _bit_of(bits: Mapping[str, int], thing: str) -> int:
    """The bit of the action by which a thing is done."""
    return bits.get("add" if thing in WAYS else thing, 0) or bits.get(f"add_{thing}", 0)


def _known_to_all(card: Mapping[str, Any], seats: int) -> int:
    """From which place on all know the secret cards; the first ones were put there at the start."""
    if card["festival"]["known"] == "all":
        return 0
    return seats * (card["start"]["dealt"] - 1) if card["turn"]["known"] == "all" else UNKNOWN


def _scored(
    card: Mapping[str, Any], kinds: Iterable[Card], counted_with: tuple[int, ...]
) -> dict[str, Any]:
    """What scores points."""
    scoring, ranks = card["scoring"], len(card["cards"]["colours"])
    giving, keeping = scoring.get("giving", _NOTHING), scoring.get("keeping", _NOTHING)
    unranked = card["festival"]["unranked"]
    return {
        "giving": _by_rank(giving["points"], ranks, unranked),
        "keeping": _by_rank(keeping["points"], ranks, unranked),
        "added_value": tuple(kind.value if giving["value"] == "added" else 0 for kind in kinds),
        "thanked": giving["receiver"] == "keeping",
        "blocks_scored": tuple(id for id in ("giving", "keeping") if id in scoring),
        "majorities": _majorities(scoring["majorities"]) if "majorities" in scoring else None,
        "counted_with": counted_with,
        "sizes": sizes_of(scoring.get("sizes")),
        "all_colours": scoring.get("all_colours", {}).get("points"),
        "fewest": scoring.get("fewest", {}).get("points"),
        "scored_at_last": tuple(id for id in AT_LAST if id in scoring),
        "tie_breaks": card["tie_breaks"],
    }


def _by_rank(points: tuple[int, ...], ranks: int, unranked: str) -> tuple[int, ...]:
    """Points by rank, then those of a colour that has none."""
    listed = (*points, *(0 for _ in range(ranks - len(points))))
    return *listed, listed[-1] if unranked == "last" else 0


def _majorities(card: Mapping[str, Any]) -> Majorities:
    points = {int(rank): card["points"][rank] for rank in sorted(card["points"], key=int)}
    return Majorities(points, card["least"], card["decided_by"], card["ties"])


def _targeted(kind: str, targets: Iterable[str], named: Sequence[tuple[str, ...]]) -> MoveList:
    """A block of moves that name a target, and then perhaps a card."""
    return MoveList(kind, ((target, *card) for target in targets for card in named))
