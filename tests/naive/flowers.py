"""A slow and simple Flowers for any resolved card: the model beside the real engine.

It shares no code with the library. F1 to F23 are the readings of the rules text.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from .cards import copied
from .flowers_scores import (
    VIOLET,
    Card,
    Cell,
    Garden,
    beside,
    butterfly_of,
    colour_of,
    merged,
    row_order,
    score_garden,
    value_of,
    visible,
)

__all__ = [
    "START",
    "VIOLET",
    "Card",
    "Cell",
    "Garden",
    "Naive",
    "beside",
    "butterfly_of",
    "colour_of",
    "deck",
    "merged",
    "most_in_hand",
    "perft",
    "pile_sizes",
    "row_order",
    "score_garden",
    "sides_of",
    "steps_of",
    "value_of",
    "visible",
]

START = (0, 0)
Held = tuple[str, bool]  # a card in hand, and whether all know it


def deck(card: Card) -> list[str]:
    """All cards, the violet ones apart. F18: a butterfly sits on one of the copies."""
    marked = card["cards"]["butterflies"]
    found = list(marked)
    for colour in card["cards"]["colours"]:
        for value, copies in card["cards"]["values"].items():
            with_butterfly = sum(name.startswith(f"{colour}-{value}-") for name in marked)
            found += [f"{colour}-{value}"] * (copies - with_butterfly)
    return found


def pile_sizes(card: Card, seats: int) -> list[int]:
    """F1 to F4: as listed, or card by card round all piles, so that the last are the shorter.

    A display has one card on each place and all others in the stock behind them.
    """
    piles = card["piles"]
    if piles["dealt"] == "listed":
        return list(piles["sizes"])
    starts = seats if card["start"]["card"] == "random" else 0  # F19: violet comes from elsewhere
    left = len(deck(card)) - starts - seats * card["turn"].get("hand", 0)
    if piles["dealt"] == "display":
        return [1] * piles["number"] + [left - piles["number"]]
    sizes = [0] * piles["number"]
    for n in range(left):
        sizes[n % len(sizes)] += 1
    return sizes


def steps_of(card: Card) -> list[str]:
    """What is done in a turn, in order."""
    return list(card["turn"].get("steps", ["take", "place"]))


def most_in_hand(card: Card) -> int:
    """How many cards a seat can have in hand."""
    held = most = int(card["turn"].get("hand", 0))
    for step in steps_of(card):
        held += 1 if step == "take" else -1
        most = max(most, held)
    return most


def sides_of(card: Card, seats: int) -> list[list[int]]:
    """Who plays together: the teams, and each other seat alone."""
    teams = [list(team) for team in card.get("partners", {}).get("teams", {}).values()]
    return teams + [[seat] for seat in range(seats) if not any(seat in team for team in teams)]


class Naive:
    """One position of a game. Nothing changes it; `play` gives a new one."""

    def __init__(
        self,
        card: Card,
        seats: int,
        starts: list[str],
        piles: list[list[str]],
        hands: list[list[str]] | None = None,
    ) -> None:
        self.card = card
        self.seats = seats
        self.gardens: list[Garden] = [{START: [start]} for start in starts]
        self.piles = copied(piles)  # in a display the places, then the stock
        self.face_up = [False] * len(piles)  # whether the top card of each pile lies face up
        dealt = hands or [[] for _ in range(seats)]
        self.hands: list[list[Held]] = [[(text, False) for text in hand] for hand in dealt]
        self.taken: list[int] = []  # the piles taken from in this turn; after the end, in the last
        self.swept: list[str] = []  # what has left the game, discarded cards too
        self.used: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.phase = "take"
        self.step = 0  # which of the steps of the turn is due
        self.to_move: int | None = None
        self.turns = 0
        self.turns_left: int | None = None  # once the end has come
        for pile in self._open_piles():
            self.face_up[pile] = True
        self._look_at_the_end(seats - 1)
        if self._is_over():
            self.phase = "over"
        else:
            self._begin_turn(0)  # F6

    # ---- what lies there ---------------------------------------------------------------------

    @property
    def in_hand(self) -> str | None:
        """The card in the hand of the seat to move, where that is one card at most."""
        held = [] if self.to_move is None else self.hands[self.to_move]
        return held[0][0] if held else None

    @in_hand.setter
    def in_hand(self, card: str | None) -> None:
        self.hands[self.to_move or 0] = [(card, False)] if card else []

    @property
    def taken_from(self) -> int | None:
        """The pile last taken from in this turn; after the end, in the last one."""
        return self.taken[-1] if self.taken else None

    @taken_from.setter
    def taken_from(self, pile: int | None) -> None:
        self.taken = [] if pile is None else [pile]

    def _is_display(self) -> bool:
        return bool(self.card["piles"]["dealt"] == "display")

    def _open_piles(self) -> list[int]:
        """F4: all but the last ones; those that have run out too. Of a display, the places."""
        if self._is_display():
            return list(range(self.card["piles"]["number"]))
        return list(range(len(self.piles) - self.card["piles"]["hidden"]))

    def _piles_to_take_from(self) -> list[int]:
        """All piles, but a stock from which nobody may take."""
        may = not self._is_display() or self.card["piles"]["hidden"]
        return list(range(len(self.piles))) if may else self._open_piles()

    def seen_piles(self) -> list[list[str | None]]:
        """What of each pile all may see, from the top."""
        fanned = self.card["piles"].get("known", "top") == "all"
        seen: list[list[str | None]] = []
        for n, pile in enumerate(self.piles):
            if fanned and (self._is_display() or n in self._open_piles()):
                seen.append([*pile])
            else:
                lying = [text if self.face_up[n] else None for text in pile[:1]]
                seen.append([*lying, *(None for _ in pile[1:])])
        return seen

    def open_cards(self) -> list[str | None]:
        """What of each pile's top lies open to all."""
        return [pile[0] if pile else None for pile in self.seen_piles()]

    # ---- moves -------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """All legal moves in notation."""
        if self.phase == "take":
            return {f"take {n}" for n in self._piles_to_take_from() if self.piles[n]}
        if not self.phase.startswith("place"):
            return set()
        seat = self.to_move or 0
        moves = {f"place {x},{y}" for x, y in self._free_cells(self.gardens[seat], seat)}
        moves |= {f"cover {x},{y}" for x, y in self._coverable()}
        if self.phase == "place_or_discard" and self._is_left("discard"):
            moves.add("discard")
        if most_in_hand(self.card) > 1:
            return {f"{m} {text}" for m in moves for text, _ in self.hands[seat]}
        return moves

    def _is_left(self, thing: str) -> bool:
        """Whether the seat to move may do a thing once more."""
        rule = self.card.get("uses", {}).get(thing)
        return rule is None or self.used[self.to_move or 0][thing] < rule["times"]

    def _free_cells(self, garden: Garden, seat: int = 0) -> set[Cell]:
        """F7: beside a card that lies there."""
        cells: set[Cell] = set()
        for cell in garden:
            cells |= beside(cell, self.card["garden"]["placing"])
        return {cell for cell in cells - set(garden) if self._fits(garden, cell, seat)}

    def _limits(self, seat: int) -> list[Any]:
        """F8: the largest width and height of a seat's garden."""
        own = self.card.get("seats", {}).get(str(seat), {})
        return [own.get(word, self.card["garden"][word]) for word in ("width", "height")]

    def _fits(self, garden: Garden, cell: Cell, seat: int) -> bool:
        """F8: with the new cell the garden is not too wide and not too high."""
        for axis, most in enumerate(self._limits(seat)):
            along = [some[axis] for some in [*garden, cell]]
            if most != "never" and max(along) - min(along) + 1 > most:
                return False
        return True

    def _coverable(self) -> set[Cell]:
        garden = self.gardens[self.to_move or 0]
        cells = {cell for cell in garden if self._may_cover(garden, cell)}
        return cells if self._is_left("cover") else set()

    def _may_cover(self, garden: Garden, cell: Cell) -> bool:
        """F9: by the height of the stack and by the card that would be covered."""
        rule, stack = self.card["cover"], garden[cell]
        depth = rule.get("depth", "never")
        if depth != "never" and len(stack) >= depth:
            return False
        if stack[-1] == VIOLET:  # F20 goes before F9
            return bool(self.card["start"]["cover_violet"] == "may")
        if rule["cards"] == "not_start":
            return not (cell == START and len(stack) == 1)
        return bool(rule["cards"] == "any")

    def play(self, move: str) -> Naive:
        """The position after a legal move."""
        if move not in self.legal():
            raise ValueError(f"not legal here: {move}")
        new = copy.copy(self)
        for name in ("gardens", "piles", "face_up", "hands", "taken", "swept"):
            setattr(new, name, copied(getattr(self, name)))
        new.used = [done.copy() for done in self.used]
        word, *rest = move.split()
        if word == "take":
            new._take(int(rest[0]))
        else:
            new._play_card(word, rest)
        new._go_on(new.step + 1)
        return new

    def _take(self, pile: int) -> None:
        known = self.open_cards()[pile] is not None
        self.hands[self.to_move or 0].append((self.piles[pile].pop(0), known))
        self.taken.append(pile)
        at_once = self.card["piles"]["next_shown"] == "at_once"  # F5
        self.face_up[pile] = pile in self._open_piles() and (at_once or self._is_display())
        if at_once:
            self._refill()

    def _refill(self) -> None:
        """The stock of a display fills the empty places, the first one first."""
        for place in self._open_piles() if self._is_display() else []:
            if not self.piles[place] and self.piles[-1]:
                self.piles[place] = [self.piles[-1].pop(0)]

    def _play_card(self, word: str, rest: list[str]) -> None:
        """A card of the hand goes into the garden, on top of what lies there, or leaves the game.

        Of two equal cards it is the one that all know.
        """
        hand = self.hands[self.to_move or 0]
        name = rest.pop() if most_in_hand(self.card) > 1 else hand[0][0]
        at = hand.index((name, True) if (name, True) in hand else (name, False))
        played, _ = hand.pop(at)
        if word == "discard":
            self.swept.append(played)
        else:
            x, y = rest[0].split(",")
            self.gardens[self.to_move or 0].setdefault((int(x), int(y)), []).append(played)
        self.used[self.to_move or 0][word] += 1

    def _go_on(self, step: int) -> None:
        """The next step that can be done, if any; else the turn is over."""
        for n, word in enumerate(steps_of(self.card)):
            takes = any(self.piles[pile] for pile in self._piles_to_take_from())
            if n >= step and (takes if word == "take" else self.hands[self.to_move or 0]):
                self.step, self.phase = n, word
                return
        self._end_turn()

    # ---- turns and the end -------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self.to_move, self.taken = seat, []
        self.used[seat] = Counter(
            {
                thing: times
                for thing, times in self.used[seat].items()
                if self.card.get("uses", {}).get(thing, {}).get("in", "game") == "game"
            }
        )
        for pile in self._open_piles():  # F5: now at the latest
            self.face_up[pile] = True
        self._refill()
        self._go_on(0)

    def _end_turn(self) -> None:
        seat = self.to_move or 0
        self.turns += 1
        if self.turns_left is not None:
            self.turns_left -= 1
        self._look_at_the_end(seat)
        if not self._is_over():
            self._sweep()
            self._look_at_the_end(seat)
        if self._is_over():
            self.phase, self.to_move = "over", None  # F5: nothing more is shown
        else:
            self._begin_turn((seat + 1) % self.seats)

    def _sweep(self) -> None:
        """F21: the top cards leave the game, seen by all, and the next ones are shown."""
        word = self.card["turn"]["sweep"]
        if word == "never":
            return
        swept = [n for n in self._open_piles() if word == "open_piles" or n not in self.taken]
        swept = [pile for pile in swept if self.piles[pile]]
        for pile in swept:
            self.swept.append(self.piles[pile].pop(0))
            self.face_up[pile] = True
        for pile in swept if self._is_display() else []:  # a place that waits goes on waiting
            if self.piles[-1]:
                self.piles[pile] = [self.piles[-1].pop(0)]

    def _is_over(self) -> bool:
        return self.turns_left == 0

    def _look_at_the_end(self, seat: int) -> None:
        """F23: how many turns remain when the end has come in the turn of a seat."""
        if self.turns_left is None and self._end_has_come():
            round_word = self.card["end"]["round"]
            after = {"broken_off": 0, "finished": self.seats - 1 - seat, "one_more": self.seats}
            self.turns_left = after[round_word]
        if not any(self.piles):  # F23: nothing to take
            self.turns_left = 0

    def _end_has_come(self) -> bool:
        """Whether one of some conditions holds, or all of some others together."""
        end = self.card["end"]
        together = [self._holds(word) for word in end.get("all_of", [])]
        single = [self._holds(word) for word in end.get("any_of", ["empty_piles"])]
        return any(single) or (bool(together) and all(together))

    def _holds(self, word: str) -> bool:
        """Whether a condition of the end holds."""
        end = self.card["end"]
        if word == "rounds":
            return bool(self.turns >= end["rounds"] * self.seats)
        if word == "points":
            totals = [entry["total"] for entry in self.scores()]
            sides = sides_of(self.card, self.seats)
            return any(sum(totals[seat] for seat in side) >= end["points"] for side in sides)
        if word == "full_gardens":
            full = [self._is_full(seat) for seat in range(self.seats)]
            return bool(full.count(True) >= end["full_gardens"])
        piles = self._piles_of_next_turn()
        wanted = end.get("empty_piles", 1)
        return piles.count([]) >= (len(piles) if wanted == "all" else wanted)

    def _is_full(self, seat: int) -> bool:
        width, height = self._limits(seat)
        return bool(len(self.gardens[seat]) == width * height)

    def _piles_of_next_turn(self) -> list[list[str]]:
        """The piles to take from, as they lie when the places of a display have been refilled."""
        later = copy.copy(self)
        later.piles = copied(self.piles)
        later._refill()
        return [later.piles[pile] for pile in later._piles_to_take_from()]

    # ---- scores ------------------------------------------------------------------------------

    def score_garden(self, seat: int) -> dict[str, Any]:
        """The score of a seat, of what lies in its garden; cards in hand do not count."""
        entry = score_garden(self.card, self.gardens[seat])
        extra = self.card.get("seats", {}).get(str(seat), {}).get("handicap")
        if extra is not None:
            entry["total"] += extra
            entry["lines"].insert(0, ("handicap", None, extra, 1, ()))
        return entry

    def scores(self) -> list[dict[str, Any]]:
        """The score of each seat."""
        return [self.score_garden(seat) for seat in range(self.seats)]

    def worth(self) -> dict[int, tuple[int, ...]]:
        """What seats are ranked by: points, then what breaks ties; partners' things together."""
        alone: list[list[int]] = []
        for entry in self.scores():
            counts = [
                sum(
                    1 if word == "butterflies" else line[3]  # each butterfly has a line
                    for line in entry["lines"]
                    if line[0] == word
                )
                * (-1 if word == "discards" else 1)  # fewer cards lost are better
                for word in self.card["tie_breaks"]
            ]
            alone.append([entry["total"], *counts])
        return {
            seat: tuple(map(sum, zip(*(alone[other] for other in side), strict=True)))
            for side in sides_of(self.card, self.seats)
            for seat in side
        }

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, tied seats together (F22: a shared win)."""
        worth = self.worth()
        places = sorted(set(worth.values()), reverse=True)
        return tuple(tuple(s for s in sorted(worth) if worth[s] == place) for place in places)

    def goal(self) -> tuple[bool | None, str | None]:
        """Whether a game alone is won, and its rating; None and None without a goal."""
        rule = self.card.get("goal")
        if not rule:
            return None, None
        total = self.score_garden(0)["total"]
        reached = [int(number) for number in rule.get("ratings", {}) if int(number) <= total]
        ratings = {int(number): word for number, word in rule.get("ratings", {}).items()}
        return total >= rule["points"], ratings[max(reached)] if reached else None

    def winners(self) -> tuple[int, ...]:
        """The seats of the first place; nobody where a goal is missed."""
        return () if self.goal()[0] is False else self.ranking()[0]


def perft(game: Naive, depth: int) -> int:
    """How many sequences of exactly so many moves there are from here."""
    if depth == 0:
        return 1
    return sum(perft(game.play(move), depth - 1) for move in game.legal())
