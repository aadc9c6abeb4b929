"""The golden playthroughs: what was once played is played for ever in the same way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import tilerules as tr
from tests.records.models import COMPARISONS
from tests.records.playthrough import Playthrough, positions
from tests.records.text import WORDINGS, read, written
from tilerules.games import flowers, tulips

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
IDS = tr.ruleset_ids()
MOST_LINES = {"serendipity": 150, "flowers": 161, "tulips": 120}


@cache
def text_of(stem: str) -> str:
    """What a file says."""
    return (HERE / f"{stem}.txt").read_text(encoding="utf-8")


@cache
def game_of(stem: str) -> Playthrough:
    """The game that a file tells."""
    return read(text_of(stem))


def games_of(id: str) -> list[Playthrough]:
    """The games of a ruleset."""
    return [game_of(f"{id}-{seats}") for seats in tr.load(id).seat_counts]


def of_game(game: str) -> list[Playthrough]:
    """The games of all rulesets of a game."""
    return [each for id in IDS if tr.load(id).game == game for each in games_of(id)]


every_file = pytest.mark.parametrize("stem", [file.stem for file in FILES])


def test_every_ruleset_and_number_of_seats_has_a_file() -> None:
    expected = {f"{id}-{n}" for id in IDS for n in tr.load(id).seat_counts}
    assert {file.stem for file in FILES} == expected, "run python -m tests.records.write"
    assert {tr.load(id).game for id in IDS} == WORDINGS.keys() == COMPARISONS.keys()


@every_file
def test_playthrough(stem: str) -> None:
    """Every move is legal, shows what it showed, and leads to the table and sheet as written."""
    text, game = text_of(stem), game_of(stem)
    assert stem == f"{game.ruleset.id}-{game.seats}"
    assert written(game).splitlines() == text.splitlines()
    assert text.count("\n") <= MOST_LINES[game.ruleset.game]


@pytest.mark.unmeasured
@every_file
def test_playthrough_beside_the_model(stem: str) -> None:
    """The naive model plays the same game, ply by ply, to the same score and ranking."""
    game = game_of(stem)
    beside = COMPARISONS[game.ruleset.game]
    first, *later = game.states()
    model = beside.model_of(first)
    beside.same_position(first, model)
    for move, state in zip(game.moves, later, strict=True):
        model = model.play(str(move))
        beside.same_position(state, model)
    beside.same_scores(later[-1], model)
    assert (model.phase, model.legal(), list(tr.legal_moves(later[-1]))) == ("over", set(), [])
    assert not any(tr.action_space(game.ruleset, game.seats).mask(later[-1]))


@every_file
def test_the_deal_of_the_seed_is_the_same(stem: str) -> None:
    """Dealt again from the seed in the file, and given to a new game, it starts as written."""
    game = game_of(stem)
    deal = tr.deal(game.ruleset, game.seats, seed=game.seed)
    assert f"commitment  {deal.commitment}\n" in text_of(stem)
    first = next(game.states())
    assert tr.new_game(game.ruleset, game.seats, deal=deal) == first
    layout = COMPARISONS[game.ruleset.game].layout(first)
    for part, dealt in zip(layout, deal.layout.split("|"), strict=True):
        assert part is None or list(part) == dealt.split()


# ---- what the games meet --------------------------------------------------------------------

FORMS = {
    "serendipity": "choose_1 reveal_1 keep_0 keep_1 move_1 move_2 swap_2 pass_0",
    "flowers": "take_1 place_1 cover_1",
    "tulips": "start_1 keep_0 keep_1 give_1 give_2 add_1 add_2",
}
"""The kinds of moves, each with how many words follow it, that occur in the games of a game."""

USUAL = {
    "serendipity": {"choose", "reveal", "keep", "move", "swap"},
    "flowers": {"take", "place"},
    "tulips": {"start", "keep", "give", "add"},
}
"""The kinds of moves that occur in each single game."""

LINES = {
    "serendipity": {"flowers", "serendips", "matches"},
    "flowers": {"discards", "fields", "butterflies"},
    "tulips": {"giving", "keeping", "majorities"},
}
"""The score lines that occur in the games of each ruleset."""


@pytest.mark.parametrize("game", FORMS)
def test_every_form_of_move_occurs(game: str) -> None:
    forms = {f"{move.kind}_{len(move.args)}" for each in of_game(game) for move in each.moves}
    assert forms == set(FORMS[game].split())
    for each in of_game(game):
        assert {move.kind for move in each.moves} >= USUAL[game]


@pytest.mark.parametrize("id", IDS)
def test_every_kind_of_line_occurs(id: str) -> None:
    lasts = [[*game.states()][-1] for game in games_of(id)]
    lines = {line.id for last in lasts for sheet in tr.score(last) for line in sheet.lines}
    assert lines == LINES[tr.load(id).game]


def test_flowers_are_covered_where_the_card_allows_it() -> None:
    for id in (id for id in IDS if tr.load(id).game == "flowers"):
        kinds = {move.kind for game in games_of(id) for move in game.moves}
        assert kinds == {"take", "place", *([] if id == "flowers-flat" else ["cover"])}


def test_every_ending_of_flowers_occurs() -> None:
    """A pile runs out by a card taken, by a card swept, and before the last turn of a round."""
    lasts = {}
    for game in of_game("flowers"):
        *_, (before, after) = pairwise(positions(game, flowers.State))
        stem = f"{game.ruleset.id}-{game.seats}"
        lasts[stem] = (all(before.piles), before.swept != after.swept)
    assert lasts["flowers-2"] == (False, False)
    assert any(by_sweep for _, by_sweep in lasts.values())
    ran_out = {
        state.turns % state.seats
        for game in games_of("flowers-even-turns")
        for state in positions(game, flowers.State)
        if state.phase == "take" and not all(state.piles)
    }
    assert ran_out, "in none of these games another turn followed when a pile had run out"


def test_tulips_are_added_to_both_festivals_in_one_turn_where_the_card_allows_it() -> None:
    for id in (id for id in IDS if tr.load(id).game == "tulips"):
        turns = [state.done for game in games_of(id) for state in positions(game, tulips.State)]
        ways = {action for done in turns for action in done}
        adds = {"add_open", "add_secret"} if id == "tulips-four-actions" else {"add"}
        assert ways == {"keep", "give", *adds}
    both = [
        (before.done, after.last_move)
        for game in games_of("tulips-four-actions")
        for before, after in pairwise(positions(game, tulips.State))
        if before.phase == "second"
    ]
    assert (("add_open",), tr.Move("add", ("secret",))) in both
    assert (("add_secret",), tr.Move("add", ("open",))) in both


def test_places_in_tulips_are_close() -> None:
    """Both criteria decide places, seats share them, and tie-breaks and draws end games."""
    ends = []
    for id in (id for id in IDS if tr.load(id).game == "tulips"):
        lasts = [[*game.states()][-1] for game in games_of(id)]
        sheets = [[line for sheet in tr.score(last) for line in sheet.lines] for last in lasts]
        lines = [line for sheet in sheets for line in sheet if line.id == "majorities"]
        assert {line.decided_by for line in lines} == {"cards", "sum"}
        assert {line.place for line in lines} == {1, 2, 3}
        taken = [Counter((line.of, line.place) for line in sheet if line.place) for sheet in sheets]
        assert max(seats for counts in taken for seats in counts.values()) > 1
        ends += [tr.outcome(last) for last in lasts]
    assert {end.decided_by for end in ends if end} == {"points", "bouquet", "giving"}
    assert max(len(tied) for end in ends if end for tied in end.ranking) > 1


# ---- what would be noticed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stem", "was", "now"),
    [
        ("serendipity-small-3", "reveal f1 (serendip:ne)", "reveal f1 (serendip:e)"),
        ("serendipity-small-3", "swap a2 e3", "swap a2 e2"),
        ("serendipity-small-3", "flowers   red: 6 for 6", "flowers   red: 7 for 7"),
        ("flowers-2", "[shown: pile 0 ", "[shown: pile 1 "),
        ("flowers-2", "seat 1  take 2", "seat 1  take 1"),
        ("flowers-2", "  fields    red: 5 for 5", "  fields    red: 6 for 6"),
        ("tulips-3", "start blue-2 (secret: pink-2)", "start pink-2 (secret: blue-2)"),
        ("tulips-3", "[pink-2]  give 2 (+2)", "[pink-2]  give 2 (+3)"),
        ("tulips-3", "(orange 3, blue 3, purple 3)", "(blue 3, orange 3, purple 3)"),
        ("tulips-3", "[blue-4]  add secret", "[blue-4]  add open"),
        ("tulips-3", "blue-2@1, ", "blue-2@0, "),
        ("tulips-3", "drawn       blue-2, blue-4, ", "drawn       blue-4, blue-2, "),
        ("tulips-3", "place 1 by sum", "place 1 by cards"),
        ("tulips-3", "decided by bouquet", "decided by points"),
        ("tulips-full-hand-3", "keep orange-2  give 2 blue-3", "give 2 blue-3  keep orange-2"),
        ("tulips-thanks-2", "give 1 (+3, seat 1 +2)", "give 1 (+3)"),
    ],
)
def test_a_change_is_noticed(stem: str, was: str, now: str) -> None:
    text = text_of(stem)
    changed = text.replace(was, now, 1)
    assert changed != text
    try:
        noticed = written(read(changed)) != changed
    except tr.IllegalMove:
        noticed = True
    assert noticed
