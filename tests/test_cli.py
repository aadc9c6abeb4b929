"""The command line, called within the process as a shell would call it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.command_line import data, make_plain, refused, said
from tilerules import cli
from tilerules.bots.policies import POLICIES
from tilerules.cli import games

RULES = Path(__file__).parents[1] / "rules"
SHEET_LINE = re.compile(r"(seat \d+)? +(\w+)(?: +(\w+) +(\d+ × -?\d+|place .*\d))? +(-?\d+)")
SHEET_TOTAL = re.compile(r"(seat \d+)? +total +(-?\d+)")

CLEAN = """
id: our-serendipity
title: Serendipity, as we play it
extends: serendipity
edition: 1
summary: A Serendip is worth three points, and with equal points more flowers win.
scoring:
  serendips: {points: 3}
tie_breaks: [flowers]
"""
WARNED = CLEAN + "end: {looked_at: choice}\n"
BROKEN = CLEAN + "end: {looked_at: chioce, whoes: any}\n"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment says nothing special about the terminal."""
    make_plain(monkeypatch)


@pytest.fixture
def card(tmp_path: Path) -> Callable[..., str]:
    """Writes a card, and gives the path as a user would type it."""

    def write(text: str, name: str = "card.yaml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# ---- help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_the_commands_and_the_exit_statuses(option: str) -> None:
    text = said(option)
    for word in ("list", "show", "check", "play", "Exit status"):
        assert word in text


@pytest.mark.parametrize("command", ["list", "show", "check", "play"])
def test_every_command_has_json_and_help(command: str) -> None:
    assert "--json" in said(command, "--help")


def test_version() -> None:
    assert said("--version") == f"tilerules {tr.__version__}\n"


@pytest.mark.parametrize(
    "arguments", [["plya"], ["play"], ["list", "--jsn"], ["play", "serendipity", "--seats", "two"]]
)
def test_what_is_mistyped_is_a_bad_argument(arguments: list[str]) -> None:
    assert "Error: " in refused(*arguments)


# ---- list -----------------------------------------------------------------------------------


def test_list_shows_every_ruleset_on_a_line_of_its_own() -> None:
    lines = said("list").splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(tr.ruleset_ids())
    for line, id in zip(lines, tr.ruleset_ids(), strict=True):
        assert line.endswith(tr.load(id).title)
        assert len(line) <= 80


def test_list_as_json() -> None:
    listed = data("list")
    assert [each["id"] for each in listed] == list(tr.ruleset_ids())
    names = {"id", "title", "game", "edition", "seats", "summary", "digest"}
    for each in listed:
        rules = tr.load(each["id"])
        assert each.keys() == names
        assert (each["digest"], each["seats"]) == (rules.digest, list(rules.seat_counts))


# ---- show -----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_each_value_stands_where_it_is_said_to_be_set(id: str) -> None:
    for value in data("show", id)["values"]:
        if value["file"] == "default":
            assert value["line"] is None
            continue
        line = (RULES / value["file"]).read_text(encoding="utf-8").splitlines()[value["line"] - 1]
        key, text = value["key"].rpartition(".")[2], value["value"]
        said = f"[{', '.join(map(str, text))}]" if isinstance(text, list) else str(text)
        spread = isinstance(text, list) and line.strip() in [f"- {each}" for each in text[:1]]
        assert spread or f"{key}: {said}" in line


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_the_values_shown_for_a_number_of_players_are_all_there_are(id: str) -> None:
    rules = tr.load(id)
    shown = data("show", id)["values"]
    for seats in rules.seat_counts:
        nested: dict[str, Any] = {}
        for value in shown:
            if seats in value["seats"] and value["key"] != "players":
                *above, key = value["key"].split(".")
                block = nested
                for step in above:
                    block = block.setdefault(step, {})
                block[key] = value["value"]
        assert nested == json.loads(json.dumps(rules.values_for(seats), default=dict))


def test_show_names_the_card_and_its_sources() -> None:
    text = said("show", "serendipity-small")
    assert text.startswith("Serendipity, a small meadow\nserendipity-small, edition 1, for 2 or 3 ")
    assert "A house rule for a short game of two or three" in text
    named = text.partition("\nsources\n")[2].splitlines()
    assert [line.split(maxsplit=1) for line in named] == [
        list(source) for source in tr.load("serendipity-small").sources.items()
    ]


def test_show_fits_a_terminal() -> None:
    for id in tr.ruleset_ids():
        assert max(map(len, said("show", id).splitlines())) <= 80


def test_what_differs_by_number_of_players_stands_below() -> None:
    # The rulebook: one colour each, with three players two, with two players three.
    text = said("show", "serendipity")
    shared, *parts = text.partition("\nsources")[0].split("\nwith ")
    assert "colours_each" not in shared
    words = [part.split()[:-1] for part in parts]
    assert words == [
        ["2", "players", "colours_each", "3"],
        ["3", "players", "colours_each", "2"],
        ["4", "to", "6", "players", "colours_each", "1"],
    ]


def test_a_file_is_shown_with_what_it_changes(card: Callable[..., str]) -> None:
    file = card(CLEAN, "our.yaml")
    shown = {value["key"]: value for value in data("show", file)["values"]}
    assert (shown["scoring.serendips.points"]["value"], shown["tie_breaks"]["value"]) == (
        3,
        ["flowers"],
    )
    changed = [(value["key"], value["line"]) for value in shown.values() if value["file"] == file]
    assert changed == [("scoring.serendips.points", 8), ("tie_breaks", 9)]
    assert data("show", file)["lineage"] == [file, "serendipity.yaml"]


def test_what_nobody_has_set_is_a_default(card: Callable[..., str]) -> None:
    text = said("show", card(CLEAN + "end: {turn_limit: removed}\n"))
    [line] = [line for line in text.splitlines() if line.startswith("end.turn_limit")]
    assert line.split() == ["end.turn_limit", "never", "default"]


def test_the_text_of_a_card_is_shown_as_it_is(card: Callable[..., str]) -> None:
    title = "[bold]Ours[/bold] :smile: 17"
    text = CLEAN.replace("Serendipity, as we play it", f'"{title}"')
    assert said("show", card(text)).splitlines()[0] == title


def test_a_card_need_have_no_summary_and_no_sources(card: Callable[..., str]) -> None:
    parent = (RULES / "serendipity.yaml").read_text(encoding="utf-8")
    bare = re.sub(r"^(summary|sources):.*\n( .*\n)+", "", parent, flags=re.M)
    text = said("show", card(bare))
    assert "sources" not in text
    assert text.splitlines()[2:4] == ["", "key" + text.splitlines()[3][3:]]


# ---- check ----------------------------------------------------------------------------------


def test_a_clean_card(card: Callable[..., str]) -> None:
    file = card(CLEAN)
    assert said("check", file) == f"{file}: clean\n"
    assert data("check", file) == {"files": [{"file": file, "problems": []}]}


def test_warnings_leave_the_exit_status_alone(card: Callable[..., str]) -> None:
    file = card(WARNED)
    lines = said("check", file).splitlines()
    assert lines[0].startswith(f"{file}:10:18: warning: ")
    assert lines[1] == "   10 | end: {looked_at: choice}"
    assert lines[2].index("^") == len("   10 | end: {looked_at: ")
    assert lines[3:] == [f"{file}: 1 warning"]


def test_errors_are_listed_with_their_lines(card: Callable[..., str]) -> None:
    clean, broken = card(CLEAN), card(BROKEN, "broken.yaml")
    lines = said("check", broken, clean, status=1).splitlines()
    assert lines[0].startswith(f"{broken}:10:18: error: `chioce`")
    assert lines[3].startswith(f"{broken}:10:26: error: there is no key `whoes`")
    assert lines[6:] == [f"{broken}: 2 errors", f"{clean}: clean"]


def test_problems_as_json(card: Callable[..., str]) -> None:
    file = card(BROKEN)
    [checked] = data("check", file, status=1)["files"]
    assert checked["file"] == file
    assert checked["problems"][1] == {
        "code": "unknown_key",
        "severity": "error",
        "file": file,
        "line": 10,
        "column": 26,
        "key": "end.whoes",
        "message": "there is no key `whoes` under `end`",
        "expected": None,
        "suggestion": "whose",
        "parent": None,
        "through": [],
    }


def test_a_file_that_cannot_be_read_is_a_bad_argument(
    card: Callable[..., str], tmp_path: Path
) -> None:
    missing, broken = str(tmp_path / "missing.yaml"), card(BROKEN)
    assert f"{missing}: 1 error" in said("check", broken, missing, status=2)
    files = data("check", broken, missing, status=2)["files"]
    assert [problem["code"] for problem in files[1]["problems"]] == ["no_file"]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_id_is_not_a_file_to_check(
    card: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, more: list[str]
) -> None:
    clean = card(CLEAN)
    assert refused("check", clean, "tulips", *more) == (
        "Error: tulips is the id of a known card, which is sound; check takes files\n"
    )
    card(CLEAN, "tulips")
    monkeypatch.chdir(tmp_path)
    assert said("check", "tulips") == "tulips: clean\n"


def test_a_missing_parent_is_an_error_of_the_card(card: Callable[..., str]) -> None:
    child = card(CLEAN.replace("extends: serendipity", "extends: missing.yaml"))
    assert "no file `missing.yaml` beside" in said("check", child, status=1)


# ---- play -----------------------------------------------------------------------------------


Line = tuple[str, str, str, int]


def sheets(text: str) -> dict[str, tuple[list[Line], int]]:
    """The score sheet as a reader reads it: of each seat the lines and the total."""
    out: dict[str, tuple[list[Line], int]] = {}
    lines: list[Line] = []
    seat = ""
    for row in text.splitlines():
        if found := SHEET_TOTAL.fullmatch(row):
            out[found[1] or seat] = (lines, int(found[2]))
            lines = []
        elif found := SHEET_LINE.fullmatch(row):
            lines.append((found[2], found[3] or "", found[4] or "", int(found[5])))
        else:
            continue
        seat = found[1] or seat
    return out


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_the_lines_of_the_score_sheet_add_up(id: str) -> None:
    read = sheets(said("play", id, "--seed", "7", "--bots"))
    assert list(read) == [f"seat {seat}" for seat in range(tr.load(id).seat_counts[0])]
    for lines, total in read.values():
        for _, _, how, points in lines:
            count, times, each = how.partition(" × ")
            assert not times or int(count) * int(each) == points
        assert sum(line[-1] for line in lines) == total


def test_the_sheet_says_what_the_json_says() -> None:
    call = ["play", "serendipity", "--seats", "3", "--seed", "7", "--bots"]
    scores = data(*call)["scores"]
    assert sheets(said(*call)) == {
        f"seat {score['seat']}": (
            [
                (line["id"], line["of"], f"{line['count']} × {each}", line["points"])
                for line in score["lines"]
                # English rulebook: one point for a flower, two for a Serendip, two for a match.
                for each in [{"flowers": 1, "serendips": 2, "matches": 2}[line["id"]]]
            ],
            score["total"],
        )
        for score in scores
    }


def test_the_sheet_says_which_place_was_won_and_by_what() -> None:
    call = ["play", "tulips", "--seats", "3", "--seed", "7", "--bots"]
    scores = data(*call)["scores"]
    places = {line["decided_by"] for score in scores for line in score["lines"] if line["place"]}
    assert places == {"cards", "sum"}
    assert sheets(said(*call)) == {
        f"seat {score['seat']}": (
            [
                (line["id"], line["of"] or "", how, line["points"])
                for line in score["lines"]
                for how in [
                    f"place {line['place']} by {line['decided_by']}, with {line['count']}"
                    if line["id"] == "majorities"
                    else ""
                ]
            ],
            score["total"],
        )
        for score in scores
    }


def test_a_game_can_be_replayed_from_its_json() -> None:
    call = ["play", "serendipity", "--seats", "4", "--seed", "-12", "--bots"]
    played = data(*call)
    rules = tr.load("serendipity")
    assert played["ruleset"] == {"id": rules.id, "edition": rules.edition, "digest": rules.digest}
    state = tr.new_game(rules, played["seats"], seed=played["seed"])
    for move in played["moves"]:
        state = tr.apply_move(state, tr.parse_move(state, move))
    assert (state.is_over, state.ply, state.turns) == (True, played["plies"], played["turns"])
    outcome = tr.outcome(state)
    assert outcome is not None
    assert played["outcome"] == {
        "format": 1,
        "ranking": [list(seats) for seats in outcome.ranking],
        "winners": list(outcome.winners),
        "decided_by": outcome.decided_by,
        "cut_short": outcome.cut_short,
    }
    for written, sheet in zip(played["scores"], tr.score(state), strict=True):
        assert (written["seat"], written["total"]) == (sheet.seat, sheet.total)
        line, first = written["lines"][0], sheet.lines[0]
        assert line == {
            "id": first.id,
            "of": first.of,
            "points": first.points,
            "count": first.count,
            "spots": list(first.spots),
            "rule": {
                "key": first.rule.key,
                "file": first.rule.file,
                "line": first.rule.line,
            },
            "place": None,
            "decided_by": None,
        }
    assert tr.draw_text(state) in said(*call)


def test_a_seed_determines_the_game() -> None:
    call = ["play", "serendipity", "--bots", "--seed"]
    assert said(*call, "5") == said(*call, "5") != said(*call, "6")


def test_a_fresh_seed_is_drawn_and_shown() -> None:
    first = said("play", "serendipity-small", "--bots")
    seed = re.findall(r"^Serendipity, a small meadow: 2 seats, seed (\d+), \d+ moves$", first, re.M)
    assert said("play", "serendipity-small", "--bots", "--seed", *seed) == first
    seeds = {data("play", "serendipity-small", "--bots")["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_policies_are_given_what_their_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tr.Observation] = []
    uniform = tr.uniform

    def watching(observation: tr.Observation, random: Random) -> tr.Move:
        seen.append(observation)
        return uniform(observation, random)

    monkeypatch.setitem(POLICIES, "uniform", watching)
    plies = data("play", "serendipity-small", "--bots")["plies"]
    assert [each.ply for each in seen] == list(range(plies))
    assert all(isinstance(each, tr.Observation) and each.viewer == each.to_move for each in seen)


def test_a_file_is_played_by_its_rules(card: Callable[..., str]) -> None:
    limited = card(CLEAN + "end: {turn_limit: 1}\n")
    played = data("play", limited, "--bots")
    assert (played["turns"], played["outcome"]["cut_short"]) == (1, True)
    assert said("play", limited, "--bots").endswith(". A limit cut the game short.\n")


def test_people_are_not_asked_for_json() -> None:
    text = refused("play", "serendipity", "--json")
    assert text == "Error: with --json nobody can be asked; add --bots, or a --seat for each\n"


def test_a_wrong_number_of_seats() -> None:
    text = refused("play", "serendipity", "--bots", "--seats", "7")
    assert text == "Error: serendipity is for 2, 3, 4, 5 or 6 seats, not for 7\n"


@pytest.mark.parametrize(
    ("outcome", "best", "sentence"),
    [
        (tr.Outcome(((1,), (0,)), "points", False), 14, "Seat 1 wins with 14 points."),
        (tr.Outcome(((1,), (0,)), "points", False), 1, "Seat 1 wins with 1 point."),
        (
            tr.Outcome(((2,), (0, 1)), "flowers", False),
            9,
            "Seat 2 wins with 9 points, ahead by flowers.",
        ),
        (
            tr.Outcome(((0, 2, 3), (1,)), "points", False),
            9,
            "Seats 0, 2 and 3 share the win with 9 points.",
        ),
        (
            tr.Outcome(((0, 1),), "points", True),
            0,
            "Seats 0 and 1 share the win with 0 points. A limit cut the game short.",
        ),
        (
            tr.Outcome(((0,),), "points", False, won=True, rating="master"),
            40,
            "The game is won, master, with 40 points.",
        ),
        (
            tr.Outcome(((0,),), "points", False, won=False),
            12,
            "The game is lost, with 12 points.",
        ),
    ],
)
def test_the_result_in_a_sentence(outcome: tr.Outcome, best: int, sentence: str) -> None:
    assert games.result(outcome, best) == sentence


def test_a_seat_without_lines_has_a_total() -> None:
    place = tr.RulePlace("scoring.bees.points", "x.yaml", 3)
    line = tr.ScoreLine("bees", None, 10, 2, ("a1", "a2"), place)
    scores = [tr.ScoreBreakdown(0, ()), tr.ScoreBreakdown(1, (line,))]
    table = games.score_sheet(scores, {"scoring": {"bees": {"points": 5}}})
    rows = zip(*(column.cells for column in table.columns), strict=True)
    assert [[str(cell) for cell in row if cell] for row in rows] == [
        ["seat 0", "total", "0"],
        ["seat 1", "bees", "2 × 5", "10"],
        ["total", "10"],
    ]


@pytest.mark.parametrize(("count", "points", "how"), [(2, 10, "2 × 5"), (3, 5, "with 3")])
def test_what_is_worth_points_together_is_not_multiplied(count: int, points: int, how: str) -> None:
    """As the bouquet of the fewest cards: it is worth what stands in the card, once."""
    place = tr.RulePlace("scoring.bees.points", "x.yaml", 3)
    assert games.how(tr.ScoreLine("bees", None, points, count, (), place), 5) == how


# ---- what goes wrong ------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["show"], ["play", "--bots"]])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_unknown_id_names_the_close_ones(command: list[str], more: list[str]) -> None:
    text = refused(*command, "serendipty", *more)
    assert text.startswith("Error: no ruleset has the id 'serendipty'; did you mean 'serendipity'")
    assert text.count("\n") == 1


@pytest.mark.parametrize("command", [["show"], ["play", "--bots"]])
@pytest.mark.parametrize("id", ["ours", "tulip"])
def test_an_id_that_is_the_name_of_a_file_here_leads_to_it(
    card: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: list[str],
    id: str,
) -> None:
    card(CLEAN, f"{id}.yaml")
    monkeypatch.chdir(tmp_path)
    assert refused(*command, id) == (
        f"Error: no ruleset has the id '{id}'; did you mean the file {id}.yaml?\n"
    )


@pytest.mark.parametrize("id", ["ours", "", "o" * 5000])
def test_an_id_that_is_like_no_other_leads_to_the_list(id: str) -> None:
    assert refused("show", id).endswith("; `tilerules list` shows all\n")


@pytest.mark.parametrize("command", [["show"], ["play", "--bots"]])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_card_with_errors_is_not_used(
    card: Callable[..., str], command: list[str], more: list[str]
) -> None:
    file = card(BROKEN)
    lines = refused(*command, file, *more, status=1).splitlines()
    assert [line.split(": ")[:2] for line in lines[::3]] == [
        [f"{file}:10:18", "error"],
        [f"{file}:10:26", "error"],
    ]


@pytest.mark.parametrize("name", ["missing.yaml", "missing.yml", "./missing"])
def test_what_looks_like_a_file_is_one(name: str) -> None:
    assert refused("show", name) == (
        f"{Path(name)}: error: there is no such file; expected a rules file\n"
    )


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(POLICIES, "uniform", interrupt)
    assert refused("play", "serendipity", "--bots", status=130) == ""


# ---- terminals and pipes --------------------------------------------------------------------


class Terminal(io.TextIOWrapper):
    """A stream that takes itself for a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        self.seek(0)
        return self.read()


PLAY = ["play", "serendipity", "--seats", "3", "--seed", "7", "--bots"]


def test_progress_is_for_a_terminal_and_leaves_no_trace_in_the_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    cli.commands(PLAY, standalone_mode=False)
    assert re.search(r"turn \d+, move \d+", terminal.text)
    assert terminal.text.count("\x1b[?25l") == terminal.text.count("\x1b[?25h") == 1  # the cursor
    assert capsys.readouterr().out == said(*PLAY)


@pytest.mark.parametrize("call", [["list"], ["show", "serendipity"], PLAY])
def test_a_pipe_gets_neither_control_codes_nor_trailing_spaces(
    monkeypatch: pytest.MonkeyPatch, call: list[str]
) -> None:
    text = said(*call)
    assert all(line == line.rstrip() for line in text.splitlines())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in text + said(*call)


@pytest.mark.parametrize(("no_color", "codes"), [("", {"1", "0"}), ("1", {"1", "0"})])
def test_a_terminal_gets_bold_letters_and_no_colours(
    monkeypatch: pytest.MonkeyPatch, no_color: str, codes: set[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    cli.commands(["show", "serendipity"], standalone_mode=False)
    assert set(re.findall(r"\x1b\[(.*?)m", terminal.text)) == codes


def test_a_terminal_without_our_signs_gets_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", terminal := Terminal("ascii"))
    cli.commands(PLAY, standalone_mode=False)
    cli.commands(["show", "serendipity"], standalone_mode=False)
    assert re.search(r"\d x 1 ", terminal.text)
    assert "Serendipity, r?gle du jeu" in terminal.text


@pytest.mark.parametrize("call", [["list"], ["show", "serendipity"], PLAY])
def test_nothing_is_cut_off_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, call: list[str]
) -> None:
    wide = sorted("".join(said(*call).replace("─", "").split()))
    monkeypatch.setenv("COLUMNS", "64")
    assert sorted("".join(said(*call).replace("─", "").split())) == wide


def test_standard_output_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    cli.commands(PLAY, standalone_mode=False)
