"""Executors that are not as orderly as one would think."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from random import Random
from typing import Any

from tilerules.simulation.working import Report


class Shuffled(Executor):
    """Carries tasks out one by one, in any order."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.pool = ThreadPoolExecutor(1)

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: task(*given, **named)))
        self.pool.submit(self._carry_out_any)
        return future

    def _carry_out_any(self) -> None:
        future, call = self.waiting.pop(self.chance.randrange(len(self.waiting)))
        if future.set_running_or_notify_cancel():
            future.set_result(call())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.pool.shutdown(wait=wait, cancel_futures=cancel_futures)


class Watched(Executor):
    """Hands tasks on to another executor, and knows what has come of them."""

    def __init__(self, inner: Executor) -> None:
        self.inner = inner
        self.futures: list[Future[Report]] = []
        self.most = 0

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future = self.inner.submit(task, *given, **named)
        self.futures.append(future)
        self.most = max(self.most, sum(not each.done() for each in self.futures))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait=wait, cancel_futures=cancel_futures)

    def finished(self) -> set[int]:
        """The numbers of the games that workers have reported, each once."""
        found = [
            number
            for future in self.futures
            if not future.cancelled() and not future.exception()
            for start, stop in future.result().summary.played
            for number in range(start, stop)
        ]
        assert len({*found}) == len(found)
        return {*found}
