"""What states and observations share: the public attributes, what may be shown, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

import attrs

from tilerules import registry
from tilerules.data.source import LARGEST, Source
from tilerules.data.text import Data, written
from tilerules.engine import data as entries
from tilerules.engine.moves import Move
from tilerules.engine.offers import Block
from tilerules.engine.shared import tally as tallies
from tilerules.engine.shared.rules import Shared
from tilerules.errors import InvalidData, WrongSeats
from tilerules.ruleset.ruleset import RulePlace, Ruleset
from tilerules.ruleset.values import FrozenMap
from tilerules.table.shuffle import commitment
from tilerules.wording import counted

if TYPE_CHECKING:
    from typing import Self

    from tilerules.engine.protocol import Game


Seen_co = TypeVar("Seen_co", bound="Observation", covariant=True)


@attrs.frozen
class Refusal:
    """Why a move is not legal.

    Attributes:
        code: names the reason; stable, for programs and translations.
        message: the reason in a player's words.
        rule: the rule that forbids the move; None for plain facts, as that a tile lies face up.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> state = tr.apply_move(state, tr.Move("take", ("0",)))
    >>> refusal = tr.why_illegal(state, tr.Move("place", ("5,5",)))
    >>> refusal.code, refusal.message, refusal.rule.key
    ('not_beside', 'no card lies beside 5,5', 'garden.placing')
    """

    code: str
    message: str
    rule: RulePlace | None = None

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


@attrs.frozen(eq=False)
class Rules:
    """The rules of a game for one number of seats, with what is worked out from them once.

    A game's own class adds its values and tables. Two are equal when they play alike.

    Attributes:
        ruleset: whose values these are.
        seats: how many seats there are.
        shared: what stands in the blocks that all games share.
        game: of which game they are; a game sets it once on its own class.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 3, seed=1)
    >>> state.rules.ruleset.id, state.rules.seats, state.rules.game.id
    ('tulips', 3, 'tulips')
    """

    ruleset: Ruleset
    seats: int
    shared: Shared

    game: ClassVar[Game]

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Rules) and (self.ruleset, self.seats) == (other.ruleset, other.seats)
        )

    def __hash__(self) -> int:
        return hash((self.ruleset, self.seats))

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_for, (self.ruleset, self.seats)

    def rule_place(self, key: str) -> RulePlace:
        """Where a rule that is in force was set, by its path of keys; `KeyError` if none is."""
        found: RulePlace = self.ruleset.table(
            ("place", self.seats, key),
            lambda: RulePlace(key, *self.ruleset.origin(key, seats=self.seats)),
        )
        return found

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        raise NotImplementedError


def rules_for(ruleset: Ruleset, seats: int) -> Any:
    """The rules of a game, worked out once for each ruleset and number of seats.

    `WrongSeats` if the ruleset is not for this number of seats.

    >>> import tilerules as tr
    >>> from tilerules.engine.positions import rules_for
    >>> ruleset = tr.load("tulips")
    >>> rules_for(ruleset, 3) is rules_for(ruleset, 3)
    True
    """
    if not isinstance(ruleset, Ruleset):
        raise TypeError("the first argument is a Ruleset, as load() gives it")
    if type(seats) is not int or seats not in ruleset.seat_counts:
        raise WrongSeats(ruleset.id, seats, ruleset.seat_counts)
    return ruleset.table(
        ("rules", seats), lambda: registry.game(ruleset.game).rules(ruleset, seats)
    )


class Ruled(Data):
    """What belongs to the rules of a game for a number of seats: a deal or a position."""

    __slots__ = ()

    rules: Any

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        ruleset: Ruleset = self.rules.ruleset
        return ruleset

    @property
    def seats(self) -> int:
        """How many seats there are."""
        seats: int = self.rules.seats
        return seats

    def to_data(self, *, whole: bool = False) -> dict[str, Any]:
        """The deal or position as JSON data, its rules written out if `whole`."""
        raise NotImplementedError

    def to_json(self, *, whole: bool = False) -> str:
        """The data as JSON text in ASCII, always the same for the same value."""
        return written(self.to_data(whole=whole))

    @classmethod
    def _read(cls, data: object, kind: str) -> Self:
        """Read data of a kind with the function of the game whose rules they name."""
        source = Source(data).of(kind)
        rules = rules_named(source)
        found: Any = getattr(rules.game, f"{kind}_from")(rules, source)
        if not isinstance(found, cls):
            what = "deal" if isinstance(found, Deal) else "position"
            raise InvalidData("ruleset", f"this is a {what} of {rules.ruleset.game}, another game")
        return found


class Deal(Ruled):
    """Where every hidden thing lies before the first move. A subclass knows its game.

    It is the secret of a whole game, and belongs on the server. Its `repr` shows the commitment
    alone.

    Attributes:
        salt: 32 bytes that make the commitment unguessable.

    >>> import tilerules as tr
    >>> rules = tr.load("serendipity")
    >>> deal = tr.deal(rules, 2, seed=7)
    >>> len(deal.commitment), len(deal.layout.split())
    (64, 91)
    >>> tr.new_game(rules, 2, deal=deal) == tr.new_game(rules, 2, seed=7)
    True
    """

    __slots__ = ()

    salt: bytes

    @property
    def layout(self) -> str:
        """All that was dealt, as one line of text, of which the commitment is made."""
        raise NotImplementedError

    @property
    def commitment(self) -> str:
        """What to publish before a game, to prove afterwards that the deal was not changed.

        A SHA-256 in 64 hexadecimal digits, of the rules, the seats, the salt and the layout.
        """
        return commitment(self.ruleset.digest, self.seats, self.salt, self.layout)

    def to_data(self, *, whole: bool = False) -> dict[str, Any]:
        """The deal as JSON data, the salt included; `whole` as for a state."""
        data: dict[str, Any] = {
            **entries.rules_heading(self, whole=whole),
            **self.rules.game.deal_data(self),
            "salt": self.salt.hex(),
        }
        return data

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read a deal, written by `to_data` or by hand, as from a table in a room.

        `InvalidData` names the place of what these rules cannot deal. Without a salt its bytes are
        zero.
        """
        return cls._read(data, "deal")

    def __repr__(self) -> str:
        seats = counted(self.seats, "seat")
        return f"<Deal of {self.ruleset.id} for {seats}, commitment {self.commitment}>"


class Position(Ruled):
    """What `State` and `Observation` share.

    Each game adds what lies on its table. All functions that take a position take both.

    Attributes:
        rules: the rules for this number of seats, for authors of games; `ruleset` is for callers.
        to_move: the seat whose move it is, or None when the game is over.
        turns: finished turns of all seats together.
        ply: moves made.
        last_move: the move that led here; None at the start.
        tally: what is counted as the game goes on; None under rules that count nothing. `used` and
            `turns_left` say the same in words.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> for position in (state, tr.observe(state, 0)):
    ...     print(position.phase, position.to_move, position.ply, position.is_over)
    choose 0 0 False
    choose 0 0 False
    """

    __slots__ = ()

    to_move: int | None
    turns: int
    ply: int
    last_move: Move | None
    tally: tallies.Tally | None

    @property
    def phase(self) -> str:
        """What kind of move is due: a word of the game, and `over` at the end."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @property
    def used(self) -> tuple[FrozenMap[int], ...]:
        """For each seat, how often it has done each thing that the card limits under `uses`.

        What is limited within a turn counts from 0 again in each. Empty under rules that count
        nothing.
        """
        return tallies.used_in_words(self)

    @property
    def turns_left(self) -> int | None:
        """How many turns remain once the end has come; None before, or if it comes at once."""
        return self.tally.turns_left if self.tally else None

    def _summary(self) -> str:
        turn = "over" if self.is_over else f"{self.phase}, seat {self.to_move} to move"
        return f"{self.ruleset.id}, {counted(self.seats, 'seat')}, ply {self.ply}: {turn}"

    def __str__(self) -> str:
        text: str = self.rules.game.draw_text(self)
        return text

    def _repr_svg_(self) -> str:
        """The picture, for a notebook."""
        svg: str = registry.room(self.ruleset.game, "picture").draw_svg(self, None)
        return svg


class State(Position):
    """A whole position, hidden things included. A subclass knows its game.

    It is frozen, hashable, and holds neither the seed nor what happened before. Two states are
    equal when all their fields are, hidden ones and the last move too. Nothing that is printed of
    a state shows more than a spectator may see.

    >>> import tilerules as tr
    >>> start = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> after = tr.apply_move(start, tr.legal_moves(start)[0])
    >>> start.ply, after.ply, after.to_move
    (0, 1, 1)
    >>> tr.State.from_json(after.to_json()) == after
    True
    """

    __slots__ = ()

    if TYPE_CHECKING:  # a game says what kind of observation `observe` makes of its states

        def _seen(self) -> Observation: ...

    def __repr__(self) -> str:
        return f"<State of {self._summary()}>"

    def to_data(self, *, whole: bool = False) -> dict[str, Any]:
        """The state as JSON data, hidden things included: for the server, not for a client.

        A bundled ruleset is named by its id and digest, or with `whole` written out, so that the
        data can still be read when the bundled card has changed.
        """
        data: dict[str, Any] = {
            **entries.heading(self, whole=whole),
            **tallies.tally_data(self),
            **self.rules.game.state_data(self),
        }
        return data

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read a position, written by `to_data` or by hand.

        `InvalidData` names the place of what cannot lie on a table.
        """
        return cls._read(data, "state")


class Observation(Position):
    """What one viewer may know of a position. A subclass knows its game.

    It has the public attributes of a state; None stands for what the viewer does not know. Legal
    moves and refusals of an observation are those of its viewer.

    Attributes:
        viewer: the seat that it is for; None for a spectator.
        memory: whether it holds all that the viewer has been shown, or only what lies open.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> seen = tr.observe(state, 1)
    >>> seen.viewer, len(tr.legal_moves(seen)), tr.why_illegal(seen, tr.Move("take", ("0",))).code
    (1, 0, 'not_your_turn')
    """

    __slots__ = ()

    viewer: int | None
    memory: bool

    def __repr__(self) -> str:
        viewer = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<Observation by {viewer} of {self._summary()}>"

    def to_data(self, *, whole: bool = False) -> dict[str, Any]:
        """The observation as JSON data, fit to be sent to its viewer; `whole` as for a state."""
        data: dict[str, Any] = {
            **entries.heading(self, whole=whole),
            **tallies.tally_data(self),
            "viewer": self.viewer,
            "memory": self.memory,
            **self.rules.game.observation_data(self),
        }
        return data

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        return cls._read(data, "observation")


class StateOf(Protocol[Seen_co]):
    """A state of the game whose observations are of this type; for type checkers alone."""

    def _seen(self) -> Seen_co: ...


def no_position(wanted: str, given: object, of_observations: str = "") -> str:
    """What is said of something that is not the position that is wanted, with the way to it.

    Args:
        wanted: what is, as `observe takes a State`.
        given: what was given in its place.
        of_observations: why it cannot be an observation, if a state is wanted.
    """
    if isinstance(given, Observation):
        return f"{wanted}; {of_observations}"
    name = type(given).__name__
    has_one = isinstance(given, Data) and hasattr(type(given), "state")
    way = f"; a {name} has its state as `{name.lower()}.state`" if has_one else ""
    return f"{wanted}, not {name}{way}"


def rules_named(source: Source) -> Any:
    """The rules that data of a deal or a position name."""
    ruleset = registry.ruleset_from(source.entry("ruleset"))
    seats = source.entry("seats")
    try:
        return rules_for(ruleset, seats.whole(-LARGEST, LARGEST))
    except WrongSeats as error:
        raise seats.fault(str(error)) from None
