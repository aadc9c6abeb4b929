"""What holds of the states that are drawn for an observation."""

from __future__ import annotations

from tilerules import library
from tilerules.engine.positions import Observation, State
from tilerules.ruleset.ruleset import Ruleset
from tilerules.testing.chance import uneven
from tilerules.testing.channels import of_state, of_viewer
from tilerules.testing.positions import hold, written_and_read

DRAWS = 300
LIKELY = 1e-4


def fits(seen: Observation, seed: int | bytes) -> State:
    """A state that looks like the observation, can lie on a table, and depends on nothing else."""
    state, viewer = library.determinize(seen, seed), seen.viewer
    again = library.observe(state, viewer)
    same = (again, hash(again), again.to_data()) == (seen, hash(seen), seen.to_data())
    hold(same, f"what is drawn for viewer {viewer} looks otherwise to it")
    read = written_and_read(state)
    same = (read, hash(read), read.to_data()) == (state, hash(state), state.to_data())
    hold(same, f"what is drawn for viewer {viewer} is another state when it is read back")
    other = seed + 1 if isinstance(seed, int) else seed + b"+"
    elsewhere = library.observe(library.determinize(seen, other), viewer)
    for each in (seen, written_and_read(seen), elsewhere):
        same = library.determinize(each, seed) == state
        hold(same, f"what is drawn for viewer {viewer} depends on more than what it sees")
    return state


def fits_all_viewers(at: State, seed: int | bytes) -> None:
    """What is drawn for a viewer fits; whatever it asks, that answers as the true state does."""
    for viewer in (*range(at.seats), None):
        drawn = fits(library.observe(at, viewer), seed)
        true, guessed = of_viewer(at, viewer), of_viewer(drawn, viewer)
        if viewer is None:
            true, guessed = {**true, **of_state(at)}, {**guessed, **of_state(drawn)}
        differ = [key for key in true if true[key] != guessed[key]]
        hold(not differ, f"viewer {viewer} gets more than it sees by: {', '.join(differ)}")


# ---- all that fit are equally likely --------------------------------------------------------


def as_likely_as_dealt(ruleset: Ruleset, seats: int, *, draws: int = DRAWS) -> None:
    """What is drawn for a viewer of the first positions of many games lies as it does in these."""
    games = [library.new_game(ruleset, seats, seed=seed) for seed in range(draws)]
    dealt = [game.to_data() for game in games]
    for viewer in (None, 0, seats - 1):
        seen = [library.observe(game, viewer) for game in games]
        drawn = [library.determinize(each, draws + seed) for seed, each in enumerate(seen)]
        path = uneven(dealt, [state.to_data() for state in drawn], likely=LIKELY)
        hold(path is None, f"what is drawn for viewer {viewer} lies otherwise than dealt at {path}")


def as_likely_to_all(at: State, *, draws: int = DRAWS) -> None:
    """What is drawn for a seat that sees what was drawn for a spectator lies as that does."""
    seen = library.observe(at, None)
    states = [library.determinize(seen, seed) for seed in range(draws)]
    data = [state.to_data() for state in states]
    for seat in (0, at.seats - 1):
        views = [library.observe(state, seat) for state in states]
        drawn = [library.determinize(view, draws + seed) for seed, view in enumerate(views)]
        path = uneven(data, [state.to_data() for state in drawn], likely=LIKELY)
        hold(path is None, f"seat {seat} is drawn other things than a spectator at {path}")
