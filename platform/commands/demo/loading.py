"""Keeping drafts: copied into temporary tables, and from there into the real ones by a statement each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import AutoField, Model

from commands.demo import statements
from commands.demo.drafts import Draft
from commands.demo.fillings import FILLINGS, Filling
from commands.demo.rows import draft_row, entry_rows, step_rows
from commands.demo.ways import Journey
from companies.models import Company
from workflows.engine.events import PLACING_LOCK
from workflows.models import DomainEvent, HistoryHead

CHUNK = 5_000
LOADERS = 2  # while one waits for the database, the next chunk is drawn
WAITING = LOADERS + 1  # chunks that are drawn and not kept: what is held in memory at once


def keep(drafts: Sequence[Draft], journeys: Iterable[Journey]) -> int:
    """Keep drafts in one transaction; the number of those that were not there before."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statements.TABLES)
        _copy(cursor, "demo_arrival", (draft_row(draft) for draft in drafts))
        _copy(cursor, "demo_step", (row for journey in journeys for row in step_rows(journey)))
        _copy(cursor, "demo_entry", (row for journey in journeys for row in entry_rows(journey)))
        cursor.execute(statements.DRAFTS)
        for filling in FILLINGS:
            if filling.model is DomainEvent:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
            cursor.execute(*_statement(filling))
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
        models: list[type[Model]] = [Company, HistoryHead, *(filling.model for filling in FILLINGS)]
        for model in models:
            cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")


def _statement(filling: Filling) -> tuple[str, list[Any]]:
    """(INSERT, its values): a column that the filling does not name has its field's default."""
    meta = filling.model._meta
    columns, expressions, values = list(filling.columns), list(filling.columns.values()), []
    for field in meta.concrete_fields:
        if field.column and field.column not in filling.columns and not isinstance(field, AutoField):
            columns.append(field.column)
            expressions.append("%s")
            values.append(field.get_db_prep_save(field.get_default(), connection))
    named = ", ".join(connection.ops.quote_name(column) for column in columns)
    chosen = ", ".join(expressions)
    return (
        f"INSERT INTO {meta.db_table} ({named}) SELECT {chosen} FROM {filling.source} ORDER BY {filling.order}",
        values,
    )


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
