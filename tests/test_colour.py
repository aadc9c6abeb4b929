"""Tables as text in colour say the same, as wide, and only where a terminal shows colours."""

from __future__ import annotations

import random
import re

import pytest
from click.testing import CliRunner

import tilerules as tr
from tests.flowers.gardens import garden, position, rules
from tilerules import cli
from tilerules.cli import terminal
from tilerules.engine.signs import CODES, Paint

CODE = re.compile("\x1b\\[[0-9;]*m")


def middle(id: str) -> tr.State:
    """A state after some moves of a random game."""
    state, chance = tr.new_game(tr.load(id), 2, seed=3), random.Random(3)
    for _ in range(40):
        state = tr.apply_move(state, chance.choice(tr.legal_moves(state)))
    return state


@pytest.mark.parametrize("id", ["serendipity", "flowers", "flowers-summer", "tulips"])
def test_colour_adds_nothing_but_colour(id: str) -> None:
    for viewer in (None, 0, 1):
        seen = tr.observe(middle(id), viewer)
        plain, painted = tr.draw_text(seen), tr.draw_text(seen, colour=True)
        assert CODE.sub("", painted) == plain != painted
        assert "\x1b" not in plain


def test_a_word_is_in_its_colour() -> None:
    paint = Paint(("red", "reddish", "blue"), on=True)
    red = f"\x1b[38;5;{CODES['red']}mred\x1b[39m"
    assert paint("red", "red") == red
    assert paint.names("red, bored, red-2 and predred") == f"{red}, bored, {red}-2 and predred"
    assert paint("x", "green") == paint("x", None) == "x"
    assert CODE.sub("", paint.names("reddish blue")) == "reddish blue"
    assert paint("reddish", "reddish").endswith("mreddish\x1b[39m")  # without a code of its name
    assert Paint(("red",), on=False).names("red") == "red"


def test_colours_of_a_terminal_differ() -> None:
    assert len({*CODES.values()}) == len(CODES)


def test_a_hidden_tile_has_no_colour() -> None:
    """Two deals that look alike are painted alike."""
    tables = {
        tr.draw_text(tr.new_game(tr.load("serendipity"), 2, seed=seed), colour=True)
        for seed in range(5)
    }
    assert len(tables) == 1


def test_a_wide_garden_stands_in_bands() -> None:
    cards = [f"{'yrgb'[x % 4]}{4 - x // 24}" for x in range(25)]
    wide = position(rules(), [garden(" ".join(cards)), garden("r1")])
    drawn = tr.draw_text(wide).partition("seat 1")[0]
    assert max(map(len, drawn.splitlines())) <= 80
    heads = re.findall(r"^ {4}[ \d]+$", drawn, re.MULTILINE)
    assert [int(word) for head in heads for word in head.split()] == list(range(25))
    assert re.findall(r"\b[YRGB][34]\b", drawn) == [card.upper() for card in cards]


@pytest.mark.parametrize("side", [4, 6, 9, 10, 12, 13])
def test_a_board_of_any_side_fits_into_a_terminal(side: int) -> None:
    cells = 3 * side * (side - 1) + 1
    copies, serendips = divmod(cells, 6)
    tiles = {"copies": copies - 1, "serendips": serendips + 6}
    card = {"extends": "serendipity", "board": {"side": side}, "tiles": tiles}
    state = tr.new_game(tr.load(card), 6, seed=1)
    for _ in range(9):
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    rows = tr.draw_text(state).splitlines()[: 2 * side - 1]
    assert max(map(len, rows)) <= 80
    assert [row.split()[0] for row in rows] == [f"{chr(97 + n)}1" for n in range(2 * side - 1)]
    dots = [len(re.findall(r"(?<= )\S+", row)) for row in rows]
    assert max(dots) - (side < 13) == 2 * side - 1  # with the label at the end


class Screen:
    """Standard output that takes itself for a terminal, or does not."""

    encoding = "utf-8"

    def __init__(self, *, shown: bool) -> None:
        self.isatty = lambda: shown


@pytest.mark.parametrize(
    ("shown", "no_color", "term", "painted"),
    [
        (True, "", "xterm", True),
        (False, "", "xterm", False),
        (True, "1", "xterm", False),
        (True, "", "dumb", False),
    ],
)
def test_a_terminal_is_asked(
    monkeypatch: pytest.MonkeyPatch, shown: bool, no_color: str, term: str, painted: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stdout", Screen(shown=shown))
    text = terminal.table_text(middle("tulips"))
    monkeypatch.undo()
    assert ("\x1b" in text) == painted


def test_a_pipe_gets_no_colours() -> None:
    done = CliRunner().invoke(cli.commands, ["play", "tulips", "--seed", "1", "--bots"])
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
