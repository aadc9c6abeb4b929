"""`Ruleset`: the rules of a game, resolved, with the place where each value was set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import attrs

from tilerules.errors import WrongSeats
from tilerules.ruleset import layering, reading
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
from tilerules.ruleset.schema import CARD_KEYS
from tilerules.ruleset.shelf import Language, Shelf, known_card, language_of
from tilerules.ruleset.values import FrozenMap, frozen

CUSTOM = "custom"


class Origin(NamedTuple):
    """Where a value was set: a bundled name or the path as the caller gave it, and the line.

    The line is None for rules given as a mapping, and for a default nobody has set (its file is
    `default`).
    """

    file: str
    line: int | None


@attrs.frozen
class RulePlace:
    """A rule, by its path of keys, and where it was set: a file, and a line if there is one."""

    key: str
    file: str
    line: int | None

    def __str__(self) -> str:
        return f"{self.key}, {self.file}" + (f":{self.line}" if self.line else "")


@attrs.frozen(eq=False, repr=False)
class Ruleset:
    """The rules of one game, complete and checked.

    Rulesets are equal, and hash alike, when their digests are: when they play alike, whatever
    they are called.

    Attributes:
        id: the name for programs.
        title: the name for people.
        game: the id of the game.
        edition: raised when a change of the card changes a result.
        summary: a few sentences.
        sources: the names of the sources, by their keys.
        seat_counts: the numbers of seats that may play, ascending.
        values: the merged card, a frozen mapping; what it says for some numbers of players
            stands under `for_players`.
        digest: SHA-256, in hexadecimal, of what counts in play.
        lineage: the files that the rules came from, the card itself first.

    >>> import tilerules as tr
    >>> rules = tr.load("serendipity")
    >>> rules.seat_counts
    (2, 3, 4, 5, 6)
    >>> rules.values["board"]["side"], rules.values_for(2)["colours_each"]
    (6, 3)
    """

    id: str
    title: str
    game: str
    edition: int
    summary: str
    sources: FrozenMap[str]
    seat_counts: tuple[int, ...]
    values: FrozenMap[Any]
    digest: str
    lineage: tuple[str, ...]
    _whole: Node = attrs.field(alias="whole")
    _completed: Mapping[int, Node] = attrs.field(alias="completed")
    _tables: dict[object, Any] = attrs.field(factory=dict, init=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Ruleset {self.id}, edition {self.edition}>"

    def __reduce__(self) -> tuple[Any, ...]:
        names = [field.name for field in attrs.fields(Ruleset) if field.init]
        return Ruleset, tuple(getattr(self, name) for name in names)

    def values_for(self, seats: int) -> FrozenMap[Any]:
        """The values as they are with `seats` players; `WrongSeats` if they are not so many."""
        values: FrozenMap[Any] = frozen(self._with(seats).plain())
        return values

    def _with(self, seats: int) -> Node:
        if seats not in self._completed:
            raise WrongSeats(self.id, seats, self.seat_counts)
        return self._completed[seats]

    def origin(self, key_path: str, *, seats: int | None = None) -> Origin:
        """Where the value behind a dotted path of keys, as `turn.own.leave`, was set.

        With `seats`, the value meant is the one in force with that many players. `KeyError` if
        nothing stands there; `WrongSeats` if the rules are not for so many.
        """
        node = self._node(key_path, seats)
        if node is None:
            raise KeyError(f"{self.id} says nothing under {key_path!r}")
        return Origin(node.place.file, node.place.line)

    def _node(self, key_path: str, seats: int | None) -> Node | None:
        path = tuple(key_path.split("."))
        if seats is not None:
            return self._with(seats).at(path)
        return self._whole.at(path) or self._with(self.seat_counts[0]).at(path)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON: their name, the merged card, and where each value was set."""
        return {
            "id": self.id,
            "title": self.title,
            "game": self.game,
            "edition": self.edition,
            "summary": self.summary,
            "sources": dict(self.sources),
            "digest": self.digest,
            "lineage": list(self.lineage),
            "values": self._whole.plain(),
            "origins": dict(_origins(self._whole, ())),
        }

    def table(self, key: object, make: Callable[[], Any]) -> Any:
        """What has been worked out from these rules once, for everybody who asks again."""
        found = self._tables.get(key)
        return found if found is not None else self._tables.setdefault(key, make())


# ---- from cards -----------------------------------------------------------------------------


class Resolution(NamedTuple):
    """The ruleset of a card, or None; and what was found on the way."""

    ruleset: Ruleset | None
    problems: tuple[Problem, ...]


def resolve(card: Card, shelf: Shelf) -> Resolution:
    """Read what a card extends, merge, check, and make a ruleset of it if there is no error."""
    try:
        cards = layering.lineage(card, lambda extends: known_card(extends, shelf))
        language = language_of(cards, shelf)
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    whole = layering.merged(cards)
    problems = [] if card.bundled else _schema_problems(cards, language)
    seats = _seat_counts(whole, problems)
    age = layering.ages(cards)
    completed = _completed(whole, seats, age, language, problems)
    if not card.bundled:
        problems += _further_problems(cards, age, completed, language, problems)
    ordered = tuple(in_order(problems))
    if any(problem.severity == "error" for problem in ordered):
        return Resolution(None, ordered)
    return Resolution(_ruleset(cards, whole, completed, language), ordered)


def _schema_problems(cards: tuple[Card, ...], language: Language) -> list[Problem]:
    """What the schema finds wrong; bundled cards have been checked."""
    from tilerules.ruleset.checking import schema_problems

    return [
        problem
        for card in cards
        if not card.bundled
        for problem in schema_problems(card.node, language.schema, whole=not card.inline)
    ]


def _further_problems(
    cards: tuple[Card, ...],
    age: Mapping[int, int],
    completed: Mapping[int, Node],
    language: Language,
    problems: Iterable[Problem],
) -> Iterable[Problem]:
    """What is wrong with the meaning of a card, and what it hardly meant."""
    from tilerules.ruleset.checking import Variant, meaning_problems, warnings

    problems = tuple(problems)
    inherited = layering.merged(cards[:-1]) if len(cards) > 1 else None
    variant = Variant(layering.merged(cards[-1:]), inherited, age)
    yield from meaning_problems(variant, completed, language.checks(), problems)
    yield from warnings(variant, completed, problems)


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
    age: Mapping[int, int],
    language: Language,
    problems: list[Problem],
) -> dict[int, Node]:
    out, found = {}, {}
    for number in seats:
        bad = unsound(problems, number)
        out[number], found[number] = layering.complete(whole, number, language.schema, age, bad)
    problems += with_seats(found)
    return out


def _ruleset(
    cards: tuple[Card, ...], whole: Node, completed: Mapping[int, Node], language: Language
) -> Ruleset:
    said: dict[str, Any] = {"title": CUSTOM, "edition": 1, "summary": ""}
    sources: dict[str, str] = {}
    for card in cards:
        given = card.node.plain()
        said |= {key: given[key] for key in said if key in given}
        sources |= given.get("sources", {})
    return Ruleset(
        **said,
        id=cards[-1].node.plain().get("id", CUSTOM),
        game=language.game,
        sources=FrozenMap(sources),
        seat_counts=tuple(completed),
        values=frozen(whole.plain()),
        digest=digest(completed, language),
        lineage=tuple(file for card in reversed(cards) for file in reversed(card.files)),
        whole=whole,
        completed=completed,
    )


# ---- as data --------------------------------------------------------------------------------


def from_data(data: Mapping[str, Any], shelf: Shelf) -> Resolution:
    """The reverse of `Ruleset.to_data`, checked like any card; values keep their origins.

    `data` has the types that `to_data` writes; what lies in `values` may be anything.
    """
    files = tuple(reversed(data["lineage"])) or (CUSTOM,)
    meta = {key: data[key] for key in CARD_KEYS if key in data}
    try:
        node = reading.from_data({**data["values"], **meta}, files[-1])
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    card = Card(_placed(node, data["origins"], ()), files[-1], merged_from=files)
    return resolve(card, shelf)


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


def _origins(node: Node, path: tuple[str, ...]) -> Iterable[tuple[str, list[Any]]]:
    for key, entry in node.entries().items():
        here = (*path, key)
        yield ".".join(here), [entry.place.file, entry.place.line]
        yield from _origins(entry, here)
