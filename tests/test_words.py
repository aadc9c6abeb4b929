"""The rules in words: whole, well formed, told apart by players, and marked where they change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.strategies import flowers_cards
from tests.rulebook import book, leaves, numbers, read
from tests.strategies import serendipity_cards
from tests.tulips.strategies import tulips_cards
from tilerules import registry
from tilerules.engine.describing import Values

Card = dict[str, Any]

GAMES = ("serendipity", "flowers", "tulips")
CARDS = {"serendipity": serendipity_cards(), "flowers": flowers_cards(), "tulips": tulips_cards()}
THINGS = "cards|points|piles|colours|players|tiles|flowers|Serendips|turns|times|butterflies"

Law = Callable[[tr.Ruleset], None]


def asked_for(rules: tr.Ruleset, seats: int) -> set[str]:
    """The keys that the words of a game ask for."""
    values = Values(rules.values_for(seats), seats)
    assert list(registry.game(rules.game).words(values))
    return values.asked


# ---- what is asked for ----------------------------------------------------------------------


def all_is_told(rules: tr.Ruleset) -> None:
    for seats in rules.seat_counts:
        keys = {key for key, _ in leaves(rules.values_for(seats))}
        assert keys - asked_for(rules, seats) <= unneeded(rules.values_for(seats))


def unneeded(values: Mapping[str, Any]) -> set[str]:
    """What means nothing beside the other values of a card."""
    piles = values.get("piles")
    if piles and piles["hidden"] >= piles.get("number", len(piles.get("sizes", ()))):
        return {"piles.next_shown"}  # no pile is open, so none has a next card to show
    return set()


# ---- how it is written ----------------------------------------------------------------------


def well_written(rules: tr.Ruleset) -> None:
    text = tr.describe(rules)
    assert text.startswith(f"# {rules.title}\n\n")
    assert text.endswith("\n")
    for found in (re.search(fault, text, re.MULTILINE) for fault in FAULTS):
        assert found is None, text[max(0, found.start() - 60) : found.end() + 60]
    for each in read(text).paragraphs:
        sentences(each.text)


FAULTS = (
    r"  |\n{3,}| $|^ ",
    r"None|True|False|FrozenMap|\('|\['|{",
    rf"(?<!-)\b(1|one) ({THINGS})\b|\(1 times\)",
    r"\bare (1|one)\b|\b(1|one) pile\b[^.]*\b(each|equal)\b",
    r"\bat least no\b|\bno \w+ or more\b",  # a number that asks for nothing
    r" [,.;:]|[,;:][,.;:]|\.\.",
    r"[.] [a-z]",  # a sentence begins with a capital letter
)


def sentences(text: str) -> None:
    """A paragraph is sentences, or a lead with a colon and a list under it."""
    lead, *items = text.split("\n- ")
    assert lead.endswith(":" if items else "."), lead
    assert re.match(r"[A-Z]|\*\*[A-Z]", lead), lead
    assert "\n" not in "".join([lead, *items])
    assert all(items)
    ends = {item.endswith(".") for item in items}
    assert len(ends) <= 1, items


def jargon(game: str) -> set[str]:
    """The keys and the words of a schema that no player would say."""
    found: set[str] = set()

    def look(schema: Any) -> None:
        if isinstance(schema, dict):
            words = [*schema.get("enum", []), *schema.get("properties", {})]
            found.update(word for word in words if isinstance(word, str) and "_" in word)
            for inner in schema.values():
                look(inner)
        elif isinstance(schema, list):
            for inner in schema:
                look(inner)

    look(registry.rules_schema(game))
    assert len(found) > 5
    return found


JARGON = {game: jargon(game) for game in GAMES}


def in_plain_words(rules: tr.Ruleset) -> None:
    text = tr.describe(rules).split("\n## ", 1)[1]
    assert JARGON[rules.game].isdisjoint(re.findall(r"\w+", text))


# ---- players and marks ----------------------------------------------------------------------


def each_number_gets_its_own_rules(rules: tr.Ruleset) -> None:
    """What stands in the book for a number of players is what the rules say for it alone."""
    whole = book(rules)
    assert whole.players == rules.seat_counts
    for seats in rules.seat_counts:
        alone = told(rules, seats)
        assert whole.said(seats) == [(section, text) for (section, _), text in alone.items()]
    for each in whole.paragraphs:
        assert each.seats
        assert {*each.seats} <= {*whole.players}


def told(rules: tr.Ruleset, seats: int) -> dict[tuple[str, str], str]:
    """What the rules say with so many players, by heading and topic."""
    values = Values(rules.values_for(seats), seats)
    return {each[:2]: each.text for each in registry.game(rules.game).words(values)}


def marks_are_right(rules: tr.Ruleset, below: tr.Ruleset) -> None:
    """Marked is what the card below says otherwise, or alone, for a number of players of both."""
    before, after = book(below), book(rules)
    assert after.players_changed == (after.players != before.players)
    common = {*before.players} & {*after.players}
    for each in after.paragraphs:
        if not each.gone:
            known = {seats for seats in common if (each.section, each.text) in before.said(seats)}
            both = common & {*each.seats}
            assert bool(each.mark) == bool(both - known), each
            named = sorted(both - known) if both & known else []
            assert each.some == tuple(named), each
    for seats in common:
        old, new = told(below, seats), told(rules, seats)
        gone = [(section, old[section, topic]) for section, topic in old.keys() - new.keys()]
        assert sorted(after.gone(seats)) == sorted(gone)
    assert all({*each.seats} <= common for each in after.paragraphs if each.gone)


def what_changes_is_marked(rules: tr.Ruleset) -> None:
    if rules.id == rules.game:
        assert not book(rules).marked
        assert "**Changed" not in tr.describe(rules)
    else:
        marks_are_right(rules, tr.load(rules.game))


LAWS = (
    all_is_told,
    well_written,
    in_plain_words,
    each_number_gets_its_own_rules,
    what_changes_is_marked,
)


# ---- bundled cards, and any others ----------------------------------------------------------


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_bundled_rules_in_words(id: str, law: Law) -> None:
    law(tr.load(id))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40)
@given(st.data())
def test_any_rules_in_words(game: str, law: Law, data: st.DataObject) -> None:
    law(tr.load(data.draw(CARDS[game])))


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_the_head_is_that_of_the_card(id: str) -> None:
    rules = tr.load(id)
    head = book(rules)
    assert (head.title, head.summary, head.players) == (
        rules.title,
        rules.summary,
        rules.seat_counts,
    )


@pytest.mark.parametrize("summary", [{}, {"summary": "What is different."}])
def test_a_summary_is_told_by_the_card_that_has_it(summary: Card) -> None:
    """What the card that it extends says of itself is not said of the variant."""
    rules = tr.load({"extends": "serendipity-french", "tie_breaks": ["flowers"], **summary})
    assert book(rules).summary == summary.get("summary", "")
    assert tr.load("serendipity-french").summary.strip() not in tr.describe(rules)


# ---- every value counts ---------------------------------------------------------------------

BESIDE: dict[tuple[str, Any], Card] = {  # what a word asks for beside it
    ("turn.foreign.stays_up", "after_serendips"): {"serendips": 4},
    ("turn.unowned.stays_up", "after_serendips"): {"serendips": 4},
    ("turn.serendip.leave.swap", "may"): {"swap_with": "any"},
    ("turn.serendip.leave.swap", "must"): {"swap_with": "any"},
    ("start.card", "violet"): {"violet": "neutral", "cover_violet": "may"},
    ("piles.dealt", "listed"): {"sizes": (9, 9)},
    ("piles.dealt", "evenly"): {"number": 3},
    ("piles.dealt", "display"): {"number": 3},
    ("end.any_of", ("points",)): {"points": 20},
    ("end.all_of", ("points",)): {"points": 20},
    ("cover.cards", "any"): {"depth": "never"},
    ("cover.cards", "not_start"): {"depth": "never"},
}


def silent(values: Mapping[str, Any]) -> set[str]:
    """The keys that another word would not change the rules of, beside these values."""
    found = unneeded(values)
    if values.get("colours_each") == 1:
        found.add("scoring.carpet.colours")  # of one colour each there is nothing to choose
    return found


def kinds(game: str, key: str) -> list[Card]:
    """The kinds of value that may stand behind a path of keys."""
    schema = registry.rules_schema(game)

    def resolved(node: Card) -> list[Card]:
        if "$ref" in node:
            return resolved(schema["definitions"][node["$ref"].rpartition("/")[2]])
        if "anyOf" in node and "type" not in node:
            return [each for branch in node["anyOf"] for each in resolved(branch)]
        return [node]

    nodes: list[Card] = [{"properties": schema["properties"]}]
    for step in key.split("."):
        inner = [node["properties"][step] for node in nodes if step in node.get("properties", {})]
        nodes = [each for node in inner for each in resolved(node)]
    return [node for node in nodes if node.get("const") != "removed"]


def others(game: str, key: str, value: Any) -> set[Any]:
    """Other values that may stand there: words, numbers beside it, and lists cut or turned."""
    found: set[Any] = set()
    for kind in kinds(game, key):
        if "enum" in kind:
            found.update(kind["enum"])
        elif kind["type"] == "integer":
            near = (value - 1, value + 1) if isinstance(value, int) else (kind["minimum"] + 1,)
            found.update(n for n in near if kind["minimum"] <= n <= kind["maximum"])
        elif kind["type"] == "array":
            found.update(other_lists(value, kind))
    return found - {value}


def other_lists(value: Any, kind: Card) -> Iterator[tuple[Any, ...]]:
    """A list turned round, cut by its last, or with something in it."""
    yield value[::-1]
    if len(value) > kind.get("minItems", 0):
        yield value[:-1]
    if not value:
        yield (kind["items"].get("enum", ["pink-4"])[0],)


def with_value(values: Mapping[str, Any], key: str, value: Any) -> Card:
    """The values with another one, and what it asks for beside it."""
    head, _, rest = key.partition(".")
    if not rest:
        return {**values, key: value}
    return {**values, head: with_value(values[head], rest, value)}


def changed(values: Mapping[str, Any], key: str, value: Any) -> Card:
    out = with_value(values, key, value)
    for name, beside in BESIDE.get((key, value), {}).items():
        path = f"{key.rpartition('.')[0]}.{name}"
        if path not in dict(leaves(values)):
            out = with_value(out, path, beside)
    return out


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_another_value_makes_another_text(id: str) -> None:
    """Each value of each bundled card is in the words: with any other one they are not the same."""
    rules = tr.load(id)
    words = registry.game(rules.game).words
    tried = 0
    for seats in rules.seat_counts:
        values = rules.values_for(seats)
        text = [*words(Values(values, seats))]
        for key, value in leaves(values):
            if key in silent(values):
                continue
            for other in others(rules.game, key, value):
                then = [*words(Values(changed(values, key, other), seats))]
                assert then != text, (key, other)
                tried += 1
    assert tried > 50


# ---- every change is marked -----------------------------------------------------------------


def under(key: str, value: Any) -> Card:
    """A card that says one value."""
    card: Any = value
    for step in reversed(key.split(".")):
        card = {step: card}
    out: Card = card
    return out


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_a_change_for_some_players_is_marked_for_them(game: str) -> None:
    """One other value for one number of players: it is marked, and nobody else reads of it."""
    base = tr.load(game)
    seats, before = base.seat_counts[1], book(base)
    marked = 0
    for key, value in leaves(base.values_for(seats)):
        other = min(others(game, key, value), key=str)
        try:
            change = {"for_players": {seats: under(key, other)}}
            rules = tr.load({"extends": game, **change})
        except tr.InvalidRuleset:
            continue  # not alone
        after = book(rules)
        marks_are_right(rules, base)
        for number in base.seat_counts:
            assert number == seats or after.said(number) == before.said(number)
        assert all((each.some or each.seats) == (seats,) for each in after.paragraphs if each.mark)
        marked += bool(after.marked)
    assert marked >= 10


VANISHING: list[tuple[Card, Card]] = [
    ({"extends": "serendipity"}, {"scoring": {"matches": "removed"}}),
    ({"extends": "tulips", "players": [3, 4]}, {"scoring": {"majorities": "removed"}}),
    ({"extends": "serendipity", "end": {"turn_limit": 9}}, {"end": {"turn_limit": "never"}}),
    ({"extends": "flowers", "turn": {"sweep": "open_piles"}}, {"turn": {"sweep": "never"}}),
    ({"extends": "flowers", "players": [2]}, {"cards": {"butterflies": []}}),
]


@pytest.mark.parametrize(("base", "change"), VANISHING, ids=lambda card: str(card)[:60])
def test_what_a_variant_takes_away_is_marked(base: Card, change: Card) -> None:
    rules = tr.load(base, change)
    assert [each for each in book(rules).paragraphs if each.gone]
    marks_are_right(rules, tr.load(base))


def test_a_mark_names_the_players_for_whom_it_is_not_as_before() -> None:
    # one colour for each of three players, as for four and more before; two have three, as before
    rules = tr.load({"extends": "serendipity", "for_players": {3: {"colours_each": 1}}})
    found = [each for each in book(rules).paragraphs if each.section == "The colours"]
    assert [(each.seats, each.mark, each.some) for each in found] == [
        ((2,), "", ()),
        ((3, 4, 5, 6), "Changed", (3,)),
    ]
    text = tr.describe(rules)
    assert "\n\n**Changed with 3 players.** *With 3, 4, 5 or 6 players:* Going round" in text
    # the card below is for two to five: with six nothing was otherwise before, so none is named
    change = {"players": [2, 6], "for_players": {2: {"colours_each": 1}}}
    rules = tr.load({"extends": "serendipity-unowned-late", **change})
    found = [each for each in book(rules).paragraphs if each.section == "The colours"]
    assert [(each.seats, each.mark, each.some) for each in found] == [((2, 6), "Changed", ())]


TIES: list[tuple[str, list[str], str]] = [
    ("serendipity", ["flowers"], "this decides: more flowers in the carpet."),
    (
        "flowers",
        ["butterflies", "discards"],
        "this decides, in this order: more butterflies that score, fewer cards removed.",
    ),
    (
        "tulips",
        ["keeping", "bouquet"],
        "this decides, in this order: more points for keeping, more cards in the bouquet.",
    ),
]


@pytest.mark.parametrize(("game", "words", "said"), TIES)
def test_what_decides_with_equal_points_is_told_in_its_order(
    game: str, words: list[str], said: str
) -> None:
    [text] = texts("Winning", {"extends": game, "players": [2], "tie_breaks": words})[2,]
    expected = f"Most points win. With equal points {said} Who is still equal shares the win."
    assert text == expected
    [text] = texts("Winning", {"extends": game, "players": [2], "tie_breaks": []})[2,]
    assert text == "Most points win. Who is still equal shares the win."


def test_more_players_do_not_make_all_the_rules_new() -> None:
    # the base is for two to five; with six each has one colour, as with three to five
    rules = tr.load({"extends": "serendipity-unowned-open", "players": [2, 3, 4, 5, 6]})
    assert book(rules).players_changed
    assert not book(rules).marked


def test_a_root_card_has_no_marks_wherever_it_comes_from() -> None:
    values = json.loads(json.dumps(tr.load("tulips").values, default=dict))
    rules = tr.load({"game": "tulips", **values})
    assert not book(rules).marked
    assert book(rules).paragraphs == book(tr.load("tulips")).paragraphs


def test_only_rulesets_are_told() -> None:
    with pytest.raises(TypeError, match=r"^describe takes a Ruleset, as load\(\) gives it$"):
        tr.describe("serendipity")  # type: ignore[arg-type]


# ---- by hand --------------------------------------------------------------------------------


def texts(section: str, card: Card) -> dict[tuple[int, ...], list[str]]:
    """What a card says under a heading, by numbers of players."""
    found: dict[tuple[int, ...], list[str]] = {}
    for each in book(tr.load(card)).paragraphs:
        if each.section == section:
            found.setdefault(each.seats, []).append(each.text)
    return found


def test_numbers_of_players_that_differ_are_told_apart() -> None:
    # three colours each for two, two for three, one for more
    said = texts("The colours", {"extends": "serendipity"})
    assert [
        (seats, *re.findall(r"has (\w+) colours?\.", text)) for seats, [text] in said.items()
    ] == [
        ((2,), "three"),
        ((3,), "two"),
        ((4, 5, 6), "one"),
    ]
    # 48 cards left of 72, and so on
    start = texts("Before the game", {"extends": "tulips"})
    assert [seats for seats in start if len(seats) == 1] == [(2,), (3,), (4,), (5,), (6,)]
    decks = texts("The cards", {"extends": "tulips"})
    assert [(seats, text[:21]) for seats, [text] in decks.items()] == [
        ((2, 3, 4), "The game has 72 cards"),
        ((5, 6), "The game has 96 cards"),
    ]


def test_the_numbers_in_the_words_are_those_of_the_table() -> None:
    majorities = texts("Points for the most tulips", {"extends": "tulips"})
    lines = {
        seats: text[0].split("\n- ")[1:] for seats, text in majorities.items() if len(seats) < 5
    }
    found = {seats: [[*numbers(line)] for line in each] for seats, each in lines.items()}
    assert found == {
        (2,): [[15], [10], [5]],
        (3, 4): [[15, 10], [10, 7], [5, 3]],
        (5, 6): [[15, 10, 5], [10, 7, 4], [5, 3, 1]],
    }
    [deck, *_] = texts("The cards", {"extends": "flowers"})[1, 2, 3, 4]
    assert numbers(deck) == (108, 3, 1, 6, 2, 8, 3, 10, 4)


LEFT_LYING = "eave it face up where it lies"
FEWER: Card = {"players": [3], "for_players": {"3": {"start": {"left_out": 0}}}}
SOME_GOAL: Card = {"players": [1], "for_players": "removed", "goal": {"points": 3}}
GIFTS: Card = {"receiver": "nothing"}
LISTED: Card = {"dealt": "listed", "sizes": [3, 4, 5], "number": "removed"}
BESIDE_EACH_OTHER: Card = {"players": [2], "for_players": "removed", "piles": LISTED}
FACE_DOWN: Card = {**LISTED, "hidden": 3}


@pytest.mark.parametrize(
    ("game", "changes", "words", "times"),
    [
        ("serendipity", {}, LEFT_LYING, 2),
        ("serendipity", {"turn": {"own": {"leave": "removed"}}}, LEFT_LYING, 1),
        ("serendipity", {"turn": {"serendip": {"leave": "removed"}}}, LEFT_LYING, 1),
        ("serendipity", {}, "Each flower of the carpet scores", 1),
        ("serendipity", {"scoring": {"flowers": "removed"}}, "Each flower of the carpet scores", 0),
        ("serendipity", {}, "Each Serendip that is joined", 1),
        (
            "serendipity",
            {"scoring": {"serendips": "removed", "matches": "removed"}},
            "Each Serendip that is joined",
            0,
        ),
        ("flowers", SOME_GOAL, "With 3 points or more the game is won.", 1),
        ("flowers", SOME_GOAL, "A result is called", 0),
        ("flowers", {**SOME_GOAL, "goal": {"points": 3, "ratings": {"3": "good"}}}, "is called", 1),
        ("flowers", BESIDE_EACH_OTHER, "with 3 cards, 4 cards and 5 cards.", 1),
        ("flowers", {**BESIDE_EACH_OTHER, "piles": FACE_DOWN}, "The piles lie face down.", 1),
        ("serendipity", {}, "Only the largest carpet", 1),
        ("serendipity", {"scoring": {"carpet": {"number": "all"}}}, "Only the largest carpet", 0),
        ("serendipity", {"scoring": {"carpet": {"number": "all"}}}, "All carpets of a colour", 1),
        ("serendipity", {}, "all flowers of at least one colour that", 1),
        ("serendipity", {"end": {"complete_colours": "all"}}, "all flowers of all colours that", 1),
        ("serendipity", {"end": {"complete_colours": 0}}, "all flowers of all colours", 0),
        (
            "serendipity",
            {"end": {"complete_colours": 0}},
            "ends when all Serendips lie face up.",
            1,
        ),
        ("tulips", {}, "begins without any", 0),
        ("tulips", {"cards": {"more": ["pink-9", "pink-9"]}}, "2 cards pink 9", 1),
        ("tulips", {"start": {"festival": 1}}, "draw one card for the open festival", 1),
        ("tulips", {"turn": {"draws": 1}}, "does one of the following things with it", 1),
        ("tulips", {"end": {"drawn": "never"}}, "The secret festival stays hidden", 1),
        ("tulips", {"start": {"festival": 0}}, "The open festival begins without any.", 1),
        ("tulips", FEWER, "Shuffle the rest.", 1),
        ("tulips", {"scoring": {"giving": "removed"}}, "Giving a card scores", 0),
        ("tulips", {"scoring": {"giving": "removed"}}, "Keeping a card scores", 1),
        ("tulips", {"scoring": {"giving": GIFTS, "keeping": "removed"}}, "Keeping a card", 0),
        ("tulips", {"scoring": {"giving": GIFTS, "keeping": "removed"}}, "scored at once", 1),
        ("tulips", {"scoring": {"giving": "removed", "keeping": "removed"}}, "scored at once", 0),
        (
            "tulips",
            {"scoring": {"keeping": {"points": [0, 0, 0, 0]}}},
            "Keeping a card scores no points, whatever its colour.",
            1,
        ),
    ],
)
def test_what_a_card_does_without_is_not_told(
    game: str, changes: Card, words: str, times: int
) -> None:
    rules = tr.load({"extends": game, **changes})
    for seats in rules.seat_counts:
        told = "\n".join(text for _, text in book(rules).said(seats))
        assert told.count(words) == times
