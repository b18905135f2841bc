"""A body is received whole before a thread is taken, within bounds."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from server import bodies
from server.bodies import Bodies, BodyRefusedError, awaited_length


class Sender:
    """The parts of a request that come, and then silence."""

    def __init__(self, *parts: bytes) -> None:
        self._parts = parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part
        await asyncio.Event().wait()

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a body is not answered: {name}")


async def status_of(received: "asyncio.Task[Any]") -> int:
    with pytest.raises(BodyRefusedError) as refusal:
        await received
    return int(refusal.value.status)


def test_a_body_is_received_whole_and_counted_until_it_is_released() -> None:
    async def receive() -> None:
        arriving = Bodies()
        body = await arriving.receive(Sender(b"he", b"llo"), 5)
        assert (body.content.read(), arriving.held) == (b"hello", 5)
        body.release()
        assert arriving.held == 0

    asyncio.run(receive())


def test_a_body_that_does_not_move_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)

    async def receive() -> None:
        arriving = Bodies()
        assert await status_of(asyncio.create_task(arriving.receive(Sender(b"he"), 5))) == 408
        assert arriving.held == 0

    asyncio.run(receive())


def test_a_sender_who_leaves_frees_what_was_held() -> None:
    async def receive() -> None:
        arriving = Bodies()
        assert await status_of(asyncio.create_task(arriving.receive(Sender(b"he", b""), 5))) == 400
        assert arriving.held == 0

    asyncio.run(receive())


def test_a_large_file_is_written_to_disk_and_not_held_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LARGEST_HELD", 9)

    async def receive() -> None:
        arriving = Bodies()
        body = await arriving.receive(Sender(b"hello", b"world"), 10)
        assert (arriving.held, arriving.written) == (0, 10)
        assert (body.content.read(), body.size, body.content.fileno() > 0) == (b"helloworld", 10, True)
        body.release()
        assert (arriving.written, body.content.closed) == (0, True)
        assert await status_of(asyncio.create_task(arriving.receive(Sender(b"hello", b""), 10))) == 400
        assert arriving.written == 0

    asyncio.run(receive())


def test_the_oldest_body_is_ended_when_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "HELD", 100)

    async def receive() -> None:
        arriving = Bodies()
        slow = [asyncio.create_task(arriving.receive(Sender(b"x" * 45), 90)) for _ in range(2)]
        while arriving.held < 90:
            await asyncio.sleep(0)
        quick = await arriving.receive(Sender(b"y" * 20), 20)
        assert quick.content.read() == b"y" * 20
        assert await status_of(slow[0]) == 503
        assert (slow[1].done(), arriving.held) == (False, 65)
        arriving.refuse_all()
        assert await status_of(slow[1]) == 503
        assert arriving.held == 20, "what came in whole is worked on"

    asyncio.run(receive())


@pytest.mark.parametrize(
    ("environ", "length"),
    [
        ({}, 0),
        ({"CONTENT_LENGTH": ""}, 0),
        ({"CONTENT_LENGTH": "0"}, 0),
        ({"CONTENT_LENGTH": "7"}, 7),
        ({"CONTENT_LENGTH": "7,7"}, 0),
        ({"CONTENT_LENGTH": "-7"}, 0),
        ({"CONTENT_LENGTH": "٧"}, 0),
        ({"CONTENT_LENGTH": str(2 * 1024 * 1024)}, 2 * 1024 * 1024),
        ({"CONTENT_LENGTH": str(2 * 1024 * 1024 + 1)}, 0),
        ({"CONTENT_LENGTH": str(10 * 1024 * 1024), "PATH_INFO": "/api/attachments"}, 10 * 1024 * 1024),
        ({"CONTENT_LENGTH": "7", "HTTP_TRANSFER_ENCODING": "chunked"}, 0),
    ],
)
def test_a_body_that_the_application_refuses_unread_is_not_waited_for(environ: dict[str, Any], length: int) -> None:
    assert awaited_length(environ) == length


def test_a_file_that_is_too_large_is_refused_before_it_is_sent() -> None:
    with pytest.raises(BodyRefusedError) as refusal:
        awaited_length({"CONTENT_LENGTH": str(11 * 1024 * 1024), "PATH_INFO": "/api/attachments"})
    assert (refusal.value.status, refusal.value.message) == (413, "A file has at most 10 MB.")
    with pytest.raises(BodyRefusedError) as refusal:
        awaited_length({"CONTENT_LENGTH": str(501 * 1024 * 1024), "PATH_INFO": "/api/ingest/testimonials"})
    assert (refusal.value.status, refusal.value.message) == (413, "A file has at most 500 MB.")
