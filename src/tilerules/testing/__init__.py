"""What tests of programs and of games can use: random cards, the leak battery, all laws of a game.

It needs the extra `test`.
"""

from tilerules.testing.battery import check_game
from tilerules.testing.drawn import Card, cards, tables
from tilerules.testing.leaks import Played, Secrets

__all__ = ["Card", "Played", "Secrets", "cards", "check_game", "tables"]
