"""A slow and simple Serendipity for any resolved card: the model beside the real engine.

It shares no code with the library. S1 to S25 are the readings of the rules text.
"""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

from .cards import copied
from .serendipity_scores import (
    DIRECTIONS,
    SERENDIP,
    Card,
    Cell,
    Cells,
    Line,
    canonical,
    face_up,
    labels,
    look,
    neighbours,
    row_order,
    score_seat,
    steps,
    touching,
    turnings,
)

__all__ = [
    "DIRECTIONS",
    "SERENDIP",
    "Card",
    "Line",
    "Naive",
    "labels",
    "look",
    "neighbours",
    "perft",
    "row_order",
    "score_seat",
    "turnings",
]


class Naive:
    """One position of a game. Nothing changes it; `play` gives a new one."""

    def __init__(self, card: Card, seats: int, tiles: dict[str, tuple[str, str | None]]) -> None:
        self.card = card
        self.seats = seats
        self.edges: list[str] = card["tiles"]["serendip_edges"]
        self.cells: Cells = {}
        known = card["tiles"].get("known", "never") == "all"
        for label in labels(card["board"]["side"]):
            tile, facing = tiles[label]
            facing = canonical(self.edges, facing) if facing else None  # S2
            self.cells[label] = {"tile": tile, "facing": facing, "up": False, "seen": known}
        self.owners: dict[str, int] = {}
        self.phase = "choose"
        self.to_move: int | None = 0
        self.turns = 0
        self.turns_left: int | None = None
        self.used: list[dict[str, int]] = [{} for _ in range(seats)]
        self.turned_up: str | None = None
        self.cut_short = False
        self.shown: tuple[str, str, str | None] | None = None

    def legal(self) -> set[str]:
        """All legal moves in canonical notation."""
        reveals = {f"reveal {label}" for label in self._targets("face_down")}
        if self.phase == "choose":
            free = [c for c in self.card["tiles"]["colours"] if c not in self.owners]
            return {f"choose {colour}" for colour in free}
        if self.phase == "reveal":
            return reveals
        if self.phase == "go_on":  # S11: a right, not a duty
            return reveals | {"pass"}
        if self.phase == "decide":
            return self._choices()
        if self.phase == "swap":  # S6: a duty or not
            waive = {"pass"} if self.card["turn"]["serendip"]["leave"]["swap"] == "may" else set()
            return self._swaps() | waive
        return set()

    def _targets(self, which: str) -> list[str]:
        """S7, S8: the cells an exchange may touch; never a Serendip that lies face up."""
        found = []
        for label, cell in self.cells.items():
            if cell["up"] and cell["tile"] != SERENDIP and which in ("any", "face_up"):
                found.append(label)
            if not cell["up"] and which in ("any", "face_down"):
                found.append(label)
        return found

    def _within(self, a: str, b: str, reach: int | str) -> bool:
        """Two cells are no more than so many steps apart."""
        return reach == "never" or steps(a, self.card["board"]["side"])[b] <= int(reach)

    def _used_up(self, thing: str) -> bool:
        """The seat to move has done a thing as often as it may."""
        uses = self.card.get("uses", {}).get(thing)
        done = self.used[self.to_move or 0].get(thing, 0)
        return uses is not None and done >= uses["times"]

    def _use(self, thing: str) -> None:
        """The seat to move does a thing."""
        used = self.used[self.to_move or 0]
        used[thing] = used.get(thing, 0) + 1

    def _swaps(self) -> set[str]:
        leave = self.card["turn"]["serendip"]["leave"]
        targets = sorted(self._targets(leave["swap_with"]), key=row_order)
        reach = leave.get("swap_reach", "never")
        if self._used_up("swap"):
            return set()
        return {f"swap {a} {b}" for a, b in combinations(targets, 2) if self._within(a, b, reach)}

    def _choices(self) -> set[str]:
        """What may become of the tile just turned up."""
        here = self.turned_up or ""
        tile = self.cells[here]["tile"]
        if tile == SERENDIP:
            return self._serendip_choices(here)
        if self.is_own(tile):
            return self._own_choices(here)
        return {"keep", "back"}  # S23: the seat decides

    def is_own(self, tile: str) -> bool:
        """A flower of the seat to move, or of a partner where they share their flowers."""
        partners = self.card.get("partners", {})
        friends = [self.to_move]
        if partners.get("flowers") == "shared":
            friends += [s for side in self.sides() if self.to_move in side for s in side]
        return tile in self.owners and self.owners[tile] in friends

    def _may_go(self, here: str, exchange: dict[str, Any]) -> list[str]:
        """The cells whose tile the tile just turned up may change places with."""
        if self._used_up("exchange"):
            return []
        there = [label for label in self._targets(exchange["with"]) if label != here]
        return [at for at in there if self._within(here, at, exchange.get("reach", "never"))]

    def _own_choices(self, here: str) -> set[str]:
        own = self.card["turn"]["own"]
        moves = {"keep"} if "leave" in own else set()
        if "exchange" in own:
            for there in self._may_go(here, own["exchange"]):
                if self._may_lie(here, there):
                    moves.add(f"move {there}")
        return moves

    def _may_lie(self, here: str, there: str) -> bool:
        """S9: after the exchange it may have to lie beside another own flower."""
        if self.card["turn"]["own"]["exchange"]["beside"] == "any":
            return True
        after = copy.copy(self)
        after.cells = {**self.cells}
        after._exchange(here, there)
        colour = after.cells[there]["tile"]
        return bool(touching(there, self.card) & face_up(after.cells, colour))

    def _facings(self, here: str) -> list[str]:
        """S2: the ways in which a Serendip may be turned."""
        return [self.cells[here]["facing"]] if self._used_up("turning") else turnings(self.edges)

    def _serendip_choices(self, here: str) -> set[str]:
        serendip = self.card["turn"]["serendip"]
        moves = set()
        if "leave" in serendip:
            free = serendip["leave"]["turning"] == "free"
            facings = self._facings(here) if free else [self.cells[here]["facing"]]
            moves |= {f"keep {self.edges[0]}:{facing}" for facing in facings}
        if "exchange" in serendip:
            for there in self._may_go(here, serendip["exchange"]):
                if serendip["exchange"]["turning"] == "free":  # S4
                    moves |= {f"move {there} {self.edges[0]}:{f}" for f in self._facings(here)}
                else:
                    moves.add(f"move {there}")
        return moves

    def play(self, move: str) -> Naive:
        """The position after a legal move."""
        if move not in self.legal():
            raise ValueError(f"not legal here: {move}")
        new = self._copy()
        new.shown = None
        word, *args = move.split()
        getattr(new, f"_{word}")(*args)
        return new

    def _copy(self) -> Naive:
        new = copy.copy(self)
        new.cells = {label: {**cell} for label, cell in self.cells.items()}
        new.owners = copied(self.owners)
        new.used = copied(self.used)
        return new

    def _choose(self, colour: str) -> None:
        """S19: seat after seat, round after round, until all have their number of colours."""
        self.owners[colour] = seat = self.to_move or 0
        for step in range(1, self.seats + 1):
            following = (seat + step) % self.seats
            if len(self._colours_of(following)) < self._colours_each(following):
                self.to_move = following
                return
        self.to_move = 0
        self._look_at_the_end(self.seats - 1)
        self._begin_turn()

    def _seat(self, seat: int) -> dict[str, Any]:
        """What is different for one seat."""
        seats = self.card.get("seats", {})
        different: dict[str, Any] = seats.get(seat) or seats.get(str(seat)) or {}
        return different

    def _colours_each(self, seat: int) -> int:
        number = self.card | self._seat(seat)
        return int(number["colours_each"])

    def _colours_of(self, seat: int) -> list[str]:
        return [c for c in self.card["tiles"]["colours"] if self.owners.get(c) == seat]

    def _reveal(self, label: str) -> None:
        cell = self.cells[label]
        cell["up"], cell["seen"] = True, False
        self.shown = (label, cell["tile"], cell["facing"])
        self.phase, self.turned_up = "decide", label
        if cell["tile"] == SERENDIP or self.is_own(cell["tile"]):
            if not self._choices():  # nothing can be done: it stays up and the turn ends
                self._end_turn()
            return
        rule = self._others_rule(cell["tile"])
        if rule["stays_up"] == "chosen":
            return
        if not self._stays_up(rule):
            cell["up"], cell["seen"] = False, True
        self._dealt_with(rule["then"])

    def _others_rule(self, tile: str) -> dict[str, Any]:
        rule: dict[str, Any] = self.card["turn"]["foreign" if tile in self.owners else "unowned"]
        return rule

    def _stays_up(self, rule: dict[str, Any]) -> bool:
        """S23, S24: a Serendip once turned up stays up, so those turned up are those up now."""
        if rule["stays_up"] == "after_serendips":
            return len(face_up(self.cells, SERENDIP)) >= int(rule["serendips"])
        return bool(rule["stays_up"] == "always")

    def _keep(self, turning: str | None = None) -> None:
        cell = self.cells[self.turned_up or ""]
        if cell["tile"] == SERENDIP:
            leave = self.card["turn"]["serendip"]["leave"]
            self._turn(cell, turning or "")
            if leave["swap"] != "never" and self._swaps():  # S6; without a pair it is void
                self.phase, self.turned_up = "swap", None
            else:
                self._dealt_with(leave["then"])  # S5
        elif self.is_own(cell["tile"]):
            self._dealt_with(self.card["turn"]["own"]["leave"]["then"])  # S11
        else:
            self._dealt_with(self._others_rule(cell["tile"])["then"])  # S23

    def _turn(self, cell: Cell, turning: str) -> None:
        """S4: a Serendip is turned, which counts where it faces another way than it lay."""
        facing = turning.split(":")[1]
        if facing != cell["facing"]:
            self._use("turning")
        cell["facing"] = facing

    def _back(self) -> None:
        cell = self.cells[self.turned_up or ""]
        cell["up"], cell["seen"] = False, True
        self._dealt_with(self._others_rule(cell["tile"])["then"])

    def _move(self, there: str, turning: str | None = None) -> None:
        here = self.turned_up or ""
        cell = self.cells[here]
        if turning is not None:
            self._turn(cell, turning)
        self._use("exchange")
        self._exchange(here, there)
        kind = "serendip" if cell["tile"] == SERENDIP else "own"
        self._dealt_with(self.card["turn"][kind]["exchange"]["then"])  # S5, S10, S11

    def _swap(self, a: str, b: str) -> None:
        self._use("swap")
        self._exchange(a, b)
        self._dealt_with(self.card["turn"]["serendip"]["leave"]["then"])  # S5

    def _exchange(self, a: str, b: str) -> None:
        """Up stays up, down stays down, a tile keeps its facing (S3), what was seen is known."""
        self.cells[a], self.cells[b] = self.cells[b], self.cells[a]

    def _pass(self) -> None:
        if self.phase == "swap":
            self._dealt_with(self.card["turn"]["serendip"]["leave"]["then"])  # S6
        else:
            self._end_turn()  # S11

    def _dealt_with(self, then: str) -> None:
        """A tile has been dealt with, its swap included."""
        self.turned_up = None
        looked_at = self.card["end"]["looked_at"] == "choice" and self.turns_left is None
        over = looked_at and self._end_has_come()  # S20
        if over or then == "end_turn" or not self._targets("face_down"):  # S12
            self._end_turn()
        else:
            self.phase = "reveal" if then == "must_reveal" else "go_on"  # S11

    def _end_turn(self) -> None:
        seat = self.to_move or 0
        self.turns += 1
        self.to_move = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
        else:
            self._look_at_the_end(seat)
        self._begin_turn()
        limit = self.card["end"]["turn_limit"]
        if self.phase != "over" and limit != "never" and self.turns >= limit:  # S25
            self.phase, self.to_move, self.cut_short = "over", None, True

    def _look_at_the_end(self, seat: int) -> None:
        """At the end of a turn of a seat; how many turns remain once the end has come."""
        if self._end_has_come():
            last = {"broken_off": 0, "finished": self.seats - 1 - seat, "one_more": self.seats}
            self.turns_left = last[self.card["end"].get("round", "broken_off")]

    def _begin_turn(self) -> None:
        self.phase, self.turned_up = "reveal", None
        for thing, uses in self.card.get("uses", {}).items():
            if uses.get("in", "game") == "turn":
                for used in self.used:
                    used.pop(thing, None)
        if self.turns_left == 0 or not self._targets("face_down"):  # S12
            self.phase, self.to_move = "over", None

    def _end_has_come(self) -> bool:
        """One of some conditions holds, or all of others together."""
        end = self.card["end"]
        all_of = end.get("all_of", ["serendips_up", "complete_colours"])
        any_holds = any(getattr(self, f"_reached_{word}")() for word in end.get("any_of", []))
        return any_holds or (
            bool(all_of) and all(getattr(self, f"_reached_{word}")() for word in all_of)
        )

    def _reached_serendips_up(self) -> bool:
        """S20: enough Serendips are up."""
        number, there_are = self.card["end"]["serendips_up"], self.card["tiles"]["serendips"]
        needed = there_are if number == "all" else number
        return len(face_up(self.cells, SERENDIP)) >= int(needed)

    def _reached_complete_colours(self) -> bool:
        """S20: enough colours are up with all their tiles."""
        end, tiles = self.card["end"], self.card["tiles"]
        colours = list(self.owners) if end["whose"] == "owned" else list(tiles["colours"])
        complete = [c for c in colours if len(face_up(self.cells, c)) == tiles["copies"]]
        wanted = len(colours) if end["complete_colours"] == "all" else end["complete_colours"]
        return len(complete) >= int(wanted)

    def _reached_rounds(self) -> bool:
        return bool(self.turns >= self.card["end"]["rounds"] * self.seats)

    def _reached_points(self) -> bool:
        """Some side has so many points, as it stands."""
        totals = [entry["total"] for entry in self.scores()]
        best = max(sum(totals[seat] for seat in side) for side in self.sides())
        return bool(best >= self.card["end"]["points"])

    def known(self) -> dict[str, tuple[str, str | None]]:
        """The cells whose tile everybody knows: it is up, or was seen and turned back."""
        return {
            label: (cell["tile"], cell["facing"])
            for label, cell in self.cells.items()
            if cell["up"] or cell["seen"]
        }

    def sides(self) -> list[list[int]]:
        """Those who win together: teams, and seats that play alone."""
        teams = [sorted(team) for team in self.card.get("partners", {}).get("teams", {}).values()]
        return teams + [[s] for s in range(self.seats) if not any(s in team for team in teams)]

    def scores(self) -> list[dict[str, Any]]:
        """The score of each seat, of what is up."""
        entries = []
        for seat in range(self.seats):
            entry = score_seat(self.card, self.cells, self._colours_of(seat))
            handicap = self._seat(seat).get("handicap")
            if handicap is not None:
                entry["total"] += handicap
                entry["lines"].insert(0, ("handicap", None, handicap, 1, ()))
            entries.append(entry)
        return entries

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, tied seats together (S22: a shared win)."""
        worth: dict[int, tuple[int, ...]] = {}
        entries = self.scores()
        for side in self.sides():
            together = [line for seat in side for line in entries[seat]["lines"]]
            counts = [
                sum(line[3] for line in together if line[0] == word)
                for word in self.card["tie_breaks"]
            ]
            total = sum(entries[seat]["total"] for seat in side)
            worth |= dict.fromkeys(side, (total, *counts))
        places = sorted(set(worth.values()), reverse=True)
        return tuple(tuple(s for s in sorted(worth) if worth[s] == place) for place in places)


def perft(game: Naive, depth: int) -> int:
    """How many sequences of exactly so many moves there are from here."""
    if depth == 0:
        return 1
    return sum(perft(game.play(move), depth - 1) for move in game.legal())
