"""Tulips in short, positions made of them, and the moves made from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import attrs

import tilerules as tr
from tests.table.test_shuffle import Described as Stream
from tilerules.games.tulips import Observation, State
from tilerules.ruleset.values import thawed

COLOURS = {"p": "pink", "b": "blue", "o": "orange", "u": "purple"}
CUSTOM = "custom"  # the file that rules given as a mapping are said to come from


def card(short: str) -> str:
    """A card in full: `u4` is `purple-4`."""
    return f"{COLOURS[short[0]]}-{short[1:]}"


def cards(shorts: str) -> list[str]:
    """Cards in full, as `p2 u4`."""
    return [card(short) for short in shorts.split()]


def rules(changes: Mapping[str, Any] | None = None, base: str = "tulips") -> tr.Ruleset:
    """The base card with changes laid over it."""
    return tr.load({"extends": base, **changes}) if changes else tr.load(base)


def variant(base: str = "tulips", **changes: Any) -> tr.Ruleset:
    """The same, with a section for each word."""
    return rules(changes, base)


def data(
    ruleset: tr.Ruleset,
    festival: str,
    bouquets: Sequence[str],
    *,
    hand: str = "",
    deck: str = "",
    secret: str = "",
    **entries: Any,
) -> dict[str, Any]:
    """The data of a position, all cards in short; with nothing in hand it is over.

    Otherwise seat 0 is to do its first action.
    """
    held = cards(hand)
    together = ruleset.values["turn"]["drawing"] == "together"
    begun = {"phase": "first", "to_move": 0, "in_hand": held if together else "".join(held)}
    return {
        "ruleset": ruleset.to_data(),
        "seats": len(bouquets),
        "festival": cards(festival),
        "bouquets": [cards(each) for each in bouquets],
        "deck": cards(deck),
        "secret": cards(secret),
        **(begun if held else {"phase": "over", "to_move": None}),
        **entries,
    }


def position(ruleset: tr.Ruleset, festival: str, bouquets: Sequence[str], **entries: Any) -> State:
    """A position by hand, read from such data."""
    return State.from_data(data(ruleset, festival, bouquets, **entries))


def line_of(text: str, file: str = "tulips.yaml") -> int:
    """The line of a bundled card in which a text stands, which stands there once."""
    lines = files("tilerules.rules").joinpath(file).read_text(encoding="utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, start=1) if text in line]
    return found


# ---- the deal, by its description ------------------------------------------------------------


@attrs.frozen
class Described:
    """A deal as `docs/guides/deals.md` describes it.

    Attributes:
        drawn: the first cards of the festival, in the order in which they were drawn.
        festival: the same in the order of adding.
    """

    salt: bytes
    drawn: list[str]
    festival: list[str]
    hands: list[list[str]]
    deck: list[str]
    left_out: list[str]
    lottery: list[int]

    @property
    def layout(self) -> str:
        """All parts, divided by bars."""
        parts = [self.festival, *self.hands, self.deck, self.left_out, map(str, self.lottery)]
        return " | ".join(" ".join(part) for part in parts)


def whole_deck(ruleset: tr.Ruleset, seats: int) -> list[str]:
    """All cards of a ruleset, colour by colour and value by value."""
    table = thawed(ruleset.values_for(seats))["cards"]
    return [
        f"{colour}-{value}"
        for colour in table["colours"]
        for value in range(1, 10)
        for _ in range(
            table["values"].get(str(value), 0) + table["more"].count(f"{colour}-{value}")
        )
    ]


def described_deal(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> Described:
    """The deal of a seed, from the stream and the card alone."""
    stream, card = Stream(seed), thawed(ruleset.values_for(seats))
    salt, rest, drawn = stream.bytes(32), whole_deck(ruleset, seats), list[str]()
    for _ in range(card["start"]["festival"]):
        there = {tulip.split("-")[0] for tulip in drawn}
        others = [number for number, tulip in enumerate(rest) if tulip.split("-")[0] not in there]
        drawn.append(rest.pop(others[stream.below(len(others))]))
    ranked = [tulip for value in "987654321" for tulip in drawn if tulip.endswith(value)]
    latest = card["festival"]["equal_sums"] == "latest_first"
    rest = stream.shuffled(rest)
    left_out = [rest.pop(0) for _ in range(card["start"]["left_out"])]
    hands = [[rest.pop(0) for _ in range(card["start"]["dealt"])] for _ in range(seats)]
    most = len(rest) + seats * (card["start"]["dealt"] - 1)
    lottery = [stream.below(k + 1) for k in range(most)]
    return Described(
        salt, drawn, ranked[::-1] if latest else ranked, hands, rest, left_out, lottery
    )


# ---- play -----------------------------------------------------------------------------------


def new(ruleset: tr.Ruleset, seats: int, seed: int = 1) -> State:
    """A new game."""
    state = tr.new_game(ruleset, seats, seed=seed)
    assert isinstance(state, State)
    return state


def play(state: State, *moves: str) -> State:
    """The state after some moves in notation."""
    for text in moves:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state


def begun(ruleset: tr.Ruleset, seats: int, seed: int = 1) -> State:
    """A game in which each seat has kept the first of its cards."""
    state = new(ruleset, seats, seed)
    while state.phase == "start":
        state = play(state, f"start {state.hands[state.to_move or 0][0]}")
    return state


def texts(position: tr.Position, kind: str = "") -> list[str]:
    """The legal moves in notation, all of them or those of a kind, in their order."""
    return [str(move) for move in tr.legal_moves(position) if kind in ("", move.kind)]


def totals(position: tr.Position) -> list[int]:
    """The points of each seat."""
    return [breakdown.total for breakdown in tr.score(position)]


def earned(position: tr.Position, id: str = "majorities", of: str | None = None) -> list[int]:
    """The points of each seat from the lines of one block, all of them or those of a colour."""
    return [
        sum(line.points for line in sheet.lines if line.id == id and of in (None, line.of))
        for sheet in tr.score(position)
    ]


def outcome(position: tr.Position) -> tr.Outcome:
    """The outcome of a game that is over."""
    found = tr.outcome(position)
    assert found is not None, "the game is over"
    return found


def seen(state: State, viewer: int | None, *, memory: bool = True) -> Observation:
    """What a viewer may know."""
    found = tr.observe(state, viewer, memory=memory)
    assert isinstance(found, Observation)
    return found


def observations(state: State) -> Iterator[Observation]:
    """What everybody sees of a state, with and without memory."""
    for viewer in (*range(state.seats), None):
        for memory in (True, False):
            yield seen(state, viewer, memory=memory)


def random_game(ruleset: tr.Ruleset, seats: int, seed: int) -> Iterator[State]:
    """The states of a game of random moves, all actions about equally often."""
    chooser = random.Random(f"{ruleset.id} {seats} {seed}")
    state = new(ruleset, seats, seed)
    yield state
    while not state.is_over:
        moves = tr.legal_moves(state)
        kind = chooser.choice(sorted({move.kind for move in moves}))
        state = tr.apply_move(state, chooser.choice([each for each in moves if each.kind == kind]))
        yield state


def bundled() -> list[str]:
    """The ids of the bundled rulesets of Gift of Tulips."""
    return [id for id in tr.ruleset_ids() if tr.load(id).game == "tulips"]


def three(**entries: Any) -> State:
    """Three seats in the middle of a game."""
    table: dict[str, Any] = {
        "hand": "o2",
        "deck": "o3 o4 u2",
        "secret": "p2 u4 b4 b3",
        "secret_by": [0, 1, 0, 2],
        "giving": [5, 0, 12],
        "keeping": [0, 3, 0],
        "turns": 7,
        **entries,
    }
    return position(rules(), "b2 p4 b3 p3 u2", ["p2 o3 p4", "u3", ""], **table)
