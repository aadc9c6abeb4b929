"""All that a viewer can get out of the library, as values that can be compared.

What two games give on any of these channels must be the same as long as they tell a viewer the
same; a key names the channel.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller
from typing import Any

import attrs

from tilerules import library
from tilerules.engine import events as happenings
from tilerules.engine import play
from tilerules.engine.moves import Move
from tilerules.engine.positions import Observation, Position, State

Said = Mapping[str, object]

IN_A_NOTEBOOK = methodcaller("_repr_svg_")
PICTURED = 30
"""At so many plies a picture is drawn once, for that takes longer than all else together."""


def of_viewer(at: State, viewer: int | None, before: State | None = None) -> Said:
    """What a viewer gets of a state, with and without memory, and of the ply that led to it."""
    seen, forgetful = (library.observe(at, viewer, memory=memory) for memory in (True, False))
    said: dict[str, object] = {
        "observation": seen,
        "hash": hash(seen),
        "JSON": json.dumps(seen.to_data()),
        "fields": _fields(seen),
        "numbers": said_by(lambda: hash(library.numbers(seen).tobytes())),
        "forgetful JSON": json.dumps(forgetful.to_data()),
        "forgetful fields": _fields(forgetful),
        "forgetful numbers": said_by(lambda: hash(library.numbers(forgetful).tobytes())),
        "determinization": said_by(lambda: library.determinize(seen, at.ply).to_data()),
        **shown(seen),
        **asked(seen),
    }
    if before is not None:
        earlier = library.observe(before, viewer)
        said["events"] = said_by(lambda: _told(earlier, seen))
    return said


def _told(before: Observation, after: Observation) -> list[object]:
    """The events of a ply, in all their forms."""
    happened = happenings.events(before, after)
    return [(event, hash(event), str(event), event.to_data()) for event in happened]


def of_state(at: State) -> Said:
    """What a state says to whoever holds it and does not ask for what lies hidden."""
    errors = {
        "no such seat": said_by(lambda: library.observe(at, at.seats)),
        "set": said_by(lambda: setattr(at, "rules", None)),
        "no such name": said_by(lambda: at.nonsense),  # type: ignore[attr-defined]
        "no move": said_by(lambda: play.apply_move(at, "a1")),  # type: ignore[arg-type]
    }
    return {f"state: {key}": value for key, value in {**shown(at), **errors}.items()}


def shown(at: Position) -> Said:
    """What lies open to all in a position, and what it prints."""
    pictured = at.is_over or at.ply % PICTURED == 0
    return {
        "picture": library.draw_svg(at) if pictured else "",
        "picture in a notebook": said_by(partial(IN_A_NOTEBOOK, at)) if pictured else "",
        "public": [at.phase, at.to_move, at.turns, at.ply, at.is_over],
        "repr": repr(at),
        "str": str(at),
        "text": library.draw_text(at),
        "score": repr(library.score(at)),
        "outcome": repr(library.outcome(at)),
    }


def asked(at: Position) -> Said:
    """What a position says of its legal moves, and of some others, in all the ways of asking."""
    legal, space = play.legal_moves(at), library.action_space(at.ruleset, at.seats)
    moves = [
        block[(at.ply * 7919 + step * 31) % len(block)]
        for block in at.rules.blocks
        for step in range(3)
    ]
    texts = {text for move in moves for text in (str(move), " ".join((move.kind, *move.args[:-1])))}
    return {
        "moves": [str(move) for move in legal],
        "moves in a word": (repr(legal), len(legal)),
        "mask": space.mask(at),
        "refusals": [repr(play.why_illegal(at, move)) for move in moves],
        "errors": [said_by(partial(_refused, at, move)) for move in moves],
        "parsed": [said_by(partial(library.parse_move, at, text)) for text in sorted(texts)],
    }


def _fields(seen: Any) -> tuple[Any, ...]:
    fields: tuple[Any, ...] = attrs.astuple(seen, recurse=False)
    return fields


def _refused(at: Position, move: Move) -> None:
    """Raise what a move that is refused raises."""
    if isinstance(at, State) and play.why_illegal(at, move):
        play.apply_move(at, move)


def said_by(call: Callable[[], object]) -> str:
    """What a call returns or raises, as text."""
    try:
        return repr(call())
    except Exception as error:
        return f"{error!r} {error}"
