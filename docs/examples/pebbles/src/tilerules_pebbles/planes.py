"""What an observation of Pebbles says as numbers, for programs that learn."""

from __future__ import annotations

from tilerules.engine.planes import Filled, Part, Plane, common, from_viewer, single
from tilerules_pebbles.game import Observation, Rules


def parts(rules: Rules) -> list[Part]:
    """The planes of these rules, and what fills them."""
    row = tuple(map(str, range(len(rules.numbers))))
    length = len(row)
    number = Plane("number", length, 0, 9, "the number of each pebble, 0 if it is not known", row)
    taken = Plane("taken", length * rules.seats, 0, 1, "1 for what a seat has taken", row)
    looked = Plane("looked", length * rules.seats, 0, 1, "1 for what a seat has looked at", row)

    def of_seats(seen: Observation, places: list[tuple[int, ...]]) -> Filled:
        for place, seats in enumerate(places):
            for seat in seats:
                yield from_viewer(seen, seat) * length + place, 1

    return [
        *common(rules, ("turn",), lambda seen: 0),
        single(number, lambda seen: [(n, each) for n, each in enumerate(seen.row) if each]),
        single(taken, lambda seen: of_seats(seen, [() if n is None else (n,) for n in seen.taken])),
        single(looked, lambda seen: of_seats(seen, [*seen.looked])),
    ]
