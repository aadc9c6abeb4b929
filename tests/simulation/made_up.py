"""Games that nobody has played: only what is counted of them."""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.simulation.summary import Result, Summary, summed_up


def game(
    plies: int = 10,
    points: Sequence[int] = (1, 0),
    *,
    offered: int = 30,
    winners: Sequence[int] = (0,),
    cut_short: bool = False,
) -> Result:
    """What is counted of a game that had a turn for every two plies."""
    return Result(plies, plies // 2, tuple(points), tuple(winners), cut_short, offered)


def summary(games: Sequence[Result], seats: int = 2, ruleset: str = "made-up") -> Summary:
    """The summary of these games."""
    none = Summary(
        ruleset=ruleset,
        digest="0" * 64,
        seats=seats,
        policies=("nobody",) * seats,
        seed=1,
        points=((),) * seats,
        wins=((),) * seats,
    )
    return summed_up(none, 0, games)
