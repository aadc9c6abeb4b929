"""What happened between two observations of one viewer, for front ends and for logs.

Each kind of event is a class. Those that stand here every game has; a game adds its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from tilerules import registry
from tilerules.data import formats
from tilerules.data.source import LARGEST, Source, said
from tilerules.data.text import Data
from tilerules.engine.moves import Move, move_from
from tilerules.engine.positions import Observation
from tilerules.wording import counted

if TYPE_CHECKING:
    from typing import Self


@attrs.frozen
class Event(Data):
    """Something that happened on the table, as one viewer saw it.

    Each kind is a subclass with its own fields, in which None is what the viewer does not know;
    as text an event is a line of a log.

    Attributes:
        kind: names the kind, as `turned_up`.
        game: the game whose kind it is; None for what happens in every game.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> after = tr.apply_move(state, tr.Move("choose", ("red",)))
    >>> happened = tr.events(tr.observe(state, 3), tr.observe(after, 3))
    >>> [event.kind for event in happened]
    ['moved', 'colour_chosen', 'due']
    >>> tr.Event.from_json(happened[1].to_json()) == happened[1]
    True
    """

    kind: ClassVar[str]
    game: ClassVar[str | None] = None

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def to_data(self) -> dict[str, Any]:
        """The event as JSON data: its format, its game, its kind, and its fields."""
        game = {"game": self.game} if self.game else {}
        names = [field.name for field in attrs.fields(type(self))]
        return {
            "format": formats.newest(),
            **game,
            "kind": self.kind,
            **{name: _written(getattr(self, name)) for name in names},
        }

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        source = Source(data).of("event")
        game = source.entry("game", None)
        known = KINDS if game.value is None else _kinds(game.word(registry.GAMES))
        kind: Any = known[source.entry("kind").word(known)]
        if not issubclass(kind, cls):
            raise source.fault_at("kind", f"{kind.kind} is no kind of {cls.__name__} here")
        fields = attrs.fields(kind)
        source.keys(("format", "game", "kind", *(field.name for field in fields)))
        event: Self = kind(*(_read(field, source.entry(field.name)) for field in fields))
        return event


def _kinds(game: str) -> Mapping[str, type[Event]]:
    kinds: Mapping[str, type[Event]] = registry.game(game).event_kinds
    return kinds


def by_kind(*kinds: type[Event]) -> Mapping[str, type[Event]]:
    """Kinds of events by their names, as `Game.event_kinds` has them.

    >>> from tilerules.engine.events import Ended, TurnEnded, by_kind
    >>> [*by_kind(TurnEnded, Ended)]
    ['turn_ended', 'ended']
    """
    return {kind.kind: kind for kind in kinds}


# ---- what happens in every game -------------------------------------------------------------


@attrs.frozen
class Moved(Event):
    """A seat made a move; what a viewer does not know of it is `?`. It comes first.

    Attributes:
        seat: whose move it was.
        move: as the viewer sees it.

    >>> from tilerules import Move
    >>> from tilerules.engine.events import Moved
    >>> print(Moved(0, Move("take", ("1",))))
    seat 0: take 1
    """

    seat: int
    move: Move

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.move}"


@attrs.frozen
class TurnEnded(Event):
    """A turn is over.

    Attributes:
        seat: whose turn it was.

    >>> from tilerules.engine.events import TurnEnded
    >>> print(TurnEnded(0))
    the turn of seat 0 is over
    """

    seat: int

    def __str__(self) -> str:
        return f"the turn of seat {self.seat} is over"


@attrs.frozen
class Used(Event):
    """A seat has done a thing that its rules limit, as often as is said here.

    The card limits it under `uses`.

    Attributes:
        seat: who has done it.
        thing: its name in the card.
        times: how often the seat has done it by now.

    >>> from tilerules.engine.events import Used
    >>> print(Used(1, "swap", 2))
    seat 1 has used swap 2 times
    """

    seat: int
    thing: str
    times: int

    def __str__(self) -> str:
        return f"seat {self.seat} has used {self.thing} {counted(self.times, 'time')}"


@attrs.frozen
class EndCame(Event):
    """The end has come, and so many turns remain: under rules with a last round.

    Attributes:
        turns_left: how many, of all seats together.

    >>> from tilerules.engine.events import EndCame
    >>> print(EndCame(2))
    the end has come: 2 turns left
    """

    turns_left: int

    def __str__(self) -> str:
        return f"the end has come: {counted(self.turns_left, 'turn')} left"


@attrs.frozen
class Due(Event):
    """Another seat is to move, or another kind of move is due. It comes last.

    Attributes:
        seat: whose move it is.
        phase: what kind of move is due.

    >>> from tilerules.engine.events import Due
    >>> print(Due(1, "take"))
    seat 1 is to move: take
    """

    seat: int
    phase: str

    def __str__(self) -> str:
        return f"seat {self.seat} is to move: {self.phase}"


@attrs.frozen
class Ended(Event):
    """The game is over. It comes last.

    >>> from tilerules.engine.events import Ended
    >>> print(Ended())
    the game is over
    """

    def __str__(self) -> str:
        return "the game is over"


KINDS = by_kind(Moved, TurnEnded, Used, EndCame, Due, Ended)
"""The kinds of events that every game has, by their names."""


def events(before: Observation, after: Observation) -> tuple[Event, ...]:
    """What happened between two observations of one viewer, one ply apart, in order.

    Every change between the two is named by an event, and an event names nothing that the viewer
    does not know. `ValueError` if the observations are not of one viewer, of the same rules and
    one ply apart.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> after = tr.apply_move(state, tr.Move("take", ("0",)))
    >>> for event in tr.events(tr.observe(state, 1), tr.observe(after, 1)):
    ...     print(event)
    seat 0: take 0
    seat 0 takes red-1 from pile 0
    seat 0 is to move: place
    """
    move = _checked(before, after)
    happened = before.rules.game.events(before, after)
    tallied = _tallied(before, after)
    return Moved(mover(before), move), *happened, *tallied, *_what_follows(before, after)


def mover(before: Observation) -> int:
    """The seat that moved after an observation.

    >>> import tilerules as tr
    >>> from tilerules.engine.events import mover
    >>> mover(tr.observe(tr.new_game(tr.load("tulips"), 2, seed=1), None))
    0
    """
    assert before.to_move is not None, "nobody moves after the end"
    return before.to_move


def turn_ended(before: Observation, after: Observation) -> Iterator[Event]:
    """The end of a turn, if it is over: what most games put behind their own events.

    >>> import tilerules as tr
    >>> from tilerules.engine.events import turn_ended
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> state = tr.apply_move(state, tr.Move("take", ("0",)))
    >>> after = tr.apply_move(state, tr.Move("place", ("1,0",)))
    >>> [*turn_ended(tr.observe(state, 1), tr.observe(after, 1))]
    [TurnEnded(seat=0)]
    """
    if after.turns > before.turns:
        yield TurnEnded(mover(before))


def _checked(before: Observation, after: Observation) -> Move:
    """The move between two observations that belong together."""
    for each in (before, after):
        if not isinstance(each, Observation):
            raise TypeError("events takes two observations; observe() makes one of a state")
    if before.rules != after.rules:
        raise ValueError("these are observations of different rules")
    if (before.viewer, before.memory) != (after.viewer, after.memory):
        raise ValueError("these are observations of different viewers, or one is without memory")
    if before.is_over or after.last_move is None or after.ply != before.ply + 1:
        raise ValueError(
            f"the second observation must be one ply after the first, not ply {after.ply} after"
            f" ply {before.ply}"
        )
    return after.last_move


def _tallied(before: Observation, after: Observation) -> Iterator[Event]:
    """What was counted; that counts begin anew with a turn, its end says."""
    for seat, (was, now) in enumerate(zip(before.used, after.used, strict=True)):
        for thing, times in now.items():
            if times > was[thing]:
                yield Used(seat, thing, times)
    if before.turns_left is None and after.turns_left is not None:
        yield EndCame(after.turns_left)


def _what_follows(before: Observation, after: Observation) -> Iterator[Event]:
    """The seat and the phase that come next, if they are others, or the end."""
    if after.to_move is None:
        yield Ended()
    elif (after.to_move, after.phase) != (before.to_move, before.phase):
        yield Due(after.to_move, after.phase)


# ---- data -----------------------------------------------------------------------------------


def _written(value: object) -> object:
    """A field as JSON data."""
    if isinstance(value, Move):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _word(source: Source) -> str:
    """A cell, a card, a colour or a phase: each is one word."""
    text = source.text()
    if not (text.isprintable() and re.fullmatch(r"\S{1,100}", text)):
        raise source.fault(f"expected a word, not {said(text)}")
    return text


def _read(field: attrs.Attribute[Any], source: Source) -> Any:
    """A field, which may have its own words."""
    kind = field.type.__name__ if isinstance(field.type, type) else str(field.type)
    value = _READ[kind](source)
    words = field.metadata.get("words")
    return source.word(words) if words and value is not None else value


_READ: Mapping[str, Callable[[Source], Any]] = {
    "int": lambda source: source.whole(0, LARGEST),
    "int | None": lambda source: source.optional_whole(0, LARGEST),
    "str": _word,
    "str | None": lambda source: None if source.value is None else _word(source),
    "tuple[str, ...]": lambda source: tuple(map(_word, source.items())),
    "Move": move_from,
}
