"""Arguments and options that several commands have, or that are alike."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from tilerules.bots.policies import POLICIES
from tilerules.registry import GAMES
from tilerules.wording import shortened

C = TypeVar("C", bound="Callable[..., Any] | click.Command")


def known_game(id: str) -> str:
    """The id of a game, if there is one."""
    try:
        GAMES[id]
    except KeyError:
        known = ", ".join(map(repr, GAMES))
        raise click.BadParameter(f"{shortened(id)} is not one of {known}.") from None
    return id


def one_of(players: Iterable[str]) -> Callable[[str], str]:
    """The name of one of those who can play at the command line."""

    def named(name: str) -> str:
        if name not in players:
            known = ", ".join(map(repr, players))
            raise click.BadParameter(
                f"{shortened(name)} is not one of {known}. Policies of your own play in Python, "
                "by tr.playout, tr.simulate and tr.compare."
            )
        return name

    return named


def number(name: str, help: str, *, metavar: str = "N", **more: Any) -> Callable[[C], C]:
    """An option that takes a whole number."""
    return click.option(name, type=int, metavar=metavar, help=help, **more)


def file_name(*names: str, metavar: str, help: str) -> Callable[[C], C]:
    """An option that takes the name of a file, or of a folder."""
    return click.option(*names, metavar=metavar, type=click.Path(path_type=Path), help=help)


def or_fresh(seed: int | None) -> int:
    """A seed, or a fresh one if none is given."""
    return secrets.randbelow(10**9) if seed is None else seed


as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")
by_workers = click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many processes play; by default one for each processor.",
)
from_a_seed = number(
    "--seed", "With the same number the games are the same; by default a fresh one."
)
with_policies = click.option(
    "--policy",
    "policies",
    multiple=True,
    type=one_of(POLICIES),
    metavar="NAME",
    default=["greedy"],
    help="Which policy plays: uniform (fast, at random), greedy or search; once for all seats, or "
    "once for each. By default greedy.",
)
with_seats = number("--seats", "How many seats; by default as few as the rules allow.")
