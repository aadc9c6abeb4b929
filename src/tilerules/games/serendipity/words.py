"""The rules of Serendipity in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilerules.engine.describing import (
    Sentence,
    Told,
    Values,
    capital,
    count,
    sentences,
)
from tilerules.engine.shared.words import (
    ends_told,
    partners_told,
    round_told,
    seats_told,
    uses_told,
)
from tilerules.games.serendipity.scoring_words import points_told, winning_told
from tilerules.wording import listed


def words(of: Values) -> Iterator[Sentence]:
    """All that a card says for one number of players."""
    return sentences(of, _PARTS)


# ---- the tiles and the start ----------------------------------------------------------------


def _tiles(of: Values) -> Told:
    colours, copies, serendips = of("tiles.colours"), of("tiles.copies"), of("tiles.serendips")
    side, known = of("board.side"), of("tiles.known") == "all"
    unseen = "" if known else ", unseen,"
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
        Mix the tiles face down and lay them out{unseen} as a hexagon with sides of
        {count(side, "tile")}. {_FACING[of("tiles.serendip_facing")]}
    """
    yield "field", text
    if known:
        text = """
            Before the first colour is named, all look at all tiles and turn them face down again in
            their places: everybody knows from the start what lies where.
        """
        yield "known", text


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
    yield from seats_told(of, {"colours_each": "chooses {} of the colours instead"})
    yield from partners_told(of)
    if of("partners.flowers") == "shared":
        text = """
            In your turn a flower of a partner's colour is like one of your own; its points stay
            your partner's.
        """
        yield "flowers of partners", text


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
    yield from uses_told(of, _USES)


_USES = {
    "swap": "use the exchange of two other tiles",
    "turning": "turn a Serendip, so that it lies another way than it did,",
    "exchange": "let the tile just turned up change places",
}


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
        reach = _reach(of("turn.own.exchange.reach"))
        options.append(f"let it change places with {partner}{reach}{beside}. {then}")
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


def _reach(steps: Any) -> str:
    return "" if steps == "never" else f", no more than {count(steps, 'step')} away"


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
        reach = _reach(of("turn.serendip.exchange.reach"))
        options.append(f"let it change places with {partner}{reach}{turned}. {then}")
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
    reach = of("turn.serendip.leave.swap_reach")
    near = "" if reach == "never" else f" They are no more than {count(reach, 'step')} apart."
    return f" Then {duty} let {tiles} change places.{near}"


# ---- the end --------------------------------------------------------------------------------


def _end(of: Values) -> Told:
    conditions = {"serendips_up": _serendips_up(of), "complete_colours": _complete(of)}
    ends, looked_at = ends_told(of, conditions), _LOOKED_AT[of("end.looked_at")]
    when = f"when {ends}. {looked_at} It also ends when" if ends else "when"
    yield "end", f"The game ends {when} a turn would begin with nothing left face down."
    yield from round_told(of)
    if of("end.round") != "broken_off":
        text = """
            In these last turns the end is not looked at again. With nothing left face down there
            are no more turns.
        """
        yield "last turns", text
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


_PARTS = {
    "The tiles": _tiles,
    "The colours": _colours,
    "A turn": _turn,
    "The end": _end,
    "Points": points_told,
    "Winning": winning_told,
}
