"""What a schema cannot say about a Tulips card.

That a game ends follows from each action taking a card from the deck, and that there is always one
from as many of them being without limit as cards are drawn in a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.engine.shared.meaning import AtStart, over_at_once, shared_checks
from tilerules.ruleset.checking import Check
from tilerules.wording import counted

MOST_CARDS = 240


def _at_start(fewest: Mapping[str, int] | None, *, seats: int) -> AtStart:
    """Before the first turn all bouquets are empty, so that none has fewer tulips."""
    return AtStart(points=[fewest["points"] if fewest else 0] * seats, holds=[])


def _by_colour(cards: Mapping[str, Any]) -> Counter[str]:
    """How many cards there are of each colour."""
    others = Counter(name.rpartition("-")[0] for name in cards["more"])
    values = sum(cards["values"].values())
    return Counter({colour: values + others[colour] for colour in cards["colours"]})


def _not_too_many(cards: Mapping[str, Any], *, seats: int) -> str | None:
    number = _by_colour(cards).total()
    return f"these are {number} cards, more than {MOST_CARDS}" if number > MOST_CARDS else None


def _more_in_colour(more: Sequence[str], colours: Sequence[str], *, seats: int) -> str | None:
    fault = next((name for name in more if name.rpartition("-")[0] not in colours), None)
    return fault and f"`{fault}` names the colour `{fault.rpartition('-')[0]}`, which there is not"


def _festival_has_colours(festival: int, cards: Mapping[str, Any], *, seats: int) -> str | None:
    there = sum(number > 0 for number in _by_colour(cards).values())
    if festival <= there:
        return None
    drawn = counted(festival, "card")
    return f"{drawn} of different colours cannot be drawn: there are {counted(there, 'colour')}"


def _deck_suffices(
    left_out: int, festival: int, dealt: int, draws: int, cards: Mapping[str, Any], *, seats: int
) -> str | None:
    """A full turn of each seat can be played."""
    number = _by_colour(cards).total()
    needed = festival + left_out + seats * (dealt + draws)
    if number >= needed:
        return None
    return f"the set-up and one turn of each seat need {needed} cards, and there are {number}"


def _colours_stay_mixed(left_out: int, cards: Mapping[str, Any], *, seats: int) -> str | None:
    """Whatever is left out, two colours are in the game."""
    by_colour = _by_colour(cards)
    left, most = by_colour.total() - left_out, max(by_colour.values())
    if left > most or left <= 0:  # without cards there is more at fault than that
        return None
    return f"the {left} cards in the game could all be of one colour, of which there are {most}"


def _actions_differ(actions: Sequence[str], *, seats: int) -> str | None:
    both = [action for action in actions if action in ("add_open", "add_secret")]
    if "add" not in actions or not both:
        return None
    return f"`add` is open and secret addition in one, so it cannot stand beside `{both[0]}`"


def _actions_suffice(draws: int, actions: Sequence[str], *, seats: int) -> str | None:
    if draws <= len(actions):
        return None
    many = counted(draws, "card")
    return f"{many} need as many different actions, and there are {len(actions)}"


_DONE_BY = {
    "keep": ("keep",),
    "give": ("give",),
    "add": ("open", "secret"),
    "add_open": ("open",),
    "add_secret": ("secret",),
}
"""What is used by each action; one of it is enough."""


def _actions_remain(
    draws: int, actions: Sequence[str], uses: Sequence[str] | None, *, seats: int
) -> str | None:
    """There is something to do with each card, whatever has been used up."""
    limited = set(uses or ())
    free = [action for action in actions if not limited.issuperset(_DONE_BY[action])]
    if draws <= len(free) or draws > len(actions):
        return None
    many, there = counted(draws, "card"), counted(len(free), "action")
    return f"for {many} in a turn {there} can never be used up, so that a seat may be stuck"


def _uses_exist(uses: Sequence[str] | None, actions: Sequence[str], *, seats: int) -> str | None:
    done = {thing for action in actions for thing in _DONE_BY[action]}
    fault = next((thing for thing in uses or () if thing not in done), None)
    return fault and f"none of the actions uses `{fault}`, so this would never count"


def _one_for_each_colour(
    points: Sequence[int] | None, colours: Sequence[str], *, seats: int
) -> str | None:
    if points is None or len(points) == len(colours):
        return None
    return f"points are listed for {counted(len(points), 'rank')}, there are {len(colours)} colours"


def _ranks_exist(
    points: Mapping[str, Any] | None, colours: Sequence[str], *, seats: int
) -> str | None:
    fault = next((rank for rank in points or () if int(rank) > len(colours)), None)
    return fault and f"no colour can be ranked {fault}, there are {len(colours)}"


def _giving_scores(giving: Any, actions: Sequence[str], *, seats: int) -> str | None:
    if not giving or "give" in actions:
        return None
    return "`give` is none of the actions, so this would never score; say `giving: removed`"


def _keeping_scores(
    keeping: Any, receiver: str | None, actions: Sequence[str], *, seats: int
) -> str | None:
    if not keeping or "keep" in actions or receiver == "keeping":
        return None
    return "`keep` is none of the actions, so this would never score; say `keeping: removed`"


def _thanks_score(receiver: str | None, keeping: Any, *, seats: int) -> str | None:
    if receiver != "keeping" or keeping:
        return None
    return "the receiver cannot score for keeping: there is no block `keeping`"


def _something_scores(*blocks: Any, seats: int) -> str | None:
    return None if any(blocks) else "no block is left that scores"


def _tie_breaks_score(tie_breaks: Sequence[str], *blocks: Any, seats: int) -> str | None:
    there = {id for id, block in zip(_BLOCKS, blocks, strict=True) if block}
    missing = next((word for word in tie_breaks if word not in {"bouquet", *there}), None)
    return missing and f"`{missing}` cannot break a tie: there is no such block under `scoring`"


def _shared_for_majorities(shared: str | None, majorities: Any, *, seats: int) -> str | None:
    if shared != "shared" or majorities:
        return None
    return "bouquets are shared for the majorities, and there is no block `majorities`"


_GIVING, _KEEPING, _MAJORITIES = "scoring.giving", "scoring.keeping", "scoring.majorities"
_BLOCKS = ("giving", "keeping", "majorities", "sizes", "all_colours", "fewest")
_SCORING = tuple(f"scoring.{id}" for id in _BLOCKS)

CHECKS = (
    *shared_checks("points", "rounds"),
    over_at_once(_at_start, "scoring.fewest"),
    Check("too_many_cards", ("cards",), _not_too_many),
    Check("unknown_colour", ("cards.more", "cards.colours"), _more_in_colour),
    Check("too_few_colours", ("start.festival", "cards"), _festival_has_colours),
    Check(
        "too_few_cards",
        ("start.left_out", "start.festival", "start.dealt", "turn.draws", "cards"),
        _deck_suffices,
    ),
    Check("too_few_cards", ("start.left_out", "cards"), _colours_stay_mixed),
    Check("action_twice", ("turn.actions",), _actions_differ),
    Check("too_few_actions", ("turn.draws", "turn.actions"), _actions_suffice),
    Check("too_few_actions", ("turn.draws", "turn.actions", "uses"), _actions_remain),
    Check("use_without_action", ("uses", "turn.actions"), _uses_exist),
    Check("not_for_each_colour", (f"{_GIVING}.points", "cards.colours"), _one_for_each_colour),
    Check("not_for_each_colour", (f"{_KEEPING}.points", "cards.colours"), _one_for_each_colour),
    Check("no_such_rank", (f"{_MAJORITIES}.points", "cards.colours"), _ranks_exist),
    Check("block_without_action", (_GIVING, "turn.actions"), _giving_scores),
    Check(
        "block_without_action", (_KEEPING, f"{_GIVING}.receiver", "turn.actions"), _keeping_scores
    ),
    Check("receiver_without_block", (f"{_GIVING}.receiver", _KEEPING), _thanks_score),
    Check("nothing_scores", _SCORING, _something_scores),
    Check("tie_break_without_block", ("tie_breaks", *_SCORING), _tie_breaks_score),
    Check("shared_without_majorities", ("partners.bouquets", _MAJORITIES), _shared_for_majorities),
)
