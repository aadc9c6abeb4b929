"""Hypothesis strategies: positions of any card, and texts that the grammar has or nearly has."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st

import tilerules as tr
from tests.notation import grammar
from tests.notation.grammar import Choice, Except, Named, Node, Optional, Quoted, Repeated
from tests.notation.language import BLANKS, Language, language
from tilerules import testing

Position = tr.State | tr.Observation

GAMES = ("serendipity", "flowers", "tulips")
BUNDLED = {
    game: [
        (rules, seats)
        for rules in map(tr.load, tr.ruleset_ids())
        if rules.game == game
        for seats in rules.seat_counts
    ]
    for game in GAMES
}
"""All bundled rulesets of each game, with each number of seats."""


def tables(game: str) -> st.SearchStrategy[tuple[tr.Ruleset, int]]:
    """A bundled or a random ruleset, and a number of seats that it allows."""
    return st.sampled_from(BUNDLED[game]) | testing.tables(game)


@st.composite
def positions(draw: st.DrawFn, game: str) -> tuple[Language, Position]:
    """A position after a few moves, as it is or as somebody sees it, and what its grammar has."""
    ruleset, seats = draw(tables(game))
    state = tr.new_game(ruleset, seats, seed=draw(st.integers(0, 2**32)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 25))):
        if moves := tr.legal_moves(state):
            state = tr.apply_move(state, chance.choice(moves))
    viewer = draw(st.sampled_from(["state", None, *range(seats)]))
    position = state if isinstance(viewer, str) else tr.observe(state, viewer)
    return language(ruleset, seats), position


@st.composite
def texts(draw: st.DrawFn, of: Language, move: Node) -> str:
    """A text that the grammar has, in small letters, for one of its moves."""
    before, middle, behind = grammar.RULES["text"].parts  # type: ignore[union-attr]
    assert middle == Named("move")
    text = "".join(_drawn(draw, of, node) for node in (before, move, behind))
    assume(of.matching(text))  # a swap may have drawn one cell twice
    return text


def _drawn(draw: st.DrawFn, of: Language, node: Node) -> str:
    match node:
        case Quoted(text):
            return text
        case Named("blank"):
            return BLANKS[draw(st.integers(0, len(BLANKS) - 1))] if draw(st.booleans()) else " "
        case Named(rule) if rule in of.words:
            return of.words[rule][draw(st.integers(0, len(of.words[rule]) - 1))]
        case Named(rule):
            return _drawn(draw, of, grammar.RULES[rule])
        case Choice(parts):
            return _drawn(draw, of, parts[draw(st.integers(0, len(parts) - 1))])
        case grammar.Sequence(parts):
            return "".join(_drawn(draw, of, part) for part in parts)
        case Optional(part):
            return _drawn(draw, of, part) if draw(st.booleans()) else ""
        case Repeated(part):
            return "".join(_drawn(draw, of, part) for _ in range(draw(st.integers(0, 2))))
        case Except(part, _):
            return _drawn(draw, of, part)
    raise AssertionError(f"the tests do not know what stands for {node}")


@st.composite
def in_any_case(draw: st.DrawFn, of: Language, move: Node) -> str:
    """A text that the grammar has, with some of its letters large."""
    text, large = draw(texts(of, move)), draw(st.integers(0, 2**32))
    return "".join(
        sign.upper() if sign.isascii() and large >> place % 32 & 1 else sign
        for place, sign in enumerate(text)
    )


SIGNS = "aefgkprstv0123459-_,.:;?+'ACEK/\t\n\u2003\u200b\u00e4\u0131\uff11\u0663\x00\ud800"
"""What an edit can put in: parts of words, blanks, and signs that look like either."""


@st.composite
def edited(draw: st.DrawFn, of: Language, move: Node) -> str:
    """A text one edit away from one that the grammar has: of a sign, a number or a word."""
    text = draw(in_any_case(of, move))
    numbers = [*re.finditer("-?[0-9]+", text)]
    kind = draw(st.sampled_from(["sign", "number", "word"]))
    if kind == "sign" or (kind == "number" and not numbers):
        place, sign = draw(st.integers(0, len(text))), draw(st.sampled_from(SIGNS))
        gone = draw(st.integers(0, 1))
        return text[:place] + draw(st.sampled_from(["", sign])) + text[place + gone :]
    if kind == "number":
        found = draw(st.sampled_from(numbers))
        put = draw(st.sampled_from([f"{sign}{found[0]}" for sign in "0+-1"] + _near(found[0])))
        return text[: found.start()] + put + text[found.end() :]
    words = text.split()
    place = draw(st.integers(0, len(words)))
    other = draw(st.sampled_from(of.moves))
    gone, others = draw(st.integers(0, 1)), draw(texts(of, other)).split()
    some = draw(st.sampled_from([[], [draw(st.sampled_from(others))], words[:1], words[-1:]]))
    return _spaced(draw, [*words[:place], *some, *words[place + gone :]])


def _near(number: str) -> list[str]:
    """The numbers beside one, which may lie beyond an end."""
    return [str(int(number) + step) for step in (-1, 1)]


def _spaced(draw: st.DrawFn, words: Sequence[str]) -> str:
    blanks = [draw(st.sampled_from(["", " ", "  "])), *[" " for _ in words]]
    return "".join(blank + word for blank, word in zip(blanks, words, strict=False))
