"""What a game must offer.

A game is a value of functions. All of them are pure; those that take a position take a state as
well as an observation unless they say otherwise, and use nothing that the observation lacks. What
most games do alike, a game need not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import Factory

from tilerules.data.source import Source
from tilerules.engine import usual
from tilerules.engine.describing import Sentence, Values
from tilerules.engine.events import Event
from tilerules.engine.moves import Move, Words
from tilerules.engine.offers import Runs
from tilerules.engine.positions import Deal, Observation, Refusal, Rules, State
from tilerules.engine.scoring import Outcome, ScoreBreakdown
from tilerules.ruleset.checking import Check
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.shuffle import Stream


@attrs.frozen(eq=False, kw_only=True)
class Game:
    """One game: how its rules are read, and how it is played.

    Attributes:
        id: its name, which is also that of its schema.
        checks: what its schema cannot say about a card; by default there is nothing.
        words: what a card says, in sentences; by default its values, one by one.
        rules: the values of a ruleset for a number of seats, with tables.
        deal: a deal, drawn from a stream.
        start: the first state of a deal.
        offers: the runs of legal moves of the seat to move; whose move it is, is asked before.
        perform: for each kind of move, the state after a move that is offered, which stands at a
            place of its block.
        refuse: why a move of a kind in `perform` is not legal, if it is not offered.
        parse: the move whose words follow; the position says what a short form means. By default
            any move that can ever be made, with all its words.
        score: a breakdown for each seat, of what lies open to all.
        outcome: of a position that is over; by default most points win.
        observe: what a viewer may know of a state, with or without memory.
        determinize: a state that fits an observation made with memory, the rest drawn evenly.
        events: what happened on the table between two observations; common events aside, but
            with the end of a turn in its place. By default nothing more than that end.
        event_kinds: its kinds of events, by name; by default there are none.
        draw_text: a picture for a terminal, with or without `colour`; a state is drawn as a
            spectator sees it.
        deal_data: the game's own entries of the data of a deal.
        deal_from: the reverse, from the whole data.
        state_data: the game's own entries of the data of a state.
        observation_data: those of an observation; by default they are like those of a state.
        state_from: the reverse, from the whole data.
        observation_from: the reverse for an observation.

    >>> import tilerules as tr
    >>> game = tr.new_game(tr.load("tulips"), 2, seed=1).rules.game
    >>> game.id, sorted(game.perform)
    ('tulips', ['add', 'give', 'keep', 'start'])
    """

    id: str
    checks: Sequence[Check] = ()
    words: Callable[[Values], Iterable[Sentence]] = usual.words
    rules: Callable[[Ruleset, int], Rules]
    deal: Callable[[Any, Stream], Deal]
    start: Callable[[Any], State]
    offers: Callable[[Any], Runs]
    perform: Mapping[str, Callable[[Any, Move, int], State]]
    refuse: Callable[[Any, Move], Refusal]
    parse: Callable[[Any, Words], Move] = usual.parse
    score: Callable[[Any], tuple[ScoreBreakdown, ...]]
    outcome: Callable[[Any], Outcome] = Factory(
        lambda self: usual.by_points(self.score), takes_self=True
    )
    observe: Callable[..., Observation]
    determinize: Callable[[Any, Stream], State]
    events: Callable[[Any, Any], Iterable[Event]] = usual.ends_of_turns
    event_kinds: Mapping[str, type[Event]] = Factory(dict)
    draw_text: Callable[..., str]
    deal_data: Callable[[Any], dict[str, Any]]
    deal_from: Callable[[Any, Source], Deal]
    state_data: Callable[[Any], dict[str, Any]]
    observation_data: Callable[[Any], dict[str, Any]] = Factory(
        lambda self: self.state_data, takes_self=True
    )
    state_from: Callable[[Any, Source], State]
    observation_from: Callable[[Any, Source], Observation]
