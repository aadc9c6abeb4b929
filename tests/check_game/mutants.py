"""Pebbles with faults put in on purpose, each of which breaks a law."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import attrs
import pytest

import tilerules as tr
from tilerules.engine import actions, play
from tilerules.engine.offers import MoveList
from tilerules.engine.shared.tally import Tally


class Mutant(NamedTuple):
    """A fault, the law that it breaks, and what the battery says of it."""

    law: str
    said: str
    plant: Callable[[Any, pytest.MonkeyPatch], None]


MUTANTS: dict[str, Mutant] = {}


def mutant(law: str, said: str) -> Callable[[Any], Any]:
    """A fault that breaks a law: given the module of the game, it says what functions it has."""

    def keep(change: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
        def plant(game: Any, patch: pytest.MonkeyPatch) -> None:
            patch.setattr(game.Rules, "game", attrs.evolve(game.GAME, **change(game)))

        MUTANTS[change.__name__] = Mutant(law, said, plant)
        return change

    return keep


def patched(law: str, said: str) -> Callable[[Any], Any]:
    """A fault that is put into a class."""

    def keep(plant: Callable[[Any, pytest.MonkeyPatch], None]) -> Any:
        MUTANTS[plant.__name__] = Mutant(law, said, plant)
        return plant

    return keep


def force(thing: Any, name: str, value: Any) -> None:
    """Change what cannot be changed."""
    object.__setattr__(thing, name, value)


def after(game: Any, *kinds: str, **changes: Callable[[Any], Any]) -> dict[str, Any]:
    """Moves of some kinds, after which these fields are others."""

    def perform(state: Any, move: Any, place: int) -> Any:
        found = game.GAME.perform[move.kind](state, move, place)
        return attrs.evolve(found, **{name: value(found) for name, value in changes.items()})

    return {"perform": {**game.GAME.perform, **dict.fromkeys(kinds, perform)}}


# ---- ending ---------------------------------------------------------------------------------


@mutant("ending", "does not end within 5000 plies")
def what_is_taken_stays_there(game: Any) -> dict[str, Any]:
    return after(game, "take", taken=lambda at: (None,) * len(at.row), to_move=lambda at: 0)


@mutant("ending", "nobody can move, and the game is not over")
def the_end_is_not_noticed(game: Any) -> dict[str, Any]:
    return {"offers": lambda at: game.GAME.offers(at) if at.turns < 3 else ()}


@mutant("ending", "ZeroDivisionError")
def a_move_cannot_be_made(game: Any) -> dict[str, Any]:
    return after(game, "look", looked=lambda at: 1 // 0)


# ---- conservation ---------------------------------------------------------------------------


@mutant("conservation", r"more \[5\] and less \[")
def a_pebble_becomes_another(game: Any) -> dict[str, Any]:
    return after(game, "take", row=lambda at: (*at.row[:-1], 5))


@mutant("conservation", "a state that is drawn has more or less")
def a_drawn_state_has_a_pebble_more(game: Any) -> dict[str, Any]:
    def determinize(seen: Any, stream: Any) -> Any:
        state = game.determinize(seen, stream)
        return attrs.evolve(state, row=(*state.row, 1))

    return {"determinize": determinize}


# ---- immutability ---------------------------------------------------------------------------


@patched("immutability", "the attribute `rules` of a Deal can be changed")
def deals_are_open(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Deal, "__setattr__", object.__setattr__)


@patched("immutability", "the attribute `rules` of a State can be changed")
def states_can_lose_what_they_have(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.State, "__delattr__", object.__delattr__)


@patched("immutability", "the attribute `further` of a Observation can be changed")
def observations_take_anything(game: Any, patch: pytest.MonkeyPatch) -> None:
    def put(seen: Any, name: str, value: Any) -> None:
        if name != "further":
            raise AttributeError(name)

    patch.setattr(game.Observation, "__setattr__", put)


@mutant("immutability", "the field `row` of a State can be changed")
def the_row_is_a_list(game: Any) -> dict[str, Any]:
    return {"start": lambda deal: attrs.evolve(game.start(deal), row=[*deal.row])}


@mutant("immutability", "the data of a State are those that it keeps")
def data_are_kept(game: Any) -> dict[str, Any]:
    kept: dict[Any, dict[str, Any]] = {}

    def state_data(state: Any) -> dict[str, Any]:
        return kept.setdefault(state.row, game.GAME.state_data(state))

    return {"state_data": state_data, "observation_data": game.GAME.state_data}


class Kept:
    """A row that is read from data, and is the list in them."""

    def __init__(self, row: list[int]) -> None:
        self.row = row

    def __iter__(self) -> Iterator[int]:
        return iter(self.row)


@mutant("immutability", "a Deal keeps the data that it was read from")
def what_is_read_is_kept(game: Any) -> dict[str, Any]:
    def deal_from(rules: Any, source: Any) -> Any:
        return attrs.evolve(game.GAME.deal_from(rules, source), row=Kept(source.value["row"]))

    return {"deal_from": deal_from, "deal_data": lambda deal: {"row": [*deal.row]}}


@mutant("immutability", "` changes the state before it")
def a_move_changes_the_state(game: Any) -> dict[str, Any]:
    def look(state: Any, move: Any, place: int) -> Any:
        found = game.look(state, move, place)
        force(state, "turns", state.turns + 100)
        return found

    return {"perform": {**game.GAME.perform, "look": look}}


@mutant("immutability", "is not one ply")
def a_move_is_two_plies(game: Any) -> dict[str, Any]:
    return after(game, "look", "take", ply=lambda at: at.ply + (at.ply == 1))


@mutant("immutability", "ends more than one turn")
def a_move_is_two_turns(game: Any) -> dict[str, Any]:
    return after(game, "look", turns=lambda at: at.turns + 1)


# ---- purity ---------------------------------------------------------------------------------


@mutant("purity", "the same seed and moves give something else")
def each_deal_is_another(game: Any) -> dict[str, Any]:
    salts = iter(range(10**6))

    def deal(rules: Any, stream: Any) -> Any:
        return attrs.evolve(game.deal(rules, stream), salt=next(salts).to_bytes(32))

    return {"deal": deal}


@mutant("purity", "score changes what it is given")
def a_score_is_noted_in_the_state(game: Any) -> dict[str, Any]:
    def score(at: Any) -> Any:
        if isinstance(at, tr.State):
            force(at, "turns", at.turns + 1)
        return game.score(at)

    return {"score": score}


@mutant("purity", "draw_svg does not give the same again")
def pictures_are_counted(game: Any) -> dict[str, Any]:
    numbers = iter(range(10**6))
    return {"draw_text": lambda at, colour=False: f"{game.draw_text(at)} {next(numbers)}"}


@mutant("purity", "draw_svg gives something else for equal arguments")
def a_picture_knows_its_object(game: Any) -> dict[str, Any]:
    objects: list[Any] = []

    def draw_text(at: Any, *, colour: bool = False) -> str:
        if not isinstance(at, tr.State):
            return "seen"
        if not any(at is each for each in objects):
            objects.append(at)
        return str([at is each for each in objects].index(True))

    return {"draw_text": draw_text}


@mutant("purity", "determinize reads a source of chance, or a clock")
def the_time_is_read(game: Any) -> dict[str, Any]:
    def determinize(seen: Any, stream: Any) -> Any:
        time.time()
        return game.determinize(seen, stream)

    return {"determinize": determinize}


@mutant("purity", "Python's own source of chance is used")
def chance_is_used(game: Any) -> dict[str, Any]:
    def score(at: Any) -> Any:
        random.random()
        return game.score(at)

    return {"score": score}


# ---- legality -------------------------------------------------------------------------------


@mutant("legality", "not in the order of their ids, each once")
def moves_are_offered_in_another_order(game: Any) -> dict[str, Any]:
    return {"offers": lambda at: game.offers(at)[::-1]}


@patched("legality", "the mask does not mark the legal moves")
def the_mask_is_empty(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(actions.ActionSpace, "mask", lambda space, at: bytes(len(space)))


@patched("legality", "the id of `look 0` is that of `take 15`")
def ids_lead_elsewhere(game: Any, patch: pytest.MonkeyPatch) -> None:
    honest = actions.ActionSpace.move
    patch.setattr(actions.ActionSpace, "move", lambda space, id: honest(space, len(space) - 1 - id))


@mutant("legality", "the notation `look 0` is read as `take 0`")
def notation_is_misread(game: Any) -> dict[str, Any]:
    return {"parse": lambda at, words: tr.Move("take", game.GAME.parse(at, words).args)}


@mutant("legality", "there are legal moves after the end, or none before it")
def moves_are_offered_after_the_end(game: Any) -> dict[str, Any]:
    def offers(at: Any) -> Any:
        left = [n for n, seat in enumerate(at.taken) if seat is None]
        return ((at.rules.take, left),)

    return {"offers": offers}


@mutant("legality", "is legal: False, but refused: None")
def a_refusal_is_none(game: Any) -> dict[str, Any]:
    return {"refuse": lambda at, move: None}


class Hidden(MoveList):
    """A block that does not find one of its moves."""

    def find(self, args: tuple[str, ...]) -> int:
        return -1 if args == ("6",) else super().find(args)


@patched("legality", "KeyError.*take 6.* can never be made")
def a_move_is_not_found(game: Any, patch: pytest.MonkeyPatch) -> None:
    def rules(ruleset: Any, seats: int) -> Any:
        found = game.rules(ruleset, seats)
        return attrs.evolve(found, take=Hidden("take", [move.args for move in found.take]))

    patch.setattr(game, "GAME", attrs.evolve(game.GAME, rules=rules))


@patched("legality", "` is refused by no, and when it is applied by ")
def there_are_two_refusals(game: Any, patch: pytest.MonkeyPatch) -> None:
    honest = play.why_illegal
    patch.setattr(play, "why_illegal", lambda at, move: honest(at, move) and tr.Refusal("no", "no"))


# ---- views ----------------------------------------------------------------------------------


@mutant("views", "viewer 0 is offered other moves")
def a_seat_is_offered_less(game: Any) -> dict[str, Any]:
    def offers(at: Any) -> Any:
        return game.offers(at)[: 1 if isinstance(at, tr.Observation) else 2]

    return {"offers": offers}


@mutant("views", "viewer None sees another score, or another outcome")
def hidden_pebbles_score(game: Any) -> dict[str, Any]:
    def score(at: Any) -> Any:
        return [attrs.evolve(each, seat=each.seat + at.row.count(1)) for each in game.score(at)]

    return {"score": score}


# ---- round trips ----------------------------------------------------------------------------


@mutant("round trips", "the deal that is read back is another")
def a_deal_is_read_backwards(game: Any) -> dict[str, Any]:
    def deal_from(rules: Any, source: Any) -> Any:
        return attrs.evolve(game.GAME.deal_from(rules, source), salt=bytes(32))

    return {"deal_from": deal_from}


@patched("round trips", "the ruleset that is read back is another one")
def a_ruleset_is_read_as_another(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tr.Ruleset, "from_json", lambda text: tr.load("tulips"))


@mutant("round trips", "the state that is read back is another one")
def who_has_looked_is_not_read(game: Any) -> dict[str, Any]:
    def state_from(rules: Any, source: Any) -> Any:
        return attrs.evolve(game.GAME.state_from(rules, source), looked=((),) * len(rules.numbers))

    return {"state_from": state_from}


@mutant("round trips", "the observation of 1 that is read back is another one")
def the_viewer_is_not_read(game: Any) -> dict[str, Any]:
    def observation_from(rules: Any, source: Any) -> Any:
        seen = game.GAME.observation_from(rules, source)
        return attrs.evolve(seen, viewer=seen.viewer and 0)

    return {"observation_from": observation_from}


# ---- events ---------------------------------------------------------------------------------


def kinds(game: Any, patch: pytest.MonkeyPatch, **kinds: Any) -> None:
    """Other kinds of events than the game has."""
    patch.setattr(game, "GAME", attrs.evolve(game.GAME, event_kinds=kinds))


@patched("events", "InvalidData.*kind")
def a_kind_of_event_is_not_listed(game: Any, patch: pytest.MonkeyPatch) -> None:
    kinds(game, patch, seen=game.Shown)


@patched("events", "is read back otherwise")
def an_event_is_read_as_another(game: Any, patch: pytest.MonkeyPatch) -> None:
    kinds(game, patch, shown=attrs.frozen(type("Other", (game.Shown,), {})))


@patched("events", "cannot be printed")
def an_event_has_two_lines(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Shown, "__str__", lambda event: "shown\nturned")


# ---- replay ---------------------------------------------------------------------------------


@mutant("replay", "IllegalMove|the moves lead elsewhere")
def notation_is_misread_once(game: Any) -> dict[str, Any]:
    def parse(at: Any, words: Any) -> Any:
        move = game.GAME.parse(at, words)
        return tr.legal_moves(at)[0] if at.ply == 1 else move

    return {"parse": parse}


@mutant("replay", "IllegalMove|replayed otherwise")
def a_deal_that_was_read_begins_otherwise(game: Any) -> dict[str, Any]:
    dealt: list[Any] = []

    def deal(rules: Any, stream: Any) -> Any:
        dealt.append(game.deal(rules, stream))
        return dealt[-1]

    def start(deal: Any) -> Any:
        known = any(deal is each for each in dealt)
        return attrs.evolve(game.start(deal), ply=0 if known else 100)

    return {"deal": deal, "start": start}


# ---- scores ---------------------------------------------------------------------------------


def scored(game: Any, change: Callable[[Any, Any], Any]) -> dict[str, Any]:
    """Score sheets whose lines are changed."""

    def score(at: Any) -> Any:
        return tuple(
            attrs.evolve(sheet, lines=tuple(change(at, line) for line in sheet.lines))
            for sheet in game.score(at)
        )

    return {"score": score}


@mutant("scores", r"there are score sheets of the seats \[1, 0\]")
def the_sheets_are_in_another_order(game: Any) -> dict[str, Any]:
    return {"score": lambda at: game.score(at)[::-1]}


@mutant("scores", "the rule of the line number is not in the card")
def a_rule_is_none_of_the_card(game: Any) -> dict[str, Any]:
    rule = tr.RulePlace("scoring.nothing", "pebbles.yaml", 1)
    return scored(game, lambda at, line: attrs.evolve(line, rule=rule))


@mutant("scores", "the rule of the line number is elsewhere")
def a_rule_stands_elsewhere(game: Any) -> dict[str, Any]:
    return scored(game, lambda at, line: attrs.evolve(line, rule=attrs.evolve(line.rule, line=1)))


@mutant("scores", "the line number has 1 points for 0, and its rule is 1|has 2 points for 0")
def a_line_counts_one_more(game: Any) -> dict[str, Any]:
    return scored(game, lambda at, line: attrs.evolve(line, points=line.points + 2))


@mutant("scores", "the score sheet of seat 0 that is read back is another")
def spots_are_a_list(game: Any) -> dict[str, Any]:
    return scored(game, lambda at, line: attrs.evolve(line, spots=[*line.spots]))


@mutant("scores", "the game is over, and has no outcome")
def nothing_comes_out(game: Any) -> dict[str, Any]:
    return {"outcome": lambda at: None}


def ranked(*ranking: Any) -> dict[str, Any]:
    return {"outcome": lambda at: tr.Outcome(ranking, "points", cut_short=False)}


@mutant("scores", r"the ranking \(\(0,\),\) is not of all seats")
def a_seat_is_not_ranked(game: Any) -> dict[str, Any]:
    return ranked((0,))


@mutant("scores", "the outcome that is read back is another")
def places_are_lists(game: Any) -> dict[str, Any]:
    return {"outcome": lambda at: attrs.evolve(
        game.GAME.outcome(at), ranking=[[*each] for each in game.GAME.outcome(at).ranking]
    )}  # fmt: skip


@mutant("scores", "the sides are ranked with the points")
def the_last_are_first(game: Any) -> dict[str, Any]:
    def outcome(at: Any) -> Any:
        honest = game.GAME.outcome(at)
        return attrs.evolve(honest, ranking=honest.ranking[::-1])

    return {"outcome": outcome}


@mutant("scores", "partners stand in different places")
def partners_are_parted(game: Any) -> dict[str, Any]:
    def outcome(at: Any) -> Any:
        force(at.rules, "shared", attrs.evolve(at.rules.shared, sides=(0,) * at.seats))
        return tr.Outcome(tuple((seat,) for seat in range(at.seats)), "points", cut_short=False)

    return {"outcome": outcome}


# ---- determinizations -----------------------------------------------------------------------


@mutant("determinizations", "what is drawn for viewer 0 looks otherwise to it")
def what_is_known_is_drawn_too(game: Any) -> dict[str, Any]:
    def determinize(seen: Any, stream: Any) -> Any:
        state = game.determinize(seen, stream)
        return attrs.evolve(state, row=tuple(stream.shuffled(state.row)))

    return {"determinize": determinize}


@mutant("determinizations", "what is drawn for viewer 0 is another state when it is read back")
def what_is_drawn_is_counted_in(game: Any) -> dict[str, Any]:
    def determinize(seen: Any, stream: Any) -> Any:
        return attrs.evolve(game.determinize(seen, stream), tally=Tally((), None))

    def observe(state: Any, viewer: int | None, *, memory: bool) -> Any:
        return attrs.evolve(game.observe(state, viewer, memory=memory), tally=None)

    return {"determinize": determinize, "observe": observe}


@mutant("determinizations", "depends on more than what it sees")
def the_true_state_is_drawn(game: Any) -> dict[str, Any]:
    true: dict[int, Any] = {}

    def observe(state: Any, viewer: int | None, *, memory: bool) -> Any:
        seen = game.observe(state, viewer, memory=memory)
        true[id(seen)] = seen, state
        return seen

    def determinize(seen: Any, stream: Any) -> Any:
        return true[id(seen)][1] if id(seen) in true else game.determinize(seen, stream)

    return {"observe": observe, "determinize": determinize}


@mutant("determinizations", "viewer None gets more than it sees by: state: picture.*state: text")
def a_state_is_drawn_with_all_that_it_hides(game: Any) -> dict[str, Any]:
    def draw_text(at: Any, *, colour: bool = False) -> str:
        return str(at.row)

    return {"draw_text": draw_text}


# ---- leaks ----------------------------------------------------------------------------------


@mutant("leaks", "a spectator was told the same by two deals, and yet after ply 0 these differ")
def the_first_pebble_is_seen(game: Any) -> dict[str, Any]:
    def observe(state: Any, viewer: int | None, *, memory: bool) -> Any:
        seen = game.observe(state, viewer, memory=memory)
        return attrs.evolve(seen, row=(state.row[0], *seen.row[1:]))

    return {"observe": observe}


@mutant("leaks", "seat 0 was told of what its observation after ply .* does not hold")
def what_was_looked_at_is_forgotten(game: Any) -> dict[str, Any]:
    def observe(state: Any, viewer: int | None, *, memory: bool) -> Any:
        return attrs.evolve(game.observe(state, viewer, memory=False), memory=memory)

    return {"observe": observe}


# ---- evenness -------------------------------------------------------------------------------


def in_order(game: Any, seen: Any) -> Any:
    """What is not known, from the lowest number on."""

    class NoStream:
        def shuffled(self, things: Any) -> Any:
            return sorted(things)

    return game.determinize(seen, NoStream())


@mutant("evenness", "what is drawn for viewer None lies otherwise than dealt at row.0")
def what_is_drawn_is_sorted(game: Any) -> dict[str, Any]:
    return {"determinize": lambda seen, stream: in_order(game, seen)}


@mutant("evenness", "seat 0 is drawn other things than a spectator at row")
def what_is_drawn_for_a_seat_is_sorted(game: Any) -> dict[str, Any]:
    def determinize(seen: Any, stream: Any) -> Any:
        if seen.turns and seen.viewer is not None:
            return in_order(game, seen)
        return game.determinize(seen, stream)

    return {"determinize": determinize}
