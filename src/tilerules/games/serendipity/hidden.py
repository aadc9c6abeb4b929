"""What a viewer may know of a Serendipity table: everybody knows the same.

A tile that was turned up and turned back has been seen by all, and face-down tiles are moved in
the open, so where it lies now is public. What nobody has seen is known to nobody.
"""

from __future__ import annotations

from tilerules.games.serendipity.rules import UNKNOWN, WHAT
from tilerules.games.serendipity.state import Observation, State, new_observation, new_state, shown
from tilerules.table.shuffle import Stream


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open."""
    rules = state.rules
    return new_observation(
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
        state.tally,
        viewer,
        memory,
        shown(state),
    )


def determinize(seen: Observation, stream: Stream) -> State:
    """A state that fits: the tiles not seen are shuffled over the cells where they may lie."""
    unseen = iter(stream.shuffled(_unseen(seen)))
    rules, first_serendip = seen.rules, len(seen.rules.colours)
    turnings = 1 if rules.alike else rules.turnings

    def drawn() -> int:
        tile = next(unseen)
        return tile + stream.below(turnings) if tile == first_serendip else tile

    return new_state(
        rules,
        bytes(drawn() if code == UNKNOWN else code for code in seen.board),
        seen.down,
        seen.owner,
        seen.to_move,
        seen.step,
        seen.active,
        seen.turns,
        seen.ply,
        seen.last_move,
        seen.tally,
    )


def _unseen(seen: Observation) -> list[int]:
    """The tiles that nobody has seen, Serendips by the number of their first facing."""
    rules, known = seen.rules, seen.board.translate(_WHATS)
    tiles = [
        colour
        for colour in range(len(rules.colours))
        for _ in range(rules.copies - known.count(colour))
    ]
    return tiles + [len(rules.colours)] * (known.count(UNKNOWN) - len(tiles))


_WHATS = bytes(code & WHAT for code in range(256))
