"""The rules of Flowers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerules.engine.describing import (
    NUMBERS,
    Sentence,
    Told,
    Values,
    capital,
    count,
    decided,
    sentences,
)
from tilerules.engine.shared.words import (
    ends_told,
    goal_told,
    match_told,
    partners_told,
    round_told,
    seats_told,
)
from tilerules.games.flowers.scoring_words import TIES, scoring_told
from tilerules.games.flowers.turn_words import is_usual, piles_told, turn_told
from tilerules.wording import counted, listed


def words(of: Values) -> Iterator[Sentence]:
    """All that a card says for one number of players."""
    return sentences(of, _PARTS)


# ---- the cards and the start ----------------------------------------------------------------


def _cards(of: Values) -> Told:
    colours, values = of("cards.colours"), of("cards.values")
    copies = {value: of(f"cards.values.{value}") for value in sorted(values)}
    each = listed(f"{counted(n, 'card')} of value {value}" for value, n in copies.items() if n)
    number = len(colours) * sum(copies.values())
    text = f"""
        The game has {counted(number, "card")}, each with a colour ({listed(colours)}) and a value.
        Each colour has {each}.
    """
    yield "deck", text
    on: dict[str, list[str]] = {}
    for name in of("cards.butterflies"):
        colour, value, butterfly = name.split("-")
        on.setdefault(f"{colour} {value}s", []).append(butterfly)
    if on:
        cards = "; ".join(f"{card}: {_kinds(each)}" for card, each in on.items())
        yield "butterflies", f"Some carry a butterfly, one card for each of these: {cards}."


def _kinds(butterflies: list[str]) -> str:
    """Butterflies by their colours, as `red and two blue`."""
    kinds = Counter(butterflies).items()
    return listed(f"{NUMBERS[n]} {colour}" if n > 1 else colour for colour, n in kinds)


def _start(of: Values) -> Told:
    if of("start.card") == "random":
        yield (
            "start",
            "Shuffle all cards and deal one to each player, face up, as the start of a garden.",
        )
    else:
        text = """
            Each player begins a garden with a violet card, which is none of those above. Shuffle
            all cards.
        """
        yield "start", text
        yield "violet", _VIOLET[of("start.violet")]
    yield from piles_told(of)


_VIOLET = {
    "neutral": """
        Cards can be laid beside the violet card. It has no colour and no value, is never removed
        and never scores.
    """,
    "wild": """
        Cards can be laid beside the violet card. It has no value and is never removed; wherever a
        colour counts it is a card of every colour.
    """,
    "anchor": """
        Cards can be laid beside the violet card. It has no colour and no value, is never removed
        and never scores, and a field scores only if it touches it.
    """,
}


# ---- the end --------------------------------------------------------------------------------


def _end(of: Values) -> Told:
    number, how = of("end.empty_piles"), of("end.round")
    any_of, all_of = of("end.any_of"), of("end.all_of")
    conditions = {"empty_piles": _empty_piles(number), "full_gardens": _full_gardens(of)}
    if number == "all" and "empty_piles" not in all_of:
        conditions["empty_piles"] = None  # so it ends in any case
    ends = ends_told(of, conditions)
    if is_usual(of) and (number, [*any_of], [*all_of]) == (1, ["empty_piles"], []):
        yield "end", _USUAL_END[how]
        return
    at_last = "the game ends when no pile has a card left"
    if not ends:
        yield "end", f"{capital(at_last)}."
        return
    comes = "the game ends" if how == "broken_off" else "the end has come"
    yield "end", f"After each turn this is looked at: {comes} when {ends}."
    if "full_gardens" in (*any_of, *all_of):
        text = "A garden is full when its largest width and height leave no cell without a card."
        yield "full gardens", text
    yield from round_told(of)
    yield "no cards", f"In any case {at_last}."
    if of("piles.dealt") == "display" and "empty_piles" in (*any_of, *all_of):
        stock = ", and so is an empty stock" if of("piles.hidden") else ""
        text = f"""
            A display is looked at as it will be refilled: an empty place is then a pile that has
            run out{stock}.
        """
        yield "empty places", text


_USUAL_END = {
    "broken_off": """
        Whoever takes the last card of a pile still lays it; then the game ends at once.
    """,
    "finished": """
        When the last card of a pile has been taken and laid, the round is finished: each player
        after this one, up to the one to the right of the first player, takes one more turn from
        the piles that still have cards. Then the game ends.
    """,
    "one_more": """
        When the last card of a pile has been taken and laid, every player takes one more turn from
        the piles that still have cards, this one last. Then the game ends.
    """,
}


def _empty_piles(number: int | str) -> str:
    if isinstance(number, str):
        return "all piles have run out"
    return f"{count(number, 'pile')} have run out" if number > 1 else "a pile has run out"


def _full_gardens(of: Values) -> str | None:
    number = of("end.full_gardens")
    if number is None:
        return None
    return f"{count(number, 'garden')} are full" if number > 1 else "a garden is full"


def _winning(of: Values) -> Told:
    ties = [TIES[word] for word in of("tie_breaks")]
    if of.seats == 1:
        yield "winning", "The points are your result."
        if ties:
            yield "ties", f"Of equal results one is better by {listed(ties, 'and then')}."
        yield from goal_told(of)
        return
    yield "winning", f"Most points win. {decided(ties)} Who is still equal shares the win."


def _players(of: Values) -> Told:
    yield from seats_told(of, {})
    for seat in range(of.seats):
        sizes = [(of(f"seats.{seat}.{key}"), word) for key, word in _SIDES.items()]
        limits = [f"more than {counted(n, 'card')} {word}" for n, word in sizes if n in range(999)]
        told = [f"must not become {listed(limits, 'or')}"] if limits else []
        told += [f"may become as {word} as liked" for size, word in sizes if size == "never"]
        if told:
            yield f"garden of seat {seat}", f"The garden of seat {seat} {listed(told)}."
    yield from partners_told(of)


_SIDES = {"width": "wide", "height": "high"}

_PARTS = {
    "The cards": _cards,
    "Before the game": _start,
    "A turn": turn_told,
    "The end": _end,
    "Points": scoring_told,
    "Winning": _winning,
    "The players": _players,
    "A match": match_told,
}
