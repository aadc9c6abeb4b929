"""Which names stand on which page of the reference, in the order in which one meets them."""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """A page with names of one module.

    Attributes:
        path: below `reference/modules`, without its ending.
        title: in the navigation; the name of the module, unless that is `tilerules`.
        words: what the page is about, in Markdown.
        names: of the module, divided by spaces.
        module: where they are imported from.
    """

    path: str
    title: str
    words: str
    names: str
    module: str = "tilerules"


LIBRARY = (
    Topic(
        "library/rules",
        "Rules",
        "A card becomes a `Ruleset`: resolved, checked, and with the place where each value was "
        "set. All else begins with one.",
        "load check ruleset_ids Ruleset Origin RulePlace describe diff Difference Problem Place",
    ),
    Topic(
        "library/play",
        "Play",
        "Pure functions on frozen states: which moves are legal, what one leads to, and why one is "
        "refused. Those that take a `Position` take a `State` and an `Observation` alike.",
        "new_game State Position legal_moves LegalMoves Move parse_move apply_move why_illegal "
        "Refusal",
    ),
    Topic(
        "library/hidden",
        "Hidden information",
        "A state is the whole truth. What one viewer may know of it is an `Observation`, and what "
        "one viewer has seen happen is a row of events.",
        "observe Observation determinize events Event",
    ),
    Topic(
        "library/deals",
        "Deals",
        "All chance of a game lies in its deal. A deal can be drawn from a seed, written by hand, "
        "and committed to before a game.",
        "deal Deal verify_deal",
    ),
    Topic(
        "library/scores",
        "Scores and outcomes",
        "What each seat has, line by line with the rule behind each line, and how a game ended.",
        "score ScoreBreakdown ScoreLine outcome Outcome",
    ),
    Topic(
        "library/saving",
        "Saving",
        "A game, or several in a row, as data that last. Single states, observations, moves and so "
        "on are written by their own `to_data` and `to_json`, which stand with each class.",
        "Record Result Match",
    ),
    Topic(
        "library/showing",
        "Showing",
        "Pictures of the table as text and as SVG. A state is drawn as a spectator sees it, an "
        "observation as its viewer does.",
        "draw_text draw_svg",
    ),
    Topic(
        "library/policies",
        "Policies and many games",
        "A policy decides on a move from what its seat may know. Games that policies play are "
        "summed up, with intervals.",
        "Policy uniform greedy search playout simulate Summary Measure Estimate",
    ),
    Topic(
        "library/comparing",
        "Comparing",
        "Two rulesets side by side: the rules in which they differ, and what that does to the "
        "game.",
        "compare Comparison Change",
    ),
    Topic(
        "library/numbers",
        "Moves and observations as numbers",
        "For programs that learn: a number for every move that can ever be made, and a row of "
        "numbers of fixed length for an observation.",
        "action_space ActionSpace planes Plane numbers",
    ),
    Topic(
        "library/errors",
        "Errors and version",
        "What goes wrong by a caller's doing is a `TilerulesError`, with fields. A value that can "
        "never be right, such as a seat that is not there, is a `ValueError` of Python, and an "
        "argument of a wrong kind a `TypeError`.",
        "TilerulesError InvalidRuleset UnknownRuleset WrongSeats IllegalMove NotationError "
        "InvalidData SimulationInterrupted MissingPart BrokenPlugin PluginWarning __version__",
    ),
)
"""The names of `tilerules` itself."""

GAMES = (
    Topic(
        "games/serendipity",
        "tilerules.games.serendipity",
        "What the states, observations, deals and events of *Serendipity* have beyond those of all "
        "games. `isinstance(state, serendipity.State)` tells a type checker which game it is.",
        "State Observation Cells Cell Shown Deal Event ColourChosen TurnedUp TurnedBack Rotated "
        "Exchanged REVISION",
        "tilerules.games.serendipity",
    ),
    Topic(
        "games/flowers",
        "tilerules.games.flowers",
        "What the states, observations, deals and events of *Flowers* have beyond those of all "
        "games.",
        "State Observation Stacks Turned Deal Event Taken Placed Covered Discarded TurnedUp Swept "
        "REVISION",
        "tilerules.games.flowers",
    ),
    Topic(
        "games/tulips",
        "tilerules.games.tulips",
        "What the states, observations, deals and events of *Gift of Tulips* have beyond those of "
        "all games.",
        "State Observation Deal Event StartKept BouquetBegun PutAway Drawn Kept Given Added "
        "AddedSecretly Scored Ranked EndDrawn REVISION",
        "tilerules.games.tulips",
    ),
)
"""The public modules of the bundled games."""

BESIDE = (
    Topic(
        "beside/testing",
        "tilerules.testing",
        "What tests of programs and of games can use: random cards for Hypothesis, and all laws "
        "that a game is held to. It needs the extra `test`.",
        "check_game cards tables Card Secrets Played",
        "tilerules.testing",
    ),
    Topic(
        "beside/pettingzoo",
        "tilerules.adapters.pettingzoo",
        "The games as environments of PettingZoo, in which seats act one after another. It needs "
        "the extra `pettingzoo`; [a guide](../../../guides/pettingzoo.md) shows it at work.",
        "env raw_env Action",
        "tilerules.adapters.pettingzoo",
    ),
    Topic(
        "beside/gymnasium",
        "tilerules.adapters.gymnasium",
        "Games for one player as an environment of Gymnasium, which knows it as "
        "`tilerules/Solo-v0` once this module is imported. It needs the extra `pettingzoo`.",
        "SoloEnv ID",
        "tilerules.adapters.gymnasium",
    ),
    Topic(
        "beside/openspiel",
        "tilerules.adapters.openspiel",
        "The games as Python games of OpenSpiel, as `tilerules_serendipity`, which are registered "
        "when this module is imported. It needs the extra `openspiel`; "
        "[a guide](../../../guides/openspiel.md) shows it at work.",
        "game_string Game State NO_SEED LARGEST_SEED SEED_BYTES",
        "tilerules.adapters.openspiel",
    ),
)
"""Modules beside the library, each with an extra of its own."""

AUTHORS = (
    Topic(
        "authors/protocol",
        "tilerules.engine.protocol",
        "What a game must offer: one value, in which all its functions stand. "
        "[Adding a game](../../../guides/adding-a-game.md) walks through one.",
        "Game",
        "tilerules.engine.protocol",
    ),
    Topic(
        "authors/simple",
        "tilerules.engine.simple",
        "What small games are made of, in which a turn is one move, and data are fields.",
        "Deal Table TURN after_turn replaced made_of fields_of data_of_fields",
        "tilerules.engine.simple",
    ),
    Topic(
        "authors/positions",
        "tilerules.engine.positions",
        "The rules of a game for one number of seats. `Deal`, `Position`, `State`, `Observation` "
        "and `Refusal` stand here too, and are those of `tilerules`.",
        "Rules rules_for",
        "tilerules.engine.positions",
    ),
    Topic(
        "authors/shared",
        "tilerules.engine.shared.rules",
        "What a card says in the blocks that all games share.",
        "shared Shared Use Ends Goal",
        "tilerules.engine.shared.rules",
    ),
    Topic(
        "authors/offers",
        "tilerules.engine.offers",
        "Blocks of moves, and which of their places are open. A game offers runs, and never lists "
        "its legal moves, unless the same few come again and again.",
        "Block MoveList MovePairs Runs ListedRuns Places Pairs Product",
        "tilerules.engine.offers",
    ),
    Topic(
        "authors/moves",
        "tilerules.engine.moves",
        "How a move in notation is read, word by word. `Move` is that of `tilerules`.",
        "Words",
        "tilerules.engine.moves",
    ),
    Topic(
        "authors/events",
        "tilerules.engine.events",
        "The kinds of events that every game has, and what a game needs for kinds of its own.",
        "Moved TurnEnded Used EndCame Due Ended KINDS by_kind mover turn_ended",
        "tilerules.engine.events",
    ),
    Topic(
        "authors/scoring",
        "tilerules.engine.scoring",
        "How a game is ranked, with tie-breaks. `ScoreLine`, `ScoreBreakdown` and `Outcome` are "
        "those of `tilerules`.",
        "outcome Criterion handicap_lines",
        "tilerules.engine.scoring",
    ),
    Topic(
        "authors/describing",
        "tilerules.engine.describing",
        "How a card is told in sentences.",
        "Values Sentence Told sentences",
        "tilerules.engine.describing",
    ),
    Topic(
        "authors/checking",
        "tilerules.ruleset.checking",
        "What a schema cannot say about a card.",
        "Check",
        "tilerules.ruleset.checking",
    ),
    Topic(
        "authors/source",
        "tilerules.data.source",
        "How data that may be wrong are read, so that each fault is named by its path.",
        "Source LARGEST",
        "tilerules.data.source",
    ),
    Topic(
        "authors/shuffle",
        "tilerules.table.shuffle",
        "The stream that all chance comes from; [a guide](../../../guides/deals.md) describes it, "
        "byte by byte.",
        "Stream SALT_BYTES",
        "tilerules.table.shuffle",
    ),
    Topic(
        "authors/planes",
        "tilerules.engine.planes",
        "What the module `planes` of a game builds observations as numbers of. `Plane` is that of "
        "`tilerules`.",
        "Part Filled common single from_viewer seats_from_viewer within",
        "tilerules.engine.planes",
    ),
    Topic(
        "authors/bounds",
        "tilerules.engine.bounds",
        "How long a game can last, and how many points it can bring: what its module `bounds` "
        "says, and what follows from it.",
        "Terms Bounds bounds_of",
        "tilerules.engine.bounds",
    ),
)
"""The modules that authors of games use."""

TOPICS = (*LIBRARY, *GAMES, *BESIDE, *AUTHORS)
