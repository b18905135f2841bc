"""The event loop learns of answers that threads have sent."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from config.web import application
from config.web.application import Application
from tests.config.web.peculiar import peculiar


class Peer:
    """A connection without a body, whose answer is waited for."""

    def __init__(self) -> None:
        self._loop, self.is_answered = asyncio.get_running_loop(), asyncio.Event()

    def response_bytes(self, *_answer: Any) -> None:
        self._loop.call_soon_threadsafe(self.is_answered.set)


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
