"""The rules of Serendipity in words."""

from __future__ import annotations

from collections.abc import Iterator

from tilerules.engine.describing import (
    Sentence,
    Told,
    Values,
    capital,
    count,
    decided,
    points,
    sentences,
)
from tilerules.wording import listed


def words(of: Values) -> Iterator[Sentence]:
    """All that a card says for one number of players."""
    return sentences(of, _PARTS)


# ---- the tiles and the start ----------------------------------------------------------------


def _tiles(of: Values) -> Told:
    colours, copies, serendips = of("tiles.colours"), of("tiles.copies"), of("tiles.serendips")
    side = of("board.side")
    text = f"""
        There are {len(colours) * copies + serendips} hexagonal tiles: {count(copies, "flower")} of
        each colour ({listed(colours)}) and {count(serendips, "Serendip")}.
    """
    yield "tiles", text
    text = f"""
        A Serendip is a tile with a colour on each of its six edges; clockwise these are
        {listed(of("tiles.serendip_edges"))}.
    """
    yield "edges", text
    text = f"""
        Mix the tiles face down and lay them out, unseen, as a hexagon with sides of
        {count(side, "tile")}. {_FACING[of("tiles.serendip_facing")]}
    """
    yield "field", text


_FACING = {
    "random": "Which way a Serendip lies is left to chance.",
    "alike": """
        All Serendips lie alike: the first edge of those above points up to the right.
    """,
}


def _colours(of: Values) -> Told:
    each = of("colours_each")
    text = f"""
        Going round again and again, each player names a colour that nobody has named, until
        everybody has {count(each, "colour")}. What nobody has named belongs to nobody.
    """
    yield "colours", text


# ---- a turn ---------------------------------------------------------------------------------


def _turn(of: Values) -> Told:
    text = """
        The youngest player begins; the others follow clockwise. In your turn, turn up any tile that
        lies face down, for all to see. What follows depends on the tile. With no tile left to turn
        up, the turn is over.
    """
    yield "turn", text
    yield "foreign", _shown(of, "foreign", "A flower of another player's colour")
    yield "unowned", _shown(of, "unowned", "A flower of nobody's colour")
    yield from _own(of)
    yield from _serendip(of)
    text = """
        A tile that changes places is never flipped: what lies face up stays so, and so does what
        lies face down. Nor is it turned, unless that is said above.
    """
    yield "moving", text


def _shown(of: Values, whose: str, flower: str) -> str:
    """What becomes of a flower that is not one's own."""
    stays, number = of(f"turn.{whose}.stays_up"), of(f"turn.{whose}.serendips")
    text = {
        "never": "goes back face down in its place",
        "always": "stays face up",
        "after_serendips": f"""goes back face down in its place until {_lie(number or 0)} face up,
            and stays face up from then on; a Serendip counts as soon as it is turned up""",
        "chosen": "stays face up or goes back face down, as you like",
    }[stays]
    return f"**{flower}** {text}. {_then(of, f'turn.{whose}.then')}"


def _lie(number: int) -> str:
    return f"{count(number, 'Serendip')} {'lies' if number == 1 else 'lie'}"


def _then(of: Values, key: str) -> str:
    return _THEN[of(key)]


_THEN = {
    "end_turn": "Then the turn is over.",
    "may_reveal": "Then you may turn up one more tile, or stop.",
    "must_reveal": "Then you have to turn up one more tile.",
}


def _own(of: Values) -> Told:
    leave, exchange = of("turn.own.leave"), of("turn.own.exchange")
    options = []
    if leave:
        options.append(f"leave it face up where it lies. {_then(of, 'turn.own.leave.then')}")
    if exchange:
        partner = _PARTNERS[of("turn.own.exchange.with")]
        beside = _BESIDE[of("turn.own.exchange.beside")]
        then = _then(of, "turn.own.exchange.then")
        options.append(f"let it change places with {partner}{beside}. {then}")
    yield "own", _options("A flower of your own colour", options, sure=bool(leave))


_PARTNERS = {
    "face_down": "a tile that lies face down, unseen",
    "face_up": "a tile that lies face up, but no Serendip",
    "any": "any other tile, but no Serendip that lies face up",
}
_BESIDE = {
    "any": "",
    "own_flower": ", so that it comes to lie beside another flower of its colour that lies face up",
}


def _options(tile: str, options: list[str], *, sure: bool) -> str:
    """What can be done with a tile; `sure` if some of it always can."""
    rest = "" if sure else " If that is not possible, it stays face up and the turn is over."
    if len(options) == 1:
        return f"**{tile}:** {capital(options[0])}{rest}"
    return "\n- ".join([f"**{tile}:** do one of these, if it is possible:", *map(capital, options)])


def _serendip(of: Values) -> Told:
    options = []
    if of("turn.serendip.leave"):
        turned = _TURNED[of("turn.serendip.leave.turning")]
        then = _then(of, "turn.serendip.leave.then")
        options.append(f"leave it face up where it lies{turned}.{_swap(of)} {then}")
    if of("turn.serendip.exchange"):
        partner = _PARTNERS[of("turn.serendip.exchange.with")]
        turned = _TURNED[of("turn.serendip.exchange.turning")]
        then = _then(of, "turn.serendip.exchange.then")
        options.append(f"let it change places with {partner}{turned}. {then}")
    yield "serendip", _options("A Serendip", options, sure=bool(of("turn.serendip.leave")))
    yield "fixed", "A Serendip that has been dealt with is never moved or turned again."


_TURNED = {"free": ", turned to any side you like", "never": ", without turning it"}


def _swap(of: Values) -> str:
    """The exchange of two other tiles that follows a Serendip left in its place."""
    swap, which = of("turn.serendip.leave.swap"), of("turn.serendip.leave.swap_with")
    if swap == "never":
        return ""
    duty = "you may" if swap == "may" else "you have to, if it is possible,"
    tiles = {
        "any": "any two other tiles, but no Serendips that lie face up,",
        "face_up": "any two tiles that lie face up, but no Serendips,",
        "face_down": "any two tiles that lie face down",
    }[which]
    return f" Then {duty} let {tiles} change places."


# ---- the end --------------------------------------------------------------------------------


def _end(of: Values) -> Told:
    ends = [end for end in (_serendips_up(of), _complete(of)) if end]
    text = f"""
        The game ends when {listed(ends)}. {_LOOKED_AT[of("end.looked_at")]} It also ends when a
        turn would begin with nothing left face down.
    """
    yield "end", text
    limit = of("end.turn_limit")
    if limit != "never":
        text = f"""
            After {count(limit, "turn")} of all players together the game is broken off, and scored
            as it stands.
        """
        yield "limit", text


def _serendips_up(of: Values) -> str | None:
    number = of("end.serendips_up")
    if number == "all":
        return "all Serendips lie face up"
    return f"at least {_lie(number)} face up" if number else None


def _complete(of: Values) -> str | None:
    number = of("end.complete_colours")
    whose = {"owned": " that players own", "any": ""}[of("end.whose")]
    if number == "all":
        return f"all flowers of all colours{whose} lie face up"
    if number:
        return f"all flowers of at least {count(number, 'colour')}{whose} lie face up"
    return None


_LOOKED_AT = {
    "choice": """
        This is looked at whenever a tile has been dealt with, and no further tile is then turned
        up.
    """,
    "turn": "This is looked at when a turn is over.",
}


# ---- the points -----------------------------------------------------------------------------


def _scoring(of: Values) -> Told:
    yield "carpet", _JOINED_BY[of("scoring.carpet.joined_by")]
    text = f"""
        Only the largest carpet of a colour counts: {_LARGEST[of("scoring.carpet.largest_by")]}
    """
    yield "largest", text
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
    if of("colours_each") > 1:
        yield "several colours", _SEVERAL[of("scoring.carpet.colours")]
    else:
        of("scoring.carpet.colours")  # with one colour each there is nothing to choose
        yield "one colour", "The carpet of your own colour counts."


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


def _winning(of: Values) -> Told:
    ties = decided([_TIES[word] for word in of("tie_breaks")])
    yield "winning", f"Most points win. {ties} Who is still equal shares the win."


_TIES = {
    "flowers": "more flowers in the carpet",
    "serendips": "more joined Serendips",
    "matches": "more matching Serendips",
}

_PARTS = {
    "The tiles": _tiles,
    "The colours": _colours,
    "A turn": _turn,
    "The end": _end,
    "Points": _scoring,
    "Winning": _winning,
}
