"""Answers that are made and read in parts, such as exports."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http import HTTPStatus
from threading import Semaphore

from django.db import close_old_connections

from server.answers import Stream, refuse
from server.bodies import NO_ROOM
from server.budget import Budget
from server.pace import SLICE_SECONDS, Pace
from server.pipes import Pipe
from server.rsgi import HTTPProtocol, Scope
from server.spool import BrokenSpoolError, Spool
from server.stopping import close_connections

MAKERS = 3  # streams made at once; with `application.THREADS`, fewer than the connections in the database pool
WAITING = 32  # streams that may wait for a maker
RESTING = 16  # streams with `rests`, each with its own thread
LIMIT = 4 * 1024 * 1024  # unread bytes at which such a stream rests
SPOOLED = 256 * 1024 * 1024  # unread bytes of all streams of a worker process

logger = logging.getLogger(__name__)


class Streams:
    """A thread makes a stream into a spool at its own speed, so a slow reader holds neither a thread nor a database
    connection. The reader gets the spool through a pipe, because granian would take a whole stream into memory.

    A stream that may have any length `rests` when its reader is slower: its thread waits, without a database connection
    and without a place among the makers. If too many rest, the one that has waited longest is broken off.

    `is_busy`: whether requests are running; they come first.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, is_busy: Callable[[], bool] = lambda: False) -> None:
        self._loop = loop
        self._pace = Pace(is_busy)
        self._makers = ThreadPoolExecutor(MAKERS, "stream")
        self._resting_makers = ThreadPoolExecutor(RESTING, "resting-stream")
        self._places = Semaphore(MAKERS)
        self._resting: set[Spool] = set()
        self._waiting = 0
        self._budget = Budget(SPOOLED)

    async def send(self, stream: Stream, proto: HTTPProtocol, scope: Scope) -> None:
        """Make and send a stream, or refuse it with NO_ROOM (503). Returns when all is sent or sending has failed."""
        if not self._has_room(stream):
            stream.close()
            return refuse(proto, *NO_ROOM)
        spool = Spool(self._loop, self._budget, LIMIT if stream.rests else None)
        if stream.is_made:
            _make(stream, spool, self._pace)
        elif stream.rests:
            self._resting.add(spool)
            self._resting_makers.submit(self._make_and_rest, stream, spool)
        else:
            self._waiting += 1
            self._makers.submit(self._make, stream, spool)
        try:
            await _send(stream, proto, scope, spool)
        finally:
            spool.close()
            self._resting.discard(spool)
        return None

    def _has_room(self, stream: Stream) -> bool:
        """Whether the stream can be taken. If it rests, breaks off the slowest: a fast reader always finds a place."""
        if not stream.rests:
            return self._waiting < WAITING
        if len(self._resting) >= RESTING:
            waiting = [(since, spool) for spool in self._resting if (since := spool.waits_since) is not None]
            if not waiting:
                return False
            _, slowest = min(waiting, key=lambda each: each[0])
            self._resting.discard(slowest)
            slowest.break_off()
        return True

    def _make(self, stream: Stream, spool: Spool) -> None:
        self._loop.call_soon_threadsafe(self._begun)
        with self._places:
            _make(stream, spool, self._pace)

    def _make_and_rest(self, stream: Stream, spool: Spool) -> None:
        with self._places:
            _make(stream, spool, self._pace, self._away)

    @contextmanager
    def _away(self) -> Iterator[None]:
        """While a maker rests, others use its database connection and its place."""
        close_old_connections()  # this thread's connection; the next part gets another
        self._places.release()
        try:
            yield
        finally:
            self._places.acquire()

    def _begun(self) -> None:
        self._waiting -= 1


def _make(
    stream: Stream, spool: Spool, pace: Pace, away: Callable[[], AbstractContextManager[None]] | None = None
) -> None:
    """Make the stream into the spool. `away`: entered while the maker rests; None: it never waits for its reader."""
    try:
        since = pace.now()
        for part in stream.parts:
            spool.write(part)
            if (made := pace.now() - since) >= SLICE_SECONDS:
                if pace.is_busy():
                    with away() if away else nullcontext():
                        pace.rest(made)
                since = pace.now()
            if spool.is_full and away:
                with away():
                    spool.wait_until_read()
                since = pace.now()
        spool.finish()
    except BrokenSpoolError:
        pass  # its reader is gone
    except Exception:
        logger.exception("A stream ended with an error.")
        spool.break_off()
    finally:
        stream.close()


async def _send(stream: Stream, proto: HTTPProtocol, scope: Scope, spool: Spool) -> None:
    try:
        part = await spool.read()
    except BrokenSpoolError:
        return refuse(proto, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "Something went wrong.")
    if spool.is_at_end:
        return proto.response_bytes(stream.status, stream.headers, part)
    with Pipe() as pipe:
        proto.response_file(stream.status, stream.headers, pipe.path)
        try:
            while part:
                await pipe.write(part)
                part = await spool.read()
        except BrokenPipeError:
            return None  # the reader is gone
        except (BrokenSpoolError, TimeoutError):
            # the end of the pipe alone would look like the end of a complete answer
            close_connections(scope.server, scope.client)
    return None
