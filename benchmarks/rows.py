"""The rows of the benchmark: each is one kind of work, through the API and as bare SQL."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks import bare
from benchmarks.bare import Bare
from benchmarks.client import Client
from benchmarks.crowd import CLIENTS, Work, Worker
from benchmarks.desk import Desk
from workflows.engine.core.flows import steps
from workflows.review_moderation import ReviewModeration

For = Callable[[Desk], Worker]  # creates a client's work at a desk

API_SHARE, BARE_SHARE = 0.3, 0.5  # of the remaining pending items
QUEUE_OF_NEXT = "unverified"
PAGE_MS = 2.5
REJECTED = "/reviews?status=rejected"


@dataclass(frozen=True)
class Line:
    """A line of the tables. `goal_ms`: CPU time per call from figures.md; None without a goal."""

    key: str
    title: str
    goal_ms: float | None


@dataclass(frozen=True)
class Row(Line):
    """A line with the work of its clients: through the API, and as bare SQL."""

    api: Callable[[Desk], Worker]
    bare: Callable[[Desk], Worker]


def rows() -> tuple[Row, ...]:
    """All rows in the order of the table. Queues are read before clients decide their items."""
    return (
        *(_list(step.queue) for step in steps(ReviewModeration) if step.queue),
        _view("mine", "assigned_to_me", bare.MINE),
        _view("others", "assigned_to_others", bare.OTHERS),
        Row("list-deep", "page in the middle of pending", PAGE_MS, _deep_page, _bare_deep_page),
        Row("decide", "claim + decide", 5, _claim_and_decide, _bare_claim_and_decide),
        Row("next", "next + decide", None, _next_and_decide, _bare_next_and_decide),
        Row("item", "item with its forms", None, _item, _bare_item),
        Row("counts", "counts, 200", 1, _getting("/cms/counts"), _bare_read(*bare.COUNTS)),
        Row("counts-304", "counts, 304", 1, _unchanged("/cms/counts"), _bare_read(*bare.COUNTS)),
        Row("poll-counts", "counts, polled", 1, _polled("/cms/counts"), _bare_read(*bare.COUNTS)),
        _polled_list(ReviewModeration.pending.queue),
        Row("poll-team", "the team, polled", None, _polled("/team", age=5), _bare_read(*bare.TEAM)),
        Row("figures", "own figures", None, _getting("/user/me/figures"), _bare_read(*bare.FIGURES)),
        Row("queues", "dashboard of queues", 1, _getting("/queues"), _bare_read(*bare.QUEUES)),
        Row("history", "history of a review", None, _history, _bare_history),
        Row("story", "whole story of a review", None, *_of_one("reviews", "/review/{}", bare.STORY)),
        Row("company", "page of a company", None, *_of_one("companies", "/company/{}", bare.COMPANY)),
        Row("reviews", "table of rejected reviews", None, _getting(REJECTED), _bare_read(bare.REJECTED)),
        Row("team", "the team", None, _getting("/team"), _bare_read(*bare.TEAM)),
    )


def _list(queue: str) -> Row:
    read = _bare_read(bare.PAGE, queue=queue)
    return Row(f"list-{queue}", f"page of {queue}", PAGE_MS, _getting(f"/queues/{queue}/tasks"), read)


def _polled_list(queue: str) -> Row:
    read = _bare_read(bare.PAGE, queue=queue)
    return Row("poll-list", f"page of {queue}, polled", PAGE_MS, _polled(f"/queues/{queue}/tasks"), read)


def _view(key: str, name: str, statement: str) -> Row:
    title = f"page of {name.replace('_', ' ')}"
    return Row(f"list-{key}", title, PAGE_MS, _getting(f"/queues/{name}/tasks"), _bare_read(statement))


def _getting(path: str) -> Callable[[Desk], Worker]:
    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client = _client(desk, number)
            return lambda: client.get(path)

        return worker

    return of


def _polled(path: str, age: int = 1) -> Callable[[Desk], Worker]:
    """Poll like the console: accepting an answer of this age in seconds, with the ETag of the last one."""
    return _unchanged(path, cache_control=f"max-age={age}")


def _unchanged(path: str, **headers: str) -> Callable[[Desk], Worker]:
    """Ask with the ETag of the last answer; changed content, or an answer without an ETag, comes in full."""

    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, tag = _client(desk, number), ""

            def work() -> None:
                nonlocal tag
                answer = client.get(path, 200, 304, if_none_match=tag, **headers)
                tag = answer.header("etag") if b"etag:" in answer.headers.lower() else ""

            return work

        return worker

    return of


def _claim_and_decide(desk: Desk) -> Worker:
    tasks = desk.take_pending(API_SHARE)

    def worker(number: int) -> Work:
        client, mine = _client(desk, number), iter(tasks[number::CLIENTS])

        def work() -> None:
            task = next(mine)
            client.send("PUT", f"/tasks/{task}/lock")
            client.send("POST", f"/tasks/{task}/decision", {"outcome": "approve", "revision": 1})

        return work

    return worker


def _bare_claim_and_decide(desk: Desk) -> Worker:
    tasks = desk.take_pending(BARE_SHARE)

    def worker(number: int) -> Work:
        client, mine, me = Bare(desk.dsn), iter(tasks[number::CLIENTS]), desk.people[number]

        def work() -> None:
            task = next(mine)
            client.claim(task, me)
            client.decide(task, me, *bare.APPROVAL)

        return work

    return worker


def _next_and_decide(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = _client(desk, number)

        def work() -> None:
            answer = client.send("POST", f"/queues/{QUEUE_OF_NEXT}/next", None, 200, 204)
            if not answer.body:
                raise StopIteration
            task = answer.json()["task_id"]
            client.send("POST", f"/tasks/{task}/decision", {"outcome": "verify"})

        return work

    return worker


def _bare_next_and_decide(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, me = Bare(desk.dsn), desk.people[number]

        def work() -> None:
            task = client.claim_next(QUEUE_OF_NEXT, me)
            if task is None:
                raise StopIteration
            client.decide(task, me, *bare.VERIFICATION)

        return work

    return worker


def _deep_page(desk: Desk) -> Worker:
    return _getting(f"/queues/pending/tasks?cursor={desk.deep_cursor}")(desk)


def _bare_deep_page(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = Bare(desk.dsn)
        priority, rank_at, task = client.first(bare.MIDDLE)
        return lambda: client.read(bare.PAGE_DEEP, priority=priority, rank_at=rank_at, id=task)

    return worker


def _item(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = _client(desk, number), Random(number)
        return lambda: client.get(f"/tasks/{chance.choice(desk.open_tasks)}")

    return worker


def _bare_item(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance, me = Bare(desk.dsn), Random(number), desk.people[number]
        return lambda: client.read(*bare.ITEM, task=chance.choice(desk.open_tasks), me=me)

    return worker


def _history(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = _client(desk, number), Random(number)
        return lambda: client.get(f"/processes/review_moderation/{chance.choice(desk.processes)}/history")

    return worker


def _bare_history(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = Bare(desk.dsn), Random(number)
        return lambda: client.read(*bare.HISTORY, process=chance.choice(desk.processes))

    return worker


def _of_one(
    kind: str, path: str, statements: Sequence[str]
) -> tuple[Callable[[Desk], Worker], Callable[[Desk], Worker]]:
    """A row that reads items in random order."""

    def by_api(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, chance, ids = _client(desk, number), Random(number), getattr(desk, kind)
            return lambda: client.get(path.format(chance.choice(ids)))

        return worker

    def by_sql(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, chance, ids = Bare(desk.dsn), Random(number), getattr(desk, kind)
            return lambda: client.read(*statements, id=chance.choice(ids))

        return worker

    return by_api, by_sql


def _bare_read(*statements: str, **values: Any) -> Callable[[Desk], Worker]:
    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, me = Bare(desk.dsn), desk.people[number]
            return lambda: client.read(*statements, me=me, **values)

        return worker

    return of


def _client(desk: Desk, number: int) -> Client:
    return Client(desk.port, desk.tokens[number])
