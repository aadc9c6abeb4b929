"""A Tulips table as text for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator

from tilerules.engine.positions import Position
from tilerules.engine.scoring import how_it_ended
from tilerules.engine.shared.tally import in_words
from tilerules.engine.shared.words import seat_in_words
from tilerules.engine.signs import Paint
from tilerules.games.tulips.ending import game_outcome
from tilerules.games.tulips.hidden import observe
from tilerules.games.tulips.rules import UNKNOWN, Rules
from tilerules.games.tulips.state import Observation, State, Table
from tilerules.wording import counted


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The festival, the points and bouquets of all seats, and whose move it is.

    A state is drawn as a spectator sees it.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    lines = (*_festival(table), "", *_hidden(table), "", *_seats(table), "", *_status(table))
    return Paint(table.rules.colours, colour).names("\n".join(lines))


def _festival(table: Table) -> Iterator[str]:
    """The colours by rank, with what each rank is worth, and the values that are there."""
    rules, market = table.rules, table.market
    name, worth = max([6, *map(len, rules.colours)]), _worth(rules)
    wide = {head: max(map(len, (head, *texts))) for head, texts in worth.items()}
    heads = "".join(f"{head:>{wide[head]}}  " for head in worth)
    yield f"rank  {'colour':{name}}  sum  {heads}festival"
    unranked = [each for each in range(len(rules.colours)) if each not in market.ranking]
    for colour in (*market.ranking, *unranked):
        rank = market.ranks[colour]
        points = "".join(f"{texts[rank]:>{wide[head]}}  " for head, texts in worth.items())
        yield from _wrapped(
            f"{f'{rank + 1}.' if rank < len(rules.colours) else '-':4}  "
            f"{rules.colours[colour]:{name}}  {market.sums[colour]:3}  {points}"
            f"{_values(rules, market.cards, colour)}"
        )


def _worth(rules: Rules) -> dict[str, list[str]]:
    """What each rank, and none, is worth in each block that the card has."""
    points = {"giving": rules.giving, "keeping": rules.keeping}
    worth = {block: [*map(str, points[block])] for block in rules.blocks_scored}
    if rules.majorities:
        most = rules.majorities.points
        ranks = range(1, len(rules.colours) + 2)
        worth["majority"] = ["/".join(map(str, most.get(rank, ()))) or "-" for rank in ranks]
    return worth


def _wrapped(line: str) -> list[str]:
    """A line, folded if it is too long for a terminal."""
    return textwrap.wrap(line, 78, subsequent_indent="    ")


def _values(rules: Rules, cards: bytes, colour: int) -> str:
    """The values of the cards of a colour, in the order of coming."""
    return " ".join(str(rules.value[card]) for card in cards if rules.colour[card] == colour)


def _hidden(table: Table) -> Iterator[str]:
    """What lies face down, as far as the viewer knows it."""
    pool = table.pool
    counts = Counter(pool.by)
    by = ", ".join(f"{counts[seat]} by seat {seat}" for seat in sorted(counts) if seat != UNKNOWN)
    line = f"secret festival: {counted(len(pool.cards), 'card')}" + (f" ({by})" if by else "")
    mine = ", ".join(card for card in table.secret if card)
    yield from _wrapped(line + (f"; known are {mine}" if mine else ""))
    yield f"deck: {counted(len(table.stock), 'card')}"


def _seats(table: Table) -> Iterator[str]:
    """Each seat with its points so far and its bouquet."""
    rules = table.rules
    for seat, held in enumerate(table.held):
        bouquet = (
            f"{name} {values}"
            for colour, name in enumerate(rules.colours)
            if (values := _values(rules, held, colour))
        )
        handicap = rules.shared.handicaps[seat]
        points = [] if handicap is None else [f"handicap {handicap}"]
        scored = {"giving": table.giving[seat], "keeping": table.keeping[seat]}
        points += [f"{block} {scored[block]}" for block in rules.blocks_scored]
        said, lies = ", ".join(points) or "no points yet", " | ".join(bouquet) or "none"
        yield from _wrapped(f"{seat_in_words(rules.shared, seat)}: {said}; bouquet: {lies}")


def _status(table: Table) -> Iterator[str]:
    for line in in_words(table):
        yield from _wrapped(line)
    if table.to_move is None:
        drawn = ", ".join(table.festival[len(table.festival) - table.drawn :]) or "nothing"
        ended = how_it_ended(table.turns, game_outcome(table))
        yield from _wrapped(f"{ended}; the end drew {drawn}")
        return
    cards = table.opening.hands[table.to_move] if table.opening else table.hand
    held = ", ".join(str(table.rules.kinds[card]) for card in cards if card != UNKNOWN)
    last = f"; last move: {table.last_move}" if table.last_move else ""
    if table.last_move and table.turned and table.shown != table.last_move.args[-1:]:
        last += f" ({', '.join(table.shown)})"
    yield from _wrapped(
        f"turn {table.turns + 1}, seat {table.to_move} to move: {table.phase}"
        f", holding {held or counted(len(cards), 'card')}{last}"
    )
