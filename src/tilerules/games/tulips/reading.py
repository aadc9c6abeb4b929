"""A Tulips card read for one number of seats, and the tables worked out from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilerules.engine.offers import MoveList
from tilerules.engine.shared.rules import shared, sizes_of
from tilerules.games.tulips.rules import NEVER, UNKNOWN, Card, Majorities, Rules
from tilerules.ruleset.ruleset import Ruleset

WAYS = ("open", "secret")
AT_LAST = ("majorities", "sizes", "all_colours", "fewest")
_NOTHING: Mapping[str, Any] = {"points": (), "value": "nothing", "receiver": "nothing"}


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    deck, start, blocks = _deck(card["cards"]), card["start"], shared(card, seats)
    kinds, actions = tuple(deck), _actions(card["turn"]["actions"])
    turn = _turn(card["turn"], kinds)
    shares = card.get("partners", {}).get("bouquets") == "shared"
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=blocks,
        deck=tuple(deck.values()),
        **_kinds(kinds, card["cards"]["colours"]),
        first_cards=start["festival"],
        left_out=start["left_out"],
        dealt=start["dealt"],
        latest_first=card["festival"]["equal_sums"] == "latest_first",
        **turn,
        **actions,
        limit_bits={
            use.thing: 1 << len(actions["bits"]) + at for at, use in enumerate(blocks.uses)
        },
        ends_early=bool(blocks.ends.any_of or blocks.ends.all_of),
        known_to_all=_known_to_all(card, seats),
        secret_open=card["festival"]["known"] == "all",
        secret_drawn=_secret_drawn(card["end"]["drawn"]),
        ranked_once=card["end"]["ranked"] == "once",
        **_scored(card, kinds, blocks.sides if shares else tuple(range(seats))),
        **_moves(kinds, seats, actions, together=turn["together"]),
    )


def _kinds(kinds: Sequence[Card], colours: Sequence[str]) -> dict[str, Any]:
    """The kinds of cards, and what each of them is."""
    return {
        "kinds": kinds,
        "number": {str(kind): number for number, kind in enumerate(kinds)},
        "colours": colours,
        "colour": tuple(colours.index(kind.colour) for kind in kinds),
        "value": tuple(kind.value for kind in kinds),
    }


def _turn(turn: Mapping[str, Any], kinds: Sequence[Card]) -> dict[str, Any]:
    """What a seat draws in its turn, and who sees it."""
    together = turn["drawing"] == "together"
    return {
        "draws": turn["draws"],
        "together": together,
        "first_draw": turn["draws"] if together else 1,
        "namable": len(kinds) if together else 1,
        "hand_known": turn["known"] == "all",
    }


def _actions(actions: Sequence[str]) -> dict[str, Any]:
    """The bits by which the actions of a turn are told apart."""
    bits = {action: 1 << place for place, action in enumerate(actions)}
    action_bits = {thing: _bit_of(bits, thing) for thing in ("keep", "give", *WAYS)}
    ways = tuple(way for way in WAYS if action_bits[way])
    return {"bits": bits, "action_bits": action_bits, "ways": ways}


def _moves(
    kinds: Sequence[Card], seats: int, actions: Mapping[str, Any], *, together: bool
) -> dict[str, Any]:
    """The blocks of all moves, which name a card where a seat has several in hand."""
    named = [(str(kind),) for kind in kinds] if together else [()]
    targets = map(str, range(seats if "give" in actions["bits"] else 0))
    return {
        "start": MoveList("start", ((str(kind),) for kind in kinds)),
        "keep": MoveList("keep", named if "keep" in actions["bits"] else ()),
        "give": _targeted("give", targets, named),
        "add": _targeted("add", actions["ways"], named),
    }


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
