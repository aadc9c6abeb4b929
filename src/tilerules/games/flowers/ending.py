"""The end of a game of Flowers: its conditions, what remains once they hold, and the ranking."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs

from tilerules.engine.scoring import Outcome, ScoreBreakdown, outcome
from tilerules.engine.shared.ending import has_come, points_reached, rounds_played
from tilerules.engine.shared.rules import BROKEN_OFF
from tilerules.engine.shared.tally import Tally, after_turn, before_turn
from tilerules.games.flowers.piles import Stock, without_cards
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.scoring import score, scores
from tilerules.games.flowers.state import Deal, Garden, State, Table, start

Plots = tuple[Garden, ...]


def after_turn_of(
    rules: Rules, tally: Tally | None, stock: Stock, plots: Plots, turns: int, seat: int
) -> tuple[Tally | None, bool]:
    """The tally after a turn of a seat, and whether the game is over.

    Args:
        turns: how many are finished, this one included.
    """
    if rules.ends_usually and tally is None:
        return None, not all(stock)
    come = end_has_come(rules, stock, plots, turns)
    return _with_cards(rules, stock, after_turn(rules, tally, seat, come=come))


def started(deal: Deal) -> State:
    """The first state of a deal; handicaps or the size of gardens may bring the end at once."""
    state = start(deal)
    if state.rules.ends_usually:
        return state
    tally, over = before_turn_of(state, 0)
    return attrs.evolve(state, tally=tally, to_move=None if over else 0)


def before_turn_of(position: State, seat: int) -> tuple[Tally | None, bool]:
    """The same for a position that was read in, in which the turn of a seat would begin."""
    rules, stock = position.rules, position.stock
    come = end_has_come(rules, stock, position.plots, position.turns)
    return _with_cards(rules, stock, before_turn(rules, position.tally, seat, come=come))


def _with_cards(
    rules: Rules, stock: Stock, found: tuple[Tally | None, bool]
) -> tuple[Tally | None, bool]:
    """The tally and whether the game is over, as it is in any case when no card is left."""
    tally, over = found
    return (tally, False) if any(stock) and not over else (closed(rules, tally), True)


def closed(rules: Rules, tally: Tally | None) -> Tally | None:
    """The tally of a game that is over: no turn is left, even if the cards have run out first."""
    if tally is None or rules.shared.ends.round == BROKEN_OFF:
        return tally
    return tally._replace(turns_left=0)


def may_be_over(position: State) -> bool:
    """Whether a position that was read in can be the end of a game."""
    rules, stock = position.rules, position.stock
    return (
        not any(stock)
        or position.turns_left == 0
        or end_has_come(rules, stock, position.plots, position.turns)
    )


# ---- the conditions -------------------------------------------------------------------------


def end_has_come(rules: Rules, stock: Stock, plots: Plots, turns: int) -> bool:
    """Whether the conditions of the end hold after so many turns."""

    def holds(id: str) -> bool:
        return _HOLDS[id](rules, stock, plots, turns)

    return has_come(rules.shared.ends, holds)


def _empty_piles(rules: Rules, stock: Stock, plots: Plots, turns: int) -> bool:
    return without_cards(rules, stock) >= rules.empty_piles


def _full_gardens(rules: Rules, stock: Stock, plots: Plots, turns: int) -> bool:
    sizes = zip(plots, rules.widths, rules.heights, strict=True)
    full = sum(len(garden.cells) == (width or 0) * (height or 0) for garden, width, height in sizes)
    return full >= (rules.full_gardens or 1)


def _points(rules: Rules, stock: Stock, plots: Plots, turns: int) -> bool:
    return points_reached(rules, scores(rules, plots))


def _rounds(rules: Rules, stock: Stock, plots: Plots, turns: int) -> bool:
    return rounds_played(rules, turns)


_HOLDS: dict[str, Callable[[Rules, Stock, Plots, int], bool]] = {
    "empty_piles": _empty_piles,
    "full_gardens": _full_gardens,
    "points": _points,
    "rounds": _rounds,
}

# ---- the ranking of the seats ---------------------------------------------------------------


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""
    tie_breaks = [
        (id, _TIE_BREAKS.get(id) or partial(ScoreBreakdown.count, id=id))
        for id in table.rules.tie_breaks
    ]
    return outcome(table.rules, score(table), tie_breaks, cut_short=False)


_TIE_BREAKS: dict[str, Callable[[ScoreBreakdown], int]] = {
    "discards": lambda score: -score.count("discards"),
    "butterflies": lambda score: sum(line.id == "butterflies" for line in score.lines),
}
