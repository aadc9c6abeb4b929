"""The rules of Flowers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tilerules.engine.describing import (
    NUMBERS,
    Sentence,
    Told,
    Values,
    count,
    decided,
    points,
    sentences,
)
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
    yield from _piles(of)


_VIOLET = {
    "neutral": """
        Cards can be laid beside the violet card. It has no colour and no value, is never removed
        and never scores.
    """,
    "wild": """
        Cards can be laid beside the violet card. It has no value and is never removed; for fields
        and butterflies it counts as a card of every colour.
    """,
    "anchor": """
        Cards can be laid beside the violet card. It has no colour and no value, is never removed
        and never scores, and a field scores only if it touches it.
    """,
}


def _piles(of: Values) -> Told:
    rest = "the others" if of("start.card") == "random" else "these cards"
    if of("piles.dealt") == "listed":
        sizes = of("piles.sizes")
        number = len(sizes)
        cards = listed(counted(size, "card") for size in sizes)
        if number > 1 and len(set(sizes)) == 1:
            cards = f"{counted(sizes[0], 'card')} each"
        text = f"""
            Make {count(number, "pile")} of {rest}, with {cards}. What is left over is out of
            the game, unseen.
        """
    else:
        number = of("piles.number")
        equal = ", as equal as can be, the last ones the smaller" if number > 1 else ""
        text = f"Make {count(number, 'pile')} of all {rest}{equal}."
    yield "piles", text
    hidden = of("piles.hidden")
    if hidden >= number:
        yield "open cards", "The piles lie face down."
        return
    last = "the last one" if hidden == 1 else f"the last {count(hidden, '').strip()}"
    rest = f" {last.capitalize()} will lie face down to the end." if hidden else ""
    but = f" but {last}" if hidden else ""
    yield "open cards", f"Turn up the top card of every pile{but}.{rest}"


# ---- a turn ---------------------------------------------------------------------------------


def _turn(of: Values) -> Told:
    alone = of.seats == 1
    text = f"""
        {"In each turn, take" if alone else _TURNS} the top card of any pile that has cards, and lay
        it into {"the" if alone else "your"} garden. A card from a pile that lies face down is seen
        by you alone until then.
    """
    yield "turn", text
    yield "placing", _PLACING[of("garden.placing")]
    yield from _limits(of)
    yield from _covering(of)
    if of("piles.hidden") < (of("piles.number") or len(of("piles.sizes") or ())):
        yield "next card", _NEXT[of("piles.next_shown")]
    sweep = _SWEEP[of("turn.sweep")]
    if sweep:
        yield "sweep", sweep


_TURNS = "Any player begins; the others follow clockwise. In your turn, take"
_PLACING = {
    "sides": "A card is laid beside one of the garden's cards, side to side, as on a square grid.",
    "corners_too": """
        A card is laid beside one of the garden's cards as on a square grid: side to side, or corner
        to corner.
    """,
}
_NEXT = {
    "next_turn": "The next card of an open pile is turned up when the next turn begins.",
    "at_once": "When a card of an open pile is taken, the next one is turned up at once.",
}
_SWEEP = {
    "never": "",
    "open_piles": """
        When the card is laid, and the game has not ended, the top card of each open pile is turned
        up, if it is not yet, and leaves the game; then the next one is turned up. A pile that this
        empties ends the game too.
    """,
    "other_piles": """
        When the card is laid, and the game has not ended, the top card of each open pile but the
        one just taken from leaves the game; then the next one is turned up. A pile that this
        empties ends the game too.
    """,
}


def _limits(of: Values) -> Told:
    width, height = of("garden.width"), of("garden.height")
    limits = [
        f"more than {counted(number, 'card')} {word}"
        for number, word in ((width, "wide"), (height, "high"))
        if number != "never"
    ]
    if limits:
        yield "limits", f"A garden must not become {listed(limits, 'or')}."


def _covering(of: Values) -> Told:
    cards, depth = of("cover.cards"), of("cover.depth")
    text = {
        "any": "Instead, a card may be laid on top of any card of the garden, which it covers.",
        "not_start": """
            Instead, a card may be laid on top of any card of the garden but the first one, which
            it covers.
        """,
        "never": "No card may be laid on top of another.",
    }[cards]
    most = f" At most {count(depth, 'card')} may lie on one another." if depth in range(999) else ""
    yield "covering", text + most
    if of("start.card") == "violet":
        text = {
            "may": """
                The violet card may be covered in any case; covered, it counts as not there. When
                its cover is removed, it stays and counts again.
            """,
            "never": "The violet card may not be covered.",
        }[of("start.cover_violet")]
        yield "covering violet", text


# ---- the end --------------------------------------------------------------------------------


def _end(of: Values) -> Told:
    text = {
        "broken_off": """
            Whoever takes the last card of a pile still lays it; then the game ends at once.
        """,
        "finished": """
            When the last card of a pile has been taken and laid, the round is finished: each player
            after this one, up to the one to the right of the first player, takes one more turn from
            the piles that still have cards. Then the game ends.
        """,
    }[of("end.round")]
    yield "end", text


def _scoring(of: Values) -> Told:
    yield "touching", _TOUCHING[of("garden.touching")]
    steps = of("scoring.steps")
    done = listed(_STEPS[step][0] for step in steps)
    if len(steps) > 1:
        text = f"""
            A garden is scored in this order: {done}. Each of these looks at what the ones before it
            have left.
        """
        yield "steps", text
    for step in steps:
        yield from _STEPS[step][1](of)


_TOUCHING = {
    "sides": "In what follows, cards touch when they share a side; only those on top count.",
    "corners_too": """
        In what follows, cards touch when they share a side or a corner; only those on top count.
    """,
}


def _discards(of: Values) -> Told:
    each = of("scoring.discards.points")
    text = f"""
        **Groups.** All cards of one value that touch one another form a group, whatever their
        colours. A group of as many cards as its value says is in order: one 1, two 2s, three 3s and
        so on. Every other group is removed, with all that lies under its cards, and
        {f"costs {points(-each)}" if each < 0 else f"scores {points(each)}"} for each card so
        removed.
    """
    yield "groups", text


def _fields(of: Values) -> Told:
    least, each = of("scoring.fields.least"), of("scoring.fields.points")
    text = f"""
        **Fields.** All cards of one colour that touch one another form a field. A field of at least
        {count(least, "card")} scores {points(each)} for each of its cards.
    """
    yield "fields", text
    yield "fields counted", _COUNTED[of("scoring.fields.counted")]


_COUNTED = {
    "each": "Several such fields of a colour all score.",
    "largest": "Of several such fields of a colour only the largest scores.",
    "whole_colour": "With one such field, all the other cards of its colour score as well.",
}


def _butterflies(of: Values) -> Told:
    each = points(of("scoring.butterflies.points"))
    text = {
        "once": f"""
            **Butterflies.** A butterfly that touches a card of its colour scores {each}.
        """,
        "each_card": f"""
            **Butterflies.** A butterfly scores {each} for each card of its colour that it touches.
        """,
    }[of("scoring.butterflies.counted")]
    yield "butterflies scored", text


_STEPS: dict[str, tuple[str, Callable[[Values], Told]]] = {
    "discards": ("groups", _discards),
    "fields": ("fields", _fields),
    "butterflies": ("butterflies", _butterflies),
}


def _winning(of: Values) -> Told:
    ties = [_TIES[word] for word in of("tie_breaks")]
    if of.seats == 1:
        yield "winning", "The points are your result."
        if ties:
            yield "ties", f"Of equal results one is better by {listed(ties, 'and then')}."
        return
    yield "winning", f"Most points win. {decided(ties)} Who is still equal shares the win."


_TIES = {
    "discards": "fewer cards removed",
    "fields": "more cards in fields",
    "butterflies": "more butterflies that score",
}

_PARTS = {
    "The cards": _cards,
    "Before the game": _start,
    "A turn": _turn,
    "The end": _end,
    "Points": _scoring,
    "Winning": _winning,
}
