"""When more comes in than the threads can work on, commands are worked on first, and polls are refused first."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import Any

import pytest

from server import application, line, urgency
from server.application import Application
from server.urgency import Urgency
from tests.server.peculiar import PATIENCE, Whole, text

NEVER = dict.fromkeys(Urgency, 1e9)


class Desk:
    """A WSGI application whose threads are held until the gate opens. `begun`: what they worked on, in order."""

    def __init__(self) -> None:
        self.gate, self.held = Event(), Semaphore(0)
        self.begun: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Whole:
        self.begun.append(environ["PATH_INFO"])
        self.held.release()
        assert self.gate.wait(PATIENCE)
        start_response("200 OK", [])
        return text("done")


class Peer:
    """A connection without a body."""

    def __init__(self) -> None:
        self.status, self.headers = 0, dict[str, str]()

    def response_bytes(self, status: int, _headers: Any, _content: bytes) -> None:
        self.status = status

    def response_str(self, status: int, headers: Any, _content: str) -> None:
        self.status, self.headers = status, dict(headers)


class Caller:
    """Sends requests to an application with one thread, which its first request holds."""

    def __init__(self, desk: Desk) -> None:
        self._app = Application(desk)
        self._app.__rsgi_init__(asyncio.get_running_loop())
        self._requests: list[asyncio.Task[None]] = []

    async def send(self, method: str, path: str, **headers: str) -> Peer:
        peer = Peer()
        proto: Any = peer
        scope: Any = SimpleNamespace(
            server="127.0.0.1:8000", client="127.0.0.1:40000", scheme="http", http_version="1.1", method=method,
            path=path, query_string="", headers=headers,
        )  # fmt: skip
        self._requests.append(asyncio.create_task(self._app.__rsgi__(scope, proto)))
        await asyncio.sleep(0)  # in which the request joins the line
        return peer

    async def all_answered(self) -> None:
        await asyncio.gather(*self._requests)


@contextmanager
def one_thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(application, "on_stop", lambda *_: None)
    monkeypatch.setattr(application, "THREADS", 1)
    desk = Desk()
    try:
        yield desk
    finally:
        desk.gate.set()


def test_a_decision_does_not_wait_for_the_polls_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "WAITS", NEVER)
    with one_thread(monkeypatch) as desk:

        async def work() -> None:
            caller = Caller(desk)
            await caller.send("GET", "/first")
            assert await asyncio.to_thread(desk.held.acquire, timeout=PATIENCE)
            for number in range(3):
                await caller.send("GET", f"/poll/{number}", priority="u=7")
            await caller.send("GET", "/page")
            await caller.send("POST", "/decision")
            await caller.send("GET", "/healthz")
            desk.gate.set()
            await caller.all_answered()

        asyncio.run(work())
    assert desk.begun == ["/first", "/decision", "/healthz", "/page", "/poll/0", "/poll/1", "/poll/2"]


def test_beside_large_files_people_find_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "WAITS", NEVER)
    monkeypatch.setattr(urgency, "SMALL_BODY", -1)
    with one_thread(monkeypatch) as desk:
        monkeypatch.setattr(application, "THREADS", 3)

        async def work() -> None:
            caller = Caller(desk)
            for number in range(4):
                await caller.send("POST", f"/file/{number}")
            for _ in range(2):
                assert await asyncio.to_thread(desk.held.acquire, timeout=PATIENCE)
            await caller.send("GET", "/page")
            assert await asyncio.to_thread(desk.held.acquire, timeout=PATIENCE)
            assert set(desk.begun) == {"/file/0", "/file/1", "/page"}
            desk.gate.set()
            await caller.all_answered()

        asyncio.run(work())
    assert set(desk.begun) == {"/page", *(f"/file/{number}" for number in range(4))}


def test_polls_are_refused_honestly_while_the_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "WAITS", {**NEVER, Urgency.POLL: 0.0})
    with one_thread(monkeypatch) as desk:

        async def work() -> None:
            caller = Caller(desk)
            first = await caller.send("GET", "/first")
            assert await asyncio.to_thread(desk.held.acquire, timeout=PATIENCE)
            page, decision = await caller.send("GET", "/page"), await caller.send("POST", "/decision")
            poll = await caller.send("GET", "/poll", priority="u=7")
            async with asyncio.timeout(PATIENCE):
                while not poll.status:
                    await asyncio.sleep(0.01)
            assert (poll.status, poll.headers["retry-after"]) == (503, "5")
            assert "connection" not in poll.headers  # used for the next request
            assert (first.status, page.status, decision.status) == (0, 0, 0)
            desk.gate.set()
            await caller.all_answered()
            assert (first.status, page.status, decision.status) == (200, 200, 200)

        asyncio.run(work())
    assert desk.begun == ["/first", "/decision", "/page"]


def test_without_room_a_poll_makes_way_for_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "WAITS", NEVER)
    monkeypatch.setattr(line, "MOST_WAITING", 2)
    with one_thread(monkeypatch) as desk:

        async def work() -> None:
            caller = Caller(desk)
            await caller.send("GET", "/first")
            assert await asyncio.to_thread(desk.held.acquire, timeout=PATIENCE)
            polls = [await caller.send("GET", f"/poll/{number}", priority="u=7") for number in range(3)]
            assert [poll.status for poll in polls] == [0, 0, 503]
            await caller.send("POST", "/decision")
            assert [poll.status for poll in polls] == [0, 503, 503]
            desk.gate.set()
            await caller.all_answered()

        asyncio.run(work())
    assert desk.begun == ["/first", "/decision", "/poll/0"]
