"""Serendipity: ninety-one hexagonal tiles, face down, and the carpets that grow on them."""

from tilerules.engine.protocol import Game
from tilerules.games.serendipity.data import (
    observation_data,
    observation_from,
    state_from,
    table_data,
)
from tilerules.games.serendipity.drawing import draw_text
from tilerules.games.serendipity.hidden import observe
from tilerules.games.serendipity.meaning import CHECKS
from tilerules.games.serendipity.moves import parse, refuse
from tilerules.games.serendipity.rules import Rules, rules
from tilerules.games.serendipity.scoring import game_outcome, score
from tilerules.games.serendipity.state import Cell, Deal, Observation, Shown, State, deal, start
from tilerules.games.serendipity.turns import PERFORM, offers

__all__ = ["GAME", "Cell", "Deal", "Observation", "Rules", "Shown", "State"]

GAME = Game(
    id="serendipity",
    revision=1,
    checks=CHECKS,
    rules=rules,
    deal=deal,
    start=start,
    offers=offers,
    perform=PERFORM,
    refuse=refuse,
    parse=parse,
    score=score,
    outcome=game_outcome,
    observe=observe,
    draw_text=draw_text,
    state_data=table_data,
    observation_data=observation_data,
    state_from=state_from,
    observation_from=observation_from,
)
Rules.game = GAME
