"""A few games played on the spot, and all that is told of them as data."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import attrs

import tilerules as tr
from tilerules.data.text import Data, written

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FORMATS = HERE / "formats"
"""For each format a folder with the files that were written in it."""
KINDS: Mapping[str, type[Data]] = {
    "state": tr.State,
    "observation": tr.Observation,
    "move": tr.Move,
    "deal": tr.Deal,
    "event": tr.Event,
    "score_breakdown": tr.ScoreBreakdown,
    "outcome": tr.Outcome,
    "ruleset": tr.Ruleset,
    "record": tr.Record,
    "match": tr.Match,
    "summary": tr.Summary,
}
"""All kinds of data. Of events there are several in a file, as a list."""


@attrs.frozen
class Game:
    """A game from a seed, whose moves stand in a file; and what is told of it.

    Attributes:
        name: of its files.
        rules: what its rules are loaded from, paths as seen from the root.
        viewer: the seat whose observation, and whose score sheet, is told.
        middle: after so many moves its state, the observation and the next move are told.
        begun: after so many moves its record begins, from a position; None for the deal.
        length: so many moves the record has; None for all.
    """

    name: str
    rules: tuple[str | Path, ...]
    seats: int
    seed: int
    viewer: int
    middle: int
    names: tuple[str, ...] = ()
    tags: Mapping[str, str] = attrs.field(factory=dict)
    remark: str | None = None
    begun: int | None = None
    length: int | None = None

    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
        return (HERE / "games" / f"{self.name}.txt").read_text(encoding="utf-8").splitlines()

    def load(self) -> tr.Ruleset:
        """The rules, as their cards are."""
        with contextlib.chdir(ROOT):
            return tr.load(*self.rules)


HOUSE = Path("tests/house")
GAMES = (
    Game(
        "serendipity",
        ("serendipity-small",),
        seats=2,
        seed=2,
        viewer=1,
        middle=51,
        names=("Zoë", "Ben ☘"),
        tags={"place": "Genève", "date": "2011-11-11"},
    ),
    Game("flowers", ("flowers",), seats=2, seed=1, viewer=0, middle=39, remark="by lamplight"),
    Game(
        "flowers-layers",
        tuple(HOUSE / f"flowers-{name}.yaml" for name in ("short", "butterfly-day", "thin-layers")),
        seats=1,
        seed=3,
        viewer=0,
        middle=13,
    ),
    Game(
        "serendipity-blocks",
        (
            "serendipity-small",
            HOUSE / "serendipity-few-swaps.yaml",
            HOUSE / "serendipity-last-lap.yaml",
        ),
        seats=2,
        seed=2,
        viewer=0,
        middle=64,
    ),
    Game(
        "flowers-blocks",
        (
            "flowers",
            "flowers-even-turns",
            HOUSE / "flowers-two-at-a-time.yaml",
            HOUSE / "flowers-secret-hand.yaml",
        ),
        seats=2,
        seed=1,
        viewer=1,
        middle=30,
        names=("Ina", "Oto"),
    ),
    Game(
        "tulips-blocks",
        (
            "tulips",
            HOUSE / "tulips-few-gifts.yaml",
            HOUSE / "tulips-at-least-four-rounds.yaml",
        ),
        seats=3,
        seed=1,
        viewer=2,
        middle=29,
    ),
    Game("tulips", ("tulips",), seats=3, seed=7, viewer=0, middle=32, tags={"round": "2"}),
    Game(
        "tulips-position",
        ("tulips-full-hand",),
        seats=2,
        seed=6,
        viewer=1,
        middle=1,
        names=("Ada", "Bo"),
        remark="seat 1 has resigned",
        begun=17,
        length=20,
    ),
)


# ---- on the spot ----------------------------------------------------------------------------


def states(game: Game, ruleset: tr.Ruleset) -> list[tr.State]:
    """The states of a game, dealt from its seed and played move by move."""
    out = [tr.new_game(ruleset, game.seats, seed=game.seed)]
    for move in game.moves:
        out.append(tr.apply_move(out[-1], tr.parse_move(out[-1], move)))
    return out


def played(game: Game, ruleset: tr.Ruleset) -> dict[str, Any]:
    """What is told of a game, kind by kind."""
    every = states(game, ruleset)
    middle, last = every[game.middle], every[-1]
    return {
        "state": middle,
        "observation": tr.observe(middle, game.viewer),
        "move": every[game.middle + 1].last_move,
        "deal": tr.deal(ruleset, game.seats, seed=game.seed),
        "event": [*_happened(every)],
        "score_breakdown": tr.score(last)[game.viewer],
        "outcome": tr.outcome(last),
        "ruleset": ruleset,
        "record": record(game, every),
        "match": match(game, every),
        "summary": tr.simulate(ruleset, game.seats, 2, steady, seed=game.seed),
    }


def record(game: Game, every: list[tr.State]) -> tr.Record:
    """The record of a game, played move by move."""
    first = game.begun or 0
    beginning: dict[str, Any] = (
        {"seed": game.seed} if game.begun is None else {"position": every[first]}
    )
    out = tr.Record.start(
        every[0].ruleset, game.seats, names=game.names, tags=game.tags, **beginning
    )
    for state in every[first + 1 :][: game.length]:
        assert state.last_move is not None, "a move led here"
        out = out.play(state.last_move)
    return out.noted(remark=game.remark)


def match(game: Game, every: list[tr.State]) -> tr.Match:
    """The match in which the game is over, and half played again with another player in front."""
    ruleset, seats = every[0].ruleset, game.seats
    deal = tr.deal(ruleset, seats, seed=game.seed)
    out = tr.Match.start(ruleset, seats, deals=[deal, deal], names=game.names)
    out = out.noted(tags=game.tags, remark=game.remark)
    for state in (*every[1:], *every[1 : game.middle + 1]):
        assert state.last_move is not None, "a move led here"
        out = out.play(state.last_move)
    return out


def steady(observation: tr.Observation, random: Random) -> tr.Move:
    """A policy that needs no random source, so that its games are the same for ever."""
    moves = tr.legal_moves(observation)
    return moves[crc32(b"%d" % observation.ply) % len(moves)]


def _happened(every: list[tr.State]) -> Iterator[tr.Event]:
    """The first event of each kind, and the first that hides something."""
    told = set[Any]()
    for viewer in (None, 0):
        for before, after in pairwise(every):
            for event in tr.events(tr.observe(before, viewer), tr.observe(after, viewer)):
                key = (event.kind, None in attrs.astuple(event, recurse=False))
                if key not in told:
                    told.add(key)
                    yield event


# ---- as text --------------------------------------------------------------------------------


def file_name(kind: str, game: Game) -> str:
    """The name of the file that tells a thing of a game."""
    return f"{kind}-{game.name}.json"


def text(kind: str, value: Any) -> bytes:
    """What a file says of a value, its rules written out."""
    if kind == "event":
        return written([event.to_data() for event in value]).encode()
    whole = {"whole": True} if kind in ("state", "observation", "deal") else {}
    json_text: str = value.to_json(**whole)
    return json_text.encode()


def read(kind: str, said: bytes) -> Any:
    """The value that a file tells."""
    if kind == "event":
        return [tr.Event.from_data(each) for each in json.loads(said)]
    return KINDS[kind].from_json(said)
