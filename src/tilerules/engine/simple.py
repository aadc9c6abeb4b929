"""What small games are made of: a turn is one move, and data are fields, written as they are.

The fields of deals and positions are whole numbers, words, None, and tuples of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import attrs

from tilerules.data.source import LARGEST, Source
from tilerules.engine import positions
from tilerules.engine.data import (
    DEAL_KEYS,
    HEADING,
    OBSERVED,
    heading_from,
    last_move_from,
    observed_by,
    salt_from,
)
from tilerules.engine.moves import Move
from tilerules.engine.shared.tally import Tally
from tilerules.table.shuffle import SALT_BYTES

T = TypeVar("T")
TURN = "turn"
"""The one phase of such games, until they are over."""


@attrs.frozen(repr=False, kw_only=True)
class Deal(positions.Deal):
    """A deal; a game adds what is dealt.

    >>> import attrs
    >>> from tilerules.engine import simple
    >>> @attrs.frozen(repr=False, kw_only=True)
    ... class Deal(simple.Deal):
    ...     row: tuple[int, ...]
    >>> Deal(rules=None, row=(3, 1, 2)).layout
    '3 1 2'
    """

    rules: Any
    salt: bytes = bytes(SALT_BYTES)

    @property
    def layout(self) -> str:
        """All that was dealt, field by field, divided by bars."""
        dealt = (_leaves(value) for value in fields_of(self).values())
        return " | ".join(" ".join(map(str, each)) for each in dealt)


@attrs.frozen(repr=False, kw_only=True)
class Table(positions.Position):
    """What states and observations share; a game adds what lies on the table.

    >>> import attrs
    >>> from tilerules.engine import simple
    >>> @attrs.frozen(repr=False, kw_only=True)
    ... class Table(simple.Table):
    ...     row: tuple[int | None, ...]
    >>> Table(rules=None, row=(3, None, 2)).phase
    'turn'
    """

    rules: Any
    to_move: int | None = 0
    turns: int = 0
    ply: int = 0
    last_move: Move | None = None
    tally: Tally | None = None

    @property
    def phase(self) -> str:
        """What kind of move is due: any, until the end."""
        return "over" if self.is_over else TURN


def after_turn(state: T, move: Move, *, over: Callable[[T], bool], **changes: Any) -> T:
    """The state after a turn, in which its move has changed this; `over` is asked about it.

    The next seat is to move, or nobody if the game is over.

    Args:
        state: before the move.
        move: which becomes the last one.
        over: whether the game is over, called with the state after the turn.
        changes: fields with their new values.

    >>> import attrs
    >>> from types import SimpleNamespace
    >>> from tilerules import Move
    >>> from tilerules.engine import simple
    >>> @attrs.frozen(repr=False, kw_only=True)
    ... class Table(simple.Table):
    ...     left: int
    >>> at = Table(rules=SimpleNamespace(seats=2), left=2)
    >>> one, two = (
    ...     simple.after_turn(at, Move("take"), over=lambda after: not after.left, left=left)
    ...     for left in (1, 0)
    ... )
    >>> one.to_move, one.turns, two.to_move
    (1, 1, None)
    """
    at: Any = state
    following: Any = attrs.evolve(
        at,
        **changes,
        to_move=(at.to_move + 1) % at.seats,
        turns=at.turns + 1,
        ply=at.ply + 1,
        last_move=move,
    )
    ended: T = attrs.evolve(following, to_move=None) if over(following) else following
    return ended


def replaced(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The things with another one at a place.

    >>> from tilerules.engine.simple import replaced
    >>> replaced((None, None, None), 1, "red")
    (None, 'red', None)
    """
    return (*things[:place], thing, *things[place + 1 :])


def made_of(cls: type[T], position: positions.Position, **changes: Any) -> T:
    """A state or an observation with the fields of another position, but for what is said.

    >>> import attrs
    >>> from tilerules.engine import simple
    >>> @attrs.frozen(repr=False, kw_only=True)
    ... class Table(simple.Table):
    ...     row: tuple[int | None, ...]
    >>> at = Table(rules=None, row=(3, 1), ply=5)
    >>> seen = simple.made_of(Table, at, row=(3, None))
    >>> seen.row, seen.ply
    ((3, None), 5)
    """
    same = {name: getattr(position, name) for name in _names(cls) if name not in changes}
    return cls(**same, **changes)


# ---- data -----------------------------------------------------------------------------------


def data_of_fields(
    deal: type[Any],
    state: type[Any],
    observation: type[Any],
    check: Callable[[Any, Source], None],
) -> dict[str, Any]:
    """The functions of a `Game` that write and read data, by the names that it has for them.

    Args:
        deal: the class of the game's deals.
        state: that of its states.
        observation: that of its observations.
        check: raises `InvalidData` if a deal, or a position, that was read cannot be.

    >>> from tilerules.engine import simple
    >>> made = simple.data_of_fields(
    ...     simple.Deal, simple.Table, simple.Table, check=lambda found, source: None
    ... )
    >>> [*made]
    ['deal_data', 'deal_from', 'state_data', 'state_from', 'observation_from']
    """

    def deal_from(rules: Any, source: Source) -> Any:
        read = _read_fields(deal, source, DEAL_KEYS)
        found = deal(rules=rules, salt=salt_from(source), **read)
        check(found, source)
        return found

    def state_from(rules: Any, source: Source) -> Any:
        return position(state, rules, source, _read_fields(state, source, HEADING))

    def observation_from(rules: Any, source: Source) -> Any:
        viewer, memory = observed_by(source, rules.seats)
        read = _read_fields(observation, source, (*HEADING, *OBSERVED))
        return position(observation, rules, source, {**read, "viewer": viewer, "memory": memory})

    def position(cls: type[Any], rules: Any, source: Source, read: dict[str, Any]) -> Any:
        found = cls(**heading_from(rules, source, (TURN,)), **read)
        check(found, source)
        move = last_move_from(source.entry("last_move", None), found)
        return attrs.evolve(found, last_move=move)

    return {
        "deal_data": _data,
        "deal_from": deal_from,
        "state_data": _data,
        "state_from": state_from,
        "observation_from": observation_from,
    }


def fields_of(thing: object) -> dict[str, Any]:
    """What a game has added to a deal or a position, by name.

    >>> import attrs
    >>> from tilerules.engine import simple
    >>> @attrs.frozen(repr=False, kw_only=True)
    ... class Deal(simple.Deal):
    ...     row: tuple[int, ...]
    >>> simple.fields_of(Deal(rules=None, row=(3, 1, 2)))
    {'row': (3, 1, 2)}
    """
    cls: Any = type(thing)
    return {name: getattr(thing, name) for name in _types(cls)}


def _data(thing: object) -> dict[str, Any]:
    return {name: _plain(value) for name, value in fields_of(thing).items()}


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls))


@cache
def _types(cls: Any) -> dict[str, Any]:
    """The types of the fields that a game has added."""
    known = {*OBSERVED, *_names(Deal), *_names(Table)}
    hints = get_type_hints(cls)
    return {name: hints[name] for name in _names(cls) if name not in known}


def _read_fields(cls: Any, source: Source, others: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a class; beside them stand only the others."""
    types = _types(cls)
    source.keys((*others, *types))
    return {name: _read(each, source.entry(name)) for name, each in types.items()}


def _read(type_: Any, source: Source) -> Any:
    """A value of a type."""
    if get_origin(type_) is tuple:
        return tuple(_read(get_args(type_)[0], each) for each in source.items())
    if isinstance(type_, UnionType):
        [inner] = (each for each in get_args(type_) if each is not NoneType)
        return None if source.value is None else _read(inner, source)
    return source.text() if type_ is str else source.whole(0, LARGEST)
