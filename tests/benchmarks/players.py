"""Players of random games: the project, a floor, and the libraries one would take instead.

At every ply each lists the legal moves, picks one at random, and makes it so that the old state can
still be used: by a clone or a copy where the peer's own call changes the state. Moves are those of
players; what chance does is paid for and not counted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from importlib import import_module
from itertools import compress
from random import choice, random
from typing import Any, TypeAlias

import attrs

import tilerules as tr

Kept: TypeAlias = "list[Any] | None"
"""Where each state of a game is put, if anywhere."""


@attrs.frozen
class Player:
    """What plays random games.

    Attributes:
        play: one game; it says how many moves were made.
        forks: whether the old state can still be used; if not, the game is played in place.
    """

    label: str
    play: Callable[[Kept], int]
    forks: bool = True


# ---- the project and the floor --------------------------------------------------------------


def project(ruleset: tr.Ruleset, seats: int, *, observing: bool = False) -> Player:
    """Games of a ruleset, each from a deal; observed at every ply too, if that is asked for."""
    deals = [tr.deal(ruleset, seats, seed=seed) for seed in range(64)]
    legal_moves, apply_move, observe = tr.legal_moves, tr.apply_move, tr.observe

    def play(kept: Kept) -> int:
        state = tr.new_game(ruleset, seats, deal=choice(deals))
        while True:
            moves = legal_moves(observe(state, state.to_move) if observing else state)
            number = len(moves)
            if not number:
                return state.ply
            state = apply_move(state, moves[int(random() * number)])
            if kept is not None:
                kept.append(state)

    return Player(f"{ruleset.id}, {seats} seat{'s' * (seats > 1)}", play)


@attrs.frozen
class Fill:
    """A state of the floor."""

    board: bytes
    player: int
    ply: int
    score0: int
    score1: int
    passes: int


EMPTY = bytes([1]) + bytes(255)
CELLS = tuple(range(91))


def floor(kept: Kept) -> int:
    """The cheapest frozen attrs state that answers the same calls: 91 cells are filled in turn."""
    state = Fill(bytes(91), 0, 0, 0, 0, 0)
    while moves := list(compress(CELLS, state.board.translate(EMPTY))):
        cell = moves[int(random() * len(moves))]
        if state.board[cell]:
            raise ValueError("the cell is full")
        board = state.board[:cell] + bytes((state.player + 1,)) + state.board[cell + 1 :]
        state = Fill(board, 1 - state.player, state.ply + 1, 0, 0, 0)
        if kept is not None:
            kept.append(state)
    return state.ply


# ---- the peers ------------------------------------------------------------------------------


def peers() -> tuple[list[Player], list[str]]:
    """The players of the peers that are installed, and the modules of the others."""
    players, missing = list[Player](), list[str]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some warn when they are imported
        for name, of_module in PEERS.items():
            try:
                players += of_module(import_module(name))
            except ImportError:  # it is not there, or lacks something else
                missing.append(name)
    return players, missing


CPP = ("hex(board_size=11)", "banqi", "hearts", "hanabi", "gin_rummy", "hive")
PYTHON = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_liars_poker",
)


def _openspiel(pyspiel: Any) -> Iterator[Player]:
    import_module("open_spiel.python.games")

    def play(game: Any, kept: Kept) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            moves += not state.is_chance_node()
            state = state.child(legal[int(random() * len(legal))])
            if kept is not None:
                kept.append(state)
        return moves

    for name in CPP:
        yield Player(f"OpenSpiel C++ {name}", partial(play, pyspiel.load_game(name)))
    for name in PYTHON:
        yield Player(f"OpenSpiel Python {name[7:]}", partial(play, pyspiel.load_game(name)))


def _chess(chess: Any) -> Iterator[Player]:
    def play(kept: Kept) -> int:
        board = chess.Board()
        for ply in range(200):
            legal = list(board.legal_moves)
            if not legal:
                return ply
            board = board.copy(stack=False)
            board.push(legal[int(random() * len(legal))])
            if kept is not None:
                kept.append(board)
        return 200

    yield Player("python-chess, 200 plies at most", play)


def _pokerkit(pokerkit: Any) -> Iterator[Player]:
    automations = tuple(pokerkit.Automation)

    def play(kept: Kept) -> int:
        table = (automations, True, 0, (1, 2), 2, 200, 6)
        state, moves = pokerkit.NoLimitTexasHoldem.create_state(*table), 0
        while state.status:
            calls: list[tuple[Any, ...]] = [("check_or_call",)] * state.can_check_or_call()
            calls += [("fold",)] * state.can_fold()
            if state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                raising = "complete_bet_or_raise_to"
                calls += [(raising, least), (raising, most)]
            name, *args = calls[int(random() * len(calls))]
            state = deepcopy(state)
            getattr(state, name)(*args)
            moves += 1
            if kept is not None:
                kept.append(state)
        return moves

    yield Player("PokerKit no-limit hold'em, 6 players", play)


def _rlcard(rlcard: Any) -> Iterator[Player]:
    def play(made: Any, kept: Kept, *, copies: bool) -> int:
        game, moves = made, 0
        state, _ = game.reset()
        while not game.is_over():
            game = deepcopy(game) if copies else game
            legal = list(state["legal_actions"])
            state, _ = game.step(legal[int(random() * len(legal))])
            moves += 1
            if kept is not None:
                kept.append(game)
        return moves

    # The environment of gin rummy holds a module, so that it cannot be copied.
    for name, copies in (("uno", True), ("leduc-holdem", True), ("gin-rummy", False)):
        playing = partial(play, rlcard.make(name), copies=copies)
        yield Player(f"RLCard {name}", playing, forks=copies)


CLASSICS: dict[str, dict[str, int]] = {
    "tictactoe_v3": {},
    "connect_four_v3": {},
    "go_v5": {"board_size": 9},
    "hanabi_v5": {},
    "chess_v6": {},
}


def _pettingzoo(classic: Any) -> Iterator[Player]:
    name = classic.__name__.rpartition(".")[2]
    table = classic.env(**CLASSICS[name])

    def play(kept: Kept) -> int:
        table.reset()
        moves = 0
        while True:
            seen, _, over, cut, _ = table.last()
            if over or cut:
                return moves
            legal = seen["action_mask"].nonzero()[0]
            table.step(legal[int(random() * len(legal))])
            moves += 1

    # A deep copy of such a table is a table of its own that has not begun.
    yield Player(f"PettingZoo {name}", play, forks=False)


PEERS: dict[str, Callable[[Any], Iterator[Player]]] = {
    "pyspiel": _openspiel,
    "chess": _chess,
    "pokerkit": _pokerkit,
    "rlcard": _rlcard,
    **{f"pettingzoo.classic.{name}": _pettingzoo for name in CLASSICS},
}
