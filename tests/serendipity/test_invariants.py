"""What holds of every Serendipity card, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis.stateful import initialize, precondition, rule

import tilerules as tr
from tests.laws.beside import Beside, BesideTheModel, numbers
from tests.laws.positions import (
    Card,
    decided_so,
    same_moves,
    same_outcome,
    same_sheets,
    seats_of,
    values_of,
)
from tests.laws.vocabulary import Word, said_in, words_of
from tests.naive.serendipity import Naive, row_order, turnings
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_cards
from tilerules.games.serendipity import Observation, State

KINDS = {"choose", "reveal", "keep", "back", "move", "swap", "pass"}
GONE = "removed"

# ---- beside the model -----------------------------------------------------------------------


def model_of(state: State) -> Naive:
    """The model with the tiles of a first state."""
    tiles = {label: (str(cell.tile), cell.facing) for label, cell in state.cells.items()}
    return Naive(values_of(state.ruleset, state.seats), state.seats, tiles)


def same_position(state: State, model: Naive) -> None:
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


def same_scores(state: State, model: Naive) -> None:
    """The score sheet and the outcome are those of the model; a line is so many times so much."""
    same_sheets(state, model, lambda line: (line.id, line.of, line.points, line.count, line.spots))
    for sheet in tr.score(state):
        for line in sheet.lines:
            each = model.card["scoring"][line.id]["points"]
            assert line.points == each * line.count == each * len(line.spots)
    same_outcome(state, model.ranking(), cut_short=model.cut_short)
    words = model.card["tie_breaks"]
    worth = {
        sheet.seat: (sheet.total, *(sheet.count(word) for word in words))
        for sheet in tr.score(state)
    }
    decided_so(state, worth, ["points", *words])


def same_views(state: State, model: Naive) -> None:
    """Every viewer sees what the model calls known."""
    for viewer in (None, *range(state.seats)):
        seen = tr.observe(state, viewer)
        assert isinstance(seen, Observation)
        known = {at: (cell.tile, cell.facing) for at, cell in seen.cells.items() if cell.tile}
        assert known == model.known()


# ---- one step -------------------------------------------------------------------------------


def tiles_of(state: State) -> Counter[tuple[str | None, str | None]]:
    return Counter((cell.tile, cell.facing) for cell in state.cells.values())


def stepped_well(before: State, move: tr.Move, after: State) -> None:
    """No tile comes or goes; only a move that names a facing turns one, to what it names.

    A turn ends or goes on; the next seat follows clockwise.
    """
    gone = tiles_of(before) - tiles_of(after)
    come = tiles_of(after) - tiles_of(before)
    named = next((word.partition(":")[2] for word in move.args if ":" in word), None)
    assert [*come.elements()] in ([], [("serendip", named)])
    assert [tile for tile, _ in gone.elements()] == [tile for tile, _ in come.elements()]
    facings = turnings(list(after.rules.edges))
    assert {facing for _, facing in tiles_of(after)} <= {None, *facings}
    if move.kind != "choose" and not after.is_over:
        passed_on = after.turns > before.turns
        assert after.to_move == ((before.to_move or 0) + passed_on) % before.seats
    was_up = {at for at, cell in before.cells.items() if cell.up}
    if move.kind in ("choose", "pass"):
        assert was_up == {at for at, cell in after.cells.items() if cell.up}


# ---- games ----------------------------------------------------------------------------------


def stays(model: Naive, label: str) -> bool:
    """Whether the tile there stays up once it is turned up."""
    tile = model.cells[label]["tile"]
    return tile == "serendip" or model.owners.get(tile) == model.to_move


def towards_the_end(model: Naive, random: Random) -> str:
    """A move of somebody who wants the end: turns up what is new or may stay up, and keeps it."""
    moves = sorted(model.legal(), key=lambda text: (text.split()[0], text))
    reveals = [text for text in moves if text.startswith("reveal")]
    new = [text for text in reveals if not model.cells[text.split()[1]]["seen"]]
    lasting = [text for text in reveals if stays(model, text.split()[1])]
    kept = [text for text in moves if text.startswith("keep")] * (random.random() < 0.7)
    return random.choice(kept or lasting * (random.random() < 0.5) or new or lasting or moves)


def plies_at_most(state: State) -> int:
    """Every reveal of an unseen tile is the last one of its kind, and in every round of turns
    without one a tile goes up for good; to a reveal belong a choice and a swap at the most."""
    cells = len(state.cells)
    return len(state.rules.colours) + 3 * (cells + cells * (state.seats + 1))


BESIDE = Beside(
    state=State,
    model=model_of,
    same_position=same_position,
    same_scores=same_scores,
    same_views=same_views,
    step=stepped_well,
    likely=towards_the_end,
    most_plies=plies_at_most,
    alien=tr.action_space(tr.load("serendipity-turning"), 2),
)


class OfSerendipity(BesideTheModel):
    of = BESIDE

    @initialize(card=serendipity_cards(), number=numbers, seed=seeds)
    def begin(self, card: Card, number: int, seed: int | bytes) -> None:
        self.start(card, number, seed)

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


OfSerendipity.TestCase.settings = settings(max_examples=80, stateful_step_count=50)
TestBesideTheModel = OfSerendipity.TestCase


@given(serendipity_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    BESIDE.holds_to_the_end(card, seed)


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        BESIDE.holds_of_a_bundled_game(ruleset, seats, every=8)


# ---- that all this covers something ---------------------------------------------------------


def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    endings: set[tuple[bool, bool]] = set()

    @settings(max_examples=80, phases=[Phase.generate], database=None)
    @given(serendipity_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        states = [state for state, _ in BESIDE.played_out(ruleset, seats_of(ruleset, seed), seed)]
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.cut_short, len(ended.winners) > 1))

    play()
    assert kinds == KINDS
    assert {cut_short for cut_short, _ in endings} == {True, False}
    assert {shared for _, shared in endings} == {True, False}


def test_ties_are_broken_by_what_the_lines_count() -> None:
    """Where no line is worth a point."""
    words: set[str] = set()

    @settings(max_examples=80, phases=[Phase.generate], database=None)
    @given(serendipity_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        there = [id for id in ("flowers", "serendips", "matches") if card["scoring"][id] != GONE]
        worthless = {id: {**card["scoring"][id], "points": 0} for id in there}
        ruleset = tr.load({**card, "scoring": {**card["scoring"], **worthless}})
        positions = BESIDE.played_out(ruleset, seats_of(ruleset, seed), seed)
        same_scores(*positions[-1])
        ended = tr.outcome(positions[-1][0])
        assert ended is not None
        words.add(ended.decided_by)

    play()
    assert words == {"points", "flowers", "serendips", "matches"}


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    sections = ("board", "tiles", "turn", "end", "scoring", "tie_breaks")
    words = words_of("serendipity", sections)
    assert {("turn.own.leave", "removed"), ("end.whose", "any")} < words
    found: set[Word] = set()
    sides: set[int] = set()
    seats: set[int] = set()

    @settings(max_examples=250, phases=[Phase.generate], database=None)
    @given(serendipity_cards())
    def draw(card: Card) -> None:
        found.update(said_in(card, sections))
        sides.add(card["board"]["side"])
        seats.update(tr.load(card).seat_counts)

    draw()
    assert words - found == set()
    assert (sides, seats) == ({2, 3, 4}, {2, 3, 4, 5, 6})


def test_a_board_of_more_cells_than_a_byte_counts() -> None:
    card = {"extends": "serendipity", "board": {"side": 10}, "tiles": {"copies": 43}}
    positions = BESIDE.played_out(tr.load(card), 6, seed=1, plies=200)
    assert len(positions[0][0].cells) == 271
    for state, model in positions[::40]:
        same_position(state, model)
        same_moves(state, model.legal())
    assert sorted(positions[0][0].cells, key=row_order) == [*positions[0][0].cells]
