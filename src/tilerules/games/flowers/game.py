"""The game of Flowers, put together from its rooms."""

from tilerules.engine.protocol import Game
from tilerules.games.flowers.data import (
    deal_data,
    deal_from,
    observation_from,
    state_from,
    table_data,
)
from tilerules.games.flowers.drawing import draw_text
from tilerules.games.flowers.ending import game_outcome, started
from tilerules.games.flowers.events import KINDS, events
from tilerules.games.flowers.hidden import determinize, observe
from tilerules.games.flowers.meaning import CHECKS
from tilerules.games.flowers.moves import parse, refuse
from tilerules.games.flowers.reading import rules
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.scoring import score
from tilerules.games.flowers.state import deal
from tilerules.games.flowers.turns import PERFORM, offers
from tilerules.games.flowers.words import words

GAME = Game(
    id="flowers",
    checks=CHECKS,
    words=words,
    rules=rules,
    deal=deal,
    start=started,
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
    state_data=table_data,
    state_from=state_from,
    observation_from=observation_from,
)
Rules.game = GAME
