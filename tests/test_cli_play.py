"""People at the command line, beside policies and beside each other."""

from __future__ import annotations

import io
import os
import re
import select
import struct
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tilerules as tr
from tests.command_line import data, make_plain, refused, said
from tests.flowers import gardens
from tests.serendipity import boards
from tests.tulips import tables
from tilerules import cli, registry
from tilerules.bots.policies import POLICIES
from tilerules.cli import playing
from tilerules.cli.playing import HELP, Table, asker, free_name, keep, play_at
from tilerules.table.hexagon import hexagon

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
SHOWN = "that cannot be taken back: something hidden has been shown since"
PASS_ON = "Seat {} is to move. Others look away; then press Enter. "
TWO = ("--seat", "you", "--seat", "you")
SMALL = ("serendipity-small", "--seed", "5")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    monkeypatch.chdir(tmp_path)


def call(*arguments: str, lines: Sequence[str] = ()) -> Result:
    """A game in which people write these lines; then the input ends."""
    told = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(cli.commands, ("play", *arguments), input=told)


def talk(*arguments: str, lines: Sequence[str] = ()) -> list[str]:
    """What is shown before the first question of a turn, and after the answer to each."""
    done = call(*arguments, lines=lines)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return re.split(r"seat \d> ", done.stdout)


def kept(file: str) -> tr.Record:
    return tr.Record.from_json(Path(file).read_bytes())


def begun(position: tr.State, file: str = "game.json", **notes: Any) -> str:
    """A file of a game that begins with a position."""
    record = tr.Record.start(position.ruleset, position.seats, position=position)
    Path(file).write_text(record.noted(**notes).to_json(), encoding="ascii")
    return file


def moves(file: str) -> list[str]:
    return [str(move) for move in kept(file).moves]


def files() -> list[str]:
    return sorted(file.name for file in Path().iterdir())


# ---- commands -------------------------------------------------------------------------------


def test_a_person_sees_the_table_and_a_numbered_list() -> None:
    seen = tr.observe(tr.new_game(tr.load("flowers"), 2, seed=5), 0)
    first = talk("flowers", "--seats", "2", "--seed", "5")[0]
    assert first == f"\n{tr.draw_text(seen)}\n\n1  take 0\n2  take 1\n3  take 2\n"


def test_of_many_moves_the_kinds_are_told_and_moves_lists_all() -> None:
    shown = talk(*SMALL, lines=["choose blue", "moves"])
    legal = [f"reveal {label}" for label in hexagon(4).labels]
    assert re.search(r"\n37 legal moves, as `reveal \w\d`; \? for help\n$", shown[1])
    listed = [line.split("  ", 1) for line in shown[2].splitlines()[:37]]
    assert [number.strip() for number, _ in listed] == [str(number) for number in range(1, 38)]
    assert {move for _, move in listed} == {*legal}


def test_help_names_every_command() -> None:
    shown = talk(*SMALL, lines=["?", "help", "HELP"])
    assert shown[1] == shown[2] == f"{HELP}\n"
    for word in playing.COMMANDS:
        assert f"\n  {word} " in HELP
    assert talk(*SMALL, lines=["", "  "])[1:3] == ["? for help\n"] * 2


def test_the_score_and_the_table_once_more() -> None:
    state = boards.position(boards.SMALL, 2, boards.some("blue up", "d1", "d2"))
    start, score, table, _ = talk(begun(state), lines=["score", "table"])
    assert table == start
    assert tr.draw_text(tr.observe(state, 0)) in score
    totals = [row.split()[-1] for row in score.splitlines() if "total" in row]
    assert totals == ["2", "0"]


def test_why() -> None:
    said = ["why choose red", "why keep", "why fly", "why", "WHY choose green"]
    _, legal, illegal, unknown, nothing, green, _ = talk(*SMALL, lines=said)
    seen = tr.observe(tr.new_game(tr.load("serendipity-small"), 2, seed=5), 0)
    assert legal == "this move is legal\n"
    assert illegal == f"not legal: {tr.why_illegal(seen, tr.parse_move(seen, 'keep'))}\n"
    assert "time to choose a colour" in illegal
    assert unknown.startswith("'fly' is not a move: expected one of choose, reveal")
    assert "is not a move" in nothing
    assert "green" in green
    assert "legal" not in green.replace("not legal", "")


def test_a_refusal_names_the_rule_that_forbids_the_move() -> None:
    state = gardens.position(
        gardens.rules(),
        [gardens.garden("y4"), gardens.garden("y1")],
        ["r4 r4", "b4", "b3"],
        phase="place",
        in_hand="yellow-4",
        taken_from=0,
    )
    refusal = tr.why_illegal(state, tr.parse_move(state, "place 1,1"))
    assert refusal is not None
    assert refusal.rule is not None
    _, why, tried, _ = talk(begun(state), lines=["why place 1,1", "place 1,1"])
    assert why == tried == f"not legal: {refusal}\n"
    assert f"[garden.placing, flowers.yaml:{gardens.line_of('placing: sides')}]" in why


@pytest.mark.parametrize("number", ["0", "4", "99999999"])
def test_a_number_that_is_not_in_the_list(number: str) -> None:
    assert talk(*SMALL, lines=[number])[1] == "the numbers go from 1 to 3\n"
    assert files() == []


@pytest.mark.parametrize("answer", ["-1", "1.", "²", "9" * 9, "9" * 5000, "fly", "choose", "\x1b"])
def test_what_is_no_move(answer: str) -> None:
    text = talk(*SMALL, lines=[answer])[1]
    assert "not a move" in text or "expected" in text
    assert text.endswith("; ? for help\n")
    assert files() == []


@pytest.mark.parametrize("answer", ["2", "choose red", "  choose red  ", "٢"])
def test_a_move_by_notation_or_by_its_number(answer: str) -> None:
    talk(*SMALL, *TWO, lines=[answer, "quit"])
    assert moves("serendipity-small-1.json") == ["choose red"]


# ---- what has happened ----------------------------------------------------------------------


def test_what_others_did_is_told_as_the_person_sees_it() -> None:
    shown = talk("tulips", "--seed", "5", "--seat", "greedy", "--seat", "you", lines=["1", "quit"])
    record = kept("tulips-1.json")
    states = [tr.observe(state, 1) for state in record.states()]
    told = [str(event) for event in tr.events(states[0], states[1])]
    assert told[0] == "seat 0: start ?"
    assert shown[0].startswith("\n".join(told) + "\n\n")
    later = [
        str(event) for before, after in pairwise(states[1:]) for event in tr.events(before, after)
    ]
    assert shown[1].startswith("\n".join(later) + "\n\n")


def test_a_person_who_goes_on_is_not_told_what_is_past() -> None:
    talk(*SMALL, lines=["choose blue", "quit"])
    assert talk("serendipity-small-1.json")[0].startswith("\na1 ")


ALIKE = {
    "serendipity": boards.position(boards.SMALL, 2, boards.some("blue up", "d1", "d2")),
    "flowers": tr.new_game(tr.load("flowers"), 2, seed=5),
    "tulips": tr.new_game(tr.load("tulips"), 2, seed=5),
    "tulips later": tables.position(
        tables.rules(),
        "u4 o2",
        ["u2", "b2"],
        hand="u3",
        deck="p2 p3 p4 b3 o3 o4 b4",
        secret="o2 b2",
        secret_by=[0, 1],
    ),
}


@pytest.mark.parametrize("case", ALIKE)
def test_nothing_hidden_from_a_person_is_printed(case: str) -> None:
    state = ALIKE[case]
    lines = ["?", "moves", "why 1", "score", "table", "undo", "save one.json", "why keep"]
    lines += ["1"] if case == "tulips" else []
    shown = set()
    for seed in range(6):
        other = tr.determinize(tr.observe(state, 0), seed=seed)
        assert other != state
        for file in ("one.json", "game.json"):
            Path(file).unlink(missing_ok=True)
        shown.add("".join(talk(begun(other), *TWO, lines=lines)))
    assert len(shown) == 1


def test_policies_are_given_observations_of_their_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, int | None]] = []

    def spy(name: str) -> Callable[[tr.Observation, Random], tr.Move]:
        def policy(seen: tr.Observation, chance: Random) -> tr.Move:
            assert isinstance(seen, tr.Observation)
            assert not isinstance(seen, tr.State)
            assert seen.viewer == seen.to_move
            given.append((name, seen.viewer))
            return tr.legal_moves(seen)[0]

        return policy

    for name in ("uniform", "greedy"):
        monkeypatch.setitem(POLICIES, name, spy(name))
    seats = ("--seat", "uniform", "--seat", "you", "--seat", "greedy")
    talk("tulips", "--seed", "5", *seats, lines=["1", "quit"])
    assert given[:2] == [("uniform", 0), ("greedy", 2)]
    assert {*given} == {("uniform", 0), ("greedy", 2)}
    given.clear()
    said("play", "tulips", "--seed", "5", "--seats", "2", "--bots")
    assert {*given} == {("uniform", 0), ("uniform", 1)}


# ---- several people -------------------------------------------------------------------------


def test_people_who_know_different_things_look_away() -> None:
    done = call("tulips", "--seed", "5", *TWO, lines=["1", "", "2", "", "keep"])
    text = done.stdout
    assert text.count(PASS_ON.format(1)) == text.count(PASS_ON.format(0)) == 1
    hands = tr.deal(tr.load("tulips"), 2, seed=5).to_data()["hands"]
    before, _, after = text.partition(PASS_ON.format(1))
    assert f"holding {', '.join(hands[0])}" in before
    between = after.partition(PASS_ON.format(0))[0]
    assert f"holding {', '.join(hands[1])}" in between
    assert "start ?" in between
    assert hands[0][0] not in between
    assert CLEARED not in text


@pytest.mark.parametrize("id", ["serendipity-small", "flowers"])
def test_people_who_know_the_same_pass_the_keyboard(id: str) -> None:
    text = call(id, "--seed", "5", *TWO, lines=["1"] * 7).stdout
    assert "seat 1> " in text
    assert "look away" not in text


def test_one_person_beside_policies_does_not_look_away() -> None:
    text = call("tulips", "--seed", "5", "--seats", "3", lines=["1"] * 9).stdout
    assert text.count("seat 0> ") > 5
    assert "look away" not in text


def test_the_end_of_input_while_others_look_away() -> None:
    text = call("tulips", "--seed", "5", *TWO, lines=["1"]).stdout
    assert text.endswith(
        f"{PASS_ON.format(1)}\nkept as tulips-1.json; to go on: tilerules play tulips-1.json\n"
    )
    assert len(moves("tulips-1.json")) == 1


class Stream(io.TextIOWrapper):
    """A terminal, as it says."""

    def __init__(self) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding="utf-8", write_through=True)

    def text(self) -> str:
        """What has been written."""
        return self.bytes.getvalue().decode()

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("id", "cleared"), [("tulips", 1), ("serendipity-small", 0)])
def test_a_terminal_is_cleared_where_something_is_hidden(
    id: str, cleared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    answers = iter(["1", "quit", "quit"])
    record = tr.Record.start(tr.load(id), 2, seed=5)
    seats = ["you", "you"]

    def ask(question: str, completions: Sequence[str]) -> str:
        out.write(question)
        if "look away" in question:
            assert completions == ()
            return ""
        return next(answers)

    play_at(Table(record, seats, Path("game.json"), Random(1), ask))
    assert out.text().count(CLEARED) == cleared
    if cleared:
        before, after = out.text().split(CLEARED)
        hand = tr.deal(tr.load(id), 2, seed=5).to_data()["hands"][0]
        assert hand[0] in before
        assert after.startswith(PASS_ON.format(1))
        assert hand[0] not in after


# ---- moves taken back -----------------------------------------------------------------------


def test_before_any_move_of_a_person_nothing_can_be_taken_back() -> None:
    assert talk(*SMALL, lines=["undo"])[1] == "no person has moved yet\n"
    seats = ("--seat", "greedy", "--seat", "you")
    assert talk(*SMALL, *seats, lines=["undo"])[1] == "no person has moved yet\n"


def test_a_choice_is_taken_back_with_that_of_a_policy() -> None:
    start, chose, back, _ = talk(*SMALL, lines=["choose blue", "undo"])
    assert "seat 1 chooses" in chose
    assert back == start
    assert files() == []


def test_a_tile_that_was_kept_is_taken_back() -> None:
    state = boards.position(
        boards.SMALL, 2, {"a4": "blue up"}, phase="decide", turned_up="a4", to_move=0
    )
    start, after, back, _ = talk(begun(state), lines=["keep", "UNDO", "quit"])
    assert "to move: reveal" in after
    assert back == start
    assert moves("game.json") == []


def test_a_tile_that_was_turned_up_is_not() -> None:
    state = boards.position(boards.SMALL, 2, boards.some("blue up", "d1", "d2"))
    assert talk(begun(state), *TWO, lines=["reveal a1", "undo"])[2] == f"{SHOWN}\n"
    assert talk(begun(state), lines=["reveal a1", "undo"])[2] == f"{SHOWN}\n"


def two_gardens(*piles: str, **entries: Any) -> tr.State:
    """Two gardens of one card, where a pile that has run out does not end the round."""
    rules = gardens.rules(base="flowers-even-turns")
    return gardens.position(rules, [gardens.garden("y4"), gardens.garden("y1")], piles, **entries)


def test_a_card_from_an_open_pile_is_taken_back() -> None:
    start, _, back, _ = talk(
        begun(two_gardens("r4 r4", "b4 b2", "b3 b1")), lines=["take 0", "undo"]
    )
    assert back == start


def test_a_card_from_a_hidden_pile_is_not() -> None:
    file = begun(two_gardens("r4 r4", "b4 b2", "b3 b1"))
    assert talk(file, lines=["take 2", "undo"])[2] == f"{SHOWN}\n"
    assert moves(file) == ["take 2"]


def test_a_card_that_was_placed_is_taken_back_unless_the_next_one_was_shown() -> None:
    entries = {"phase": "place", "in_hand": "yellow-4", "taken_from": 0}
    last = begun(two_gardens("", "b4 b2", "b3 b1", **entries))
    start, other, back, _ = talk(last, *TWO, lines=["place 1,0", "undo"])
    assert "seat 1 to move: take" in other
    assert back.endswith(start)
    assert moves(last) == []
    more = begun(two_gardens("r4 r4", "b4 b2", "b3 b1", **entries))
    assert talk(more, *TWO, lines=["place 1,0", "undo"])[2] == f"{SHOWN}\n"
    assert moves(more) == ["place 1,0"]


def test_the_last_of_several_moves_is_taken_back_first() -> None:
    seats = ("--seats", "3", *TWO, "--seat", "you")
    lines = ["choose blue", "choose red", "undo", "undo", "choose red", "choose blue", "quit"]
    shown = talk("serendipity-small", "--seed", "5", *seats, lines=lines)
    assert "seat 1 to move: choose" in shown[3]
    assert "seat 0 to move: choose" in shown[4]
    assert moves("serendipity-small-1.json") == ["choose red", "choose blue"]


def test_a_secret_choice_of_another_person_has_shown_nothing() -> None:
    shown = talk("tulips", "--seed", "5", *TWO, lines=["1", "", "undo", "", "2"])
    assert SHOWN not in "".join(shown)
    assert "seat 0 to move: start" in shown[2]


# ---- a game that is kept --------------------------------------------------------------------


def test_quitting_before_any_move_keeps_nothing() -> None:
    for lines in ([], ["quit"], ["q"], ["moves", "QUIT"]):
        assert "kept" not in "".join(talk(*SMALL, lines=lines))
        assert files() == []


def test_a_game_that_is_left_can_go_on() -> None:
    text = call(*SMALL, lines=["choose blue", "quit"]).stdout
    file = "serendipity-small-1.json"
    assert text.endswith(f"kept as {file}; to go on: tilerules play {file}\n")
    assert files() == [file]
    assert kept(file).names == ("you", "greedy")
    assert len(moves(file)) == 2
    assert "seat 0 to move: reveal" in talk(file, lines=["reveal a1"])[0]
    assert moves(file)[2] == "reveal a1"
    assert files() == [file]


def test_a_free_name() -> None:
    assert free_name("flowers") == Path("flowers-1.json")
    for number in (1, 2, 4):
        Path(f"flowers-{number}.json").write_text("mine")
    assert free_name("flowers") == Path("flowers-3.json")
    talk("flowers", lines=["1"])
    assert [Path(f"flowers-{number}.json").read_text() for number in (1, 2, 4)] == ["mine"] * 3
    assert len(moves("flowers-3.json")) == 1


def test_saving() -> None:
    Path("there.json").write_text("mine")
    lines = ["save there.json", "choose blue", "save no/x.json", "save one.json", "save", "quit"]
    _, there, _, nowhere, one, again, end = talk(*SMALL, lines=lines)
    assert there == "there.json is there already; another name, please\n"
    assert nowhere == "no/x.json cannot be written: No such file or directory\n"
    assert one == again == "kept as one.json\n"
    assert end == "\nkept as one.json; to go on: tilerules play one.json\n"
    assert Path("there.json").read_text() == "mine"
    assert files() == ["one.json", "there.json"]
    assert len(moves("one.json")) == 2


def test_saving_under_the_name_the_game_would_have_anyway() -> None:
    assert talk(*SMALL, lines=["choose blue", "save"])[2] == "kept as serendipity-small-1.json\n"
    talk(*SMALL, "--save", "mine.json", lines=["choose blue", "save", "undo", "quit"])
    assert files() == ["mine.json", "serendipity-small-1.json"]


def test_a_name_that_no_file_can_have_does_not_end_the_game() -> None:
    text = talk(*SMALL, lines=["choose blue", "save a\0b", "quit"])
    assert "cannot be written" in text[2]
    assert files() == ["serendipity-small-1.json"]


def test_what_a_person_is_told_to_go_on_with_goes_on() -> None:
    text = call(*SMALL, lines=["choose blue", "save mine", "quit"]).stdout
    told = text.rpartition("to go on: tilerules play ")[2].split()
    assert "seat 0 to move: reveal" in talk(*told)[0]


def test_a_file_that_cannot_be_kept_is_refused_before_the_game() -> None:
    done = call(*SMALL, "--save", "no/x.json", lines=["choose blue", "quit"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "Error: no/x.json cannot be written: No such file or directory\n"


def test_the_old_file_stays_whole_if_writing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    record = tr.Record.start(tr.load("flowers"), 2, seed=5)
    keep(record, Path("game.json"))
    later = record.play(tr.legal_moves(record.state)[0])
    write = Path.write_text

    def full(file: Path, text: str, **options: Any) -> int:
        write(file, text[:50], **options)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        keep(later, Path("game.json"))
    assert kept("game.json") == record


def test_what_is_kept_is_the_record_and_nothing_beside_it() -> None:
    record = tr.Record.start(tr.load("flowers"), 2, seed=5)
    Path("game.json").write_text("much longer than what will be there " * 900)
    keep(record, Path("game.json"))
    assert Path("game.json").read_text() == record.to_json()
    assert files() == ["game.json"]


# ---- going on from a record -----------------------------------------------------------------


def test_the_names_of_a_record_say_who_sits_where() -> None:
    state = tr.new_game(tr.load("serendipity-small"), 2, seed=5)
    shown = call(begun(state, names=["greedy", "you"]), lines=["1"]).stdout
    assert "seat 1> " in shown
    assert "seat 0> " not in shown
    other = call(begun(state, names=["greedy", "you"]), *TWO, lines=["1"]).stdout
    assert "seat 0> " in other


@pytest.mark.parametrize("names", [["Ann", "Zoë"], ["you", "Zoë"], []])
def test_names_that_are_no_players_say_nothing(names: list[str]) -> None:
    state = tr.new_game(tr.load("serendipity-small"), 2, seed=5)
    shown = call(begun(state, names=names), lines=["1"]).stdout
    assert "seat 0> " in shown
    assert "seat 1: choose" in shown
    assert "seat 1> " not in shown


def test_going_on_under_another_name_leaves_the_old_file_alone() -> None:
    file = begun(tr.new_game(tr.load("serendipity-small"), 2, seed=5))
    before = Path(file).read_text()
    talk(file, "--save", "other.json", lines=["choose red"])
    assert Path(file).read_text() == before
    assert moves("other.json")[0] == "choose red"


@pytest.mark.parametrize("option", [("--seats", "2"), ("--seed", "1"), ("--seed", "0")])
def test_a_game_that_goes_on_has_its_seats_and_its_deal(option: tuple[str, str]) -> None:
    file = begun(tr.new_game(tr.load("serendipity-small"), 2, seed=5))
    wrong = "Error: a game that goes on has its seats and its deal\n"
    assert refused("play", file, *option) == wrong


def test_files_that_no_game_goes_on_from() -> None:
    wrong = "Error: none.json cannot be read: No such file or directory\n"
    assert refused("play", "none.json") == wrong
    Path("bad.json").write_text("[]")
    wrong = "Error: bad.json: expected an object with keys, not a list\n"
    assert refused("play", "bad.json") == wrong


# ---- who sits where -------------------------------------------------------------------------


def test_a_seat_is_named_for_each_or_for_none() -> None:
    text = refused("play", "serendipity-small", "--seats", "3", *TWO)
    assert text.endswith("there are 3 seats: --seat is needed 3 times, or never\n")
    assert "'Ann' is not one of 'you', 'uniform', 'greedy', 'search'. Policies of" in refused(
        "play", "serendipity-small", "--seat", "Ann"
    )
    assert refused("play", "serendipity-small", "--seat", "you") == (
        "Error: serendipity-small is for 2 or 3 seats, not for 1; --seat is said once for each "
        "seat\n"
    )


def test_a_card_for_a_match_is_played_once_and_a_note_says_so() -> None:
    card = "id: ours\ntitle: Ours\nextends: tulips\nedition: 1\nmatch: {games: 1}\n"
    more = "for_players: {3: {match: {games: 5}}}\n"
    Path("ours.yaml").write_text(card + more, encoding="utf-8")
    assert tr.Match.start(tr.load(Path("ours.yaml")), 3).games == 5
    done = call("./ours.yaml", "--seats", "3", "--bots", "--json")
    assert (done.exit_code, done.stderr) == (
        0,
        "note: ours is for a match of 5 games; this plays one, and tr.Match in Python all\n",
    )
    assert call("./ours.yaml", "--seats", "2", "--bots").stderr == ""


def test_there_is_no_game_for_no_seats() -> None:
    wrong = "Error: serendipity-small is for 2 or 3 seats, not for 0\n"
    assert refused("play", "serendipity-small", "--seats", "0", "--bots") == wrong


def test_as_many_seats_as_are_named() -> None:
    talk("serendipity-small", *TWO, "--seat", "greedy", lines=["choose blue", "quit"])
    assert kept("serendipity-small-1.json").names == ("you", "you", "greedy")


def test_json_is_for_policies() -> None:
    wrong = "Error: with --json nobody can be asked; add --bots, or a --seat for each\n"
    assert refused("play", *SMALL, "--json") == wrong
    assert refused("play", *SMALL, *TWO, "--json") == wrong
    seats = ("--seat", "greedy", "--seat", "uniform")
    played = data("play", "tulips", "--seed", "5", *seats)
    assert played == data("play", "tulips", "--seed", "5", *seats, "--save", "game.json")
    assert moves("game.json") == played["moves"]
    assert kept("game.json").names == ("greedy", "uniform")
    assert kept("game.json").state.is_over


def test_a_name_that_is_there_is_refused() -> None:
    Path("mine.json").write_text("mine")
    wrong = "Error: mine.json cannot be written: File exists\n"
    assert refused("play", *SMALL, "--save", "mine.json") == wrong


# ---- to the end -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "seats"), [("flowers", ["you"]), ("tulips", ["you", "greedy"]), ("tulips", ["you"] * 2)]
)
def test_a_game_is_played_to_its_end(id: str, seats: list[str]) -> None:
    named = [word for seat in seats for word in ("--seat", seat)]
    done = call(id, "--seed", "5", *named, lines=["1"] * 300)
    assert done.exit_code == 0
    assert re.search(
        r"\n(Seat \d wins|Seats .* share the win) with -?\d+ points?[^\n]*\n$", done.stdout
    )
    assert done.stdout.count("total") == len(seats)
    assert "kept as" not in done.stdout


def test_a_game_that_is_over_is_kept_where_it_was_asked_for() -> None:
    call("flowers", "--seed", "5", "--seats", "1", "--save", "game.json", lines=["1"] * 300)
    assert files() == ["game.json"]
    assert kept("game.json").state.is_over


def test_a_game_that_was_once_kept_is_kept_to_its_end() -> None:
    call("flowers", "--seed", "5", "--seats", "1", lines=["1", "save mine", *["1"] * 300])
    assert files() == ["mine.json"]
    assert kept("mine.json").state.is_over


def test_a_game_that_is_over_is_shown() -> None:
    record = tr.Record.start(tr.load("flowers"), 2, seed=5)
    while not record.state.is_over:
        record = record.play(tr.legal_moves(record.state)[0])
    Path("game.json").write_text(record.to_json())
    (text,) = talk("game.json")
    assert tr.draw_text(tr.observe(record.state, 0)) in text
    assert "with" in text.splitlines()[-1]


def test_names_that_a_record_has_stay_and_others_say_who_sits_there() -> None:
    file = begun(tr.new_game(tr.load("flowers"), 2, seed=5), names=["Ann", "Bob"])
    talk(file, lines=["take 0", "quit"])
    assert kept(file).names == ("Ann", "Bob")
    assert len(moves(file)) == 1


def test_rules_that_have_changed_since_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = begun(tr.new_game(tr.load("flowers"), 2, seed=5))
    changed = tr.load({"extends": "flowers", "id": "flowers", "edition": 2, "cover": {"depth": 2}})
    monkeypatch.setattr(registry, "bundled", lambda id: changed)
    done = CliRunner().invoke(cli.commands, ["play", file], input="quit\n")
    assert (done.exit_code, done.stderr[:6]) == (0, "note: ")
    assert "edition 2 is bundled" in done.stderr


def test_bots_and_seats_do_not_go_together() -> None:
    wrong = "Error: --bots says who sits where, and so does --seat; one of them is enough\n"
    assert refused("play", *SMALL, *TWO, "--bots") == wrong


def test_a_game_ends_in_json() -> None:
    wrong = "Error: game.txt cannot be written: the name of a game ends in .json\n"
    assert refused("play", *SMALL, "--bots", "--save", "game.txt") == wrong


def test_a_name_with_a_blank_is_quoted() -> None:
    text = call(*SMALL, "--save", "my game.json", lines=["choose blue", "quit"]).stdout
    assert text.endswith("kept as my game.json; to go on: tilerules play 'my game.json'\n")


def test_a_full_disk_is_told_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_text

    def full(file: Path, text: str, **options: Any) -> int:
        write(file, text[:50], **options)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    text = call(*SMALL, lines=["choose blue", "save", "quit"]).stdout
    told = "serendipity-small-1.json cannot be written: No space left on device\n"
    assert text.count(told) == 2
    assert "kept as" not in text
    assert files() == []


# ---- Ctrl-C, and completion -----------------------------------------------------------------


def test_ctrl_c_keeps_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["1"])

    def ask(question: str, completions: Sequence[str]) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    record = tr.Record.start(tr.load("serendipity-small"), 2, seed=5)
    play_at(Table(record, ["you", "you"], Path("game.json"), Random(1), ask))
    assert len(moves("game.json")) == 1
    assert capsys.readouterr().out.endswith(
        "\nkept as game.json; to go on: tilerules play game.json\n"
    )


def test_a_terminal_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(sys, stream, Stream())
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        ask = asker()
        keys.send_text("score\r")
        assert ask("seat 0> ", ["score"]) == "score"
        keys.send_text("\x04")
        with pytest.raises(EOFError):
            ask("seat 0> ", ["score"])
        keys.send_text("\x03")
        with pytest.raises(KeyboardInterrupt):
            ask("seat 0> ", ["score"])


# ---- a real terminal ------------------------------------------------------------------------


class Terminal:
    """A call in a pseudo-terminal of 100 columns."""

    def __init__(self, *arguments: str) -> None:
        import fcntl
        import pty
        import termios

        self.child, self.end = pty.fork()
        if not self.child:
            os.environ |= {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", "COLUMNS": "100"}
            os.execv(sys.executable, [sys.executable, "-m", "tilerules", "play", *arguments])
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
        self.seen = ""
        self.deadline = time.monotonic() + 10

    def until(self, text: str) -> str:
        """What appears until this text has."""
        while text not in self.seen:
            assert self._more(), f"no {text!r} in {self.seen!r}"
        found, _, self.seen = self.seen.partition(text)
        return found

    def asked(self, question: str) -> str:
        """What appears until a question has, and the cursor behind it."""
        return self.until(question) + self.until("\x1b[?25h")

    def write(self, keys: str) -> None:
        """Press some keys."""
        os.write(self.end, keys.encode())

    def left(self) -> str:
        """What appears until the call has ended, as it should."""
        while self._more():
            pass
        _, status = os.waitpid(self.child, 0)
        os.close(self.end)
        assert status == 0, self.seen
        return self.seen

    def _more(self) -> bool:
        left = self.deadline - time.monotonic()
        assert select.select([self.end], [], [], max(left, 0))[0], self.seen
        try:
            read = os.read(self.end, 65536)
        except OSError:  # how Linux tells that nobody is there any more
            return False
        self.seen += read.decode(errors="replace")
        return bool(read)


def test_in_a_terminal_tab_completes_commands_and_moves() -> None:
    terminal = Terminal(*SMALL, *TWO)
    terminal.asked("seat 0>")
    terminal.write("sc\t")
    terminal.until("ore")
    terminal.write("\r")
    terminal.until("total")
    terminal.asked("seat 0>")
    terminal.write("choose b\t")
    terminal.until("lue")
    terminal.write("\r")
    between = terminal.until("seat 0 chooses blue") + terminal.asked("seat 1>")
    assert CLEARED not in between
    terminal.write("\x03")
    assert "kept as serendipity-small-1.json; to go on" in terminal.left()
    assert moves("serendipity-small-1.json") == ["choose blue"]
    assert files() == ["serendipity-small-1.json"]


def test_in_a_terminal_the_end_of_input_before_any_move_keeps_nothing() -> None:
    terminal = Terminal(*SMALL)
    terminal.asked("seat 0>")
    terminal.write("\x04")
    assert "Traceback" not in terminal.left()
    assert files() == []


def secret_chosen() -> tuple[Terminal, str, str]:
    """A terminal in which seat 0 has chosen a card by name, and the hand that it had."""
    hand = tr.deal(tr.load("tulips"), 2, seed=5).to_data()["hands"][0]
    terminal = Terminal("tulips", "--seed", "5", *TWO)
    terminal.asked("seat 0>")
    terminal.write(f"start {hand[0]}\r")
    terminal.until(CLEARED)
    terminal.asked("press Enter.")
    return terminal, hand[0], hand[1]


def test_in_a_terminal_a_secret_is_gone_once_the_next_person_looks() -> None:
    terminal, chosen, other = secret_chosen()
    terminal.write("\r")
    shown = terminal.asked("seat 1>")
    assert "seat 0: start ?" in shown
    terminal.write("\x04")
    shown += terminal.left()
    assert "kept as tulips-1.json" in shown
    assert chosen not in shown
    assert other not in shown
    assert moves("tulips-1.json") == [f"start {chosen}"]


def test_in_a_terminal_the_keys_of_another_person_are_not_called_back() -> None:
    terminal, chosen, _ = secret_chosen()
    terminal.write("\r")
    terminal.asked("seat 1>")
    terminal.write("?\r")
    terminal.until("keep the game, and leave")
    terminal.asked("seat 1>")
    for _ in range(3):
        terminal.write("\x1b[A")
        time.sleep(0.1)
    terminal.write("\r")
    shown = terminal.asked("seat 1>") + terminal.asked("seat 1>")
    terminal.write("\x04")
    assert chosen not in shown + terminal.left()
