"""Actions that each seat may do only so often in a game."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import begun, cards, data, play, position, seen, texts, variant
from tilerules.engine.events import Used
from tilerules.games.tulips import State

FOUR = {"actions": ["keep", "give", "add_open", "add_secret"]}
GIVE = variant(players=[3], uses={"give": {"times": 2}})
KEEP = variant(players=[3], uses={"keep": {"times": 1}})
SECRET = variant(players=[3], uses={"secret": {"times": 1}})
BOTH = variant(players=[3], turn=FOUR, uses={"open": {"times": 1}, "secret": {"times": 2}})
TOGETHER = variant("tulips-full-hand", players=[3], uses={"give": {"times": 1}})


def three(ruleset: tr.Ruleset, hand: str = "o2", **entries: Any) -> State:
    """Three empty bouquets, and cards in the hand of seat 0."""
    entries = {"deck": "o3 o4 u2 u3 u4 b3 b4", **entries}
    return position(ruleset, "b2 p4", ["", "", ""], hand=hand, **entries)


def used(**times: int) -> list[dict[str, int]]:
    """Seat 0 has used things so often, the others none."""
    return [times, {}, {}]


def done(state: tr.State) -> tuple[dict[str, int], ...]:
    """For each seat what it has used."""
    return tuple(map(dict, state.used))


ALL = ["keep", "give 1", "give 2", "add open", "add secret"]


@pytest.mark.parametrize(
    ("ruleset", "times", "left"),
    [
        (GIVE, {"give": 1}, ALL),
        (GIVE, {"give": 2}, ["keep", "add open", "add secret"]),
        (KEEP, {"keep": 1}, ALL[1:]),
        (SECRET, {"secret": 1}, ALL[:-1]),
        (BOTH, {"open": 1, "secret": 1}, [*ALL[:3], "add secret"]),
        (BOTH, {"open": 0, "secret": 2}, ALL[:4]),
        (BOTH, {"open": 1, "secret": 2}, ALL[:3]),
    ],
)
def test_what_is_used_up_is_not_offered(
    ruleset: tr.Ruleset, times: dict[str, int], left: list[str]
) -> None:
    state = three(ruleset, used=used(**times))
    assert texts(state) == left
    assert texts(seen(state, 0)) == left
    other = three(ruleset, used=[{}, times, {}], to_move=0)
    assert texts(other) == ALL


def test_with_all_cards_in_hand() -> None:
    state = play(three(TOGETHER, "o2 o3"), "give 1 orange-3")
    state = play(state, "keep orange-2")  # seat 1 is to move
    assert done(state) == ({"give": 1}, {"give": 0}, {"give": 0})
    state = three(TOGETHER, "o2 o3", used=used(give=1))
    assert texts(state, "give") == []
    assert texts(state, "keep") == ["keep orange-2", "keep orange-3"]


@pytest.mark.parametrize("first", ["free", "used"])
def test_what_is_offered_depends_on_the_table_alone(first: str) -> None:
    """Whatever has been asked for before."""
    ruleset = variant(players=[3], uses={"give": {"times": 1}, "keep": {"times": 1}}, turn=FOUR)
    tables = {"free": three(ruleset), "used": three(ruleset, used=used(give=1))}
    kept = three(ruleset, used=used(keep=1))
    for name in (first, *tables):
        expected = ALL if name == "free" else [ALL[0], *ALL[3:]]
        assert texts(tables[name]) == expected
    assert texts(kept) == ALL[1:]
    acting: dict[str, Any] = {"phase": "second", "done": ["keep"]}
    assert texts(three(ruleset, used=used(keep=1), **acting)) == ALL[1:]
    assert texts(three(ruleset, used=used(keep=1, give=1), **acting)) == ALL[3:]


def test_uses_are_counted_for_the_seat_that_acts() -> None:
    state = play(three(GIVE), "give 1", "keep", "give 0", "keep")
    assert done(state) == ({"give": 1}, {"give": 1}, {"give": 0})
    state = play(state, "keep", "give 0", "give 1", "keep")
    assert done(state) == ({"give": 2}, {"give": 1}, {"give": 1})


def test_each_way_to_add_is_counted_by_itself() -> None:
    state = play(three(BOTH), "add secret", "add open")
    assert state.used[0] == {"open": 1, "secret": 1}


def test_start_choices_are_no_uses() -> None:
    ruleset = variant(players=[3], turn=FOUR, uses={"keep": {"times": 1}, "secret": {"times": 1}})
    state = begun(ruleset, 3)
    assert done(state) == ({"keep": 0, "secret": 0},) * 3
    assert (len(state.bouquets[0]), len(state.secret)) == (1, 3)
    assert texts(state) == ALL


# ---- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "thing", "times", "move", "what"),
    [
        (GIVE, "give", 2, "give 1", "giving a card away is allowed 2 times"),
        (GIVE, "give", 2, "give 0", "giving a card away is allowed 2 times"),
        (KEEP, "keep", 1, "keep", "keeping a card is allowed 1 time"),
        (SECRET, "secret", 1, "add secret", "adding a card secretly is allowed 1 time"),
        (BOTH, "open", 1, "add open", "adding a card openly is allowed 1 time"),
    ],
)
def test_what_is_used_up_is_refused(
    ruleset: tr.Ruleset, thing: str, times: int, move: str, what: str
) -> None:
    state = three(ruleset, used=used(**{thing: times}))
    for table in (state, seen(state, 0)):
        refused = tr.why_illegal(table, tr.parse_move(table, move))
        assert refused is not None
        assert refused.code == "used_up"
        assert refused.message == f"{what} in a game, and this seat has done it as often"
        assert refused.rule is not None
        assert refused.rule.key == f"uses.{thing}.times"
    with pytest.raises(tr.IllegalMove):
        tr.apply_move(state, tr.parse_move(state, move))


def test_what_has_been_done_in_this_turn_is_refused_for_that() -> None:
    state = play(three(KEEP), "keep")
    refused = tr.why_illegal(state, tr.parse_move(state, "keep"))
    assert refused is not None
    assert refused.code == "already_done"


# ---- what is told and written ---------------------------------------------------------------


def test_each_use_is_an_event() -> None:
    before = three(GIVE)
    after = play(before, "give 2")
    for viewer in (0, 1, None):
        happened = tr.events(seen(before, viewer), seen(after, viewer))
        assert [each for each in happened if isinstance(each, Used)] == [Used(0, "give", 1)]
        assert seen(after, viewer).used == after.used
    happened = tr.events(seen(after, 1), seen(play(after, "keep"), 1))
    assert not [each for each in happened if isinstance(each, Used)]


def test_uses_are_written_and_read() -> None:
    state = play(three(BOTH), "add secret", "add open", "keep")
    written = state.to_data()
    assert written["used"] == [{"open": 1, "secret": 1}, {"open": 0, "secret": 0}] + [
        {"open": 0, "secret": 0}
    ]
    assert "turns_left" not in written
    assert tr.State.from_data(written) == state
    for viewer in (0, 2, None):
        observation = seen(state, viewer)
        assert observation.to_data()["used"] == written["used"]
        assert tr.Observation.from_data(observation.to_data()) == observation
        assert tr.determinize(observation, 1).used == state.used
    assert not {"used", "turns_left"} & three(variant(players=[3])).to_data().keys()


@pytest.mark.parametrize(
    ("ruleset", "entries", "path", "message"),
    [
        (GIVE, {"used": used(give=3)}, "used[0].give", "2"),
        (GIVE, {"used": [{}, {}]}, "used", "expected"),
        (GIVE, {"used": used(keep=1)}, "used[0]", "keep"),
        (variant(players=[3]), {"used": used()}, "used", "do not limit"),
        (
            GIVE,
            {"phase": "second", "done": ["give"], "used": used(give=0)},
            "used",
            "seat 0 has done `give` in this turn",
        ),
        (
            BOTH,
            {"phase": "second", "done": ["add_open"], "used": used(secret=2)},
            "used",
            "seat 0 has done `add_open` in this turn",
        ),
        (
            variant(
                players=[3],
                turn={"draws": 2},
                uses={"open": {"times": 1}, "secret": {"times": 2}},
            ),
            {"phase": "second", "done": ["add"], "used": used(open=0)},
            "used",
            "seat 0 has done `add` in this turn",
        ),
    ],
)
def test_uses_that_cannot_be(
    ruleset: tr.Ruleset, entries: dict[str, Any], path: str, message: str
) -> None:
    with pytest.raises(tr.InvalidData, match=message) as refused:
        three(ruleset, **entries)
    assert refused.value.path == path


def test_either_way_to_add_may_have_been_the_one_that_is_done() -> None:
    state = three(SECRET, phase="second", done=["add"], used=used(secret=0))
    assert texts(state) == ALL[:3]


def test_uses_that_are_not_said_are_none() -> None:
    entry = data(GIVE, "b2 p4", ["", "", ""], hand="o2", deck="o3")
    assert done(tr.State.from_data(entry)) == ({"give": 0},) * 3
    assert cards("o2") == [entry["in_hand"]]


def test_the_drawings_say_what_has_been_used() -> None:
    state = three(GIVE, used=used(give=2))
    line = "give used, seat by seat: 2, 0, 0; at most 2 in a game"
    assert line in tr.draw_text(state)
    assert f"G{line[1:]}" in tr.draw_svg(state)
