"""Rules of tabletop games as data, and pure functions that play by them.

Taught as `import tilerules as tr`. Names are found when they are first used, so that the import
costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "bots.policies": ("Policy", "greedy", "uniform"),
    "bots.search": ("search",),
    "engine.actions": ("ActionSpace",),
    "engine.events": ("Event", "events"),
    "engine.moves": ("Move",),
    "engine.offers": ("LegalMoves",),
    "engine.planes": ("Plane",),
    "engine.play": ("apply_move", "legal_moves", "why_illegal"),
    "engine.positions": ("Deal", "Observation", "Position", "Refusal", "State"),
    "engine.scoring": ("Outcome", "ScoreBreakdown", "ScoreLine"),
    "errors": (
        "BrokenPlugin",
        "IllegalMove",
        "InvalidData",
        "InvalidRuleset",
        "MissingPart",
        "NotationError",
        "PluginWarning",
        "SimulationInterrupted",
        "TilerulesError",
        "UnknownRuleset",
        "WrongSeats",
    ),
    "library": (
        "action_space",
        "deal",
        "describe",
        "determinize",
        "draw_svg",
        "draw_text",
        "new_game",
        "numbers",
        "observe",
        "outcome",
        "parse_move",
        "planes",
        "score",
        "verify_deal",
    ),
    "match": ("Match",),
    "record": ("Record", "Result"),
    "registry": ("Ruleset", "check", "load", "ruleset_ids"),
    "ruleset.differences": ("Difference", "diff"),
    "ruleset.problems": ("Place", "Problem"),
    "ruleset.ruleset": ("Origin", "RulePlace"),
    "simulation.comparison": ("Change", "Comparison", "compare"),
    "simulation.estimates": ("Estimate",),
    "simulation.measures": ("Measure",),
    "simulation.playing": ("playout",),
    "simulation.running": ("simulate",),
    "simulation.summary": ("Summary",),
}
_HOME = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from tilerules.bots.policies import Policy as Policy
    from tilerules.bots.policies import greedy as greedy
    from tilerules.bots.policies import uniform as uniform
    from tilerules.bots.search import search as search
    from tilerules.engine.actions import ActionSpace as ActionSpace
    from tilerules.engine.events import Event as Event
    from tilerules.engine.events import events as events
    from tilerules.engine.moves import Move as Move
    from tilerules.engine.offers import LegalMoves as LegalMoves
    from tilerules.engine.planes import Plane as Plane
    from tilerules.engine.play import apply_move as apply_move
    from tilerules.engine.play import legal_moves as legal_moves
    from tilerules.engine.play import why_illegal as why_illegal
    from tilerules.engine.positions import Deal as Deal
    from tilerules.engine.positions import Observation as Observation
    from tilerules.engine.positions import Position as Position
    from tilerules.engine.positions import Refusal as Refusal
    from tilerules.engine.positions import State as State
    from tilerules.engine.scoring import Outcome as Outcome
    from tilerules.engine.scoring import ScoreBreakdown as ScoreBreakdown
    from tilerules.engine.scoring import ScoreLine as ScoreLine
    from tilerules.errors import BrokenPlugin as BrokenPlugin
    from tilerules.errors import IllegalMove as IllegalMove
    from tilerules.errors import InvalidData as InvalidData
    from tilerules.errors import InvalidRuleset as InvalidRuleset
    from tilerules.errors import MissingPart as MissingPart
    from tilerules.errors import NotationError as NotationError
    from tilerules.errors import PluginWarning as PluginWarning
    from tilerules.errors import SimulationInterrupted as SimulationInterrupted
    from tilerules.errors import TilerulesError as TilerulesError
    from tilerules.errors import UnknownRuleset as UnknownRuleset
    from tilerules.errors import WrongSeats as WrongSeats
    from tilerules.library import action_space as action_space
    from tilerules.library import deal as deal
    from tilerules.library import describe as describe
    from tilerules.library import determinize as determinize
    from tilerules.library import draw_svg as draw_svg
    from tilerules.library import draw_text as draw_text
    from tilerules.library import new_game as new_game
    from tilerules.library import numbers as numbers
    from tilerules.library import observe as observe
    from tilerules.library import outcome as outcome
    from tilerules.library import parse_move as parse_move
    from tilerules.library import planes as planes
    from tilerules.library import score as score
    from tilerules.library import verify_deal as verify_deal
    from tilerules.match import Match as Match
    from tilerules.record import Record as Record
    from tilerules.record import Result as Result
    from tilerules.registry import Ruleset as Ruleset
    from tilerules.registry import check as check
    from tilerules.registry import load as load
    from tilerules.registry import ruleset_ids as ruleset_ids
    from tilerules.ruleset.differences import Difference as Difference
    from tilerules.ruleset.differences import diff as diff
    from tilerules.ruleset.problems import Place as Place
    from tilerules.ruleset.problems import Problem as Problem
    from tilerules.ruleset.ruleset import Origin as Origin
    from tilerules.ruleset.ruleset import RulePlace as RulePlace
    from tilerules.simulation.comparison import Change as Change
    from tilerules.simulation.comparison import Comparison as Comparison
    from tilerules.simulation.comparison import compare as compare
    from tilerules.simulation.estimates import Estimate as Estimate
    from tilerules.simulation.measures import Measure as Measure
    from tilerules.simulation.playing import playout as playout
    from tilerules.simulation.running import simulate as simulate
    from tilerules.simulation.summary import Summary as Summary

    __version__: str
    """The version of the library, as its distribution says it."""
else:

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            value: Any = version("tilerules")
        elif name in _HOME:
            value = getattr(import_module(_HOME[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


__all__ = [
    "ActionSpace",
    "BrokenPlugin",
    "Change",
    "Comparison",
    "Deal",
    "Difference",
    "Estimate",
    "Event",
    "IllegalMove",
    "InvalidData",
    "InvalidRuleset",
    "LegalMoves",
    "Match",
    "Measure",
    "MissingPart",
    "Move",
    "NotationError",
    "Observation",
    "Origin",
    "Outcome",
    "Place",
    "Plane",
    "PluginWarning",
    "Policy",
    "Position",
    "Problem",
    "Record",
    "Refusal",
    "Result",
    "RulePlace",
    "Ruleset",
    "ScoreBreakdown",
    "ScoreLine",
    "SimulationInterrupted",
    "State",
    "Summary",
    "TilerulesError",
    "UnknownRuleset",
    "WrongSeats",
    "__version__",
    "action_space",
    "apply_move",
    "check",
    "compare",
    "deal",
    "describe",
    "determinize",
    "diff",
    "draw_svg",
    "draw_text",
    "events",
    "greedy",
    "legal_moves",
    "load",
    "new_game",
    "numbers",
    "observe",
    "outcome",
    "parse_move",
    "planes",
    "playout",
    "ruleset_ids",
    "score",
    "search",
    "simulate",
    "uniform",
    "verify_deal",
    "why_illegal",
]


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("_"))})
