"""An answer is written into a pipe as fast as its reader takes it."""

import asyncio
import os
from contextlib import suppress

import pytest

from server import pipes
from server.pipes import PATIENCE_SECONDS, Pipe

LARGE = b"x" * 1024 * 1024
LITTLE = 2 * 1024 * 1024


def test_a_reader_who_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "READER_SECONDS", 0.01)

    async def write(part: bytes) -> None:
        began = asyncio.get_running_loop().time()
        with Pipe() as pipe, pytest.raises(TimeoutError):
            await pipe.write(part)
        assert asyncio.get_running_loop().time() - began < PATIENCE_SECONDS / 2, "it ended by the other limit"

    asyncio.run(write(b"small"))
    asyncio.run(write(LARGE))


def test_a_reader_who_takes_little_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part comes long before READER_SECONDS; the whole does not."""
    monkeypatch.setattr(pipes, "PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr(pipes, "SLOWEST_RATE", 1e12)

    async def write() -> None:
        with Pipe() as pipe:
            reader = os.open(pipe.path, os.O_RDONLY | os.O_NONBLOCK)
            writing = asyncio.create_task(pipe.write(LARGE * 100))
            taken = 0
            while not writing.done() and taken < LITTLE:
                with suppress(BlockingIOError):
                    taken += len(os.read(reader, 4096))
                await asyncio.sleep(0.005)
            assert writing.done(), "the waits do not add up"
            os.close(reader)
            with pytest.raises(TimeoutError):
                await writing

    asyncio.run(write())


def test_a_reader_has_more_time_for_what_they_have_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(pipes, "SLOWEST_RATE", 1.0)

    async def write() -> None:
        with Pipe() as pipe:
            reader = os.open(pipe.path, os.O_RDONLY | os.O_NONBLOCK)
            writing = asyncio.create_task(pipe.write(LARGE))
            while not writing.done():
                with suppress(BlockingIOError):
                    os.read(reader, len(LARGE))
                await asyncio.sleep(0)
            await writing
            os.close(reader)

    asyncio.run(write())


def test_time_in_which_a_reader_has_nothing_to_take_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "PATIENCE_SECONDS", 0.0)

    async def write() -> None:
        with Pipe() as pipe:
            reader = os.open(pipe.path, os.O_RDONLY)
            for _ in range(3):
                writing = asyncio.create_task(pipe.write(b"small"))
                assert await asyncio.to_thread(os.read, reader, 100) == b"small"
                await writing
            os.close(reader)

    asyncio.run(write())


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
