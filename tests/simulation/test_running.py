"""Many games, in this process and in threads: what they come to, and how they end too early."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import reduce
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.house.shelf import house
from tests.simulation.executors import Shuffled, Watched
from tests.simulation.naive import counted, numbers_of, sources, told
from tests.simulation.policies import (
    Named,
    do_nothing,
    fail,
    interrupt,
    leave,
    odd_in,
    raised_by,
)
from tilerules.simulation import running, working
from tilerules.simulation.running import simulate
from tilerules.simulation.summary import Result, joined, summed_up
from tilerules.simulation.working import Plan, carry_out

TULIPS = tr.load("tulips")
GAMES = 30


def expected(games: int = GAMES, policy: tr.Policy = tr.uniform) -> dict[str, Any]:
    """What so many games of Gift of Tulips with two seats come to."""
    return counted(TULIPS, 2, range(games), [policy] * 2, 1)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task goes on for one game."""
    monkeypatch.setattr(working, "SECONDS", 0)


def stopped(*given: Any, **named: Any) -> tr.SimulationInterrupted:
    """How a simulation ends before its time."""
    with pytest.raises(tr.SimulationInterrupted) as caught:
        simulate(*given, **named)
    return caught.value


# ---- what comes out -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "seats", "games"),
    [
        (tr.load("serendipity-small"), 2, 3),
        (tr.load("flowers"), 1, 4),
        (TULIPS, 6, 4),
        (house("serendipity-partners"), 4, 2),
        (house("flowers-for-one"), 1, 12),
        (house("serendipity-twelve-turns"), 3, 3),
    ],
)
def test_a_simulation_is_its_games_added_up(ruleset: tr.Ruleset, seats: int, games: int) -> None:
    done = simulate(ruleset, seats, games, tr.uniform, seed=b"seed")
    assert told(done) == counted(ruleset, seats, range(games), [tr.uniform] * seats, b"seed")
    assert (done.ruleset, done.digest) == (ruleset.id, ruleset.digest)
    assert (done.played, done.games) == (((0, games),), games)
    assert (done.policies, done.seed) == (("uniform",) * seats, "bytes 73656564")


def test_games_of_all_sorts_are_among_them() -> None:
    """Partners win together, a player alone may lose, and a limit may end a game."""
    partners = simulate(house("serendipity-partners"), 4, 2, tr.uniform, seed=b"seed")
    assert {sharing for wins in partners.wins for sharing, _ in wins} == {2}
    alone = simulate(house("flowers-for-one"), 1, 12, tr.uniform, seed=b"seed")
    assert sum(games for _, games in alone.wins[0]) < 12
    limited = simulate(house("serendipity-twelve-turns"), 3, 3, tr.uniform, seed=b"seed")
    assert limited.cut_short == 3


def test_policies_sit_where_they_are_put() -> None:
    done = simulate(TULIPS, 2, 12, [tr.greedy, tr.uniform], seed=-3)
    assert told(done) == counted(TULIPS, 2, range(12), [tr.greedy, tr.uniform], -3)
    assert (done.policies, done.seed) == (("greedy", "uniform"), -3)
    assert sum(games for _, games in done.wins[0]) > 9


def test_a_seed_may_be_any_number() -> None:
    for seed, words in ((10**18, 10**18), (10**18 + 1, "int de0b6b3a7640001"), (b"", "bytes ")):
        done = simulate(TULIPS, 2, 2, tr.uniform, seed=seed)
        assert told(done) == counted(TULIPS, 2, range(2), [tr.uniform] * 2, seed)
        assert done.seed == words


# ---- it does not depend on who plays --------------------------------------------------------


@pytest.mark.usefixtures("hurried")
def test_the_length_of_tasks_does_not_matter() -> None:
    assert told(simulate(TULIPS, 2, GAMES, tr.uniform, seed=1)) == expected()


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_play_the_same_games(threads: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        done = simulate(TULIPS, 2, GAMES, tr.uniform, seed=1, executor=pool)
    assert told(done) == expected()


@pytest.mark.parametrize("under_way", [4, 9, 256])
@pytest.mark.parametrize("seconds", [0.0, 0.01, 1.0])
def test_the_order_of_tasks_does_not_matter(
    seconds: float, under_way: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "SECONDS", seconds)
    monkeypatch.setattr(running, "UNDER_WAY", under_way)
    with Watched(Shuffled(under_way)) as executor:
        done = simulate(TULIPS, 2, GAMES, tr.uniform, seed=1, executor=executor)
    assert told(done) == expected()
    assert done.played == ((0, GAMES),)
    assert executor.finished() == {*range(GAMES)}
    assert executor.most <= under_way
    sizes = [
        len(range(*played)) for each in executor.futures for played in each.result().summary.played
    ]
    assert sum(sizes) == GAMES


# ---- progress -------------------------------------------------------------------------------


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(2), Shuffled(1)])
def test_progress_is_told(executor: Executor | None) -> None:
    calls = list[tuple[int, int]]()
    simulate(
        TULIPS,
        2,
        GAMES,
        tr.uniform,
        seed=1,
        executor=executor,
        progress=lambda done, games: calls.append((done, games)),
    )
    assert (calls[0], calls[-1]) == ((0, GAMES), (GAMES, GAMES))
    assert calls == sorted(calls)
    assert {games for _, games in calls} == {GAMES}
    assert len(calls) > 3


# ---- a policy fails -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (fail, rf"game 7: SaidBadly: red:\n\x1b[31mhot\x1b[0m\nend; {raised_by(7, fail)}"),
        (leave, "game 7: SystemExit: 3"),
    ],
)
def test_a_policy_that_fails(act: Callable[[], None], problem: str) -> None:
    """The games before it are kept; what was raised is told, and where it came from."""
    error = stopped(TULIPS, 2, GAMES, odd_in(7, act), seed=1)
    assert (error.problem, error.games, error.earlier) == (problem, GAMES, None)
    assert str(error) == f"{problem}; 7 of {GAMES} games were played"
    assert error.summary.played == ((0, 7),)
    assert told(error.summary) == expected(7, odd_in(7, do_nothing))
    [trace] = error.__notes__
    assert "Traceback (most recent call last)" in trace
    assert f"in {act.__name__}\n" in trace
    assert (raised_by(7, fail) in trace) == (act is fail)


def test_a_policy_that_gives_no_move_or_one_that_is_not_legal() -> None:
    """Whose it was and when stands in the message."""

    def silent(seen: tr.Observation, chance: Random) -> Any:
        return None if seen.ply else tr.uniform(seen, chance)

    error = stopped(TULIPS, 2, GAMES, [tr.uniform, silent], seed=1)
    assert re.fullmatch(
        r"game 0: TypeError: at ply 1 the policy `\S+silent` of seat 1 gave None; a policy returns "
        r"a Move, one of legal_moves\(observation\); 0 of 30 games were played",
        str(error),
    )
    error = stopped(TULIPS, 2, GAMES, lambda seen, chance: tr.Move("keep"), seed=1)
    assert re.match(
        r"game 0: IllegalMove: at ply 0 the policy `\S+<lambda>` of seat 0 gave 'keep': ",
        error.problem,
    )


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("seed", range(4))
def test_a_policy_that_fails_elsewhere_costs_no_finished_game(seed: int) -> None:
    with Watched(Shuffled(seed)) as executor:
        error = stopped(TULIPS, 2, GAMES, odd_in(7, fail), seed=1, executor=executor)
    played = numbers_of(error.summary)
    assert {*played} == executor.finished()
    assert 7 not in played
    assert told(error.summary) == counted(TULIPS, 2, played, [odd_in(7, do_nothing)] * 2, 1)
    assert error.problem.startswith("game 7: SaidBadly: ")
    assert "in fail\n" in error.__notes__[0]


def test_the_games_of_a_task_before_and_after_the_one_that_failed() -> None:
    """A task that cannot be finished gives its games back, and none of them is lost."""
    with Watched(ThreadPoolExecutor(1)) as executor:
        error = stopped(TULIPS, 2, 900, odd_in(7, fail), seed=1, executor=executor)
    assert error.summary.played[0] == (0, 7)
    assert {*numbers_of(error.summary)} == executor.finished()


# ---- interruptions --------------------------------------------------------------------------


def test_a_policy_that_is_interrupted_here() -> None:
    error = stopped(TULIPS, 2, GAMES, odd_in(7, interrupt), seed=1)
    assert str(error) == f"interrupted; 7 of {GAMES} games were played"
    assert told(error.summary) == expected(7, odd_in(7, do_nothing))
    assert not hasattr(error, "__notes__")


def test_a_policy_that_is_interrupted_in_a_thread() -> None:
    with Watched(Shuffled(1)) as executor:
        error = stopped(TULIPS, 2, GAMES, odd_in(7, interrupt), seed=1, executor=executor)
    assert error.problem == "interrupted"
    assert {*numbers_of(error.summary)} == executor.finished() != {*range(GAMES)}


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("raised", [KeyboardInterrupt(), ValueError("no ink")])
@pytest.mark.parametrize("threads", [0, 2])
def test_progress_that_is_interrupted_or_fails(raised: BaseException, threads: int) -> None:
    def progress(done: int, games: int) -> None:
        if done > 4:
            raise raised

    executor = Watched(ThreadPoolExecutor(threads)) if threads else None
    error = stopped(TULIPS, 2, GAMES, tr.uniform, seed=1, executor=executor, progress=progress)
    played = numbers_of(error.summary)
    if executor:
        executor.shutdown()
        assert {*played} == executor.finished()
    else:
        assert played == [*range(5)]
    assert told(error.summary) == counted(TULIPS, 2, played, [tr.uniform] * 2, 1)
    if isinstance(raised, ValueError):
        assert error.problem == "`progress` failed: ValueError: no ink"
        assert "no ink" in error.__notes__[0]
    else:
        assert error.problem == "interrupted"


def test_what_else_progress_raises_passes_through() -> None:
    def progress(done: int, games: int) -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit), Watched(ThreadPoolExecutor(1)) as executor:
        simulate(TULIPS, 2, 900, tr.uniform, seed=1, executor=executor, progress=progress)
    assert executor.futures == []


class Interruptions:
    """An interruption at a line of some functions, the one that is reached when so many were."""

    def __init__(self, functions: Sequence[Any], after: int) -> None:
        self.codes = {function.__code__ for function in functions}
        self.left = after

    def __enter__(self) -> None:
        self.before = sys.gettrace()
        sys.settrace(self.watch)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)

    def watch(self, frame: Any, event: str, _: object) -> Any:
        return self.at_line if frame.f_code in self.codes else None

    def at_line(self, frame: Any, event: str, _: object) -> Any:
        if event == "line":
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self.at_line


KEEPING = (
    running._Run.play_here,
    running._Run.keep,
    joined,
    working.Task.go_on,
    working.Task.report,
    summed_up,
)


@pytest.mark.usefixtures("hurried")
def test_wherever_an_interruption_comes_no_game_is_lost_or_counted_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes at every line of what keeps the games, one after another."""
    finished = list[Result]()
    result_of = Result.of

    def finish(game: Any) -> Result:
        finished.append(result_of(game))
        return finished[-1]

    monkeypatch.setattr(Result, "of", finish)
    after = 0
    while True:
        after += 1
        finished.clear()
        error = interrupted(after)
        if error is None:
            break
        assert error.problem == "interrupted"
        assert numbers_of(error.summary) == [*range(len(finished))]
        assert told(error.summary) == expected(len(finished))
    assert after > 60


def interrupted(after: int) -> tr.SimulationInterrupted | None:
    """How three games end if an interruption comes after so many lines, if it does."""
    try:
        with Interruptions(KEEPING, after):
            simulate(TULIPS, 2, 3, tr.uniform, seed=1)
    except tr.SimulationInterrupted as error:
        return error
    return None


# ---- executors that fail --------------------------------------------------------------------


class Failing(Executor):
    """Carries tasks out at once; from one task on, something else becomes of them."""

    def __init__(self, after: int, fails: Callable[[Future[Any]], None]) -> None:
        self.left = after
        self.fails = fails

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left -= 1
        if self.left >= 0:
            future.set_result(task(*given, **named))
        else:
            self.fails(future)
        return future


def is_shut_down(future: Future[Any]) -> None:
    raise RuntimeError("cannot schedule new futures after shutdown")


def cannot_serialize(future: Future[Any]) -> None:
    raise TypeError("cannot pickle '_thread.lock' object")


def sends_nothing(future: Future[Any]) -> None:
    future.set_exception(AttributeError("Can't pickle local object 'f.<locals>.g'"))


def breaks(future: Future[Any]) -> None:
    future.set_exception(OSError("the cable is cut."))


def leaves(future: Future[Any]) -> None:
    future.set_exception(SystemExit(1))


def takes_back(future: Future[Any]) -> None:
    future.cancel()
    future.set_running_or_notify_cancel()


HINT = (
    "; rules and policies are pickled for other processes, so a policy is to be a function at the "
    "top of a module, or a partial of one"
)
NONE_TAKES = "no worker takes a game: "
FAILURES: dict[Callable[[Future[Any]], None], str] = {
    is_shut_down: f"{NONE_TAKES}RuntimeError: cannot schedule new futures after shutdown",
    cannot_serialize: f"{NONE_TAKES}TypeError: cannot pickle '_thread.lock' object{HINT}",
    sends_nothing: f"AttributeError: Can't pickle local object 'f.<locals>.g'{HINT}",
    breaks: "a worker failed: OSError: the cable is cut; games lost: 2 to 29",
    leaves: "a worker failed: SystemExit: 1; games lost: 2 to 29",
    takes_back: "a worker failed: CancelledError; games lost: 2 to 29",
}


@pytest.mark.parametrize(
    ("fails", "problem"), FAILURES.items(), ids=[each.__name__ for each in FAILURES]
)
def test_an_executor_that_fails(fails: Callable[[Future[Any]], None], problem: str) -> None:
    """The games that were played before are kept, and it is told why the others were not."""
    error = stopped(TULIPS, 2, GAMES, tr.uniform, seed=1, executor=Failing(2, fails))
    assert error.problem == problem
    assert told(error.summary) == expected(2)
    again = simulate(TULIPS, 2, GAMES, tr.uniform, seed=1, resume=error.summary)
    assert told(again) == expected()


def test_of_many_games_that_are_lost_some_are_told() -> None:
    run = running._begun(Plan(TULIPS, (tr.uniform,) * 2, 1, "a run"), GAMES, None)
    run.note("the cable is cut")
    for lost, told_of in (
        ([(12, 13)], "12"),
        ([(9, 11), (12, 13)], "9 to 10 and 12"),
        ([(20, 21), (3, 4), (4, 7), (9, 11), (12, 13)], "3 to 6, 9 to 10, 12 and others"),
    ):
        run.lost = lost
        assert run.interruption().problem == f"the cable is cut; games lost: {told_of}"


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("ends_by", ["a failure", "a second interruption"])
def test_a_task_that_does_not_end_is_not_waited_for(
    ends_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it comes to later counts as not played."""
    at_last, twice = threading.Event(), ends_by == "a second interruption"
    monkeypatch.setattr(running, "GRACE", 60 if twice else 0.05)
    draws = {sources(number, 1, 2)[0].getrandbits(64): number for number in range(GAMES)}

    def stuck(observation: tr.Observation, random: Random) -> tr.Move:
        number = draws[random.getrandbits(64)] if observation.ply == 0 else None
        if number == 2:
            assert at_last.wait(60)
        if number == 3:
            raise KeyboardInterrupt if twice else ValueError("game three")
        return tr.uniform(observation, random)

    def interrupted(*given: Any, **named: Any) -> Any:
        raise KeyboardInterrupt

    if twice:
        monkeypatch.setattr(running, "wait", interrupted)
    with Watched(ThreadPoolExecutor(2)) as executor:
        error = stopped(TULIPS, 2, GAMES, stuck, seed=1, executor=executor)
        assert not at_last.is_set()
        at_last.set()
    problem = error.problem.partition("; at ply 0 ")[0]
    assert problem == ("interrupted" if twice else "game 3: ValueError: game three")
    assert {2, 3}.isdisjoint(numbers_of(error.summary))
    assert {2} <= executor.finished() - {*numbers_of(error.summary)}


# ---- going on -------------------------------------------------------------------------------


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("threads", [0, 2])
def test_an_interrupted_simulation_goes_on_to_the_same_end(threads: int) -> None:
    """Through JSON, with another executor, and interrupted once more."""
    whole = simulate(TULIPS, 2, GAMES, odd_in(3, do_nothing), seed=1)
    calls = list[int]()

    def progress(done: int, games: int) -> None:
        calls.append(done)
        if len(calls) in (4, 9):
            raise KeyboardInterrupt

    executor = Shuffled(3)
    error = stopped(
        TULIPS, 2, GAMES, odd_in(3, do_nothing), seed=1, executor=executor, progress=progress
    )
    first = tr.Summary.from_json(error.summary.to_json())
    error = stopped(
        TULIPS, 2, GAMES, odd_in(3, do_nothing), seed=1, resume=first, progress=progress
    )
    second = error.summary
    assert first.games < second.games < GAMES
    assert {*numbers_of(first)} < {*numbers_of(second)}
    pool = ThreadPoolExecutor(threads) if threads else None
    done = simulate(
        TULIPS,
        2,
        GAMES,
        odd_in(3, do_nothing),
        seed=1,
        resume=second,
        executor=pool,
        progress=progress,
    )
    assert done == whole
    assert (calls[4], calls[-1]) == (first.games, GAMES)


def test_games_that_are_over_are_not_played_again() -> None:
    """More games may be added to what is finished."""
    whole, calls = simulate(TULIPS, 2, GAMES, Named(3), seed=1), list[object]()

    class Watched(Named):
        def choose(self, observation: tr.Observation, random: Random) -> tr.Move:
            calls.append(observation)
            return super().choose(observation, random)

    assert simulate(TULIPS, 2, GAMES, Watched(3), seed=1, resume=whole) == whole
    assert calls == []
    few = simulate(TULIPS, 2, GAMES - 1, Named(3), seed=1)
    assert simulate(TULIPS, 2, GAMES, Watched(3), seed=1, resume=few) == whole
    assert len(calls) == whole.plies[0][0]


def test_what_was_not_played_is_played() -> None:
    """Wherever the gaps are."""
    parts = [
        carry_out(Plan(TULIPS, (tr.uniform,) * 2, 1, "a run"), range(*part)).summary
        for part in ((3, 5), (8, 9), (20, 30))
    ]
    some = reduce(joined, parts)
    assert some.played == ((3, 5), (8, 9), (20, 30))
    assert told(simulate(TULIPS, 2, 30, tr.uniform, seed=1, resume=some)) == expected(30)


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({"seed": 2}, "its seed is 1"),
        ({"seed": b"1"}, "its seed is 1"),
        ({"ruleset": tr.load("tulips-full-hand")}, "its digest is 'ef8d3678"),
        ({"seats": 3, "policies": tr.uniform}, "its seats is 2"),
        ({"policies": tr.greedy}, "its policies is ('uniform', 'uniform')"),
        ({"games": 4}, "`resume` has game 4, and there are to be 4 games"),
    ],
)
def test_other_games_are_not_gone_on_with(named: dict[str, Any], problem: str) -> None:
    done = simulate(TULIPS, 2, 5, tr.uniform, seed=1)
    given: dict[str, Any] = {
        "ruleset": TULIPS,
        "seats": 2,
        "games": 9,
        "policies": tr.uniform,
        "seed": 1,
    }
    assert simulate(**given, resume=done).games == 9
    with pytest.raises(ValueError, match=re.escape(problem)):
        simulate(**{**given, **named}, resume=done)


# ---- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({"executor": 4}, "expected an executor, as ProcessPoolExecutor(4), not 4"),
        (
            {"executor": ThreadPoolExecutor},
            "expected an executor, as ProcessPoolExecutor(4), not <class 'concurrent.futures.",
        ),
        ({"progress": True}, "`progress` is a callable, as print, not True"),
        ({"resume": {}}, "`resume` is a Summary, as the error of an interruption holds it"),
    ],
)
def test_what_is_of_another_kind(named: dict[str, Any], problem: str) -> None:
    def unasked(seen: tr.Observation, chance: Random) -> tr.Move:
        raise AssertionError("a game was played")

    with pytest.raises(TypeError, match=f"^{re.escape(problem)}"):
        simulate(TULIPS, 2, GAMES, unasked, seed=1, **named)
    if "resume" not in named:
        with pytest.raises(TypeError, match=f"^{re.escape(problem)}"):
            tr.compare(TULIPS, tr.load("tulips-thanks"), 2, GAMES, unasked, seed=1, **named)


@pytest.mark.parametrize("games", [0, -1, 2.0, True, "3", None])
def test_a_number_of_games_that_cannot_be(games: Any) -> None:
    with pytest.raises(ValueError, match="expected a number of games, at least 1, not "):
        simulate(TULIPS, 2, games, tr.uniform, seed=1)


@pytest.mark.parametrize("seed", [None, 1.5, "1", True])
def test_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or bytes"):
        simulate(TULIPS, 2, 1, tr.uniform, seed=seed)


def test_seats_and_policies_that_cannot_be() -> None:
    with pytest.raises(tr.WrongSeats):
        simulate(TULIPS, 1, 1, tr.uniform, seed=1)
    with pytest.raises(ValueError, match="a policy for each of 2 seats"):
        simulate(TULIPS, 2, 1, [tr.uniform] * 3, seed=1)
    with pytest.raises(TypeError, match="a policy is a callable"):
        simulate(TULIPS, 2, 1, [tr.uniform, 3], seed=1)  # type: ignore[list-item]
