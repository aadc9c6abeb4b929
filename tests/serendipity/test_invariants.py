"""What holds of every card, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tilerules as tr
from tests.naive.serendipity import Naive, row_order, turnings
from tests.strategies import SERENDIPITY_IDS, Card, seeds, serendipity_cards
from tilerules.games import serendipity
from tilerules.registry import schema_text
from tilerules.ruleset.values import thawed

numbers = st.integers(0, 2**24)
ALIEN = tr.action_space(tr.load("serendipity-turning"), 2)
KINDS = {"choose", "reveal", "keep", "back", "move", "swap", "pass"}


def beginning(
    ruleset: tr.Ruleset, seats: int, seed: int | bytes
) -> tuple[serendipity.State, Naive]:
    """A game of the engine, and the model with the same tiles."""
    state = tr.new_game(ruleset, seats, seed=seed)
    assert isinstance(state, serendipity.State)
    tiles = {label: (str(cell.tile), cell.facing) for label, cell in state.cells.items()}
    return state, Naive(thawed(ruleset.values_for(seats)), seats, tiles)


def seats_of(ruleset: tr.Ruleset, number: int) -> int:
    return ruleset.seat_counts[number % len(ruleset.seat_counts)]


def tiles_of(state: serendipity.State) -> Counter[tuple[str | None, str | None]]:
    return Counter((cell.tile, cell.facing) for cell in state.cells.values())


# ---- laws of one position -------------------------------------------------------------------


def same_position(state: serendipity.State, model: Naive) -> None:
    """All that lies on the table, and what has been shown."""
    assert (state.phase, state.to_move, state.turns, state.turned_up) == (
        model.phase,
        model.to_move,
        model.turns,
        model.turned_up,
    )
    assert dict(state.owners) == model.owners
    assert {
        label: {"tile": cell.tile, "facing": cell.facing, "up": cell.up, "seen": cell.seen}
        for label, cell in state.cells.items()
    } == model.cells
    shown = state.shown
    assert (shown and (shown.cell, shown.tile, shown.facing)) == model.shown


def same_moves(state: serendipity.State, model: Naive) -> None:
    """The legal moves are those of the model, each once, in the order of their ids."""
    moves, space = tr.legal_moves(state), tr.action_space(state.ruleset, state.seats)
    written = [str(move) for move in moves]
    assert set(written) == model.legal()
    assert len(moves) == len(written) == len({*written})
    ids = [space.id(move) for move in moves]
    assert ids == sorted(ids)
    assert [id for id, bit in enumerate(space.mask(state)) if bit] == ids
    assert [space.move(id) for id in ids] == list(moves)
    assert all(
        tr.parse_move(state, text) == move for text, move in zip(written, moves, strict=True)
    )
    assert bool(moves) == (state.to_move is not None) == (not state.is_over)


def same_scores(state: serendipity.State, model: Naive) -> None:
    """The score sheet and the outcome are those of the model, and the sheet adds up."""
    for sheet, entry in zip(tr.score(state), model.scores(), strict=True):
        lines = [(line.id, line.of, line.points, line.count, line.spots) for line in sheet.lines]
        assert (sheet.total, lines) == (entry["total"], entry["lines"])
        for line in sheet.lines:
            each = state.ruleset.values_for(state.seats)["scoring"][line.id]["points"]
            assert line.points == each * line.count == each * len(line.spots)
        assert sheet.total == sum(line.points for line in sheet.lines)
    ended = tr.outcome(state)
    assert (ended is not None) == state.is_over
    if ended is not None:
        assert (ended.ranking, ended.cut_short) == (model.ranking(), model.cut_short)
        assert ended.winners == model.ranking()[0]


def same_views(state: serendipity.State, model: Naive) -> None:
    """Every viewer sees what the model calls known; moves and scores are the state's own."""
    moves, scores, ended = tr.legal_moves(state), tr.score(state), tr.outcome(state)
    for viewer in (None, *range(state.seats)):
        seen = tr.observe(state, viewer)
        assert isinstance(seen, serendipity.Observation)
        known = {at: (cell.tile, cell.facing) for at, cell in seen.cells.items() if cell.tile}
        assert known == model.known()
        mine = viewer is not None and viewer == state.to_move
        assert list(tr.legal_moves(seen)) == (list(moves) if mine else [])
        assert (tr.score(seen), tr.outcome(seen)) == (scores, ended)


def judged_alike(state: serendipity.State, move: tr.Move, model: Naive) -> None:
    """A move is legal, is not refused, can be applied, stands in the mask: all or none."""
    legal = str(move) in model.legal()
    refusal = tr.why_illegal(state, move)
    assert (move in tr.legal_moves(state), refusal is None) == (legal, legal)
    if legal:
        assert tr.apply_move(state, move).last_move == move
    else:
        with pytest.raises(tr.IllegalMove) as caught:
            tr.apply_move(state, move)
        assert caught.value.refusal == refusal
    space = tr.action_space(state.ruleset, state.seats)
    try:
        id = space.id(move)
    except KeyError:
        assert not legal
    else:
        assert (space.move(id), bool(space.mask(state)[id])) == (move, legal)


def written_and_read(state: serendipity.State) -> tr.State:
    return tr.State.from_data(json.loads(json.dumps(state.to_data())))


def pickled(state: serendipity.State) -> tr.State:
    copy: tr.State = pickle.loads(pickle.dumps(state))
    return copy


def round_trips(state: serendipity.State) -> None:
    """Data and pickles give equal things back, and what is equal hashes alike."""
    for copy in (written_and_read(state), pickled(state)):
        assert (copy, hash(copy), copy.to_data()) == (state, hash(state), state.to_data())
    seen = tr.observe(state, state.to_move)
    data = tr.Observation.from_data(json.loads(json.dumps(seen.to_data())))
    for other in (data, pickle.loads(pickle.dumps(seen)), tr.observe(state, state.to_move)):
        assert (other, hash(other)) == (seen, hash(seen))


# ---- laws of one step -----------------------------------------------------------------------


def conserved(before: serendipity.State, move: tr.Move, after: serendipity.State) -> None:
    """No tile comes or goes; only a move that names a facing turns one, to what it names."""
    gone = tiles_of(before) - tiles_of(after)
    come = tiles_of(after) - tiles_of(before)
    named = next((word.partition(":")[2] for word in move.args if ":" in word), None)
    assert [*come.elements()] in ([], [("serendip", named)])
    assert [tile for tile, _ in gone.elements()] == [tile for tile, _ in come.elements()]
    facings = turnings(list(after.rules.edges))
    assert {facing for _, facing in tiles_of(after)} <= {None, *facings}


def counted(before: serendipity.State, move: tr.Move, after: serendipity.State) -> None:
    """A ply is one move; a turn ends with it or does not; the next seat follows clockwise."""
    assert (after.ply, after.last_move) == (before.ply + 1, move)
    assert after.turns - before.turns in (0, 1)
    if move.kind != "choose" and not after.is_over:
        passed_on = after.turns > before.turns
        assert after.to_move == ((before.to_move or 0) + passed_on) % before.seats
    was_up = {at for at, cell in before.cells.items() if cell.up}
    if move.kind in ("choose", "pass"):
        assert was_up == {at for at, cell in after.cells.items() if cell.up}


# ---- games whose moves Hypothesis draws -----------------------------------------------------


class BesideTheModel(RuleBasedStateMachine):
    """A game of a drawn card; after every move the engine and the model agree."""

    state: serendipity.State
    model: Naive
    first: serendipity.State

    @initialize(card=serendipity_cards(), number=numbers, seed=seeds)
    def begin(self, card: Card, number: int, seed: int | bytes) -> None:
        ruleset = tr.load(card)
        self.again = (ruleset, seats_of(ruleset, number), seed)
        self.state, self.model = beginning(*self.again)
        self.first = self.state
        self.moves: list[tr.Move] = []

    def play(self, moves: list[str], number: int) -> None:
        """Play one of these moves, after a look at some others that may be illegal."""
        self.judge(number)
        before, data, text = self.state, self.state.to_data(), moves[number % len(moves)]
        move = tr.parse_move(before, text)
        after = tr.apply_move(before, move)
        assert before.to_data() == data
        conserved(before, move, after)
        counted(before, move, after)
        self.state, self.model = after, self.model.play(text)
        self.moves.append(move)

    def judge(self, number: int) -> None:
        space = tr.action_space(self.state.ruleset, self.state.seats)
        for move in (space.move(number % len(space)), ALIEN.move(number % len(ALIEN))):
            judged_alike(self.state, move, self.model)

    def some(self, *kinds: str) -> list[str]:
        """The legal moves of these kinds, in a fixed order."""
        return sorted(text for text in self.model.legal() if text.split()[0] in kinds)

    @precondition(lambda self: self.state.is_over)
    @rule(number=numbers)
    def after_the_end(self, number: int) -> None:
        self.judge(number)

    @precondition(lambda self: not self.state.is_over)
    @rule(number=numbers)
    def any_move(self, number: int) -> None:
        self.play(self.some(*KINDS), number)

    @precondition(lambda self: self.some("keep"))
    @rule(number=numbers)
    def keep(self, number: int) -> None:
        self.play(self.some("keep"), number)

    @precondition(lambda self: self.some("move", "swap"))
    @rule(number=numbers)
    def exchange(self, number: int) -> None:
        self.play(self.some("move", "swap"), number)

    @precondition(lambda self: self.some("reveal"))
    @rule(number=numbers)
    def turn_up_what_stays(self, number: int) -> None:
        """A lucky reveal, so that turns are long and endings are reached."""
        reveals = self.some("reveal")
        lucky = [text for text in reveals if stays(self.model, text.split()[1])]
        self.play(lucky or reveals, number)

    @rule(copied=st.sampled_from([written_and_read, pickled]))
    def go_on_with_a_copy(self, copied: Callable[[serendipity.State], tr.State]) -> None:
        copy = copied(self.state)
        assert isinstance(copy, serendipity.State)
        assert (copy, hash(copy)) == (self.state, hash(self.state))
        self.state = copy

    @invariant()
    def agree(self) -> None:
        if hasattr(self, "model"):
            same_position(self.state, self.model)
            same_moves(self.state, self.model)
            same_scores(self.state, self.model)

    def teardown(self) -> None:
        if not hasattr(self, "model"):
            return
        same_views(self.state, self.model)
        round_trips(self.state)
        replayed, _ = beginning(*self.again)
        assert (replayed, hash(replayed)) == (self.first, hash(self.first))
        for move in self.moves:
            replayed = tr.apply_move(replayed, move)
        assert (replayed, hash(replayed)) == (self.state, hash(self.state))
        assert replayed.ply == len(self.moves)


def stays(model: Naive, label: str) -> bool:
    """Whether the tile there stays up once it is turned up."""
    tile = model.cells[label]["tile"]
    return tile == "serendip" or model.owners.get(tile) == model.to_move


BesideTheModel.TestCase.settings = settings(stateful_step_count=50)
TestBesideTheModel = BesideTheModel.TestCase


# ---- games that are played to their end -----------------------------------------------------


def towards_the_end(model: Naive, random: Random) -> str:
    """A move of somebody who wants the end: turns up what is new or may stay up, and keeps it."""
    moves = sorted(model.legal(), key=lambda text: (text.split()[0], text))
    reveals = [text for text in moves if text.startswith("reveal")]
    new = [text for text in reveals if not model.cells[text.split()[1]]["seen"]]
    lasting = [text for text in reveals if stays(model, text.split()[1])]
    kept = [text for text in moves if text.startswith("keep")] * (random.random() < 0.7)
    return random.choice(kept or lasting * (random.random() < 0.5) or new or lasting or moves)


def plies_at_most(state: serendipity.State) -> int:
    """Every reveal of an unseen tile is the last one of its kind, and in every round of turns
    without one a tile goes up for good; to a reveal belong a choice and a swap at the most."""
    cells = len(state.cells)
    return len(state.rules.colours) + 3 * (cells + cells * (state.seats + 1))


Positions = list[tuple[serendipity.State, Naive]]


def played_out(
    ruleset: tr.Ruleset, seats: int, seed: int, *, plies: int | None = None
) -> Positions:
    """The positions of a whole game, or of so many plies."""
    random = Random(seed)
    state, model = beginning(ruleset, seats, seed)
    positions, most = [(state, model)], plies_at_most(state)
    while not state.is_over and state.ply != plies:
        assert state.ply < most
        text = towards_the_end(model, random)
        state, model = tr.apply_move(state, tr.parse_move(state, text)), model.play(text)
        positions.append((state, model))
    return positions


@given(serendipity_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    ruleset = tr.load(card)
    positions = played_out(ruleset, seats_of(ruleset, seed), seed)
    for state, model in positions:
        assert (state.phase, state.to_move) == (model.phase, model.to_move)
    state, model = positions[-1]
    assert tr.outcome(state) is not None
    assert not tr.legal_moves(state)
    same_position(state, model)
    same_scores(state, model)
    same_views(state, model)
    round_trips(state)


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        positions = played_out(ruleset, seats, seed=seats)
        for state, model in positions:
            same_position(state, model)
        for state, model in positions[::5]:
            same_moves(state, model)
        same_scores(*positions[-1])
        same_views(*positions[-1])


# ---- that all this covers something ---------------------------------------------------------


def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    endings: set[tuple[bool, str, bool]] = set()

    @settings(max_examples=150, phases=[Phase.generate], database=None)
    @given(serendipity_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        states = [state for state, _ in played_out(ruleset, seats_of(ruleset, seed), seed)]
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.cut_short, ended.decided_by, len(ended.winners) > 1))

    play()
    assert kinds == KINDS
    assert {cut_short for cut_short, _, _ in endings} == {True, False}
    assert {word for _, word, _ in endings} >= {"points", "flowers", "serendips"}
    assert {shared for _, _, shared in endings} == {True, False}


def vocabulary(schema: Card, block: Card, path: str = "") -> Iterator[tuple[str, str]]:
    """Every word that a card may say, with its path of keys; `removed` for an optional block."""
    if "$ref" in block:
        block = schema["definitions"][block["$ref"].rpartition("/")[2]]
    if block.get("x-optional"):
        yield path, "removed"
    for option in [block, *block.get("anyOf", [])]:
        yield from ((path, word) for word in option.get("enum", []))
        for key, inner in option.get("properties", {}).items():
            yield from vocabulary(schema, inner, f"{path}.{key}".lstrip("."))


def said(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, value if isinstance(value, str | int) else None
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from said(inner, f"{path}.{key}".lstrip("."))


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    schema = json.loads(schema_text("serendipity"))
    sections = ("board", "tiles", "turn", "end", "scoring")
    words = {
        pair
        for section in sections
        for pair in vocabulary(schema, schema["properties"][section], section)
    }
    assert {("turn.own.leave", "removed"), ("end.whose", "any")} < words
    found: set[tuple[str, Any]] = set()
    sides: set[int] = set()
    seats: set[int] = set()

    @settings(max_examples=250, phases=[Phase.generate], database=None)
    @given(serendipity_cards())
    def draw(card: Card) -> None:
        found.update(said({section: card[section] for section in sections}))
        sides.add(card["board"]["side"])
        seats.update(tr.load(card).seat_counts)

    draw()
    assert words - found == set()
    assert (sides, seats) == ({2, 3, 4}, {2, 3, 4, 5, 6})


def test_a_board_of_more_cells_than_a_byte_counts() -> None:
    card = {"extends": "serendipity", "board": {"side": 10}, "tiles": {"copies": 43}}
    positions = played_out(tr.load(card), 6, seed=1, plies=200)
    assert len(positions[0][0].cells) == 271
    for state, model in positions[::40]:
        same_position(state, model)
        same_moves(state, model)
    assert sorted(positions[0][0].cells, key=row_order) == [*positions[0][0].cells]
