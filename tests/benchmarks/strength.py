"""How well policies play: one of them in each seat in turn, the other in all other seats.

    python -m tests.benchmarks.strength greedy uniform --games 10
    python -m tests.benchmarks.strength search greedy flowers:1 tulips:2 --iterations 100

`lead` is the points of the first policy less the mean of those of the others, and `wins` the share
of games that it has won, in which a shared win counts as a part; both with intervals of 95 %. Of
equals the lead is 0, and the share of wins is `even`. With one seat both policies play each deal,
and who has more points has won. With the same arguments the table is the same.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Sequence
from functools import partial

import attrs

import tilerules as tr
from tilerules.bots.policies import POLICIES
from tilerules.simulation.estimates import Estimate, Sample, mean, share
from tilerules.simulation.playing import game_of

SEATS = {"serendipity": range(2, 7), "flowers": range(1, 5), "tulips": range(2, 7)}
TABLES = [f"{id}:{seats}" for id, numbers in SEATS.items() for seats in numbers]
HEAD = ("game", "seats", "who", "against", "games", "lead", "wins", "even")


def main(given: Sequence[str] | None = None) -> None:
    """Play, and print a line for each table as soon as it is done."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("who", choices=POLICIES)
    parser.add_argument("against", choices=POLICIES)
    parser.add_argument("tables", nargs="*", default=TABLES, help="as flowers:2; by default all")
    parser.add_argument("--games", type=int, default=10, help="in each seat of a table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, help="of search; by default its own number")
    args = parser.parse_args(given)
    policies = dict(POLICIES)
    if args.iterations is not None:
        policies["search"] = partial(tr.search, iterations=args.iterations)
    print(row(HEAD), row("---" for _ in HEAD), sep="\n")
    for table in args.tables:
        id, _, seats = table.partition(":")
        rules, who, against = tr.load(id), policies[args.who], policies[args.against]
        challenge = Challenge(rules, int(seats), who, against, args.seed)
        games = args.games * challenge.seats
        lead, wins = challenge.played(games)
        even = f"{1 / max(2, challenge.seats):.0%}"
        about = (id, seats, args.who, args.against, games)
        print(row((*about, said(lead, ".1f"), said(wins, ".0%"), even)), flush=True)


def row(cells: Iterable[object]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def said(found: Estimate, form: str) -> str:
    """An estimate with its interval."""
    assert found.ends, "there are at least 2 games"
    low, high = found.ends
    return f"{found.value:{form}} ({low:{form}} to {high:{form}})"


@attrs.frozen
class Challenge:
    """Games of one policy against another."""

    ruleset: tr.Ruleset
    seats: int
    who: tr.Policy
    against: tr.Policy
    seed: int

    def played(self, games: int) -> tuple[Estimate, Estimate]:
        """The lead and the share of wins."""
        found = [self.alone(n) if self.seats == 1 else self.among(n) for n in range(games)]
        leads, wins = zip(*found, strict=True)
        return mean(_sample(leads)), share(_sample(wins))

    def among(self, number: int) -> tuple[float, float]:
        """The lead in one game, and the part of the win."""
        seat = number % self.seats
        players = [self.who if each == seat else self.against for each in range(self.seats)]
        end = game_of(self.ruleset, players, self.seed, number).end
        outcome = tr.outcome(end)
        assert outcome is not None, "a game is played to its end"
        points = [sheet.total for sheet in tr.score(end)]
        mine = points.pop(seat)
        won = seat in outcome.winners
        return mine - statistics.mean(points), won / len(outcome.winners) if won else 0.0

    def alone(self, number: int) -> tuple[float, float]:
        """The same for one player: of both policies with the same deal."""
        ends = [
            game_of(self.ruleset, [each], self.seed, number).end
            for each in (self.who, self.against)
        ]
        mine, others = (tr.score(end)[0].total for end in ends)
        return mine - others, (mine > others) + (mine == others) / 2


def _sample(values: Sequence[float]) -> Sample:
    return Sample(statistics.mean(values), statistics.variance(values), len(values))


if __name__ == "__main__":
    main()
