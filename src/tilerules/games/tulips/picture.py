"""A Tulips table as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import node, picture, thing, words
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown, ScoreLine, how_it_ended
from tilerules.engine.shared.tally import in_words
from tilerules.engine.shared.words import partners_in_words, seat_in_words
from tilerules.games.tulips.drawing import draw_text
from tilerules.games.tulips.ending import game_outcome
from tilerules.games.tulips.hidden import observe
from tilerules.games.tulips.page import (
    BETWEEN,
    BOLD,
    BREADTH,
    INNER,
    LINE,
    MARGIN,
    MOST,
    SIZE,
    SMALL,
    STEP,
    WIDTH,
    Page,
    Tile,
    box,
    breadth,
    fitted,
    looks,
    piled,
    tulip,
)
from tilerules.games.tulips.rules import UNKNOWN
from tilerules.games.tulips.scoring import score
from tilerules.games.tulips.state import Observation, Opening, State, Table
from tilerules.wording import counted, listed


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The festival rank by rank, what lies face down, and the seats with their bouquets.

    A state is drawn as a spectator sees it. The cards that a score counts are highlighted.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    page, fresh = Page(looks(table.rules)), _fresh(table)
    _status(page, table)
    _festival(page, table, fresh)
    _deck_and_hand(page, table)
    _secret(page, table)
    for seat in range(table.seats):
        _seat(page, table, seat, fresh, highlight)
    title = f"{table.rules.ruleset.title}, {_when(table)}"
    height = page.top + MARGIN - BETWEEN
    return picture(WIDTH, height, *page.inner, title=title, description=draw_text(table))


# ---- what the last ply has laid open --------------------------------------------------------

Fresh = frozenset[tuple[int | None, int]]
"""Cards that the last ply has laid open: the seat whose bouquet they lie in, and their places.

None stands for the open festival.
"""


def _fresh(table: Table) -> Fresh:
    """Where the cards lie that the last ply has laid open, the last ones of their kind there."""
    there: dict[int | None, bytes] = {None: table.market.cards, **dict(enumerate(table.held))}
    zones = (*_laid_at(table), None, *range(table.seats))
    end = len(table.market.cards)
    places = [(None, place) for place in range(end - table.drawn, end)]
    places += [(zone, place) for zone in zones for place in reversed(range(len(there[zone])))]
    left, found = Counter(table.turned), set[tuple[int | None, int]]()
    for zone, place in places:
        card = there[zone][place]
        if left[card] and (zone, place) not in found:
            left[card] -= 1
            found.add((zone, place))
    return frozenset(found)


def _laid_at(table: Table) -> tuple[int | None, ...]:
    """Where the last move has laid cards: seats, or the festival."""
    move, seat = table.last_move, table.to_move
    if move and move.kind == "start":
        return tuple(range(table.seats))
    if move and move.kind == "give":
        return (int(move.args[0]),)
    if move and move.kind == "keep":
        before = table.turns - 1 if seat is None else seat - (not table.did)
        return (before % table.seats,)
    return (None,)


# ---- whose move it is -----------------------------------------------------------------------


def _when(table: Table) -> str:
    """Which turn it is."""
    return f"turn {table.turns + 1}" if table.to_move is not None else "over"


def _status(page: Page, table: Table) -> None:
    """Whose move it is, or how the game ended, and what was done last."""
    page.top += 2
    if table.to_move is None:
        head = how_it_ended(table.turns, game_outcome(table))
    else:
        phase = "start choice" if table.opening else f"{table.phase} action"
        head = f"Turn {table.turns + 1}, seat {table.to_move} to move: {phase}"
    page.say(head, font_weight="bold")
    if table.done:
        page.say(f"Done in this turn: {listed(table.done)}")
    if table.last_move:
        last = f"Last move: {table.last_move}"
        played = table.shown[: max(0, len(table.shown) - table.drawn)]
        named = table.last_move.args[-1:] == played
        page.say(last + (f" ({', '.join(played)})" if played and not named else ""))
    for line in in_words(table):
        page.say(line[:1].upper() + line[1:])
    if isinstance(table, Observation) and table.viewer is not None:
        without = "" if table.memory else ", without memory"
        page.say(f"As seat {table.viewer} sees it{without}", class_="quiet")
    page.top += BETWEEN


# ---- the festival ---------------------------------------------------------------------------

COLUMNS = {"sum": 186.0, "giving": 236.0, "keeping": 290.0, "majority": WIDTH - INNER}
"""Where the numbers of a colour stand; the last ones end there."""


def _festival(page: Page, table: Table, fresh: Fresh) -> None:
    """The colours by rank, with what each rank is worth, and the cards that are there."""
    rules, ranking = table.rules, table.market.ranking
    page.inner.append(words(INNER, page.top + 8, "Festival", SIZE, anchor="start", **BOLD))
    heads = _row(page, dict.fromkeys(_worth(table, 0)), class_="quiet")
    page.inner += heads
    page.top += LINE
    if any(rules.added_value):
        x = COLUMNS["giving"]
        page.inner.append(words(x, page.top + 6, "+ value", SMALL, class_="quiet"))
        page.top += LINE - 2
    for colour in (*ranking, *(c for c in range(len(rules.colours)) if c not in ranking)):
        _rank(page, table, colour, fresh)
    if table.drawn:
        box = node("rect", class_="back", x=INNER, y=page.top + 5, width=BREADTH, height=4.0)
        page.inner.append(box)
        page.say("drawn from the secret festival at the end", left=INNER + STEP)
        page.top += BETWEEN


def _worth(table: Table, colour: int) -> dict[str, str]:
    """The numbers of a colour, as they stand in the columns."""
    rules, rank = table.rules, table.market.ranks[colour]
    points = rules.majorities.points.get(rank + 1, ()) if rules.majorities else ()
    worth = {"giving": str(rules.giving[rank]), "keeping": str(rules.keeping[rank])}
    return {
        "sum": str(table.market.sums[colour]),
        **{block: worth[block] for block in rules.blocks_scored},
        **({"majority": "/".join(map(str, points)) or "–"} if rules.majorities else {}),
    }


def _row(page: Page, texts: Mapping[str, str | None], **attributes: str) -> list[ET.Element]:
    """Numbers under their heads, or the heads; long ones in several lines."""
    out = []
    for column, text in texts.items():
        last = {"anchor": "end"} if column == "majority" else {"anchor": "middle"}
        places = (text or column).split("/")
        for line, first in enumerate(range(0, len(places), 3)):
            part = "/".join(places[first : first + 3]) + "/" * (first + 3 < len(places))
            y = page.top + LINE / 2 + LINE * line
            out.append(fitted(COLUMNS[column], y, part, SMALL, 66, **last, **attributes))
    return out


def _rank(page: Page, table: Table, colour: int, fresh: Fresh) -> None:
    """A colour of the festival in its frame."""
    rules, start, look = table.rules, page.place, page.looks[colour]
    name, worth, rank = rules.colours[colour], _worth(table, colour), table.market.ranks[colour]
    ranked = colour in table.market.ranking
    page.top += 5
    middle, lines = page.top + LINE / 2, _halves(name, SIZE, 100)
    texts = [
        words(INNER + 8, middle, f"{rank + 1}." if ranked else "–", SIZE, **BOLD),
        *tulip(INNER + 32, middle, look, look.sign, stem=False),
        *(
            fitted(INNER + 48, middle + LINE * place, line, SIZE, 100, **BOLD)
            for place, line in enumerate(lines)
        ),
        *_row(page, worth),
    ]
    page.top += LINE * max(len(lines), 1 + (worth.get("majority", "").count("/") // 3)) + 5
    first_drawn = len(table.market.cards) - table.drawn
    tiles = [
        Tile(
            str(rules.kinds[card]),
            look,
            "in the open festival",
            fresh=(None, place) in fresh,
            drawn=place >= first_drawn,
        )
        for place, card in enumerate(table.market.cards)
        if rules.colour[card] == colour
    ]
    if tiles:
        page.lay([piled(tiles, MOST["festival"])])
    numbers = ", ".join(f"{column} {text}" for column, text in worth.items() if text != "–")
    page.frame(f"{f'rank {rank + 1}' if ranked else 'no rank'}: {name}, {numbers}", start, *texts)
    page.top -= BETWEEN / 2


def _halves(name: str, size: float, room: float) -> list[str]:
    """A name in one line or, if it is too long for that, in two."""
    if breadth(name, size, bold=True) <= room:
        return [name]
    middle = len(name) // 2
    breaks = (at for at in range(middle - 2, middle + 3) if name[at - 1] == "_")
    middle = next(breaks, middle)
    return [name[:middle], name[middle:]]


# ---- what lies face down --------------------------------------------------------------------


def _deck_and_hand(page: Page, table: Table) -> None:
    """The deck, and the cards in hand."""
    page.top += BETWEEN
    x, y, number = INNER, page.top + LINE + 3, len(table.stock)
    page.inner.append(words(x, page.top + 8, "Deck", SIZE, anchor="start", **BOLD))
    under = [box("back", x + 2.5 * n, y - 1.5 * n) for n in (2, 1) if number > n]
    count = fitted(x + 13, y + 22, str(number), SIZE + 1, 22, anchor="middle", **BOLD)
    deck = [box("back" if number else "line", x, y), count]
    page.inner += [*under, thing(f"deck: {counted(number, 'card')}", *deck)]
    if table.hand:
        text = f"hand of seat {table.to_move}"
        page.inner.append(words(92, page.top + 8, text, SIZE, anchor="start", **BOLD))
    page.top += LINE
    page.lay([_tiles(page, table, table.hand, f"in the hand of seat {table.to_move}")], left=92)
    page.top += 2


def _tiles(page: Page, table: Table, cards: bytes, where: str) -> list[Tile]:
    """Cards, as far as the viewer knows them."""
    rules = table.rules
    return [
        Tile(None, None, where)
        if card == UNKNOWN
        else Tile(str(rules.kinds[card]), page.looks[rules.colour[card]], where)
        for card in cards
    ]


def _secret(page: Page, table: Table) -> None:
    """The secret festival, with who put the cards there."""
    cards, by = table.pool
    drawn = f", {table.drawn} of them drawn" if table.drawn else ""
    page.say(f"Secret festival: {counted(len(cards), 'card')}{drawn}", font_weight="bold")
    tiles = [
        attrs.evolve(tile, by=None if seat == UNKNOWN else seat)
        for tile, seat in zip(_tiles(page, table, cards, "in the secret festival"), by, strict=True)
    ]
    if tiles:
        page.lay([piled(tiles, MOST["secret"])])
    page.top += BETWEEN / 2


# ---- the seats ------------------------------------------------------------------------------


def _seat(
    page: Page, table: Table, seat: int, fresh: Fresh, highlight: ScoreBreakdown | None
) -> None:
    """A seat with its points and its bouquet, or with its start choice."""
    lines = _counted(table, seat, highlight)
    mine = highlight if highlight and highlight.seat == seat else None
    start, told = page.place, _points(table, seat, mine)
    page.top += 5
    middle = page.top + LINE / 2
    texts = [fitted(INNER, middle, f"seat {seat}", SIZE, 90, **BOLD)]
    if seat == table.to_move:
        texts.append(words(INNER + 52, middle, "to move", SMALL, anchor="start"))
    room = 255 if seat == table.to_move else 305
    texts.append(fitted(WIDTH - INNER, middle, told, SMALL, room, anchor="end"))
    page.top += LINE
    if partners := partners_in_words(table.rules.shared, seat):
        page.say(partners, class_="quiet")
    if table.opening:
        _choice(page, table, table.opening, seat)
    else:
        _bouquet(page, table, seat, fresh, lines)
    mover = ", to move" if seat == table.to_move else ""
    page.frame(f"{seat_in_words(table.rules.shared, seat)}{mover}: {told}", start, *texts)


def _counted(table: Table, seat: int, highlight: ScoreBreakdown | None) -> dict[ScoreLine, str]:
    """The lines of a highlighted score that count cards of a seat, and what they say there."""
    if highlight is None:
        return {}
    lines = [line for line in highlight.lines if line.spots]
    if highlight.seat == seat:
        return {line: _earned(line) for line in lines}
    if table.rules.counted_with[seat] != highlight.seat:
        return {}
    with_it = f"counted with seat {highlight.seat}"
    return {line: f"{line.of}: {with_it}" for line in lines if line.id == "majorities"}


def _points(table: Table, seat: int, highlight: ScoreBreakdown | None) -> str:
    """The points of a seat: those so far, or the whole of a score."""
    sheet = highlight or score(table)[seat]
    handicap = table.rules.shared.handicaps[seat] is not None
    at_last = table.rules.scored_at_last if highlight or table.is_over else ()
    blocks = (*(["handicap"] if handicap else ()), *table.rules.blocks_scored, *at_last)
    points = ", ".join(f"{block.replace('_', ' ')} {sheet.points(block)}" for block in blocks)
    total = f": {counted(sheet.total, 'point')}" if highlight or table.is_over else ""
    return (points or "no points yet") + total


def _choice(page: Page, table: Table, opening: Opening, seat: int) -> None:
    """What a seat has been dealt, or what it keeps of that and what not."""
    hand, kept = opening.hands[seat], opening.kept[seat : seat + 1]
    if not kept:
        page.say("dealt, one of them to keep:" if len(hand) > 1 else "dealt:")
        page.lay([_tiles(page, table, hand, f"dealt to seat {seat}")])
        return
    others = hand.replace(kept, b"", 1)
    page.say("kept, and the rest for the secret festival:" if others else "kept:")
    keeps = _tiles(page, table, kept, f"kept by seat {seat}")
    rest = _tiles(page, table, others, f"not kept by seat {seat}")
    page.lay([keeps, [], rest])


def _bouquet(
    page: Page, table: Table, seat: int, fresh: Fresh, lines: Mapping[ScoreLine, str]
) -> None:
    """The cards of a bouquet by colour, those that highlighted lines count with what these say."""
    rules, held = table.rules, table.held[seat]
    groups: dict[str, list[Tile]] = {colour: [] for colour in rules.colours}
    for place, card in enumerate(held):
        name, colour = str(rules.kinds[card]), rules.colours[rules.colour[card]]
        counts = [_WHAT[line.id].format(colour) for line in lines if _counts(line, colour, name)]
        groups[colour].append(
            Tile(
                name,
                page.looks[rules.colour[card]],
                f"in the bouquet of seat {seat}",
                fresh=(seat, place) in fresh,
                lit=listed(counts) or None,
            )
        )
    if not held:
        page.say("no tulips", class_="quiet")
    most = MOST["bouquet"] if len(held) <= MOST["bouquet"] else 0
    for line, text in lines.items():
        if line.of is None:
            page.say(text)
    for of in dict.fromkeys(line.of for line in lines):
        if tiles := groups.pop(str(of), None):
            for line, text in lines.items():
                if line.of == of:
                    page.say(text)
            page.lay([piled(tiles, most)])
    others = [piled(tiles, most) for tiles in groups.values() if tiles]
    if others:
        page.lay(others)


_WHAT = {
    "majorities": "the majority of {}",
    "sizes": "the number of {}",
    "all_colours": "all colours",
    "fewest": "the fewest cards",
}


def _counts(line: ScoreLine, colour: str, name: str) -> bool:
    """Whether a line counts a card."""
    return line.of in (None, colour) and name in line.spots


def _earned(line: ScoreLine) -> str:
    """What a line of a score says beside the cards that it counts."""
    points = counted(line.points, "point")
    if line.id != "majorities":
        what = f"{line.of}: {counted(line.count, 'card')}" if line.of else _WHAT[line.id]
        return f"{what}, {points}"
    place = f"place {line.place}" if line.place else "majority"
    decided = f" by {line.decided_by}" if line.decided_by else ""
    return f"{line.of}: {place}{decided}, {points}"
