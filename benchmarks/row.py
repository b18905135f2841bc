"""A row of the benchmark, and simple ways to make one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.bare import Bare
from benchmarks.client import Client
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk

For = Callable[[Desk], Worker]  # creates a client's work at a desk


@dataclass(frozen=True)
class Line:
    """A line of the tables. `goal_ms`: CPU time per call from figures.md; None without a goal."""

    key: str
    title: str
    goal_ms: float | None


@dataclass(frozen=True)
class Row(Line):
    """A line with the work of its clients: through the API, and as bare SQL.

    `needs`: data to load besides reviews (`benchmarks.stock`). Such a row is measured after the others, and only at the
    last size. `goal_p95_ms`: the goal from figures.md for the time until an answer.
    """

    api: For
    bare: For
    needs: tuple[str, ...] = ()
    goal_p95_ms: int | None = None


# sent with the console's GETs, unless the person changed something in the last seconds: allows cached answers of this
# age in seconds
HEADERS = {"cache_control": "max-age=5"}


def getting(path: str, **headers: str) -> For:
    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client = client_of(desk, number)
            return lambda: client.get(path, **headers)

        return worker

    return of


def polled(path: str) -> For:
    """Poll like the console: accept an answer that is one second old, and send the ETag of the last answer."""
    return unchanged(path, cache_control="max-age=1")


def unchanged(path: str, **headers: str) -> For:
    """Send the ETag of the last answer. The answer has a body only if it changed or has no ETag."""

    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, tag = client_of(desk, number), ""

            def work() -> None:
                nonlocal tag
                answer = client.get(path, 200, 304, if_none_match=tag, **headers)
                tag = answer.header("etag") if b"etag:" in answer.headers.lower() else ""

            return work

        return worker

    return of


def bare_read(*statements: str, **values: Any) -> For:
    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, me = Bare(desk.dsn), desk.people[number]
            return lambda: client.read(*statements, me=me, **values)

        return worker

    return of


def client_of(desk: Desk, number: int) -> Client:
    return Client(desk.port, desk.tokens[number])
