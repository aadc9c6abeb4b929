"""The laws that every game must hold to, looked at in random games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias

from tilerules import library
from tilerules.engine import events as happenings
from tilerules.engine import play
from tilerules.engine.moves import Move
from tilerules.engine.positions import State
from tilerules.record import Record
from tilerules.ruleset.ruleset import Ruleset
from tilerules.testing import determinizations, purity
from tilerules.testing.leaks import Secrets, Told
from tilerules.testing.positions import (
    hold,
    judged,
    moves_agree,
    replayed,
    round_trips,
    seen_alike,
    stepped,
)
from tilerules.testing.scores import scores_add_up

Things: TypeAlias = Callable[[Any], Iterable[object]]

MOST_PLIES = 5_000
LOOKED_AT = 6
LOOKED_AT_QUICKLY = 3
TOLD_PLIES = 24


class Play:
    """A random game, and the place in it where a law is looked at."""

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        seed: int,
        told: Told | None,
        things: Things | None,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        self.ruleset, self.seats, self.seed = ruleset, seats, seed
        self.told, self.things, self.card = told, things, card
        self.ply = 0
        self.states: list[State] = []
        self.chance = Random(seed)

    def holds(self, laws: Mapping[str, Callable[[Play], None]]) -> None:
        """Play the game, and look at these laws one after another."""
        with self._named("ending"):
            self._play()
        for law, check in laws.items():
            with self._named(law):
                check(self)

    @contextmanager
    def _named(self, law: str) -> Generator[None, None, None]:
        """Name the law, and where it is looked at, in what goes wrong."""
        try:
            yield
        except Exception as error:
            said = f"{error}" if isinstance(error, AssertionError) else repr(error)
            card = f", card {json.dumps(self.card)}" if self.card else ""
            where = f"{self.ruleset.id}, {self.seats} seats, seed {self.seed}, ply {self.ply}{card}"
            raise AssertionError(f"{law}: {said} ({where})") from error

    def _play(self) -> None:
        self.deal = library.deal(self.ruleset, self.seats, seed=self.seed)
        at = library.new_game(self.ruleset, self.seats, deal=self.deal)
        self.states.append(at)
        while not at.is_over:
            hold(at.ply < MOST_PLIES, f"the game does not end within {MOST_PLIES} plies")
            moves = play.legal_moves(at)
            hold(len(moves), "nobody can move, and the game is not over")
            at = play.apply_move(at, moves[self.chance.randrange(len(moves))])
            self.states.append(at)
            self.ply = at.ply

    @property
    def moves(self) -> list[str]:
        """The moves, in notation."""
        return [str(state.last_move) for state in self.states[1:]]

    def all(self) -> Iterator[State]:
        """Every position."""
        for ply, state in enumerate(self.states):
            self.ply = ply
            yield state

    def some(self) -> Iterator[State]:
        """A few positions, the first and the last among them."""
        last = len(self.states) - 1
        steps = (LOOKED_AT if self.card is None else LOOKED_AT_QUICKLY) - 1
        for ply in sorted({last * step // steps for step in range(steps + 1)}):
            self.ply = ply
            yield self.states[ply]

    def world(self, state: State) -> purity.World:
        """Arguments for all functions, of this position."""
        earlier = self.states[max(0, state.ply - 1)]
        return purity.World(self.deal, earlier, state, self.seed, (*self.tried(state),))

    def tried(self, state: State) -> list[Move]:
        """Legal moves, moves of the action space, and moves that never are."""
        space, legal = library.action_space(state.ruleset, state.seats), play.legal_moves(state)
        chance = Random(state.ply)
        moves = [*legal[:: 1 + len(legal) // 5]]
        moves += [space.move(chance.randrange(len(space))) for _ in range(10)]
        strange = [Move(moves[-1].kind, (*moves[-1].args, "x")), Move(moves[-1].kind), Move("x")]
        return [*moves, *strange]


# ---- the laws -------------------------------------------------------------------------------


def _conservation(game: Play) -> None:
    if game.things is None:
        return
    there = Counter(game.things(game.states[0]))
    for state in game.all():
        lying = Counter(game.things(state))
        hold(lying == there, f"more {[*(lying - there)][:5]} and less {[*(there - lying)][:5]}")
        if state.ply % 7 == 0:
            drawn = library.determinize(library.observe(state, None), game.seed)
            hold(
                len([*game.things(drawn)]) == there.total(),
                "a state that is drawn has more or less",
            )


def _immutability(game: Play) -> None:
    purity.attributes_stay(game.deal)
    purity.fields_stay(game.deal)
    purity.data_are_fresh(game.deal)
    for state in game.some():
        seen = library.observe(state, 0)
        for value in (state, seen):
            purity.fields_stay(value)
            purity.data_are_fresh(value)
            if state.ply in (0, len(game.states) - 1):
                purity.attributes_stay(value)
        if not state.is_over:
            stepped(state, str(game.states[state.ply + 1].last_move))


def _purity(game: Play) -> None:
    same = Play(game.ruleset, game.seats, game.seed, None, None)
    same.holds({})
    for state in game.some():
        equal = same.world(same.states[state.ply])
        purity.arguments_stay_and_results_repeat(game.world(state), equal)
    purity.no_chance_and_no_clock_is_read(game.world(game.states[len(game.states) // 2]))


def _legality(game: Play) -> None:
    for state in game.some():
        moves_agree(state)
        for move in game.tried(state):
            judged(state, move)


def _views(game: Play) -> None:
    for state in game.some():
        seen_alike(state)


def _round_trips(game: Play) -> None:
    deal = type(game.deal).from_json(game.deal.to_json())
    hold(
        (deal, hash(deal)) == (game.deal, hash(game.deal)), "the deal that is read back is another"
    )
    hold(deal.commitment == game.deal.commitment, "the deal that is read back has another layout")
    rules = type(game.ruleset).from_json(game.ruleset.to_json())
    hold(rules == game.ruleset, "the ruleset that is read back is another one")
    for state in game.some():
        round_trips(state)


def _events(game: Play) -> None:
    before = game.states[0]
    for state in [*game.all()][1:]:
        game.ply = state.ply
        for viewer in (None, *range(game.seats)):
            pair = [library.observe(at, viewer) for at in (before, state)]
            for event in happenings.events(pair[0], pair[1]):
                read = happenings.Event.from_json(event.to_json())
                hold(
                    (type(read), read) == (type(event), event), f"{event!r} is read back otherwise"
                )
                hold(str(event).isprintable(), f"the line of {event!r} cannot be printed")
        before = state


def _replay(game: Play) -> None:
    game.ply = len(game.moves)
    hold(replayed(game.states[0], game.moves) == game.states[-1], "the moves lead elsewhere")
    record = Record.start(game.ruleset, game.seats, seed=game.seed)
    for text in game.moves:
        record = record.play(library.parse_move(record.state, text))
    read = Record.from_json(record.to_json())
    hold([*read.states()] == game.states, "the record is replayed otherwise")


def _scores(game: Play) -> None:
    for state in game.some():
        scores_add_up(state)


def _determinizations(game: Play) -> None:
    for state in game.some():
        determinizations.fits_all_viewers(state, game.seed)


def _leaks(game: Play) -> None:
    if game.told is not None:
        secrets = Secrets(told=game.told)
        secrets.check(game.ruleset, game.seats, seed=game.seed, plies=TOLD_PLIES)


def _evenness(game: Play) -> None:
    determinizations.as_likely_as_dealt(game.ruleset, game.seats)
    for state in (game.states[len(game.states) // 2], game.states[-1]):
        game.ply = state.ply
        determinizations.as_likely_to_all(state)


LAWS: Mapping[str, Callable[[Play], None]] = {
    "conservation": _conservation,
    "immutability": _immutability,
    "purity": _purity,
    "legality": _legality,
    "views": _views,
    "scores": _scores,
    "events": _events,
    "round trips": _round_trips,
    "replay": _replay,
    "determinizations": _determinizations,
    "leaks": _leaks,
}
QUICK: Sequence[str] = ("conservation", "legality", "round trips", "scores", "determinizations")
EVENNESS: Mapping[str, Callable[[Play], None]] = {"evenness": _evenness}
