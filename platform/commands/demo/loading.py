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
from commands.demo.papers import Papers
from commands.demo.rows import added_rows, arrival_row, entry_rows, run_rows, step_rows, telling_rows
from commands.demo.ways import Journey
from companies.models import Company
from kit.copying import reserve_ids
from restrictions.models import RequestToRestrict
from reviews.models import Letter, Review, Source, Statement
from workflows.engine.outbox.events import PLACING_LOCK
from workflows.models import DomainEvent, HistoryHead, Process

CHUNK = 5_000
LOADERS = 2  # while one waits for the database, the next chunk is drawn
WAITING = LOADERS + 1  # chunks that are drawn and not kept: what is held in memory at once


def keep(drafts: Sequence[Draft], journeys: Iterable[Journey]) -> int:
    """Keep drafts in one transaction; the number of those that were not there before: an interrupted run goes on."""
    with transaction.atomic(), connection.cursor() as cursor:
        new = _new(drafts)
        if not new:
            return 0
        _number(new)
        papers = Papers(new)
        runs = [run for draft in new for run in draft.runs]
        cursor.execute(statements.TABLES)
        _copy(cursor, "demo_run", (row for draft in new for row in run_rows(draft)))
        _copy(cursor, "demo_arrival", (arrival_row(draft) for draft in new))
        _copy(cursor, "demo_added", (row for run in runs for row in added_rows(run)))
        _copy(cursor, "demo_telling", (row for run in runs for row in telling_rows(run)))
        _copy(cursor, "demo_step", (row for journey in journeys for row in step_rows(journey)))
        _copy(cursor, "demo_entry", (row for journey in journeys for row in entry_rows(journey)))
        cursor.execute(statements.NUMBERS)
        for filling in FILLINGS:
            if filling.model is DomainEvent:
                papers.keep()
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
            cursor.execute(*_statement(filling))
        return len(new)


def _new(drafts: Sequence[Draft]) -> list[Draft]:
    """Those that are not here yet."""
    ids = [draft.external_id for draft in drafts]
    known = set(Review.objects.filter(external_id__in=ids, source__in=Source).values_list("source", "external_id"))
    return [draft for draft in drafts if (draft.source, draft.external_id) not in known]


def _number(drafts: Sequence[Draft]) -> None:
    """Give reviews, processes and requests their numbers."""
    for draft, number in zip(drafts, reserve_ids(Review, len(drafts)), strict=True):
        draft.id = number
    runs = [run for draft in drafts for run in draft.runs]
    for run, number in zip(runs, reserve_ids(Process, len(runs)), strict=True):
        run.id = number
    requests = [run.request for run in runs if run.request]
    for request, number in zip(requests, reserve_ids(RequestToRestrict, len(requests)), strict=True):
        request.id = number


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
        models: list[type[Model]] = [
            Company,
            HistoryHead,
            RequestToRestrict,
            Statement,
            Letter,
            *(filling.model for filling in FILLINGS),
        ]
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
