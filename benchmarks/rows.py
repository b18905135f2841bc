"""The rows of the benchmark: each is one kind of work, through the API and as bare SQL."""

from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks import bare, deciding, holding, organisation, searching, tickets
from benchmarks.bare import Bare
from benchmarks.client import Client
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk
from benchmarks.row import HEADERS, For, Row, bare_read, client_of, getting, polled, unchanged
from workflows.engine.core.flows import steps
from workflows.review_moderation import ReviewModeration

PAGE_MS = 2.5
QUEUE = ReviewModeration.pending.queue
PENDING = f"/queues/{QUEUE}/tasks"
WORD = "parking"  # a word in some of the reviews
REJECTED = "/reviews?status=rejected"
_DASHBOARD = "/dashboard"


def rows() -> tuple[Row, ...]:
    """All rows in the order of the table: queues are read before clients decide their items."""
    return (
        *(_list(step.queue) for step in steps(ReviewModeration) if step.queue),
        _view("mine", "assigned_to_me", bare.MINE),
        _view("others", "assigned_to_others", bare.OTHERS),
        Row("list-deep", "page in the middle of pending", PAGE_MS, _deep_page, _bare_deep_page),
        _narrowed("rating", "two stars in pending", "?rating=2", "review.rating = 2"),
        _narrowed("flagged", "flagged in pending", "?flagged=true", "review.flagged_words <> '[]'"),
        _narrowed("words", "a word in pending", f"?q={WORD}", bare.CONTAINS, word=f"%{WORD}%"),
        *deciding.ROWS,
        *holding.ROWS,
        Row("item", "item with its forms", None, _item, _bare_item),
        Row("item-large", "item of a large company", None, _item_of_large, _bare_item, needs=("a large company",)),
        Row("counts", "counts, 200", 1, getting("/cms/counts"), bare_read(*bare.COUNTS)),
        Row("counts-304", "counts, 304", 1, unchanged("/cms/counts"), bare_read(*bare.COUNTS)),
        Row("poll-counts", "counts, polled", 1, polled("/cms/counts"), bare_read(*bare.COUNTS)),
        Row("queues", "dashboard of queues", 1, getting("/queues"), bare_read(*bare.QUEUES)),
        Row("dashboard", "dashboard of a moderator", None, _moderators_dashboard, bare_read(*bare.DASHBOARD)),
        Row(
            *("dashboard-head", "dashboard of a head", None),
            *(getting(_DASHBOARD, **HEADERS), bare_read(*bare.DASHBOARD_OF_HEADS)),
        ),
        Row("history", "history of a review", None, _history, _bare_history),
        Row("history-all", "page of all history", None, _audited("/history"), bare_read(bare.ALL_HISTORY)),
        Row("story", "whole story of a review", None, *_of_one("reviews", "/review/{}", bare.STORY)),
        Row("company", "page of a company", None, *_of_one("companies", "/company/{}", bare.COMPANY)),
        Row("reviews", "table of rejected reviews", None, getting(REJECTED), bare_read(bare.REJECTED)),
        *tickets.ROWS,
        *organisation.ROWS,
        *searching.ROWS,
    )


def _moderators_dashboard(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = Client(desk.port, desk.moderators[number])
        return lambda: client.get(_DASHBOARD, **HEADERS)

    return worker


def _list(queue: str) -> Row:
    read = bare_read(bare.PAGE, queue=queue)
    return Row(f"list-{queue}", f"page of {queue}", PAGE_MS, getting(f"/queues/{queue}/tasks"), read)


def _view(key: str, name: str, statement: str) -> Row:
    title = f"page of {name.replace('_', ' ')}"
    return Row(f"list-{key}", title, PAGE_MS, getting(f"/queues/{name}/tasks"), bare_read(statement))


def _narrowed(key: str, title: str, query: str, condition: str, **values: Any) -> Row:
    read = bare_read(bare.narrowed(QUEUE, condition), **values)
    return Row(f"list-{key}", title, PAGE_MS, getting(PENDING + query), read)


def _deep_page(desk: Desk) -> Worker:
    return getting(f"{PENDING}?cursor={desk.deep_cursor}")(desk)


def _bare_deep_page(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = Bare(desk.dsn)
        priority, rank_at, task = client.first(bare.MIDDLE)
        return lambda: client.read(bare.PAGE_DEEP, priority=priority, rank_at=rank_at, id=task)

    return worker


def _item(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)
        return lambda: client.get(f"/tasks/{chance.choice(desk.open_tasks)}")

    return worker


def _item_of_large(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)
        return lambda: client.get(f"/tasks/{chance.choice(desk.of_large_company)}")

    return worker


def _bare_item(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance, me = Bare(desk.dsn), Random(number), desk.people[number]
        return lambda: client.read(*bare.ITEM, task=chance.choice(desk.open_tasks), me=me)

    return worker


def _history(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)
        return lambda: client.get(f"/processes/review_moderation/{chance.choice(desk.processes)}/history")

    return worker


def _audited(path: str) -> For:
    """A GET sent by an administrator."""

    def of(desk: Desk) -> Worker:
        def worker(_number: int) -> Work:
            client = Client(desk.port, desk.auditor)
            return lambda: client.get(path, **HEADERS)

        return worker

    return of


def _bare_history(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = Bare(desk.dsn), Random(number)
        return lambda: client.read(*bare.HISTORY, process=chance.choice(desk.processes))

    return worker


def _of_one(kind: str, path: str, statements: Sequence[str]) -> tuple[For, For]:
    """The work of a row that reads items in random order, through the API and as bare SQL."""

    def by_api(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, chance, ids = client_of(desk, number), Random(number), getattr(desk, kind)
            return lambda: client.get(path.format(chance.choice(ids)))

        return worker

    def by_sql(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, chance, ids = Bare(desk.dsn), Random(number), getattr(desk, kind)
            return lambda: client.read(*statements, id=chance.choice(ids))

        return worker

    return by_api, by_sql
