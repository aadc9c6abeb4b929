"""The rules of Gift of Tulips in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerules.engine.describing import (
    ORDINALS,
    Sentence,
    Told,
    Values,
    count,
    decided,
    points,
    sentences,
)
from tilerules.engine.shared.words import (
    ends_told,
    match_told,
    partners_told,
    round_told,
    seats_told,
    uses_told,
)
from tilerules.wording import counted, listed


def words(of: Values) -> Iterator[Sentence]:
    """All that a card says for one number of players."""
    return sentences(of, _PARTS)


# ---- the cards and the start ----------------------------------------------------------------


def _cards(of: Values) -> Told:
    colours, values, more = of("cards.colours"), of("cards.values"), Counter(of("cards.more"))
    copies = {value: of(f"cards.values.{value}") for value in sorted(values)}
    each = listed(f"{counted(n, 'card')} of value {value}" for value, n in copies.items() if n)
    number = len(colours) * sum(copies.values()) + more.total()
    text = f"""
        The game has {counted(number, "card")}. Each shows tulips of one colour ({listed(colours)})
        and a value. {f"Each colour has {each}." if each else ""}
    """
    yield "deck", text
    if more:
        cards = listed(f"{counted(n, 'card')} {name.replace('-', ' ')}" for name, n in more.items())
        yield "more cards", f"Besides, these cards are among them: {cards}."


def _start(of: Values) -> Told:
    festival, left_out, dealt = of("start.festival"), of("start.left_out"), of("start.dealt")
    if festival > 1:
        text = f"""
            Shuffle all cards and draw {count(festival, "card")} of different colours for the open
            festival; a card of a colour that is there already goes back. The higher value stands
            in front; of equal values the card that was drawn first does.
        """
        yield "festival", text
    elif festival:
        yield "festival", "Shuffle all cards and draw one card for the open festival."
    else:
        yield "festival", "Shuffle all cards. The open festival begins without any."
    if left_out:
        yield "left out", f"Shuffle the rest, and take {count(left_out, 'card')} out, unseen."
    else:
        yield "left out", "Shuffle the rest."
    others = "" if dealt == 1 else " The rest of the hand goes face down into the secret festival."
    text = f"""
        Deal {count(dealt, "card")} to each player; what is left is the deck. Each player picks,
        unseen by the others, one card of the hand to keep. When all have chosen, these cards are
        laid face up, each as the start of a bouquet.{others}
    """
    yield "hands", text


def _players(of: Values) -> Told:
    yield from partners_told(of)
    if of("partners.bouquets") == "shared":
        yield "shared", "The bouquets of partners count as one for the most tulips."
    yield from seats_told(of, {})
    yield from match_told(of)


# ---- the festival and a turn ----------------------------------------------------------------


def _festival(of: Values) -> Told:
    equal = _EQUAL_SUMS[of("festival.equal_sums")]
    text = f"""
        The colours in the open festival are ranked by the sums of the values of their cards, the
        highest first. Of two colours with equal sums, {equal}. Each card that is added to the open
        festival may change the ranking.
    """
    yield "ranking", text
    last = ORDINALS[len(of("cards.colours")) - 1]
    text = {
        "last": f"""
            A card of a colour that is not in the open festival is given or kept as one of the
            colour ranked {last}, even if fewer colours are ranked.
        """,
        "nothing": """
            A card of a colour that is not in the open festival is given or kept without points for
            a rank.
        """,
    }[of("festival.unranked")]
    yield "unranked", text


_EQUAL_SUMS = {
    "latest_first": "the one that got its last card later stands in front",
    "oldest_first": "the one that had this sum first stays in front",
}


def _turn(of: Values) -> Told:
    draws, drawing = of("turn.draws"), of("turn.drawing")
    if draws == 1:
        text = """
            The player whose turn it is draws a card and does one of the following things with it.
        """
    elif drawing == "together":
        text = f"""
            The player whose turn it is draws {count(draws, "card")}, and then does one of the
            following things with each of them, in any order, each time a different thing.
        """
    else:
        text = f"""
            The player whose turn it is draws a card and does one of the following things with it,
            then draws the next and does a different thing with that one, until
            {count(draws, "card")} are played.
        """
    short = "" if draws == 1 else "With too few cards left for that, the turn is shorter."
    text = f"""
        Any player begins; the others follow clockwise. {text} {short} With every card one of these
        things must be done; {_SEEN[of("turn.known")]}.
    """
    yield "draws", text
    yield (
        "actions",
        "\n- ".join(
            ["What can be done with a card:", *(_ACTIONS[action] for action in of("turn.actions"))]
        ),
    )
    yield from uses_told(of, _USES)
    yield "looking", _LOOKING[of("festival.known")]


_SEEN = {
    "own": "nobody else sees a card before it is played",
    "all": "all see each card as it is drawn, and may remember which ones are added secretly",
}
_LOOKING = {
    "own": "Everybody may look at the cards they have put into the secret festival.",
    "all": """
        The cards of the secret festival lie open all the same. They count only when they are drawn.
    """,
}
_USES = {
    "keep": "keep a card",
    "give": "give a card",
    "open": "add a card openly",
    "secret": "add a card secretly",
}
_ACTIONS = {
    "keep": "**Keep** it: it goes face up to the own bouquet.",
    "give": "**Give** it: it goes face up to the bouquet of any other player.",
    "add": "**Add** it: it goes face up to the open festival, or face down into the secret one.",
    "add_open": "**Add it openly:** it goes face up to the open festival.",
    "add_secret": "**Add it secretly:** it goes face down into the secret festival.",
}


def _points(of: Values) -> Told:
    giving, keeping = of("scoring.giving.points"), of("scoring.keeping.points")
    if giving:
        added = of("scoring.giving.value") == "added"
        value = "the value of the card itself is added" if added else "its value does not matter"
        yield "giving", f"Giving a card scores {_by_rank(giving)}; {value}."
        text = {
            "nothing": "Who is given a card scores nothing for it.",
            "keeping": "Who is given a card scores as for one that is kept.",
        }[of("scoring.giving.receiver")]
        yield "receiver", text
    if keeping:
        yield "keeping", f"Keeping a card scores {_by_rank(keeping)}."
    if giving or keeping:
        yield "at once", "These points are scored at once, by the ranking as it stands then."


def _by_rank(numbers: tuple[int, ...]) -> str:
    """Points by the rank of a card's colour."""
    scoring = {ORDINALS[rank]: number for rank, number in enumerate(numbers) if number}
    if not scoring:
        return "no points, whatever its colour"
    each = listed(f"{points(number)} for the {rank}" for rank, number in scoring.items())
    rest = "" if len(scoring) == len(numbers) else ", and nothing for the others"
    return f"by the rank of its colour: {each}{rest}"


# ---- the end --------------------------------------------------------------------------------


def _end(of: Values) -> Told:
    drawn, ranked = of("end.drawn"), of("end.ranked")
    last = "the turn in which the last card of the deck is played"
    if ends := ends_told(of, {}):
        text = f"""
            At the end of each turn this is looked at: the game ends when {ends}. In any case it
            ends with {last}.
        """
        yield "end", text
    else:
        yield "end", f"The game ends with {last}."
    yield from round_told(of)
    if drawn == "never":
        yield "drawn", "The secret festival stays hidden, and does not count."
        return
    some = "all its cards are" if drawn == "all" else f"{count(drawn, 'card')} from it"
    fewer = {"all": "", 1: " is"}.get(drawn, ", or all of them if there are fewer, are")
    rest = "" if drawn == "all" else " The others stay hidden."
    text = f"""
        Then the secret festival is shuffled, and {some}{fewer} drawn one by one and added to the
        open festival.{rest}
    """
    yield "drawn", text
    yield "ranked", _RANKED[ranked]


_RANKED = {
    "each_card": "The colours are ranked anew after each of these cards.",
    "once": """
        The colours are ranked anew only when all of these cards are there. Colours with equal sums
        then keep their order, and colours new to the festival stand behind those, in the order in
        which they came.
    """,
}


def _majorities(of: Values) -> Told:
    ranks = of("scoring.majorities.points")
    if not ranks:
        return
    lines = [f"{_AFTER_THAT}, by the rank of their colour:"]
    for rank in sorted(ranks, key=int):
        numbers = of(f"scoring.majorities.points.{rank}")
        each = listed(f"{n} for the {_MOST[place]}" for place, n in enumerate(numbers))
        lines.append(f"{ORDINALS[int(rank) - 1]} colour: {each}")
    yield "majorities", "\n- ".join(lines)
    least = of("scoring.majorities.least")
    first, *further = (_CRITERIA[word] for word in of("scoring.majorities.decided_by"))
    then = "".join(f"; if that is equal, {criterion} counts" for criterion in further)
    text = f"""
        To see who has the most of a colour, {first} counts{then}. {_too_few(least)}
    """
    yield "decided", text
    yield "ties", _EXACT_TIES[of("scoring.majorities.ties")]


_AFTER_THAT = "After that, points are scored for the cards in the bouquets"


def _too_few(least: int) -> str:
    """Who scores nothing for a colour."""
    if least == 1:
        return "Who has no card of a colour scores nothing for it."
    return f"Who has fewer than {count(least, 'card')} of a colour scores nothing for it."


def _bouquets(of: Values) -> Told:
    """What a bouquet scores by itself."""
    sizes, every = of("scoring.sizes.points"), of("scoring.all_colours.points")
    if sizes:
        each = listed(
            f"{points(of(f'scoring.sizes.points.{size}'))} for {count(int(size), 'card')}"
            for size in sorted(sizes, key=int)
        )
        text = f"""
            At the end each colour in a bouquet scores by the number of its cards: {each}. A number
            between two of these scores as the lower one, and more than all of them as the last.
        """
        yield "sizes", text
    if every is not None:
        text = f"A bouquet with a card of every colour scores {points(every)}."
        yield "all colours", text
    fewest = of("scoring.fewest.points")
    if fewest is not None:
        text = f"""
            The bouquet with the fewest cards scores {points(fewest)}; with equally many, all of
            these do.
        """
        yield "fewest", text


_EXACT_TIES = {
    "one_place": """
        Players who are equal in all of that take one place together, each with its full points, and
        the next player takes the next place.
    """,
    "more_places": """
        Players who are equal in all of that get the full points of the same place, and use up as
        many places as they are.
    """,
    "split": """
        Players who are equal in all of that use up as many places as they are, and share the points
        of these places evenly, each share rounded down.
    """,
}
_MOST = ("most", "second most", "third most", "fourth most", "fifth most", "sixth most")
_CRITERIA = {
    "cards": "the number of cards of it",
    "sum": "the sum of their values",
    "highest": "the highest value among them",
}


def _winning(of: Values) -> Told:
    ties = decided([_TIES[word] for word in of("tie_breaks")])
    yield "winning", f"Most points win. {ties} Who is still equal shares the win."


_TIES = {
    "bouquet": "more cards in the bouquet",
    "giving": "more points for giving",
    "keeping": "more points for keeping",
    "majorities": "more points for the most tulips",
    "sizes": "more points for the numbers of cards of a colour",
    "all_colours": "more points for a card of every colour",
    "fewest": "more points for the fewest cards",
}

_PARTS = {
    "The cards": _cards,
    "Before the game": _start,
    "The players": _players,
    "The festival": _festival,
    "A turn": _turn,
    "Points for giving and keeping": _points,
    "The end": _end,
    "Points for the most tulips": _majorities,
    "Points for a bouquet": _bouquets,
    "Winning": _winning,
}
