"""The game of Gift of Tulips, put together from its rooms."""

from tilerules.engine.protocol import Game
from tilerules.games.tulips.data import (
    deal_data,
    deal_from,
    observation_from,
    state_data,
    state_from,
    table_data,
)
from tilerules.games.tulips.drawing import draw_text
from tilerules.games.tulips.ending import game_outcome
from tilerules.games.tulips.events import KINDS, events
from tilerules.games.tulips.hidden import determinize, observe
from tilerules.games.tulips.meaning import CHECKS
from tilerules.games.tulips.moves import parse, refuse
from tilerules.games.tulips.reading import rules
from tilerules.games.tulips.rules import Rules
from tilerules.games.tulips.scoring import score
from tilerules.games.tulips.state import deal, start
from tilerules.games.tulips.turns import PERFORM, offers
from tilerules.games.tulips.words import words

GAME = Game(
    id="tulips",
    checks=CHECKS,
    words=words,
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
    determinize=determinize,
    events=events,
    event_kinds=KINDS,
    draw_text=draw_text,
    deal_data=deal_data,
    deal_from=deal_from,
    state_data=state_data,
    observation_data=table_data,
    state_from=state_from,
    observation_from=observation_from,
)
Rules.game = GAME
