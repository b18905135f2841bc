"""Which of the waiting requests a thread gets, and which are refused."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import LazySettings

from server import line
from server.line import RequestQueue
from server.urgency import Urgency, urgency_of

COMMAND, READ, LARGE, POLL = Urgency


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_commands_come_first_then_reads_then_polls_each_in_their_order() -> None:
    waiting: RequestQueue[str] = RequestQueue()
    for name, urgency in [("poll 1", POLL), ("read 1", READ), ("poll 2", POLL), ("command 1", COMMAND)]:
        assert waiting.add(name, urgency) is None
    assert waiting.take() == "command 1"
    waiting.add("command 2", COMMAND)
    waiting.add("read 2", READ)
    assert [waiting.take() for _ in range(5)] == ["command 2", "read 1", "read 2", "poll 1", "poll 2"]


def test_large_requests_take_at_most_half_of_the_threads() -> None:
    waiting: RequestQueue[str] = RequestQueue()
    for name, urgency in [("file 1", LARGE), ("file 2", LARGE), ("file 3", LARGE), ("poll", POLL), ("read", READ)]:
        waiting.add(name, urgency)
    assert [waiting.take() for _ in range(4)] == ["read", "file 1", "file 2", "poll"]
    waiting.end(LARGE)
    assert waiting.take() == "file 3"


def test_without_room_the_newest_of_the_least_urgent_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "MOST_WAITING", 3)
    waiting: RequestQueue[str] = RequestQueue()
    for name, urgency in [("poll 1", POLL), ("poll 2", POLL), ("read 1", READ)]:
        assert waiting.add(name, urgency) is None
    refused = [waiting.add(f"command {number}", COMMAND) for number in range(1, 5)]
    assert refused == ["poll 2", "poll 1", "read 1", "command 4"]
    assert waiting.add("poll 3", POLL) == "poll 3"
    assert [waiting.take() for _ in range(3)] == ["command 1", "command 2", "command 3"]


def test_polls_are_refused_first_then_reads_and_commands_last(settings: LazySettings) -> None:
    settings.LONGEST_WAIT_SECONDS = 4.0
    clock = Clock()
    waiting: RequestQueue[str] = RequestQueue(now=clock)
    for name, urgency in [("command", COMMAND), ("read", READ), ("poll", POLL)]:
        waiting.add(name, urgency)
    clock.seconds = 0.9
    waiting.add("later poll", POLL)
    assert waiting.overdue() == []
    refused = {1.0: ["poll"], 2.0: ["later poll"], 4.0: ["read"], 15.9: [], 16.0: ["command"]}
    for clock.seconds, names in refused.items():
        assert waiting.overdue() == names
    assert len(waiting) == 0


def test_a_thread_passes_over_what_was_refused(settings: LazySettings) -> None:
    settings.LONGEST_WAIT_SECONDS = 4.0
    clock = Clock()
    waiting: RequestQueue[str] = RequestQueue(now=clock)
    waiting.add("old", POLL)
    clock.seconds = 1.0
    assert waiting.overdue() == ["old"]
    with ThreadPoolExecutor(1) as pool:
        taken = pool.submit(waiting.take)
        waiting.add("new", POLL)
        assert taken.result(60) == "new"


def test_each_request_is_taken_once_or_refused_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "MOST_WAITING", 8)
    monkeypatch.setattr(line, "WAITS", {COMMAND: 1e9, READ: 1e9, LARGE: 1e9, POLL: 0.0})
    waiting: RequestQueue[int] = RequestQueue()
    threads, all_of_them, ends = 4, range(5_000), range(-4, 0)
    begin = Barrier(threads + 1)

    def take_all() -> list[int]:
        begin.wait(60)
        taken = []
        while (number := waiting.take()) >= 0:
            taken.append(number)
            waiting.end(Urgency(number % 4))
        return taken

    with ThreadPoolExecutor(threads) as pool:
        takers = [pool.submit(take_all) for _ in range(threads)]
        begin.wait(60)
        refused = []
        for number in all_of_them:
            if (full := waiting.add(number, Urgency(number % 4))) is not None:
                refused.append(full)
            refused += waiting.overdue()
        monkeypatch.setattr(line, "MOST_WAITING", 100)
        for end in ends:
            waiting.add(end, COMMAND)
        taken = [number for taker in takers for number in taker.result(60)]
    left = []
    for _ in range(len(waiting)):
        left.append(waiting.take())
        waiting.end(Urgency(left[-1] % 4))
    assert sorted([*refused, *taken, *left]) == list(all_of_them)
    assert refused
    assert taken


@pytest.mark.parametrize(
    ("method", "path", "priority", "size", "urgency"),
    [
        ("POST", "/api/queues/pending/next", "", 0, COMMAND),
        ("PUT", "/api/tasks/1/lock", "", 100, COMMAND),
        ("DELETE", "/api/tasks/1/lock", "u=1, i", 0, COMMAND),
        ("POST", "/api/ingest/reviews", "", 64 * 1024 + 1, LARGE),
        ("GET", "/api/queues/pending/tasks", "", 0, READ),
        ("HEAD", "/", "", 0, READ),
        ("GET", "/api/cms/counts", "u=7", 0, POLL),
        ("GET", "/api/cms/counts", "i, u=7", 0, POLL),
        ("GET", "/api/cms/counts", "u=71", 0, READ),
        ("PUT", "/api/presence/task/1", "u=7", 0, POLL),
        ("GET", "/healthz", "u=7", 0, COMMAND),
        ("GET", "/health/live", "", 0, COMMAND),
        ("GET", "/health/ready", "", 0, COMMAND),
    ],
)
def test_the_urgency_of_a_request(method: str, path: str, priority: str, size: int, urgency: Urgency) -> None:
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "HTTP_PRIORITY": priority}
    assert urgency_of(environ, size) == urgency
