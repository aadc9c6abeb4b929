"""House rules as players write them: sound, playable, and told as what they change."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import tilerules as tr
from tests.house.shelf import FOLDER, IDS, house, parent, path, says, written
from tilerules.ruleset.values import thawed

TABLES = [(id, seats) for id in IDS for seats in house(id).seat_counts]
PLAYERS = [id for id in IDS if "players" in written(id)]

# A number that falls away since the card changes the word that asked for it.
FALLEN = {
    ("serendipity-first-game", "turn.serendip.leave.swap_with"),
    ("flowers-short", "piles.number"),
}

# Of each paragraph that is marked as changed, some words that it must hold.
MARKED: dict[str, list[str]] = {
    "flowers-butterfly-day": [
        "scores 2 points for each card of its colour that it touches",
        "*With 2, 3 or 4 players:* Most points win. With equal points this decides: more "
        "butterflies that score.",
        "*With 1 player:* Of equal results one is better by more butterflies that score.",
    ],
    "flowers-corner-to-corner": [
        "is laid beside one of the garden's cards as on a square grid: side to side, or corner",
        "cards touch when they share a side or a corner",
    ],
    "flowers-friendly": ["scored in this order: fields and butterflies", "at least four cards"],
    "flowers-last-round": ["takes one more turn from the piles that still have cards"],
    "flowers-one-bed": [
        "A field of at least three cards scores 2 points for each",
        "only the largest scores",
    ],
    "flowers-open-piles": ["Turn up the top card of every pile.", "the next one is turned up at"],
    "flowers-short": [
        "*With 1 player:* Make two piles of the others, with 20 cards each",
        "*With 2 players:* Make three piles of the others, with 13 cards each",
        "*With 3 players:* Make three piles of the others, with 15 cards each",
        "*With 4 players:* Make three piles of the others, with 17 cards each",
    ],
    "flowers-thin-layers": [
        "on top of any card of the garden but the first one, which it covers. At most two cards"
    ],
    "flowers-two-colours": [
        "108 cards, each with a colour (red and blue) and a value. Each colour has 6 "
        "cards of value 1, 12 cards of value 2, 16 cards of value 3 and 20 cards of value 4",
        "carry a butterfly",
    ],
    "flowers-window-box": ["more than 6 cards wide or more than 3 cards high"],
    "serendipity-duel": [
        "91 hexagonal tiles: ten flowers of each colour (blue, violet, red, yellow, orange, "
        "green, pink and white) and 11 Serendips",
        "until everybody has four colours",
    ],
    "serendipity-equal-points": ["in this order: more matching Serendips, more joined Serendips."],
    "serendipity-first-game": [
        "**A flower of your own colour:** Leave it face up where it lies. Then you have to",
        "**A Serendip:** Leave it face up where it lies, turned to any side you like. Then the "
        "turn is over.",
    ],
    "serendipity-in-the-open": [
        "**A flower of another player's colour** stays face up. Then the turn is over.",
        "**A flower of nobody's colour** stays face up. Then the turn is over.",
    ],
    "serendipity-large": ["127 hexagonal tiles: 18 flowers", "with sides of seven tiles"],
    "serendipity-lucky-serendips": ["to the carpet scores 1 point.", "scores 4 points more"],
    "serendipity-race": ["all flowers of at least one colour that players own"],
    "serendipity-restless": [
        "Then you have to, if it is possible, let any two tiles that lie face down change places"
    ],
    "serendipity-restless-race": [
        "Leave it face up where it lies, without turning it. Then you have to, if it is "
        "possible, let any two tiles that lie face down change places."
    ],
    "serendipity-second-chance": [
        "**A flower of another player's colour** goes back face down in its place. Then you may "
        "turn up one more tile, or stop.",
        "**A flower of nobody's colour** goes back face down in its place. Then you may turn up",
    ],
    "serendipity-twelve-turns": [
        f"*With {seats} players:* After {12 * seats} turns of all players together"
        for seats in (2, 3, 4, 5, 6)
    ],
    "tulips-duel": [
        "72 cards. Each shows tulips of one colour (pink, blue, orange, purple, yellow and white)",
        "not in the open festival is given or kept as one of the colour ranked sixth",
        "5 points for the first, 4 points for the second, 3 points for the third, 2 points for "
        "the fourth and 1 point for the fifth, and nothing for the others",
        "1 point for the fifth and 2 points for the sixth, and nothing for the others",
    ],
    "tulips-fair-shares": ["the number of cards of it counts. Who", "each share rounded down"],
    "tulips-gifts-alone": ["With equal points this decides: more points for giving."],
    "tulips-it-is-the-thought": [
        "6 points for the first, 4 points for the second and 2 points for the third, and nothing "
        "for the others; its value does not matter"
    ],
    "tulips-more-secrets": [
        "*With 2 players:* Shuffle the rest, and take 16 cards out",
        "*With 3 players:* Shuffle the rest, and take one card out",
        "*With 4 players:* Shuffle the rest, and take two cards out",
        "*With 5 players:* Shuffle the rest, and take nine cards out",
        "*With 6 players:* Shuffle the rest, and take four cards out",
        "Deal three cards to each player",
    ],
    "tulips-no-secrets": [
        "- **Add it openly:** it goes face up to the open festival.",
        "all its cards are drawn one by one",
        "ranked anew only when all of these cards are there",
    ],
    "tulips-old-favourites": [
        "that had this sum first stays in front",
        "not in the open festival is given or kept without points for a rank",
    ],
    "tulips-second-of-two": [
        "first colour: 15 for the most and 10 for the second most\n"
        "- second colour: 10 for the most and 7 for the second most\n"
        "- third colour: 5 for the most and 3 for the second most"
    ],
    "tulips-thoughtful-gifts": ["its value does not matter", "scores as for one that is kept"],
    "tulips-three-cards": [
        "with 3 players.** *With 3 or 6 players:* Shuffle the rest, and take ten cards out",
        "*With 4 players:* Shuffle the rest, and take 14 cards out",
        "*With 5 players:* Shuffle the rest, and take 24 cards out",
        "until three cards are played",
    ],
    "tulips-three-colours": [
        "54 cards. Each shows tulips of one colour (pink, blue and orange)",
        "*With 2 players:* Shuffle the rest, and take eight cards out",
        "*With 3 players:* Shuffle the rest, and take ten cards out",
        "not in the open festival is given or kept as one of the colour ranked third",
        "2 points for the first and 1 point for the second, and nothing for the others",
        "1 point for the second and 2 points for the third, and nothing for the others",
    ],
}


@pytest.mark.parametrize("id", IDS)
def test_nothing_is_found_wrong(id: str) -> None:
    assert tr.check(path(id)) == ()
    assert house(id).id == id


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_game_comes_to_its_end(id: str, seats: int) -> None:
    state, chance = tr.new_game(house(id), seats, seed=7), random.Random(7)
    while not state.is_over:
        assert state.ply < 5000
        state = tr.apply_move(state, tr.uniform(tr.observe(state, state.to_move), chance))
    ended = tr.outcome(state)
    assert ended is not None
    totals = [breakdown.total for breakdown in tr.score(state)]
    assert {totals[seat] for seat in ended.winners} == {max(totals)}
    assert sorted(seat for place in ended.ranking for seat in place) == list(range(seats))


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_diff_names_what_the_card_says_and_nothing_else(id: str, seats: int) -> None:
    said, above = says(id, seats), set[str]()
    for each in tr.diff(parent(id), house(id)):
        if seats not in each.seats or each.key == "players" or (id, each.key) in FALLEN:
            continue
        (key,) = [key for key in said if f"{each.key}.".startswith(f"{key}.")]
        above.add(key)
        assert thawed(each.b) == (None if said[key] == "removed" else said[key])
        assert (each.b_origin is None) == (said[key] == "removed")
        if each.b_origin:
            assert each.b_origin.line is not None
            line = path(id).read_text("utf-8").splitlines()[each.b_origin.line - 1]
            assert each.b_origin.file == str(path(id))
            assert f"{key.rpartition('.')[2]}: " in line
    assert above == said.keys()


@pytest.mark.parametrize("id", IDS)
def test_diff_tells_the_numbers_of_players(id: str) -> None:
    told = [each for each in tr.diff(parent(id), house(id)) if each.key == "players"]
    assert [list(each.b) for each in told] == ([written(id)["players"]] if id in PLAYERS else [])


@pytest.mark.parametrize("id", IDS)
def test_a_number_falls_away_with_its_word(id: str) -> None:
    fallen = {key for card, key in FALLEN if card == id}
    found = {each.key: each.b for each in tr.diff(parent(id), house(id)) if each.key in fallen}
    assert found == dict.fromkeys(fallen)


@pytest.mark.parametrize("id", IDS)
def test_the_rules_in_words_mark_what_is_changed(id: str) -> None:
    """Each marked paragraph holds the words of one expectation, and each of those is met."""
    text = tr.describe(house(id))
    numbers = [each for each in text.split("\n\n") if each.startswith("**Changed.** For ")]
    assert len(numbers) == (id in PLAYERS)
    marked = [
        each for each in text.split("\n\n") if each.startswith("**Changed") and each not in numbers
    ]
    met = Counter(word for each in marked for word in MARKED[id] if word in each)
    assert met == dict.fromkeys(MARKED[id], 1)
    assert len(marked) == len(MARKED[id])
    assert text.startswith(f"# {written(id)['title']}\n\n{written(id)['summary'].strip()}\n\n")


@pytest.mark.parametrize(
    ("id", "words"),
    [("serendipity-first-game", "points more"), ("tulips-gifts-alone", "first colour: ")],
)
def test_rules_taken_away_are_told_as_such(id: str, words: str) -> None:
    told = [each for each in tr.describe(parent(id)).split("\n\n") if words in each]
    gone = [each for each in tr.describe(house(id)).split("\n\n") if words in each]
    assert told
    assert gone == [f"**No longer:** {each}" for each in told]


@pytest.mark.parametrize(
    ("id", "clumsy"),
    [
        ("serendipity-race", "no Serendips or more"),
        ("serendipity-equal-points", "joined to it decide"),
        ("flowers-two-colours", "blue, blue and blue"),
    ],
)
def test_the_rules_in_words_read_well(id: str, clumsy: str) -> None:
    assert clumsy not in tr.describe(house(id))


def test_the_rules_of_a_solitaire_are_for_one_player() -> None:
    alone = tr.load(path("flowers-open-piles"), {"players": [1]})
    assert "For 1 player." in tr.describe(alone)


@pytest.mark.parametrize("id", IDS)
def test_a_card_is_short_and_a_schema_line_leads_to_its_schema(id: str) -> None:
    lines = path(id).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 25
    assert {"summary", "extends"} <= written(id).keys()
    if lines[0].startswith("#"):
        named = lines[0].removeprefix("# yaml-language-server: $schema=")
        schema = (FOLDER / named).resolve()
        assert schema == FOLDER.parents[1] / "schemas" / f"{house(id).game}.schema.json"
        assert schema.is_file()


def test_there_are_enough() -> None:
    assert min(Counter(house(id).game for id in IDS).values()) >= 8
    assert {house(id).game for id in IDS} == {"serendipity", "flowers", "tulips"}
    assert sum(written(id)["extends"].endswith(".yaml") for id in IDS) >= 3
    assert sum(path(id).read_text("utf-8").startswith("#") for id in IDS) >= 3
    assert MARKED.keys() == {*IDS}
