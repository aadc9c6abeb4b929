"""The piles and the turns of Flowers in words."""

from __future__ import annotations

from itertools import groupby

from tilerules.engine.describing import Told, Values, count
from tilerules.engine.shared.words import uses_told
from tilerules.games.flowers.lengths import DISCARDING, Turn
from tilerules.games.flowers.scoring_words import small
from tilerules.wording import counted, listed


def piles_told(of: Values) -> Told:
    """How the cards are laid out at the start."""
    rest = "the others" if of("start.card") == "random" else "these cards"
    hand = of("turn.hand")
    if hand:
        yield (
            "hands",
            f"Deal {count(hand, 'card')} to each player, as a hand that others do not see.",
        )
    if of("piles.dealt") == "display":
        yield from _display(of, rest)
        return
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
    hidden, known = of("piles.hidden"), of("piles.known")
    if hidden >= number:
        yield "open cards", "The piles lie face down."
        return
    last = "the last one" if hidden == 1 else f"the last {small(hidden)}"
    rest = f" {last.capitalize()} will lie face down to the end." if hidden else ""
    but = f" but {last}" if hidden else ""
    how = {"top": "Turn up the top card of", "all": "Fan out, face up,"}[known]
    seen = " All see all cards of these piles, from top to bottom." if known == "all" else ""
    yield "open cards", f"{how} every pile{but}.{seen}{rest}"


def _display(of: Values, rest: str) -> Told:
    number = of("piles.number")
    text = f"""
        Lay {small(number)} of {rest} face up, as the display. The stock is all that are left,
        {_STOCK[of("piles.known")]}.
    """
    yield "piles", text


_STOCK = {
    "top": "in a pile that lies face down",
    "all": "fanned out, so that all see all its cards, from top to bottom",
}


def is_usual(of: Values) -> bool:
    """Whether a card of a pile is taken and laid in each turn, and none stays in hand."""
    steps, dealt = [*of("turn.steps")], of("piles.dealt")
    return (of("turn.hand"), steps, dealt == "display") == (0, ["take", "place"], False)


# ---- a turn ---------------------------------------------------------------------------------


def turn_told(of: Values) -> Told:
    """What happens in a turn."""
    yield from _usual(of) if is_usual(of) else _steps(of)
    yield "placing", _PLACING[of("garden.placing")]
    yield from _limits(of)
    yield from _covering(of)
    yield from uses_told(of, {"cover": "cover a card", "discard": "discard a card"})
    yield from _shown(of)
    texts = _SWEEP_DISPLAY if of("piles.dealt") == "display" else _SWEEP
    if sweep := texts[of("turn.sweep")]:
        yield "sweep", sweep


def _usual(of: Values) -> Told:
    alone = of.seats == 1
    text = f"""
        {"In each turn, take" if alone else f"{_TURNS}, take"} the top card of any pile that has
        cards, and lay it into {"the" if alone else "your"} garden. A card from a pile that lies
        face down is seen by you alone until then.
    """
    yield "turn", text


def _steps(of: Values) -> Told:
    """A turn in steps, or from a display."""
    steps = [(step, len([*same])) for step, same in groupby(of("turn.steps"))]
    what = listed((_STEPS[step](number) for step, number in steps), "and then")
    start = "In each turn" if of.seats == 1 else _TURNS
    yield "turn", f"{start}, {what}."
    if of("piles.dealt") == "display":
        stock = ", or the top card of the stock" if of("piles.hidden") else ""
        taken = f"any card of the display{stock}"
    else:
        taken = "the top card of any pile that has cards"
    text = f"""
        You take {taken}, into your hand. What all have seen before all know as long as it is in
        your hand; what else comes there you alone see until you play it.
    """
    yield "taking", text
    if [step for step, _ in steps] != ["take", "place"] or len(of("turn.steps")) > 2:
        text = """
            What cannot be done, as there is no card to take or none in your hand, is left out.
        """
        yield "left out", text
    if Turn(of("turn.hand"), (*of("turn.steps"),), 1).most_in_hand > 1:
        text = """
            Of two equal cards in your hand you play the one that all know first. Cards that are
            still in hand when the game ends score nothing, and nobody shows them.
        """
        yield "hand", text


def _cards(number: int) -> str:
    return "a card" if number == 1 else count(number, "card")


_STEPS = {
    "take": lambda number: f"take {_cards(number)}",
    "place": lambda number: f"lay {_cards(number)} from your hand into your garden",
    DISCARDING: lambda number: (
        f"lay {_cards(number)} from your hand into your garden, or out of the game, face up"
    ),
}


def _shown(of: Values) -> Told:
    """What becomes visible when a card has been taken."""
    when, known = of("piles.next_shown"), of("piles.known")
    if of("piles.dealt") == "display":
        yield "next card", _REFILLED[when]
    elif known == "top" and of("piles.hidden") < (of("piles.number") or len(of("piles.sizes"))):
        yield "next card", _NEXT[when]


_REFILLED = {
    "next_turn": """
        When the next turn begins, empty places of the display are refilled from the stock.
    """,
    "at_once": """
        When a card of the display has been taken, its place is refilled from the stock at once.
    """,
}
_TURNS = "Any player begins; the others follow clockwise. In your turn"
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
        When the turn is over, and the game has not ended, the top card of each open pile leaves the
        game, and all see it and the next one. A pile that this empties has run out, as if its last
        card had been taken, and the end is looked at again.
    """,
    "other_piles": """
        When the turn is over, and the game has not ended, the top card of each open pile but those
        just taken from leaves the game, and all see the next one. A pile that this empties has run
        out, as if its last card had been taken, and the end is looked at again.
    """,
}
_SWEEP_DISPLAY = {
    "never": "",
    "open_piles": """
        When the turn is over, and the game has not ended, each card of the display leaves the game,
        place by place, and the place is refilled from the stock.
    """,
    "other_piles": """
        When the turn is over, and the game has not ended, each card of the display, but for places
        just taken from, leaves the game, place by place, and the place is refilled from the stock.
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
