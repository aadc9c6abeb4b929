"""Records of games: begun, played, noted, taken back, and compared."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.saving.games import GAMES, at_random, game, moves_of, played, reread, written

TWO: dict[str, Any] = {"names": ("Ann", "Bob"), "tags": {"place": "Berlin"}}
SERENDIPITY = tr.load("serendipity")


def fresh(**options: Any) -> tr.Record:
    """The record of a game of Serendipity in which no move has been made."""
    every: dict[str, Any] = {"seed": 1, **options}
    return tr.Record.start(SERENDIPITY, 2, **every)


# ---- begun ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_record_begins_with_the_deal_of_a_seed(id: str) -> None:
    ruleset = tr.load(id)
    for seed in (7, b"seven"):
        record = tr.Record.start(ruleset, 3, seed=seed)
        assert (record.ruleset, record.seats) == (ruleset, 3)
        assert record.deal == tr.deal(ruleset, 3, seed=seed)
        assert record.state == tr.new_game(ruleset, 3, seed=seed)
        assert (record.position, record.moves, record.result) == (None, (), None)
        assert (record.names, dict(record.tags)) == ((), {})


@pytest.mark.parametrize("id", GAMES)
def test_a_record_begins_with_a_deal(id: str) -> None:
    deal = tr.deal(tr.load(id), 2, seed=5)
    record = tr.Record.start(tr.load(id), 2, deal=deal)
    assert record == tr.Record.start(tr.load(id), 2, seed=5)
    assert (record.deal, record.state) == (deal, tr.new_game(tr.load(id), 2, deal=deal))


@pytest.mark.parametrize("id", GAMES)
def test_a_record_begins_with_a_position(id: str) -> None:
    middle = game(id, plies=9)
    record = tr.Record.start(middle.ruleset, 2, position=middle.state)
    assert (record.deal, record.position, record.moves) == (None, middle.state, ())
    assert record.states() == (middle.state,)
    move = tr.legal_moves(middle.state)[0]
    assert record.play(move).state == middle.play(move).state
    assert record.play(move).moves == (move,)
    assert record.play(move) != middle.play(move)


def test_without_a_seed_every_game_is_another() -> None:
    one, other = (tr.Record.start(SERENDIPITY, 2) for _ in range(2))
    assert one.deal != other.deal
    assert one.states() == (one.state,)


def test_the_seed_is_not_kept() -> None:
    seed = 918273645546372819
    record = fresh(seed=seed)
    for form in (str(seed), f"{seed:x}"):
        assert form not in record.to_json()


def test_a_game_begins_in_one_way() -> None:
    deal, position = tr.deal(SERENDIPITY, 2, seed=1), tr.new_game(SERENDIPITY, 2, seed=1)
    beginnings: list[dict[str, Any]] = [
        {"seed": 1, "deal": deal},
        {"seed": 1, "position": position},
        {"seed": None, "deal": deal, "position": position},
        {"seed": 1, "deal": deal, "position": position},
    ]
    for options in beginnings:
        with pytest.raises(ValueError, match="seed"):
            fresh(**options)


@pytest.mark.parametrize(("id", "seats"), [("serendipity-french", 2), ("serendipity", 3)])
def test_what_a_game_begins_with_is_of_its_rules(id: str, seats: int) -> None:
    ruleset = tr.load(id)
    position = tr.new_game(ruleset, seats, seed=1)
    for foreign in (position, tr.observe(position, 0), tr.observe(fresh().state, 0)):
        with pytest.raises(ValueError, match="serendipity"):
            fresh(seed=None, position=foreign)
    with pytest.raises(ValueError, match="serendipity"):
        fresh(seed=None, deal=tr.deal(ruleset, seats, seed=1))


@pytest.mark.parametrize("seats", [0, 1, 7, True, "2", 2.0])
def test_a_ruleset_says_how_many_seats_there_are(seats: Any) -> None:
    with pytest.raises(tr.WrongSeats) as caught:
        tr.Record.start(SERENDIPITY, seats, seed=1)
    assert caught.value.allowed == (2, 3, 4, 5, 6)


def test_a_record_is_of_a_ruleset() -> None:
    with pytest.raises(TypeError):
        tr.Record.start("serendipity", 2, seed=1)  # type: ignore[arg-type]


def test_rules_that_play_alike_will_do() -> None:
    """Rulesets are equal by their digest, whatever they are called."""
    mine = tr.load({"extends": "serendipity", "id": "mine", "title": "Mine"})
    state = tr.new_game(mine, 2, seed=1)
    assert tr.Record.start(SERENDIPITY, 2, position=state).position == state
    assert tr.Record.start(mine, 2, seed=1) == fresh()


# ---- played ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_played_to_its_end(id: str) -> None:
    start = tr.Record.start(tr.load(id), 2, seed=1)
    record, state = start, start.state
    moves: list[tr.Move] = []
    while not state.is_over:
        assert record.result is None
        move = tr.legal_moves(state)[len(moves) % len(tr.legal_moves(state))]
        state, record = tr.apply_move(state, move), record.play(move)
        moves.append(move)
        assert record.state == state
    assert record.moves == tuple(moves)
    assert record.deal == start.deal
    totals = tuple(sheet.total for sheet in tr.score(state))
    assert record.result == tr.Result(totals, tr.outcome(state), None)
    with pytest.raises(tr.IllegalMove) as caught:
        record.play(moves[0])
    assert caught.value.refusal.code == "game_over"


def test_the_record_before_a_move_stays_as_it_was() -> None:
    record = fresh(**TWO)
    text, before = record.to_json(), hash(record)
    after = played(record, "choose red", "choose blue")
    assert (record.to_json(), hash(record), record.moves) == (text, before, ())
    assert record.state == tr.new_game(SERENDIPITY, 2, seed=1)
    assert (after.names, after.tags) == (record.names, record.tags)


def test_an_illegal_move_is_refused_as_by_apply_move() -> None:
    record = played(fresh(), "choose red")
    text = record.to_json()
    for move in moves_of(("choose red", "reveal f6", "jump", "choose RED", "choose")):
        with pytest.raises(tr.IllegalMove) as caught:
            record.play(move)
        assert caught.value.refusal == tr.why_illegal(record.state, move)
    assert record.to_json() == text
    with pytest.raises(TypeError):
        record.play("choose blue")  # type: ignore[arg-type]


def test_one_record_is_played_in_two_ways() -> None:
    record = played(fresh(), "choose red")
    one, other = played(record, "choose blue"), played(record, "choose green", "choose blue")
    assert one.moves == moves_of(("choose red", "choose blue"))
    assert other.moves == moves_of(("choose red", "choose green", "choose blue"))
    assert record.moves == moves_of(("choose red",))
    assert one.states()[:2] == other.states()[:2] == record.states()
    assert one.state.owners == {"red": 0, "blue": 1}  # type: ignore[attr-defined]


# ---- states ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_the_states_of_a_game(id: str) -> None:
    start = tr.Record.start(tr.load(id), 2, seed=3)
    expected, record = [start.state], start
    for number in range(30):
        legal = tr.legal_moves(expected[-1])
        move = legal[number % len(legal)]
        expected.append(tr.apply_move(expected[-1], move))
        record = record.play(move)
    for each in (record, reread(record)):
        assert each.states() == tuple(expected)
        assert [each.at(ply) for ply in range(31)] == expected
        assert each.state == each.at(30) == expected[-1]
        for plies in range(31):
            earlier = each.back(plies)
            assert earlier.state == expected[30 - plies]
            assert earlier.moves == record.moves[: 30 - plies]


@pytest.mark.parametrize("number", [-1, 3, 10**30, True, 1.0, "1", None])
def test_there_is_no_state_before_the_first_or_after_the_last(number: Any) -> None:
    record = played(fresh(), "choose red", "choose blue")
    for look in (record.at, record.back, reread(record).at, reread(record).back):
        with pytest.raises(IndexError):
            look(number)


def test_back_and_play_is_where_one_was() -> None:
    for id in GAMES:
        record = game(id).noted(names=("Ann", "Bob"), tags={"place": "Berlin"})
        for each in (record, reread(record)):
            earlier = each.back(3)
            assert earlier.result is None
            assert (earlier.names, earlier.tags) == (record.names, record.tags)
            again = played(earlier, *map(str, record.moves[-3:]))
            assert (again, hash(again), again.result) == (record, hash(record), record.result)


def test_a_record_can_go_back_by_nothing_and_by_all() -> None:
    record = at_random(fresh(**TWO), 1, 5)
    assert record.back(0) == record
    assert record.back(5) == fresh(**TWO)
    assert fresh().back(0) == fresh()
    with pytest.raises(IndexError):
        fresh().back(1)


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_back_gives_no_result(plies: int) -> None:
    record = played(fresh(), "choose red", "choose blue").noted(remark="seat 1 resigned")
    assert record.back(plies).result is None


# ---- noted ----------------------------------------------------------------------------------


def test_what_is_not_noted_stays() -> None:
    record = played(fresh(**TWO), "choose red").noted(remark="seat 1 resigned")
    result: Any = tr.Result(None, None, "seat 1 resigned")
    expected: Any = ("Ann", "Bob"), {"place": "Berlin"}, result
    for each in (record, record.noted(), reread(record), reread(record).noted()):
        assert (each.names, each.tags, each.result) == expected
    renamed = record.noted(names=["Zoë", "Ann"])
    assert renamed.names == ("Zoë", "Ann")
    assert (renamed.tags, renamed.result) == expected[1:]
    tagged = record.noted(tags={"club": "Tulpe"})
    assert tagged.tags == {"club": "Tulpe"}
    assert tagged.names == ("Ann", "Bob")
    remarked = record.noted(remark="seat 0 left")
    assert remarked.result == tr.Result(None, None, "seat 0 left")
    for other in (renamed, tagged, remarked):
        assert (other.moves, other.states()) == (record.moves, record.states())


def test_what_is_noted_as_empty_is_taken_away() -> None:
    record = fresh(**TWO).noted(remark="a tie was agreed")
    assert record.noted(names=(), tags={}, remark="") == fresh()


def test_a_remark_stays_while_the_game_goes_on_and_at_its_end() -> None:
    remark = "seat 1 played without a clock"
    start = fresh().noted(remark=remark)
    assert start.result == tr.Result(None, None, remark)
    record = at_random(start, 1)
    bare = at_random(fresh(), 1)
    assert bare.result is not None
    assert record.result == tr.Result(bare.result.points, bare.result.outcome, remark)
    assert bare.noted(remark=remark) == record
    assert reread(record) == record
    assert record.states() == bare.states()


def test_names_and_tags_do_not_change_with_what_they_came_from() -> None:
    names, tags = ["Ann", "Bob"], {"place": "Berlin"}
    record = fresh(names=names, tags=tags)
    names[0], tags["place"] = "Eve", "Rome"
    assert record.names == ("Ann", "Bob")
    assert record.tags == {"place": "Berlin"}
    data = record.to_data()
    data["names"][0], data["tags"]["place"] = "Eve", "Rome"
    data["moves"].append("choose red")
    assert record == fresh(**TWO)


SAID = ["", "Zoë", "Ben ☘", "李", "😀", "x" * 200, "a 'b' \"c\" \\ /", " "]
UNSAID = ["x" * 201, *(f"a{sign}b" for sign in "\n\r\t\0\x1b\x7f\x85\u2028\u2029\ud800\udfff")]


@pytest.mark.parametrize("text", SAID[1:], ids=ascii)
def test_notes_are_texts_of_one_line(text: str) -> None:
    record = fresh(names=(text, ""), tags={text: text}).noted(remark=text)
    assert record.names == (text, "")
    assert record.tags == {text: text}
    assert record.result == tr.Result(None, None, text)
    assert tr.Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("text", [*UNSAID, None, 3, b"x", ["x"]], ids=lambda text: ascii(text)[:9])
def test_other_notes_are_refused(text: Any) -> None:
    remark: Any = text
    options: list[dict[str, Any]] = [{"names": ("Ann", text)}, {"tags": {"place": text}}]
    if not isinstance(text, list):
        options.append({"tags": {text: "Berlin"}})
    for each in options:
        with pytest.raises(ValueError, match="text"):
            fresh(**each)
        with pytest.raises(ValueError, match="text"):
            fresh().noted(**each)
    if text is not None:
        with pytest.raises(ValueError, match="text"):
            fresh().noted(remark=remark)


@pytest.mark.parametrize("text", [*UNSAID, None, 3, ["x"]], ids=lambda text: ascii(text)[:9])
def test_other_notes_are_not_read(text: Any) -> None:
    data = written(fresh(**TWO), result={"points": None, "outcome": None, "remark": text})
    if text is not None:
        assert path_of_fault(data) == "result.remark"
    assert path_of_fault(written(fresh(), names=["Ann", text])) == "names[1]"
    assert path_of_fault(written(fresh(), tags={"a": "b", "place": text})) == "tags.place"
    if isinstance(text, str):
        assert path_of_fault(written(fresh(), tags={text: "Berlin"})).startswith("tags")


def path_of_fault(data: object) -> str:
    """Where in the data of a record its fault lies."""
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data)
    assert str(caught.value).isprintable()
    return caught.value.path


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bob", "Eve")])
def test_there_is_a_name_for_each_seat_or_none(names: tuple[str, ...]) -> None:
    for call in (fresh, fresh().noted):
        with pytest.raises(ValueError, match="2 names"):
            call(names=names)
    assert path_of_fault(written(fresh(), names=list(names))) == "names"


@pytest.mark.parametrize(
    ("notes", "problem"),
    [
        ({"names": "AB"}, "names are a list, with one for each seat"),
        ({"names": 2}, "names are a list, with one for each seat"),
        ({"tags": ["place"]}, r"tags are a mapping, as \{'place': 'Berlin'\}"),
        ({"tags": "place"}, r"tags are a mapping, as \{'place': 'Berlin'\}"),
    ],
)
def test_notes_of_another_kind(notes: dict[str, Any], problem: str) -> None:
    match = tr.Match.start(tr.load("tulips"), 2, games=2, seed=1)
    for call in (fresh, fresh().noted, match.noted):
        with pytest.raises(TypeError, match=f"^{problem}$"):
            call(**notes)


# ---- frozen, and told in a line ---------------------------------------------------------------


def test_a_record_and_its_result_cannot_be_changed() -> None:
    record = game("tulips").noted(tags={"place": "Berlin"})
    for thing in (record, record.result):
        for name in ("seats", "moves", "names", "result", "points", "remark", "other"):
            with pytest.raises((AttributeError, attrs.exceptions.FrozenInstanceError)):
                setattr(thing, name, ())
    with pytest.raises(TypeError):
        record.tags["place"] = "Rome"  # type: ignore[index]


def test_a_record_is_told_in_a_line() -> None:
    record = fresh(**TWO)
    assert repr(record) == str(record) == "<Record of serendipity, 2 seats, 0 moves>"
    assert f"{played(record, 'choose red')}" == "<Record of serendipity, 2 seats, 1 move>"
    assert repr(at_random(record, 1, 45)) == "<Record of serendipity, 2 seats, 45 moves>"
    assert repr(reread(at_random(record, 1, 45))) == "<Record of serendipity, 2 seats, 45 moves>"


# ---- equal by content -----------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_records_are_equal_by_what_they_hold(id: str) -> None:
    record = game(id, plies=20)
    moves = record.moves
    again = tr.Record.start(tr.load(id), 2, deal=record.deal)
    for move in moves:
        again = again.play(move)
    last = str(moves[-1])
    ways = [
        again,
        tr.Record.from_json(record.to_json()),
        tr.Record.from_json(record.to_json().encode()),
        record.back(1).play(moves[-1]),
        played(reread(record).back(1), last),
        at_random(record, 2, 5).back(5),
        record.noted(tags={"a": "b"}).noted(tags={}),
    ]
    for other in ways:
        assert (other, hash(other)) == (record, hash(record))
    assert len({record, *ways}) == 1


def test_records_that_differ_in_anything_are_unequal() -> None:
    record = at_random(fresh(**TWO), 1, 20)
    others = [
        at_random(fresh(**TWO, seed=2), 1, 20),
        record.back(1),
        at_random(record, 1, 1),
        record.noted(names=()),
        record.noted(names=("Bob", "Ann")),
        record.noted(tags={"place": "Rome"}),
        record.noted(remark="seat 1 resigned"),
        tr.Record.start(SERENDIPITY, 2, position=record.state),
        at_random(tr.Record.start(tr.load("serendipity-french"), 2, seed=1, **TWO), 1, 20),
    ]
    for other in others:
        assert record != other
    assert len({record, *others}) == 1 + len(others)
    assert record != record.moves
    assert record != record.to_data()


def test_equal_records_are_written_alike() -> None:
    """In what order tags were given says nothing."""
    one = fresh(tags={"place": "Berlin", "club": "Tulpe"})
    other = fresh(tags={"club": "Tulpe", "place": "Berlin"})
    assert (one, hash(one)) == (other, hash(other))
    assert one.to_json() == other.to_json()
