"""`Match`: several games in a row by the same rules, whose points are added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

from tilerules import library
from tilerules.data.source import Source
from tilerules.data.text import Data
from tilerules.engine.data import RULES
from tilerules.engine.moves import Move
from tilerules.engine.positions import Deal, Rules, State, rules_for, rules_named
from tilerules.engine.scoring import Outcome
from tilerules.engine.shared.rules import stay_together, together
from tilerules.errors import InvalidData
from tilerules.record import Record, Result, names_from, record_from, replayed
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.values import FrozenMap
from tilerules.table.shuffle import stream_of
from tilerules.wording import counted, shortened

MOST_GAMES = 100
"""So many games has a match at most."""
GAME = ("tags", "deal", "moves", "result")
"""What is written of each game; its rules and the names are those of the match."""


@attrs.frozen(eq=False, repr=False)
class Match(Data):
    """Several games in a row, which the same players play by the same rules.

    Players are numbered from 0, and keep number and name from game to game. In the first game each
    sits on the seat of its number. Where the rules let the start rotate, all move by one seat from
    game to game, so that player 1 begins game 1.

    A match holds the whole truth, the deals of games to come included, and so it belongs to the
    server. It is never changed: `play` gives another one.

    Attributes:
        game: the number, from 0, of the game that is played; of the last one when all are over.

    >>> import tilerules as tr
    >>> match = tr.Match.start(tr.load("flowers"), 2, games=2, seed=7, names=["Ann", "Bob"])
    >>> while match.game == 0:
    ...     match = match.play(tr.legal_moves(match.state)[0])
    >>> match
    <Match of flowers, 2 seats, 2 games: game 1, 0 moves>
    >>> match.player_to_move, match.record.names
    (1, ('Bob', 'Ann'))
    """

    game: int
    _games: tuple[Record, ...] = attrs.field(alias="games")

    # ---- games that are played --------------------------------------------------------------

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        seats: int,
        *,
        games: int | None = None,
        seed: int | bytes | None = None,
        deals: Iterable[Deal] | None = None,
        names: Iterable[str] = (),
    ) -> Match:
        """The match in which no move has been made; all its games are dealt.

        Args:
            games: how many there are; by default as many as there are deals, or as the card says,
                or one.
            seed: what the seeds of all games are drawn from; by default 32 fresh secret bytes. The
                seed itself is not kept.
            deals: those of the games in a row, in place of a seed.
            names: one for each player, or none.

        `WrongSeats` if the ruleset is not for this number of seats; `ValueError` for deals of other
        rules, another number of games than there may be, or names that cannot be, and if partners
        would not stay together.
        """
        rules = rules_for(ruleset, seats)
        if deals is None:
            number = _block(ruleset, seats).get("games", 1) if games is None else games
            _check_games(number)
            dealt = [library.deal(ruleset, seats, seed=each) for each in _seeds(seed, number)]
        elif seed is not None:
            raise ValueError("a match has a seed or deals, not both")
        elif not isinstance(deals, Iterable):
            raise TypeError("deals are a list, with one for each game")
        else:
            dealt = list(deals)
            _check_games(len(dealt))
        if games not in (None, len(dealt)):
            raise ValueError(f"expected {counted(len(dealt), 'game')}, one for each deal")
        if problem := _parted(rules, len(dealt)):
            raise ValueError(problem)
        records = [Record.start(ruleset, seats, deal=deal) for deal in dealt]
        return _match(records).noted(names=names)

    def play(self, move: Move) -> Match:
        """The match with one more move; `IllegalMove` if it is not legal.

        The move is that of the player to move, by its seat. When a game is over, the next one has
        begun. It costs the same however long the match is.
        """
        return self._with(self.record.play(move))

    def _with(self, record: Record) -> Match:
        """The match in which the game that is played has another record."""
        before, after = self._games[: self.game], self._games[self.game + 1 :]
        games = (*before, record, *after)
        return Match(_due(games, self.game), games)

    def noted(
        self,
        *,
        names: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        remark: str | None = None,
    ) -> Match:
        """The match with other names of its players, and other notes of the game that is played.

        Args:
            names: one for each player, for all games.
            tags: those of the game that is played, in place of those before.
            remark: what lies outside the rules in that game.

        What is not given stays, and what is empty is taken away. `ValueError` as for a record.
        """
        match = self._with(self.record.noted(tags=tags, remark=remark))
        if names is None:
            return match
        called = match._games[0].noted(names=names).names
        return Match(match.game, tuple(match._named(called)))

    def _named(self, names: Sequence[str]) -> Iterator[Record]:
        """The games, each with the names of the players on its seats."""
        for game, record in enumerate(self._games):
            on_seats = [self.player_of(seat, game=game) for seat in range(self.seats)]
            yield record.noted(names=[names[player] for player in on_seats] if names else ())

    # ---- what it holds ----------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules of all games."""
        return self.record.ruleset

    @property
    def seats(self) -> int:
        """How many seats there are, and as many players."""
        return self.record.seats

    @property
    def games(self) -> int:
        """How many games the match has."""
        return len(self._games)

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each player, or nothing."""
        return self._games[0].names

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals of all games, those to come included: not for a client."""
        return tuple(record.deal for record in self._games if record.deal)

    @property
    def record(self) -> Record:
        """The record of the game that is played, with the names on its seats."""
        return self._games[self.game]

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all games that have begun."""
        return self._games[: self.game + 1]

    @property
    def state(self) -> State:
        """The state of the game that is played; when all games are over, the end of the last."""
        return self.record.state

    @property
    def is_over(self) -> bool:
        """Whether all games have ended."""
        return self.state.is_over

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._games == other._games

    def __hash__(self) -> int:
        return hash(self._games)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._games)

    def __repr__(self) -> str:
        seats, games = counted(self.seats, "seat"), counted(self.games, "game")
        moves = counted(len(self.record.moves), "move")
        return f"<Match of {self.ruleset.id}, {seats}, {games}: game {self.game}, {moves}>"

    # ---- who sits where ---------------------------------------------------------------------

    def seat_of(self, player: int, *, game: int | None = None) -> int:
        """The seat of a player, in the game that is played or in another; `ValueError` if none."""
        return (self._number(player, "player") - self._moved(game)) % self.seats

    def player_of(self, seat: int, *, game: int | None = None) -> int:
        """The player on a seat, in the game that is played or in another; `ValueError` if none."""
        return (self._number(seat, "seat") + self._moved(game)) % self.seats

    @property
    def player_to_move(self) -> int | None:
        """The player whose move it is; None when all games are over."""
        seat = self.state.to_move
        return None if seat is None else self.player_of(seat)

    def _moved(self, game: int | None) -> int:
        """By how many seats the players have moved in a game."""
        number = self.game if game is None else self._number(game, "game")
        return number if _rotates(self.ruleset, self.seats) else 0

    def _number(self, number: int, thing: str) -> int:
        """A number of a player, a seat or a game that there is."""
        most = self.games if thing == "game" else self.seats
        if type(number) is not int or not 0 <= number < most:
            many = f"they go from 0 to {most - 1}"
            raise ValueError(f"there is no {thing} {shortened(number)}; {many}")
        return number

    # ---- points -----------------------------------------------------------------------------

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player, added up over the games that have ended."""
        totals = [0] * self.seats
        for game, result in enumerate(self._results()):
            for seat, points in enumerate(result.points or ()):
                totals[self.player_of(seat, game=game)] += points
        return tuple(totals)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, its ranking of players; None while it goes on.

        Most points win. What partners have is added up, and they stand together; who has the same
        points shares a place. It was cut short if a limit ended one of its games.
        """
        if not self.is_over:
            return None
        points = together(self.state.rules.shared.sides, self.points)
        ranked = sorted(range(self.seats), key=lambda player: -points[player])
        places = groupby(ranked, key=points.__getitem__)
        cut_short = any(each.outcome and each.outcome.cut_short for each in self._results())
        return Outcome(tuple(tuple(tied) for _, tied in places), "points", cut_short)

    def _results(self) -> list[Result]:
        """The results of the games that have ended."""
        ended = self._games[: self.game + self.is_over]
        return [record.result for record in ended if record.result]

    # ---- data -------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The match as JSON data, its rules written out: the whole truth of all its games."""
        games = [record.to_data() for record in self._games]
        return {
            **{key: games[0][key] for key in RULES},
            "names": list(self.names),
            "games": [{key: game[key] for key in GAME} for game in games],
        }

    @classmethod
    def from_data(cls, data: object) -> Match:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be.

        All moves are made, and all results compared.
        """
        source = Source(data).of("match")
        source.keys((*RULES, "names", "games"))
        rules = rules_named(source)
        names = names_from(source.entry("names", []), rules.seats)
        entries = list(source.entry("games").items())
        if not 1 <= len(entries) <= MOST_GAMES:
            raise source.fault_at("games", f"expected 1 to {MOST_GAMES} games, not {len(entries)}")
        if problem := _parted(rules, len(entries)):
            raise source.fault_at("games", problem)
        return _match(_games_from(rules, entries)).noted(names=names)


def _match(records: Iterable[Record]) -> Match:
    """The match of these games, whose first ones may be over."""
    games = tuple(records)
    return Match(_due(games, 0), games)


def _restored(game: int, games: tuple[Record, ...]) -> Match:
    """A copy of a match; the game that is played is replayed once."""
    return Match(game, (*games[:game], *map(replayed, games[game:])))


def _due(games: Sequence[Record], game: int) -> int:
    """The number of the first game, from one on, that is not over; else of the last one."""
    while games[game].state.is_over and game + 1 < len(games):
        game += 1
    return game


def _block(ruleset: Ruleset, seats: int) -> Mapping[str, Any]:
    """What a card says of matches."""
    none: FrozenMap[Any] = FrozenMap({})
    block: Mapping[str, Any] = ruleset.table(
        ("match", seats), lambda: ruleset.values_for(seats).get("match", none)
    )
    return block


def _rotates(ruleset: Ruleset, seats: int) -> bool:
    """Whether the players move on from game to game."""
    return _block(ruleset, seats).get("start") != "fixed"


def _parted(rules: Rules, games: int) -> str | None:
    """What is wrong if partners do not stay together as the players move on; else None."""
    stay = stay_together(rules.shared.sides)
    if games > 1 and not stay and _rotates(rules.ruleset, rules.seats):
        return "partners do not stay together when all move by one seat; let the start be fixed"
    return None


# ---- deals ----------------------------------------------------------------------------------


def _check_games(number: object) -> None:
    """A match has a number of games that there may be."""
    if type(number) is not int or not 1 <= number <= MOST_GAMES:
        raise ValueError(f"a match has 1 to {MOST_GAMES} games, not {shortened(number)}")


def _seeds(seed: int | bytes | None, games: int) -> list[bytes]:
    """A seed for each game: as many bytes of the stream of the match, in their order."""
    stream = stream_of(seed, "match")
    return [stream.seed() for _ in range(games)]


# ---- data -----------------------------------------------------------------------------------


def _games_from(rules: Rules, entries: Iterable[Source]) -> Iterator[Record]:
    """The games of a match, each checked; none has moves before those in front of it are over."""
    going_on: int | None = None
    for number, entry in enumerate(entries):
        record = _game_from(rules, entry)
        if record.moves and going_on is not None:
            raise entry.fault_at("moves", f"no move can be made before game {going_on} is over")
        try:
            record = replayed(record)
        except InvalidData as error:
            raise InvalidData(f"{entry.path}.{error.path}", error.problem) from error
        if going_on is None and not record.state.is_over:
            going_on = number
        yield record


def _game_from(rules: Rules, source: Source) -> Record:
    """A game of a match, whose rules and names stand in the whole; its moves are not tried."""
    game = source.of("record")
    for key, entry in game.entries():
        if key in (*RULES, "names"):
            raise entry.fault("stands beside `games`, for the whole of the match")
    game.keys(GAME)
    game.entry("deal")  # a record may begin with a position, and this one may not
    return record_from(rules, game)
