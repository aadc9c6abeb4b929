"""What happened between two observations of a Serendipity table: all viewers see the same."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tilerules.engine import events as common
from tilerules.engine.events import by_kind, mover, turn_ended
from tilerules.games.serendipity.state import Observation
from tilerules.table.hexagon import DIRECTIONS


@attrs.frozen
class Event(common.Event):
    """Something that happened at a table of Serendipity: a `tr.Event`.

    >>> from tilerules.games import serendipity
    >>> event = serendipity.Exchanged("f6", "g5")
    >>> event.game, event.kind
    ('serendipity', 'exchanged')
    """

    game = "serendipity"


@attrs.frozen
class ColourChosen(Event):
    """A seat has chosen a colour as its own.

    Attributes:
        seat: who has chosen.
        colour: its name in the card.

    >>> from tilerules.games import serendipity
    >>> print(serendipity.ColourChosen(0, "red"))
    seat 0 chooses red
    """

    seat: int
    colour: str

    def __str__(self) -> str:
        return f"seat {self.seat} chooses {self.colour}"


@attrs.frozen
class TurnedUp(Event):
    """A tile has been turned up; `facing` is where the first edge of a Serendip lies.

    Attributes:
        cell: its label, as `f6`.
        tile: a colour, or `serendip`.
        facing: ne, e, se, sw, w or nw; None for a plain tile.

    >>> from tilerules.games import serendipity
    >>> print(serendipity.TurnedUp("f6", "serendip", "e"))
    f6 is turned up: serendip, facing e
    """

    cell: str
    tile: str
    facing: str | None = attrs.field(metadata={"words": DIRECTIONS})

    def __str__(self) -> str:
        facing = f", facing {self.facing}" if self.facing else ""
        return f"{self.cell} is turned up: {self.tile}{facing}"


@attrs.frozen
class TurnedBack(Event):
    """A tile has gone back face down in its place.

    The card says under `turn` which tiles do, as `turn.foreign.stays_up`.

    Attributes:
        cell: its label.

    >>> from tilerules.games import serendipity
    >>> print(serendipity.TurnedBack("f6"))
    f6 is turned back
    """

    cell: str

    def __str__(self) -> str:
        return f"{self.cell} is turned back"


@attrs.frozen
class Rotated(Event):
    """A Serendip has been turned to another facing.

    The card says under `turning` whether a seat may do so.

    Attributes:
        cell: its label.
        facing: where its first edge lies now: ne, e, se, sw, w or nw.

    >>> from tilerules.games import serendipity
    >>> print(serendipity.Rotated("f6", "w"))
    the Serendip on f6 is turned, facing w
    """

    cell: str
    facing: str = attrs.field(metadata={"words": DIRECTIONS})

    def __str__(self) -> str:
        return f"the Serendip on {self.cell} is turned, facing {self.facing}"


@attrs.frozen
class Exchanged(Event):
    """Two tiles have changed places: first that of the tile just turned up, if it is one.

    The card says under `exchange` and `swap` what may change places with what.

    Attributes:
        one: the label of a cell.
        other: that of the other.

    >>> from tilerules.games import serendipity
    >>> print(serendipity.Exchanged("f6", "g5"))
    f6 and g5 change places
    """

    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.one} and {self.other} change places"


KINDS = by_kind(ColourChosen, TurnedUp, TurnedBack, Rotated, Exchanged)


def events(before: Observation, after: Observation) -> Iterator[common.Event]:
    """What happened on the table between two observations, in order."""
    move, shown = after.last_move, after.shown
    assert move is not None, "a move lies between two observations"
    match move.kind, move.args:
        case "choose", (colour,):
            yield ColourChosen(mover(before), colour)
        case "reveal", _ if shown:
            yield TurnedUp(shown.cell, shown.tile, shown.facing)
            if not after.cells[shown.cell].up:
                yield TurnedBack(shown.cell)
        case "keep", (facing,):
            yield from _rotated(before, facing)
        case "back", _:
            yield TurnedBack(_waiting(before))
        case "move", (cell, *facings):
            for facing in facings:
                yield from _rotated(before, facing)
            yield Exchanged(_waiting(before), cell)
        case "swap", (one, other):
            yield Exchanged(one, other)
    yield from turn_ended(before, after)


def _waiting(before: Observation) -> str:
    """The cell of the tile that a choice was made about."""
    if before.turned_up is None:
        raise ValueError("these are observations of different games")
    return before.turned_up


def _rotated(before: Observation, facing: str) -> Iterator[Event]:
    """A Serendip's new facing, in notation, if it is another one."""
    cell = _waiting(before)
    direction = facing.partition(":")[2]
    if before.cells[cell].facing != direction:
        yield Rotated(cell, direction)
