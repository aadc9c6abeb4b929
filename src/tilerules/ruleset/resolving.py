"""How a card becomes a ruleset: with what it extends and what is laid over it, and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from tilerules.ruleset import completing, layering, reading
from tilerules.ruleset.digest import digest
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import (
    Place,
    Problem,
    Unreadable,
    fault,
    in_order,
    unsound,
    with_seats,
)
from tilerules.ruleset.reading import Node
from tilerules.ruleset.ruleset import CUSTOM, Origin, Ruleset, origin_of
from tilerules.ruleset.schema import CARD_KEYS
from tilerules.ruleset.shelf import Language, Shelf, known_card, language_of
from tilerules.ruleset.values import FrozenMap, frozen


class Resolution(NamedTuple):
    """The ruleset of a card, or None; and what was found on the way."""

    ruleset: Ruleset | None
    problems: tuple[Problem, ...]


def resolve(card: Card, shelf: Shelf, layers: Sequence[Card] = ()) -> Resolution:
    """Read what cards extend, merge, check, and make a ruleset of it if there is no error.

    Layers are laid over the card; in which order they are given does not matter.
    """
    try:
        source = layering.lineage(card, lambda extends: known_card(extends, shelf))
        language = _language(source, shelf)
        above = [_layer(each, source, language, shelf) for each in sorted(layers, key=_by_name)]
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    return _combined(source, above, language)


def _combined(
    source: tuple[Card, ...], layers: Sequence[tuple[Card, ...]], language: Language
) -> Resolution:
    """Merge the cards of all these lineages, check them, and make a ruleset of them."""
    cards = layering.stacked(source, layers)
    problems = _schema_problems(cards, language)
    if layers and not problems and (clashes := _layer_problems(source, layers, language)):
        return Resolution(None, tuple(in_order(clashes)))
    whole = layering.laid_over(source, cards[len(source) :])
    seats = _seat_counts(whole, problems)
    completed = _completed(whole, seats, cards, language, problems)
    below = source if layers else source[:-1]
    if layers or not source[-1].bundled:
        problems += _further_problems(cards, len(below), completed, language, problems)
    is_wrong = any(problem.severity == "error" for problem in problems)
    if is_wrong and len(source) > 1 and not source[-2].bundled:
        inherited = _combined(source[:-1], (), language).problems
        problems = list(_where_they_began(problems, inherited))
    ways = layering.ways((source, *layers))
    ordered = tuple(
        attrs.evolve(problem, through=ways.get(problem.file, ())) for problem in in_order(problems)
    )
    if is_wrong:
        return Resolution(None, ordered)
    ruleset = Ruleset(
        **_named(cards, source, layers, language),
        game=language.game,
        seat_counts=tuple(completed),
        values=frozen(whole.plain()),
        digest=digest(completed, language),
        lineage=tuple(file for card in reversed(cards) for file in reversed(card.files)),
        ways=FrozenMap({file: tuple(map(origin_of, way)) for file, way in ways.items() if way}),
        below=below,
        whole=whole,
        completed=completed,
    )
    return Resolution(ruleset, ordered)


def _where_they_began(
    problems: Iterable[Problem], inherited: Iterable[Problem]
) -> Iterator[Problem]:
    """The problems of a card, those of what it extends with the places that they have there."""
    there = {(each.code, each.message): each for each in inherited if each.severity == "error"}
    for problem in problems:
        yield there.get((problem.code, problem.message), problem)


def _language(cards: tuple[Card, ...], shelf: Shelf) -> Language:
    """The vocabulary of a lineage; a fault tells the way to the card that names the game."""
    try:
        return language_of(cards, shelf)
    except Unreadable as stop:
        through = layering.ways((cards,))[cards[0].file]
        raise Unreadable(attrs.evolve(stop.problem, through=through)) from None


def unchanged(ruleset: Ruleset, language: Language) -> Ruleset | None:
    """The rules without what the card itself, or its layers, change; None if nothing is left.

    Rules that were read from data do not know what they change.
    """
    return _combined(ruleset.below, (), language).ruleset if ruleset.below else None


def _by_name(card: Card) -> tuple[str, str, str]:
    return _id(card), card.file, repr(card.node.plain())


def _id(card: Card) -> str:
    return str(card.head.get("id", CUSTOM))


def _layer(
    card: Card, source: tuple[Card, ...], language: Language, shelf: Shelf
) -> tuple[Card, ...]:
    """The lineage of a layer; a card of the caller's that extends nothing lies on the source."""
    if card.extends or card.bundled:
        cards = layering.lineage(card, lambda extends: known_card(extends, shelf))
    else:
        cards = (*source, card)
    own = _language(cards[-1:] if card.node.at(("game",)) else cards, shelf)
    if own.game != language.game:
        message = f"this layer is for `{own.game}`, and `{source[-1].file}` for `{language.game}`"
        raise Unreadable(fault("other_game", card.node.place, message, key="game"))
    return cards


def _schema_problems(cards: Iterable[Card], language: Language) -> list[Problem]:
    """What the schema finds wrong; bundled cards have been checked."""
    unknown = [card for card in cards if not card.bundled]
    if not unknown:
        return []
    from tilerules.ruleset.checking import schema_problems

    return [
        problem
        for card in unknown
        for problem in schema_problems(card.node, language, whole=not card.partial)
    ]


def _layer_problems(
    source: tuple[Card, ...], layers: Sequence[tuple[Card, ...]], language: Language
) -> list[Problem]:
    from tilerules.ruleset.conflicts import layer_problems

    return layer_problems(source, layers, language.schema)


def _further_problems(
    cards: tuple[Card, ...],
    changing: int,
    completed: Mapping[int, Node],
    language: Language,
    problems: Iterable[Problem],
) -> Iterable[Problem]:
    """What is wrong with the meaning of a card, and what it hardly meant.

    The cards from `changing` on change what those before them say.
    """
    from tilerules.ruleset.checking import Variant, meaning_problems
    from tilerules.ruleset.doubts import warnings

    problems = tuple(problems)
    inherited = layering.merged(cards[:changing]) if changing else None
    variant = Variant(layering.merged(cards[changing:]), inherited, layering.ages(cards))
    yield from meaning_problems(variant, completed, language.checks(), problems)
    yield from warnings(variant, completed, language.schema, problems)


def _seat_counts(whole: Node, problems: list[Problem]) -> tuple[int, ...]:
    players = whole.at(("players",))
    if unsound(problems, 0).touch("players"):
        return ()
    if players is None:
        problems.append(fault("missing", whole.place, "`players` is missing", key="players"))
        return ()
    return tuple(sorted(players.plain()))


def _completed(
    whole: Node,
    seats: tuple[int, ...],
    cards: tuple[Card, ...],
    language: Language,
    problems: list[Problem],
) -> dict[int, Node]:
    age, removals = layering.ages(cards), layering.removals(cards)
    out, found = {}, {}
    for number in seats:
        bad = unsound(problems, number)
        out[number], found[number] = completing.complete(
            whole, number, language.schema, age, removals, bad
        )
    problems += with_seats(found)
    return out


def _named(
    cards: Iterable[Card],
    source: Iterable[Card],
    layers: Iterable[Sequence[Card]],
    language: Language,
) -> dict[str, Any]:
    """What a ruleset is called: as its source, and as the layers over it."""
    heads = [card.head for card in source]
    said: dict[str, Any] = {"title": CUSTOM, "edition": 1}
    for head in heads:
        said |= {key: head[key] for key in said if key in head}
    named = [heads[-1], *(layer[-1].head for layer in layers)]
    titles = [said["title"], *(head.get("title", CUSTOM) for head in named[1:])]
    keys = language.schema.document["properties"]
    summaries = [head.get("summary", "") for head in named]
    sources = (pair for card in cards for pair in card.head.get("sources", {}).items())
    return {
        "id": "+".join(str(head.get("id", CUSTOM)) for head in named),
        "title": _title(titles, keys["title"]["maxLength"]),
        "edition": said["edition"],
        "summary": _summary(summaries, keys["summary"]["maxLength"]),
        "sources": FrozenMap(dict(sources)),
    }


def _title(titles: Sequence[str], longest: int) -> str:
    """The titles of a source and its layers, or how many there are if that is too long."""
    joined = " + ".join(titles)
    many = f" + {len(titles) - 1} layers"
    return joined if len(joined) <= longest else titles[0][: longest - len(many)] + many


def _summary(summaries: Iterable[str], longest: int) -> str:
    """The summaries of a source and its layers, as many as there is room for."""
    out = ""
    for summary in summaries:
        longer = f"{out} {summary}".strip()
        out = longer if len(longer) <= longest else out
    return out


# ---- as data --------------------------------------------------------------------------------


def from_data(data: Mapping[str, Any], shelf: Shelf) -> Resolution:
    """The reverse of `Ruleset.to_data`, checked like any card; values keep their origins.

    `data` has the types that `to_data` writes; what lies in `values` may be anything.
    """
    files = tuple(reversed(data["lineage"])) or (CUSTOM,)
    meta = {key: data[key] for key in CARD_KEYS if key in data and key != "sources"}
    id, *layers = str(data.get("id", CUSTOM)).split("+")
    try:
        node = reading.from_data({**data["values"], **meta, "id": id}, files[-1])
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    card = Card(_placed(node, data["origins"], ()), files[-1], merged_from=files)
    ruleset, problems = resolve(card, shelf)
    if ruleset is None:
        return Resolution(None, problems)
    name = re.compile(shelf.language(ruleset.game).schema.document["properties"]["id"]["pattern"])
    for layer in layers:
        if not name.fullmatch(layer):
            problem = fault("wrong_value", card.node.place, "a layer has no such id", key="id")
            return Resolution(None, (problem,))
    ways = {file: tuple(Origin(*place) for place in way) for file, way in data["ways"].items()}
    named = attrs.evolve(
        ruleset,
        id="+".join((id, *layers)),
        sources=FrozenMap(data["sources"]),
        ways=FrozenMap(ways),
    )
    return Resolution(named, problems)


def _placed(node: Node, origins: Mapping[str, Any], path: tuple[str, ...]) -> Node:
    file, line = origins.get(".".join(path), (node.place.file, None))
    place = Place(str(file), line)
    if isinstance(node.value, dict):
        return Node(
            {key: _placed(entry, origins, (*path, key)) for key, entry in node.value.items()},
            place,
            place,
        )
    return Node(node.value, place, place)
