"""What is told of each move of Gift of Tulips.

The laws hold it against `happened`, which knows the whole truth, and against a picture of the table
that is kept by nothing else. Below, short lines of play have their events worked out by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.events import (
    Data,
    data_of,
    events_of,
    kind_of,
    refuses_to_read,
    refuses_what_is_not_one_step,
    said_in,
    steps,
)
from tests.strategies import seeds
from tests.tulips.happened import happenings
from tests.tulips.strategies import TULIPS_IDS, tulips_tables
from tests.tulips.tables import cards, position, rules, seen, variant
from tests.tulips.test_hidden import SECRETS, TWELVE
from tests.tulips.told import told
from tilerules.engine import events as common
from tilerules.games.tulips import State
from tilerules.games.tulips import events as tulips

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
THANKS = rules(base="tulips-thanks")
OLDEST = variant(festival={"equal_sums": "oldest_first"})
ONCE = variant(end={"ranked": "once"})

COMMON = ["moved", "turn_ended", "due", "ended"]
OWN = ["start_kept", "bouquet_begun", "put_away", "drawn", "kept", "given", "added"]
OWN.extend(["added_secretly", "scored", "ranked", "end_drawn"])

# ---- the laws -------------------------------------------------------------------------------


@settings(max_examples=25)
@given(tulips_tables(), seeds, st.integers(1, 60))
def test_events_of_random_cards(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    game = SECRETS.played(*table, seed, plies)
    happenings(game.deal).hold(game, viewers=(None, 0, table[1] - 1))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", TULIPS_IDS)
def test_events_of_bundled_rulesets(id: str) -> None:
    """In whole games every kind of thing happens."""
    ruleset, kinds = tr.load(id), Counter[tuple[str, ...]]()
    for seats in (ruleset.seat_counts[0], 3):
        game = SECRETS.played(ruleset, seats, seed=seats, plies=100)
        kinds += happenings(game.deal).hold(game)
    assert kinds.keys() == {*((kind,) for kind in COMMON), *(("tulips", kind) for kind in OWN)}


ALL_KNOW = {"known": "all"}


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "card",
    [
        {"turn": ALL_KNOW, "end": {"any_of": ["rounds"], "rounds": 3, "round": "one_more"}},
        {"turn": {"drawing": "together", **ALL_KNOW}, "uses": {"open": {"times": 1}}},
        {"festival": ALL_KNOW, "uses": {"give": {"times": 2}, "secret": {"times": 2}}},
        {"festival": ALL_KNOW, "turn": {"drawing": "together"}},
    ],
    ids=["hands", "full hands", "festival", "festival and full hands"],
)
def test_events_where_all_is_known_to_all(card: Data) -> None:
    """Of what all are shown all are told, whoever forgets it afterwards too."""
    ruleset = tr.load({"extends": "tulips", "players": [3], **card})
    game = SECRETS.played(ruleset, 3, seed=3, plies=40)
    kinds = happenings(game.deal).hold(game, viewers=(None, 1))
    assert (("used",) in kinds, ("end_came",) in kinds) == ("uses" in card, "end" in card)


@pytest.mark.unmeasured
def test_events_of_a_full_table() -> None:
    ruleset = tr.load("tulips-thanks")
    game = SECRETS.played(ruleset, ruleset.seat_counts[-1], seed=1, plies=100)
    happenings(game.deal).hold(game, viewers=(None, 5))


@pytest.mark.unmeasured
def test_events_of_observations_that_were_sent() -> None:
    """Who has read the observations is told the same as who has made them."""
    card = {"extends": "tulips-full-hand", "players": [3], "end": {"ranked": "once"}}
    for ruleset in (BASE, tr.load(card)):
        game = SECRETS.played(ruleset, 3, seed=5, plies=100)
        for step in steps(game, viewers=(None, 1)):
            sent = [json.loads(json.dumps(at.to_data())) for at in (step.before, step.after)]
            assert tr.events(*map(tr.Observation.from_data, sent)) == step.events


# ---- who is told which card -----------------------------------------------------------------


def named(parts: Sequence[object]) -> set[str]:
    """The cards that are named in something."""
    return {*re.findall(r"\b[a-z_]+-\d\b", json.dumps(parts))}


@pytest.mark.unmeasured
@pytest.mark.parametrize("drawing", ["one_by_one", "together"])
@pytest.mark.parametrize("ranked", ["each_card", "once"])
def test_events_name_the_cards_that_a_viewer_is_shown(drawing: str, ranked: str) -> None:
    """Every card is there once, so that a card is named just when it is shown for the first time.

    It may be named again when it is moved in the open, or by the seat that held it.
    """
    deck = {"colours": TWELVE, "values": dict.fromkeys("1234", 1)}
    points = {block: {"points": [1] * 12} for block in ("giving", "keeping")}
    card = {"extends": "tulips", "players": [3], "cards": deck, "scoring": points}
    card |= {"turn": {"drawing": drawing}, "end": {"drawn": 6, "ranked": ranked}}
    game = SECRETS.played(tr.load(card), 3, seed=1, plies=90)
    plies = list(steps(game))
    for step in plies:
        before = shown_to(game.deal, step.moves[:-1], step.viewer)
        after = shown_to(game.deal, step.moves, step.viewer)
        cards_told = named(step.data)
        assert cards_told - before == after - before
        assert named([str(event) for event in step.events]) == cards_told
    assert plies[-1].after.is_over


def shown_to(deal: Any, moves: Sequence[str], viewer: int | None) -> set[str]:
    """All cards that a viewer has been shown."""
    heard = told(deal, moves, viewer)
    return {card for _, shown in heard if isinstance(shown, list) for card in shown}


@pytest.mark.unmeasured
def test_the_log_of_a_game_says_who_does_what() -> None:
    """Each line names all that its event holds, and a spectator's no more than that."""
    game = SECRETS.played(THANKS, 3, seed=4, plies=100)
    kinds = set()
    for step in steps(game, viewers=(None, 1)):
        for event in step.events:
            line, data = str(event), said_in(event)
            kinds.add(data["kind"])
            assert "\n" not in line
            for key, value in data.items():
                if key in ("seat", "to", "points"):
                    assert re.search(rf"\b{value}\b", line), (line, data)
                elif key in ("card", "block") and value:
                    assert value in line
            colours = data.get("ranking", [])
            assert sorted(colours, key=line.index) == colours
            assert len(named([line])) == len(named([data]))
    assert kinds == {*COMMON, *OWN}


# ---- by hand: the start ---------------------------------------------------------------------


def line(event: tr.Event) -> str:
    """An event in short: its kind, and its fields in order; `?` for what is not known."""
    data = said_in(event)
    fields = [value for key, value in data.items() if key not in ("game", "kind")]
    words = ["-".join(each) if isinstance(each, list) else each for each in fields]
    return " ".join([data["kind"], *("?" if word is None else str(word) for word in words)])


def said(state: State, *moves: str, viewer: int | None = None) -> list[str]:
    """What a viewer is told of the last of these moves."""
    return [line(event) for event in events_of(state, *moves, viewer=viewer)]


def start(ruleset: tr.Ruleset, *hands: str, deck: str = "o2 o3 o4 u2") -> State:
    """Each seat has been dealt a hand, and seat 0 is to choose."""
    entries: dict[str, Any] = {"phase": "start", "to_move": 0, "hands": [*map(cards, hands)]}
    return position(ruleset, "b2 p4", [""] * len(hands), deck=deck, **entries)


def test_start_choices_of_two() -> None:
    state = start(BASE, "p2 b3", "u4 o4")
    for viewer, card in ((0, "blue-3"), (1, "?"), (None, "?")):
        assert said(state, "start blue-3", viewer=viewer) == [
            f"moved 0 start {card}",
            f"start_kept 0 {card}",
            "due 1 start",
        ]
    others = {0: ("pink-2", "?", "orange-2"), 1: ("?", "purple-4", "?"), None: ("?", "?", "?")}
    for viewer, (mine, yours, drawn) in others.items():
        assert said(state, "start blue-3", "start orange-4", viewer=viewer) == [
            "moved 1 start orange-4",
            "start_kept 1 orange-4",
            "bouquet_begun 0 blue-3",
            "bouquet_begun 1 orange-4",
            f"put_away 0 {mine}",
            f"put_away 1 {yours}",
            f"drawn 0 {drawn}",
            "due 0 first",
        ]


def test_start_choices_of_three_with_three_cards_each() -> None:
    """The cards of one seat stand together, in the order in which they were dealt."""
    state = start(rules({"start": {"dealt": 3}}), "p2 b3 p2", "u4 o4 b4", "u3 u2 o3")
    chosen = ("start blue-3", "start purple-4", "start orange-3")
    for viewer, card in ((1, "purple-4"), (0, "?"), (2, "?"), (None, "?")):
        assert said(state, *chosen[:2], viewer=viewer) == [
            f"moved 1 start {card}",
            f"start_kept 1 {card}",
            "due 2 start",
        ]
    away = [["pink-2", "pink-2"], ["orange-4", "blue-4"], ["purple-3", "purple-2"]]
    for viewer in (0, 1, 2, None):
        assert said(state, *chosen, viewer=viewer) == [
            "moved 2 start orange-3",
            "start_kept 2 orange-3",
            "bouquet_begun 0 blue-3",
            "bouquet_begun 1 purple-4",
            "bouquet_begun 2 orange-3",
            *(f"put_away {n} {c if n == viewer else '?'}" for n in range(3) for c in away[n]),
            f"drawn 0 {'orange-2' if viewer == 0 else '?'}",
            "due 0 first",
        ]


def test_of_two_equal_cards_one_is_put_away() -> None:
    state = start(BASE, "p2 p2", "u4 u4")
    for viewer, cards_away in {0: ("pink-2", "?"), 1: ("?", "purple-4")}.items():
        told = said(state, "start pink-2", "start purple-4", viewer=viewer)
        assert told[4:6] == [f"put_away {seat} {card}" for seat, card in enumerate(cards_away)]


def test_with_one_card_dealt_nothing_is_put_away() -> None:
    state = start(rules({"start": {"dealt": 1}}), "p2", "u4")
    assert said(state, "start pink-2", "start purple-4", viewer=1) == [
        "moved 1 start purple-4",
        "start_kept 1 purple-4",
        "bouquet_begun 0 pink-2",
        "bouquet_begun 1 purple-4",
        "drawn 0 ?",
        "due 0 first",
    ]


# ---- by hand: a turn ------------------------------------------------------------------------


def two(ruleset: tr.Ruleset, hand: str, deck: str = "o3 o4 u2", **entries: Any) -> State:
    """Two empty bouquets, and a festival in which pink is ranked first with 4, then blue with 2."""
    entries = {"festival": "b2 p4", **entries}
    return position(ruleset, bouquets=["", ""], hand=hand, deck=deck, **entries)


def test_a_turn() -> None:
    """Orange is not in the festival: it ranks last, for 2 points for keeping and 0 for giving."""
    state = two(BASE, "o2", keeping=[3, 1])
    for viewer, card in ((0, "orange-3"), (1, "?"), (None, "?")):
        assert said(state, "keep", viewer=viewer) == [
            "moved 0 keep",
            "kept 0 orange-2",
            "scored 0 keeping 2",
            f"drawn 0 {card}",
            "due 0 second",
        ]
    for viewer, card in ((0, "?"), (1, "orange-4"), (None, "?")):
        assert said(state, "keep", "give 1", viewer=viewer) == [
            "moved 0 give 1",
            "given 0 orange-3 1",
            "scored 0 giving 3",
            "turn_ended 0",
            f"drawn 1 {card}",
            "due 1 first",
        ]


def test_no_points_are_not_told() -> None:
    assert said(two(BASE, "p3"), "keep") == [
        "moved 0 keep",
        "kept 0 pink-3",
        "drawn 0 ?",
        "due 0 second",
    ]
    thoughts = variant(scoring={"giving": {"value": "nothing"}})
    for ruleset in (thoughts, rules({"scoring": {"giving": "removed"}})):
        assert said(two(ruleset, "o3"), "give 1") == [
            "moved 0 give 1",
            "given 0 orange-3 1",
            "drawn 0 ?",
            "due 0 second",
        ]


def added(ruleset: tr.Ruleset, hand: str, festival: str = "b2 p4") -> list[str]:
    """What is told right after a card is added openly."""
    told = said(two(ruleset, hand, festival=festival), "add open")
    assert (told[0], told[-2:]) == ("moved 0 add open", ["drawn 0 ?", "due 0 second"])
    return told[1:-2]


@pytest.mark.parametrize("ruleset", [BASE, OLDEST, ONCE])
def test_a_ranking_is_told_when_it_changes(ruleset: tr.Ruleset) -> None:
    assert added(ruleset, "b3") == ["added 0 blue-3", "ranked blue-pink"]
    assert added(ruleset, "p2") == ["added 0 pink-2"]
    assert added(ruleset, "o3") == ["added 0 orange-3", "ranked pink-orange-blue"]
    assert added(ruleset, "b3", "b2 p4 p4") == ["added 0 blue-3"]


def test_a_ranking_with_equal_sums() -> None:
    """G3: the colour just added goes in front, or stays behind."""
    assert added(BASE, "b2") == ["added 0 blue-2", "ranked blue-pink"]
    assert added(OLDEST, "b2") == ["added 0 blue-2"]
    assert added(BASE, "o2") == ["added 0 orange-2", "ranked pink-orange-blue"]
    assert added(OLDEST, "o2") == ["added 0 orange-2", "ranked pink-blue-orange"]
    assert added(BASE, "o4") == ["added 0 orange-4", "ranked orange-pink-blue"]
    assert added(OLDEST, "o4") == ["added 0 orange-4", "ranked pink-orange-blue"]
    assert added(BASE, "u3", "") == ["added 0 purple-3", "ranked purple"]


def test_a_card_scores_by_the_new_ranking() -> None:
    """Blue 3 brings blue to the top: 3 points and the value for giving blue."""
    state = two(BASE, "b3", deck="b4 o4 u2")
    assert said(state, "add open", "give 1")[1:3] == ["given 0 blue-4 1", "scored 0 giving 7"]
    assert said(state, "add secret", "give 1")[1:3] == ["given 0 blue-4 1", "scored 0 giving 6"]


@pytest.mark.parametrize("ruleset", [BASE, FOUR])
def test_a_card_is_added_secretly(ruleset: tr.Ruleset) -> None:
    state = two(ruleset, "b3", secret="u2", secret_by=[1])
    for viewer, card, drawn in ((0, "blue-3", "orange-3"), (1, "?", "?"), (None, "?", "?")):
        assert said(state, "add secret", viewer=viewer) == [
            "moved 0 add secret",
            f"added_secretly 0 {card}",
            f"drawn 0 {drawn}",
            "due 0 second",
        ]


def test_g2_both_additions_in_a_turn() -> None:
    """With three draws the third card is kept: the colour orange is ranked first then."""
    state = two(rules({"turn": {"draws": 3}}, "tulips-four-actions"), "b3", deck="o4 o2 u2")
    moves = ("add secret", "add open", "keep")
    for viewer, (third, other) in {0: ("orange-2", "?"), 1: ("?", "purple-2")}.items():
        assert said(state, *moves[:2], viewer=viewer) == [
            "moved 0 add open",
            "added 0 orange-4",
            "ranked orange-pink-blue",
            f"drawn 0 {third}",
            "due 0 third",
        ]
        assert said(state, *moves, viewer=viewer) == [
            "moved 0 keep",
            "kept 0 orange-2",
            "turn_ended 0",
            f"drawn 1 {other}",
            "due 1 first",
        ]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("o3", ["scored 0 giving 3", "scored 1 keeping 2"]),
        ("b3", ["scored 0 giving 5"]),
        ("p2", ["scored 0 giving 5"]),
    ],
)
def test_g11_thanks(hand: str, points: list[str]) -> None:
    given = f"given 0 {cards(hand)[0]} 1"
    rest = ["drawn 0 ?", "due 0 second"]
    assert said(two(THANKS, hand), "give 1") == ["moved 0 give 1", given, *points, *rest]
    assert said(two(BASE, hand), "give 1") == ["moved 0 give 1", given, points[0], *rest]


def test_g11_thanks_alone() -> None:
    ruleset = rules({"scoring": {"giving": {"value": "nothing"}}}, "tulips-thanks")
    assert said(two(ruleset, "o3"), "give 1")[1:3] == ["given 0 orange-3 1", "scored 1 keeping 2"]


# ---- by hand: all cards of a turn in hand ---------------------------------------------------


def test_g20_a_turn() -> None:
    state = two(TOGETHER, "o2 o3", deck="u2 u3 u4")
    for viewer in (0, 1, None):
        assert said(state, "give 1 orange-3", viewer=viewer) == [
            "moved 0 give 1 orange-3",
            "given 0 orange-3 1",
            "scored 0 giving 3",
            "due 0 second",
        ]
    for viewer, secret, drawn in ((0, "orange-2", "? ?"), (1, "?", "purple-2 purple-3")):
        first, second = drawn.split()
        assert said(state, "give 1 orange-3", "add secret orange-2", viewer=viewer) == [
            f"moved 0 add secret {secret}",
            f"added_secretly 0 {secret}",
            "turn_ended 0",
            f"drawn 1 {first}",
            f"drawn 1 {second}",
            "due 1 first",
        ]


@pytest.mark.parametrize(("hand", "card"), [("o2 o3", "orange-2"), ("o2 o2", "orange-2")])
def test_g20_a_secret_card_with_another_in_hand(hand: str, card: str) -> None:
    state = two(TOGETHER, hand)
    for viewer, name in ((0, card), (1, "?"), (None, "?")):
        assert said(state, f"add secret {card}", viewer=viewer) == [
            f"moved 0 add secret {name}",
            f"added_secretly 0 {name}",
            "due 0 second",
        ]


def test_g20_the_first_cards_and_the_last() -> None:
    state = start(TOGETHER, "p2 b3", "u4 o4", deck="o2 o3 u2")
    begun = ("start blue-3", "start orange-4")
    assert said(state, *begun, viewer=0)[-3:] == [
        "drawn 0 orange-2",
        "drawn 0 orange-3",
        "due 0 first",
    ]
    turn = (*begun, "keep orange-3", "add open orange-2")
    for viewer, card in ((0, "?"), (1, "purple-2")):
        assert said(state, *turn, viewer=viewer) == [
            "moved 0 add open orange-2",
            "added 0 orange-2",
            "ranked pink-orange-blue",
            "turn_ended 0",
            f"drawn 1 {card}",
            "due 1 first",
        ]


def test_g20_without_memory_the_hand_tells_what_was_added() -> None:
    before = two(TOGETHER, "o2 o3")
    after = tr.apply_move(before, tr.parse_move(before, "add secret orange-2"))
    assert isinstance(after, State)
    forgetful = tr.events(*(seen(at, 0, memory=False) for at in (before, after)))
    assert [*map(line, forgetful)] == [
        "moved 0 add secret ?",
        "added_secretly 0 orange-2",
        "due 0 second",
    ]


# ---- by hand: the end -----------------------------------------------------------------------

SIX = "p2 p3 b2 b3 o2 o3"
"""Each put in before all others, by the lottery: they come in the reverse order, but for pink 2."""


def ends(ruleset: tr.Ruleset, secret: str = SIX, **entries: Any) -> list[str]:
    """What is told after the last turn, of one action, which leaves blue 2 and pink 4."""
    lottery = [0] * len(secret.split())
    state = two(ruleset, "o3", deck="", **{"secret": secret, "lottery": lottery, **entries})
    told = [said(state, "keep", viewer=viewer) for viewer in (0, 1, None)]
    assert told[0] == told[1] == told[2]
    first = ["moved 0 keep", "kept 0 orange-3", "scored 0 keeping 2", "turn_ended 0"]
    assert (told[0][:4], told[0][-1]) == (first, "ended")
    return told[0][4:-1]


def test_the_end_ranks_anew_after_each_card() -> None:
    """Blue comes to 5 and to 7; the last card brings pink to 7 too."""
    assert ends(BASE) == [
        "end_drawn orange-3",
        "ranked pink-orange-blue",
        "end_drawn orange-2",
        "ranked orange-pink-blue",
        "end_drawn blue-3",
        "ranked blue-orange-pink",
        "end_drawn blue-2",
        "end_drawn pink-3",
        "ranked pink-blue-orange",
    ]


def test_the_end_where_the_older_colour_stays_in_front() -> None:
    assert ends(OLDEST) == [
        "end_drawn orange-3",
        "ranked pink-orange-blue",
        "end_drawn orange-2",
        "ranked orange-pink-blue",
        "end_drawn blue-3",
        "ranked orange-blue-pink",
        "end_drawn blue-2",
        "ranked blue-orange-pink",
        "end_drawn pink-3",
        "ranked blue-pink-orange",
    ]


def test_g12_the_end_ranks_anew_once() -> None:
    five = [f"end_drawn {card}" for card in ("orange-3", "orange-2", "blue-3", "blue-2", "pink-3")]
    assert ends(ONCE) == [*five, "ranked pink-blue-orange"]


def test_g12_equal_sums_at_the_end() -> None:
    """The new colours reach pink's 4: each in front of it, or behind in order of coming."""
    assert ends(BASE, "o4 u4") == [
        "end_drawn purple-4",
        "ranked purple-pink-blue",
        "end_drawn orange-4",
        "ranked orange-purple-pink-blue",
    ]
    drawn = ["end_drawn purple-4", "end_drawn orange-4"]
    assert ends(ONCE, "o4 u4") == [*drawn, "ranked pink-purple-orange-blue"]


def test_g12_a_ranking_that_the_end_does_not_change_is_not_told() -> None:
    assert ends(BASE, "b2") == ["end_drawn blue-2", "ranked blue-pink"]
    assert ends(ONCE, "b2") == ["end_drawn blue-2"]
    # Blue is in front for a while where each card is ranked, and never else.
    there_and_back = ["end_drawn blue-3", "ranked blue-pink", "end_drawn pink-3"]
    assert ends(BASE, "p3 b3") == [*there_and_back, "ranked pink-blue"]
    assert ends(ONCE, "p3 b3") == ["end_drawn blue-3", "end_drawn pink-3"]


def test_how_many_secret_cards_are_drawn() -> None:
    assert ends(BASE, "") == []
    assert ends(variant(end={"drawn": "never"})) == []
    assert ends(variant(end={"drawn": "never", "ranked": "once"})) == []
    assert ends(variant(end={"drawn": 1})) == ["end_drawn orange-3", "ranked pink-orange-blue"]
    every = ends(variant(end={"drawn": "all", "ranked": "once"}))
    assert every[-2:] == ["end_drawn pink-2", "ranked pink-blue-orange"]
    assert len(every) == 7


@pytest.mark.parametrize("ruleset", [BASE, ONCE])
def test_the_last_card_is_added_openly(ruleset: tr.Ruleset) -> None:
    """Blue joins pink's 4 and goes in front of it; the end brings pink to 6."""
    state = two(ruleset, "b2", deck="", secret="p2", secret_by=[1])
    for viewer in (0, 1, None):
        assert said(state, "add open", viewer=viewer) == [
            "moved 0 add open",
            "added 0 blue-2",
            "ranked blue-pink",
            "turn_ended 0",
            "end_drawn pink-2",
            "ranked pink-blue",
            "ended",
        ]


def test_the_last_card_is_added_secretly_and_drawn() -> None:
    """Everybody sees it come up; that it was the one just added only its seat was told."""
    state = two(BASE, "b3", deck="", secret="u2", secret_by=[1], lottery=[0, 0])
    for viewer, card in ((0, "blue-3"), (1, "?"), (None, "?")):
        assert said(state, "add secret", viewer=viewer) == [
            "moved 0 add secret",
            f"added_secretly 0 {card}",
            "turn_ended 0",
            "end_drawn blue-3",
            "ranked blue-pink",
            "end_drawn purple-2",
            "ranked blue-pink-purple",
            "ended",
        ]


def test_g10_an_odd_card_makes_a_turn_of_its_own() -> None:
    """The draw of the second card fails, so the turn is over; nothing is told of a card."""
    state = two(BASE, "p3", deck="p2 p3", secret="", secret_by=[])
    assert said(state, "keep", "add open", viewer=1) == [
        "moved 0 add open",
        "added 0 pink-2",
        "turn_ended 0",
        "drawn 1 pink-3",
        "due 1 first",
    ]
    assert said(state, "keep", "add open", "keep") == [
        "moved 1 keep",
        "kept 1 pink-3",
        "turn_ended 1",
        "ended",
    ]


# ---- as data --------------------------------------------------------------------------------

EVENTS: list[tuple[tr.Event, Data]] = [
    (common.Moved(1, tr.Move("give", ("0",))), {"kind": "moved", "seat": 1, "move": "give 0"}),
    (common.TurnEnded(1), {"kind": "turn_ended", "seat": 1}),
    (common.Due(0, "second"), {"kind": "due", "seat": 0, "phase": "second"}),
    (common.Ended(), {"kind": "ended"}),
]
OWN_EVENTS: list[tuple[tr.Event, Data]] = [
    (tulips.StartKept(0, None), {"kind": "start_kept", "seat": 0, "card": None}),
    (tulips.BouquetBegun(1, "pink-2"), {"kind": "bouquet_begun", "seat": 1, "card": "pink-2"}),
    (tulips.PutAway(1, "pink-2"), {"kind": "put_away", "seat": 1, "card": "pink-2"}),
    (tulips.Drawn(1, None), {"kind": "drawn", "seat": 1, "card": None}),
    (tulips.Kept(0, "blue-4"), {"kind": "kept", "seat": 0, "card": "blue-4"}),
    (tulips.Given(0, "blue-4", 2), {"kind": "given", "seat": 0, "card": "blue-4", "to": 2}),
    (tulips.Added(0, "blue-4"), {"kind": "added", "seat": 0, "card": "blue-4"}),
    (tulips.AddedSecretly(0, None), {"kind": "added_secretly", "seat": 0, "card": None}),
    (
        tulips.Scored(0, "keeping", 2),
        {"kind": "scored", "seat": 0, "block": "keeping", "points": 2},
    ),
    (tulips.Ranked(("pink", "blue")), {"kind": "ranked", "ranking": ["pink", "blue"]}),
    (tulips.EndDrawn("blue-4"), {"kind": "end_drawn", "card": "blue-4"}),
]
EVENTS.extend((event, {"game": "tulips", **data}) for event, data in OWN_EVENTS)


@pytest.mark.parametrize(("event", "data"), EVENTS)
def test_an_event_as_data(event: tr.Event, data: Data) -> None:
    assert said_in(event) == data
    assert event.kind == data["kind"]
    assert isinstance(event, tr.Event)
    read = tr.Event.from_data(json.loads(json.dumps(data)))
    assert (read, type(read), hash(read)) == (event, type(event), hash(event))
    assert kind_of(data) == tuple(data[key] for key in ("game", "kind") if key in data)


def test_events_that_cannot_be() -> None:
    kept = {"game": "tulips", "kind": "kept", "seat": 0, "card": "blue-4"}
    wrong: list[Any] = [None, [], "kept", {}, {"game": "tulips"}, {"kind": "kept", "seat": 0}]
    wrong += [{**kept, "game": "chess"}, {**kept, "game": "flowers"}, {**kept, "kind": "lost"}]
    wrong += [{**kept, "seat": "0"}, {**kept, "seat": None}, {**kept, "card": 4}]
    wrong += [{**kept, "card": None}, {**kept, "more": 1}]
    wrong += [{key: kept[key] for key in kept if key != gone} for gone in kept]
    ranked = {"game": "tulips", "kind": "ranked"}
    wrong += [ranked, {**ranked, "ranking": "pink"}, {**ranked, "ranking": [1]}]
    wrong += [{"kind": "moved", "seat": 0}, {"kind": "moved", "seat": 0, "move": ["keep"]}]
    refuses_to_read(wrong)


def test_no_table_has_such_a_seat_card_or_move() -> None:
    kept = {"game": "tulips", "kind": "kept", "seat": 0, "card": "blue-4"}
    refuses_to_read([{**kept, "seat": -1}, {"kind": "turn_ended", "seat": -1}])
    refuses_to_read([{**kept, "card": ""}, {"kind": "moved", "seat": 0, "move": ""}])


def test_only_one_step_has_events() -> None:
    played = partial(SECRETS.played, seed=3, plies=6)
    refuses_what_is_not_one_step(played(BASE, 3), [played(FOUR, 3), played(BASE, 2)])


def test_data_of_a_step() -> None:
    assert data_of(two(BASE, "b3"), "add open") == [
        {"kind": "moved", "seat": 0, "move": "add open"},
        {"game": "tulips", "kind": "added", "seat": 0, "card": "blue-3"},
        {"game": "tulips", "kind": "ranked", "ranking": ["blue", "pink"]},
        {"game": "tulips", "kind": "drawn", "seat": 0, "card": None},
        {"kind": "due", "seat": 0, "phase": "second"},
    ]
