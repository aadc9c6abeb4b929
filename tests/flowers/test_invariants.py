"""What holds of every Flowers card, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis.stateful import initialize, precondition, rule

import tilerules as tr
from tests.flowers.gardens import hands_of, new, position, seen
from tests.flowers.strategies import FLOWERS_IDS, flowers_cards
from tests.laws import positions as laws
from tests.laws.beside import Beside, BesideTheModel, numbers
from tests.laws.positions import Card, decided_so, judged_alike, same_outcome, same_sheets
from tests.laws.vocabulary import Word, said_in, words_of
from tests.naive.flowers import (
    VIOLET,
    Garden,
    Naive,
    beside,
    deck,
    most_in_hand,
    row_order,
    sides_of,
)
from tests.strategies import seeds
from tilerules.games.flowers import State

KINDS = {"take", "place", "cover", "discard"}
STEPS = {"discards", "fields", "butterflies"}
FURTHER = {"sizes", "squares", "lines", "all_colours", "apart"}
"""The blocks that the base card has, and those that it has not, which few drawn cards have."""

# ---- beside the model -----------------------------------------------------------------------


def model_of(state: State) -> Naive:
    """The model at the start of the game of a first state."""
    card = laws.values_of(state.ruleset, state.seats)
    starts = [str(garden[0, 0][0]) for garden in state.gardens]
    piles, hands = (
        [[*map(str, some)] for some in lists] for lists in (state.piles, hands_of(state))
    )
    return Naive(card, state.seats, starts, piles, hands)


def beginning(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> tuple[State, Naive]:
    """A game of the engine, and the model with the same cards."""
    return BESIDE.beginning(ruleset, seats, seed)


def same_moves(state: State, model: Naive) -> None:
    """The legal moves are those of the model."""
    laws.same_moves(state, model.legal())


def same_position(state: State, model: Naive) -> None:
    """All that lies on the table, hidden cards included, and what lies open."""
    assert (state.phase, state.to_move, state.turns) == (model.phase, model.to_move, model.turns)
    gardens = [{cell: list(stack) for cell, stack in garden.items()} for garden in state.gardens]
    assert gardens == model.gardens
    assert [list(pile) for pile in state.piles] == model.piles
    assert list(state.swept) == model.swept
    if not state.hands:
        assert state.in_hand == model.in_hand
    held = [sorted(text for text, _ in hand) for hand in model.hands]
    assert [sorted(map(str, hand)) for hand in hands_of(state)] == held
    if model.card["end"]["round"] != "broken_off":
        assert state.turns_left == model.turns_left
    assert [[*pile] for pile in seen(state, None).piles] == model.seen_piles()
    for seat, (garden, plot) in enumerate(zip(model.gardens, state.plots, strict=True)):
        within = {*model._free_cells(garden, seat)} & state.rules.grid.index.keys()
        free = sorted(within, key=row_order)  # beyond the grid no card can come any more
        assert [state.rules.grid.cells[cell] for cell in plot.frontier] == free


def same_scores(state: State, model: Naive) -> None:
    """The score sheet is that of the model; sides are ranked by points and what lines count."""
    same_sheets(
        state, model, lambda line: (line.id, line.of, line.points, line.count, first_spots(line))
    )
    for sheet in tr.score(state):
        for line in sheet.lines:
            if line.id not in ("handicap", "sizes"):
                assert line.points == model.card["scoring"][line.id]["points"] * line.count
            if line.id == "butterflies":
                neighbours_are_named(line, model, sheet.seat)
            if line.id == "all_colours":
                assert len({*line.spots}) == len(line.spots) > 0
    won, rating = model.goal()
    same_outcome(state, model.ranking(), won=won, rating=rating)
    words, sheets = model.card["tie_breaks"], tr.score(state)
    alone = [[sheet.total, *(counted(sheet, word) for word in words)] for sheet in sheets]
    sides = sides_of(model.card, model.seats)
    together = {seat: side for side in sides for seat in side}
    worth = {
        seat: tuple(map(sum, zip(*(alone[other] for other in together[seat]), strict=True)))
        for seat in range(model.seats)
    }
    decided_so(state, worth, ["points", *words])


def counted(sheet: tr.ScoreBreakdown, word: str) -> int:
    """What breaks a tie, more is better: fewer discards, more of fields and butterflies."""
    return -sheet.count(word) if word == "discards" else sheet.count(word)


def first_spots(line: tr.ScoreLine) -> tuple[str, ...]:
    """The spots of a line that the model names: of a butterfly its own, of all colours none."""
    named = {"butterflies": 1, "all_colours": 0}
    return line.spots[: named.get(line.id)]


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


def same_views(state: State, model: Naive) -> None:
    """What all see all see alike: cards of piles, and those of a hand that all know."""
    for viewer in (None, *range(state.seats)):
        view = seen(state, viewer)
        assert [[*pile] for pile in view.piles] == model.seen_piles()
        for seat, (hand, held) in enumerate(zip(hands_of(view), model.hands, strict=True)):
            known = sorted(text for text, to_all in held if to_all or seat == viewer)
            assert sorted(card for card in hand if card) == known
            assert len(hand) == len(held)


# ---- one step -------------------------------------------------------------------------------


def cards_of(state: State) -> Counter[str | None]:
    """All cards that are in the game: in gardens, piles and hands, and those that have left it."""
    stacks = [stack for garden in state.gardens for stack in garden.values()]
    everything = (*stacks, *state.piles, state.swept, *hands_of(state))
    return Counter(card for some in everything for card in some)


def left_over(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> Counter[str | None]:
    """The cards of a deal that are out of the game, unseen."""
    return Counter(tr.deal(ruleset, seats, seed=seed).to_data()["left_over"])


def stepped_well(before: State, move: tr.Move, after: State) -> None:
    """The next seat follows clockwise when a turn is over; no card comes or goes."""
    assert cards_of(after) == cards_of(before)
    seat, ended = before.to_move or 0, after.turns - before.turns
    if not after.is_over:
        assert after.to_move == (seat + ended) % before.seats
    stacks = [sum(map(len, garden.values())) for garden in before.gardens]
    stacks[seat] += move.kind in ("place", "cover")
    assert [sum(map(len, garden.values())) for garden in after.gardens] == stacks
    held = [*map(len, hands_of(before))]
    held[seat] += 1 if move.kind == "take" else -1
    assert [*map(len, hands_of(after))] == held


# ---- games ----------------------------------------------------------------------------------


def third_on_top(model: Naive, random: Random) -> str:
    """A random move; every third card is laid on top of another."""
    moves = sorted(model.legal())
    covers = [text for text in moves if text.startswith("cover")]
    return random.choice(covers if covers and random.random() < 1 / 3 else moves)


BESIDE = Beside(
    state=State,
    model=model_of,
    same_position=same_position,
    same_scores=same_scores,
    same_views=same_views,
    step=stepped_well,
    likely=third_on_top,
    most_plies=lambda state: 2 * sum(map(len, (*state.piles, *hands_of(state)))),
    alien=tr.action_space(tr.load("flowers"), 2),
)


class OfFlowers(BesideTheModel):
    of = BESIDE

    @initialize(card=flowers_cards(), number=numbers, seed=seeds)
    def begin(self, card: Card, number: int, seed: int | bytes) -> None:
        self.start(card, number, seed)

    @precondition(lambda self: self.some("place"))
    @rule(number=numbers)
    def place(self, number: int) -> None:
        self.play(self.some("place"), number)

    @precondition(lambda self: self.some("cover"))
    @rule(number=numbers)
    def cover(self, number: int) -> None:
        self.play(self.some("cover"), number)

    @precondition(lambda self: self.state.phase.startswith("place"))
    @rule(number=numbers)
    def a_cell_close_by(self, number: int) -> None:
        """Where legal and illegal moves lie side by side."""
        seat = self.state.to_move or 0
        cells = sorted({*self.model.gardens[seat], *self.model._free_cells({(0, 0): []}, seat)})
        x, y = cells[number % len(cells)]
        right, down = number // 64 % 5 - 2, number // 512 % 5 - 2
        kind = ("place", "cover")[number // 4096 % 2]
        card = self.some()[number % len(self.some())].split()[-1]
        named = (card,) if most_in_hand(self.model.card) > 1 else ()
        move = tr.Move(kind, (f"{x + right},{y + down}", *named))
        judged_alike(self.state, move, self.model.legal())


OfFlowers.TestCase.settings = settings(stateful_step_count=40)
TestBesideTheModel = OfFlowers.TestCase


@given(flowers_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    positions = BESIDE.holds_to_the_end(card, seed)
    (first, model), (last, _) = positions[0], positions[-1]
    whole = Counter(deck(model.card))
    whole += Counter({VIOLET: first.seats} if first.rules.violet else {})
    for at in (first, last):
        assert cards_of(at) + left_over(first.ruleset, first.seats, seed) == whole


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        BESIDE.holds_of_a_bundled_game(ruleset, seats, every=9)


@given(flowers_cards(), numbers)
def test_equal_turns_where_the_round_is_finished(card: Card, seed: int) -> None:
    """F23: all have had as many turns, unless no card was left for the others."""
    turn = {**card["turn"], "sweep": "never"}
    ruleset = tr.load({**card, "end": {"round": "finished"}, "turn": turn})
    (seats,) = ruleset.seat_counts
    last, _ = BESIDE.played_out(ruleset, seats, seed)[-1]
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
    ruleset, random = tr.load(with_changes(without_seats(card), changes)), Random(seed)
    first, model = beginning(ruleset, ruleset.seat_counts[0], seed)
    bag = deck(model.card)
    random.shuffle(bag)
    starts = [VIOLET if first.rules.violet else bag.pop() for _ in range(model.seats)]
    within = {*first.rules.grid.cells}
    model.gardens = [grown(random, start, bag, within) for start in starts]
    gardens = [{f"{x},{y}": stack for (x, y), stack in each.items()} for each in model.gardens]
    same_scores(position(ruleset, gardens), model)


# ---- that all this covers something ---------------------------------------------------------


@pytest.mark.unmeasured
def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    endings: set[tuple[str, bool]] = set()
    lines: set[str] = set()
    swept: set[bool] = set()

    @settings(max_examples=150, phases=[Phase.generate], database=None)
    @given(flowers_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        states = [state for state, _ in BESIDE.played_out(ruleset, ruleset.seat_counts[0], seed)]
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.decided_by, len(ended.winners) > 1))
        lines.update(line.id for sheet in tr.score(states[-1]) for line in sheet.lines)
        swept.add(bool(states[-1].swept))

    play()
    assert kinds == KINDS
    assert {shared for _, shared in endings} == {True, False}
    assert lines >= STEPS
    assert lines & FURTHER
    assert swept == {True, False}


@pytest.mark.unmeasured
def test_ties_are_broken_by_what_the_lines_count() -> None:
    """Where no line is worth a point."""
    words: set[str] = set()

    @settings(max_examples=200, phases=[Phase.generate], database=None)
    @given(flowers_cards().filter(lambda card: card["players"] != [1]), numbers)
    def play(card: Card, seed: int) -> None:
        scoring: Card = {step: {"points": 0} for step in card["scoring"]["steps"]}
        if "sizes" in scoring:
            scoring["sizes"] = {"points": dict.fromkeys(card["scoring"]["sizes"]["points"], 0)}
        ruleset = tr.load(with_changes(without_seats(card), {"scoring": scoring}))
        state, model = BESIDE.played_out(ruleset, ruleset.seat_counts[0], seed)[-1]
        same_scores(state, model)
        ended = tr.outcome(state)
        assert ended is not None
        words.add(ended.decided_by)

    play()
    assert words >= {"points", *STEPS}
    assert words <= {"points", *STEPS, *FURTHER}


def without_seats(card: Card) -> Card:
    """The card without what is different for some seats, and with the end of the base card."""
    others = {key: value for key, value in card.items() if key not in ("seats", "partners")}
    return {**others, "end": {"round": "broken_off"}}


def with_changes(card: Card, changes: Card) -> Card:
    """A copy of a card with other values in it."""
    merged = {
        key: with_changes(card[key], value) if isinstance(value, dict) else value
        for key, value in changes.items()
    }
    return {**card, **merged}


def of_any(word: Word) -> Word:
    """The word, whichever seat or use it is of."""
    return re.sub(r"^(seats|uses)\.\w+", r"\1", word[0]), word[1]


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    sections = (
        "cards",
        "start",
        "piles",
        "garden",
        "cover",
        "turn",
        "end",
        "scoring",
        "tie_breaks",
        "seats",
        "partners",
        "uses",
        "goal",
    )
    words = words_of("flowers", sections)
    assert {("scoring.fields", "removed"), ("cover.depth", "never")} < words
    in_the_base = {"cards.values.1", "cards.values.2", "cards.values.3", "cards.values.4"}
    in_the_base |= {"scoring.discards", "scoring.fields", "scoring.butterflies"}
    words = {(path, word) for path, word in words if word != "removed" or path in in_the_base}
    found: set[Word] = set()
    seats: set[int] = set()

    @settings(max_examples=400, phases=[Phase.generate], database=None)
    @given(flowers_cards())
    def draw(card: Card) -> None:
        found.update(said_in(card, sections))
        seats.update(card["players"])

    draw()
    assert {of_any(word) for word in words} <= {of_any(word) for word in found}
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
