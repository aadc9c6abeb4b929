"""Pebbles is held to all laws of a game."""

from collections.abc import Sequence

from tilerules.testing import check_game
from tilerules_pebbles.game import Deal, State


def told(deal: Deal, moves: Sequence[str], viewer: int | None) -> object:
    """All hear each move; a number is shown to who looks at it, and to all when it is taken."""
    heard: list[tuple[str, int | None]] = []
    for turn, move in enumerate(moves):
        kind, place = move.split()
        shown = kind == "take" or turn % deal.seats == viewer
        heard.append((move, deal.row[int(place)] if shown else None))
    return heard


def things(state: State) -> Sequence[int]:
    """The pebbles, whoever has them."""
    return state.row


def test_pebbles() -> None:
    """All that the battery looks at."""
    check_game("pebbles", told=told, things=things)
