"""What is told to the viewers of Serendipity, from the rulebook.

A tile is shown to all when it is turned up, and tiles are moved in the open, so all know for ever
which tile it was and where it lies now. By some rules all tiles have been looked at before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilerules.games.serendipity import Deal

Face = tuple[str, str | None]
Told = dict[str, Face]


def dealt(deal: Deal) -> Told:
    """Which tile lies where, and which way it is turned."""
    return {at: (str(cell.tile), cell.facing) for at, cell in deal.cells.items()}


def told(deal: Deal, moves: Sequence[str], viewer: int | None) -> Told:
    """Where the tiles that all have been shown lie after these moves, and what they show."""
    edge, looked_at = deal.rules.edges[0], all_looked_at(deal)
    return lying(dealt(deal), moves, edge, all_looked_at=looked_at)


def all_looked_at(deal: Deal) -> bool:
    """Whether all tiles have been shown before the first turn."""
    return bool(deal.ruleset.values_for(deal.seats)["tiles"]["known"] == "all")


def lying(
    dealt: Mapping[str, Face], moves: Sequence[str], first_edge: str, *, all_looked_at: bool = False
) -> Told:
    """The same; `dealt` says which tile lay where."""
    lies, shown = followed(dealt, moves, first_edge, all_looked_at=all_looked_at)
    return {cell: shown[tile] for cell, tile in lies.items() if tile in shown}


def followed(
    dealt: Mapping[str, Face], moves: Sequence[str], first_edge: str, *, all_looked_at: bool = False
) -> tuple[dict[str, str], dict[str, Face]]:
    """Which tile lies on each cell, and the faces of those that have been shown.

    A tile has the name of the cell that it was dealt to. Of what was dealt only the faces of tiles
    that are turned up are looked at.
    """
    lies, turned_up = {cell: cell for cell in dealt}, ""
    shown = dict(dealt) if all_looked_at else {}
    for verb, *words in (text.split() for text in moves):
        facings = [word.removeprefix(f"{first_edge}:") for word in words if ":" in word]
        cells = [word for word in words if word in lies]
        if verb == "reveal":
            turned_up = cells[0]
            shown.setdefault(lies[turned_up], dealt[lies[turned_up]])
        for facing in facings:
            shown[lies[turned_up]] = ("serendip", facing)
        if verb == "move":
            exchange(lies, turned_up, cells[0])
        elif verb == "swap":
            exchange(lies, cells[0], cells[1])
    return lies, shown


def exchange(lies: dict[str, str], one: str, other: str) -> None:
    lies[one], lies[other] = lies[other], lies[one]
