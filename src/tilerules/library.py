"""The public functions of play; each finds the game that is meant and asks it."""

from __future__ import annotations

from array import array
from typing import TypeVar

from tilerules import registry
from tilerules.engine.actions import ActionSpace, space_of
from tilerules.engine.describing import Sentence, Values, rulebook
from tilerules.engine.moves import Move, Words
from tilerules.engine.planes import Plane, numbers_of, planes_of
from tilerules.engine.positions import (
    Deal,
    Observation,
    Position,
    State,
    StateOf,
    no_position,
    rules_for,
)
from tilerules.engine.protocol import Game
from tilerules.engine.scoring import Outcome, ScoreBreakdown
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.shuffle import Stream, stream_of
from tilerules.wording import counted, players, shortened

Seen = TypeVar("Seen", bound=Observation)


def deal(ruleset: Ruleset, seats: int, *, seed: int | bytes | None = None) -> Deal:
    """Where every hidden thing lies: the deal of a seed.

    The same ruleset, seats and seed always give the same deal. Without a seed it is drawn from 32
    fresh secret bytes. `WrongSeats` if the ruleset is not for this number of seats.

    >>> import tilerules as tr
    >>> rules = tr.load("serendipity")
    >>> tr.deal(rules, 2, seed=7) == tr.deal(rules, 2, seed=7)
    True
    """
    rules = rules_for(ruleset, seats)
    dealt: Deal = rules.game.deal(rules, stream_of(seed))
    return dealt


def new_game(
    ruleset: Ruleset, seats: int, *, seed: int | bytes | None = None, deal: Deal | None = None
) -> State:
    """The first state of a game, from a seed or from a deal.

    `WrongSeats` if the ruleset is not for this number of seats; `ValueError` if both a seed and a
    deal are given, or a deal of other rules.

    >>> import tilerules as tr
    >>> tr.new_game(tr.load("serendipity"), 3, seed=7)
    <State of serendipity, 3 seats, ply 0: choose, seat 0 to move>
    """
    rules = rules_for(ruleset, seats)
    if deal is None:
        deal = rules.game.deal(rules, stream_of(seed))
    elif seed is not None:
        raise ValueError("a game has a seed or a deal, not both")
    elif not isinstance(deal, Deal) or deal.rules != rules:
        raise ValueError(f"this is no deal of {ruleset.id} for {counted(seats, 'seat')}")
    first: State = rules.game.start(deal)
    return first


def parse_move(position: Position, text: str) -> Move:
    """The move that a text in notation names; case and spaces do not matter.

    Only the form is judged: the move need not be legal. A short form is completed from the
    position. `NotationError` says what was expected at which column.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> tr.parse_move(state, " Swap B2 a1")
    Move(kind='swap', args=('a1', 'b2'))
    """
    return _game(position).parse(position, Words(text))


def score(position: Position) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat, of what lies open to all, also while the game goes on.

    A state and all observations of it have the same score: what is hidden counts for nobody before
    it is laid open.

    >>> import tilerules as tr
    >>> [seat.total for seat in tr.score(tr.new_game(tr.load("serendipity"), 2, seed=1))]
    [0, 0]
    """
    return _game(position).score(position)


def outcome(position: Position) -> Outcome | None:
    """How the game ended; None while it goes on.

    Most points win, those of partners together; with equal points the `tie_breaks` of the card
    decide, one after another, and what they leave equal shares the place.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> tr.outcome(state) is None
    True
    >>> tr.outcome(tr.playout(state, tr.uniform, seed=2)).ranking
    ((0,), (1,))
    """
    game = _game(position)
    return game.outcome(position) if position.is_over else None


def observe(state: StateOf[Seen], seat: int | None, *, memory: bool = True) -> Seen:
    """What a seat, or a spectator (None), may know of a state.

    With memory it holds all that the viewer has ever been shown; without, the table alone, as a
    forgetful person sees it. Seats count from 0; `ValueError` if there is no such seat.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> tr.observe(state, 0).cells["f6"].tile is None
    True
    """
    if not isinstance(state, State):
        raise TypeError(
            no_position("observe takes a State", state, "an observation is for its viewer alone")
        )
    if seat is not None and (type(seat) is not int or seat not in range(state.seats)):
        raise ValueError(f"there is no seat {shortened(seat)}; they go from 0 to {state.seats - 1}")
    seen: Seen = state.rules.game.observe(state, seat, memory=memory)
    return seen


def determinize(observation: Observation, seed: int | bytes) -> State:
    """A state that fits an observation: what its viewer does not know is drawn evenly.

    All arrangements of the physical things are equally likely, and what others have chosen is taken
    to say nothing. The same observation and seed always give the same state, and
    `observe(determinize(o, seed), o.viewer) == o`. `ValueError` if the observation was made without
    memory: what was forgotten cannot be drawn.

    >>> import tilerules as tr
    >>> seen = tr.observe(tr.new_game(tr.load("serendipity"), 2, seed=1), 0)
    >>> guess = tr.determinize(seen, 7)
    >>> seen.cells["f6"].tile is None, guess.cells["f6"].tile is None
    (True, False)
    >>> tr.observe(guess, 0) == seen
    True
    """
    if not isinstance(observation, Observation):
        raise TypeError("determinize takes an Observation; observe() makes one of a state")
    if not observation.memory:
        raise ValueError(
            "this observation was made without memory, so nothing can be drawn from it"
        )
    game = _game(observation)
    return game.determinize(observation, Stream(seed, "determinization"))


def verify_deal(deal: Deal, commitment: str) -> bool:
    """Whether a deal is the one that was committed to before the game.

    It compares the deal's own commitment with the text, in which spaces around it and capital
    letters do not matter. A commitment proves that a deal was not changed afterwards, not that it
    was not picked.

    >>> import tilerules as tr
    >>> deal = tr.deal(tr.load("tulips"), 2, seed=1)
    >>> tr.verify_deal(deal, deal.commitment)
    True
    """
    if not isinstance(deal, Deal) or not isinstance(commitment, str):
        raise TypeError("verify_deal takes a Deal and a commitment, which is a text")
    return deal.commitment == commitment.strip().lower()


def action_space(ruleset: Ruleset, seats: int) -> ActionSpace:
    """The numbering of every move that can ever be made under a ruleset.

    It depends on nothing but the rules and the number of seats. `WrongSeats` if the ruleset is not
    for this number of seats.

    >>> import tilerules as tr
    >>> space = tr.action_space(tr.load("tulips"), 2)
    >>> [str(space.move(id)) for id in range(len(space))][-5:]
    ['keep', 'give 0', 'give 1', 'add open', 'add secret']
    """
    return space_of(rules_for(ruleset, seats))


def planes(ruleset: Ruleset, seats: int) -> tuple[Plane, ...]:
    """What the numbers of an observation mean: runs of numbers, one after another.

    They are the same for all viewers, from the first move to the end. `WrongSeats` if the ruleset
    is not for this number of seats; `MissingPart` if the game, one of a plug-in, has no planes.

    >>> import tilerules as tr
    >>> for plane in tr.planes(tr.load("tulips"), 2)[:3]:
    ...     print(plane.name, plane.length, plane.low, plane.high)
    viewer 2 0 1
    to_move 2 0 1
    stage 3 0 1
    """
    return planes_of(rules_for(ruleset, seats))


def numbers(observation: Observation) -> array[float]:
    """An observation as numbers, for programs that learn: all its planes, one after another.

    Each lies within the range of its plane. An array of its own each time, of single floats (4
    bytes each). `MissingPart` if the game, one of a plug-in, has no planes.

    >>> import tilerules as tr
    >>> rules = tr.load("tulips")
    >>> seen = tr.observe(tr.new_game(rules, 2, seed=1), 0)
    >>> len(tr.numbers(seen)) == sum(plane.length for plane in tr.planes(rules, 2))
    True
    """
    if not isinstance(observation, Observation):
        raise TypeError("numbers takes an Observation; observe() makes one of a state")
    return numbers_of(observation)


def describe(ruleset: Ruleset) -> str:
    """The rules in words, as Markdown: a short rulebook, made from the values alone.

    What a variant says otherwise than the card that it extends is marked.

    >>> import tilerules as tr
    >>> print(tr.describe(tr.load("flowers-dutch"))[:24])
    # Flowers, the Dutch rul
    """
    if not isinstance(ruleset, Ruleset):
        raise TypeError("describe takes a Ruleset, as load() gives it")
    below = registry.parent(ruleset)
    changed = "**Changed.** " if below and below.seat_counts != ruleset.seat_counts else ""
    numbers = f"{changed}For {players(ruleset.seat_counts, 'or')}."
    book = rulebook(_told(ruleset), _told(below) if below else {})
    parts = (f"# {ruleset.title}", ruleset.summary, numbers, book)
    return "\n\n".join(filter(None, parts)) + "\n"


def _told(ruleset: Ruleset) -> dict[int, list[Sentence]]:
    """What the rules say for each number of players."""
    words = registry.game(ruleset.game).words
    return {
        seats: list(words(Values(ruleset.values_for(seats), seats)))
        for seats in ruleset.seat_counts
    }


def draw_text(position: Position, *, colour: bool = False) -> str:
    """A picture for a terminal of 80 columns; a state is drawn as a spectator sees it.

    What the last ply turned up is marked. With `colour` it holds the codes of a terminal that knows
    256 colours, and says the same without them.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 1, seed=1)
    >>> tr.draw_text(state).splitlines()[-1]
    'turn 1, seat 0 to move: take'
    """
    return _game(position).draw_text(position, colour=colour)


def draw_svg(position: Position, *, highlight: ScoreBreakdown | None = None) -> str:
    """A picture as SVG, which needs nothing from elsewhere; a state as a spectator sees it.

    What the last ply turned up is marked; with `highlight`, so is what a score sheet counts. Title,
    role and texts let a screen reader tell the table.

    >>> import tilerules as tr
    >>> tr.draw_svg(tr.new_game(tr.load("serendipity"), 2, seed=1))[:4]
    '<svg'
    """
    if highlight is not None and not isinstance(highlight, ScoreBreakdown):
        raise TypeError("highlight takes a ScoreBreakdown, one of those that score() gives")
    picture = registry.room(_game(position).id, "picture")
    svg: str = picture.draw_svg(position, highlight)
    return svg


def _game(position: Position) -> Game:
    """The game of a position."""
    if not isinstance(position, Position):
        raise TypeError(no_position("expected a State or an Observation", position))
    game: Game = position.rules.game
    return game
