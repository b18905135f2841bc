"""What is made and not yet read."""

import asyncio

import pytest

from server.budget import Budget
from server.spool import IN_MEMORY, BrokenSpoolError, Spool


def test_what_is_written_is_read_and_makes_room() -> None:
    written = [bytes([number]) * 100_000 for number in range(30)]

    async def read() -> None:
        budget = Budget(10 * IN_MEMORY)
        spool = Spool(asyncio.get_running_loop(), budget)

        def write() -> None:
            for part in written:
                spool.write(part)
            spool.finish()

        writing = asyncio.create_task(asyncio.to_thread(write))
        parts = []
        while part := await spool.read():
            parts.append(part)
        await writing
        assert b"".join(parts) == b"".join(written)
        assert (budget.held, spool.is_at_end) == (0, True)
        spool.close()

    asyncio.run(read())


def test_the_oldest_spool_is_broken_off_when_there_is_no_room() -> None:
    async def read() -> None:
        loop, budget = asyncio.get_running_loop(), Budget(100)
        old, new = Spool(loop, budget), Spool(loop, budget)
        old.write(b"x" * 60)
        waiting = asyncio.create_task(new.read())
        await asyncio.to_thread(new.write, b"y" * 60)
        assert await waiting == b"y" * 60
        with pytest.raises(BrokenSpoolError):
            await old.read()
        with pytest.raises(BrokenSpoolError):
            old.write(b"x")
        old.close()
        new.close()
        assert budget.held == 0

    asyncio.run(read())
