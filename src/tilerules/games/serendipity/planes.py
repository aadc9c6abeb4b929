"""What an observation of Serendipity says as numbers."""

from __future__ import annotations

from tilerules.engine.planes import Filled, Part, Plane, common, from_viewer, single
from tilerules.games.serendipity.rules import Rules
from tilerules.games.serendipity.state import SERENDIP, Observation
from tilerules.table.hexagon import DIRECTIONS

STEPS = ("choose", "reveal", "again", "decide", "swap", "go_on")
"""What can be due; `again` is the duty to turn up one more tile in a turn."""


def parts(rules: Rules) -> list[Part]:
    """The planes of these rules, and what fills them."""
    number = {step: place for place, step in enumerate(STEPS)}
    most_turns = rules.end.turn_limit or 0
    return [
        *common(rules, STEPS, lambda seen: number[seen.step], most_turns=most_turns),
        _owners(rules),
        _tiles(rules),
        _turned_up(rules),
    ]


def _owners(rules: Rules) -> Part:
    colours = {colour: place for place, colour in enumerate(rules.colours)}
    length = rules.seats * len(colours)
    meaning = "1 where a colour belongs to a seat: each seat from the viewer on, and each colour"

    def fill(seen: Observation) -> Filled:
        for colour, seat in seen.owners.items():
            yield from_viewer(seen, seat) * len(colours) + colours[colour], 1

    return single(Plane("owners", length, 0, 1, meaning, rules.colours), fill)


def _tiles(rules: Rules) -> Part:
    """What is known to lie on each cell, and what lies face up."""
    labels = rules.board.labels
    cells = len(labels)
    colours = {colour: place for place, colour in enumerate(rules.colours)}
    facings = {DIRECTIONS[turn]: len(colours) + turn for turn in range(rules.turnings)}
    up = len(colours) + len(facings)

    def fill(seen: Observation) -> Filled:
        for place, cell in enumerate(seen.cells.values()):
            if cell.tile is None:
                continue
            kind = facings[cell.facing or ""] if cell.tile == SERENDIP else colours[cell.tile]
            yield kind * cells + place, 1
            if cell.up:
                yield up * cells + place, 1

    flower = "1 where a flower of this colour is known to lie, up or down: each cell"
    serendip = "1 where a Serendip is known to lie so, up or down: each cell"
    planes = [
        *(Plane(f"tiles.{each}", cells, 0, 1, flower, labels) for each in colours),
        *(
            Plane(f"tiles.{rules.facing(turn)}", cells, 0, 1, serendip, labels)
            for turn in range(len(facings))
        ),
        Plane("up", cells, 0, 1, "1 where a tile lies face up: each cell", labels),
    ]
    return Part(tuple(planes), fill)


def _turned_up(rules: Rules) -> Part:
    labels, index = rules.board.labels, rules.board.index
    meaning = "1 for the tile that waits for a decision: each cell"
    plane = Plane("turned_up", len(labels), 0, 1, meaning, labels)
    return single(plane, lambda seen: ((index[seen.turned_up], 1),) if seen.turned_up else ())
