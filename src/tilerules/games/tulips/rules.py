"""The values of a Tulips card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList, Runs
from tilerules.ruleset.ruleset import Ruleset

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
        criteria: what puts one seat before another, in this order.
        ties: what becomes of seats that are equal in all of that.
    """

    points: Mapping[int, tuple[int, ...]]
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
        added_bits: the bit of the action that each way belongs to.
        secret_drawn: how many secret cards are drawn at the end; None: all of them.
        ranked_once: whether these change the ranking only after all of them.
        giving, keeping: points by rank; those of a colour that has none stand last.
        added_value: what each kind adds to the points for giving.
        thanked: whether the receiver of a card scores for keeping it.
        blocks_scored: those of giving and keeping that the card has.
        offered: what a seat is offered that has done some actions, worked out when it is asked for.
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
    added_bits: tuple[int, ...]
    secret_drawn: int | None
    ranked_once: bool
    giving: tuple[int, ...]
    keeping: tuple[int, ...]
    added_value: tuple[int, ...]
    thanked: bool
    blocks_scored: tuple[str, ...]
    majorities: Majorities | None
    tie_breaks: tuple[str, ...]
    start: MoveList
    keep: MoveList
    give: MoveList
    add: MoveList
    offered: dict[tuple[int, int], Runs] = attrs.field(factory=dict)

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
    start, turn, scoring, end = card["start"], card["turn"], card["scoring"], card["end"]
    deck, colours = _deck(card["cards"]), card["cards"]["colours"]
    kinds, together = tuple(deck), turn["drawing"] == "together"
    bits = {action: 1 << place for place, action in enumerate(turn["actions"])}
    added = {way: bits.get("add", bits.get(f"add_{way}")) for way in ("open", "secret")}
    ways = {way: bit for way, bit in added.items() if bit is not None}
    giving, keeping = scoring.get("giving", _NOTHING), scoring.get("keeping", _NOTHING)
    named = [(str(kind),) for kind in kinds] if together else [()]
    ranks, unranked = len(colours), card["festival"]["unranked"]
    return Rules(
        ruleset=ruleset,
        seats=seats,
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
        added_bits=tuple(ways.values()),
        secret_drawn=_secret_drawn(end["drawn"]),
        ranked_once=end["ranked"] == "once",
        giving=_by_rank(giving["points"], ranks, unranked),
        keeping=_by_rank(keeping["points"], ranks, unranked),
        added_value=tuple(kind.value if giving["value"] == "added" else 0 for kind in kinds),
        thanked=giving["receiver"] == "keeping",
        blocks_scored=tuple(id for id in ("giving", "keeping") if id in scoring),
        majorities=_majorities(scoring["majorities"]) if "majorities" in scoring else None,
        tie_breaks=card["tie_breaks"],
        start=MoveList("start", ((str(kind),) for kind in kinds)),
        keep=MoveList("keep", named if "keep" in bits else ()),
        give=_targeted("give", map(str, range(seats if "give" in bits else 0)), named),
        add=_targeted("add", ways, named),
    )


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


def _by_rank(points: tuple[int, ...], ranks: int, unranked: str) -> tuple[int, ...]:
    """Points by rank, then those of a colour that has none."""
    listed = (*points, *(0 for _ in range(ranks - len(points))))
    return *listed, listed[-1] if unranked == "last" else 0


def _majorities(card: Mapping[str, Any]) -> Majorities:
    points = {int(rank): card["points"][rank] for rank in sorted(card["points"], key=int)}
    return Majorities(points, card["decided_by"], card["ties"])


def _targeted(kind: str, targets: Iterable[str], named: Sequence[tuple[str, ...]]) -> MoveList:
    """A block of moves that name a target, and then perhaps a card."""
    return MoveList(kind, ((target, *card) for target in targets for card in named))
