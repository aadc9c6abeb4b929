"""What happened between two observations: all of it, nothing else, and nothing told twice.

A game says by `happened`, from the whole truth of a deal and its moves, what a viewer is told of
the last of them; and by `animated` what a picture of the table looks like when these events are
carried out on it, one by one, with no other knowledge.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.positions import values_of
from tests.naive.cards import copied
from tilerules.testing import Played

Data = dict[str, Any]
Events = Sequence[Data]


class OutOfStep(Exception):
    """An event cannot be carried out on the table as it lies."""


def fits(condition: object) -> None:
    """Raise `OutOfStep` unless an event can be carried out."""
    if not condition:
        raise OutOfStep


@attrs.frozen(slots=False)
class Step:
    """One ply as a viewer sees it; `moves` are all moves so far, this one included."""

    deal: Any
    moves: tuple[str, ...]
    viewer: int | None
    before: tr.Observation
    after: tr.Observation
    events: tuple[tr.Event, ...]

    @cached_property
    def data(self) -> list[Data]:
        """The events as plain data."""
        return list(map(said_in, self.events))

    @cached_property
    def tables(self) -> tuple[Data, Data]:
        """What is seen before and after the ply, as plain data."""
        return self.before.to_data(), self.after.to_data()


def said_in(event: tr.Event) -> Data:
    """What the data of an event say, besides their format."""
    data = event.to_data()
    assert data.pop("format") == 1
    return data


def steps(
    game: Played, *, memory: bool = True, viewers: Sequence[int | None] | None = None
) -> Iterator[Step]:
    """All plies of a game, each as every viewer sees it, or these viewers."""
    looking = (None, *range(game.deal.seats)) if viewers is None else viewers
    before: list[tr.Observation] = []
    for plies, state in enumerate(game.states()):
        after = [tr.observe(state, viewer, memory=memory) for viewer in looking]
        for viewer, first, second in zip(looking, before, after, strict=False):
            told = tr.events(first, second)
            yield Step(game.deal, game.moves[:plies], viewer, first, second, told)
        before = after


def nothing_is_idle(before: Data, event: Data) -> bool:
    """No event leaves the table as it was."""
    return False


@attrs.frozen(kw_only=True)
class Happenings:
    """What a game tells of each ply.

    Attributes:
        happened: the data of the events of the last of some moves, as a viewer sees them.
        animated: the data of an observation after these events; `OutOfStep` if they do not fit.
        idle: whether an event may leave what its viewer sees as it was.
    """

    happened: Callable[[Any, Sequence[str], int | None], list[Data]]
    animated: Callable[[Data, Events], Data]
    idle: Callable[[Data, Data], bool] = nothing_is_idle

    def hold(
        self, game: Played, *, viewers: Sequence[int | None] | None = None
    ) -> Counter[tuple[str, ...]]:
        """All laws, in every ply of a game, for every viewer; how often each kind was told."""
        kinds = Counter[tuple[str, ...]]()
        with_memory = steps(game, viewers=viewers)
        without = steps(game, memory=False, viewers=viewers)
        for step, forgetful in zip(with_memory, without, strict=True):
            self.from_the_truth(step)
            same_but_the_move(step, forgetful)
            for each in (step, forgetful):
                self.complete(each)
                self.each_is_needed(each)
            for event in step.events:
                well_made(event)
            kinds.update(kind_of(data) for data in step.data)
        return kinds

    def from_the_truth(self, step: Step) -> None:
        """What is told is what happened, as far as this viewer may know."""
        assert step.data == self.happened(step.deal, step.moves, step.viewer)

    def complete(self, step: Step) -> None:
        """Whoever carries out the events on a picture of the table has the next picture."""
        before, after = step.tables
        assert self.animated(before, step.data) == after

    def each_is_needed(self, step: Step) -> None:
        """Without one of the events the picture is wrong, or the others cannot be carried out."""
        (before, after), data = step.tables, step.data
        for number, event in enumerate(data):
            others = data[:number] + data[number + 1 :]
            try:
                nothing_missed = self.animated(before, others) == after
            except OutOfStep:
                nothing_missed = False
            assert nothing_missed == self.idle(before, event)


def kind_of(data: Data) -> tuple[str, ...]:
    """The kind of an event, below its game if it has one."""
    return (data["game"], data["kind"]) if "game" in data else (data["kind"],)


def same_but_the_move(step: Step, forgetful: Step) -> None:
    """A forgetful viewer is told the same; of the move it may know less."""
    moved, *others = step.data
    forgotten, *rest = forgetful.data
    if "?" in forgotten["move"]:
        moved, forgotten = ({**data, "move": "?"} for data in (moved, forgotten))
    assert (forgotten, rest) == (moved, others)


def well_made(event: tr.Event) -> None:
    """An event is a frozen value, reads back, and is told in a line without a hole."""
    data = event.to_data()
    assert [*data][: 3 if "game" in data else 2] == [
        "format",
        *(["game"] if "game" in data else []),
        "kind",
    ]
    assert data["kind"] == event.kind
    read = tr.Event.from_data(json.loads(json.dumps(data)))
    for copy in (read, pickle.loads(pickle.dumps(event))):
        assert (type(copy), copy, hash(copy)) == (type(event), event, hash(event))
    for name in data:
        with pytest.raises(AttributeError):
            setattr(event, name, data[name])
    line = str(event)
    assert line
    assert line.isprintable()
    assert [hole for hole in ("None", "()", "  ", "{") if hole in line] == []
    assert line != repr(event)


# ---- the animator: what is common to all games ----------------------------------------------


def rules_read(data: Data) -> tr.Ruleset:
    """The ruleset in the data of an observation; read once, however often it is asked for."""
    return _read(json.dumps(data["ruleset"]))


@lru_cache(maxsize=16)
def _read(ruleset: str) -> tr.Ruleset:
    return tr.Ruleset.from_data(json.loads(ruleset))


def values_read(data: Data) -> Data:
    """What its card says for its number of seats."""
    return values_of(rules_read(data), data["seats"])


def table_of(before: Data) -> Data:
    """A copy of the data of an observation for events to change; its rules no event changes."""
    return {key: value if key == "ruleset" else copied(value) for key, value in before.items()}


def moved(data: Data, event: Data) -> None:
    """The move is made by the seat whose move it is; what the last one turned up is old."""
    fits(data["to_move"] == event["seat"])
    data["last_move"] = event["move"]
    data["ply"] += 1


def turn_ended(data: Data, event: Data) -> None:
    """The turn is over for the seat whose it was."""
    fits(data["to_move"] == event["seat"])
    data["turns"] += 1


def due(data: Data, event: Data) -> None:
    """Somebody is to move, or is to make a move of another kind."""
    data["to_move"], data["phase"] = event["seat"], event["phase"]


def ended(data: Data, event: Data) -> None:
    """Nobody is to move any more."""
    data["to_move"], data["phase"] = None, "over"


# ---- what is not one step -------------------------------------------------------------------


def refuses_what_is_not_one_step(game: Played, elsewhere: Sequence[Played]) -> None:
    """Only two observations of one viewer and one table, a ply apart, in their order.

    The game is for two seats at least; `elsewhere` are games with other rules, or other seats.
    """
    first, second, third = list(game.states())[:3]
    before, after, later = (tr.observe(at, 0) for at in (first, second, third))
    assert tr.events(before, after)
    assert tr.events(after, later)
    states: list[tuple[Any, Any]] = [(first, second), (before, second), (first, after)]
    states += [(before, None), (before.to_data(), after.to_data())]
    for pair in states:
        with pytest.raises(TypeError):
            tr.events(*pair)
    forgetful = [tr.observe(at, 0, memory=False) for at in (first, second)]
    assert tr.events(*forgetful)
    pairs = [(before, before), (before, later), (after, before), (later, after)]
    pairs += [(before, forgetful[1]), (forgetful[0], after)]
    pairs += [(before, tr.observe(second, None)), (tr.observe(first, None), after)]
    pairs += [(before, tr.observe(second, 1)), (tr.observe(first, 1), after)]
    for other in elsewhere:
        one, two = (tr.observe(at, 0) for at in list(other.states())[:2])
        assert tr.events(one, two)
        pairs += [(before, two), (one, after)]
    for pair in pairs:
        with pytest.raises(ValueError, match=r"\w \w"):
            tr.events(*pair)


def refuses_to_read(wrong: Sequence[Any]) -> None:
    """Data that are no event are refused with the place of the fault."""
    for data in wrong:
        with pytest.raises(tr.InvalidData):
            tr.Event.from_data(data)


def data_of(position: tr.Position, *moves: str, viewer: int | None = None) -> list[Data]:
    """The data of the events of the last of these moves, made from a position; hand-written."""
    return [said_in(event) for event in events_of(position, *moves, viewer=viewer)]


def events_of(
    position: tr.Position, *moves: str, viewer: int | None = None
) -> tuple[tr.Event, ...]:
    """What a viewer is told of the last of these moves."""
    assert isinstance(position, tr.State)
    at = before = position
    for text in moves:
        before, at = at, tr.apply_move(at, tr.parse_move(at, text))
    return tr.events(tr.observe(before, viewer), tr.observe(at, viewer))
