"""The leak battery: viewers get nothing but what they were told, however they ask for it.

A game says by `told`, from its rulebook and not from `observe`, what a viewer has been told after
some moves of a deal. Two deals that tell a viewer the same must look alike to this viewer on every
channel, ply by ply; and where they tell something else, the observations must differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

import attrs

from tilerules import library
from tilerules.data.source import Source
from tilerules.engine import play
from tilerules.engine.moves import Move
from tilerules.engine.offers import LegalMoves
from tilerules.engine.positions import Deal, State
from tilerules.errors import InvalidData
from tilerules.ruleset.ruleset import Ruleset
from tilerules.testing.channels import Said, of_state, of_viewer

Told: TypeAlias = Callable[[Any, Sequence[str], "int | None"], object]

_HEADING = ("format", "ruleset", "seats", "salt")


@attrs.frozen
class Played:
    """A deal and the moves made on it, in notation.

    Attributes:
        deal: of any game.
        moves: from the first on.

    >>> import tilerules as tr
    >>> from tilerules import testing
    >>> game = testing.Played(tr.deal(tr.load("flowers"), 2, seed=1), ("take 0", "place 1,0"))
    >>> [state.phase for state in game.states()]
    ['take', 'place', 'take']
    """

    deal: Any
    moves: tuple[str, ...]

    def states(self) -> Iterator[Any]:
        """The states, from the first on, as far as the moves are legal."""
        at = library.new_game(self.deal.ruleset, self.deal.seats, deal=self.deal)
        yield at
        for text in self.moves:
            kind, *args = text.split()
            move = Move(kind, tuple(args))
            if play.why_illegal(at, move):
                return
            at = play.apply_move(at, move)
            yield at


def any_move(legal: LegalMoves, chance: Random) -> Move:
    """A random legal move."""
    return legal[chance.randrange(len(legal))]


def nothing_more(at: Any, viewer: int | None) -> Said:
    """No further channels."""
    return {}


@attrs.frozen(kw_only=True)
class Secrets:
    """What a game tells its viewers, to be held against what they get.

    Attributes:
        told: what a viewer has been told after some moves (in notation) of a deal, as a value that
            can be compared: a small model written from the rulebook, apart from `observe`.
        dealt_otherwise: another game that tells a viewer the same for so many plies. By default it
            is found by exchanging what lies in the deal; a game in which others' hidden moves name
            what is hidden may have a better way, in which these moves differ too.
        also: further channels that must agree, by name.
        likely: picks a move; by default any. It should make every kind of thing happen.

    >>> from tilerules import load, testing
    >>> def told(deal, moves, viewer):
    ...     "All see which tile is turned up, wherever it was moved: too little is said here."
    ...     return [str(move) for move in moves]
    >>> battery = testing.Secrets(told=told)
    >>> battery.check(load("serendipity-small"), 2, seed=1, plies=8)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: a spectator was told the same by two deals, and yet after ply ...
    """

    told: Told
    dealt_otherwise: Callable[[Played, int, int | None, Random], Played] = attrs.field(
        default=attrs.Factory(lambda self: self.exchanged, takes_self=True)
    )
    also: Callable[[Any, int | None], Said] = nothing_more
    likely: Callable[[LegalMoves, Random], Move] = any_move

    def check(self, ruleset: Ruleset, seats: int, *, seed: int, plies: int = 200) -> None:
        """Play a game, and hold all laws for each of its viewers.

        `AssertionError` names the viewer, the ply and the channels that tell too much, or that a
        viewer's observation lacks something that the viewer was told.
        """
        game, chance = self.played(ruleset, seats, seed, plies), Random(seed)
        for viewer in (None, *range(seats)):
            for agreed in sorted({1, len(game.moves) // 2, len(game.moves)}):
                self.looks_alike(game, agreed, viewer, chance)
                self.is_complete(game, agreed, viewer, chance)

    def played(self, ruleset: Ruleset, seats: int, seed: int | bytes, plies: int) -> Played:
        """A game of so many likely moves, or a whole one if it is over before."""
        deal, chance = library.deal(ruleset, seats, seed=seed), Random(seed)
        at, texts = library.new_game(ruleset, seats, deal=deal), list[str]()
        while len(texts) < plies and not at.is_over:
            move = self.likely(play.legal_moves(at), chance)
            texts.append(str(move))
            at = play.apply_move(at, move)
        return Played(deal, tuple(texts))

    def looks_alike(self, game: Played, plies: int, viewer: int | None, chance: Random) -> int:
        """Another deal looks the same to a viewer as long as it tells the same; for how many plies.

        While it does, moves that are legal in one game are legal in the other. `AssertionError` if
        the two differ on a channel, or do not tell the same for so many plies.
        """
        other = self.dealt_otherwise(game, plies, viewer, chance)
        alike, before = 0, (None, None)
        for one, another in zip(game.states(), other.states(), strict=False):
            told = self.told(game.deal, game.moves[:alike], viewer)
            if told != self.told(other.deal, other.moves[:alike], viewer):
                break
            first = self._channels(one, viewer, before[0])
            second = self._channels(another, viewer, before[1])
            differ = [key for key in first if first[key] != second[key]]
            assert not differ, (
                f"{_named(viewer)} was told the same by two deals, and yet after ply {alike} these"
                f" differ: {', '.join(differ)}"
            )
            alike, before = alike + 1, (one, another)
        assert alike > plies, (
            f"two games that tell {_named(viewer)} the same part after ply {alike}"
        )
        return alike

    def _channels(self, at: State, viewer: int | None, before: State | None) -> Said:
        return {**of_viewer(at, viewer, before), **of_state(at), **self.also(at, viewer)}

    def is_complete(self, game: Played, plies: int, viewer: int | None, chance: Random) -> None:
        """Deals that tell a viewer something else, with the same moves, are observed otherwise.

        `AssertionError` if an observation lacks what the viewer was told.
        """
        told, seen = self._told_and_seen(game, plies, viewer)
        for deal in _changed(game.deal, chance, tries=24):
            other = Played(deal, game.moves[:plies])
            if len([*other.states()]) <= plies:
                continue
            told_otherwise, seen_otherwise = self._told_and_seen(other, plies, viewer)
            assert told == told_otherwise or seen != seen_otherwise, (
                f"{_named(viewer)} was told of what its observation after ply {plies} does not hold"
            )

    def _told_and_seen(
        self, game: Played, plies: int, viewer: int | None
    ) -> tuple[object, Mapping[str, Any]]:
        moves = game.moves[:plies]
        *_, at = Played(game.deal, moves).states()
        return self.told(game.deal, moves, viewer), library.observe(at, viewer).to_data()

    def exchanged(self, game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
        """Another deal, found by exchanges, each of which tells the viewer the same."""
        moves = game.moves[:plies]
        told = [self.told(game.deal, moves[:ply], viewer) for ply in range(plies + 1)]

        def tells_the_same(other: Deal, first: int) -> bool:
            later = range(first, plies + 1)
            return all(self.told(other, moves[:ply], viewer) == told[ply] for ply in later)

        def after_exchanges(first: int) -> Deal:
            deal: Deal = game.deal
            for _ in range(len(_things(_dealt(deal)))):
                for other in _changed(deal, chance, tries=1):
                    goes_on = len([*Played(other, moves).states()]) > plies
                    if goes_on and tells_the_same(other, first):
                        deal = other
            return deal

        # Mostly what is told at last holds all that was told before, which is asked for only once.
        deal = after_exchanges(first=plies)
        if not tells_the_same(deal, first=0):
            deal = after_exchanges(first=0)
        return Played(deal, game.moves)


def _named(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


# ---- deals that differ a little -------------------------------------------------------------


def _changed(deal: Deal, chance: Random, *, tries: int) -> Iterator[Deal]:
    """Deals in which two things have changed places, or one is as in a fresh deal."""
    heading = {key: value for key, value in deal.to_data().items() if key in _HEADING}
    fresh = library.deal(deal.ruleset, deal.seats, seed=chance.getrandbits(64))
    dealt = _dealt(deal)
    things = _things(dealt)
    for _ in range(tries):
        data = deepcopy(dealt)
        one = chance.choice(things)
        kind = type(_at(data, one))
        if chance.random() < 0.8:
            other = chance.choice([each for each in things if isinstance(_at(data, each), kind)])
            first, second = _at(data, one), _at(data, other)
            _put(data, one, second)
            _put(data, other, first)
        else:
            _put(data, one, _at(_dealt(fresh), one))
        try:
            source = Source({**heading, **data}).of("deal")
            yield deal.rules.game.deal_from(deal.rules, source)
        except InvalidData:
            continue


def _dealt(deal: Deal) -> dict[str, Any]:
    """What was dealt, as data."""
    return {key: value for key, value in deal.to_data().items() if key not in _HEADING}


Path: TypeAlias = "tuple[Any, ...]"


def _things(data: Any, path: Path = ()) -> list[Path]:
    """Where the things lie in data: texts, numbers, and mappings of nothing else."""
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    paths: list[Path] = []
    for key, value in inner:
        values = value.values() if isinstance(value, dict) else value
        is_thing = isinstance(value, str | int) or (
            isinstance(value, dict) and not any(isinstance(each, dict | list) for each in values)
        )
        paths += [(*path, key)] if is_thing else _things(value, (*path, key))
    return paths


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _put(data: Any, path: Path, thing: Any) -> None:
    _at(data, path[:-1])[path[-1]] = thing
