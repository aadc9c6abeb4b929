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
    ("serendipity-first-game", "turn.serendip.leave.swap_reach"),
    ("flowers-short", "piles.number"),
    ("flowers-market", "piles.sizes"),
}

# A number that a word asks for, and that the card leaves as it is meant without one.
RISEN = {
    ("flowers-one-bed", "scoring.fields.number"),
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
    "flowers-every-colour": [
        "scored in this order: fields, all colours and cards apart",
        "only the two largest score",
        "A field of at least two cards scores 1 point",
        "a field of at least two cards in every colour scores 8 points",
        "touches no other card of its colour costs 1 point",
    ],
    "flowers-fanned-out": [
        "Fan out, face up, every pile but the last one. All see all cards of these piles, from top "
        "to bottom. The last one will lie face down to the end."
    ],
    "flowers-for-one": [
        "With 10 points or more the game is won. A result is called, from so many points on: "
        "-60 beginner, 0 apprentice, 10 gardener and 25 master."
    ],
    "flowers-friendly": ["scored in this order: fields and butterflies", "at least four cards"],
    "flowers-full-beds": [
        "more than 3 cards wide or more than 3 cards high",
        "the end has come when a garden is full",
        "A garden is full when",
        "Then every player takes one more turn",
        "In any case the game ends when no pile has a card left",
    ],
    "flowers-large-and-small": [
        "seat 0 must not become more than 8 cards wide or more than 8 cards high"
    ],
    "flowers-large-beds": [
        "scored in this order: groups, fields by size and butterflies",
        "All cards of one colour that touch one another form a field",
        "1 point from three cards on, 4 points from five cards on, 10 points from eight cards on "
        "and 20 points from 12 cards on",
    ],
    "flowers-last-round": ["takes one more turn from the piles that still have cards"],
    "flowers-market": [
        "Lay four of the others face up, as the display. The stock is all that are left, in a pile "
        "that lies face down.",
        "In your turn, take a card and then lay a card from your hand into your garden.",
        "any card of the display, or the top card of the stock, into your hand",
        "has been taken, its place is refilled from the stock at once",
        "ends when a pile has run out",
        "when no pile has a card left",
        "an empty place is then a pile that has run out, and so is an empty stock.",
    ],
    "flowers-one-bed": [
        "A field of at least three cards scores 2 points for each",
        "only the largest scores",
    ],
    "flowers-open-piles": ["Turn up the top card of every pile.", "the next one is turned up at"],
    "flowers-patchwork": [
        "scored in this order: squares, lines, groups, fields and butterflies",
        "at least four cards across or down, without a gap, scores 1 point",
        "Every square of 2 by 2 cards without a gap scores 1 point. Squares may overlap.",
    ],
    "flowers-race": [
        "when each player has had 20 turns, or when a player has at least 15 points as the table "
        "stands and a pile has run out",
        "In any case the game ends when no pile has a card left",
    ],
    "flowers-short": [
        "*With 1 player:* Make two piles of the others, with 20 cards each",
        "*With 2 players:* Make three piles of the others, with 13 cards each",
        "*With 3 players:* Make three piles of the others, with 15 cards each",
        "*With 4 players:* Make three piles of the others, with 17 cards each",
    ],
    "flowers-secret-hand": [
        "Deal two cards to each player, as a hand",
        "*With 1 player:* In each turn, take a card and then lay a card from your hand",
        "*With 2, 3 or 4 players:* Any player begins; the others follow clockwise. In your turn, "
        "take a card and then lay a card from your hand into your garden.",
        "You take the top card of any pile that has cards, into your hand.",
        "Of two equal cards in your hand you play the one that all know first.",
        "ends when a pile has run out",
        "when no pile has a card left",
    ],
    "flowers-small-market": [
        "Deal one card to each player, as a hand",
        "Lay three of the others face up",
        "lay a card from your hand into your garden and then take a card.",
        "You take any card of the display, into your hand.",
        "What cannot be done, as there is no card to take or none in your hand, is left out.",
        "When the next turn begins, empty places of the display are refilled from the stock.",
        "an empty place is then a pile that has run out.",
    ],
    "flowers-sparing-covers": [
        "may cover a card three times in a game",
        "The game ends when no pile has a card left",
    ],
    "flowers-tapestry": [
        "scored in this order: groups, fields, butterflies, squares and lines",
        "2 by 2 cards of one colour without a gap scores 2 points",
        "at least five cards across or down, without a gap, scores 1 point",
        "*With 2, 3 or 4 players:* Most points win. With equal points this decides: more squares",
        "*With 1 player:* Of equal results one is better by more squares",
    ],
    "flowers-thin-layers": [
        "on top of any card of the garden but the first one, which it covers. At most two cards"
    ],
    "flowers-two-colours": [
        "108 cards, each with a colour (red and blue) and a value. Each colour has 6 "
        "cards of value 1, 12 cards of value 2, 16 cards of value 3 and 20 cards of value 4",
        "carry a butterfly",
    ],
    "flowers-two-at-a-time": [
        "*With 1 player:* In each turn, take two cards and then lay two cards from your hand into "
        "your garden, or out of the game, face up.",
        "In your turn, take two cards and then lay two cards",
        "must not become more than 3 cards wide or more than 2 cards high",
        "You take the top card of any pile that has cards, into your hand.",
        "is left out",
        "Of two equal cards in your hand you play the one that all know first.",
        "may discard a card once in a turn",
        "ends when a pile has run out",
        "when no pile has a card left",
    ],
    "flowers-two-gardeners": [
        "The player on seat 1 begins with 2 points",
        "The player on seat 3 begins with 2 points",
        "seats 0 and 2 (sun) and seats 1 and 3 (moon)",
        "A match has 3 games, whose points are added up. All keep their seats.",
    ],
    "flowers-window-box": ["more than 6 cards wide or more than 3 cards high"],
    "serendipity-duel": [
        "91 hexagonal tiles: ten flowers of each colour (blue, violet, red, yellow, orange, "
        "green, pink and white) and 11 Serendips",
        "until everybody has four colours",
    ],
    "serendipity-equal-points": ["in this order: more matching Serendips, more joined Serendips."],
    "serendipity-few-swaps": [
        "may use the exchange of two other tiles twice in a game",
        "may turn a Serendip, so that it lies another way than it did, once in a turn",
        "may let the tile just turned up change places five times in a game",
    ],
    "serendipity-first-game": [
        "**A flower of your own colour:** Leave it face up where it lies. Then you have to",
        "**A Serendip:** Leave it face up where it lies, turned to any side you like. Then the "
        "turn is over.",
    ],
    "serendipity-first-to-fifteen": [
        "ends when a player has at least 15 points as the table stands, or when each player has "
        "had 12 turns. This",
        "The players after that one, up to the last, then take one more turn each.",
        "In these last turns the end is not looked at again.",
    ],
    "serendipity-in-the-open": [
        "**A flower of another player's colour** stays face up. Then the turn is over.",
        "**A flower of nobody's colour** stays face up. Then the turn is over.",
    ],
    "serendipity-large": ["127 hexagonal tiles: 18 flowers", "with sides of seven tiles"],
    "serendipity-last-lap": [
        "ends when all flowers of at least one colour that players own lie face up. This",
        "Then every player takes one more turn.",
        "In these last turns the end is not looked at again.",
    ],
    "serendipity-lucky-serendips": ["to the carpet scores 1 point.", "scores 4 points more"],
    "serendipity-open-meadow": [
        "Mix the tiles face down and lay them out as a hexagon",
        "Before the first colour is named, all look at all tiles",
    ],
    "serendipity-partners": [
        "seats 0 and 2 (sun) and seats 1 and 3 (moon)",
        "In your turn a flower of a partner's colour is like one of your own",
    ],
    "serendipity-race": ["all flowers of at least one colour that players own"],
    "serendipity-restless": [
        "Then you have to, if it is possible, let any two tiles that lie face down change places"
    ],
    "serendipity-restless-race": [
        "Leave it face up where it lies, without turning it. Then you have to, if it is "
        "possible, let any two tiles that lie face down change places."
    ],
    "serendipity-rings-and-rows": [
        "whose six neighbours are all face-up flowers of one of your colours scores 6 points",
        "Each straight row of at least three flowers",
        "in this order: more rings, more straight rows.",
    ],
    "serendipity-second-chance": [
        "**A flower of another player's colour** goes back face down in its place. Then you may "
        "turn up one more tile, or stop.",
        "**A flower of nobody's colour** goes back face down in its place. Then you may turn up",
    ],
    "serendipity-short-steps": [
        "**A flower of your own colour:** do one of these, if it is possible:\n"
        "- Leave it face up where it lies. Then you have to turn up one more tile.\n"
        "- Let it change places with a tile that lies face down, unseen, no more than two steps",
        "change places. They are no more than one step apart. Then the turn is over.\n"
        "- Let it change places with any other tile, but no Serendip that lies face up, no more "
        "than three steps away, without turning it.",
    ],
    "serendipity-tidy": [
        "The two carpets of a colour that are largest count, each by itself: those with the most",
        "A carpet of fewer than three flowers does not count.",
        "from 5 flowers on 2 points and from 8 flowers on 6 points.",
        "*With 4, 5 or 6 players:* The carpets of your own colour count.",
        "*With 2 or 3 players:* The carpets of all your colours are added up.",
        "in no carpet that counts for you scores -1 point",
        "that does not lie face up scores -1 point",
    ],
    "serendipity-twelve-turns": [
        f"*With {seats} players:* After {12 * seats} turns of all players together"
        for seats in (2, 3, 4, 5, 6)
    ],
    "serendipity-with-the-children": [
        "The player who begins (seat 0) begins with 5 points and chooses 2 of the colours",
        "Of your colours, the one whose carpet has the most points counts.",
        "A match has 3 games, whose points are added up. All keep their seats.",
    ],
    "tulips-duel": [
        "72 cards. Each shows tulips of one colour (pink, blue, orange, purple, yellow and white)",
        "not in the open festival is given or kept as one of the colour ranked sixth",
        "5 points for the first, 4 points for the second, 3 points for the third, 2 points for "
        "the fourth and 1 point for the fifth, and nothing for the others",
        "1 point for the fifth and 2 points for the sixth, and nothing for the others",
    ],
    "tulips-at-least-four-rounds": [
        "ends when each player has had four turns and a player has at least 30 points as the",
        "Then every player takes one more turn.",
    ],
    "tulips-face-up": ["all see each card as it is drawn"],
    "tulips-few-gifts": [
        "may give a card four times in a game",
        "may add a card secretly once in a game",
    ],
    "tulips-forty-points": [
        "the game ends when a player has at least 40 points",
        "The players after that one, up to the last, then take one more turn each.",
    ],
    "tulips-gardeners": [
        "Who has fewer than two cards of a colour scores nothing for it.",
        "2 points for three cards and 6 points for five cards",
        "A bouquet with a card of every colour scores 4 points.",
        "The bouquet with the fewest cards scores -3 points",
        "more points for the numbers of cards of a colour, more points for a card of every colour",
    ],
    "tulips-head-start": [
        "The player who begins (seat 0) begins with -5 points.",
        "The player on seat 1 begins with 2 points.",
    ],
    "tulips-open-secrets": ["The cards of the secret festival lie open all the same."],
    "tulips-two-and-two": [
        "These play together: seats 0 and 2 (sun) and seats 1 and 3 (moon).",
        "The bouquets of partners count as one for the most tulips.",
    ],
    "tulips-fair-shares": ["the number of cards of it counts. Who", "each share rounded down"],
    "tulips-gifts-alone": ["With equal points this decides: more points for giving."],
    "tulips-it-is-the-thought": [
        "6 points for the first, 4 points for the second and 2 points for the third, and nothing "
        "for the others; its value does not matter"
    ],
    "tulips-match": [f"*With {seats} players:* A match has" for seats in (2, 3, 4, 5, 6)],
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


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_game_comes_to_its_end(id: str, seats: int) -> None:
    state, chance = tr.new_game(house(id), seats, seed=7), random.Random(7)
    while not state.is_over:
        assert state.ply < 5000
        state = tr.apply_move(state, tr.uniform(tr.observe(state, state.to_move), chance))
    ended = tr.outcome(state)
    assert ended is not None
    totals = [breakdown.total for breakdown in tr.score(state)]
    for team in written(id).get("partners", {}).get("teams", {}).values():
        together = sum(totals[seat] for seat in team)
        totals = [together if seat in team else own for seat, own in enumerate(totals)]
    goal = written(id).get("goal", {}).get("points", totals[0])
    assert {totals[seat] for seat in ended.winners} == (
        {max(totals)} if totals[0] >= goal else set()
    )
    assert sorted(seat for place in ended.ranking for seat in place) == list(range(seats))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_diff_names_what_the_card_says_and_nothing_else(id: str, seats: int) -> None:
    said, above = says(id, seats), set[str]()
    for each in tr.diff(parent(id), house(id)):
        if seats not in each.seats or each.key == "players" or (id, each.key) in FALLEN | RISEN:
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
