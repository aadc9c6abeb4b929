"""How a Flowers garden is scored, in words."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.describing import NUMBERS, Told, Values, count, points
from tilerules.wording import listed


def scoring_told(of: Values) -> Told:
    """What touches, the order of the steps, and what each of them counts."""
    yield "touching", _TOUCHING[of("garden.touching")]
    steps = of("scoring.steps")
    done = listed(_STEPS[step][0] for step in steps)
    if len(steps) > 1:
        text = f"""
            A garden is scored in this order: {done}. Each of these looks at what the ones before it
            have left.
        """
        yield "steps", text
    if "fields" not in steps and {"sizes", "all_colours"} & {*steps}:
        yield "what fields are", _FIELD
    for step in steps:
        yield from _STEPS[step][1](of)


_FIELD = "All cards of one colour that touch one another form a field."
_TOUCHING = {
    "sides": "In what follows, cards touch when they share a side; only those on top count.",
    "corners_too": """
        In what follows, cards touch when they share a side or a corner; only those on top count.
    """,
}


def small(number: int) -> str:
    """A number, in words if it is small."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _worth(points_each: int) -> str:
    """What something brings, or what it costs."""
    if points_each < 0:
        return f"costs {points(-points_each)}"
    return f"scores {points(points_each)}"


# ---- steps ----------------------------------------------------------------------------------


def _discards(of: Values) -> Told:
    text = f"""
        **Groups.** All cards of one value that touch one another form a group, whatever their
        colours. A group of as many cards as its value says is in order: one 1, two 2s, three 3s and
        so on. Every other group is removed, with all that lies under its cards, and
        {_worth(of("scoring.discards.points"))} for each card so removed.
    """
    yield "groups", text


def _fields(of: Values) -> Told:
    least, each = of("scoring.fields.least"), of("scoring.fields.points")
    text = f"""
        **Fields.** {_FIELD} A field of at least {count(least, "card")} scores {points(each)} for
        each of its cards.
    """
    yield "fields", text
    number = of("scoring.fields.number") or 1
    counted = _COUNTED[of("scoring.fields.counted")]
    if number > 1:
        counted = f"Of more such fields of a colour only the {small(number)} largest score."
    yield "fields counted", counted


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


def _sizes(of: Values) -> Told:
    sizes = sorted(of("scoring.sizes.points"), key=int)
    worth = listed(
        f"{points(of(f'scoring.sizes.points.{size}'))} from {count(int(size), 'card')} on"
        for size in sizes
    )
    yield "sizes", f"**Fields by size.** A field scores by the number of its cards: {worth}."


def _squares(of: Values) -> Told:
    side, each = of("scoring.squares.side"), of("scoring.squares.points")
    text = f"""
        **Squares.** Every square of {side} by {side} cards {_ONE_COLOUR[of("scoring.squares.of")]}
        without a gap {_worth(each)}. Squares may overlap.
        {_violet(of, "scoring.squares.of")}
    """
    yield "squares", text


def _lines(of: Values) -> Told:
    length, each = of("scoring.lines.length"), of("scoring.lines.points")
    text = f"""
        **Lines.** Every straight line of at least {count(length, "card")}
        {_ONE_COLOUR[of("scoring.lines.of")]} across or down, without a gap, {_worth(each)}. A
        longer line counts once. {_violet(of, "scoring.lines.of")}
    """
    yield "lines", text


_ONE_COLOUR = {"any": "", "colour": "of one colour"}


def _violet(of: Values, key: str) -> str:
    """Whether the violet card counts in a pattern, where there is one."""
    violet, any_colour = of("start.violet"), of(key) == "any"
    if violet is None or (violet == "wild" and not any_colour):
        return ""
    return "The violet card counts in them." if any_colour else "The violet card is in none."


def _all_colours(of: Values) -> Told:
    least, each = of("scoring.all_colours.least"), of("scoring.all_colours.points")
    text = f"""
        **All colours.** A garden with a field of at least {count(least, "card")} in every colour
        {_worth(each)}.
    """
    yield "all colours", text


def _apart(of: Values) -> Told:
    text = f"""
        **Cards apart.** Every card that touches no other card of its colour
        {_worth(of("scoring.apart.points"))}.
    """
    yield "cards apart", text


_STEPS: dict[str, tuple[str, Callable[[Values], Told]]] = {
    "discards": ("groups", _discards),
    "fields": ("fields", _fields),
    "butterflies": ("butterflies", _butterflies),
    "sizes": ("fields by size", _sizes),
    "squares": ("squares", _squares),
    "lines": ("lines", _lines),
    "all_colours": ("all colours", _all_colours),
    "apart": ("cards apart", _apart),
}

TIES = {
    "discards": "fewer cards removed",
    "fields": "more cards in fields",
    "butterflies": "more butterflies that score",
    "sizes": "more cards in fields that score by their size",
    "squares": "more squares",
    "lines": "more lines",
    "all_colours": "fields of all colours",
    "apart": "more cards apart",
}
"""What is better, for each tie-break."""
