"""What viewers may know: nothing but what they were told, however they ask for it.

A game says by `told`, from its rulebook and not from `observe`, what a viewer has been told after
some moves of a deal. Two deals that tell a viewer the same must look alike in all that this viewer,
or whoever holds a state, can get out of the library without asking for what lies hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs

import tilerules as tr


@attrs.frozen
class Played:
    """A deal and the moves made on it, in notation."""

    deal: Any
    moves: tuple[str, ...]

    def states(self) -> Iterator[Any]:
        """The states as far as the moves are legal."""
        at = tr.new_game(self.deal.ruleset, self.deal.seats, deal=self.deal)
        yield at
        for text in self.moves:
            move = tr.Move(*_worded(text))
            if tr.why_illegal(at, move):
                return
            at = tr.apply_move(at, move)
            yield at


@attrs.frozen(kw_only=True)
class Secrets:
    """What a game tells its viewers.

    Attributes:
        told: what a viewer has been told after some moves of a deal.
        dealt_otherwise: another game that tells a viewer the same for so many plies.
        views: everything that a viewer can get, and what a state says without being asked for more.
        likely: a move of games in which every kind of thing happens.
    """

    told: Callable[[Any, Sequence[str], int | None], object]
    dealt_otherwise: Callable[[Played, int, int | None, Random], Played]
    views: Callable[[Any, int | None], dict[str, object]]
    likely: Callable[[tr.LegalMoves, Random], tr.Move]

    def played(self, ruleset: tr.Ruleset, seats: int, seed: int | bytes, plies: int) -> Played:
        """A game of so many likely moves, or a whole one."""
        deal, chance = tr.deal(ruleset, seats, seed=seed), Random(seed)
        at, texts = tr.new_game(ruleset, seats, deal=deal), list[str]()
        while len(texts) < plies and not at.is_over:
            move = self.likely(tr.legal_moves(at), chance)
            texts.append(str(move))
            at = tr.apply_move(at, move)
        return Played(deal, tuple(texts))

    def looks_alike(self, game: Played, plies: int, viewer: int | None, chance: Random) -> int:
        """Another deal looks the same to a viewer as long as it tells the same; for how many plies.

        While it does, moves that are legal in one game are legal in the other.
        """
        other = self.dealt_otherwise(game, plies, viewer, chance)
        alike = 0
        for ply, (one, another) in enumerate(zip(game.states(), other.states(), strict=False)):
            told = self.told(game.deal, game.moves[:ply], viewer)
            if told != self.told(other.deal, other.moves[:ply], viewer):
                break
            first, second = self.views(one, viewer), self.views(another, viewer)
            assert [key for key in first if first[key] != second[key]] == []
            alike += 1
        assert alike > plies
        return alike


# ---- all that can be got out of a position --------------------------------------------------


def of_viewer(at: tr.State, viewer: int | None, texts: Sequence[str]) -> dict[str, object]:
    """What a viewer can get, with and without memory; `texts` are moves to ask about."""
    seen, forgetful = (tr.observe(at, viewer, memory=memory) for memory in (True, False))
    said: dict[str, object] = {
        "hash": hash(seen),
        "data": json.dumps(seen.to_data()),
        "fields": attrs.astuple(seen, recurse=False),  # type: ignore[arg-type]
        "last move": seen.last_move,
        "forgetful data": json.dumps(forgetful.to_data()),
        "forgetful fields": attrs.astuple(forgetful, recurse=False),  # type: ignore[arg-type]
        **shown(seen),
        **asked(seen, texts),
    }
    return {f"{viewer} {key}": value for key, value in said.items()}


def of_state(at: tr.State) -> dict[str, object]:
    """What a state says to whoever holds it, hidden or not."""
    said = shown(at)
    said["wrong"] = [
        failed(lambda: tr.observe(at, at.seats)),
        failed(lambda: setattr(at, "rules", None)),
        failed(lambda: at.nonsense),  # type: ignore[attr-defined]
        failed(lambda: tr.apply_move(at, "a1")),  # type: ignore[arg-type]
    ]
    return {f"state {key}": value for key, value in said.items()}


def shown(at: tr.Position) -> dict[str, object]:
    """What lies open to all in a position, and what it prints."""
    return {
        "public": [at.phase, at.to_move, at.turns, at.ply, at.is_over],
        "texts": [repr(at), str(at)],
        "score": repr(tr.score(at)),
        "outcome": repr(tr.outcome(at)),
    }


def asked(at: tr.Position, texts: Sequence[str]) -> dict[str, object]:
    """What a position says of its legal moves, of some others, and of these texts."""
    legal, space = tr.legal_moves(at), tr.action_space(at.ruleset, at.seats)
    moves = [space.move(number) for number in _sampled(len(space), at.ply)]
    worded = [tr.Move(*_worded(text)) for text in texts if text]
    return {
        "moves": [str(move) for move in legal],
        "moves in a word": (repr(legal), len(legal)),
        "mask": space.mask(at),
        "refusals": [repr(tr.why_illegal(at, move)) for move in (*moves, *worded)],
        "errors": [failed(partial(_applied, at, move)) for move in moves],
        "parsed": [failed(partial(tr.parse_move, at, text)) for text in texts],
    }


def _worded(text: str) -> tuple[str, tuple[str, ...]]:
    """The kind of a move in notation, and what stands behind it."""
    kind, *args = text.split()
    return kind, tuple(args)


def _applied(at: tr.Position, move: tr.Move) -> None:
    """Raise what a move that is refused raises."""
    if isinstance(at, tr.State) and tr.why_illegal(at, move):
        tr.apply_move(at, move)


def _sampled(size: int, ply: int) -> list[int]:
    """Some of all moves; others at each ply."""
    return [(ply * 7919 + step * step * 31) % size for step in range(8)]


def failed(call: Callable[[], object]) -> str:
    """What a call returns or raises, as text."""
    try:
        return repr(call())
    except Exception as error:
        return f"{error!r} {error}"


def prints_its_commitment_alone(deal: tr.Deal) -> None:
    """A deal that is printed says what may be published before the game, and no more."""
    number, id = deal.seats, deal.ruleset.id
    assert repr(deal) == str(deal)
    assert repr(deal) == f"<Deal of {id} for {number} seats, commitment {deal.commitment}>"
    assert deal.salt.hex() not in repr(deal)
