"""The end of a game of Serendipity."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilerules.engine.scoring import Outcome, outcome
from tilerules.engine.shared.ending import has_come, points_reached, rounds_played
from tilerules.engine.shared.rules import BROKEN_OFF
from tilerules.engine.shared.tally import Tally, before_turn, in_last_turns
from tilerules.games.serendipity.rules import UP, CellNumbers, Rules
from tilerules.games.serendipity.scoring import score, scores
from tilerules.games.serendipity.state import NOBODY, Table


def serendips_up(rules: Rules, board: bytes) -> int:
    """How many Serendips lie face up."""
    return len(board.translate(None, rules.not_serendip_up))


# ---- the conditions of the end --------------------------------------------------------------


def end_has_come(rules: Rules, board: bytes, down: CellNumbers, owner: bytes, turns: int) -> bool:
    """Whether the conditions of the end hold after so many turns."""
    if len(down) > rules.most_down or serendips_up(rules, board) < rules.fewest_serendips:
        return False
    return has_come(rules.shared.ends, lambda id: _HOLDS[id](rules, board, owner, turns))


def _enough_serendips(rules: Rules, board: bytes, owner: bytes, turns: int) -> bool:
    return serendips_up(rules, board) >= rules.end.serendips_up


def _enough_colours(rules: Rules, board: bytes, owner: bytes, turns: int) -> bool:
    """Whether enough colours lie face up with all their flowers."""
    whose, wanted = rules.end.whose, rules.end.complete_colours
    counting = [colour for colour, seat in enumerate(owner) if seat != NOBODY or whose == "any"]
    complete = sum(board.count(colour | UP) == rules.copies for colour in counting)
    return complete >= (len(counting) if wanted is None else wanted)


def _enough_points(rules: Rules, board: bytes, owner: bytes, turns: int) -> bool:
    return points_reached(rules, scores(rules, board, owner))


def _enough_rounds(rules: Rules, board: bytes, owner: bytes, turns: int) -> bool:
    return rounds_played(rules, turns)


_HOLDS: Mapping[str, Callable[[Rules, bytes, bytes, int], bool]] = {
    "serendips_up": _enough_serendips,
    "complete_colours": _enough_colours,
    "points": _enough_points,
    "rounds": _enough_rounds,
}

# ---- when the game is over ------------------------------------------------------------------


def ended_by_choice(table: Table, board: bytes, down: CellNumbers) -> bool:
    """Whether the end, looked at after each choice, has come within a turn, on such a board."""
    rules = table.rules
    return (
        rules.end.looked_at == "choice"
        and end_has_come(rules, board, down, table.owner, table.turns)
        and not in_last_turns(table)
    )


def nothing_to_play(rules: Rules, down: CellNumbers, turns: int) -> bool:
    """Whether no turn can begin: nothing lies face down, or the limit on turns is reached."""
    limit = rules.end.turn_limit
    return not down or (limit is not None and turns >= limit)


def turn_begins(table: Table, seat: int) -> tuple[Tally | None, bool]:
    """The tally where the turn of a seat would begin now, and whether the game is over instead."""
    rules = table.rules
    come = end_has_come(rules, table.board, table.down, table.owner, table.turns)
    tally, over = before_turn(rules, table.tally, seat, come=come)
    return tally, over or nothing_to_play(rules, table.down, table.turns)


def can_be_over(table: Table) -> bool:
    """Whether a game may have ended like this."""
    return nothing_to_play(table.rules, table.down, table.turns) or not is_cut_short(table)


def is_cut_short(table: Table) -> bool:
    """Whether only the limit on turns has ended the game."""
    rules = table.rules
    if rules.shared.ends.round != BROKEN_OFF:
        return bool(table.down) and table.turns_left != 0
    come = end_has_come(rules, table.board, table.down, table.owner, table.turns)
    return bool(table.down) and not come


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""
    tie_breaks = [(id, lambda score, id=id: score.count(id)) for id in table.rules.tie_breaks]
    return outcome(table.rules, score(table), tie_breaks, cut_short=is_cut_short(table))
