"""The game of Serendipity, put together from its rooms."""

from tilerules.engine.protocol import Game
from tilerules.games.serendipity.choices import offers
from tilerules.games.serendipity.data import (
    deal_data,
    deal_from,
    observation_data,
    observation_from,
    state_from,
    table_data,
)
from tilerules.games.serendipity.drawing import draw_text
from tilerules.games.serendipity.ending import game_outcome
from tilerules.games.serendipity.events import KINDS, events
from tilerules.games.serendipity.hidden import determinize, observe
from tilerules.games.serendipity.meaning import CHECKS
from tilerules.games.serendipity.moves import parse, refuse
from tilerules.games.serendipity.reading import rules
from tilerules.games.serendipity.rules import Rules
from tilerules.games.serendipity.scoring import score
from tilerules.games.serendipity.state import deal, start
from tilerules.games.serendipity.turns import PERFORM
from tilerules.games.serendipity.words import words

GAME = Game(
    id="serendipity",
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
    state_data=table_data,
    observation_data=observation_data,
    state_from=state_from,
    observation_from=observation_from,
)
Rules.game = GAME
