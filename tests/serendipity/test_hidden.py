"""What the viewers of Serendipity may know: what all have been shown, and nothing else.

`told` says it a second time, from the rulebook. Two deals that agree on every tile told so far must
look alike in all that a viewer, or whoever holds a state, can get out of the library without asking
for what lies hidden.
"""

from __future__ import annotations

from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.hidden import prints_its_commitment_alone
from tests.naive.serendipity import turnings
from tests.serendipity.leaks import PLANTS
from tests.serendipity.told import Face, all_looked_at, dealt, followed, lying, told
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_tables
from tilerules.games.serendipity import Observation, State
from tilerules.games.serendipity import state as states
from tilerules.testing import Played, Secrets
from tilerules.testing.channels import Said, asked, said_by

pytestmark = pytest.mark.unmeasured

# ---- games ----------------------------------------------------------------------------------


def forgetful(legal: tr.LegalMoves, chance: Random) -> tr.Move:
    """Tiles are turned up again, moved about, and left in every other case."""
    kept = [move for move in legal[:8] if move.kind in ("keep", "pass")]
    likely = kept if kept and chance.random() < 0.5 else legal
    return likely[chance.randrange(len(likely))]


def dealt_otherwise(game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
    """Another deal that agrees on every tile told in so many plies: the others change places."""
    rules, tiles = game.deal.rules, dealt(game.deal)
    looked_at = all_looked_at(game.deal)
    _, shown = followed(tiles, game.moves[:plies], rules.edges[0], all_looked_at=looked_at)
    unseen = [tile for tile in tiles if tile not in shown]
    faces = [tiles[tile] for tile in unseen]
    chance.shuffle(faces)
    if not rules.alike:
        facings = turnings(list(rules.edges))
        faces = [(tile, facing and chance.choice(facings)) for tile, facing in faces]
    layout = {**tiles, **dict(zip(unseen, faces, strict=True))}
    board = bytes(states.encoded(rules, *face) for face in layout.values())
    return Played(attrs.evolve(game.deal, board=board), game.moves)


def also(at: State, viewer: int | None) -> Said:
    """What a state says, which may be asked for its moves: nothing hidden decides about them."""
    said: dict[str, object] = {f"state: {key}": value for key, value in asked(at).items()}
    said["last move"] = at.last_move
    said["cells"] = (repr(at.cells), str(at.cells), at.shown, at.down)
    said["no cell"] = said_by(lambda: at.cells["z99"])
    return said


SECRETS = Secrets(told=told, dealt_otherwise=dealt_otherwise, also=also, likely=forgetful)

# ---- the laws -------------------------------------------------------------------------------


def shows_what_was_told(game: Played) -> None:
    """Each viewer sees every tile told so far, where it lies now, and no other."""
    for plies, at in enumerate(game.states()):
        expected = told(game.deal, game.moves[:plies], None)
        up = {label: cell.up for label, cell in at.cells.items()}
        just_shown = None
        if plies and game.moves[plies - 1].startswith("reveal"):
            label = game.moves[plies - 1].split()[1]
            just_shown = (label, *expected[label])
        for viewer in (None, *range(at.seats)):
            with_memory, without = (observed(at, viewer, memory=memory) for memory in (True, False))
            faces = {at: (cell.tile, cell.facing) for at, cell in with_memory.cells.items()}
            assert faces == {label: expected.get(label, (None, None)) for label in up}
            faces = {at: (cell.tile, cell.facing) for at, cell in without.cells.items()}
            assert faces == {at: expected[at] if up[at] else (None, None) for at in up}
            for seen, remembered in ((with_memory, expected), (without, {})):
                flags = {label: (cell.up, cell.seen) for label, cell in seen.cells.items()}
                assert flags == {at: (up[at], at in remembered and not up[at]) for at in up}
                shown = seen.shown
                assert (shown and (shown.cell, shown.tile, shown.facing)) == just_shown
                assert seen.viewer == viewer


def observed(at: State, viewer: int | None, *, memory: bool) -> Observation:
    seen = tr.observe(at, viewer, memory=memory)
    assert isinstance(seen, Observation)
    return seen


@given(serendipity_tables(), seeds, st.integers(0, 60))
def test_viewers_see_what_was_told(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    shows_what_was_told(SECRETS.played(*table, seed, plies))


@given(serendipity_tables(), seeds, st.integers(0, 24), st.integers(0, 24), st.randoms())
def test_deals_that_tell_the_same_look_the_same(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, agreed: int, chance: Random
) -> None:
    game = SECRETS.played(*table, seed, plies)
    for viewer in (None, chance.randrange(table[1])):
        SECRETS.looks_alike(game, min(agreed, len(game.moves)), viewer, chance)


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats, agreed in ((ruleset.seat_counts[0], 10), (ruleset.seat_counts[-1], 30)):
        game = SECRETS.played(ruleset, seats, seed=seats, plies=30)
        shows_what_was_told(game)
        for viewer in (None, seats - 1):
            SECRETS.looks_alike(game, min(agreed, len(game.moves)), viewer, Random(seats))


def test_told_by_hand() -> None:
    """Two tiles go back; a Serendip is turned; all three are followed wherever they are moved."""
    tiles: dict[str, Face] = dict.fromkeys(("a1", "a2", "b1", "b2"), ("red", None))
    tiles |= {"b3": ("serendip", "ne"), "c1": ("blue", None), "c2": ("yellow", None)}
    before = lying(tiles, ["choose blue", "reveal a1", "reveal c2"], "blue")
    assert before == {"a1": ("red", None), "c2": ("yellow", None)}
    kept = ["reveal a1", "reveal c2", "reveal b3", "keep blue:w", "swap a2 c2", "reveal c1"]
    expected = {"a1": ("red", None), "a2": ("yellow", None), "b3": ("serendip", "w")}
    assert lying(tiles, kept[:5], "blue") == expected
    moved = lying(tiles, [*kept, "move a1"], "blue")
    expected |= {"a1": ("blue", None), "c1": ("red", None)}
    assert moved == expected
    assert lying(tiles, ["reveal b3", "move a1 blue:se"], "blue") == {"a1": ("serendip", "se")}


# ---- what is printed ------------------------------------------------------------------------


def test_nothing_that_is_printed_names_a_hidden_tile() -> None:
    """With names that stand nowhere else, all tiles hidden but one."""
    colours = ["mauve", "ochre", "umber", "taupe", "sepia", "azure"]
    card = {"extends": "serendipity", "tiles": {"colours": colours, "serendip_edges": colours}}
    ruleset = tr.load(card)
    deal = tr.deal(ruleset, 6, seed=1)
    at = tr.new_game(ruleset, 6, deal=deal)
    for colour in colours:
        at = tr.apply_move(at, tr.Move("choose", (colour,)))
    cells = at.cells  # type: ignore[attr-defined]
    hidden_red = next(label for label, cell in cells.items() if cell.tile == "umber")
    assert hidden_red != "a1"
    texts = [repr(at), repr(deal), str(deal), repr(deal.cells), repr(cells), str(cells)]  # type: ignore[attr-defined]
    texts += [repr(tr.observe(at, 2)), repr(tr.legal_moves(at)), str(tr.legal_moves(at))]
    texts += [repr(tr.why_illegal(at, tr.Move("swap", tuple(sorted(("a1", hidden_red))))))]
    texts += [
        said_by(lambda: tr.apply_move(at, tr.Move("move", (hidden_red,)))),
        said_by(lambda: tr.new_game(tr.load("serendipity"), 6, deal=deal)),
        said_by(lambda: tr.new_game(ruleset, 5, deal=deal)),
        said_by(lambda: tr.new_game(ruleset, 6, deal=deal, seed=1)),
        said_by(lambda: tr.observe(at, 6)),
        said_by(lambda: tr.observe(deal, 0)),  # type: ignore[arg-type]
    ]
    for text in texts:
        assert [colour for colour in colours if colour in text] == []
        assert ":e" not in text


def test_a_deal_prints_its_commitment_alone() -> None:
    prints_its_commitment_alone(tr.deal(tr.load("serendipity"), 2, seed=1))


# ---- the laws catch leaks put in on purpose -------------------------------------------------


def leaks_are_found() -> None:
    """All laws, on games in which every kind of thing happens."""
    for id, seats in (("serendipity-small", 2), ("serendipity-meadow", 3), ("serendipity", 6)):
        for seed in range(2):
            game = SECRETS.played(tr.load(id), seats, seed=seed, plies=40)
            shows_what_was_told(game)
            for agreed, viewer in ((12, None), (12, 1), (len(game.moves), 0)):
                SECRETS.looks_alike(game, agreed, viewer, Random(seed))


def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        leaks_are_found()
