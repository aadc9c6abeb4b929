"""What a game does as most do, if it says nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tilerules.data.source import listed
from tilerules.engine.describing import Sentence, Values, capital
from tilerules.engine.events import Event, turn_ended
from tilerules.engine.moves import Move, Words
from tilerules.engine.scoring import Outcome, ScoreBreakdown, outcome
from tilerules.ruleset.values import in_words


def words(of: Values) -> Iterator[Sentence]:
    """The values of a card, one by one, behind their keys."""
    for key, value in of.all():
        section = capital(key.partition(".")[0].replace("_", " "))
        yield Sentence(section, key, f"`{key}`: {in_words(value)}")


def parse(position: Any, words: Words) -> Move:
    """The move whose words follow: any that can be made under these rules, with all its words."""
    moves = [(block.kind, *move.args) for block in position.rules.blocks for move in block]
    said: list[str] = []
    while following := dict.fromkeys(move[len(said)] for move in moves if len(move) > len(said)):
        word = words.next()
        if not word and tuple(said) in moves:
            break
        if word not in following:
            raise words.fault(f"one of {listed(following)}")
        moves = [move for move in moves if move[len(said) : len(said) + 1] == (word,)]
        said.append(word)
    words.end()
    return Move(said[0], tuple(said[1:]))


def by_points(score: Callable[[Any], tuple[ScoreBreakdown, ...]]) -> Callable[[Any], Outcome]:
    """Who has most points wins; nothing breaks ties, and nothing cuts a game short."""
    return lambda position: outcome(position.rules, score(position), (), cut_short=False)


def ends_of_turns(before: Any, after: Any) -> Iterable[Event]:
    """That a turn is over, and nothing more."""
    return turn_ended(before, after)
