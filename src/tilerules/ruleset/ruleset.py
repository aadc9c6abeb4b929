"""`Ruleset`: the rules of a game, resolved, with the place where each value was set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

import attrs

from tilerules.data import formats
from tilerules.data.source import Source
from tilerules.data.text import Data
from tilerules.errors import WrongSeats
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Place
from tilerules.ruleset.reading import Node
from tilerules.ruleset.values import FrozenMap, frozen, in_words, leaves
from tilerules.wording import plain

CUSTOM = "custom"


class Origin(NamedTuple):
    """Where a value was set: a bundled name or the path as the caller gave it, and the line.

    Attributes:
        file: never made absolute; `default` where nobody has set the value.
        line: from 1; None for rules given as a mapping, and for a default.

    >>> import tilerules as tr
    >>> tr.load("serendipity").origin("board.side").file
    'serendipity.yaml'
    >>> print(tr.Origin("our.yaml", 7))
    our.yaml:7
    """

    file: str
    line: int | None

    def __str__(self) -> str:
        return plain(self.file, 200) + (f":{self.line}" if self.line else "")


def origin_of(place: Place) -> Origin:
    """The origin that a place tells."""
    return Origin(place.file, place.line)


@attrs.frozen
class RulePlace:
    """A rule, by its path of keys, and where it was set: a file, and a line if there is one.

    Attributes:
        key: the path of keys, as `turn.own.leave`.
        file: as in `Origin`.
        line: from 1, or None.

    >>> from tilerules import RulePlace
    >>> print(RulePlace("scoring.matches.points", "our.yaml", 7))
    scoring.matches.points, our.yaml:7
    """

    key: str
    file: str
    line: int | None

    def __str__(self) -> str:
        return f"{self.key}, {Origin(self.file, self.line)}"


@attrs.frozen(eq=False, repr=False)
class Ruleset(Data):
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
        ways: for each of these files that another one extends, where the card itself, and then each
            that it extends, names the next one.
        below: the cards that the card itself, or its layers, change.

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
    ways: FrozenMap[tuple[Origin, ...]]
    below: tuple[Card, ...]
    _whole: Node = attrs.field(alias="whole")
    _completed: Mapping[int, Node] = attrs.field(alias="completed")
    _tables: dict[object, Any] = attrs.field(factory=dict, init=False)

    reader: ClassVar[Callable[[Source], Ruleset]]

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

        With `seats`, the value meant is the one in force with that many players; without, the one
        for all, or if there is none, for the smallest number that has one. `KeyError` if nothing
        stands there; `WrongSeats` if the rules are not for so many.
        """
        node = self._node(key_path, seats)
        if node is None:
            raise KeyError(f"{self.id} says nothing under {key_path!r}")
        return origin_of(node.place)

    def _node(self, key_path: str, seats: int | None) -> Node | None:
        path = tuple(key_path.split("."))
        if seats is not None:
            return self._with(seats).at(path)
        everywhere = (self._whole, *self._completed.values())
        return next(filter(None, (node.at(path) for node in everywhere)), None)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON: their name, the merged card, and where each value was set."""
        return {
            "format": formats.newest(),
            "id": self.id,
            "title": self.title,
            "game": self.game,
            "edition": self.edition,
            "summary": self.summary,
            "sources": dict(self.sources),
            "digest": self.digest,
            "lineage": list(self.lineage),
            "ways": {file: list(map(list, way)) for file, way in self.ways.items()},
            "values": self._whole.plain(),
            "origins": dict(_origins(self._whole, ())),
        }

    def _repr_html_(self) -> str:
        """Each value with the place where it was set, for a notebook."""
        from tilerules.data.html import table

        rows = [
            (key, in_words(value), self.origin(key)) for key, value in leaves(self._whole.plain())
        ]
        return table(f"{self.title} ({self.id})", ("rule", "value", "set in"), rows)

    @classmethod
    def from_data(cls, data: object) -> Ruleset:
        """The reverse of `to_data`; of a bundled ruleset the id, or id and digest, are enough.

        `InvalidData` if these are no sound rules, or the digest is not theirs.
        """
        return cls.reader(Source(data))

    def table(self, key: object, make: Callable[[], Any]) -> Any:
        """What has been worked out from these rules once, for everybody who asks again."""
        found = self._tables.get(key)
        return found if found is not None else self._tables.setdefault(key, make())


def _origins(node: Node, path: tuple[str, ...]) -> Iterable[tuple[str, list[Any]]]:
    for key, entry in node.entries().items():
        here = (*path, key)
        yield ".".join(here), [entry.place.file, entry.place.line]
        yield from _origins(entry, here)
