"""What holds of every score sheet and of every outcome."""

from __future__ import annotations

from functools import reduce
from operator import getitem

from tilerules import library
from tilerules.engine.positions import Position
from tilerules.engine.scoring import Outcome, ScoreBreakdown, ScoreLine
from tilerules.engine.shared.ending import points_together
from tilerules.testing.positions import hold


def scores_add_up(position: Position) -> None:
    """Each seat has a sheet whose lines are worth what their rules say, and add up."""
    sheets = library.score(position)
    seats = [sheet.seat for sheet in sheets]
    hold(seats == [*range(position.seats)], f"there are score sheets of the seats {seats}")
    for sheet in sheets:
        for line in sheet.lines:
            _is_by_its_rule(position, line)
        read = type(sheet).from_json(sheet.to_json())
        hold(read == sheet, f"the score sheet of seat {sheet.seat} that is read back is another")
    ended = library.outcome(position)
    hold((ended is not None) == position.is_over, "the game is over, and has no outcome")
    if ended:
        _is_ranked(position, ended, sheets)


def _is_by_its_rule(position: Position, line: ScoreLine) -> None:
    """The rule of a line is one of the card; a number there is paid for each thing, or once."""
    try:
        each = reduce(
            getitem, line.rule.key.split("."), position.ruleset.values_for(position.seats)
        )
    except (KeyError, TypeError):
        raise AssertionError(f"the rule of the line {line.id} is not in the card") from None
    place = position.ruleset.origin(line.rule.key, seats=position.seats)
    hold((line.rule.file, line.rule.line) == place, f"the rule of the line {line.id} is elsewhere")
    if isinstance(each, int) and line.place is None:
        said = (
            f"the line {line.id} has {line.points} points for {line.count}, and its rule is {each}"
        )
        hold(line.points in (line.count * each, each), said)


def _is_ranked(position: Position, ended: Outcome, sheets: tuple[ScoreBreakdown, ...]) -> None:
    """Every seat stands once, no side before another that has more points, partners together."""
    places = {seat: place for place, seats in enumerate(ended.ranking) for seat in seats}
    once = sorted(seat for seats in ended.ranking for seat in seats)
    hold(once == [*range(position.seats)], f"the ranking {ended.ranking} is not of all seats")
    hold(
        type(ended).from_json(ended.to_json()) == ended, "the outcome that is read back is another"
    )
    sides, totals = position.rules.shared.sides, points_together(position.rules, sheets)
    apart = any(places[seat] != places[side] for seat, side in enumerate(sides))
    hold(not apart, "partners stand in different places")
    points = [totals[side] for side in sorted({*sides}, key=places.__getitem__)]
    hold(points == sorted(points, reverse=True), f"the sides are ranked with the points {points}")
