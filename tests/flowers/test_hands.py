"""Cards in hand and the steps of a turn, worked out by hand."""

from __future__ import annotations

import hashlib

import pytest

import tilerules as tr
from tests.flowers.gardens import new, play, seen, shown, texts, totals, variant
from tests.flowers.holding import (
    AT_ONCE,
    FIRST_PLACE,
    HAND,
    PILES,
    SIZES,
    THROWN,
    THROWN_LATE,
    TWO,
    TWO_STEPS,
    hands,
    refusal,
    table,
    turns,
)
from tilerules.games.flowers import Deal, State

# ---- the deal -------------------------------------------------------------------------------


def test_hands_are_dealt_between_the_start_cards_and_the_piles() -> None:
    """With the same order of the deck as without hands: only where the cards go differs."""
    plain = tr.deal(variant(players=[2], piles=SIZES), 2, seed=5)
    deal = tr.deal(turns(hand=2, piles=SIZES), 2, seed=5)
    assert isinstance(plain, Deal)
    assert isinstance(deal, Deal)
    order = b"".join((plain.starts, *plain.piles, plain.left_over))
    assert [deal.starts, *deal.hands] == [order[:2], order[2:4], order[4:6]]
    assert [len(pile) for pile in deal.piles] == [26, 26, 26]
    assert b"".join((*deal.piles, deal.left_over)) == order[6:]
    assert plain.hands == ()
    state = tr.new_game(deal.ruleset, 2, deal=deal)
    assert isinstance(state, State)
    names = [sorted(str(deal.rules.kinds[card]) for card in hand) for hand in deal.hands]
    assert [sorted(map(str, hand)) for hand in state.hands] == names
    assert state.hands_known == (0, 0)


def test_the_commitment_names_the_hands_where_there_are_any() -> None:
    deal = tr.deal(turns(hand=1, piles=SIZES), 2, seed=6)
    parts = deal.to_data()
    heaps = [parts["starts"], *parts["hands"], *parts["piles"], parts["left_over"]]
    layout = " | ".join(" ".join(heap) for heap in heaps)
    lines = ["tilerules commitment 1", deal.ruleset.digest, "2", deal.salt.hex(), layout]
    text = "".join(f"{line}\n" for line in lines)
    assert deal.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert tr.Deal.from_data(parts) == deal
    assert "hands" not in tr.deal(TWO, 2, seed=6).to_data()


def test_a_deal_has_so_many_cards_in_each_hand() -> None:
    whole = tr.deal(turns(hand=1, piles=SIZES), 2, seed=6).to_data()
    faulty = [
        {**whole, "hands": [[], whole["hands"][1]]},
        {**whole, "hands": whole["hands"][:1]},
        {key: value for key, value in whole.items() if key != "hands"},
        {**whole, "hands": [whole["hands"][0], [None]]},
        {**tr.deal(TWO, 2, seed=6).to_data(), "hands": [[], []]},
    ]
    for each in faulty:
        with pytest.raises(tr.InvalidData, match="hands"):
            tr.Deal.from_data(each)


# ---- the steps of a turn --------------------------------------------------------------------


def test_a_turn_is_over_after_all_its_steps() -> None:
    state = table(TWO)
    played = [state]
    for move in ("take 0", "take 1", "place 0,1 yellow-2", "cover 0,0 yellow-1"):
        played.append(play(played[-1], move))
    assert [each.phase for each in played] == ["take", "take", "place", "place", "take"]
    assert [each.step for each in played] == [0, 1, 2, 3, 0]
    assert [each.to_move for each in played] == [0, 0, 0, 0, 1]
    assert [each.turns for each in played] == [0, 0, 0, 0, 1]
    assert [each.in_hand for each in played] == [
        (),
        ("yellow-1",),
        ("yellow-1", "yellow-2"),
        ("yellow-1",),
        (),
    ]
    assert dict(played[-1].gardens[0]) == {(0, 0): ("yellow-4", "yellow-1"), (0, 1): ("yellow-2",)}


def test_a_card_may_stay_in_hand() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 0", "place 0,1 blue-4")
    assert state.hands == (("yellow-1", "red-3"), ("green-4", "green-4"))
    assert state.hands_known == (1, 0)
    assert (state.to_move, state.in_hand) == (1, ("green-4", "green-4"))


def test_laying_before_taking() -> None:
    state = table(FIRST_PLACE, phase="place", hands=hands("b4", "g4"))
    assert texts(state, "take") == []
    laid = play(state, "place 0,1")
    assert (laid.phase, laid.to_move, laid.in_hand) == ("take", 0, ())
    after = play(laid, "take 1")
    assert (after.phase, after.to_move, after.turns) == ("place", 1, 1)
    assert after.hands == (("yellow-2",), ("green-4",))


def test_without_cards_to_take_a_take_falls_away() -> None:
    state = table(TWO, "y1", "", "", phase="take", to_move=1, step=1, hands=hands("", "b1"))
    taken = play(state, "take 0")
    assert taken.phase == "place"
    one = table(TWO, "", "y1", "", step=0)
    assert one.is_over  # a pile is empty as the turn begins
    all_cards = turns(steps=TWO_STEPS, end={"any_of": []})
    last = play(table(all_cards, "", "y1", ""), "take 1")
    assert (last.phase, last.step, last.in_hand) == ("place", 2, ("yellow-1",))
    assert texts(last, "take") == []
    over = play(last, "place 0,1 yellow-1")  # and so does the second place, without a card
    assert (over.is_over, over.turns, over.hands) == (True, 1, ((), ()))


def test_the_end_is_looked_at_when_all_steps_are_done() -> None:
    """The first take empties a pile, and the second pile is still taken from."""
    state = play(table(TWO, "y1", "y2 b2", "g1"), "take 0", "take 2")
    assert not state.is_over
    laid = play(state, "place 0,1 yellow-1")
    assert (laid.is_over, laid.to_move) == (False, 0)
    assert play(laid, "place 0,2 green-1").is_over


def test_cards_in_hand_score_nothing() -> None:
    state = play(table(TWO, "y1", "y2 b2", "g1"), "take 0", "take 2")
    assert totals(state) == [-1, -1]  # a single yellow 4 in each garden
    left = table(HAND, "", "r1", "b1", hands=hands("b4 r3", "g4 g4"))
    assert (left.is_over, totals(left)) == (True, [-1, -1])
    assert left.hands == (("red-3", "blue-4"), ("green-4", "green-4"))


def test_what_waits_is_shown_when_the_next_turn_begins() -> None:
    state = play(table(TWO), "take 1", "take 0", "place 0,1 yellow-1")
    assert (state.taken, shown(state)) == ((0, 1), [])
    assert [pile[0] for pile in seen(state, None).piles] == [None, None, None]
    after = play(state, "place 0,2 yellow-2")
    assert (after.taken, shown(after)) == ((), [(0, "red-2"), (1, "blue-2")])
    same = play(table(TWO), "take 0", "take 0", "place 0,1 yellow-1", "place 0,2 red-2")
    assert shown(same) == [(0, "blue-3")]


def test_what_is_shown_at_once_is_shown_after_each_take() -> None:
    state = play(table(AT_ONCE), "take 0")
    assert shown(state) == [(0, "red-2")]
    again = play(state, "take 0")
    assert (shown(again), again.hands_known) == ([(0, "blue-3")], (2, 0))


def test_cards_are_swept_when_the_turn_is_over() -> None:
    """Both open piles were taken from: of `other_piles` none is left to sweep."""
    moves = ("take 0", "take 1", "place 0,1 yellow-1", "place 0,2 yellow-2")
    others = play(table(turns(steps=TWO_STEPS, sweep="other_piles")), *moves)
    assert (others.swept, shown(others)) == ((), [(0, "red-2"), (1, "blue-2")])
    one = ("take 0", "take 2", "place 0,1 yellow-1")
    before = play(table(turns(steps=TWO_STEPS, sweep="other_piles")), *one)
    assert before.swept == ()
    other = play(before, "place 0,2 green-1")
    assert (other.swept, shown(other)) == (("yellow-2",), [(1, "blue-2"), (0, "red-2")])
    open_piles = play(table(turns(steps=TWO_STEPS, sweep="open_piles")), *moves)
    assert open_piles.swept == ("red-2", "blue-2")
    assert shown(open_piles) == [(0, "red-2"), (0, "blue-3"), (1, "blue-2"), (1, "green-2")]


# ---- moves ----------------------------------------------------------------------------------


def test_moves_name_each_card_once_for_each_cell() -> None:
    """In the order of cells, and for each cell of the kinds of cards."""
    state = play(table(HAND, hands=hands("b4 y1", "g4 g4")), "take 0")
    cells = ("0,-1", "-1,0", "1,0", "0,1")
    kinds = ("yellow-1", "blue-4")  # two yellow 1s are one kind
    assert texts(state, "place") == [f"place {cell} {kind}" for cell in cells for kind in kinds]
    assert texts(state, "cover") == [f"cover 0,0 {kind}" for kind in kinds]


@pytest.mark.parametrize("ruleset", [THROWN, FIRST_PLACE])
def test_the_one_card_in_hand_is_not_named(ruleset: tr.Ruleset) -> None:
    first = {"phase": "place", "hands": hands("b4", "g4")} if ruleset == FIRST_PLACE else {}
    state = table(ruleset, **first)
    at = state if first else play(state, "take 0")
    assert texts(at)[:2] == ["place 0,-1", "place -1,0"]
    with pytest.raises(tr.NotationError):
        tr.parse_move(at, "place 0,1 yellow-1")


def test_the_only_kind_of_card_is_named_too() -> None:
    """Where several can be in hand, a move has the same form whatever cards there are."""
    values = {"1": 9, "2": "removed", "3": "removed", "4": "removed"}
    one_kind = {"colours": ["yellow"], "values": values, "butterflies": []}
    ruleset = turns(hand=1, cards=one_kind, for_players="removed", piles={"number": 2})
    state = play(new(ruleset, 2), "take 0")
    assert texts(state, "cover") == ["cover 0,0 yellow-1"]
    assert play(state, "place 0,1 yellow-1").to_move == 1


def test_of_two_equal_cards_the_one_that_all_know_is_played_first() -> None:
    state = play(table(HAND, hands=hands("y1 r3", "g4 g4")), "take 0")
    assert (state.hands[0], state.hands_known) == (("yellow-1", "yellow-1", "red-3"), (1, 0))
    once = play(state, "place 0,1 yellow-1")
    assert (once.hands[0], once.hands_known) == (("yellow-1", "red-3"), (0, 0))
    assert seen(once, 1).hands[0] == (None, None)


def test_refusals_of_cards_in_hand() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 0")
    assert refusal(state, "place", "0,1", "green-4") == ("not_in_hand", None)
    assert refusal(state, "cover", "5,5", "green-4") == ("not_in_hand", None)
    assert refusal(state, "place", "0,0", "blue-4") == ("occupied", None)
    assert refusal(state, "place", "2,2", "blue-4") == ("not_beside", "garden.placing")
    assert refusal(state, "place", "0,1") == ("unknown_move", None)
    assert refusal(state, "place", "0,1", "blue-4", "blue-4") == ("unknown_move", None)
    assert refusal(state, "place", "blue-4", "0,1") == ("unknown_move", None)
    assert refusal(state, "cover", "0,0", "violet") == ("unknown_move", None)
    assert refusal(state, "discard", "blue-4") == ("no_discard", "turn.steps")
    assert refusal(state, "discard") == ("unknown_move", None)
    assert refusal(state, "take", "1") == ("wrong_phase", None)
    assert refusal(table(HAND), "place", "0,1", "blue-4") == ("wrong_phase", None)
    assert refusal(seen(state, 1), "place", "0,1", "blue-4") == ("not_your_turn", None)
    assert refusal(variant_over(), "place", "0,1", "blue-4") == ("game_over", None)
    message = tr.why_illegal(state, tr.Move("place", ("0,1",)))
    assert message is not None
    assert "a cell that a garden can reach and a card must follow, as 1,-2 yellow-1" in str(message)


def variant_over() -> State:
    return table(HAND, "", "r1", "b1")


def test_where_nothing_is_held_the_usual_rules_refuse_a_discard() -> None:
    base = play(new(variant(), 2), "take 0")
    assert refusal(base, "discard") == ("no_discard", "turn.steps")
    assert refusal(base, "discard", "red-1") == ("unknown_move", None)


# ---- discarding -----------------------------------------------------------------------------


def test_a_discarded_card_leaves_the_game_face_up() -> None:
    state = play(table(THROWN), "take 2")
    assert texts(state)[-1] == "discard"
    after = play(state, "discard")
    assert (after.swept, after.to_move, after.turns) == (("green-1",), 1, 1)
    assert dict(after.gardens[0]) == {(0, 0): ("yellow-4",)}
    for viewer in (None, 0, 1):
        assert seen(after, viewer).swept == ("green-1",)
        assert seen(after, viewer, memory=False).swept == (None,)


def test_discarded_cards_lie_with_those_that_are_swept_afterwards() -> None:
    both = turns(steps=["take", "place_or_discard"], sweep="open_piles")
    state = play(table(both), "take 2", "discard")
    assert state.swept == ("green-1", "yellow-1", "yellow-2")


def test_only_in_its_step_a_card_is_discarded() -> None:
    state = play(table(THROWN_LATE, hands=hands("b4", "g4")), "take 0")
    assert texts(state, "discard") == []
    assert refusal(state, "discard", "blue-4") == ("no_discard", "turn.steps")
    later = play(state, "place 0,1 blue-4", "take 1")
    assert texts(later, "discard") == ["discard yellow-1", "discard yellow-2"]
    assert refusal(later, "discard", "blue-4") == ("not_in_hand", None)
    assert play(later, "discard yellow-1").hands == (("yellow-2",), ("green-4",))


@pytest.mark.parametrize(("within", "again"), [("game", []), ("turn", ["discard"])])
def test_discards_are_used_up(within: str, again: list[str]) -> None:
    """Once in a game, or once in each of two pairs of steps of a turn."""
    steps = ["take", "place_or_discard"] * 2
    limited = turns(steps=steps, uses={"discard": {"times": 1, "in": within}})
    state = play(table(limited, *PILES[:2], "g1 g2 g3 g4"), "take 2", "discard")
    assert dict(state.used[0]) == {"discard": 1}
    second = play(state, "take 2")
    assert texts(second, "discard") == []
    assert refusal(second, "discard") == ("used_up", "uses.discard.times")
    assert texts(second, "place") == ["place 0,-1", "place -1,0", "place 1,0", "place 0,1"]
    round_later = play(second, "cover 0,0", "take 0", "cover 0,0", "take 1", "cover 0,0", "take 2")
    assert texts(round_later, "discard") == again
