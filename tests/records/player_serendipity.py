"""How the golden playthroughs of Serendipity are played."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import tilerules as tr
from tests.naive.serendipity import look, neighbours
from tilerules.games import serendipity


class Player:
    """One decision of the seat to move, from what it may know.

    It remembers where its own flowers lie and turns them up in one long turn; it moves flowers and
    Serendips to where they touch more of its own, and sees to it that edges match.
    """

    def __init__(self, seen: tr.Observation, random: Random) -> None:
        assert isinstance(seen, serendipity.Observation)
        self.seen, self.random = seen, random
        self.moves = tr.legal_moves(seen)
        self.mine = {colour for colour, seat in seen.owners.items() if seat == seen.to_move}
        card = seen.ruleset.values_for(seen.seats)
        self.side, self.edges = card["board"]["side"], list(card["tiles"]["serendip_edges"])

    def move(self) -> tr.Move:
        """The move to make."""
        match self.seen.phase:
            case "reveal" | "go_on":
                return self._look()
            case "decide":
                return self._decide()
            case "swap":
                return self._swap()
        return self._any(self.moves)

    def _any(self, moves: Iterable[tr.Move]) -> tr.Move:
        return self.random.choice(list(moves))

    def _likely(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def _look(self) -> tr.Move:
        """Turn up an own tile that has been seen, else one that nobody has seen; or stop."""
        passing = [move for move in self.moves if move.kind == "pass"]
        reveals = [move for move in self.moves if move.kind == "reveal"]
        cells = self.seen.cells
        own = [move for move in reveals if cells[move.args[0]].tile in self.mine]
        new = [move for move in reveals if cells[move.args[0]].tile is None]
        if passing and not own and self._likely(40):
            return passing[0]
        return self._any(own if own and self._likely(85) else new or own or passing or reveals)

    def _touched(self, label: str, *, without: str = "") -> int:
        """How many own face-up flowers, and Serendips, lie around a cell."""
        around = (at for at in neighbours(label, self.side).values() if at != without)
        lying = (self.seen.cells[at] for at in around)
        return sum(
            cell.up and (cell.tile in self.mine or cell.tile == "serendip") for cell in lying
        )

    def _matching(self, label: str, facing: str) -> int:
        """How many edges of a Serendip there would lie against an own flower of their colour."""
        shows = look(self.edges, facing.partition(":")[2])
        lying = {way: self.seen.cells[at] for way, at in neighbours(label, self.side).items()}
        return sum(
            cell.up and cell.tile in self.mine and cell.tile == shows[way]
            for way, cell in lying.items()
        )

    def _decide(self) -> tr.Move:
        """Keep the tile just turned up, or move it to where it touches more."""
        here = self.seen.turned_up or ""
        kept = [move for move in self.moves if move.kind in ("keep", "back")]
        moved = [move for move in self.moves if move.kind == "move"]
        serendip = self.seen.cells[here].tile == "serendip"
        best = max((self._touched(move.args[0], without=here) for move in moved), default=0)
        if moved and best > self._touched(here) and self._likely(40):
            good = (m for m in moved if self._touched(m.args[0], without=here) == best)
            return self._best_turned(good)
        return self._best_turned(kept or moved) if serendip else self._any(kept or moved)

    def _best_turned(self, moves: Iterable[tr.Move]) -> tr.Move:
        """One of the moves whose facing matches most."""
        here = self.seen.turned_up or ""
        worth = {}
        for move in moves:
            label = here if move.kind == "keep" else move.args[0]
            facing = next((word for word in move.args if ":" in word), None)
            worth[move] = self._matching(label, facing) if facing else 0
        return self._any(move for move, matches in worth.items() if matches == max(worth.values()))

    def _swap(self) -> tr.Move:
        """Bring an own flower that lies alone to others, by a tile that lies face down."""
        cells = self.seen.cells
        alone = {at for at in cells if cells[at].up and cells[at].tile in self.mine}
        alone = {at for at in alone if not self._touched(at)}
        swaps = [move for move in self.moves if move.kind == "swap"]
        good = [move for move in swaps if self._joins(move, alone)]
        passing = [move for move in self.moves if move.kind == "pass"]
        if good:
            return self._any(good)
        return self._any(passing if passing and self._likely(70) else swaps)

    def _joins(self, move: tr.Move, alone: set[str]) -> bool:
        for here, there in (move.args, move.args[::-1]):
            if here in alone and not self.seen.cells[there].up:
                return self._touched(there, without=here) > 0
        return False
