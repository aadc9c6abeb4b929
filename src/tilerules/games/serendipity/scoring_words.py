"""What scores in Serendipity, and who wins, in words."""

from __future__ import annotations

from tilerules.engine.describing import Told, Values, count, decided, points
from tilerules.engine.shared.words import match_told
from tilerules.wording import counted, listed


def points_told(of: Values) -> Told:
    """What scores."""
    yield "carpet", _JOINED_BY[of("scoring.carpet.joined_by")]
    yield "largest", _counted(of)
    if (least := of("scoring.carpet.least")) > 1:
        yield "least", f"A carpet of fewer than {count(least, 'flower')} does not count."
    flowers, serendips, matches = (
        of(f"scoring.{block}.points") for block in ("flowers", "serendips", "matches")
    )
    if flowers is not None:
        yield "flowers", f"Each flower of the carpet scores {points(flowers)}."
    if serendips is not None:
        joined = _JOINED[of("scoring.serendips.joined")]
        text = f"""
            Each Serendip that is joined to the carpet scores {points(serendips)}. {joined}
        """
        yield "serendips", text
    if matches is not None:
        against = _AGAINST[of("scoring.matches.against")]
        text = f"""
            Each of these whose edge of the carpet's colour lies against {against} scores
            {points(matches)} more, once at the most.
        """
        yield "matches", text
    if sizes := of("scoring.sizes.points"):
        steps = listed(
            f"from {counted(int(size), 'flower')} on {points(of(f'scoring.sizes.points.{size}'))}"
            for size in sorted(sizes, key=int)
        )
        yield "sizes", f"A carpet scores by its number of flowers: {steps}."
    yield from _several(of)
    yield from _besides(of)


def _counted(of: Values) -> str:
    """Which of the carpets of a colour count."""
    number, largest = of("scoring.carpet.number"), of("scoring.carpet.largest_by")
    if number == "all":
        return "All carpets of a colour count, each by itself."
    if number == 1:
        return f"Only the largest carpet of a colour counts: {_LARGEST[largest]}"
    first = f"The {count(number, 'carpet')} of a colour that are largest count, each by itself: "
    return first + _LARGEST_OF_SEVERAL[largest]


def _several(of: Values) -> Told:
    """What counts of a seat's several colours, if a seat has several."""
    each = [of(f"seats.{seat}.colours_each") or of("colours_each") for seat in range(of.seats)]
    colours, number = of("scoring.carpet.colours"), of("scoring.carpet.number")
    if max(each) == 1:  # there is nothing to choose
        carpets = "carpet of your own colour counts"
        yield "one colour", f"The {carpets if number == 1 else 'carpets of your own colour count'}."
    elif number == 1:
        yield "several colours", _SEVERAL[colours]
    else:
        yield "several colours", _SEVERAL_CARPETS[colours]


def _besides(of: Values) -> Told:
    """What flowers score besides their carpets."""
    rings, lines, apart, face_down = (
        of(f"scoring.{block}.points") for block in ("rings", "lines", "apart", "face_down")
    )
    if rings is not None:
        text = f"""
            Each cell whose six neighbours are all face-up flowers of one of your colours scores
            {points(rings)}, whatever lies on it.
        """
        yield "rings", text
    if lines is not None:
        text = f"""
            Each straight row of at least {count(of("scoring.lines.length"), "flower")} of one of
            your colours, face up and as long as it can be, scores {points(lines)}.
        """
        yield "lines", text
    if apart is not None:
        text = f"""
            Each face-up flower of your colours that lies in no carpet that counts for you scores
            {points(apart)}.
        """
        yield "apart", text
    if face_down is not None:
        text = f"""
            Each flower of your colours that does not lie face up scores {points(face_down)}.
        """
        yield "face down", text


_JOINED_BY = {
    "chain": """
        A carpet is all flowers of one colour that lie face up and are joined: they touch one
        another, or face-up Serendips lie between them, any number in a row.
    """,
    "single": """
        A carpet is all flowers of one colour that lie face up and are joined: they touch one
        another, or both touch the same face-up Serendip.
    """,
    "never": """
        A carpet is all flowers of one colour that lie face up and are joined: they touch one
        another. Serendips do not join flowers.
    """,
}
_LARGEST = {
    "flowers": "the one with the most flowers; of equal ones, the one with the most points.",
    "tiles": """the one with the most flowers and joined Serendips together; of equal ones, the one
        with the most points.""",
    "points": "the one with the most points.",
}
_LARGEST_OF_SEVERAL = {
    "flowers": "those with the most flowers; of equal ones, those with the most points.",
    "tiles": """those with the most flowers and joined Serendips together; of equal ones, those with
        the most points.""",
    "points": "those with the most points.",
}
_JOINED = {
    "touching": "Joined are the face-up Serendips that touch one of its flowers.",
    "component": """
        Joined are the face-up Serendips that touch one of its flowers, and those that touch such a
        one directly or over further Serendips.
    """,
}
_AGAINST = {
    "carpet": "a flower of the carpet",
    "any_own": "any face-up flower of that colour",
}
_SEVERAL = {
    "best": "Of your colours, the one whose carpet has the most points counts.",
    "largest": "Of your colours, the one with the largest carpet counts.",
    "sum": "The carpets of all your colours are added up.",
}
_SEVERAL_CARPETS = {
    "best": "Of your colours, the one whose carpets have the most points together counts.",
    "largest": "That is meant of all your colours together: so many carpets count, of whichever.",
    "sum": "The carpets of all your colours are added up.",
}


def winning_told(of: Values) -> Told:
    """Who wins."""
    ties = decided([_TIES[word] for word in of("tie_breaks")])
    yield "winning", f"Most points win. {ties} Who is still equal shares the win."
    yield from match_told(of)


_TIES = {
    "flowers": "more flowers in the carpet",
    "serendips": "more joined Serendips",
    "matches": "more matching Serendips",
    "sizes": "more flowers in carpets that score by their size",
    "rings": "more rings",
    "lines": "more straight rows",
    "apart": "more flowers in no carpet",
    "face_down": "more flowers that do not lie face up",
}
