"""Random cards: those that a game knows how to draw, or variants of its own card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tilerules import registry
from tilerules.errors import MissingPart
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.schema import CARD_KEYS, REMOVED, Schema

Card = dict[str, Any]
"""A card as a mapping, for `tr.load`."""


def cards(game: str) -> st.SearchStrategy[Card]:
    """Random sound cards of a game over the whole width of its schema, for `tilerules.load`.

    Every number of players they name can play them to their end. A game that has no module `drawn`
    gets variants of its own card, in which values are as its schema allows. `KeyError` if there is
    no such game.

    >>> import tilerules as tr
    >>> from hypothesis import given
    >>> from tilerules import testing
    >>> @given(testing.cards("flowers"))
    ... def test_that_it_loads(card):
    ...     assert tr.load(card).game == "flowers"
    >>> test_that_it_loads()
    """
    try:
        drawn: st.SearchStrategy[Card] = registry.room(game, "drawn").cards()
    except MissingPart:
        return variants(game)
    return drawn


@st.composite
def tables(draw: st.DrawFn, game: str) -> tuple[Ruleset, int]:
    """A random ruleset of a game, and a number of seats that it allows.

    A Hypothesis strategy. `KeyError` if there is no such game.

    >>> import tilerules as tr
    >>> from hypothesis import given
    >>> from tilerules import testing
    >>> @given(testing.tables("tulips"))
    ... def test_that_it_starts(table):
    ...     ruleset, seats = table
    ...     assert tr.new_game(ruleset, seats, seed=1).seats == seats
    >>> test_that_it_starts()
    """
    ruleset = registry.load(draw(cards(game)))
    return ruleset, draw(st.sampled_from(ruleset.seat_counts))


@st.composite
def variants(draw: st.DrawFn, game: str) -> Card:
    """A sound variant of a game's own card."""
    schema = Schema(registry.rules_schema(game))
    beside = (*CARD_KEYS, "for_players")
    sections = {
        name: each for name, each in schema.document["properties"].items() if name not in beside
    }
    base = registry.load(game)
    card = {"extends": game, **draw(_block(schema, sections, base.values))}
    problems = registry.check(card)
    assume(all(problem.severity == "warning" for problem in problems))
    return card


def _block(
    schema: Schema, keys: Mapping[str, Any], base: Mapping[str, Any]
) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the keys of a block, each with a value."""
    known = {name: _value(schema, each, base.get(name)) for name, each in keys.items()}
    return st.fixed_dictionaries({}, optional=known)


def _value(schema: Schema, key: Mapping[str, Any], base: Any) -> st.SearchStrategy[Any]:
    """A value that a schema allows, or `removed` for a block that stands below."""
    kinds: Iterable[Mapping[str, Any]] = schema.kinds(key)
    ways = [_of_kind(schema, kind, base) for kind in kinds]
    optional = schema.resolved(key).get("x-optional") and base is not None
    return st.one_of(*ways, *([st.just(REMOVED)] if optional else []))


def _of_kind(schema: Schema, kind: Mapping[str, Any], base: Any) -> st.SearchStrategy[Any]:
    """A value of a kind; a text is one of its examples."""
    inner = base if isinstance(base, Mapping) else {}
    if kind.get("type") == "integer":
        return st.integers(kind["minimum"], kind["maximum"])
    if kind.get("type") == "array":
        items = _value(schema, kind["items"], None)
        sizes = {"min_size": kind.get("minItems", 0), "max_size": kind["maxItems"]}
        return st.lists(items, unique=kind.get("uniqueItems", False), **sizes)
    if "properties" in kind:
        return _block(schema, kind["properties"], inner)
    if "additionalProperties" in kind:
        return _block(schema, dict.fromkeys(inner, kind["additionalProperties"]), inner)
    return st.sampled_from(kind["enum"] if "enum" in kind else kind["examples"])
