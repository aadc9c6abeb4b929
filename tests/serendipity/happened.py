"""What happens in a ply of Serendipity, from the whole truth, and a picture that it is played on.

All viewers are told the same: tiles are turned up and moved in the open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from tests.laws.events import (
    Data,
    Events,
    Happenings,
    due,
    ended,
    fits,
    moved,
    table_of,
    turn_ended,
    values_read,
)
from tests.laws.positions import values_of
from tests.naive.serendipity import SERENDIP, Naive
from tests.serendipity.told import dealt
from tilerules.games.serendipity import Deal

# ---- what happened --------------------------------------------------------------------------


@lru_cache(maxsize=4)
def table(deal: Deal, moves: tuple[str, ...]) -> Naive:
    """The whole table after some moves."""
    if not moves:
        return Naive(values_of(deal.ruleset, deal.seats), deal.seats, dealt(deal))
    return table(deal, moves[:-1]).play(moves[-1])


def happened(deal: Deal, moves: Sequence[str], viewer: int | None) -> list[Data]:
    """What all are told of the last of these moves."""
    before, after = table(deal, (*moves[:-1],)), table(deal, (*moves,))
    seat = before.to_move
    told: list[Data] = [{"kind": "moved", "seat": seat, "move": moves[-1]}]
    told += [{"game": "serendipity", **event} for event in on_the_board(before, after, moves[-1])]
    if after.turns > before.turns:
        told.append({"kind": "turn_ended", "seat": seat})
    told += counted(before, after)
    if after.phase == "over":
        told.append({"kind": "ended"})
    elif (after.phase, after.to_move) != (before.phase, seat):
        told.append({"kind": "due", "seat": after.to_move, "phase": after.phase})
    return told


def counted(before: Naive, after: Naive) -> Iterator[Data]:
    """What a seat has done of what is limited, and how many turns the end leaves."""
    seat, card = before.to_move or 0, before.card
    for thing in card.get("uses", ()):
        times = after.used[seat].get(thing, 0)
        if times > before.used[seat].get(thing, 0):
            yield {"kind": "used", "seat": seat, "thing": thing, "times": times}
    is_told = card["end"]["round"] != "broken_off" and before.turns_left is None
    if is_told and after.turns_left is not None:
        yield {"kind": "end_came", "turns_left": after.turns_left}


def on_the_board(before: Naive, after: Naive, move: str) -> list[Data]:
    """What happens to the tiles: they are turned up, back, round, and exchanged."""
    verb, *words = move.split()
    cells = [word for word in words if word in before.cells]
    facings = [word.partition(":")[2] for word in words if ":" in word]
    told: list[Data] = []
    if verb == "choose":
        told.append({"kind": "colour_chosen", "seat": before.to_move, "colour": words[0]})
    if verb == "reveal":
        lay = before.cells[cells[0]]
        tile = {"tile": lay["tile"], "facing": lay["facing"]}
        told.append({"kind": "turned_up", "cell": cells[0], **tile})
    if verb in ("reveal", "back"):
        here = cells[0] if cells else before.turned_up or ""
        told += [] if after.cells[here]["up"] else [{"kind": "turned_back", "cell": here}]
    if verb in ("keep", "move"):
        here = before.turned_up or ""
        another = [facing for facing in facings if facing != before.cells[here]["facing"]]
        told += [{"kind": "rotated", "cell": here, "facing": facing} for facing in another]
    if verb in ("move", "swap"):
        one, other = cells if verb == "swap" else (before.turned_up, cells[0])
        told.append({"kind": "exchanged", "one": one, "other": other})
    return told


# ---- a picture of the table -----------------------------------------------------------------


class Picture:
    """What a viewer sees, as data that change with each event."""

    def __init__(self, before: Data) -> None:
        self.before, self.data = before, table_of(before)
        self.cells: dict[str, Data] = self.data["cells"]

    def moved(self, event: Data) -> None:
        moved(self.data, event)
        self.data["shown"] = self.data["turned_up"] = None

    def colour_chosen(self, event: Data) -> None:
        fits(event["colour"] not in self.data["owners"])
        self.data["owners"][event["colour"]] = event["seat"]

    def turned_up(self, event: Data) -> None:
        cell = self.cells[event["cell"]]
        fits(not cell["up"])
        fits(cell["tile"] in (None, event["tile"]))
        facing = {} if event["facing"] is None else {"facing": event["facing"]}
        fits(bool(facing) == (event["tile"] == SERENDIP))
        self.cells[event["cell"]] = {"tile": event["tile"], "up": True, **facing}
        self.data["shown"] = {key: event[key] for key in ("cell", "tile", "facing")}
        self.data["begun"] = True

    def turned_back(self, event: Data) -> None:
        cell = self.cells[event["cell"]]
        fits(cell["up"])
        remembered: Data = {**cell, "up": False, "seen": True}
        forgotten: Data = {"tile": None, "up": False}
        self.cells[event["cell"]] = remembered if self.data["memory"] else forgotten

    def rotated(self, event: Data) -> None:
        cell = self.cells[event["cell"]]
        fits(cell["tile"] == SERENDIP and cell["up"] and cell["facing"] != event["facing"])
        cell["facing"] = event["facing"]

    def exchanged(self, event: Data) -> None:
        one, other = event["one"], event["other"]
        fits(one != other)
        self.cells[one], self.cells[other] = self.cells[other], self.cells[one]

    def turn_ended(self, event: Data) -> None:
        turn_ended(self.data, event)
        self.data["begun"] = False
        if used := self.data.get("used"):
            uses = values_read(self.data)["uses"]
            anew = {thing: 0 for thing in uses if uses[thing]["in"] == "turn"}
            self.data["used"] = [done | anew for done in used]
        if self.data.get("turns_left") is not None:
            self.data["turns_left"] -= 1

    def used(self, event: Data) -> None:
        """The seat has done a thing once more."""
        used = self.data["used"][event["seat"]]
        fits(used[event["thing"]] == event["times"] - 1)
        used[event["thing"]] = event["times"]

    def end_came(self, event: Data) -> None:
        fits(self.data["turns_left"] is None)
        self.data["turns_left"] = event["turns_left"]

    def due(self, event: Data) -> None:
        """A tile that waits for a choice is the one just turned up."""
        due(self.data, event)
        if event["phase"] == "decide":
            fits(self.data["shown"])
            self.data["turned_up"] = self.data["shown"]["cell"]

    def ended(self, event: Data) -> None:
        ended(self.data, event)


def animated(before: Data, events: Events) -> Data:
    """The picture after these events."""
    picture = Picture(before)
    for event in events:
        fits(event.get("game") in (None, "serendipity"))
        play: Any = getattr(picture, event["kind"])
        play(event)
    return picture.data


def idle(before: Data, event: Data) -> bool:
    """Two tiles that look alike may change places."""
    cells = before["cells"]
    return event["kind"] == "exchanged" and bool(cells[event["one"]] == cells[event["other"]])


HAPPENINGS = Happenings(happened=happened, animated=animated, idle=idle)
