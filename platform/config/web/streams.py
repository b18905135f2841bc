"""Answers that are made and read in parts, such as exports."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from config.web.answers import Stream, refuse
from config.web.bodies import NO_ROOM
from config.web.budget import Budget
from config.web.pipes import Pipe
from config.web.rsgi import HTTPProtocol, Scope
from config.web.spool import BrokenSpoolError, Spool
from config.web.stopping import close_connections

MAKERS = 3  # threads; with those that work, below the number of connections in the pool of the database
WAITING = 32  # streams that may wait for a maker
SPOOLED = 256 * 1024 * 1024  # bytes of a worker process that are made and not yet read

logger = logging.getLogger(__name__)


class Streams:
    """A stream is made at its own speed into a spool, so that a slow reader holds neither a thread nor a connection to
    the database. What is read comes through a pipe, because granian would take a stream into memory at once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._makers = ThreadPoolExecutor(MAKERS, "stream")
        self._waiting = 0
        self._budget = Budget(SPOOLED)

    async def send(self, stream: Stream, proto: HTTPProtocol, scope: Scope) -> None:
        if self._waiting >= WAITING:
            stream.close()
            return refuse(proto, *NO_ROOM)
        spool = Spool(self._loop, self._budget)
        if stream.is_made:
            _make(stream, spool)
        else:
            self._waiting += 1
            self._makers.submit(self._make, stream, spool)
        try:
            await _send(stream, proto, scope, spool)
        finally:
            spool.close()
        return None

    def _make(self, stream: Stream, spool: Spool) -> None:
        self._loop.call_soon_threadsafe(self._begun)
        _make(stream, spool)

    def _begun(self) -> None:
        self._waiting -= 1


def _make(stream: Stream, spool: Spool) -> None:
    try:
        for part in stream.parts:
            spool.write(part)
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
            # the end of the pipe alone would look like the end of a whole answer
            close_connections(scope.server, scope.client)
    return None
