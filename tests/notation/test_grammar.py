"""What the grammar on the page has is read, what it has not is refused where it goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.notation import grammar
from tests.notation.cards import RULESETS
from tests.notation.drawn import GAMES, Position, edited, in_any_case, positions
from tests.notation.grammar import Named, Node, Special
from tests.notation.language import BLANKS, Language, language

pytestmark = pytest.mark.unmeasured

PAGE = grammar.PAGE.read_text(encoding="utf-8")

# ---- the grammar ----------------------------------------------------------------------------


def parts(node: Node) -> list[Node]:
    """A part of the grammar with all that it consists of."""
    match node:
        case grammar.Choice(some) | grammar.Sequence(some):
            return [node, *(each for part in some for each in parts(part))]
        case grammar.Optional(part) | grammar.Repeated(part):
            return [node, *parts(part)]
        case grammar.Except(part, but):
            return [node, *parts(part), but]
        case _:
            return [node]


EVERY = [part for rule in grammar.RULES.values() for part in parts(rule)]


def test_every_rule_is_used_and_every_name_has_a_rule() -> None:
    used = {part.rule for part in EVERY if isinstance(part, Named)}
    moves = {*GAMES[:2], "several", "one by one", "together"}
    assert used | {"text"} | moves == {*grammar.RULES}


def test_what_stands_between_question_marks_is_told() -> None:
    told = [line.split("|")[1].strip() for line in PAGE.splitlines() if line.startswith("| ")]
    special = {part.words for part in EVERY if isinstance(part, Special)}
    assert special - {*told} == {"white space"}


def test_the_blanks_are_those_of_the_page() -> None:
    """White_Space has 25 characters; four separators are named beside it."""
    assert len({*BLANKS}) == 25 + 4
    every = [chr(each) for each in range(0x110000)]
    assert {*BLANKS} == {sign for sign in every if sign.isspace()}
    assert {*"\t\n\v\f\r \x85\xa0\x1c\x1d\x1e\x1f"} == {*BLANKS[:12]}


MORE = {"flowers-hand": RULESETS["several in hand"]}
READ = {
    "serendipity": [" Swap B2 a1", "keep", "keep red:w", "move g5", "reveal f11", "pass\n"],
    "flowers": ["take 2", "place -38,0", "COVER 0,0", "place\u20031,-2", "discard "],
    "flowers-hand": ["take 2", "Place 0,1  Red-3", "cover 0,0 red-4-blue", "discard blue-1"],
    "tulips": ["start pink-3", "give 1", "Add Secret", "keep "],
    "tulips-full-hand": ["start pink-3", "give 1 blue-2", "add open blue-2", "keep orange-4"],
}
NOT_READ = {
    "serendipity": ["", "swap a1 A1", "keep w:red", "move", "reveal f12", "pass a1", "keep ?"],
    "flowers": ["take 3", "place -39,0", "cover 1, 2", "place 01,2", "place -0,1", "take 1 1"]
    + ["discard red-1", "place 1,2 red-1"],
    "flowers-hand": ["place 0,1", "discard", "cover red-3 0,0", "place 0,1 red-9", "take 2 red-3"],
    "tulips": ["start pink-5", "give 2", "add", "keep pink-3", "start ?", "s tart pink-3"],
    "tulips-full-hand": ["start pink-3 pink-3", "give blue-2 1", "add open", "keep"],
}


@pytest.mark.parametrize("id", READ)
def test_the_grammar_has_what_it_is_meant_to_have(id: str) -> None:
    of = language(MORE.get(id) or tr.load(id), 2)
    assert [text for text in READ[id] if len(of.matching(text)) != 1] == []
    assert [text for text in NOT_READ[id] if of.matching(text)] == []


# ---- read -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(st.data())
def test_what_the_grammar_has_is_read(game: str, data: st.DataObject) -> None:
    of, position = data.draw(positions(game))
    for text in [data.draw(in_any_case(of, move)) for move in of.moves for _ in range(2)]:
        assert len(of.matching(text)) == 1, "a text is one kind of move"
        assert tr.parse_move(position, text) == of.meant(text, position)
        event(text.split()[0].lower())


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(st.data())
def test_what_is_read_is_what_the_grammar_has(game: str, data: st.DataObject) -> None:
    """And what it has not is refused at the first word that cannot stand where it does."""
    of, position = data.draw(positions(game))
    for text in [data.draw(edited(of, move)) for move in of.moves]:
        forms, fault = of.matching(text), refused(position, text)
        assert (fault is None) == bool(forms), repr(text)
        assert len(forms) <= 1, "a text is one kind of move"
        if fault:
            assert (fault.text, fault.column) == (text, of.column(text))
        else:
            assert tr.parse_move(position, text) == of.meant(text, position)
        event("read" if forms else "refused")


def refused(position: Position, text: str) -> tr.NotationError | None:
    """The error of a text that is not read."""
    try:
        tr.parse_move(position, text)
    except tr.NotationError as error:
        return error
    return None


def beyond(words: list[str]) -> set[str]:
    """What the words would be with a number one more or one less, where there is no such word."""
    near = {
        f"{word[: found.start()]}{int(found[0]) + step}{word[found.end() :]}"
        for word in words
        for found in re.finditer("(?<![0-9])-?[0-9]+" if "," in word else "[0-9]+", word)
        for step in (-1, 1)
    }
    return near - {*words}


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_beyond_an_end_is_read(name: str) -> None:
    """No pile, seat, card or cell more than there are."""
    seats = RULESETS[name].seat_counts[-1]
    of, position = language(RULESETS[name], seats), tr.new_game(RULESETS[name], seats, seed=1)
    tried = set()
    for form in of.forms:
        words = [of.example(node) for node in form]
        for place, node in enumerate(form):
            rule = "cell" if node == Named("other cell") else getattr(node, "rule", "")
            for word in beyond(of.words.get(rule, [])):
                start = " ".join(words[:place])
                fault = refused(position, " ".join([start, word, *words[place + 1 :]]))
                assert fault, f"{start} {word}"
                assert fault.column == len(start) + 2
                tried.add(rule)
    assert tried >= {*of.words} - {"blank", "colour", "edge"}


# ---- what is expected -----------------------------------------------------------------------


def faulty(of: Language) -> Iterator[str]:
    """Each kind of move with a word that is wrong, with one too few and with one too many."""
    for form in of.forms:
        words = [of.example(node) for node in form]
        if form[-1] == Named("other cell"):
            yield " ".join([*words[:-1], words[-2]])
        for place in range(len(words)):
            if not of.matching(" ".join(words[:place])):
                yield " ".join(words[:place])
            yield " ".join([*words[:place], "z:9", *words[place + 1 :]]) + " "
        yield " ".join([*words, words[-1]])


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_expected_gets_further(name: str) -> None:
    """Each word that an error names can stand in the place of the wrong one."""
    seats = RULESETS[name].seat_counts[-1]
    of, position = language(RULESETS[name], seats), tr.new_game(RULESETS[name], seats, seed=1)
    for text in faulty(of):
        fault = refused(position, text)
        assert fault, text
        start, rest = text[: fault.column - 1], text[fault.column - 1 :]
        if fault.expected == "nothing more":
            assert rest
            assert refused(position, start) is None
            continue
        blank = " " if start and not start.endswith(" ") else ""
        left = rest.partition(" ")[2]
        for word in offered(fault.expected, of, start):
            again = refused(position, f"{start}{blank}{word} {left}")
            reached = len(start + blank + word)
            assert again is None or again.column > reached, f"{text!r}: {fault}"


def offered(expected: str, of: Language, start: str) -> list[str]:
    """The words that an error says could stand in a place."""
    found = re.fullmatch(r"(?:one of|a colour:) (.*)", expected)
    if found:
        return found[1].split(", ")
    if found := re.fullmatch(r"a (?:cell|pile|seat) from (\S+) to (\S+)", expected):
        return [*found.groups()]
    if found := re.fullmatch(r"a c.*, as (\S+)", expected):
        return [found[1]]
    if found := re.fullmatch(r"a colour of an edge \((.*)\), a colon and one of (.*)", expected):
        colours, directions = found[1].split(", "), found[2].split(", ")
        return [f"{colour}:{direction}" for colour in colours for direction in directions]
    if expected == "another cell than the first":
        return [cell for cell in of.words["cell"] if cell != start.split()[1].lower()]
    assert expected == "open or secret", expected
    return ["open", "secret"]
