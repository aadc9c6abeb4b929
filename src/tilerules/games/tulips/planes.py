"""What an observation of Gift of Tulips says as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from tilerules.engine.planes import (
    Filled,
    Part,
    Plane,
    common,
    from_viewer,
    seats_from_viewer,
    single,
    within,
)
from tilerules.games.tulips.rules import Rules
from tilerules.games.tulips.state import STAGES, Observation


def parts(rules: Rules) -> list[Part]:
    """The planes of these rules, and what fills them."""
    stages = ("start", *STAGES[: rules.draws])
    return [
        *common(rules, stages, lambda seen: stages.index(seen.phase)),
        _ranking(rules),
        _festival(rules),
        _bouquets(rules),
        _secret_sizes(rules),
        _secret(rules),
        *(_points(rules, id) for id in rules.blocks_scored),
        _deck(rules),
        _hand_size(rules),
        _hand(rules),
        _done(rules),
        _dealt(rules),
        _kept(rules),
    ]


# ---- what lies open -------------------------------------------------------------------------


def _ranking(rules: Rules) -> Part:
    number = {colour: place for place, colour in enumerate(rules.colours)}
    colours = len(number)
    meaning = "1 where a colour has a rank: each rank from the first, and each colour"
    plane = Plane("ranking", colours * colours, 0, 1, meaning, rules.colours)
    return single(
        plane,
        lambda seen: ((rank * colours + number[each], 1) for rank, each in enumerate(seen.ranking)),
    )


def _counting(rules: Rules, name: str, meaning: str, rows: int = 1) -> Plane:
    """A plane that counts cards of each kind."""
    kinds = tuple(map(str, rules.kinds))
    return Plane(name, rows * len(kinds), 0, max(rules.deck), f"{meaning}each kind", kinds)


def _festival(rules: Rules) -> Part:
    plane = _counting(rules, "festival", "how many cards lie in the open festival: ")
    return single(plane, lambda seen: _each(rules, seen.festival))


def _bouquets(rules: Rules) -> Part:
    meaning = "how many cards a bouquet has: each seat from the viewer on, and "
    kinds = len(rules.kinds)

    def fill(seen: Observation) -> Filled:
        for after, seat in enumerate(seats_from_viewer(seen)):
            yield from _each(rules, seen.bouquets[seat], after * kinds)

    return single(_counting(rules, "bouquets", meaning, rules.seats), fill)


def _points(rules: Rules, id: str) -> Part:
    """The points of each seat for giving or for keeping."""
    points = rules.keeping
    if id == "giving":
        points = tuple(a + b for a in rules.giving for b in rules.added_value)
    cards = sum(rules.deck)
    least, most = cards * min(0, *points), cards * max(0, *points)
    meaning = f"points for {id} cards: each seat from the viewer on"
    plane = Plane(id, rules.seats, least, most if least < most else 1, meaning)

    def fill(seen: Observation) -> Filled:
        have: tuple[int, ...] = getattr(seen, id)
        return enumerate(within(plane, have[seat]) for seat in seats_from_viewer(seen))

    return single(plane, fill)


def _deck(rules: Rules) -> Part:
    plane = Plane("deck", 1, 0, sum(rules.deck), "how many cards the deck has")
    return single(plane, lambda seen: ((0, len(seen.deck)),))


# ---- the secret festival --------------------------------------------------------------------


def _secret_sizes(rules: Rules) -> Part:
    meaning = "how many secret cards came from a seat: each from the viewer on, then an unknown one"
    plane = Plane("secret", rules.seats + 1, 0, sum(rules.deck), meaning)
    return single(plane, lambda seen: ((_origin(seen, seat), 1) for seat in seen.secret_by))


def _secret(rules: Rules) -> Part:
    meaning = (
        "how many of them the viewer knows: each seat from the viewer on, an unknown one, and "
    )
    kinds = len(rules.kinds)

    def fill(seen: Observation) -> Filled:
        for card, seat in zip(seen.secret, seen.secret_by, strict=True):
            yield from _each(rules, (card,), _origin(seen, seat) * kinds)

    return single(_counting(rules, "secret.known", meaning, rules.seats + 1), fill)


def _origin(seen: Observation, seat: int | None) -> int:
    return seen.seats if seat is None else from_viewer(seen, seat)


# ---- hands ----------------------------------------------------------------------------------


def _hand_size(rules: Rules) -> Part:
    plane = Plane("hand", 1, 0, rules.draws, "how many cards the seat to move has in hand")
    return single(plane, lambda seen: ((0, len(_in_hand(seen))),))


def _hand(rules: Rules) -> Part:
    plane = _counting(rules, "hand.known", "how many of them the viewer knows: ")
    return single(plane, lambda seen: _each(rules, _in_hand(seen)))


def _in_hand(seen: Observation) -> Sequence[str | None]:
    """The cards that the seat to move has drawn; None is not known."""
    hand = seen.in_hand
    if isinstance(hand, tuple):
        return hand
    return () if seen.phase in ("start", "over") else (hand,)


def _done(rules: Rules) -> Part:
    number = {action: place for place, action in enumerate(rules.bits)}
    meaning = "1 for what the seat to move has done in this turn: each action"
    plane = Plane("done", len(number), 0, 1, meaning, tuple(number))
    return single(plane, lambda seen: ((number[action], 1) for action in seen.done))


def _dealt(rules: Rules) -> Part:
    meaning = "how many cards the viewer was dealt, until all have chosen: "
    plane = _counting(rules, "dealt", meaning)
    return _own(rules, plane, lambda seen, seat: chain(*seen.hands[seat : seat + 1]))


def _kept(rules: Rules) -> Part:
    meaning = "how many of them it has kept, until all have chosen: "
    return _own(
        rules, _counting(rules, "kept", meaning), lambda seen, seat: seen.kept[seat : seat + 1]
    )


def _own(
    rules: Rules, plane: Plane, cards: Callable[[Observation, int], Iterable[str | None]]
) -> Part:
    """What a viewer knows of its own start choice."""

    def fill(seen: Observation) -> Filled:
        return () if seen.viewer is None else _each(rules, cards(seen, seen.viewer))

    return single(plane, fill)


def _each(rules: Rules, cards: Iterable[str | None], start: int = 0) -> Filled:
    """One for each card that is known."""
    return ((start + rules.number[card], 1) for card in cards if card is not None)
