"""An answer is written into a pipe as fast as its reader takes it."""

import asyncio
import os

import pytest

from config.web import pipes
from config.web.pipes import Pipe

LARGE = b"x" * 1024 * 1024


def test_a_reader_who_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "READER_SECONDS", 0.01)

    async def write(part: bytes) -> None:
        with Pipe() as pipe, pytest.raises(TimeoutError):
            await pipe.write(part)

    asyncio.run(write(b"small"))
    asyncio.run(write(LARGE))


def test_a_reader_who_leaves_is_noticed() -> None:
    async def write() -> None:
        with Pipe() as pipe:
            reader = os.open(pipe.path, os.O_RDONLY)
            first = asyncio.create_task(pipe.write(b"small"))
            assert await asyncio.to_thread(os.read, reader, 100) == b"small"
            await first
            rest = asyncio.create_task(pipe.write(LARGE))
            assert await asyncio.to_thread(os.read, reader, 100)
            os.close(reader)
            with pytest.raises(BrokenPipeError):
                await rest

    asyncio.run(write())
