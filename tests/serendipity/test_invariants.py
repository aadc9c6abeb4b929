"""What holds of every Serendipity card, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
from tests.laws.vocabulary import Word, said, said_in, words_of
from tests.naive.serendipity import Naive, row_order, turnings
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_cards
from tilerules.games.serendipity import Observation, State

BLOCKS = ("flowers", "serendips", "matches", "sizes", "rings", "lines", "apart", "face_down")
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
    same_counts(state, model)


def same_counts(state: State, model: Naive) -> None:
    """How often the seats have done what is limited, and how many turns remain."""
    limited = model.card.get("uses", {})
    done = [{thing: used.get(thing, 0) for thing in limited} for used in model.used]
    assert [dict(used) for used in state.used if limited] == (done if limited else [])
    assert limited or not any(state.used)
    is_broken_off = model.card["end"]["round"] == "broken_off"
    assert state.turns_left == (None if is_broken_off else model.turns_left)


def same_scores(state: State, model: Naive) -> None:
    """The score sheet and the outcome are those of the model; a line is so many times so much."""
    same_sheets(state, model, lambda line: (line.id, line.of, line.points, line.count, line.spots))
    for sheet in tr.score(state):
        for line in sheet.lines:
            worth_what_it_counts(line, sheet.seat, model.card)
    same_outcome(state, model.ranking(), cut_short=model.cut_short)
    words = model.card["tie_breaks"]
    worth: dict[int, tuple[int, ...]] = {}
    for side in model.sides():
        sheets = [tr.score(state)[seat] for seat in side]
        counts = [sum(sheet.count(word) for sheet in sheets) for word in words]
        worth |= dict.fromkeys(side, (sum(sheet.total for sheet in sheets), *counts))
    decided_so(state, dict(sorted(worth.items())), ["points", *words])


def worth_what_it_counts(line: tr.ScoreLine, seat: int, card: Card) -> None:
    """A line is so many times so much, and names what it counts; two kinds are otherwise."""
    if line.id == "handicap":
        assert (line.count, line.spots) == (1, ())
        assert line.rule.key == f"seats.{seat}.handicap"
        return
    each = card["scoring"][line.id]["points"]
    if line.id == "sizes":
        assert line.points in each.values()
    else:
        assert line.points == each * line.count
    if line.id not in ("lines", "face_down"):
        assert line.count == len(line.spots)


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
    return tile == "serendip" or model.is_own(tile)


def towards_the_end(model: Naive, random: Random) -> str:
    """A move of somebody who wants the end: turns up what is new or may stay up, and keeps it."""
    moves = sorted(model.legal(), key=lambda text: (text.split()[0], text))
    reveals = [text for text in moves if text.startswith("reveal")]
    new = [text for text in reveals if not model.cells[text.split()[1]]["seen"]]
    lasting = [text for text in reveals if stays(model, text.split()[1])]
    kept = [text for text in moves if text.startswith("keep")] * (random.random() < 0.7)
    stop = [text for text in moves if text == "pass"]
    some = kept or lasting * (random.random() < 0.5) or new or lasting or stop or moves
    return random.choice(some)


def plies_at_most(state: State) -> int:
    """Every reveal of an unseen tile is the last one of its kind, and in every round of turns
    without one a tile goes up for good; to a reveal belong a choice and a swap at the most.

    The end may wait for its limit of turns or rounds, and then there are turns that remain."""
    cells, end = len(state.cells), values_of(state.ruleset, state.seats)["end"]
    limits = (end.get("turn_limit"), end.get("rounds", 0) * state.seats)
    turns = sum(limit for limit in limits if isinstance(limit, int)) + state.seats
    return len(state.rules.colours) + 3 * (cells + cells * (state.seats + 1) + turns)


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


OfSerendipity.TestCase.settings = settings(max_examples=50, stateful_step_count=50)
TestBesideTheModel = OfSerendipity.TestCase


@given(serendipity_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    BESIDE.holds_to_the_end(card, seed)


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        BESIDE.holds_of_a_bundled_game(ruleset, seats, every=8)


# ---- that all this covers something ---------------------------------------------------------


def met_in(state: State, model: Naive) -> Iterator[str]:
    """What is rare and can be seen in a position."""
    uses, ended = model.card.get("uses", {}), tr.outcome(state)
    if any(used.get(thing) == uses[thing]["times"] for used in model.used for thing in uses):
        yield "a use is used up"
    if model.turns_left:
        yield "turns remain"
    if ended and len(ended.ranking) > 1 and "partners" in model.card:
        yield "partners share a place"
    owned = Counter(state.owners.values())
    if state.phase == "reveal" and len({*owned.values()}) > 1:
        yield "one seat has more colours"
    tile = str(state.cells[state.turned_up].tile) if state.turned_up else ""
    if model.is_own(tile) and state.owners[tile] != state.to_move:
        yield "a flower of the partner"


@pytest.mark.unmeasured
def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    met: set[str] = set()
    lines: set[str] = set()
    endings: set[tuple[bool, bool]] = set()

    @settings(max_examples=160, phases=[Phase.generate], database=None)
    @given(serendipity_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        positions = BESIDE.played_out(ruleset, seats_of(ruleset, seed), seed)
        states = [state for state, _ in positions]
        met.update(word for position in positions for word in met_in(*position))
        lines.update(line.id for sheet in tr.score(states[-1]) for line in sheet.lines)
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.cut_short, len(ended.winners) > 1))

    play()
    assert kinds == KINDS
    assert met == {
        "a use is used up",
        "turns remain",
        "partners share a place",
        "one seat has more colours",
        "a flower of the partner",
    }
    assert lines >= {*BLOCKS, "handicap"} - {"rings"}
    assert {cut_short for cut_short, _ in endings} == {True, False}
    assert {shared for _, shared in endings} == {True, False}


@pytest.mark.unmeasured
def test_ties_are_broken_by_what_the_lines_count() -> None:
    """Where no line is worth a point."""
    words: set[str] = set()

    @settings(max_examples=80, phases=[Phase.generate], database=None)
    @given(serendipity_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        there = [id for id in BLOCKS if card["scoring"].get(id, GONE) != GONE]
        worthless = {id: {**card["scoring"][id], "points": 0} for id in there if id != "sizes"}
        worthless |= {"sizes": {"points": {1: 0}}} if "sizes" in there else {}
        scoring = {**card["scoring"], **worthless}
        ruleset = tr.load({**card, "scoring": scoring, "seats": {0: {"handicap": 0}}})
        positions = BESIDE.played_out(ruleset, seats_of(ruleset, seed), seed)
        same_scores(*positions[-1])
        ended = tr.outcome(positions[-1][0])
        assert ended is not None
        words.add(ended.decided_by)

    play()
    assert {"points", *BLOCKS[:3]} <= words <= {"points", *BLOCKS}


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    sections = ("board", "tiles", "turn", "end", "scoring", "tie_breaks", "partners", "uses")
    usual = {path for path, _ in said(values_of(tr.load("serendipity"), 2))}
    every = words_of("serendipity", sections)
    words = {word for word in every if word[1] != GONE or word[0] in usual}  # else none to remove
    assert {("turn.own.leave", GONE), ("end.whose", "any"), ("uses.swap.in", "turn")} < words
    found: set[Word] = set()
    sides: set[int] = set()
    seats: set[int] = set()

    @settings(max_examples=1000, phases=[Phase.generate], database=None)
    @given(serendipity_cards())
    def draw(card: Card) -> None:
        found.update(said_in(card, [section for section in sections if section in card]))
        sides.add(card["board"]["side"])
        seats.update(card["players"])

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
