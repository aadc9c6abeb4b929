"""The blocks that all games share, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilerules.engine.describing import Told, Values, count, points
from tilerules.engine.shared.rules import Shared
from tilerules.wording import counted, listed


def seats_told(of: Values, others: Mapping[str, str]) -> Told:
    """What is different for some seats.

    Args:
        others: for each key besides the handicap, what a seat has, with `{}` for the value.
    """
    for seat in range(of.seats):
        told = [*_handicap(of, seat), *_own_values(of, seat, others)]
        if told:
            yield f"seat {seat}", f"{_player(seat)} {listed(told)}."


def _handicap(of: Values, seat: int) -> Iterator[str]:
    handicap = of(f"seats.{seat}.handicap")
    if handicap is not None:
        yield f"begins with {points(handicap)}"


def _own_values(of: Values, seat: int, others: Mapping[str, str]) -> Iterator[str]:
    for key, text in others.items():
        value = of(f"seats.{seat}.{key}")
        if value is not None:
            yield text.format(value)


def _player(seat: int) -> str:
    return "The player who begins (seat 0)" if seat == 0 else f"The player on seat {seat}"


def partners_told(of: Values) -> Told:
    """Who plays together."""
    teams = of("partners.teams")
    if teams:
        named = listed(f"seats {listed(of(f'partners.teams.{name}'))} ({name})" for name in teams)
        text = f"""
            These play together: {named}. The points of partners are added up, and they share a
            place; seat 0 is the player who begins.
        """
        yield "partners", text


def seat_in_words(shared: Shared, seat: int) -> str:
    """A seat, with its partners: `seat 0 (with seat 2)`."""
    partners = partners_in_words(shared, seat)
    return f"seat {seat} ({partners})" if partners else f"seat {seat}"


def partners_in_words(shared: Shared, seat: int) -> str:
    """With whom a seat plays: `with seat 2`; nothing if it plays alone."""
    sides = shared.sides
    others = [each for each, side in enumerate(sides) if side == sides[seat] and each != seat]
    return f"with {'seat' if len(others) == 1 else 'seats'} {listed(others)}" if others else ""


def uses_told(of: Values, things: Mapping[str, str]) -> Told:
    """What each player may do only so often; `things` says each thing in words."""
    for thing, what in things.items():
        times = of(f"uses.{thing}.times")
        if times:
            within = of(f"uses.{thing}.in") or "game"
            text = f"Each player may {what} {_often(times)} in a {within} at the most."
            yield f"uses of {thing}", text


def _often(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times) or count(times, "time")


def ends_told(of: Values, conditions: Mapping[str, str | None]) -> str:
    """When the conditions of the end hold, as `a pile has run out, or when ...`; or nothing.

    Args:
        conditions: for each of the game's own conditions, how it is said; None if it says nothing.
    """
    said = {**conditions, "points": _points(of), "rounds": _rounds(of)}
    alone = [text for id in of("end.any_of") if (text := said[id])]
    together = [text for id in of("end.all_of") if (text := said[id])]
    return ", or when ".join([*alone, listed(together)] if together else alone)


def _points(of: Values) -> str | None:
    number = of("end.points")
    side = "a player" if not of("partners.teams") else "a player, or partners together,"
    return number and f"{side} has at least {points(number)} as the table stands"


def _rounds(of: Values) -> str | None:
    number = of("end.rounds")
    return number and f"each player has had {count(number, 'turn')}"


def round_told(of: Values) -> Told:
    """What becomes of the round in which the end comes."""
    text = {
        "broken_off": "",
        "finished": "The players after that one, up to the last, then take one more turn each.",
        "one_more": "Then every player takes one more turn.",
    }[of("end.round")]
    if text:
        yield "last round", text


def goal_told(of: Values) -> Told:
    """What one player has to reach."""
    number, ratings = of("goal.points"), of("goal.ratings")
    if number is not None:
        words = ""
        if ratings:
            table = sorted((int(least), of(f"goal.ratings.{least}")) for least in ratings)
            words = f"""A result is called, from so many points on:
                {listed(f"{least} {word}" for least, word in table)}."""
        yield "goal", f"With {points(number)} or more the game is won. {words}"


def match_told(of: Values) -> Told:
    """Several games in a row."""
    games = of("match.games")
    if games:
        start = {
            "rotating": """In each game the next player begins: all move one seat on, and what is
                said for a seat holds for whoever sits there.""",
            "fixed": "All keep their seats.",
        }[of("match.start")]
        text = f"A match has {counted(games, 'game')}, whose points are added up. {start}"
        yield "match", text
