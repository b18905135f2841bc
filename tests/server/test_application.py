"""The event loop learns of answers that threads have sent."""

import asyncio
import os
import sys
from collections.abc import Callable
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from server import application, streams
from server.application import Application
from tests.server.peculiar import PATIENCE, Streamed, peculiar, text


class Peer:
    """A connection without a body, whose answer is waited for."""

    def __init__(self) -> None:
        self._loop, self.is_answered = asyncio.get_running_loop(), asyncio.Event()

    def response_bytes(self, *_answer: Any) -> None:
        self._loop.call_soon_threadsafe(self.is_answered.set)

    def response_file(self, _status: int, _headers: Any, path: str) -> None:
        os.close(os.open(path, os.O_RDONLY))
        self.is_answered.set()


def a_request(path: str) -> Any:
    return SimpleNamespace(
        server="127.0.0.1:8000", client="127.0.0.1:40000", scheme="http", http_version="1.1", method="GET",
        path=path, query_string="", headers={},
    )  # fmt: skip


def test_one_timer_settles_all_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "on_stop", lambda *_: None)
    monkeypatch.setattr(application, "SETTLING_SECONDS", 3600.0)

    async def serve() -> None:
        loop, timers = asyncio.get_running_loop(), list[Any]()
        monkeypatch.setattr(loop, "call_later", lambda _, call: timers.append(call))
        app = Application(peculiar)
        app.__rsgi_init__(loop)
        requests = []
        for _ in range(20):
            peer: Any = Peer()
            requests.append(asyncio.create_task(app.__rsgi__(a_request("/"), peer)))
            await peer.is_answered.wait()
        assert len(timers) == 1
        while timers:
            timers.pop()()
            await asyncio.sleep(0)
        await asyncio.gather(*requests)

    asyncio.run(serve())


def test_a_stream_rests_while_requests_are_at_work_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "on_stop", lambda *_: None)
    monkeypatch.setattr(streams, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(streams, "Pace", Rests)
    gate, is_held = Event(), Event()

    def wsgi(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [])
        if environ["PATH_INFO"] == "/file":
            return Streamed(iter([b"part"]))
        is_held.set()
        assert gate.wait(PATIENCE)
        return text("done")

    async def serve() -> None:
        app = Application(wsgi)
        app.__rsgi_init__(asyncio.get_running_loop())

        async def get(path: str) -> None:
            peer: Any = Peer()
            await app.__rsgi__(a_request(path), peer)

        await get("/file")
        held = asyncio.create_task(get("/held"))
        assert await asyncio.to_thread(is_held.wait, PATIENCE)
        await get("/file")
        gate.set()
        await held
        await get("/file")

    asyncio.run(serve())
    assert Rests.busy == [False, True, False]


class Rests:
    """A pace that notes at each rest whether it would be one."""

    busy = list[bool]()

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy

    def now(self) -> float:
        return 0.0

    def is_busy(self) -> bool:
        self.busy.append(self._is_busy())
        return self.busy[-1]

    def rest(self, _made: float) -> None:
        assert self.busy[-1]


def test_a_thread_that_computes_lets_others_go_much_sooner_than_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "on_stop", lambda *_: None)
    before = sys.getswitchinterval()

    async def begin() -> None:
        Application(peculiar).__rsgi_init__(asyncio.get_running_loop())

    try:
        sys.setswitchinterval(0.005)
        asyncio.run(begin())
        assert sys.getswitchinterval() <= 0.001
    finally:
        sys.setswitchinterval(before)
