"""The body of an answer, read by granian from a pipe as the peer takes it."""

import asyncio
import os
from array import array
from fcntl import ioctl
from termios import FIONREAD
from typing import Self

READER_SECONDS = 30.0  # the longest time in which the peer reads nothing
PATIENCE_SECONDS = 60.0  # the longest wait for the peer in total, plus one second for each SLOWEST_RATE bytes written
SLOWEST_RATE = 4 * 1024  # bytes a second
OPENING_SECONDS = 0.001  # the first pause between two checks whether granian has opened the pipe


class Pipe:
    """A pipe with a path: granian sends it like a file."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._own_end: int | None
        self._own_end, self._inlet = os.pipe()
        os.set_blocking(self._inlet, False)
        self.path = f"/dev/fd/{self._own_end}"
        self._waited = 0.0  # seconds of waiting for a slower peer
        self._taken = 0  # bytes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._close_own_end()
        os.close(self._inlet)

    async def write(self, part: bytes) -> None:
        """Raises BrokenPipeError when the connection is closed, TimeoutError when its peer is too slow."""
        rest = memoryview(part)
        while rest:
            try:
                taken = os.write(self._inlet, rest)
                rest, self._taken = rest[taken:], self._taken + taken
            except BlockingIOError:
                await self._wait_for_room()
        if self._own_end is not None:
            await self._wait_until_opened(self._own_end, len(part))

    async def _wait_for_room(self) -> None:
        left = PATIENCE_SECONDS + self._taken / SLOWEST_RATE - self._waited
        room: asyncio.Future[None] = self._loop.create_future()
        began = self._loop.time()
        self._loop.add_writer(self._inlet, _settle, room)
        try:
            await asyncio.wait_for(room, min(READER_SECONDS, left))
        finally:
            self._loop.remove_writer(self._inlet)
            self._waited += self._loop.time() - began

    async def _wait_until_opened(self, end: int, written: int) -> None:
        """Granian opens the path when it sends the answer's head. Then close our own read end: while it is open, no
        write fails after the connection is closed."""
        pause = OPENING_SECONDS
        async with asyncio.timeout(READER_SECONDS):
            while _unread(end) == written:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)
        self._close_own_end()

    def _close_own_end(self) -> None:
        if self._own_end is not None:
            os.close(self._own_end)
            self._own_end = None


def _unread(end: int) -> int:
    count = array("i", [0])
    ioctl(end, FIONREAD, count)
    return count[0]


def _settle(room: "asyncio.Future[None]") -> None:
    if not room.done():
        room.set_result(None)
