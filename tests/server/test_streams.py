"""Streams of any length: their reader sets the speed, and a slow one holds nothing up."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from server import streams
from server.answers import Stream
from server.pace import Pace
from server.streams import Streams
from tests.server.peculiar import PATIENCE

PART = b"x" * 50_000
PARTS = 60
LIMIT = 3 * len(PART)
# a pipe's and the part that is on its way into it
ON_THE_WAY = 64 * 1024 * 2


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LIMIT", LIMIT)
    monkeypatch.setattr(streams, "RESTING", 2)


class Peer:
    """Granian with a connection: takes of an answer what the test reads."""

    def __init__(self) -> None:
        self.refused = 0
        self._end: int | None = None

    def response_file(self, _status: int, _headers: Any, path: str) -> None:
        self._end = os.open(path, os.O_RDONLY)

    def response_bytes(self, _status: int, _headers: Any, _body: bytes) -> None:
        raise AssertionError("the answers of these tests are long")

    def response_str(self, status: int, _headers: Any, _body: str) -> None:
        self.refused = status

    async def read(self) -> bytes:
        """All that comes until the end."""
        await until(lambda: self._end is not None)
        assert self._end is not None
        end, self._end = self._end, None
        with open(end, "rb") as answer:  # noqa: PTH123 (of a pipe)
            return await asyncio.to_thread(answer.read)


class Made:
    """Counts the parts of a stream that are made."""

    def __init__(self, number: int = PARTS, *, rests: bool = True) -> None:
        self.number = 0
        self.is_closed = False
        self.stream = Stream(200, [], self._parts(number), self._close, is_made=False, rests=rests)

    def _parts(self, number: int) -> Iterator[bytes]:
        for self.number in range(1, number + 1):
            yield PART

    def _close(self) -> None:
        self.is_closed = True


class Scope:
    server = client = "127.0.0.1:1"


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


def resting(served: Streams) -> int:
    """How many streams wait for their readers."""
    return sum(spool.waits_since is not None for spool in served._resting)


def sent(served: Streams, made: Made, peer: Peer) -> "asyncio.Task[None]":
    proto: Any = peer
    scope: Any = Scope
    return asyncio.create_task(served.send(made.stream, proto, scope))


async def at_rest(served: Streams, number: int) -> AsyncIterator[tuple[Made, Peer, "asyncio.Task[None]"]]:
    """Streams whose readers read nothing, one after another."""
    for count in range(1, number + 1):
        made, peer = Made(), Peer()
        task = sent(served, made, peer)
        await until(lambda count=count: resting(served) == count)  # type: ignore[misc]
        yield made, peer, task


def test_a_slow_reader_gets_all_of_a_stream_that_is_much_longer_than_what_may_wait() -> None:
    async def run() -> None:
        served = Streams(asyncio.get_running_loop())
        ((made, peer, task),) = [each async for each in at_rest(served, 1)]
        assert made.number * len(PART) <= LIMIT + len(PART) + ON_THE_WAY, "it is made no faster than it is read"
        assert await peer.read() == PART * PARTS
        await task
        await until(lambda: made.is_closed)
        assert (served._budget.held, served._resting) == (0, set())

    asyncio.run(run())


def test_streams_that_rest_hold_neither_the_makers_nor_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    given_back: list[None] = []
    monkeypatch.setattr(streams, "MAKERS", 1)
    monkeypatch.setattr(streams, "close_old_connections", lambda: given_back.append(None))

    async def run() -> None:
        served = Streams(asyncio.get_running_loop())
        slow = [each async for each in at_rest(served, 2)]
        assert len(given_back) >= 2
        quick, reader = Made(rests=False), Peer()
        task = sent(served, quick, reader)
        assert await reader.read() == PART * PARTS
        await task
        for _, peer, slow_task in slow:
            assert await peer.read() == PART * PARTS
            await slow_task

    asyncio.run(run())


def test_when_all_places_are_taken_the_one_that_has_waited_longest_is_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut: list[str] = []
    monkeypatch.setattr(streams, "close_connections", lambda *_: cut.append("cut"))

    async def run() -> None:
        served = Streams(asyncio.get_running_loop())
        (first, first_peer, first_task), (_, second_peer, second_task) = [each async for each in at_rest(served, 2)]
        quick = Peer()
        task = sent(served, Made(), quick)
        assert await quick.read() == PART * PARTS
        await task
        await until(lambda: first.is_closed)
        assert first.number < PARTS
        assert len(await first_peer.read()) < len(PART) * PARTS
        await first_task
        assert cut == ["cut"], "it must not look whole"
        assert await second_peer.read() == PART * PARTS
        await second_task

    asyncio.run(run())


def test_while_requests_are_at_work_all_streams_together_rest_nine_times_as_long_as_they_are_made() -> None:
    rests = list[float]()
    pace = Pace(lambda: True, now=lambda: 100.0, sleep=rests.append)
    for made in (0.02, 0.01, 30.0, 0.04):  # of streams at the same moment, the third waited for the database
        pace.rest(made)
    assert rests == pytest.approx([0.18, 0.27, 2.27, 2.63])


def test_who_leaves_frees_the_thread() -> None:
    async def run() -> None:
        served = Streams(asyncio.get_running_loop())
        ((made, peer, task),) = [each async for each in at_rest(served, 1)]
        assert peer._end is not None
        os.close(peer._end)
        await task
        await until(lambda: made.is_closed)
        assert made.number < PARTS

    asyncio.run(run())
