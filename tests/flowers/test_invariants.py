"""What holds of every card, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tilerules as tr
from tests.flowers.gardens import new, position, seen
from tests.flowers.strategies import FLOWERS_IDS, Card, flowers_cards
from tests.naive.flowers import VIOLET, Garden, Naive, beside, deck, row_order
from tests.serendipity.test_invariants import said, vocabulary
from tests.strategies import seeds
from tilerules.games.flowers import State
from tilerules.registry import schema_text
from tilerules.ruleset.values import thawed

numbers = st.integers(0, 2**24)
ALIEN = tr.action_space(tr.load("flowers"), 2)
KINDS = {"take", "place", "cover"}


def model_card(ruleset: tr.Ruleset, seats: int) -> Card:
    """The values of a card, as the model asks for them."""
    card: Card = thawed(ruleset.values_for(seats))
    card["cover"].setdefault("depth", "never")
    return card


def model_of(state: State) -> Naive:
    """The model at the start of the game of a first state."""
    starts = [str(garden[0, 0][0]) for garden in state.gardens]
    piles = [[str(card) for card in pile] for pile in state.piles]
    return Naive(model_card(state.ruleset, state.seats), state.seats, starts, piles)


def beginning(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> tuple[State, Naive]:
    """A game of the engine, and the model with the same cards."""
    state = tr.new_game(ruleset, seats, seed=seed)
    assert isinstance(state, State)
    return state, model_of(state)


def cards_of(state: State) -> Counter[str | None]:
    """All cards that are in the game: in gardens, piles and hand, and those swept."""
    stacks = [stack for garden in state.gardens for stack in garden.values()]
    held = [state.in_hand] if state.in_hand else []
    return Counter(card for some in (*stacks, *state.piles, state.swept, held) for card in some)


def left_over(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> Counter[str | None]:
    """The cards of a deal that are out of the game, unseen."""
    *_, last = tr.deal(ruleset, seats, seed=seed).layout.split("|")
    return Counter(last.split())


# ---- laws of one position -------------------------------------------------------------------


def same_position(state: State, model: Naive) -> None:
    """All that lies on the table, hidden cards included, and what lies open."""
    assert (state.phase, state.to_move, state.turns, state.in_hand) == (
        model.phase,
        model.to_move,
        model.turns,
        model.in_hand,
    )
    gardens = [{cell: list(stack) for cell, stack in garden.items()} for garden in state.gardens]
    assert gardens == model.gardens
    assert [list(pile) for pile in state.piles] == model.piles
    assert list(state.swept) == model.swept
    if state.phase == "place":
        assert state.taken_from == model.taken_from
    tops = [pile[0] if pile else None for pile in seen(state, None).piles]
    assert tops == model.open_cards()
    for garden, plot in zip(model.gardens, state.plots, strict=True):
        within = {*model._free_cells(garden)} & state.rules.grid.index.keys()
        free = sorted(within, key=row_order)  # beyond the grid no card can come any more
        assert [state.rules.grid.cells[cell] for cell in plot.frontier] == free


def same_moves(state: State, model: Naive) -> None:
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


def same_scores(state: State, model: Naive) -> None:
    """The score sheet is that of the model, line by line, and it adds up."""
    for sheet, entry in zip(tr.score(state), model.scores(), strict=True):
        lines = [
            (line.id, line.of, line.points, line.count, first_spots(line)) for line in sheet.lines
        ]
        assert (sheet.total, lines) == (entry["total"], entry["lines"])
        assert sheet.total == sum(line.points for line in sheet.lines)
        for line in sheet.lines:
            each = model.card["scoring"][line.id]["points"]
            assert line.points == each * line.count
            if line.id == "butterflies":
                neighbours_are_named(line, model, sheet.seat)
    same_outcome(state, model)


def first_spots(line: tr.ScoreLine) -> tuple[str, ...]:
    """The spots of a line; of a butterfly its own, which the model names alone."""
    return line.spots[:1] if line.id == "butterflies" else line.spots


def cell_of(label: str) -> tuple[int, int]:
    x, y = label.split(",")
    return int(x), int(y)


def neighbours_are_named(line: tr.ScoreLine, model: Naive, seat: int) -> None:
    """Behind a butterfly stand the cards of its colour that it touches."""
    at, *touched = map(cell_of, line.spots)
    assert {*touched} <= beside(at, model.card["garden"]["touching"])
    assert touched == sorted({*touched}, key=row_order)
    stacks = [model.gardens[seat][cell] for cell in touched]
    assert all(stack[-1].startswith(f"{line.of}-") or VIOLET in stack for stack in stacks)
    once = model.card["scoring"]["butterflies"]["counted"] == "once"
    assert line.count == (1 if once else len(touched))
    assert touched


def same_outcome(state: State, model: Naive) -> None:
    """Seats are ranked by points and then, as the card says, by what their lines count."""
    ended = tr.outcome(state)
    assert (ended is not None) == state.is_over
    if ended is None:
        return
    words = ["points", *model.card["tie_breaks"]]
    worth = {seat: worths(entry, words) for seat, entry in enumerate(model.scores())}
    places = sorted({*worth.values()}, reverse=True)
    ranking = tuple(tuple(seat for seat in worth if worth[seat] == place) for place in places)
    assert (ended.ranking, ended.winners, ended.cut_short) == (ranking, ranking[0], False)
    best, *others = places
    lifted = [
        word for n, word in enumerate(words) if all(o[: n + 1] < best[: n + 1] for o in others)
    ]
    assert ended.decided_by == lifted[0]


def worths(entry: dict[str, Any], words: list[str]) -> tuple[int, ...]:
    """What is compared, more is better: points, fewer discards, more of fields and butterflies."""
    counts = Counter[str]()
    for id, _, _, count, _ in entry["lines"]:
        counts[id] += count
    counts = Counter({**counts, "discards": -counts["discards"], "points": entry["total"]})
    return tuple(counts[word] for word in words)


def same_views(state: State, model: Naive) -> None:
    """Moves are the mover's own, scores are everybody's, and what all see all see alike."""
    moves, scores, ended = tr.legal_moves(state), tr.score(state), tr.outcome(state)
    for viewer in (None, *range(state.seats)):
        view = seen(state, viewer)
        mine = viewer is not None and viewer == state.to_move
        assert list(tr.legal_moves(view)) == (list(moves) if mine else [])
        assert (tr.score(view), tr.outcome(view)) == (scores, ended)
        assert [len(pile) for pile in view.piles] == [len(pile) for pile in model.piles]
        assert [pile[0] if pile else None for pile in view.piles] == model.open_cards()
        assert not any(card for pile in view.piles for card in pile[1:])


def judged_alike(state: State, move: tr.Move, model: Naive) -> None:
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


def written_and_read(state: State) -> tr.State:
    return tr.State.from_data(json.loads(json.dumps(state.to_data())))


def pickled(state: State) -> tr.State:
    copy: tr.State = pickle.loads(pickle.dumps(state))
    return copy


def round_trips(state: State) -> None:
    """Data and pickles give equal things back, and what is equal hashes alike."""
    for copy in (written_and_read(state), pickled(state)):
        assert (copy, hash(copy), copy.to_data()) == (state, hash(state), state.to_data())
    for viewer in (None, state.to_move):
        view = seen(state, viewer)
        data = tr.Observation.from_data(json.loads(json.dumps(view.to_data())))
        for other in (data, pickle.loads(pickle.dumps(view)), seen(state, viewer)):
            assert (other, hash(other)) == (view, hash(view))


# ---- laws of one step -----------------------------------------------------------------------


def counted(before: State, move: tr.Move, after: State) -> None:
    """A ply is one move, two of them a turn; the next seat follows; no card comes or goes."""
    assert (after.ply, after.last_move) == (before.ply + 1, move)
    assert cards_of(after) == cards_of(before)
    laid = move.kind != "take"
    assert after.turns == before.turns + laid
    seat = before.to_move or 0
    if not after.is_over:
        assert after.to_move == (seat + laid) % before.seats
    stacks = [sum(map(len, garden.values())) for garden in before.gardens]
    stacks[seat] += laid
    assert [sum(map(len, garden.values())) for garden in after.gardens] == stacks


# ---- games whose moves Hypothesis draws -----------------------------------------------------


class BesideTheModel(RuleBasedStateMachine):
    """A game of a drawn card; after every move the engine and the model agree."""

    state: State
    model: Naive
    first: State

    @initialize(card=flowers_cards(), seed=seeds)
    def begin(self, card: Card, seed: int | bytes) -> None:
        ruleset = tr.load(card)
        self.again = (ruleset, ruleset.seat_counts[0], seed)
        self.state, self.model = beginning(*self.again)
        self.first = self.state
        self.moves: list[tr.Move] = []

    def play(self, moves: list[str], number: int) -> None:
        """Play one of these moves, after a look at some others that may be illegal."""
        self.judge(number)
        before, data, text = self.state, self.state.to_data(), moves[number % len(moves)]
        move = tr.parse_move(before, text)
        after = tr.apply_move(before, move)
        assert isinstance(after, State)
        assert before.to_data() == data
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

    @precondition(lambda self: self.some("place"))
    @rule(number=numbers)
    def place(self, number: int) -> None:
        self.play(self.some("place"), number)

    @precondition(lambda self: self.some("cover"))
    @rule(number=numbers)
    def cover(self, number: int) -> None:
        self.play(self.some("cover"), number)

    @precondition(lambda self: self.state.phase == "place")
    @rule(number=numbers)
    def a_cell_close_by(self, number: int) -> None:
        """Where legal and illegal moves lie side by side."""
        seat = self.state.to_move or 0
        cells = sorted({*self.model.gardens[seat], *self.model._free_cells({(0, 0): []})})
        x, y = cells[number % len(cells)]
        right, down = number // 64 % 5 - 2, number // 512 % 5 - 2
        kind = ("place", "cover")[number // 4096 % 2]
        judged_alike(self.state, tr.Move(kind, (f"{x + right},{y + down}",)), self.model)

    @rule(copied=st.sampled_from([written_and_read, pickled]))
    def go_on_with_a_copy(self, copied: Callable[[State], tr.State]) -> None:
        copy = copied(self.state)
        assert isinstance(copy, State)
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


BesideTheModel.TestCase.settings = settings(stateful_step_count=40)
TestBesideTheModel = BesideTheModel.TestCase


# ---- games that are played to their end -----------------------------------------------------

Positions = list[tuple[State, Naive]]


def played_out(ruleset: tr.Ruleset, seats: int, seed: int) -> Positions:
    """The positions of a whole game of random moves, in which every third card is laid on top."""
    random = Random(seed)
    state, model = beginning(ruleset, seats, seed)
    positions, most = [(state, model)], 2 * sum(map(len, model.piles))
    while not state.is_over:
        assert state.ply < most, "each turn takes a card from the piles"
        moves = sorted(model.legal())
        covers = [text for text in moves if text.startswith("cover")]
        text = random.choice(covers if covers and random.random() < 1 / 3 else moves)
        state = tr.apply_move(state, tr.parse_move(state, text))
        model = model.play(text)
        positions.append((state, model))
    return positions


@given(flowers_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    ruleset = tr.load(card)
    (seats,) = ruleset.seat_counts
    positions = played_out(ruleset, seats, seed)
    for state, model in positions:
        same_position(state, model)
    (first, _), (state, model) = positions[0], positions[-1]
    whole = Counter(deck(model.card)) + Counter({VIOLET: seats} if first.rules.violet else {})
    for at in (first, state):
        assert cards_of(at) + left_over(ruleset, seats, seed) == whole
    assert tr.outcome(state) is not None
    assert not tr.legal_moves(state)
    same_scores(state, model)
    same_views(state, model)
    round_trips(state)


@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        positions = played_out(ruleset, seats, seed=seats)
        for state, model in positions:
            same_position(state, model)
        for state, model in positions[::9]:
            same_moves(state, model)
            round_trips(state)
        same_scores(*positions[-1])
        same_views(*positions[-1])


@given(flowers_cards(), numbers)
def test_equal_turns_where_the_round_is_finished(card: Card, seed: int) -> None:
    """F23: all have had as many turns, unless no card was left for the others."""
    ruleset = tr.load({**card, "end": {"round": "finished"}, "turn": {"sweep": "never"}})
    (seats,) = ruleset.seat_counts
    last, _ = played_out(ruleset, seats, seed)[-1]
    assert last.turns % seats == 0 or not any(last.piles)


# ---- gardens of any shape -------------------------------------------------------------------

UNLIMITED = {
    "garden": {"width": "never", "height": "never"},
    "cover": {"cards": "any", "depth": "never"},
}


def grown(random: Random, first: str, bag: list[str], within: set[tuple[int, int]]) -> Garden:
    """A garden of some cards of the bag, close together, a few of them covered."""
    garden = {(0, 0): [first]}
    for _ in range(random.randint(0, len(bag) // 2)):
        around = {near for cell in garden for near in beside(cell, "sides")} & within
        cells = sorted(around if random.random() < 0.8 else garden)
        garden.setdefault(random.choice(cells or [(0, 0)]), []).append(bag.pop())
    return garden


@given(flowers_cards(), numbers)
def test_gardens_of_any_shape_score_as_in_the_model(card: Card, seed: int) -> None:
    """Positions by hand, in which equal fields are more common than at the end of a game."""
    changes: Card = dict(UNLIMITED)
    if seed % 2 and "fields" in card["scoring"]["steps"]:
        changes["scoring"] = {"fields": {"counted": "largest", "least": 1}}
    ruleset, random = tr.load(with_changes(card, changes)), Random(seed)
    first, model = beginning(ruleset, ruleset.seat_counts[0], seed)
    bag = deck(model.card)
    random.shuffle(bag)
    starts = [VIOLET if first.rules.violet else bag.pop() for _ in range(model.seats)]
    within = {*first.rules.grid.cells}
    model.gardens = [grown(random, start, bag, within) for start in starts]
    gardens = [{f"{x},{y}": stack for (x, y), stack in each.items()} for each in model.gardens]
    same_scores(position(ruleset, gardens), model)


# ---- that all this covers something ---------------------------------------------------------


def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    endings: set[tuple[str, bool]] = set()
    lines: set[str] = set()
    swept: set[bool] = set()

    @settings(max_examples=150, phases=[Phase.generate], database=None)
    @given(flowers_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        states = [state for state, _ in played_out(ruleset, ruleset.seat_counts[0], seed)]
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.decided_by, len(ended.winners) > 1))
        lines.update(line.id for sheet in tr.score(states[-1]) for line in sheet.lines)
        swept.add(bool(states[-1].swept))

    play()
    assert kinds == KINDS
    assert {shared for _, shared in endings} == {True, False}
    assert lines == {"discards", "fields", "butterflies"}
    assert swept == {True, False}


def test_ties_are_broken_by_what_the_lines_count() -> None:
    """Where no line is worth a point; the model's own ranking, by points, cannot tell these."""
    words: set[str] = set()

    @settings(phases=[Phase.generate], database=None)
    @given(flowers_cards().filter(lambda card: card["players"] != [1]), numbers)
    def play(card: Card, seed: int) -> None:
        scoring = {step: {"points": 0} for step in card["scoring"]["steps"]}
        ruleset = tr.load(with_changes(card, {"scoring": scoring}))
        state, model = played_out(ruleset, ruleset.seat_counts[0], seed)[-1]
        same_outcome(state, model)
        ended = tr.outcome(state)
        assert ended is not None
        words.add(ended.decided_by)

    play()
    assert words == {"points", "discards", "fields", "butterflies"}


def with_changes(card: Card, changes: Card) -> Card:
    """A copy of a card with other values in it."""
    merged = {
        key: with_changes(card[key], value) if isinstance(value, dict) else value
        for key, value in changes.items()
    }
    return {**card, **merged}


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    schema = json.loads(schema_text("flowers"))
    sections = ("cards", "start", "piles", "garden", "cover", "turn", "end", "scoring")
    words = {
        pair
        for section in sections
        for pair in vocabulary(schema, schema["properties"][section], section)
    }
    assert {("scoring.fields", "removed"), ("cover.depth", "never")} < words
    words -= {(f"cards.values.{value}", "removed") for value in range(5, 10)}  # not in the base
    found: set[tuple[str, Any]] = set()
    seats: set[int] = set()

    @settings(max_examples=250, phases=[Phase.generate], database=None)
    @given(flowers_cards())
    def draw(card: Card) -> None:
        found.update(said({section: card[section] for section in sections}))
        seats.update(card["players"])

    draw()
    assert words - found == set()
    assert seats == {1, 2, 3, 4}


def test_a_garden_as_large_as_a_card_allows() -> None:
    """Every cell that one seat can come to is a cell of its grid, and no card more is dealt."""
    values = {"1": 20, "2": 20, "3": 20, "4": "removed"}
    card: Card = {"extends": "flowers", "cards": {"values": values, "butterflies": []}}
    card |= {"players": [1], "for_players": "removed", "piles": {"number": 1}}
    state = new(tr.load(card), 1)
    farthest = len(state.piles[0])
    for step in range(1, farthest + 1):
        for text in ("take 0", f"place {step},0"):
            state = tr.apply_move(state, tr.parse_move(state, text))
    assert (state.is_over, farthest) == (True, 239)
    with pytest.raises(tr.NotationError):
        tr.parse_move(state, f"place {farthest + 1},0")
