"""`Ruleset`: the rules of a game, resolved, with the place where each value was set."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import attrs

from tilerules.ruleset import layering, reading
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Place, Problem, Unreadable, close_word, in_order
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import CARD_KEYS, Key, Schema
from tilerules.ruleset.values import FrozenMap, frozen

if TYPE_CHECKING:
    from tilerules.ruleset.checking import Check

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
        """The values as they are with `seats` players (one of `seat_counts`)."""
        values: FrozenMap[Any] = frozen(self._completed[seats].plain())
        return values

    def origin(self, key_path: str, *, seats: int | None = None) -> Origin:
        """Where the value behind a dotted path of keys, as `turn.own.leave`, was set.

        With `seats`, the value meant is the one in force with that many players. `KeyError` if
        nothing stands there.
        """
        node = self._node(key_path, seats)
        if node is None:
            raise KeyError(f"{self.id} says nothing under {key_path!r}")
        return Origin(node.place.file, node.place.line)

    def _node(self, key_path: str, seats: int | None) -> Node | None:
        path = tuple(key_path.split("."))
        if seats is not None:
            return self._completed[seats].at(path)
        first = self.seat_counts[0]
        return self._whole.at(path) or self._completed[first].at(path)

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


class Language(NamedTuple):
    """The vocabulary of a game's cards: its schema, its further checks, its engine's revision."""

    game: str
    revision: int
    schema: Schema
    checks: Callable[[], Iterable[Check]]


class Shelf(Protocol):
    """Where known cards and games are found."""

    def ids(self) -> tuple[str, ...]:
        """The ids of the known cards."""
        ...

    def card(self, id: str) -> Card | None:
        """The known card of an id."""
        ...

    def games(self) -> tuple[str, ...]:
        """The ids of the games."""
        ...

    def language(self, game: str) -> Language:
        """The vocabulary of a game."""
        ...


class Resolution(NamedTuple):
    """The ruleset of a card, or None; and what was found on the way."""

    ruleset: Ruleset | None
    problems: tuple[Problem, ...]


def resolve(card: Card, shelf: Shelf) -> Resolution:
    """Read what a card extends, merge, check, and make a ruleset of it if there is no error."""
    try:
        cards = layering.lineage(card, lambda extends: _known(extends, shelf))
        language = _language(cards, shelf)
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    whole = layering.merged(cards)
    problems = [] if card.bundled else _schema_problems(cards, language)
    seats = _seat_counts(whole, problems)
    completed = _completed(whole, seats, cards, language, problems)
    if not card.bundled:
        problems += _further_problems(cards, completed, language, problems)
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
    completed: Mapping[int, Node],
    language: Language,
    problems: Iterable[Problem],
) -> Iterable[Problem]:
    """What is wrong with the meaning of a card, and what it hardly meant."""
    from tilerules.ruleset.checking import meaning_problems, warnings

    yield from meaning_problems(completed, language.checks(), [problem.key for problem in problems])
    inherited = layering.merged(cards[:-1]) if len(cards) > 1 else None
    yield from warnings(layering.merged(cards[-1:]), inherited, completed)


def _known(extends: Node, shelf: Shelf) -> Card:
    name = str(extends.value)
    found = shelf.card(name)
    if found is None:
        close = close_word(name, shelf.ids())
        expected = None if close else "one of " + ", ".join(shelf.ids())
        message = f"no known card has the id `{name}`"
        raise Unreadable(
            Problem(
                code="unknown_id",
                place=extends.place,
                key="extends",
                message=message,
                expected=expected,
                suggestion=close,
            )
        )
    return found


def _language(cards: tuple[Card, ...], shelf: Shelf) -> Language:
    oldest = cards[0].node
    named = oldest.at(("game",))
    games = "one of " + ", ".join(shelf.games())
    if named is None:
        extends = oldest.at(("extends",))
        place = extends.place if extends else oldest.place
        message = "the card names no game, and no card that it extends"
        raise Unreadable(
            Problem(
                code="missing",
                place=place,
                key="game",
                message=message,
                expected="`extends` with the id of a card, or `game`",
            )
        )
    if named.value not in shelf.games():
        message = f"there is no game `{named.plain()}`"
        close = close_word(named.value, shelf.games())
        raise Unreadable(
            Problem(
                code="unknown_game",
                place=named.place,
                key="game",
                message=message,
                expected=games,
                suggestion=close,
            )
        )
    return shelf.language(str(named.value))


def _seat_counts(whole: Node, problems: list[Problem]) -> tuple[int, ...]:
    players = whole.at(("players",))
    if players is None:
        problems.append(
            Problem(
                code="missing", place=whole.place, key="players", message="`players` is missing"
            )
        )
        return ()
    if any(problem.key.startswith("players") for problem in problems):
        return ()
    return tuple(sorted(players.plain()))


def _completed(
    whole: Node,
    seats: tuple[int, ...],
    cards: tuple[Card, ...],
    language: Language,
    problems: list[Problem],
) -> dict[int, Node]:
    files = [file for card in cards for file in card.files]
    age = {file: place for place, file in enumerate(files)}
    base = layering.for_seats(whole, 0)
    out = {}
    for number in seats:
        card = layering.for_seats(whole, number)
        out[number], found = layering.complete(card, language.schema, base, age)
        problems += found
    return out


def _ruleset(
    cards: tuple[Card, ...], whole: Node, completed: Mapping[int, Node], language: Language
) -> Ruleset:
    own = cards[-1].node
    named = {
        key: next((card.node.at((key,)) for card in reversed(cards) if card.node.at((key,))), None)
        for key in CARD_KEYS
    }
    said = {key: node.plain() for key, node in named.items() if node is not None}
    own_id = own.at(("id",))
    return Ruleset(
        id=str(own_id.value) if own_id else CUSTOM,
        title=said.get("title", CUSTOM),
        game=language.game,
        edition=said.get("edition", 1),
        summary=said.get("summary", ""),
        sources=FrozenMap(said.get("sources", {})),
        seat_counts=tuple(completed),
        values=frozen(whole.plain()),
        digest=_digest(completed, language),
        lineage=tuple(file for card in reversed(cards) for file in reversed(card.files)),
        whole=whole,
        completed=completed,
    )


def _digest(completed: Mapping[int, Node], language: Language) -> str:
    """SHA-256 of canonical JSON: game, revision, and the values for each number of players.

    Values equal to their default do not count, so that a new key changes no digest.
    """
    rules = {
        str(seats): _counting(node.plain(), language.schema.rules)
        for seats, node in completed.items()
    }
    document = {"game": language.game, "revision": language.revision, "rules": rules}
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _counting(values: Mapping[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The values that are not equal to their default."""
    return {
        key.name: values[key.name] if key.keys is None else _counting(values[key.name], key.keys)
        for key in keys
        if key.name in values and values[key.name] != key.default
    }


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
