"""What holds of every card of Gift of Tulips, at every ply: the engine beside the naive model.

Hypothesis draws the card, the deal and the moves; nothing here is true of one card alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.stateful import initialize, precondition, rule

import tilerules as tr
from tests.laws import positions as laws
from tests.laws.beside import Beside, BesideTheModel, numbers
from tests.laws.positions import Card, decided_so, judged_alike, same_outcome, same_sheets
from tests.laws.vocabulary import Word, said_in, words_of
from tests.naive.tulips import Line, Naive, all_cards
from tests.strategies import seeds
from tests.tulips.strategies import TULIPS_IDS, tulips_cards
from tests.tulips.tables import seen
from tilerules.games.tulips import State, drawn

KINDS = {"start", "keep", "give", "add"}

# ---- beside the model -----------------------------------------------------------------------


def model_of(state: State) -> Naive:
    """The model at the start of the game of a first state."""
    hands = [[str(card) for card in hand] for hand in state.hands]
    deck = [str(card) for card in state.deck]
    card = laws.values_of(state.ruleset, state.seats)
    return Naive(card, state.seats, list(state.festival), hands, deck, list(state.lottery))


def beginning(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> tuple[State, Naive]:
    """A game of the engine, and the model with the same cards."""
    return BESIDE.beginning(ruleset, seats, seed)


def in_hand(state: State) -> list[str | None]:
    """The cards that the seat to move has drawn."""
    held = state.in_hand
    return list(held) if isinstance(held, tuple) else [held] if held else []


def same_position(state: State, model: Naive) -> None:
    """All that lies on the table, hidden cards included, and the points so far."""
    assert (state.phase, state.to_move, state.turns, state.drawn) == (
        model.phase,
        model.to_move,
        model.turns,
        model.drawn,
    )
    assert (list(state.festival), list(state.ranking)) == (model.festival, model.ranked())
    assert [list(bouquet) for bouquet in state.bouquets] == model.bouquets
    assert (list(state.secret), list(state.secret_by)) == (model.secret, model.secret_by)
    assert (list(state.deck), list(state.lottery)) == (model.deck, model.lottery)
    assert (list(state.giving), list(state.keeping)) == (model.giving, model.keeping)
    assert (sorted(state.done), list(state.kept)) == (sorted(model.done), model.kept)
    same_counts(state, model)
    if state.phase == "start":
        assert ([list(hand) for hand in state.hands], in_hand(state)) == (model.hands, [])
    else:
        assert (state.hands, in_hand(state)) == ((), model.in_hand)


def same_counts(state: State, model: Naive) -> None:
    """How often the seats have done what is limited, and how many turns remain."""
    data, limited = state.to_data(), model.card.get("uses", {})
    assert ("used" in data) == bool(limited)
    for used, done in zip(data.get("used", []), model.used, strict="used" in data):
        assert set(used) <= set(limited)
        assert {thing: used.get(thing, 0) for thing in limited} == {
            thing: done[thing] for thing in limited
        }
    if not state.is_over:
        assert data.get("turns_left") == model.turns_left


def same_moves(state: State, model: Naive) -> None:
    """The legal moves are those of the model."""
    laws.same_moves(state, model.legal())


def in_words(line: tr.ScoreLine) -> Line:
    """A line as the model writes it."""
    spots = list(line.spots)
    return (line.id, line.of, line.points, line.count, line.place, line.decided_by, spots)


def same_scores(state: State, model: Naive) -> None:
    """The score sheet and the outcome are those of the model."""
    same_sheets(state, model, in_words)
    same_outcome(state, model.ranking())
    words = model.card["tie_breaks"]
    worth = {
        sheet.seat: (
            sheet.total,
            *(
                len(state.bouquets[sheet.seat]) if w == "bouquet" else sheet.points(w)
                for w in words
            ),
        )
        for sheet in tr.score(state)
    }
    for side in model.sides():
        together = tuple(sum(some) for some in zip(*(worth[seat] for seat in side), strict=True))
        worth |= dict.fromkeys(side, together)
    decided_so(state, worth, ["points", *words])


def same_views(state: State, model: Naive) -> None:
    """What all see all see alike."""
    for viewer in (None, *range(state.seats)):
        view = seen(state, viewer)
        assert (list(view.festival), list(view.ranking)) == (model.festival, model.ranked())
        assert [list(bouquet) for bouquet in view.bouquets] == model.bouquets
        assert (list(view.giving), list(view.keeping)) == (model.giving, model.keeping)
        assert (len(view.deck), list(view.secret_by)) == (len(model.deck), model.secret_by)
        assert (sorted(view.done), view.drawn) == (sorted(model.done), model.drawn)
        assert len(view.kept) == len(model.kept)


# ---- one step -------------------------------------------------------------------------------


def cards_of(state: State) -> Counter[str | None]:
    """All cards that are in the game; those that the end has drawn lie in the secret festival."""
    added = state.festival[: len(state.festival) - state.drawn]
    return Counter(
        chain(added, *state.bouquets, state.secret, state.deck, in_hand(state), *state.hands)
    )


def left_out(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> Counter[str | None]:
    """The cards of a deal that are out of the game, unseen."""
    *_, cards, _ = tr.deal(ruleset, seats, seed=seed).layout.split("|")
    return Counter(cards.split())


def stepped_well(before: State, move: tr.Move, after: State) -> None:
    """No card comes or goes; what is laid open stays open, and is shown; seats follow clockwise."""
    assert cards_of(after) == cards_of(before)
    pairs = [*zip(before.bouquets, after.bouquets, strict=True), (before.festival, after.festival)]
    assert all(new[: len(old)] == old for old, new in pairs)
    assert after.shown == tuple(card for old, new in pairs for card in new[len(old) :])
    if move.kind == "start":
        assert after.turns == 0
        assert after.is_over or after.to_move == ((before.to_move or 0) + 1) % before.seats
    elif not after.is_over:
        assert after.to_move == after.turns % after.seats
        draws = laws.values_of(after.ruleset, after.seats)["turn"]["draws"]
        assert (after.turns == before.turns) == (len(before.done) + 1 < draws)


# ---- games ----------------------------------------------------------------------------------


def any_kind(model: Naive, random: Random) -> str:
    """A random move, all kinds about equally often."""
    moves = sorted(model.legal())
    kind = random.choice(sorted({text.split()[0] for text in moves}))
    return random.choice([text for text in moves if text.split()[0] == kind])


BESIDE = Beside(
    state=State,
    model=model_of,
    same_position=same_position,
    same_scores=same_scores,
    same_views=same_views,
    step=stepped_well,
    likely=any_kind,
    most_plies=lambda state: state.seats + len(state.deck),
    alien=tr.action_space(tr.load("tulips-full-hand"), 6),
)


class OfTulips(BesideTheModel):
    of = BESIDE

    @initialize(card=tulips_cards(), number=numbers, seed=seeds)
    def begin(self, card: Card, number: int, seed: int | bytes) -> None:
        self.start(card, number, seed)

    @precondition(lambda self: self.some("start"))
    @rule(number=numbers)
    def all_choose(self, number: int) -> None:
        """The other start choices, so that there is time for turns."""
        while moves := self.some("start"):
            self.play(moves, number)

    @precondition(lambda self: self.some("add"))
    @rule(number=numbers)
    def add(self, number: int) -> None:
        self.play(self.some("add"), number)

    @precondition(lambda self: self.state.phase not in ("start", "over"))
    @rule(number=numbers)
    def a_card_in_any_way(self, number: int) -> None:
        """Every form of a move, with a card in hand or another."""
        held = in_hand(self.state)
        others = [f"{kind.colour}-{kind.value}" for kind in self.state.rules.kinds]
        card = str((held + others)[number % (len(held) + len(others))])
        for text in ("keep", "give 0", "give 1", "give 9", "add open", "add secret"):
            kind, *args = text.split()
            for words in (args, [*args, card]):
                judged_alike(self.state, tr.Move(kind, tuple(words)), self.model.legal())


OfTulips.TestCase.settings = settings(stateful_step_count=40)
TestBesideTheModel = OfTulips.TestCase


@given(tulips_cards(), numbers)
def test_every_sound_card_can_be_played_to_its_end(card: Card, seed: int) -> None:
    positions = BESIDE.holds_to_the_end(card, seed)
    (first, model), (last, _) = positions[0], positions[-1]
    whole = Counter(all_cards(model.card))
    for at in (first, last):
        assert cards_of(at) + left_out(first.ruleset, first.seats, seed) == whole
    played = len(first.deck) - len(last.deck)
    assert last.ply == first.seats + played
    assert last.turns == -(-played // card["turn"]["draws"])
    assert not last.deck or card["end"].keys() & {"points", "rounds"}
    word = card["end"]["drawn"]
    number = {"all": len(last.secret), "never": 0}.get(word)
    assert last.drawn == min(word if number is None else number, len(last.secret))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", TULIPS_IDS)
def test_bundled_rulesets_beside_the_model(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        BESIDE.holds_of_a_bundled_game(ruleset, seats, every=7)


@pytest.mark.parametrize(
    ("seats", "cards", "out", "left", "turns"),
    [
        (2, 72, 18, 48, 12),
        (3, 72, 4, 60, 10),
        (4, 72, 6, 56, 7),
        (5, 96, 14, 70, 7),
        (6, 96, 10, 72, 6),
    ],
)
def test_set_up_and_turns_of_the_base(
    seats: int, cards: int, out: int, left: int, turns: int
) -> None:
    """The deck, the cards removed, those left after the set-up, and the turns of each seat."""
    ruleset = tr.load("tulips")
    positions = [state for state, _ in BESIDE.played_out(ruleset, seats, seed=seats)]
    removed = left_out(ruleset, seats, seed=seats)
    assert (cards_of(positions[0]) + removed).total() == cards
    assert (removed.total(), len(positions[0].deck)) == (out, left)
    began = {state.turns: state.to_move for state in positions if state.phase == "first"}
    assert Counter(began.values()) == dict.fromkeys(range(seats), turns)
    assert positions[-1].turns == seats * turns


# ---- tables of any kind ---------------------------------------------------------------------


def table(ruleset: tr.Ruleset, seed: int) -> tuple[State, Naive]:
    """A game that is over, by hand: bouquets and points are alike more often than in games."""
    random = Random(seed)
    first, model = beginning(ruleset, ruleset.seat_counts[0], seed)
    bag = all_cards(model.card)
    random.shuffle(bag)
    model.festival = [bag.pop() for _ in range(random.randint(0, min(5, len(bag))))]
    for _ in range(random.randint(0, len(bag) // model.seats)):
        for bouquet in random.sample(model.bouquets, random.randint(1, model.seats)):
            bouquet.append(bag.pop())
    model.giving, model.keeping = ([random.randint(0, 1) for _ in model.bouquets] for _ in "gk")
    model.phase, model.to_move = "over", None
    data = {key: first.to_data()[key] for key in ("ruleset", "seats")}
    data |= {"phase": "over", "festival": model.festival, "bouquets": model.bouquets}
    return State.from_data({**data, "giving": model.giving, "keeping": model.keeping}), model


def worth_little(card: Card, random: Random) -> Card:
    """A card of all blocks that score at the end, worth a point each, with all tie-breaks."""
    scoring = {**card["scoring"]}
    if scoring["majorities"] != "removed":
        points = scoring["majorities"]["points"]
        few = {rank: worth if worth == "removed" else [1] for rank, worth in points.items()}
        scoring["majorities"] = {**scoring["majorities"], "points": few}
    for id in ("all_colours", "fewest"):
        scoring[id] = {"points": random.choice([1, -1])}
    scoring["sizes"] = {"points": {"1": 1, "2": 0, "3": random.choice([1, -1])}}
    breaks = ["bouquet", *(id for id in scoring if scoring[id] != "removed")]
    return {**card, "scoring": scoring, "tie_breaks": random.sample(breaks, len(breaks))}


@pytest.mark.unmeasured
def test_tables_of_any_kind_score_as_in_the_model() -> None:
    """Where hardly anything is worth a point, so that ties are met, and broken, in all ways."""
    words: set[str] = set()

    @settings(max_examples=200, database=None)
    @given(tulips_cards(), numbers)
    def look(card: Card, seed: int) -> None:
        ruleset = tr.load(worth_little(card, Random(seed)) if seed % 4 else card)
        for number in range(5):
            state, model = table(ruleset, seed + number)
            assert list(state.ranking) == model.ranked()
            same_scores(state, model)
            ended = tr.outcome(state)
            assert ended is not None
            words.add(ended.decided_by)

    look()
    blocks = {"giving", "keeping", "majorities", "sizes", "all_colours", "fewest"}
    assert words == {"points", "bouquet", *blocks}


# ---- that all this covers something ---------------------------------------------------------


def met_in(state: State, model: Naive) -> Iterator[str]:
    """What is rare and can be seen in a position."""
    uses, ended = model.card.get("uses", {}), tr.outcome(state)
    if any(done[thing] == uses[thing]["times"] for done in model.used for thing in uses):
        yield "a use is used up"
    if model.turns_left:
        yield "turns remain"
    if state.is_over and state.deck:
        yield "cards remain"
    if ended and len(ended.ranking) > 1 and "partners" in model.card:
        yield "partners share a place"


@pytest.mark.unmeasured
def test_games_meet_every_kind_of_move_and_of_ending() -> None:
    kinds: set[str] = set()
    endings: set[tuple[str, bool]] = set()
    lines: set[tuple[str, str | None]] = set()
    met: set[str] = set()

    @settings(max_examples=200, phases=[Phase.generate], database=None)
    @given(tulips_cards(), numbers)
    def play(card: Card, seed: int) -> None:
        ruleset = tr.load(card)
        positions = BESIDE.played_out(ruleset, ruleset.seat_counts[0], seed)
        states = [state for state, _ in positions]
        met.update(word for position in positions for word in met_in(*position))
        kinds.update(state.last_move.kind for state in states if state.last_move)
        ended = tr.outcome(states[-1])
        assert ended is not None
        endings.add((ended.decided_by, len(ended.winners) > 1))
        sheets = tr.score(states[-1])
        lines.update((line.id, line.decided_by) for sheet in sheets for line in sheet.lines)

    play()
    assert kinds == KINDS
    assert {shared for _, shared in endings} == {True, False}
    ids = ("handicap", "giving", "keeping", "sizes", "all_colours", "fewest")
    blocks = {(id, None) for id in ids}
    assert met == {"a use is used up", "turns remain", "cards remain", "partners share a place"}
    assert lines == blocks | {("majorities", word) for word in ("cards", "sum", "highest")}


def test_six_seats_may_be_three_teams() -> None:
    cards = drawn._partners(6, majorities=True)
    found = find(cards, lambda card: len(card.get("partners", {}).get("teams", ())) == 3)
    assert sorted(map(len, found["partners"]["teams"].values())) == [2, 2, 2]


def test_drawn_cards_say_every_word_of_the_schema() -> None:
    sections = ["cards", "start", "festival", "turn", "end", "scoring", "tie_breaks"]
    sections += ["seats", "partners", "uses"]
    words = words_of("tulips", sections)
    assert {("scoring.giving", "removed"), ("turn.actions", "add_open")} < words
    assert {("partners.bouquets", "shared"), ("end.any_of", "rounds")} < words
    there = {path for path, _ in said_in(laws.values_of(tr.load("tulips"), 2), sections)}
    words = {(path, word) for path, word in words if word != "removed" or path in there}
    found: set[Word] = set()
    seats: set[int] = set()
    colours: set[int] = set()

    @settings(max_examples=300, phases=[Phase.generate], database=None)
    @given(tulips_cards())
    def draw(card: Card) -> None:
        found.update(said_in(card, sections))
        seats.update(card["players"])
        colours.add(len(card["cards"]["colours"]))

    draw()
    assert words - found == set()
    assert seats == {2, 3, 4, 5, 6}
    assert colours >= {2, 3, 4}
    assert max(colours) > 8
    assert {("turn.draws", number) for number in (1, 2, 3, 4)} < found
    assert {("start.dealt", number) for number in (1, 2, 3, 4)} < found
    paths = {path for path, _ in found}
    assert {f"seats.{seat}.handicap" for seat in range(6)} < paths
    assert {f"uses.{thing}.times" for thing in ("keep", "give", "open", "secret")} < paths
    assert {"partners.teams.sun", "partners.teams.moon", "scoring.majorities.least"} < paths
    assert {"end.points", "end.rounds", "scoring.sizes.points.9"} < paths
