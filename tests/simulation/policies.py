"""Policies that do something odd in one game of many, and can be sent to other processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import tilerules as tr
from tests.simulation.naive import sources

Act = Callable[[], None]


def odd(observation: tr.Observation, random: Random, *, draw: int, act: Act) -> tr.Move:
    """Plays at random, and acts when it begins the game whose source draws this number."""
    if observation.ply == 0 and random.getrandbits(64) == draw:
        act()
    return tr.uniform(observation, random)


def odd_in(number: int, act: Act, seed: int | bytes = 1, seats: int = 2) -> tr.Policy:
    """A policy that acts at the beginning of one of the games of a seed, by its number."""
    return partial(odd, draw=sources(number, seed, seats)[0].getrandbits(64), act=act)


def raised_by(number: int, act: Callable[[], Any]) -> str:
    """What is told of such a policy that raises something at once."""
    draw = sources(number, 1, 2)[0].getrandbits(64)
    return f"at ply 0 the policy `odd(draw={draw}, act={act.__name__})` of seat 0 raised this"


class SaidBadly(Exception):
    """Can be neither pickled nor made from its arguments, and says three lines in colour."""

    def __init__(self, one: object, other: object) -> None:
        super().__init__("red:\n\x1b[31mhot\x1b[0m\nend.")
        self.kept = lambda: (one, other)


def fail() -> None:
    raise SaidBadly(1, 2)


def do_nothing() -> None:
    pass


def interrupt() -> None:
    raise KeyboardInterrupt


def leave() -> None:
    raise SystemExit(3)


def die_once(flag: Path) -> None:
    """Die as by a fault of the machine, if a file is there, and take it away before."""
    if flag.exists():
        flag.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


class Player:
    """A policy that is an object, without words for itself."""

    def __call__(self, observation: tr.Observation, random: Random) -> tr.Move:
        return self.choose(observation, random)

    def choose(self, observation: tr.Observation, random: Random) -> tr.Move:
        return tr.uniform(observation, random)


class Named(Player):
    """A policy that says what it is."""

    def __init__(self, depth: Any) -> None:
        self.depth = depth

    def __repr__(self) -> str:
        return f"Named(depth={self.depth!r})"
