"""Scoring blocks of Flowers beside the three of the bundled cards, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import garden, outcome, position, rules
from tilerules.games.flowers.picture import draw_svg

Block = dict[str, Any]
Row = tuple[str | None, int, int, str]
"""What a line is of, its points, its count and its cells."""

OTHERS = {"discards": "removed", "fields": "removed", "butterflies": "removed"}


def scoring(**blocks: Any) -> tr.Ruleset:
    """A card with these scoring blocks and no others, in this order or that of its steps."""
    steps = blocks.pop("steps", [*blocks])
    return rules({"scoring": {**OTHERS, **blocks, "steps": steps}})


def scored(ruleset: tr.Ruleset, cells: dict[str, list[str]]) -> list[Row]:
    """The lines of the first of two gardens."""
    at = position(ruleset, [cells, {"0,0": cells["0,0"][:1]}])
    lines = tr.score(at)[0].lines
    return [(line.of, line.points, line.count, " ".join(line.spots)) for line in lines]


# ---- fields by size -------------------------------------------------------------------------

SIZES = {"points": {2: 1, 4: 5, 6: -3}}
ROOMY = ["y4 y4 b1 r3", "y3 y2 g1 r2"]


def test_a_field_scores_by_its_size() -> None:
    four, two = "0,0 1,0 0,1 1,1", "3,0 3,1"
    assert scored(scoring(sizes=SIZES), garden(*ROOMY)) == [
        ("yellow", 5, 4, four),
        ("red", 1, 2, two),
    ]


@pytest.mark.parametrize(
    ("row", "points"), [("y1", []), ("y1 y1", [1]), ("y1 y1 y2", [1]), ("y1 y1 y2 y2", [5])]
)
def test_between_two_sizes_the_smaller_one_counts(row: str, points: list[int]) -> None:
    assert [line[1] for line in scored(scoring(sizes=SIZES), garden(row))] == points


def test_a_size_may_cost_points_and_goes_on_for_larger_fields() -> None:
    row = "y4 y4 y4 y3 y3 y3 y3"
    assert scored(scoring(sizes=SIZES), garden(row)) == [
        ("yellow", -3, 7, "0,0 1,0 2,0 3,0 4,0 5,0 6,0")
    ]


def test_two_fields_of_a_colour_score_apart() -> None:
    assert [line[:3] for line in scored(scoring(sizes=SIZES), garden("y1 y1 r1 y2 y2"))] == [
        ("yellow", 1, 2),
        ("yellow", 1, 2),
    ]


# ---- squares --------------------------------------------------------------------------------


def square(side: int, of: str, points: int = 3) -> Block:
    return {"side": side, "of": of, "points": points}


def test_squares_of_any_colours_overlap() -> None:
    any_colours = scoring(squares=square(2, "any"))
    assert scored(any_colours, garden("y4 r4 b4", "y3 r3 b3")) == [
        (None, 3, 1, "0,0 1,0 0,1 1,1"),
        (None, 3, 1, "1,0 2,0 1,1 2,1"),
    ]
    assert scored(any_colours, garden("y4 r4 b4", "y3 . b3")) == []


def test_squares_of_one_colour() -> None:
    one = scoring(squares=square(2, "colour"))
    assert scored(one, garden("y4 r4 r4", "y3 r3 r2")) == [("red", 3, 1, "1,0 2,0 1,1 2,1")]
    assert scored(one, garden("y4 r4 b4", "y3 r3 b3")) == []


def test_a_square_has_the_side_that_the_card_says() -> None:
    rows = ["y4 y4 y4", "y3 y3 y3", "y4 y4 y3"]
    assert len(scored(scoring(squares=square(2, "colour")), garden(*rows))) == 4
    assert len(scored(scoring(squares=square(3, "colour")), garden(*rows))) == 1
    assert scored(scoring(squares=square(4, "any")), garden(*rows)) == []


# ---- lines ----------------------------------------------------------------------------------


def line(length: int, of: str, points: int = 2) -> Block:
    return {"length": length, "of": of, "points": points}


def test_lines_across_and_down() -> None:
    """A row of three and a column of two; the longer one counts once."""
    rows = ["y4 r4 b4", "g3 . ."]
    two = scoring(lines=line(2, "any"))
    assert scored(two, garden(*rows)) == [
        (None, 2, 1, "0,0 1,0 2,0"),
        (None, 2, 1, "0,0 0,1"),
    ]
    assert scored(scoring(lines=line(3, "any")), garden(*rows)) == [(None, 2, 1, "0,0 1,0 2,0")]
    assert scored(scoring(lines=line(4, "any")), garden(*rows)) == []


def test_lines_of_one_colour_and_gaps() -> None:
    one = scoring(lines=line(2, "colour"))
    assert scored(one, garden("y4 y4 r4", "y3 r3 y2")) == [
        ("yellow", 2, 1, "0,0 1,0"),
        ("yellow", 2, 1, "0,0 0,1"),
    ]
    three = scoring(lines=line(3, "any"))
    assert [each[3] for each in scored(three, garden("y4 y4 . y3 y3", "r3 . . . b3", ROW))] == [
        "0,2 1,2 2,2 3,2 4,2",
        "0,0 0,1 0,2",
        "4,0 4,1 4,2",
    ]


ROW = "r1 b1 g1 b2 r2"

# ---- all colours, and cards apart -----------------------------------------------------------


def test_every_colour_has_a_field() -> None:
    two = scoring(all_colours={"least": 2, "points": 6})
    all_cells = "0,0 1,0 2,0 3,0 0,1 1,1 2,1 3,1"
    assert scored(two, garden("y4 y4 r4 r4", "b1 b2 g1 g2")) == [(None, 6, 1, all_cells)]
    assert scored(two, garden("y4 y4 r4 r4", "b1 b2 g1 y2")) == []
    once = scored(two, garden("y4 y4 r4 r4 y1 y1", "b1 b2 g1 g2 r2 r2"))
    assert [each[1:3] for each in once] == [(6, 1)]
    one = scoring(all_colours={"least": 1, "points": 6})
    assert len(scored(one, garden("y4 r4 b4 g4"))) == 1
    assert scored(one, garden("y4 r4 b4 b3")) == []


def test_cards_apart() -> None:
    """The yellow cards touch one another; the red one and both blue ones touch none of theirs."""
    lonely = scoring(apart={"points": -1})
    rows = ["y4 y4 r4", "b1 y3 b2"]
    assert scored(lonely, garden(*rows)) == [(None, -3, 3, "2,0 0,1 2,1")]
    assert scored(lonely, garden("y4 y4", "r1 r1")) == []
    corners = rules(
        {
            "garden": {"touching": "corners_too"},
            "scoring": {**OTHERS, "steps": ["apart"], "apart": {"points": -1}},
        }
    )
    assert scored(corners, garden("y4 r4", "b1 y3")) == [(None, -2, 2, "1,0 0,1")]


def test_only_cards_on_top_count() -> None:
    assert scored(scoring(apart={"points": 1}), garden("y4 r2+y3")) == []
    assert len(scored(scoring(lines=line(2, "colour")), garden("y4 r2+y3"))) == 1


# ---- the violet card ------------------------------------------------------------------------


def violet(does: str, **blocks: Block) -> tr.Ruleset:
    return rules(
        {
            "scoring": {**OTHERS, **blocks, "steps": [*blocks]},
            "start": {"card": "violet", "violet": does, "cover_violet": "never"},
        }
    )


@pytest.mark.parametrize(
    ("does", "of", "number"),
    [
        ("neutral", "any", 1),
        ("anchor", "any", 1),
        ("wild", "any", 1),
        ("neutral", "colour", 0),
        ("anchor", "colour", 0),
        ("wild", "colour", 1),
    ],
)
def test_the_violet_card_in_squares_and_lines(does: str, of: str, number: int) -> None:
    corner = garden("v y4", "y3 y4")
    assert len(scored(violet(does, squares=square(2, of)), corner)) == number
    assert len(scored(violet(does, lines=line(3, of)), garden("v y4 y3"))) == number


def test_a_wild_card_stands_in_the_lines_of_two_colours() -> None:
    row = {"-2,0": ["red-1"], "-1,0": ["red-2"], "0,0": ["violet"]}
    row |= {"1,0": ["yellow-1"], "2,0": ["yellow-2"]}
    assert scored(violet("wild", lines=line(3, "colour")), row) == [
        ("yellow", 2, 1, "0,0 1,0 2,0"),
        ("red", 2, 1, "-2,0 -1,0 0,0"),
    ]


def test_the_violet_card_in_fields_by_size() -> None:
    sizes = {"points": {1: 1, 2: 4}}
    row = garden("v y4 r3")
    assert scored(violet("neutral", sizes=sizes), row) == [
        ("yellow", 1, 1, "1,0"),
        ("red", 1, 1, "2,0"),
    ]
    assert scored(violet("anchor", sizes=sizes), row) == [("yellow", 1, 1, "1,0")]
    assert scored(violet("wild", sizes=sizes), row)[:2] == [
        ("yellow", 4, 2, "0,0 1,0"),
        ("red", 1, 1, "0,0"),
    ]


def test_the_violet_card_and_fields_of_every_colour() -> None:
    block = {"least": 1, "points": 2}
    beside = garden(". v .", "y4 r4 .", "b4 g4 .")
    apart = garden("v y4 r4 b4 g4")
    assert len(scored(violet("neutral", all_colours=block), apart)) == 1
    assert scored(violet("anchor", all_colours=block), apart) == []
    assert scored(violet("anchor", all_colours=block), beside) == []
    around = {"0,0": ["violet"], "1,0": ["yellow-1"], "-1,0": ["red-1"]}
    around |= {"0,1": ["blue-1"], "0,-1": ["green-1"]}
    assert len(scored(violet("anchor", all_colours=block), around)) == 1
    assert len(scored(violet("wild", all_colours=block), garden("v y4"))) == 1


def test_the_violet_card_and_cards_apart() -> None:
    """It is never apart itself; beside a wild one no card is."""
    block = {"points": 1}
    assert scored(violet("neutral", apart=block), garden("v y4")) == [(None, 1, 1, "1,0")]
    assert scored(violet("wild", apart=block), garden("v y4 r3")) == [(None, 1, 1, "2,0")]


# ---- steps, numbers and ties ----------------------------------------------------------------


def test_each_step_looks_at_what_is_left() -> None:
    blocks = {"squares": square(2, "any"), "discards": {"points": -1}}
    four = garden("y2 r2", "b2 g2")
    after = scored(scoring(steps=["discards", "squares"], **blocks), four)
    assert [(each[0], each[1]) for each in after] == [("2", -4)]
    before = scored(scoring(steps=["squares", "discards"], **blocks), four)
    assert [(each[0], each[1]) for each in before] == [(None, 3), ("2", -4)]


@pytest.mark.parametrize(
    ("number", "counted"), [(1, [4]), (2, [4, 3]), (3, [4, 3, 2]), (4, [4, 3, 2])]
)
def test_so_many_of_the_largest_fields(number: int, counted: list[int]) -> None:
    fields = {"least": 2, "points": 1, "counted": "largest", "number": number}
    row = garden("y4 y4 y3 r1 y2 y1 g1 y3 y3 y4 y4")
    assert [each[2] for each in scored(scoring(fields=fields), row)] == counted


def test_a_number_stands_beside_the_largest_fields_alone() -> None:
    with pytest.raises(tr.InvalidRuleset) as caught:
        scoring(fields={"least": 2, "points": 1, "counted": "each", "number": 2})
    found = {(problem.code, problem.key) for problem in caught.value.problems}
    assert ("number_without_word", "scoring.fields.number") in found


FREE: dict[str, tuple[Block, str, str]] = {
    "sizes": ({"points": {2: 0}}, "y1 y2 y3", "y1 y2 r3"),
    "squares": (square(2, "any", 0), "y1 y2/r1 r2", "y1 y2 r1 r2"),
    "lines": (line(3, "any", 0), "y1 y2 r1", "y1 y2/r1 ."),
    "all_colours": ({"least": 1, "points": 0}, "y1 r1 b1 g1", "y1 r1 b1 b2"),
    "apart": ({"points": 0}, "y1 r1 b1", "y1 y2 b1"),
}


@pytest.mark.parametrize("id", FREE)
def test_more_of_each_block_breaks_a_tie(id: str) -> None:
    block, more, less = FREE[id]
    ruleset = rules({"scoring": {**OTHERS, id: block, "steps": [id]}, "tie_breaks": [id]})
    gardens = [garden(*text.split("/")) for text in (less, more, less)]
    found = outcome(position(ruleset, gardens))
    assert (found.ranking, found.decided_by) == (((1,), (0, 2)), id)


@pytest.mark.parametrize("id", FREE)
def test_a_block_and_its_step(id: str) -> None:
    """Each asks for the other, and the line names where its points were set."""
    block, more, _ = FREE[id]
    at = position(scoring(**{id: block}), [garden(*more.split("/")), garden("g4")])
    assert {each.rule.key for each in tr.score(at)[0].lines} == {f"scoring.{id}.points"}
    with pytest.raises(tr.InvalidRuleset) as caught:
        scoring(steps=["discards"], discards={"points": -2}, **{id: block})
    assert [problem.code for problem in caught.value.problems] == ["block_without_step"]
    with pytest.raises(tr.InvalidRuleset) as caught:
        scoring(steps=[id, "discards"], discards={"points": -2})
    assert [problem.code for problem in caught.value.problems] == ["step_without_block"]


# ---- pictures and words ---------------------------------------------------------------------


def drawn(ruleset: tr.Ruleset, *rows: str) -> str:
    """A picture in which the first garden is scored."""
    at = position(ruleset, [garden(*rows), garden("g4")])
    return draw_svg(at, tr.score(at)[0])


MARKS = {
    "sizes": ("in a field of yellow", "fields by size: +0"),
    "squares": ("in a square", "squares: +0"),
    "lines": ("in a line", "lines: +0"),
    "all_colours": ("in a field for all colours", "all colours: +0"),
    "apart": ("apart from its colour", "apart: +0"),
}


@pytest.mark.parametrize("id", FREE)
def test_a_score_is_marked_in_the_picture(id: str) -> None:
    """What is counted is said of each card and below; of a garden without it nothing is."""
    block, more, _ = FREE[id]
    ruleset = scoring(**{id: block})
    with_it, without = drawn(ruleset, *more.split("/")), drawn(ruleset, "y1")
    for text in MARKS[id]:
        assert text in with_it, text
        assert (text in without) == (id == "apart"), text
    assert 'class="lit"' in with_it


SAID = {
    "sizes": ["All cards of one colour that touch one another form a field.", "0 points from two"],
    "squares": ["Every square of 2 by 2 cards without a gap scores 0 points."],
    "lines": ["straight line of at least three cards", "A longer line counts once."],
    "all_colours": ["a field of at least one card in every colour scores 0 points"],
    "apart": ["Every card that touches no other card of its colour scores 0 points."],
}


@pytest.mark.parametrize("id", FREE)
def test_a_block_in_words(id: str) -> None:
    text = " ".join(tr.describe(scoring(**{id: FREE[id][0]})).split())
    assert [each for each in SAID[id] if each not in text] == []


def test_what_the_words_say_beside_it() -> None:
    def text(ruleset: tr.Ruleset) -> str:
        return " ".join(tr.describe(ruleset).split())

    colour = scoring(squares=square(3, "colour", -2), lines=line(4, "colour", 1))
    assert "3 by 3 cards of one colour without a gap costs 2 points" in text(colour)
    assert "four cards of one colour across or down, without a gap, scores 1 point" in text(colour)
    assert "The violet card is in none." in text(violet("neutral", squares=square(2, "colour")))
    assert "The violet card counts in them." in text(violet("anchor", lines=line(2, "any")))
    assert "is in none" not in text(violet("wild", squares=square(2, "colour")))
    two = {"least": 2, "points": 1, "counted": "largest", "number": 2}
    assert "only the two largest score" in text(scoring(fields=two))
