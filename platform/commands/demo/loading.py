"""Keeping drafts: copied into temporary tables, and from there into the real ones by a statement each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

from django.db import connection, connections, transaction

from commands.demo import statements
from commands.demo.drafts import Draft
from commands.demo.rows import draft_row, entry_rows, step_rows
from commands.demo.ways import FLOW, Journey
from workflows.engine.events import PLACING_LOCK

CHUNK = 5_000
LOADERS = 2  # while one waits for the database, the next chunk is drawn
WAITING = LOADERS + 1  # chunks that are drawn and not kept: what is held in memory at once
FILLED = (
    "companies_company",
    "reviews_review",
    "reviews_revision",
    "workflows_process",
    "workflows_task",
    "workflows_task_previous",
    "workflows_taskevent",
    "workflows_eventtext",
    "workflows_historyhead",
    "workflows_domainevent",
)


def keep(drafts: Sequence[Draft], journeys: Iterable[Journey]) -> int:
    """Keep drafts in one transaction; the number of those that were not there before."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statements.TABLES)
        _copy(cursor, "demo_arrival", (draft_row(draft) for draft in drafts))
        _copy(cursor, "demo_step", (row for journey in journeys for row in step_rows(journey)))
        _copy(cursor, "demo_entry", (row for journey in journeys for row in entry_rows(journey)))
        for statement in (statements.DRAFTS, statements.REVIEWS):
            cursor.execute(statement)
        cursor.execute(statements.PROCESSES, {"flow": f"{FLOW}"})
        cursor.execute(statements.HISTORY)
        cursor.execute(statements.EVENTS, {"feed": PLACING_LOCK})
        cursor.execute("SELECT count(*) FROM demo_draft")
        return int(cursor.fetchone()[0])


def keep_many(
    drafts: Iterator[Draft], journeys: Sequence[Journey], progress: Callable[[int], Any] = lambda _kept: None
) -> int:
    """Keep any number of drafts, a chunk to a transaction; calls `progress` with the size of each that is done."""
    kept = 0
    with ThreadPoolExecutor(LOADERS) as loaders:
        waiting: list[Future[tuple[int, int]]] = []
        for chunk in _chunks(drafts):
            waiting.append(loaders.submit(_keep_apart, chunk, journeys))
            while len(waiting) >= WAITING:
                size, new = waiting.pop(0).result()
                kept += new
                progress(size)
        for loaded in waiting:
            size, new = loaded.result()
            kept += new
            progress(size)
    return kept


def analyse() -> None:
    """Tell the planner what the tables hold now, as their owner, who alone may."""
    with connections["owner"].cursor() as cursor:
        for table in FILLED:
            cursor.execute(f"VACUUM (ANALYZE) {table}")


def _keep_apart(drafts: Sequence[Draft], journeys: Sequence[Journey]) -> tuple[int, int]:
    try:
        return len(drafts), keep(drafts, journeys)
    finally:
        connection.close()


def _chunks(drafts: Iterator[Draft]) -> Iterator[list[Draft]]:
    while chunk := list(islice(drafts, CHUNK)):
        yield chunk


def _copy(cursor: Any, table: str, rows: Iterable[Sequence[Any]]) -> None:
    with cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
