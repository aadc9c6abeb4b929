"""What a viewer may know of a Serendipity table: everybody knows the same.

A tile that was turned up and turned back has been seen by all, and face-down tiles are moved in
the open, so where it lies now is public. What nobody has seen is known to nobody.
"""

from __future__ import annotations

from tilerules.games.serendipity.state import Observation, State, shown


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open."""
    rules = state.rules
    return Observation(
        rules,
        state.board.translate(rules.hidden if memory else rules.forgotten),
        state.down,
        state.owner,
        state.to_move,
        state.step,
        state.active,
        state.turns,
        state.ply,
        state.last_move,
        viewer,
        shown(state),
    )
