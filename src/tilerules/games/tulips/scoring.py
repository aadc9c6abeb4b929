"""The score of Gift of Tulips: points for giving and keeping, and the majorities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from tilerules.engine.scoring import ScoreBreakdown, ScoreLine, handicap_lines
from tilerules.engine.shared.rules import by_size
from tilerules.games.tulips.rules import Majorities, Rules
from tilerules.games.tulips.state import Table


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat: the points so far, and the majorities by the open festival."""
    rules, ranking = table.rules, table.market.ranking
    lines = [[*handicap_lines(rules, seat), *_so_far(table, seat)] for seat in range(rules.seats)]
    majorities = rules.majorities
    for rank, points in majorities.points.items() if majorities else ():
        if majorities and rank <= len(ranking):
            for seat, line in _majority(table, majorities, rank, ranking[rank - 1], points):
                lines[seat].append(line)
    for seat, held in enumerate(table.held):
        lines[seat] += (*_sizes(rules, held), *_all_colours(rules, held), *_fewest(table, held))
    return tuple(ScoreBreakdown(seat, tuple(each)) for seat, each in enumerate(lines))


def _so_far(table: Table, seat: int) -> Iterator[ScoreLine]:
    """The points that have been scored as the cards were played."""
    so_far = {"giving": table.giving[seat], "keeping": table.keeping[seat]}
    for id in table.rules.blocks_scored:
        rule = table.rules.rule_place(f"scoring.{id}.points")
        yield ScoreLine(id, None, so_far[id], so_far[id], (), rule)


# ---- majorities -----------------------------------------------------------------------------

_CRITERIA: dict[str, Callable[[Sequence[int]], int]] = {"cards": len, "sum": sum, "highest": max}


def _majority(
    table: Table, majorities: Majorities, rank: int, colour: int, points: tuple[int, ...]
) -> Iterator[tuple[int, ScoreLine]]:
    """The seats that score for a colour, each with its line."""
    rules = table.rules
    cards: dict[int, list[int]] = {}
    for seat, held in zip(rules.counted_with, table.held, strict=True):
        cards.setdefault(seat, []).extend(_of_colour(rules, held, colour))
    for place, seats, decided_by in _places(rules, majorities, cards):
        if place <= len(points):
            for seat in seats:
                yield (
                    seat,
                    ScoreLine(
                        id="majorities",
                        of=rules.colours[colour],
                        points=_earned(majorities, points, place, len(seats)),
                        count=len(cards[seat]),
                        spots=_spots(rules, cards[seat]),
                        rule=rules.rule_place(f"scoring.majorities.points.{rank}"),
                        place=place,
                        decided_by=decided_by,
                    ),
                )


def _of_colour(rules: Rules, held: bytes, colour: int) -> list[int]:
    return [card for card in held if rules.colour[card] == colour]


def _spots(rules: Rules, cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(rules.kinds[card]) for card in cards)


def _places(
    rules: Rules, majorities: Majorities, cards: dict[int, list[int]]
) -> Iterator[tuple[int, list[int], str]]:
    """Each place, the seats that take it, and the criterion that put it before the next one."""

    def strength(seat: int) -> tuple[int, ...]:
        values = [rules.value[card] for card in cards[seat]]
        return tuple(_CRITERIA[criterion](values) for criterion in majorities.criteria)

    enough = (seat for seat in cards if len(cards[seat]) >= majorities.least)
    taking = sorted(enough, key=strength, reverse=True)
    groups = [(key, list(tied)) for key, tied in groupby(taking, strength)]
    place = 1
    below: tuple[tuple[int, ...], ...] = (*(key for key, _ in groups[1:]), ())
    for (key, tied), next_key in zip(groups, below, strict=False):
        pairs = zip(majorities.criteria, key, next_key, strict=False)
        yield place, tied, next((word for word, a, b in pairs if a != b), majorities.criteria[0])
        place += 1 if majorities.ties == "one_place" else len(tied)


def _earned(majorities: Majorities, points: tuple[int, ...], place: int, tied: int) -> int:
    """What each seat earns that shares a place with others."""
    if majorities.ties == "split":
        return sum(points[place - 1 : place - 1 + tied]) // tied
    return points[place - 1]


# ---- bouquets by themselves -----------------------------------------------------------------


def _sizes(rules: Rules, held: bytes) -> Iterator[ScoreLine]:
    """What the number of cards of each colour is worth."""
    for colour, of in enumerate(rules.colours) if rules.sizes else ():
        cards = _of_colour(rules, held, colour)
        points = by_size(rules.sizes or (), len(cards))
        if points is not None:
            rule = rules.rule_place("scoring.sizes.points")
            yield ScoreLine("sizes", of, points, len(cards), _spots(rules, cards), rule)


def _all_colours(rules: Rules, held: bytes) -> Iterator[ScoreLine]:
    """What a bouquet is worth that has a card of every colour."""
    points = rules.all_colours
    if points is not None and len({rules.colour[card] for card in held}) == len(rules.colours):
        rule = rules.rule_place("scoring.all_colours.points")
        yield ScoreLine("all_colours", None, points, 1, _spots(rules, held), rule)


def _fewest(table: Table, held: bytes) -> Iterator[ScoreLine]:
    """What a bouquet is worth than which none has fewer cards."""
    rules, points = table.rules, table.rules.fewest
    if points is not None and len(held) == min(map(len, table.held)):
        rule = rules.rule_place("scoring.fewest.points")
        yield ScoreLine("fewest", None, points, len(held), _spots(rules, held), rule)
