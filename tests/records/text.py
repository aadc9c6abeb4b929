"""A whole game as a text that a person can read, and the moves in such a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

import tilerules as tr


@attrs.frozen
class Playthrough:
    """A game from a seed."""

    ruleset: tr.Ruleset
    seats: int
    seed: int
    moves: tuple[tr.Move, ...]

    def states(self) -> Iterator[tr.State]:
        """The states before and after each move; `IllegalMove` at a move that is not legal."""
        state = tr.new_game(self.ruleset, self.seats, seed=self.seed)
        yield state
        for move in self.moves:
            state = tr.apply_move(state, move)
            yield state


# ---- writing --------------------------------------------------------------------------------


def written(game: Playthrough) -> str:
    """The game: what was played, turn by turn, and how it ended."""
    *_, last = game.states()
    parts = [*_heading(game), "", *_turns(game), "", tr.draw_text(last), "", *_sheet(last), ""]
    return "\n".join(parts)


def _heading(game: Playthrough) -> Iterator[str]:
    ruleset = game.ruleset
    yield f"ruleset     {ruleset.id}, edition {ruleset.edition}"
    yield f"digest      {ruleset.digest}"
    yield f"seats       {game.seats}"
    yield f"seed        {game.seed}"
    yield f"commitment  {tr.deal(ruleset, game.seats, seed=game.seed).commitment}"
    yield "policy      tests/records/write.py"


def _turns(game: Playthrough) -> Iterator[str]:
    """A line for each turn, and for each colour chosen, which is no turn."""
    lines: list[list[str]] = []
    before: tr.State | None = None
    for state in game.states():
        if before is not None and state.last_move is not None:
            seat = f"seat {before.to_move}"
            if before.phase == "choose":
                lines.append(["", seat])
            elif not before.begun:  # type: ignore[attr-defined]
                lines.append([str(before.turns + 1), seat])
            lines[-1].append(_ply(state))
        before = state
    for number, *rest in lines:
        yield f"{number:>3}  " + "  ".join(rest)


def _ply(state: tr.State) -> str:
    """The move just made, and in brackets what it turned up."""
    shown = state.shown  # type: ignore[attr-defined]
    face = f" ({shown.tile}{':' + shown.facing if shown.facing else ''})" if shown else ""
    return f"{state.last_move}{face}"


def _sheet(state: tr.State) -> Iterator[str]:
    for score in tr.score(state):
        yield f"seat {score.seat}  {score.total} points"
        for line in score.lines:
            spots = " ".join(line.spots)
            yield f"  {line.id:9} {line.of}: {line.points} for {line.count}  {spots}".rstrip()
    ended = tr.outcome(state)
    assert ended is not None, "the game has been played to its end"
    ranking = ", then ".join(" and ".join(map(str, tied)) for tied in ended.ranking)
    yield f"outcome  seat {ranking}, decided by {ended.decided_by}"
    if ended.cut_short:
        yield "cut short by the limit on turns"


# ---- reading --------------------------------------------------------------------------------


def read(text: str) -> Playthrough:
    """The game that a text describes; how it ended is not looked at."""
    heading, turns, *_ = text.split("\n\n")
    said = dict(line.split(maxsplit=1) for line in heading.splitlines())
    id, _, _ = said["ruleset"].partition(",")
    plies = (ply for line in turns.splitlines() for ply in line.split("  ") if _is_move(ply))
    return Playthrough(tr.load(id), int(said["seats"]), int(said["seed"]), tuple(map(_move, plies)))


def _is_move(part: str) -> bool:
    return re.fullmatch(r" ?\d*|seat \d", part.strip()) is None


def _move(ply: str) -> tr.Move:
    verb, *words = re.sub(r" \(.*\)$", "", ply).split()
    return tr.Move(verb, tuple(words))
