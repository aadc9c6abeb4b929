"""What the viewers of Serendipity may know: what all have been shown, and nothing else.

`told` says it a second time, from the rulebook: a tile is shown to all when it is turned up, and
tiles are moved in the open, so all know for ever which tile it was and where it lies now. Two deals
that agree on every tile told so far must look alike in all that a viewer, or whoever holds a state,
can get out of the library without asking for what lies hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.naive.serendipity import turnings
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_tables
from tilerules.engine import moves as engine_moves
from tilerules.games import serendipity
from tilerules.games.serendipity import (
    choices,
    drawing,
    hidden,
    moves,
    rules,
    scoring,
    state,
    turns,
)
from tilerules.games.serendipity.game import GAME
from tilerules.games.serendipity.rules import SEEN, UNKNOWN, UP

Face = tuple[str, str | None]
Told = dict[str, Face]

# ---- the small model ------------------------------------------------------------------------


def told(dealt: Told, played: Sequence[str], first_edge: str) -> Told:
    """Where the tiles that all have been shown lie now, and what they show.

    `dealt` says which tile lay where, `played` are the moves in notation.
    """
    lies, shown = followed(dealt, played, first_edge)
    return {cell: shown[tile] for cell, tile in lies.items() if tile in shown}


def followed(
    dealt: Told, played: Sequence[str], first_edge: str
) -> tuple[dict[str, str], dict[str, Face]]:
    """Which tile lies on each cell, and the faces of those that have been shown.

    A tile has the name of the cell that it was dealt to. Of what was dealt only the faces of tiles
    that are turned up are looked at.
    """
    lies, shown, turned_up = {cell: cell for cell in dealt}, dict[str, Face](), ""
    for verb, *words in (text.split() for text in played):
        facings = [word.removeprefix(f"{first_edge}:") for word in words if ":" in word]
        cells = [word for word in words if word in lies]
        if verb == "reveal":
            turned_up = cells[0]
            shown.setdefault(lies[turned_up], dealt[lies[turned_up]])
        for facing in facings:
            shown[lies[turned_up]] = ("serendip", facing)
        if verb == "move":
            exchange(lies, turned_up, cells[0])
        elif verb == "swap":
            exchange(lies, cells[0], cells[1])
    return lies, shown


def exchange(lies: dict[str, str], one: str, other: str) -> None:
    lies[one], lies[other] = lies[other], lies[one]


# ---- games ----------------------------------------------------------------------------------


class Played:
    """A deal and the moves made on it, in notation."""

    def __init__(self, deal: serendipity.Deal, moves: Sequence[str]) -> None:
        self.deal = deal
        self.moves = tuple(moves)
        self.dealt = {at: (str(cell.tile), cell.facing) for at, cell in deal.cells.items()}

    def told(self, plies: int) -> Told:
        return told(self.dealt, self.moves[:plies], self.deal.rules.edges[0])

    def states(self) -> Iterator[serendipity.State]:
        """The states as far as the moves are legal."""
        at = tr.new_game(self.deal.ruleset, self.deal.seats, deal=self.deal)
        assert isinstance(at, serendipity.State)
        yield at
        for text in self.moves:
            verb, *words = text.split()
            move = tr.Move(verb, tuple(words))
            if tr.why_illegal(at, move):
                return
            at = tr.apply_move(at, move)
            yield at


def played(ruleset: tr.Ruleset, seats: int, seed: int | bytes, plies: int) -> Played:
    """A game by a forgetful policy: tiles are turned up again, and moved about."""
    deal, chance = tr.deal(ruleset, seats, seed=seed), Random(seed)
    at, texts = tr.new_game(ruleset, seats, deal=deal), list[str]()
    while len(texts) < plies and not at.is_over:
        legal = tr.legal_moves(at)
        kept = [move for move in legal[:8] if move.kind in ("keep", "pass")]
        likely = kept if kept and chance.random() < 0.5 else legal
        move = likely[chance.randrange(len(likely))]
        texts.append(str(move))
        at = tr.apply_move(at, move)
    assert isinstance(deal, serendipity.Deal)
    return Played(deal, texts)


def dealt_otherwise(game: Played, plies: int, chance: Random) -> Played:
    """Another deal that agrees on every tile told in so many plies: the others change places."""
    rules_of = game.deal.rules
    _, shown = followed(game.dealt, game.moves[:plies], rules_of.edges[0])
    unseen = [tile for tile in game.dealt if tile not in shown]
    faces = [game.dealt[tile] for tile in unseen]
    chance.shuffle(faces)
    if not rules_of.alike:
        facings = turnings(list(rules_of.edges))
        faces = [(tile, facing and chance.choice(facings)) for tile, facing in faces]
    layout = {**game.dealt, **dict(zip(unseen, faces, strict=True))}
    board = bytes(state.encoded(rules_of, *face) for face in layout.values())
    return Played(attrs.evolve(game.deal, board=board), game.moves)


# ---- all that can be got out of a position --------------------------------------------------


def views(at: serendipity.State) -> dict[str, object]:
    """Everything that the library says about a state without being asked for what lies hidden."""
    said: dict[str, object] = {}
    for viewer in (None, *range(at.seats)):
        seen = observed(at, viewer, memory=True)
        said |= {f"{viewer} {key}": value for key, value in of_position(seen).items()}
        said[f"{viewer} hash"] = hash(seen)
        said[f"{viewer} data"] = json.dumps(seen.to_data())
        said[f"{viewer} fields"] = attrs.astuple(seen, recurse=False)
        said[f"{viewer} forgetful"] = json.dumps(tr.observe(at, viewer, memory=False).to_data())
    said |= {f"state {key}": value for key, value in of_position(at).items()}
    said["forgetful"] = str(tr.observe(at, None, memory=False))
    said["cells"] = (repr(at.cells), str(at.cells), at.shown, at.down)
    said["errors"] = [
        failed(lambda: tr.observe(at, at.seats)),
        failed(lambda: at.cells["z99"]),
        failed(lambda: setattr(at, "board", b"")),
        failed(lambda: at.nonsense),  # type: ignore[attr-defined]
        failed(lambda: tr.apply_move(at, "reveal a1")),  # type: ignore[arg-type]
    ]
    return said


def of_position(at: tr.Position) -> dict[str, object]:
    """What is the same question for a state and for an observation."""
    legal, space = tr.legal_moves(at), tr.action_space(at.ruleset, at.seats)
    asked = [space.move(number) for number in sampled(len(space), at.ply)]
    return {
        "public": [at.phase, at.to_move, at.turns, at.ply, at.is_over, at.last_move],
        "texts": [repr(at), str(at)],
        "moves": [str(move) for move in legal],
        "moves in a word": (repr(legal), len(legal)),
        "mask": space.mask(at),
        "score": repr(tr.score(at)),
        "outcome": repr(tr.outcome(at)),
        "refusals": [repr(tr.why_illegal(at, move)) for move in asked],
        "errors": [failed(partial(applied, at, move)) for move in asked],
        "parsed": [
            failed(partial(tr.parse_move, at, text))
            for text in ("keep", "move a1", "move b2", "reveal a", "swap b1 a1", "")
        ],
    }


def applied(at: tr.Position, move: tr.Move) -> None:
    """Raise what a move that is refused raises."""
    if isinstance(at, tr.State) and tr.why_illegal(at, move):
        tr.apply_move(at, move)


def sampled(size: int, ply: int) -> list[int]:
    """Some of all moves; others at each ply."""
    return [(ply * 7919 + step * step * 31) % size for step in range(8)]


def failed(call: Callable[[], object]) -> str:
    """What a call returns or raises, as text."""
    try:
        return repr(call())
    except Exception as error:
        return f"{error!r} {error}"


# ---- the laws -------------------------------------------------------------------------------


def shows_what_was_told(game: Played) -> None:
    """Each viewer sees every tile told so far, where it lies now, and no other."""
    for plies, at in enumerate(game.states()):
        expected = game.told(plies)
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


def observed(at: serendipity.State, viewer: int | None, *, memory: bool) -> serendipity.Observation:
    seen = tr.observe(at, viewer, memory=memory)
    assert isinstance(seen, serendipity.Observation)
    return seen


def looks_alike(game: Played, plies: int, chance: Random) -> int:
    """Another deal looks the same for as long as it tells the same; for how many plies."""
    other = dealt_otherwise(game, plies, chance)
    alike = 0
    for ply, (one, another) in enumerate(zip(game.states(), other.states(), strict=False)):
        if game.told(ply) != other.told(ply):
            break
        first, second = views(one), views(another)
        different = [key for key in first if first[key] != second[key]]
        assert different == []
        alike += 1
    assert alike > plies
    return alike


@given(serendipity_tables(), seeds, st.integers(0, 60))
def test_viewers_see_what_was_told(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    shows_what_was_told(played(*table, seed, plies))


@given(serendipity_tables(), seeds, st.integers(0, 24), st.integers(0, 24), st.randoms())
def test_deals_that_tell_the_same_look_the_same(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, agreed: int, chance: Random
) -> None:
    game = played(*table, seed, plies)
    looks_alike(game, min(agreed, len(game.moves)), chance)


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        game = played(ruleset, seats, seed=seats, plies=30)
        shows_what_was_told(game)
        for agreed in (10, len(game.moves)):
            looks_alike(game, agreed, Random(seats))


def test_told_by_hand() -> None:
    """Two tiles go back; a Serendip is turned; all three are followed wherever they are moved."""
    dealt: dict[str, Face] = dict.fromkeys(("a1", "a2", "b1", "b2"), ("red", None))
    dealt |= {"b3": ("serendip", "ne"), "c1": ("blue", None), "c2": ("yellow", None)}
    before = told(dealt, ["choose blue", "reveal a1", "reveal c2"], "blue")
    assert before == {"a1": ("red", None), "c2": ("yellow", None)}
    kept = ["reveal a1", "reveal c2", "reveal b3", "keep blue:w", "swap a2 c2", "reveal c1"]
    expected = {"a1": ("red", None), "a2": ("yellow", None), "b3": ("serendip", "w")}
    assert told(dealt, kept[:5], "blue") == expected
    moved = told(dealt, [*kept, "move a1"], "blue")
    expected |= {"a1": ("blue", None), "c1": ("red", None)}
    assert moved == expected
    assert told(dealt, ["reveal b3", "move a1 blue:se"], "blue") == {"a1": ("serendip", "se")}


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
        failed(lambda: tr.apply_move(at, tr.Move("move", (hidden_red,)))),
        failed(lambda: tr.new_game(tr.load("serendipity"), 6, deal=deal)),
        failed(lambda: tr.new_game(ruleset, 5, deal=deal)),
        failed(lambda: tr.new_game(ruleset, 6, deal=deal, seed=1)),
        failed(lambda: tr.observe(at, 6)),
        failed(lambda: tr.observe(deal, 0)),  # type: ignore[arg-type]
    ]
    for text in texts:
        assert [colour for colour in colours if colour in text] == []
        assert ":e" not in text


def test_a_deal_prints_its_commitment_alone() -> None:
    deal = tr.deal(tr.load("serendipity"), 2, seed=1)
    assert repr(deal) == str(deal)
    assert repr(deal) == f"<Deal of serendipity for 2 seats, commitment {deal.commitment}>"
    assert deal.salt.hex() not in repr(deal)


# ---- the checks catch leaks put in on purpose -----------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, Plant] = {}


def planted(plant: Plant) -> Plant:
    PLANTED[plant.__name__] = plant
    return plant


def replace(patch: pytest.MonkeyPatch, **functions: Any) -> None:
    """Give the game other functions than its own."""
    patch.setattr(rules.Rules, "game", attrs.evolve(GAME, **functions))


def seen_otherwise(patch: pytest.MonkeyPatch, change: Callable[..., bytes]) -> None:
    """Observations whose board `change` makes of the honest one, the state and the viewer."""

    def observe(at: serendipity.State, viewer: int | None, *, memory: bool) -> Any:
        honest = hidden.observe(at, viewer, memory=memory)
        return attrs.evolve(honest, board=change(honest.board, at, viewer, memory))

    replace(patch, observe=observe)


@planted
def a_neighbour_of_the_tile_shown_is_seen(patch: pytest.MonkeyPatch) -> None:
    def change(board: bytes, at: serendipity.State, viewer: int | None, memory: bool) -> bytes:
        known = bytearray(board)
        if at.shown:
            cell = at.rules.board.neighbours[at.rules.board.index[at.shown.cell]][0]
            known[cell] = at.board[cell]
        return bytes(known)

    seen_otherwise(patch, change)


@planted
def one_seat_sees_all(patch: pytest.MonkeyPatch) -> None:
    seen_otherwise(patch, lambda board, at, viewer, memory: at.board if viewer == 1 else board)


@planted
def a_hidden_serendip_looks_otherwise(patch: pytest.MonkeyPatch) -> None:
    def change(board: bytes, at: serendipity.State, viewer: int | None, memory: bool) -> bytes:
        first = len(at.rules.colours)
        pairs = zip(board, at.board, strict=True)
        return bytes(b if b != UNKNOWN or tile < first else UNKNOWN | SEEN for b, tile in pairs)

    seen_otherwise(patch, change)


@planted
def the_forgetful_remember(patch: pytest.MonkeyPatch) -> None:
    def observe(at: serendipity.State, viewer: int | None, *, memory: bool) -> Any:
        return hidden.observe(at, viewer, memory=True)

    replace(patch, observe=observe)


@planted
def seen_stays_on_the_cell_when_tiles_move(patch: pytest.MonkeyPatch) -> None:
    honest = turns._exchanged

    def exchanged(at: Any, board: bytes, one: int, other: int) -> Any:
        after, down = honest(at, board, one, other)
        tiles = bytearray(after)
        for cell in (one, other):
            if not tiles[cell] & UP:
                tiles[cell] = (tiles[cell] & ~SEEN) | (board[cell] & SEEN)
        return bytes(tiles), down

    patch.setattr(turns, "_exchanged", exchanged)


@planted
def seen_is_lost_when_tiles_move(patch: pytest.MonkeyPatch) -> None:
    honest = turns._exchanged

    def exchanged(at: Any, board: bytes, one: int, other: int) -> Any:
        after, down = honest(at, board, one, other)
        tiles = bytearray(after)
        tiles[one] &= ~SEEN
        tiles[other] &= ~SEEN
        return bytes(tiles), down

    patch.setattr(turns, "_exchanged", exchanged)


@planted
def a_repr_lists_the_tiles(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tr.State, "__repr__", lambda at: f"<State {at.board.hex()}>")


@planted
def the_cells_list_the_tiles(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(state.Cells, "__repr__", lambda cells: repr(dict(cells)))


@planted
def a_state_is_drawn_as_it_is(patch: pytest.MonkeyPatch) -> None:
    def face(cell: serendipity.Cell, sign: dict[str, str]) -> str:
        return str(cell.tile)

    def draw_text(at: Any) -> str:
        return "\n".join(drawing._board(at))

    patch.setattr(drawing, "_face", face)
    replace(patch, draw_text=draw_text)


@planted
def a_refusal_names_the_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        refusal = moves.refuse(at, move)
        label = next((word for word in move.args if word in at.rules.board.index), None)
        tile = f": there lies {at.cells[label].tile}" if label else ""
        return attrs.evolve(refusal, message=refusal.message + tile)

    replace(patch, refuse=refuse)


@planted
def an_error_carries_the_state(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        return attrs.evolve(moves.refuse(at, move), rule=at.board)

    replace(patch, refuse=refuse)


@planted
def reveals_stand_in_the_order_of_the_tiles(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        def ordered(places: Any) -> Any:
            return sorted(places, key=lambda cell: (at.board[cell], cell))

        runs = choices.offers(at)
        return tuple(
            (block, ordered(places) if block.kind == "reveal" else places) for block, places in runs
        )

    replace(patch, offers=offers)


@planted
def a_flower_may_join_one_that_lies_face_down(patch: pytest.MonkeyPatch) -> None:
    def joins(at: Any, cell: int) -> bool:
        board, here = at.board, at.active
        near = [here if each == cell else each for each in at.rules.board.neighbours[cell]]
        return any(board[each] & 0x3F == board[here] & 0x3F for each in near if each != here)

    patch.setattr(choices, "_joins", joins)


@planted
def a_score_counts_a_tile_that_lies_face_down(patch: pytest.MonkeyPatch) -> None:
    def score(at: Any) -> Any:
        up = bytes(code | UP if code < len(at.rules.colours) else code for code in at.board)
        return scoring.score(attrs.evolve(at, board=up))

    replace(patch, score=score)


@planted
def the_end_comes_by_a_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def at_end(of: Any, board: bytes, down: Any, owner: bytes, turns_made: int) -> bool:
        return turns_made > 3 and board[down[0]] < 2

    patch.setattr(turns, "end_has_come", at_end)


@planted
def a_short_form_is_completed_from_a_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def parse(at: Any, words: engine_moves.Words) -> tr.Move:
        move = moves.parse(at, words)
        if move.kind == "move" and len(move.args) == 1:
            facing = at.cells[move.args[0]].facing
            return tr.Move("move", (*move.args, *([facing] if facing else [])))
        return move

    replace(patch, parse=parse)


@planted
def an_observation_carries_the_commitment_of_its_state(patch: pytest.MonkeyPatch) -> None:
    def observe(at: serendipity.State, viewer: int | None, *, memory: bool) -> Any:
        honest = hidden.observe(at, viewer, memory=memory)
        return attrs.evolve(honest, ply=honest.ply + sum(at.board) % 7 * 10**6)

    replace(patch, observe=observe)


@planted
def a_hidden_tile_is_shown_with_the_last_move(patch: pytest.MonkeyPatch) -> None:
    def observe(at: serendipity.State, viewer: int | None, *, memory: bool) -> Any:
        honest = hidden.observe(at, viewer, memory=memory)
        if at.last_move is None or at.last_move.kind != "move":
            return honest
        label = at.last_move.args[0]
        shown = serendipity.Shown(label, str(at.cells[label].tile))
        return attrs.evolve(honest, shown=shown)

    replace(patch, observe=observe)


def leaks_are_found() -> None:
    """All checks, on games in which every kind of thing happens."""
    for id, seats in (("serendipity-small", 2), ("serendipity-meadow", 3), ("serendipity", 6)):
        for seed in range(2):
            game = played(tr.load(id), seats, seed=seed, plies=40)
            shows_what_was_told(game)
            for agreed in (12, len(game.moves)):
                looks_alike(game, agreed, Random(seed))


def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    with pytest.raises(AssertionError):
        leaks_are_found()
