"""The game of Pebbles."""

from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import wrap

import attrs

from tilerules import Event, Move, Refusal, Ruleset, ScoreBreakdown, ScoreLine
from tilerules.data.source import Source
from tilerules.engine import positions, simple
from tilerules.engine.events import by_kind, turn_ended
from tilerules.engine.offers import Block, MoveList, Runs
from tilerules.engine.protocol import Game
from tilerules.engine.shared.rules import shared
from tilerules.table.shuffle import SALT_BYTES, Stream

# ---- the card -------------------------------------------------------------------------------


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats: the number of each pebble, and what else it says."""

    numbers: tuple[int, ...]
    left: int
    points: Mapping[str, int]
    look: MoveList
    take: MoveList

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All moves, in the order of their action ids."""
        return self.look, self.take


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """What the values of a card mean."""
    card = ruleset.values_for(seats)
    numbers = sorted(int(n) for n, copies in card["pebbles"].items() for _ in range(copies))
    places = [(str(place),) for place in range(len(numbers))]
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=shared(card, seats),
        numbers=tuple(numbers),
        left=card["left"],
        points=card["scoring"],
        look=MoveList("look", places),
        take=MoveList("take", places),
    )


# ---- deals and positions --------------------------------------------------------------------


@attrs.frozen(repr=False, kw_only=True)
class Deal(simple.Deal):
    """The numbers of the row."""

    row: tuple[int, ...]


@attrs.frozen(repr=False, kw_only=True)
class Table(simple.Table):
    """For each place of the row: its number, who has looked at it, and who has taken it."""

    row: tuple[int | None, ...]
    looked: tuple[tuple[int, ...], ...]
    taken: tuple[int | None, ...]


@attrs.frozen(repr=False, kw_only=True)
class State(Table, positions.State):
    """A position, in which all numbers are known."""

    row: tuple[int, ...]


@attrs.frozen(repr=False, kw_only=True)
class Observation(Table, positions.Observation):
    """A position as a viewer sees it; a number that it does not know is None."""

    viewer: int | None
    memory: bool


def deal(rules: Rules, stream: Stream) -> Deal:
    """The pebbles in any order."""
    salt = stream.bytes(SALT_BYTES)
    return Deal(rules=rules, salt=salt, row=tuple(stream.shuffled(rules.numbers)))


def start(deal: Deal) -> State:
    """All pebbles lie in the row."""
    places = len(deal.row)
    return State(rules=deal.rules, row=deal.row, looked=((),) * places, taken=(None,) * places)


def check(found: Deal | Table, source: Source) -> None:
    """What was read in can lie on a table."""
    if more := Counter(filter(None, found.row)) - Counter(found.rules.numbers):
        raise source.fault_at("row", f"there are not so many pebbles with {next(iter(more))}")
    lengths = {len(places) for places in simple.fields_of(found).values()}
    if lengths != {len(found.rules.numbers)}:
        raise source.fault(f"there are {len(found.rules.numbers)} places in the row")


# ---- a turn ---------------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """Any pebble left can be taken, and looked at if the seat has not done so."""
    left = [] if table.is_over else [n for n, seat in enumerate(table.taken) if seat is None]
    unseen = [place for place in left if table.to_move not in table.looked[place]]
    return (table.rules.look, unseen), (table.rules.take, left)


def look(state: State, move: Move, place: int) -> State:
    """A marker of the seat lies on the pebble."""
    seats = (*state.looked[place], state.to_move)
    return simple.after_turn(
        state, move, over=over, looked=simple.replaced(state.looked, place, seats)
    )


def take(state: State, move: Move, place: int) -> State:
    """The pebble lies before the seat, face up."""
    taken = simple.replaced(state.taken, place, state.to_move)
    return simple.after_turn(state, move, over=over, taken=taken)


def over(state: State) -> bool:
    """So few pebbles are left that the game ends."""
    return bool(state.taken.count(None) <= state.rules.left)


def refuse(table: Table, move: Move) -> Refusal:
    """Why a move is not offered."""
    if move not in table.rules.look and move not in table.rules.take:
        return Refusal("unknown_move", f"`{move}` is no move of these rules")
    if table.taken[int(move.args[0])] is not None:
        return Refusal("taken", "this pebble has been taken")
    return Refusal("looked", "this seat has looked at this pebble before")


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """The points of what each seat has taken."""
    return tuple(ScoreBreakdown(seat, (*_lines(table, seat),)) for seat in range(table.seats))


def _lines(table: Table, seat: int) -> Iterator[ScoreLine]:
    mine = {str(n): table.row[n] or 0 for n, each in enumerate(table.taken) if each == seat}
    counts = {"number": sum(mine.values()), "repeat": len(mine) - len({*mine.values()})}
    for id, points in table.rules.points.items():
        rule = table.rules.rule_place(f"scoring.{id}")
        yield ScoreLine(id, None, counts[id] * points, counts[id], (*mine,), rule)


# ---- who knows what -------------------------------------------------------------------------


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """All know what was taken; who has looked at a pebble remembers its number."""
    row = [
        number if taken is not None or (memory and viewer in looked) else None
        for number, looked, taken in zip(state.row, state.looked, state.taken, strict=True)
    ]
    return simple.made_of(Observation, state, row=tuple(row), viewer=viewer, memory=memory)


def determinize(seen: Observation, stream: Stream) -> State:
    """The numbers that the viewer does not know lie in any order."""
    unseen = Counter(seen.rules.numbers) - Counter(seen.row)
    others = iter(stream.shuffled([*unseen.elements()]))
    row = tuple(next(others) if number is None else number for number in seen.row)
    return simple.made_of(State, seen, row=row)


@attrs.frozen
class Shown(Event):
    """A seat has looked at a pebble, or has taken it; None is a number not seen."""

    game = "pebbles"
    place: int
    number: int | None

    def __str__(self) -> str:
        return f"pebble {self.place} shows {self.number or 'its number to the seat alone'}"


def events(before: Observation, after: Observation) -> Iterator[Event]:
    """What was shown in a turn."""
    place = int(str(after.last_move).split()[1])
    yield Shown(place, after.row[place])
    yield from turn_ended(before, after)


def draw_text(position: Table, *, colour: bool = False) -> str:
    """The row, and what each seat has taken."""
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    shown = [f"{place}[{number or '?'}]" for place, number in enumerate(table.row)]

    def lying(where: int | None) -> str:
        return " ".join(shown[n] for n, each in enumerate(table.taken) if each == where)

    seats = [f"seat {seat}: {lying(seat)}" for seat in range(table.seats)]
    return "\n".join((*wrap(lying(None), 78), *seats))


GAME = Game(
    id="pebbles",
    rules=rules,
    deal=deal,
    start=start,
    offers=offers,
    perform={"look": look, "take": take},
    refuse=refuse,
    score=score,
    observe=observe,
    determinize=determinize,
    events=events,
    event_kinds=by_kind(Shown),
    draw_text=draw_text,
    **simple.data_of_fields(Deal, State, Observation, check),
)
Rules.game = GAME
