"""What a schema cannot say about a Serendipity card.

That a game can reach its end follows from these: a Serendip or an own tile that is turned up stays
up for good, so every Serendip and every owned colour can become complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.engine.shared.meaning import AtStart, over_at_once, shared_checks
from tilerules.engine.shared.rules import by_seat
from tilerules.games.serendipity.rules import ALL, NEVER
from tilerules.ruleset.checking import Check

Own = Mapping[str, Mapping[str, Any]] | None  # what stands under `seats`


def _colours_for_all(each: int, own: Own, colours: Sequence[str], *, seats: int) -> str | None:
    needed = _owned(each, own, seats)
    if sum(needed) <= len(colours):
        return None
    for_each = f"{each} for each seat" if needed == [each] * seats else "for all seats together"
    return f"{sum(needed)} colours are needed, {for_each}, and there are only {len(colours)}"


def _owned(each: int, own: Own, seats: int) -> list[int]:
    """How many colours each seat owns."""
    return by_seat({"seats": own or {}}, "colours_each", each, seats)


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
    number: int | str,
    any_of: Sequence[str],
    all_of: Sequence[str],
    whose: str,
    each: int,
    own: Own,
    colours: Sequence[str],
    stays: str,
    *,
    seats: int,
) -> str | None:
    """As many colours as must be complete can be: owned ones, and others if they may stay up."""
    if "complete_colours" not in (*any_of, *all_of):
        return None
    owned = min(sum(_owned(each, own, seats)), len(colours))
    can = len(colours) if whose == "any" and stays != "never" else owned
    wanted = (len(colours) if whose == "any" else owned) if number == "all" else number
    if wanted <= can:  # type: ignore[operator]
        return None
    reason = "" if whose == "owned" else ", since tiles that nobody owns never stay up"
    return f"{wanted} colours cannot become complete, only the {can} that are owned{reason}"


def _surely_ends(
    any_of: Sequence[str], all_of: Sequence[str], limit: int | str, *, seats: int
) -> str | None:
    """Points may never be reached, and may fall again; all else comes when play goes on."""
    ways = [*([id] for id in any_of), *([all_of] if all_of else [])]
    if limit != NEVER or any("points" not in way for way in ways):
        return None
    if not ways:
        return "nothing stands under `any_of` or `all_of`, and there is no limit on turns"
    return "the points may never be reached: add another condition, or a limit on turns"


def _at_start(
    serendips_up: int | str,
    colours: int | str,
    serendips: int,
    own: Own,
    each: int,
    copies: int,
    face_down: Mapping[str, int] | None,
    *,
    seats: int,
) -> AtStart:
    """At the start nothing lies up; there may be points for what lies face down."""
    down = copies * (face_down["points"] if face_down else 0)
    waits = {
        "serendips_up": serendips if serendips_up == ALL else serendips_up,
        "complete_colours": colours,
    }
    return AtStart(
        points=[owned * down for owned in _owned(each, own, seats)],
        holds=[id for id, number in waits.items() if number == 0],
    )


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


def _uses_exist(uses: Any, own: Any, leave: Any, exchange: Any, *, seats: int) -> str | None:
    """What is limited can be done at all; `own` and `exchange` let tiles change places."""
    can = {
        "swap": leave and leave["swap"] != NEVER,
        "turning": any(block and block["turning"] != NEVER for block in (leave, exchange)),
        "exchange": own or exchange,
    }
    idle = next((thing for thing in uses or () if not can[thing]), None)
    return idle and f"under these rules there is no `{idle}` that could be used up"


def _something_scores(*blocks: Any, seats: int) -> str | None:
    return None if any(blocks) else "no block is left that scores"


def _matches_are_joined(matches: Any, serendips: Any, *, seats: int) -> str | None:
    if not matches or serendips:
        return None
    return "only joined Serendips can match: keep `serendips`, if need be with `points: 0`"


def _tie_breaks_score(tie_breaks: Sequence[str], *blocks: Any, seats: int) -> str | None:
    there_is: dict[str, Any] = dict(zip(_BLOCKS, blocks, strict=True))
    missing = next((id for id in tie_breaks if not there_is[f"scoring.{id}"]), None)
    return missing and f"`{missing}` cannot break a tie: there is no such block under `scoring`"


_BLOCKS = (
    "scoring.flowers",
    "scoring.serendips",
    "scoring.matches",
    "scoring.sizes",
    "scoring.rings",
    "scoring.lines",
    "scoring.apart",
    "scoring.face_down",
)
_TILES = ("tiles.colours", "tiles.copies", "tiles.serendips")

_CONDITIONS = ("end.any_of", "end.all_of")

CHECKS = (
    *shared_checks("points", "rounds"),
    Check("too_few_colours", ("colours_each", "seats", "tiles.colours"), _colours_for_all),
    Check("board_not_filled", ("board.side", *_TILES), _board_filled),
    Check("unknown_edge", ("tiles.serendip_edges", "tiles.colours"), _edges_known),
    Check("too_few_serendips", ("end.serendips_up", "tiles.serendips"), _serendips_enough),
    Check("too_few_serendips", ("turn.foreign.serendips", "tiles.serendips"), _enough_for_fate),
    Check("too_few_serendips", ("turn.unowned.serendips", "tiles.serendips"), _enough_for_fate),
    Check(
        "no_end",
        (
            "end.complete_colours",
            *_CONDITIONS,
            "end.whose",
            "colours_each",
            "seats",
            "tiles.colours",
            "turn.unowned.stays_up",
        ),
        _colours_to_complete,
    ),
    Check("no_end", (*_CONDITIONS, "end.turn_limit"), _surely_ends),
    over_at_once(
        _at_start,
        "end.serendips_up",
        "end.complete_colours",
        "tiles.serendips",
        "seats",
        "colours_each",
        "tiles.copies",
        "scoring.face_down",
    ),
    Check("endless_turn", ("turn.foreign.then", "turn.foreign.stays_up"), _turn_finishes),
    Check("endless_turn", ("turn.unowned.then", "turn.unowned.stays_up"), _turn_finishes),
    Check("no_option", ("turn.own.leave", "turn.own.exchange"), _an_option),
    Check("no_option", ("turn.serendip.leave", "turn.serendip.exchange"), _an_option),
    Check(
        "use_without_option",
        ("uses", "turn.own.exchange", "turn.serendip.leave", "turn.serendip.exchange"),
        _uses_exist,
    ),
    Check("nothing_scores", _BLOCKS, _something_scores),
    Check(
        "matches_without_serendips", ("scoring.matches", "scoring.serendips"), _matches_are_joined
    ),
    Check("tie_break_without_block", ("tie_breaks", *_BLOCKS), _tie_breaks_score),
)
