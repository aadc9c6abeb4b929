"""What a schema cannot say about a Tulips card.

That a game ends follows from each action taking a card from the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.ruleset.checking import Check
from tilerules.wording import counted

MOST_CARDS = 240


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


def _something_scores(giving: Any, keeping: Any, majorities: Any, *, seats: int) -> str | None:
    return None if giving or keeping or majorities else "no block is left that scores"


def _tie_breaks_score(
    tie_breaks: Sequence[str], giving: Any, keeping: Any, majorities: Any, *, seats: int
) -> str | None:
    blocks = {"giving": giving, "keeping": keeping, "majorities": majorities, "bouquet": True}
    missing = next((word for word in tie_breaks if not blocks[word]), None)
    return missing and f"`{missing}` cannot break a tie: there is no such block under `scoring`"


_GIVING, _KEEPING, _MAJORITIES = "scoring.giving", "scoring.keeping", "scoring.majorities"

CHECKS = (
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
    Check("not_for_each_colour", (f"{_GIVING}.points", "cards.colours"), _one_for_each_colour),
    Check("not_for_each_colour", (f"{_KEEPING}.points", "cards.colours"), _one_for_each_colour),
    Check("no_such_rank", (f"{_MAJORITIES}.points", "cards.colours"), _ranks_exist),
    Check("block_without_action", (_GIVING, "turn.actions"), _giving_scores),
    Check(
        "block_without_action", (_KEEPING, f"{_GIVING}.receiver", "turn.actions"), _keeping_scores
    ),
    Check("receiver_without_block", (f"{_GIVING}.receiver", _KEEPING), _thanks_score),
    Check("nothing_scores", (_GIVING, _KEEPING, _MAJORITIES), _something_scores),
    Check(
        "tie_break_without_block", ("tie_breaks", _GIVING, _KEEPING, _MAJORITIES), _tie_breaks_score
    ),
)
