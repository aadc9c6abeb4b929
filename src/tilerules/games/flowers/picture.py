"""A Flowers table as an SVG picture."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Sequence
from xml.etree import ElementTree as ET

from tilerules.engine.describing import capital
from tilerules.engine.picture import node, picture, thing, words
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown, how_it_ended
from tilerules.engine.shared import tally
from tilerules.games.flowers.drawing import draw_text, gone_in_words, pile_in_words
from tilerules.games.flowers.ending import game_outcome
from tilerules.games.flowers.faces import Look, Square, beneath, face, in_words, look, outlined
from tilerules.games.flowers.hidden import observe
from tilerules.games.flowers.moves import due
from tilerules.games.flowers.plots import (
    CELL,
    GAP,
    INNER,
    MARGIN,
    TEXT,
    WIDTH,
    Drawn,
    gardens,
    moved,
)
from tilerules.games.flowers.state import NO_CARD, Observation, State, Table, is_open
from tilerules.wording import counted


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The piles, the card in hand, the gardens with their seats, and the cards swept.

    A state is drawn as a spectator sees it. In the garden that a score is of, the cards removed are
    crossed out, fields and squares framed, lines barred, butterflies ringed and joined to what they
    touch, and cards apart ringed.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    shown = look(table.rules)
    drawn: list[ET.Element] = []
    height = MARGIN
    for elements, high in (
        _header(table),
        _stock(table, shown),
        *(drawn for drawn in (_fanned(table, shown), _hands(table, shown)) if drawn[0]),
        gardens(table, shown, highlight),
        _swept(table, shown),
    ):
        drawn.append(moved(elements, 0, height))
        height += high + GAP * bool(high)
    return picture(
        WIDTH,
        height - GAP + MARGIN,
        *drawn,
        title=_title(table),
        description=draw_text(table),
    )


# ---- what is said ---------------------------------------------------------------------------


def _title(table: Observation) -> str:
    seen = "" if table.viewer is None else f", seen by seat {table.viewer}"
    return f"{table.ruleset.title}{seen}"


def _header(table: Observation) -> Drawn:
    drawn: list[ET.Element] = []
    y = 0.0
    last = f"Last move: {table.last_move}" if table.last_move else ""
    for text, size, style in (
        (_title(table), 18.0, {"font_weight": "bold"}),
        (_status(table), 15.0, {}),
        (last, TEXT, {"class_": "quiet"}),
        *((capital(line), TEXT, {}) for line in tally.in_words(table)),
    ):
        for line in _wrapped(text, size, 0.7 if "font_weight" in style else 0.62):
            drawn.append(words(MARGIN, y + size * 0.6, line, size, anchor="start", **style))
            y += size * 1.35
    return drawn, y


def _wrapped(text: str, size: float, share: float) -> list[str]:
    """Lines that fit between the margins: a letter is as wide as such a share of its size."""
    wide = sum(sign.isupper() or not sign.isascii() for sign in text) > len(text) / 4
    return textwrap.wrap(text, int(INNER / size / (1 if wide else share)))


def _status(table: Table) -> str:
    if table.to_move is not None:
        return f"Turn {table.turns + 1}: seat {table.to_move} is to {due(table)}"
    return how_it_ended(table.turns, game_outcome(table))


# ---- the piles and the cards apart ----------------------------------------------------------

_TRAY = 98.0  # how high a pile is drawn with its name and its count


def _stock(table: Observation, look: Look) -> Drawn:
    """The piles in rows, and the card in hand."""
    places = len(table.stock) + (table.held is None)
    across = -(-places // -(-places // 5))
    step = min((INNER + GAP) / across, 110.0)
    trays = [_pile(table, look, pile, step - GAP) for pile in range(len(table.stock))]
    if table.hand != NO_CARD:
        trays.append(_hand(table, look, step - GAP))
    drawn = [
        moved([tray], MARGIN + at % across * step, at // across * (_TRAY + GAP))
        for at, tray in enumerate(trays)
    ]
    return drawn, -(-places // across) * (_TRAY + GAP) - GAP


def _turned(table: Table) -> tuple[set[int], set[int]]:
    """Of the cards last turned up: the piles that they lie on, and their places in the sweep."""
    on_top: set[int] = set()
    swept: set[int] = set()
    for pile, card in table.turned:
        if (
            pile >= 0
            and pile not in on_top
            and is_open(table, pile)
            and table.stock[pile][:1] == bytes([card])
        ):
            on_top.add(pile)
        else:
            swept.add(table.gone.rfind(card))
    return on_top, swept


def _pile(table: Table, look: Look, pile: int, width: float) -> ET.Element:
    cards, at = table.stock[pile], Square((width - CELL) / 2, 27, CELL)
    number, name = counted(len(cards), "card"), pile_in_words(look.rules, pile)
    short = f"pile {pile}" if pile in look.rules.takeable else name
    if not cards:
        empty = at.drawn(class_="line", stroke_dasharray="3 4")
        return _tray(f"{name}: {number}", short, number, width, empty)
    label = f"{name}: {number}, {in_words(look.rules, cards[0])} on top"
    drawn = [*beneath(at, len(cards)), *face(look, cards[0], at)]
    if pile in _turned(table)[0]:
        label += ", just turned up"
        drawn.append(outlined(at))
    return _tray(label, short, number, width, *drawn)


def _hand(table: Table, look: Look, width: float) -> ET.Element:
    label = f"in hand of seat {table.to_move}: {in_words(look.rules, table.hand)}"
    card = face(look, table.hand, Square((width - CELL) / 2, 27, CELL))
    return _tray(label, "in hand", "", width, *card)


def _tray(label: str, name: str, number: str, width: float, *inner: ET.Element) -> ET.Element:
    shape = node("rect", width=width, height=_TRAY, rx=6.0, class_="line", opacity=0.6)
    return thing(
        label,
        shape,
        words(width / 2, 14.0, name, TEXT),
        *inner,
        words(width / 2, 86.0, number, TEXT),
    )


def _fanned(table: Observation, look: Look) -> Drawn:
    """The cards of the piles that all see from top to bottom."""
    drawn: list[ET.Element] = []
    height = 0.0
    for pile, cards in enumerate(table.stock[: look.rules.fanned]):
        if len(cards) > 1:
            name = f"{pile_in_words(look.rules, pile)}, from the top"
            labels = [f"{pile_in_words(look.rules, pile)}, card {n + 1}" for n in range(len(cards))]
            row, high = _row(look, capital(name), cards, labels)
            drawn.append(moved(row, 0, height))
            height += high + GAP
    return drawn, max(height - GAP, 0)


def _hands(table: Observation, look: Look) -> Drawn:
    """The hands, in each first the cards that all know, which are outlined."""
    drawn: list[ET.Element] = []
    height = 0.0
    if table.held is None:
        return drawn, height
    for seat, (known, secret) in enumerate(zip(table.held.known, table.held.secret, strict=True)):
        number = counted(len(known + secret), "card")
        name = f"Hand of seat {seat}: {number}" + ", those that all know outlined" * bool(known)
        label = f"in hand of seat {seat}"
        labels = [f"{label}, known to all"] * len(known) + [label] * len(secret)
        row, high = _row(look, name, known + secret, labels, marked=range(len(known)))
        drawn.append(moved(row, 0, height))
        height += high + GAP
    return drawn, height - GAP


def _swept(table: Observation, look: Look) -> Drawn:
    """The cards that left the game face up, in order."""
    if not table.gone:
        return [], 0.0
    name, turned = gone_in_words(look.rules), _turned(table)[1]
    labels = [name + ", just turned up" * (place in turned) for place in range(len(table.gone))]
    return _row(look, capital(name), table.gone, labels, marked=turned)


_STEP = 41.0  # from card to card in a row


def _row(
    look: Look, name: str, cards: bytes, labels: Sequence[str], *, marked: Container[int] = ()
) -> Drawn:
    """Cards side by side, with a name above them, and some of them outlined."""
    across = int(INNER / _STEP)
    drawn = [words(MARGIN, TEXT * 0.6, name, TEXT, anchor="start")]
    for place, (card, label) in enumerate(zip(cards, labels, strict=True)):
        x, y = MARGIN + place % across * _STEP, 22 + place // across * _STEP
        at = Square(x, y, _STEP - 3)
        marks = [outlined(at)] if place in marked else []
        what, *more = label.split(", ")
        said = ", ".join([f"{what}: {in_words(look.rules, card)}", *more])
        drawn.append(thing(said, *face(look, card, at), *marks))
    return drawn, 22 + -(-len(cards) // across) * _STEP
