"""A Flowers table as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from tilerules.engine.positions import Position
from tilerules.engine.scoring import how_it_ended
from tilerules.engine.shared.tally import in_words
from tilerules.engine.shared.words import seat_in_words
from tilerules.engine.signs import Paint, signs
from tilerules.games.flowers.ending import game_outcome
from tilerules.games.flowers.hidden import observe
from tilerules.games.flowers.lengths import DISCARDING
from tilerules.games.flowers.rules import NEVER, VIOLET, Rules
from tilerules.games.flowers.state import (
    NO_CARD,
    Garden,
    Observation,
    State,
    Table,
    is_open,
    named,
)
from tilerules.wording import counted, listed


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The gardens side by side with their seats, the piles, and whose move it is.

    A state is drawn as a spectator sees it. A card is the first letter of its colour and its value,
    with the small letter of its butterfly; a number behind `/` counts the cards of a stack.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    rules, paint = table.rules, Paint(table.rules.colours, colour)
    sign = signs(rules.colours_drawn)
    gardens = (
        line
        for seat, garden in enumerate(table.plots)
        for line in (seat_in_words(rules.shared, seat), *_garden(rules, garden, sign, paint), "")
    )
    below = "\n".join(
        [*_legend(rules, sign), *_piles(table, sign), *in_words(table), *_status(table)]
    )
    return "\n".join([*gardens, paint.names(below)])


def _legend(rules: Rules, sign: Mapping[str, str]) -> list[str]:
    """The signs of the colours, and of what else a card of these rules can bear."""
    colours = ", ".join(f"{sign[colour]} {colour}" for colour in rules.colours)
    if rules.violet:
        colours += f", {_short(sign, VIOLET)} the violet card"
    then = "then the value"
    if any(kind.butterfly for kind in rules.kinds):
        then += "; small letter: a butterfly"
    if len(rules.covering):
        then += "; /2: the upper of two cards"
    return [*textwrap.wrap(colours, 78), then, ""]


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
        lines.append(f"{pile_in_words(table.rules, pile)}: {counted(len(cards), 'card')}{known}")
        if pile < table.rules.fanned and len(cards) > 1:
            lines += _in_a_row("    all:", sign, table.piles[pile])
    for seat, (hand, known_to_all) in enumerate(zip(table.hands, table.hands_known, strict=True)):
        name = f"hand of seat {seat}: {counted(len(hand), 'card')}"
        parts = {", known to all:": hand[:known_to_all], "; the others:": hand[known_to_all:]}
        if not known_to_all:
            parts = {":": hand}
        for what, some in parts.items():
            name += f"{what} {_row(sign, some)}" if some else ""
        lines += textwrap.wrap(name, 78, subsequent_indent="    ")
    if table.gone:
        lines += _in_a_row(f"{gone_in_words(table.rules)}:", sign, table.swept)
    return lines


def pile_in_words(rules: Rules, pile: int) -> str:
    """A pile, or the stock behind a display."""
    if pile < rules.open_piles or not rules.is_display:
        return f"pile {pile}"
    return f"stock (pile {pile})" if pile in rules.takeable else "stock"


def gone_in_words(rules: Rules) -> str:
    """How cards left the game."""
    discarding = DISCARDING in rules.turn.steps
    words = {"swept": rules.sweep != NEVER or not discarding, "discarded": discarding}
    return listed(word for word, holds in words.items() if holds)


def _in_a_row(name: str, sign: Mapping[str, str], cards: Iterable[str | None]) -> list[str]:
    return textwrap.wrap(f"{name} {_row(sign, cards)}", 78, subsequent_indent="    ")


def _row(sign: Mapping[str, str], cards: Iterable[str | None]) -> str:
    return " ".join(_short(sign, card) for card in cards)


def _status(table: Table) -> list[str]:
    if table.to_move is None:
        return [how_it_ended(table.turns, game_outcome(table))]
    held = ""
    if table.hand != NO_CARD:
        held = f", holding {table.in_hand or 'a card'}"
    last = f"; last move: {table.last_move}" if table.last_move else ""
    if table.last_move and (shown := [turned.card for turned in table.shown]):
        last += f" ({', '.join(shown)})"
    turn = f"turn {table.turns + 1}, seat {table.to_move} to move: {table.phase}{held}{last}"
    return textwrap.wrap(turn, 78)
