"""What a schema cannot say about a Serendipity card.

That a game can reach its end follows from these: a Serendip or an own tile that is turned up stays
up for good, so every Serendip and every owned colour can become complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilerules.ruleset.checking import Check


def _colours_for_all(each: int, colours: Sequence[str], *, seats: int) -> str | None:
    if each * seats <= len(colours):
        return None
    there_are = f"there are only {len(colours)}"
    return f"{each * seats} colours are needed, {each} for each seat, and {there_are}"


def _board_filled(
    side: int, colours: Sequence[str], copies: int, serendips: int, *, seats: int
) -> str | None:
    cells, tiles = 3 * side * (side - 1) + 1, len(colours) * copies + serendips
    if cells == tiles:
        return None
    parts = f"{len(colours)} colours of {copies}, and {serendips} Serendips"
    return f"a side of {side} makes {cells} cells, and there are {tiles} tiles ({parts})"


def _edges_known(edges: Sequence[str], colours: Sequence[str], *, seats: int) -> str | None:
    unknown = next((edge for edge in edges if edge not in colours), None)
    return unknown and f"the edge `{unknown}` is no colour of these tiles"


def _serendips_enough(number: int | str, serendips: int, *, seats: int) -> str | None:
    if isinstance(number, str) or number <= serendips:
        return None
    return f"{number} Serendips cannot lie face up: there are only {serendips}"


def _enough_for_fate(serendips: int | None, there_are: int, *, seats: int) -> str | None:
    return None if serendips is None else _serendips_enough(serendips, there_are, seats=seats)


def _colours_to_complete(
    number: int | str, whose: str, each: int, colours: Sequence[str], stays: str, *, seats: int
) -> str | None:
    """As many colours as must be complete can be: owned ones, and others if they may stay up."""
    owned = min(each * seats, len(colours))
    can = len(colours) if whose == "any" and stays != "never" else owned
    wanted = (len(colours) if whose == "any" else owned) if number == "all" else number
    if wanted <= can:  # type: ignore[operator]
        return None
    reason = "" if whose == "owned" else ", since tiles that nobody owns never stay up"
    return f"{wanted} colours cannot become complete, only the {can} that are owned{reason}"


def _something_to_wait_for(
    serendips_up: int | str, colours: int | str, serendips: int, *, seats: int
) -> str | None:
    waits = colours != 0 or (serendips if serendips_up == "all" else serendips_up) != 0
    return None if waits else "the game would be over before the first tile is turned up"


def _turn_finishes(then: str, stays: str, *, seats: int) -> str | None:
    if then != "must_reveal" or stays != "never":
        return None
    return (
        "a turn might never end: such tiles go back, "
        "and there would always be a duty to turn up one more"
    )


def _an_option(leave: Any, exchange: Any, *, seats: int) -> str | None:
    return (
        None
        if leave or exchange
        else "neither `leave` nor `exchange` is left for the seat to choose"
    )


def _something_scores(flowers: Any, serendips: Any, matches: Any, *, seats: int) -> str | None:
    return None if flowers or serendips or matches else "no block is left that scores"


def _matches_are_joined(matches: Any, serendips: Any, *, seats: int) -> str | None:
    if not matches or serendips:
        return None
    return "only joined Serendips can match: keep `serendips`, if need be with `points: 0`"


def _tie_breaks_score(
    tie_breaks: Sequence[str], flowers: Any, serendips: Any, matches: Any, *, seats: int
) -> str | None:
    blocks = {"flowers": flowers, "serendips": serendips, "matches": matches}
    missing = next((id for id in tie_breaks if not blocks[id]), None)
    return missing and f"`{missing}` cannot break a tie: there is no such block under `scoring`"


_BLOCKS = ("scoring.flowers", "scoring.serendips", "scoring.matches")
_TILES = ("tiles.colours", "tiles.copies", "tiles.serendips")

CHECKS = (
    Check("too_few_colours", ("colours_each", "tiles.colours"), _colours_for_all),
    Check("board_not_filled", ("board.side", *_TILES), _board_filled),
    Check("unknown_edge", ("tiles.serendip_edges", "tiles.colours"), _edges_known),
    Check("too_few_serendips", ("end.serendips_up", "tiles.serendips"), _serendips_enough),
    Check("too_few_serendips", ("turn.foreign.serendips", "tiles.serendips"), _enough_for_fate),
    Check("too_few_serendips", ("turn.unowned.serendips", "tiles.serendips"), _enough_for_fate),
    Check(
        "no_end",
        (
            "end.complete_colours",
            "end.whose",
            "colours_each",
            "tiles.colours",
            "turn.unowned.stays_up",
        ),
        _colours_to_complete,
    ),
    Check(
        "over_at_once",
        ("end.serendips_up", "end.complete_colours", "tiles.serendips"),
        _something_to_wait_for,
    ),
    Check("endless_turn", ("turn.foreign.then", "turn.foreign.stays_up"), _turn_finishes),
    Check("endless_turn", ("turn.unowned.then", "turn.unowned.stays_up"), _turn_finishes),
    Check("no_option", ("turn.own.leave", "turn.own.exchange"), _an_option),
    Check("no_option", ("turn.serendip.leave", "turn.serendip.exchange"), _an_option),
    Check("nothing_scores", _BLOCKS, _something_scores),
    Check(
        "matches_without_serendips", ("scoring.matches", "scoring.serendips"), _matches_are_joined
    ),
    Check("tie_break_without_block", ("tie_breaks", *_BLOCKS), _tie_breaks_score),
)
