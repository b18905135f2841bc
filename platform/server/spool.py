"""The part of a streamed answer that is produced and not read yet."""

import asyncio
import time
from tempfile import SpooledTemporaryFile
from threading import Condition

from server.budget import Budget

IN_MEMORY = 1024 * 1024  # bytes; more goes into a temporary file
LARGEST_READ = 64 * 1024  # bytes


class BrokenSpoolError(Exception):
    """The answer is incomplete: its producer failed or was cut off, or its reader has gone."""


class Spool:
    """Written by a thread, read on the event loop. Broken off when the budget needs its room.

    `limit`: bytes from which it `is_full` and its thread waits; such a spool is never broken off for the budget.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, budget: Budget, limit: int | None = None) -> None:
        self._loop = loop
        self._limit = limit
        self._lock = Condition()
        self._file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (closed by `close`)
        self._read = self._written = 0
        self._is_finished = self._is_broken = False
        self._news: asyncio.Future[None] | None = None  # awaited by the reader
        self.waits_since: float | None = None  # when the writing thread began to wait for the reader (time.monotonic)
        self._share = budget.share(self.break_off)
        if limit is not None:
            self._share.keep()

    def write(self, part: bytes) -> None:
        """Raises BrokenSpoolError if the reader has gone."""
        with self._lock:
            if self._is_broken:
                raise BrokenSpoolError
            self._file.seek(self._written)
            self._file.write(part)
            self._written += len(part)
        self._share.add(len(part))
        self._notify()

    @property
    def is_full(self) -> bool:
        # `_written` returns to 0 only when all is read and the file is emptied
        return self._limit is not None and self._written >= self._limit

    def wait_until_read(self) -> None:
        """Block the writing thread until all is read. Raises BrokenSpoolError if the reader has gone."""
        with self._lock:
            self.waits_since = time.monotonic()
            self._lock.wait_for(lambda: self._is_broken or not self._written)
            self.waits_since = None
            if self._is_broken:
                raise BrokenSpoolError

    def finish(self) -> None:
        """Called by the writing thread after the last part."""
        self._is_finished = True
        self._notify()

    def break_off(self) -> None:
        """End it as incomplete: `read` raises BrokenSpoolError."""
        self._break()
        self._notify()

    async def read(self) -> bytes:
        """The next part, empty at the end. Raises BrokenSpoolError."""
        while not (part := self._take()) and not self._is_finished:
            news = self._news = self._loop.create_future()
            if self._has_news():
                continue
            await news
        return part or self._take()

    @property
    def is_at_end(self) -> bool:
        return self._is_finished and self._read == self._written

    def close(self) -> None:
        """Called by the reader after the last part, or when its connection is closed."""
        self._break()
        with self._lock:
            self._file.close()
        self._share.leave()

    def _break(self) -> None:
        with self._lock:
            self._is_broken = True
            self._lock.notify_all()

    def _take(self) -> bytes:
        with self._lock:
            if self._is_broken:
                raise BrokenSpoolError
            self._file.seek(self._read)
            part = self._file.read(min(LARGEST_READ, self._written - self._read))
            self._read += len(part)
            if self._read == self._written:
                self._read = self._written = 0
                self._file.seek(0)
                self._file.truncate()
                self._lock.notify_all()
        self._share.remove(len(part))
        return part

    def _has_news(self) -> bool:
        return self._is_broken or self._is_finished or self._read < self._written

    def _notify(self) -> None:
        news, self._news = self._news, None
        if news:
            self._loop.call_soon_threadsafe(_settle, news)


def _settle(news: "asyncio.Future[None]") -> None:
    if not news.done():
        news.set_result(None)
