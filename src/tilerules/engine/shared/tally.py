"""What is counted as a game goes on: how often each seat has done a thing, and the last turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tilerules.engine.shared.rules import BROKEN_OFF
from tilerules.ruleset.values import FrozenMap
from tilerules.wording import counted

if TYPE_CHECKING:
    from tilerules.data.source import Source
    from tilerules.engine.positions import Position, Refusal, Rules


class Tally(NamedTuple):
    """What is counted.

    Attributes:
        used: for each seat, how often it has used each thing that a card limits.
        turns_left: how many turns remain; None until the end has come.
    """

    used: tuple[tuple[int, ...], ...]
    turns_left: int | None


def begun(rules: Rules) -> Tally | None:
    """The tally at the start; None under rules that count nothing."""
    shared = rules.shared
    return Tally(((0,) * len(shared.uses),) * rules.seats, None) if shared.is_tallied else None


# ---- uses -----------------------------------------------------------------------------------


def is_used_up(position: Position, thing: str) -> bool:
    """Whether the seat to move has done a thing as often as it may."""
    tally, seat = position.tally, position.to_move
    if tally is None or seat is None:
        return False
    uses = position.rules.shared.uses
    return any(
        use.thing == thing and done >= use.times
        for use, done in zip(uses, tally.used[seat], strict=True)
    )


def used(rules: Rules, tally: Tally | None, seat: int, thing: str) -> Tally | None:
    """The tally after a seat has done a thing once more."""
    if tally is None:
        return None
    uses = rules.shared.uses
    done = tuple(
        number + (use.thing == thing) for use, number in zip(uses, tally.used[seat], strict=True)
    )
    return _with_done(tally, seat, done)


def _with_done(tally: Tally, seat: int, done: tuple[int, ...]) -> Tally:
    return tally._replace(used=(*tally.used[:seat], done, *tally.used[seat + 1 :]))


def used_up(rules: Rules, thing: str, what: str) -> Refusal:
    """The refusal of a thing that has been done as often as it may; `what` says it in words."""
    from tilerules.engine.positions import Refusal

    use = next(use for use in rules.shared.uses if use.thing == thing)
    often = counted(use.times, "time")
    message = f"{what} is allowed {often} in a {use.within}, and this seat has done it as often"
    return Refusal("used_up", message, rules.rule_place(f"uses.{thing}.times"))


# ---- the end of a turn ----------------------------------------------------------------------


def after_turn(
    rules: Rules, tally: Tally | None, seat: int, *, come: bool
) -> tuple[Tally | None, bool]:
    """The tally after a turn of a seat, and whether the game is over.

    Args:
        come: whether the conditions of the end hold; after the end has come it does not matter.
    """
    if tally is None:
        return None, come
    tally = _turn_uses_anew(rules, tally, seat)
    if tally.turns_left is None:
        return before_turn(rules, tally, seat + 1, come=come)
    left = tally.turns_left - 1
    return tally._replace(turns_left=left), left == 0


def before_turn(
    rules: Rules, tally: Tally | None, seat: int, *, come: bool
) -> tuple[Tally | None, bool]:
    """The same where the turn of a seat would begin, as in a position that was read in."""
    how = rules.shared.ends.round
    if tally is None or how == BROKEN_OFF:
        return tally, come
    left = tally.turns_left
    if left is None and come:
        left = -seat % rules.seats if how == "finished" else rules.seats
    return tally._replace(turns_left=left), left == 0


def in_last_turns(position: Position) -> bool:
    """Whether the end has come and the last turns are being played."""
    return position.tally is not None and position.tally.turns_left is not None


def _turn_uses_anew(rules: Rules, tally: Tally, seat: int) -> Tally:
    """The tally in which what is counted in each turn is counted anew."""
    uses = rules.shared.uses
    if not any(use.within == "turn" for use in uses):
        return tally
    done = tuple(
        0 if use.within == "turn" else number
        for use, number in zip(uses, tally.used[seat], strict=True)
    )
    return _with_done(tally, seat, done)


# ---- in words and in data -------------------------------------------------------------------


def in_words(position: Position) -> list[str]:
    """What has been counted, a line for each thing, for a picture of the table."""
    tally, uses = position.tally, position.rules.shared.uses
    if tally is None:
        return []
    lines = []
    for place, use in enumerate(uses):
        done = ", ".join(str(each[place]) for each in tally.used)
        lines.append(
            f"{use.thing} used, seat by seat: {done}; at most {use.times} in a {use.within}"
        )
    if tally.turns_left and not position.is_over:
        lines.append(f"the end has come: {counted(tally.turns_left, 'turn')} left")
    return lines


def used_in_words(position: Position) -> tuple[FrozenMap[int], ...]:
    """For each seat, how often it has done each thing that the card limits."""
    tally = position.tally
    if tally is None:
        return ()
    things = [use.thing for use in position.rules.shared.uses]
    return tuple(FrozenMap(dict(zip(things, each, strict=True))) for each in tally.used)


TALLY_KEYS = ("used", "turns_left")


def tally_data(position: Position) -> dict[str, Any]:
    """The entries of the data of a position that its rules ask for."""
    shared, tally = position.rules.shared, position.tally
    data: dict[str, Any] = {}
    if tally and shared.uses:
        data["used"] = [dict(each) for each in used_in_words(position)]
    if tally and shared.ends.round != BROKEN_OFF:
        data["turns_left"] = tally.turns_left
    return data


def tally_from(rules: Rules, source: Source) -> Tally | None:
    """The tally in the data of a position; what does not stand there is as at the start."""
    tally = begun(rules)
    used, left = source.entry("used", None), source.entry("turns_left", None)
    uses = rules.shared.uses
    if used.value is not None and not uses:
        raise used.fault("these rules do not limit how often a thing may be done")
    if left.value is not None and rules.shared.ends.round == BROKEN_OFF:
        raise left.fault("under these rules the game is over when its end comes")
    if tally is None:
        return None
    if used.value is not None:
        seats = used.exactly(rules.seats, "entry")
        tally = tally._replace(used=tuple(_used_from(rules, each) for each in seats))
    return tally._replace(turns_left=left.optional_whole(0, rules.seats))


def check_tally(position: Position, source: Source, *, within: bool) -> None:
    """What is counted in a position that is read fits the turn.

    Args:
        within: whether the seat to move is in its turn; at the beginning of one it is not.
    """
    tally, seat, rules = position.tally, position.to_move, position.rules
    if tally is None:
        return
    for other, done in enumerate(tally.used):
        for use, number in zip(rules.shared.uses, done, strict=True):
            if number and use.within == "turn" and not (within and other == seat):
                message = f"seat {other} is not in a turn, in which `{use.thing}` would be counted"
                raise source.fault_at("used", message)
    left, finished = tally.turns_left, rules.shared.ends.round == "finished"
    if within and left == 0:
        raise source.fault_at("turns_left", "is at least 1 within a turn, which is one of them")
    if left and finished and seat is not None and left != -seat % rules.seats:
        message = f"the last turns are those of seat {seat} up to the last seat"
        raise source.fault_at("turns_left", message)


def _used_from(rules: Rules, source: Source) -> tuple[int, ...]:
    uses = rules.shared.uses
    source.keys([use.thing for use in uses])
    return tuple(source.entry(use.thing, 0).whole(0, use.times) for use in uses)
