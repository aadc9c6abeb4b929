"""A Flowers table as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from tilerules.engine.positions import Position
from tilerules.engine.signs import Paint, signs
from tilerules.games.flowers.hidden import observe
from tilerules.games.flowers.rules import VIOLET, Rules
from tilerules.games.flowers.state import Garden, Observation, State, Table, is_open, named
from tilerules.wording import counted


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The gardens side by side with their seats, the piles, and whose move it is.

    A state is drawn as a spectator sees it. A card is the first letter of its colour and its value,
    with the small letter of its butterfly; a number behind `/` counts the cards of a stack.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    rules, paint = table.rules, Paint(table.rules.colours, colour)
    sign = signs((*rules.colours, VIOLET))
    gardens = (
        line
        for seat, garden in enumerate(table.plots)
        for line in (f"seat {seat}", *_garden(rules, garden, sign, paint), "")
    )
    below = "\n".join([*_LEGEND, *_piles(table, sign), _status(table)])
    return "\n".join([*gardens, paint.names(below)])


_LEGEND = (
    "Y4g: a yellow 4 with a green butterfly; /2 behind it: the upper of two cards",
    "",
)


def _garden(rules: Rules, garden: Garden, sign: Mapping[str, str], paint: Paint) -> list[str]:
    """A garden, in bands one below another if it is wider than a terminal."""
    cells = [rules.grid.cells[cell] for cell in garden.cells]
    tops = [named(rules, stack[-1]) for stack in garden.stacks]
    texts = [
        _short(sign, top) + (f"/{len(stack)}" if len(stack) > 1 else "")
        for top, stack in zip(tops, garden.stacks, strict=True)
    ]
    width = max(6, *(len(text) + 1 for text in texts))
    painted = {
        cell: paint(text.rjust(width), top.partition("-")[0] if top else None)
        for cell, text, top in zip(cells, texts, tops, strict=True)
    }
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    down = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines, step = [], (80 - 4) // width
    for start in range(left, right + 1, step):
        across = range(start, min(start + step, right + 1))
        lines.append(" " * 4 + "".join(str(x).rjust(width) for x in across))
        for y in down:
            row = (painted.get((x, y), ".".rjust(width)) for x in across)
            lines.append(str(y).rjust(4) + "".join(row))
    return lines


def _short(sign: Mapping[str, str], card: str | None) -> str:
    """A card in short: `Y4g` is a yellow 4 with a green butterfly, `V*` a violet card."""
    if card is None:
        return "?"
    colour, _, rest = card.partition("-")
    value, _, butterfly = rest.partition("-")
    return sign[colour] + (value or "*") + (sign[butterfly].lower() if butterfly else "")


def _piles(table: Table, sign: Mapping[str, str]) -> list[str]:
    lines = []
    for pile, cards in enumerate(table.stock):
        top = named(table.rules, cards[0]) if cards and is_open(table, pile) else None
        known = f", {top} on top" if top else ""
        lines.append(f"pile {pile}: {counted(len(cards), 'card')}{known}")
    if table.gone:
        swept = "swept: " + " ".join(_short(sign, card) for card in table.swept)
        lines += textwrap.wrap(swept, 78, subsequent_indent="    ")
    return lines


def _status(table: Table) -> str:
    if table.to_move is None:
        return f"over after {table.turns} turns"
    held = ""
    if table.phase == "place":
        held = f", holding {table.in_hand or 'a card'}"
    last = f"; last move: {table.last_move}" if table.last_move else ""
    return f"turn {table.turns + 1}, seat {table.to_move} to move: {table.phase}{held}{last}"
