"""A Flowers card read for one number of seats, and the tables worked out from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.engine.offers import ListedRuns, MoveList
from tilerules.engine.shared.rules import Shared, by_seat, shared, sizes_of
from tilerules.games.flowers.blocks import MoveGrid
from tilerules.games.flowers.lengths import DISCARDING, Supply, supply
from tilerules.games.flowers.rules import NEVER, VIOLET, Card, Pattern, Rules, Scoring
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.garden import Grid, grid


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    start, deck, blocks = card["start"], _deck(card["cards"]), shared(card, seats)
    violet = start["violet"] if start["card"] == VIOLET else None
    kinds = (*deck, Card(None, 0)) if violet else tuple(deck)
    given = supply(
        sum(deck.values()), card["piles"], card["turn"], card["end"], seats, begins=not violet
    )
    widths = [_limit(each) for each in by_seat(card, "width", card["garden"]["width"], seats)]
    heights = [_limit(each) for each in by_seat(card, "height", card["garden"]["height"], seats)]
    plot = _plot(given.most_placed, widths, heights, card["garden"]["placing"])
    covers = _covers(card["cover"], start, has_violet=violet is not None)
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=blocks,
        kinds=kinds,
        number={str(kind): number for number, kind in enumerate(kinds)},
        deck=tuple(deck.values()),
        colours=card["cards"]["colours"],
        violet=violet,
        violet_card=len(deck) if violet else None,
        widths=tuple(widths),
        heights=tuple(heights),
        is_limited=any(limit is not None for limit in (*widths, *heights)),
        sweep=card["turn"]["sweep"],
        **_piles(card["piles"], given),
        **_ground(card["garden"], plot),
        **covers,
        **_ending(card, given, blocks),
        scoring=_scoring(card["scoring"]),
        tie_breaks=card["tie_breaks"],
        **_moves(given, plot, deck, covering=covers["cover"] != NEVER or covers["cover_violet"]),
    )


def _piles(piles: Mapping[str, Any], given: Supply) -> dict[str, Any]:
    """What lies in the piles, what is seen of it, and what becomes of it."""
    is_display, number = piles["dealt"] == "display", len(given.sizes)
    return {
        "sizes": given.sizes,
        "is_display": is_display,
        "open_piles": piles["number"] if is_display else number - piles["hidden"],
        "fanned": _fanned(piles, number),
        "shown_at_once": piles["next_shown"] == "at_once",
        "turn": given.turn,
        "most_turns": given.most_turns,
        "most_placed": given.most_placed,
    }


def _fanned(piles: Mapping[str, Any], number: int) -> int:
    """How many piles, the first ones, all see from top to bottom."""
    if piles["known"] == "top":
        return 0
    return number if piles["dealt"] == "display" else number - piles["hidden"]


def _ground(garden: Mapping[str, Any], plot: Grid) -> dict[str, Any]:
    """The cells of a garden, and which of them touch."""
    near = {"sides": plot.sides, "corners_too": plot.around}
    return {"grid": plot, "near": near[garden["touching"]], "beside": near[garden["placing"]]}


def _covers(
    cover: Mapping[str, Any], start: Mapping[str, Any], *, has_violet: bool
) -> dict[str, Any]:
    """Which cards may be covered."""
    depth = _limit(cover.get("depth", NEVER))
    return {
        "cover": cover["cards"],
        "depth": depth,
        "cover_violet": has_violet and start["cover_violet"] == "may",
        "covers_all": cover["cards"] == "any" and depth is None and not has_violet,
    }


def _ending(card: Mapping[str, Any], given: Supply, blocks: Shared) -> dict[str, Any]:
    """When the game ends."""
    ends, is_display = blocks.ends, card["piles"]["dealt"] == "display"
    usual = (ends.any_of, ends.all_of, given.empty_piles) == (("empty_piles",), (), 1)
    return {
        "empty_piles": given.empty_piles,
        "full_gardens": card["end"].get("full_gardens"),
        "ends_usually": usual and not is_display,
    }


def _moves(
    given: Supply, plot: Grid, deck: Mapping[Card, int], *, covering: bool
) -> dict[str, Any]:
    """The blocks of all moves, which name a card where a seat can have several in hand."""
    names_cards = given.turn.most_in_hand > 1
    named = [(str(kind),) for kind in deck] if names_cards else [()]
    takeable = range(given.takeable)
    take = MoveList("take", ((str(pile),) for pile in takeable))
    return {
        "names_cards": names_cards,
        "namable": len(named),
        "takeable": takeable,
        "taking": ListedRuns([(take, takeable)]),
        "take": take,
        "place": MoveGrid("place", plot, named),
        "covering": MoveGrid("cover", plot, named, possible=covering),
        "discard": MoveList("discard", named if DISCARDING in given.turn.steps else ()),
    }


def _limit(value: int | str) -> int | None:
    return None if isinstance(value, str) else value


def _plot(
    reach: int, widths: Sequence[int | None], heights: Sequence[int | None], placing: str
) -> Grid:
    """The cells that the largest garden may reach."""
    across, down = (
        max(reach if limit is None else limit - 1 for limit in limits)
        for limits in (widths, heights)
    )
    return grid(reach, across, down, diagonal=placing == "corners_too")


def _deck(cards: Mapping[str, Any]) -> dict[Card, int]:
    """How many cards there are of each kind; those with a butterfly are among the others."""
    values = sorted(map(int, cards["values"]))
    deck: dict[Card, int] = {
        Card(colour, value): cards["values"][str(value)]
        for colour in cards["colours"]
        for value in values
    }
    for name in cards["butterflies"]:
        colour, value, butterfly = name.split("-")
        kind = Card(colour, int(value), butterfly)
        deck[kind] = deck.get(kind, 0) + 1
        deck[Card(colour, int(value))] -= 1
    return {kind: copies for kind, copies in deck.items() if copies}


def _scoring(card: Mapping[str, Any]) -> Scoring:
    none: Mapping[str, Any] = {}
    fields, butterflies = card.get("fields", none), card.get("butterflies", none)
    squares, lines = card.get("squares", none), card.get("lines", none)
    return Scoring(
        steps=card["steps"],
        each={step: card[step]["points"] for step in card["steps"] if step != "sizes"},
        least=fields.get("least", 1),
        fields_counted=fields.get("counted"),
        fields_number=fields.get("number", 1),
        butterflies_counted=butterflies.get("counted"),
        sizes=sizes_of(card.get("sizes")) or (),
        squares=Pattern(squares.get("side", 1), squares.get("of") == "colour"),
        lines=Pattern(lines.get("length", 1), lines.get("of") == "colour"),
        least_of_all=card.get("all_colours", none).get("least", 1),
    )
