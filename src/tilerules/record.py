"""`Record`: a game as data, which can be kept for ever, published and played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

import attrs

from tilerules import library, registry
from tilerules.data.source import LARGEST, Source, no_line
from tilerules.data.text import Data
from tilerules.engine.data import RULES
from tilerules.engine.moves import Move, move_from
from tilerules.engine.play import apply_move
from tilerules.engine.positions import Deal, Rules, State, rules_for, rules_named
from tilerules.engine.scoring import Outcome, outcome_from
from tilerules.errors import IllegalMove, InvalidData, NotationError
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.values import FrozenMap
from tilerules.wording import counted, listed, shortened

LONGEST_NOTE = 200
"""So many signs has a name, a tag or a remark at most."""

Line: TypeAlias = "tuple[Line, Move] | None"
"""Moves in a row, the last one outermost: to add one costs the same however many there are."""


@attrs.frozen
class Result:
    """How a game came out, as its record says.

    Attributes:
        points: of each seat; None until the game is over by its rules.
        outcome: as `outcome()` gives it; None until the game is over by its rules.
        remark: what lies outside the rules, as that a seat has resigned; None if nothing does.

    >>> import tilerules as tr
    >>> record = tr.Record.start(tr.load("flowers"), 2, seed=7)
    >>> record.result is None
    True
    >>> record.noted(remark="seat 1 has resigned").result
    Result(points=None, outcome=None, remark='seat 1 has resigned')
    """

    points: tuple[int, ...] | None
    outcome: Outcome | None
    remark: str | None = None


@attrs.frozen(eq=False, repr=False)
class Record(Data):
    """A game as data: its rules, written out, what it began with, and its moves.

    It holds the whole truth, and so it belongs to the server, or to everybody once it is published.
    A record is never changed: `play` gives another one.

    Attributes:
        begun: what the game began with: a deal, or a position.
        names: a name for each seat, or nothing.
        tags: whatever else there is to say, as `{"place": "Berlin"}`.
        result: how the game came out; None while it goes on and there is nothing to remark.

    >>> import tilerules as tr
    >>> record = tr.Record.start(tr.load("serendipity"), 2, seed=7, names=["Ann", "Bob"])
    >>> record = record.play(tr.Move("choose", ("red",))).play(tr.Move("choose", ("blue",)))
    >>> record
    <Record of serendipity, 2 seats, 2 moves>
    >>> tr.Record.from_json(record.to_json()).state == record.state
    True
    """

    begun: Deal | State
    names: tuple[str, ...]
    tags: FrozenMap[str]
    result: Result | None
    _line: Line = attrs.field(alias="line")
    _length: int = attrs.field(alias="length")
    _state: State | None = attrs.field(alias="state")

    # ---- a game that is played --------------------------------------------------------------

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        seats: int,
        *,
        seed: int | bytes | None = None,
        deal: Deal | None = None,
        position: State | None = None,
        names: Iterable[str] = (),
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of a game in which no move has been made.

        It begins with the deal of a seed, with a deal, or with any position, as for a puzzle.

        Args:
            ruleset: the rules of the game.
            seats: how many seats there are.
            seed: what the deal is drawn from; by default 32 fresh secret bytes. The seed itself is
                not kept.
            deal: in place of a seed.
            position: in place of both.
            names: one for each seat, or none.
            tags: whatever else there is to say.

        `WrongSeats` if the ruleset is not for this number of seats; `ValueError` for more than one
        beginning, one of other rules, or notes that cannot be.
        """
        rules = rules_for(ruleset, seats)
        begun: Deal | State
        if position is None:
            if deal is None:
                deal, seed = library.deal(ruleset, seats, seed=seed), None
            begun, state = deal, library.new_game(ruleset, seats, seed=seed, deal=deal)
        elif seed is not None or deal is not None:
            raise ValueError("a game begins with a position, or else with a seed or a deal")
        elif not isinstance(position, State) or position.rules != rules:
            raise ValueError(f"this is no position of {ruleset.id} for {counted(seats, 'seat')}")
        else:
            begun = state = position
        record = cls(begun, (), FrozenMap({}), _result(state), None, 0, state)
        return record.noted(names=names, tags=tags)

    def play(self, move: Move) -> Record:
        """The record with one more move; `IllegalMove` if it is not legal.

        `InvalidData`, as `states` raises it, for a faulty record that was read. It costs the same
        however long the game is; only a record that has just been read is replayed first.
        """
        before = replayed(self) if self._state is None else self
        state = apply_move(before.state, move)
        result = _result(state, before.result)
        line = (self._line, move)
        return Record(self.begun, self.names, self.tags, result, line, self._length + 1, state)

    def noted(
        self,
        *,
        names: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        remark: str | None = None,
    ) -> Record:
        """The record with other notes; what is not given stays, and what is empty is taken away.

        Args:
            names: one for each seat.
            tags: all of them, in place of those before.
            remark: what lies outside the rules, for `result`.

        `ValueError` if there is not a name for each seat, or if a note is not a text of one line
        with at most 200 signs; `TypeError` for names that are no list, or tags that are no mapping.
        """
        if isinstance(names, str) or not isinstance(names, Iterable | None):
            raise TypeError("names are a list, with one for each seat")
        if not isinstance(tags, Mapping | None):
            raise TypeError("tags are a mapping, as {'place': 'Berlin'}")
        called = self.names if names is None else tuple(names)
        tagged = self.tags if tags is None else FrozenMap(tags)
        if called and len(called) != self.seats:
            raise ValueError(f"expected {counted(self.seats, 'name')}, not {len(called)}")
        result = self.result
        if remark is not None:
            result = attrs.evolve(result or Result(None, None), remark=remark or None)
        for note in (*called, *tagged, *tagged.values(), remark or ""):
            if problem := no_line(note, LONGEST_NOTE):
                raise ValueError(problem)
        result = None if result == Result(None, None) else result
        return attrs.evolve(self, names=called, tags=tagged, result=result)

    # ---- what it holds ----------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self.begun.ruleset

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.begun.seats

    @property
    def deal(self) -> Deal | None:
        """The deal that the game began with; None if it was a position."""
        return self.begun if isinstance(self.begun, Deal) else None

    @property
    def position(self) -> State | None:
        """The position that the game began with; None if it was a deal."""
        return self.begun if isinstance(self.begun, State) else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves; those of a record that was read as they were written."""
        out: list[Move] = []
        line = self._line
        while line is not None:
            line, move = line
            out.append(move)
        return tuple(reversed(out))

    @property
    def notice(self) -> str | None:
        """A sentence, if the bundled rules of this id are others by now; None if they are not.

        The game is replayed by its own rules in any case.
        """
        rules = self.ruleset
        if not registry.is_known(rules.id):
            return None
        bundled = registry.bundled(rules.id)
        if (bundled, bundled.edition) == (rules, rules.edition):
            return None
        if bundled.edition == rules.edition:
            return f"the rules of this game are not those that are bundled as {rules.id}"
        return (
            f"{rules.id} has changed: this game follows edition {rules.edition}, which the record"
            f" holds, and edition {bundled.edition} is bundled"
        )

    def _content(self) -> tuple[Any, ...]:
        return self.begun, self.names, self.tags, self.result, self.moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __reduce__(self) -> tuple[Any, ...]:
        return _record, self._content()

    def __repr__(self) -> str:
        seats, moves = counted(self.seats, "seat"), counted(self._length, "move")
        return f"<Record of {self.ruleset.id}, {seats}, {moves}>"

    # ---- replayed ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state after all moves; `InvalidData`, as `states` raises it, for a faulty one."""
        return self.at(self._length) if self._state is None else self._state

    def states(self) -> tuple[State, ...]:
        """The first state, and the state after each move; every move is checked.

        `InvalidData` at `moves[n]`, counted from 0, with the seat and the refusal, if a move cannot
        be made; at `result` if the game did not come out so.
        """
        states = tuple(self._replayed())
        _check_result(self.result, states[-1])
        return states

    def at(self, ply: int) -> State:
        """The state after so many moves; `IndexError` if there are not so many.

        `InvalidData` if one of these moves cannot be made, as `states` raises it.
        """
        self._check_number(ply)
        return next(islice(self._replayed(), ply, None))

    def back(self, plies: int) -> Record:
        """The record without its last moves, so many, and without its result.

        `IndexError` if there are not so many.
        """
        self._check_number(plies)
        moves = self.moves[: self._length - plies]
        return _record(self.begun, self.names, self.tags, None, moves)

    def _check_number(self, plies: int) -> None:
        if type(plies) is not int or not 0 <= plies <= self._length:
            moves = counted(self._length, "move")
            raise IndexError(f"this record has {moves}; there is no move {shortened(plies)}")

    def _replayed(self) -> Iterator[State]:
        """The states, one by one."""
        state: State = self.position or self.begun.rules.game.start(self.begun)
        yield state
        for number, move in enumerate(self.moves):
            state = _after(state, move, f"moves[{number}]")
            yield state

    # ---- data -------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The record as JSON data, its rules written out: the whole truth of the game."""
        data = self.begun.to_data(whole=True)
        return {
            **{key: data.pop(key) for key in RULES},
            "names": list(self.names),
            "tags": dict(sorted(self.tags.items())),
            "deal" if self.deal else "position": data,
            "moves": [move.to_data() for move in self.moves],
            "result": self.result and _result_data(self.result),
        }

    @classmethod
    def from_data(cls, data: object) -> Record:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be.

        The moves are not tried: `state`, `states` and `at` do that.
        """
        source = Source(data).of("record")
        source.keys((*RULES, "names", "tags", "deal", "position", "moves", "result"))
        return record_from(rules_named(source), source)


def _record(
    begun: Deal | State,
    names: tuple[str, ...],
    tags: FrozenMap[str],
    result: Result | None,
    moves: Iterable[Move],
) -> Record:
    """A record of moves that have not been tried."""
    line: Line = None
    length = 0
    for move in moves:
        line, length = (line, move), length + 1
    return Record(begun, names, tags, result, line, length, None)


def replayed(record: Record) -> Record:
    """The record, checked as by `states`, with its last state and its result kept."""
    state = record.state
    _check_result(record.result, state)
    return attrs.evolve(record, state=state, result=_result(state, record.result))


# ---- moves and results ----------------------------------------------------------------------

OPEN = "open, for the game goes on"


def _after(state: State, move: Move, path: str) -> State:
    """The state after a move of a record; a short form is completed."""
    try:
        try:
            return apply_move(state, move)
        except IllegalMove:
            return apply_move(state, library.parse_move(state, str(move)))
    except (IllegalMove, NotationError) as error:
        who = "nobody can" if state.is_over else f"seat {state.to_move} cannot"
        problem = f"{who} make the move {shortened(str(move))}: {error}"
        raise InvalidData(path, problem) from error


def _result(state: State, before: Result | None = None) -> Result | None:
    """The result of a game that is over, with the remark of an earlier one; else the earlier."""
    ended = library.outcome(state)
    if ended is None:
        return before
    points = tuple(sheet.total for sheet in library.score(state))
    return Result(points, ended, before.remark if before else None)


def _check_result(result: Result | None, last: State) -> None:
    """That a result is what the rules give."""
    said = result or Result(None, None)
    found = _result(last) or Result(None, None)
    if said.points not in (None, found.points):
        points = found.points and listed(found.points)
        raise InvalidData("result.points", f"by the rules they are {points or OPEN}")
    if said.outcome not in (None, found.outcome):
        data = found.outcome and found.outcome.to_data()
        raise InvalidData("result.outcome", f"by the rules it is {data or OPEN}")


# ---- data -----------------------------------------------------------------------------------


def record_from(rules: Rules, source: Source) -> Record:
    """The record in data that follow these rules; its moves are not tried."""
    return _record(
        _begun_from(rules, source),
        names_from(source.entry("names", []), rules.seats),
        FrozenMap(dict(_tags_from(source.entry("tags", {})))),
        _result_from(source.entry("result", None), rules.seats),
        tuple(map(move_from, source.entry("moves").items())),
    )


def names_from(source: Source, seats: int) -> tuple[str, ...]:
    """A name for each seat, or none."""
    names = tuple(each.line(LONGEST_NOTE) for each in source.items())
    if names and len(names) != seats:
        raise source.fault(f"expected {counted(seats, 'name')}, or none")
    return names


def _tags_from(source: Source) -> Iterator[tuple[str, str]]:
    for key, tag in source.entries():
        if problem := no_line(key, LONGEST_NOTE):
            raise source.fault(problem)
        yield key, tag.line(LONGEST_NOTE)


def _begun_from(rules: Rules, source: Source) -> Deal | State:
    """What a game began with: a deal or a position, whose rules are those of the record."""
    keys = source.keys()
    kinds = [key for key in ("deal", "position") if key in keys]
    if len(kinds) != 1:
        raise source.fault("expected `deal` or `position`, one of the two")
    begun = source.entry(kinds[0])
    for key, entry in begun.entries():
        if key in RULES:
            raise entry.fault("stands beside `moves`, for the whole of the record")
    game = rules.game
    if kinds == ["deal"]:
        return game.deal_from(rules, begun.of("deal"))
    return game.state_from(rules, begun.of("state"))


def _result_data(result: Result) -> dict[str, Any]:
    return {
        "points": result.points and list(result.points),
        "outcome": result.outcome and result.outcome.to_data(),
        "remark": result.remark,
    }


def _result_from(source: Source, seats: int) -> Result | None:
    if source.value is None:
        return None
    source.keys(("points", "outcome", "remark"))
    points, ended, remark = (source.entry(key, None) for key in ("points", "outcome", "remark"))
    totals = None
    if points.value is not None:
        totals = tuple(each.whole(-LARGEST, LARGEST) for each in points.exactly(seats, "number"))
    reached = None if ended.value is None else outcome_from(ended)
    if reached and sum(map(len, reached.ranking)) != seats:
        raise ended.fault_at("ranking", f"expected each of {counted(seats, 'seat')} once")
    return Result(totals, reached, None if remark.value is None else remark.line(LONGEST_NOTE))
