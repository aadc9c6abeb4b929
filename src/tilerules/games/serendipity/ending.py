"""The end of a game of Serendipity."""

from __future__ import annotations

from tilerules.games.serendipity.rules import UP, CellNumbers, Rules
from tilerules.games.serendipity.state import NOBODY, Table


def serendips_up(rules: Rules, board: bytes) -> int:
    """How many Serendips lie face up."""
    return len(board.translate(None, rules.not_serendip_up))


def ended(rules: Rules, board: bytes, down: CellNumbers, owner: bytes) -> bool:
    """Whether enough Serendips and enough complete colours lie face up."""
    end = rules.end
    if len(down) > rules.most_down or serendips_up(rules, board) < end.serendips_up:
        return False
    counting = [colour for colour, seat in enumerate(owner) if seat != NOBODY or end.whose == "any"]
    complete = sum(board.count(colour | UP) == rules.copies for colour in counting)
    return complete >= (len(counting) if end.complete_colours is None else end.complete_colours)


def ended_by_choice(rules: Rules, board: bytes, down: CellNumbers, owner: bytes) -> bool:
    """Whether the end, looked at after each choice, has come within a turn."""
    return rules.end.looked_at == "choice" and ended(rules, board, down, owner)


def at_end(table: Table) -> bool:
    """Whether the game is over if a turn were to begin now."""
    return end_has_come(table.rules, table.board, table.down, table.owner, table.turns)


def end_has_come(rules: Rules, board: bytes, down: CellNumbers, owner: bytes, turns: int) -> bool:
    """Whether the game is over if a turn were to begin on such a board, after so many turns."""
    limit = rules.end.turn_limit
    return not down or (limit is not None and turns >= limit) or ended(rules, board, down, owner)


def is_cut_short(table: Table) -> bool:
    """Whether only the limit on turns has ended the game."""
    return bool(table.down) and not ended(table.rules, table.board, table.down, table.owner)
