"""Selects the items of a batch by a filter or by task ids, among the open items that are not put off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import BigIntegerField, BooleanField, Case, CharField, Count, F, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL
from viewflow.workflow.status import STATUS

from accounts.models import User
from kit.errors import ForbiddenError, InvalidError
from kit.prepared import fetch
from reviews.word_trials import matched_in
from workflows.bulk.choices import Choice
from workflows.bulk.errors import PreviewChangedError
from workflows.bulk.reopening import published_tasks
from workflows.engine.core.conditions import awake, not_barred, others
from workflows.engine.core.flows import queues, steps
from workflows.engine.core.subject_registry import facets, having, subject_rows
from workflows.engine.core.subjects import About
from workflows.engine.reading.lists.blindness import subjects_hidden_from
from workflows.engine.reading.lists.lists import ORDER, tasks_in
from workflows.engine.reading.lists.rows import COLUMNS, Row
from workflows.models import OPEN, BulkBatch, Result, Task, TaskEvent
from workflows.reviews.subject import REVIEW

SAMPLED = 20
_NOTED = ("company", "q", "since", "until", "trial")
# actions after which a previewed item counts as changed
_CHANGES = ("amend", "consent", "merge", "message", "revise", "screen")
WORDS_PERMISSION = "banned_words"  # needed to select by a trial


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions, combined with AND. `since`, `until`: the time of arrival. `task_ids`: only these tasks.

    `trial`: only reviews that this trial of a banned word matched. `revisions`: the revision that the person read of
    each of `task_ids`, in the same order; an item with a newer revision is not decided. `without`: tasks to leave out.
    `facets`: names of facets, each with the wanted value.
    """

    company: int | None = None
    q: str = ""
    since: datetime | None = None
    until: datetime | None = None
    task_ids: tuple[int, ...] | None = None
    trial: int | None = None
    revisions: tuple[int | None, ...] | None = None
    without: tuple[int, ...] = ()
    facets: tuple[tuple[str, Any], ...] = ()

    def noted(self) -> dict[str, Any]:
        """The filter as a batch stores it. Of `task_ids` (as `chosen`) and `without`, it stores only the number."""
        found = {name: getattr(self, name) for name in _NOTED} | dict(self.facets)
        found["chosen"] = None if self.task_ids is None else len(self.task_ids)
        found["without"] = len(self.without) or None
        return {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in found.items()
            if value not in (None, "")
        }


@dataclass(frozen=True, slots=True)
class Preview:
    """`held`: how many items somebody else holds or is assigned. `sample`: the first items in list order.

    `at`: the time of the preview, by the database's clock.
    """

    at: datetime
    count: int
    held: int
    sample: Sequence[tuple[Row, Mapping[str, Any]]]


def selected(choice: Choice, selection: Selection, *, by: User) -> QuerySet[Task]:
    """The tasks that match. Reads the whole queue, even for words that many texts contain.

    Raises ForbiddenError; InvalidError for published reviews without a trial; NotFoundError for an unknown trial.
    """
    tasks = _narrowed(_all(choice, selection, by), choice, selection)
    return tasks.exclude(_among(selection.without)) if selection.without else tasks


def _among(numbers: Sequence[int]) -> RawSQL:
    """One array parameter: with one parameter for each id, tens of thousands are slow to send and to parse."""
    return RawSQL('"workflows_task"."id" = ANY(%s::bigint[])', [list(numbers)], BooleanField())


def as_previewed(tasks: QuerySet[Task], at: datetime) -> QuerySet[Task]:
    """Those of the tasks that were in the list at that time and have not changed since."""
    return tasks.filter(_was_there(at)).exclude(_says_something_else(at))


def compare_with_preview(tasks: QuerySet[Task], at: datetime | None, count: int) -> PreviewChangedError:
    """How the items that match now differ from the `count` previewed ones."""
    if at is None:
        return PreviewChangedError(count, min(count, now := tasks.count()), arrived=max(0, now - count))
    there = tasks.filter(_was_there(at))
    changed = there.filter(_says_something_else(at)).count()
    return PreviewChangedError(count, there.count() - changed, tasks.exclude(_was_there(at)).count(), changed)


def _was_there(at: datetime) -> Q:
    came_back = TaskEvent.objects.filter(at__gt=at, action__in=("undo", "wake"))
    put_off = Q(snoozed_until__isnull=False, snoozed_until__gt=at)
    return Q(created__lte=at) & ~put_off & ~Q(process__in=came_back.values("process"))


def _says_something_else(at: datetime) -> Q:
    return Q(process__in=TaskEvent.objects.filter(at__gt=at, action__in=_CHANGES).values("process"))


def _narrowed(tasks: QuerySet[Task], choice: Choice, selection: Selection) -> QuerySet[Task]:
    if selection.task_ids is not None:
        tasks = tasks.filter(_among(selection.task_ids))
    if selection.company is not None:
        tasks = tasks.filter(company_id=selection.company)
    for name, value in selection.facets:
        tasks = tasks.filter(having(facets()[name], value))
    if selection.since is not None:
        tasks = tasks.filter(process__created__gte=selection.since)
    if selection.until is not None:
        tasks = tasks.filter(process__created__lt=selection.until)
    if selection.q:
        subjects, companies = choice.step.flow_class.subject.words.selected(selection.q)
        tasks = tasks.filter(Q(process__subject_id__in=subjects) | Q(company_id__in=companies))
    return tasks


def _all(choice: Choice, selection: Selection, by: User) -> QuerySet[Task]:
    """The items before the filter is applied."""
    if not choice.reopens:
        tasks = tasks_in(choice.step.queue, by).filter(awake(), flow_task__in=choice.steps)
        if selection.task_ids is not None and choice.steps_in_no_queue:
            tasks = tasks | _open(by).filter(awake(), flow_task__in=choice.steps_in_no_queue)
    elif selection.trial is None:
        raise InvalidError({"filter.trial": ["Published reviews are chosen by a trial of a banned word."]})
    else:
        tasks = published_tasks()
    if selection.trial is None:
        return tasks
    if not by.may(WORDS_PERMISSION):
        raise ForbiddenError
    if choice.step.flow_class.subject.thing != REVIEW:
        return tasks.none()
    matched = matched_in(selection.trial, without=subjects_hidden_from(by, REVIEW))
    return tasks.filter(process__subject_id__in=RawSQL("SELECT unnest(%s::bigint[])", [matched]))


def _open(by: User) -> QuerySet[Task]:
    """Open tasks, including those in no queue."""
    return Task.objects.filter(not_barred(by), status__in=OPEN)


def unfit(choice: Choice, selection: Selection, *, by: User) -> QuerySet[Task, Any]:
    """Items of this kind that were selected by id but cannot be decided: closed, put off, or in another step.

    `selection`: only the ids that `selected` leaves out. Rows of (id, `code`, `holder`) in list order, only of items
    that the person may see.
    """
    seen = ["", *(queue.name for queue in queues().values() if by.may(queue.permission))]
    tasks: QuerySet[Task] = Task.objects.filter(
        not_barred(by), flow_task__in=list(steps(choice.step.flow_class)), queue__in=seen
    )
    found = _narrowed(tasks, choice, selection).annotate(
        code=Case(
            When(~Q(status__in=OPEN), then=Value("task_closed")),
            When(~Q(flow_task__in=[*choice.steps, *choice.steps_in_no_queue]), then=Value("not_offered")),
            default=Value("snoozed"),
            output_field=CharField(),
        ),
        holder=Case(When(status=STATUS.DONE, then=F("owner_id")), default=None, output_field=BigIntegerField()),
    )
    return found.order_by(*ORDER).values_list("pk", "code", "holder")


def left_out(batch: BulkBatch, selection: Selection) -> Selection:
    """The selected ids that are not in the batch. They are few: a statement with all ids would read every task."""
    chosen: Any = selection.task_ids
    rest = fetch(_LEFT_OUT, {"batch": batch.pk, "chosen": list(chosen)})
    return replace(selection, task_ids=tuple(number for (number,) in rest))


_LEFT_OUT = """SELECT unnest(%(chosen)s::bigint[])
    EXCEPT SELECT task_id FROM workflows_bulkitem WHERE batch_id = %(batch)s"""


def preview(choice: Choice, selection: Selection, *, by: User) -> Preview:
    """Raises the errors of `selected`."""
    ((at,),) = fetch("SELECT statement_timestamp()", {})
    tasks = selected(choice, selection, by=by)
    counted = tasks.aggregate(count=Count("pk"), held=Count("pk", filter=others(by)))
    kind = choice.step.flow_class.kind
    rows = [Row(*values)._replace(kind=kind) for values in tasks.order_by(*ORDER).values_list(*COLUMNS)[:SAMPLED]]
    if choice.reopens:  # a published review has no holder and no assignee
        counted["held"], rows = 0, [row._replace(lease_until=None, assignee_id=None) for row in rows]
    subjects = subject_rows((row.kind, About(row.process_id, row.subject_id)) for row in rows)
    return Preview(at, counted["count"], counted["held"], [(row, subjects[row.process_id]) for row in rows])


def fix_items(batch: BulkBatch, tasks: QuerySet[Task], most: int, read: Selection | None = None) -> int:
    """Insert at most `most` items into a batch in one statement; returns the count. `read`: has the read revisions."""
    wanted = tasks.order_by(*ORDER).values_list("pk")[:most]
    if read is None or read.task_ids is None or read.revisions is None:
        return _insert(batch, "task_id", "SELECT %s, wanted.* FROM ({}) wanted", wanted, [])
    joined = (
        "SELECT %s, wanted.id, said.revision FROM ({}) wanted (id) LEFT JOIN (SELECT task_id, min(revision) AS revision"
        " FROM unnest(%s::bigint[], %s::bigint[]) AS each (task_id, revision) GROUP BY task_id) said"
        " ON said.task_id = wanted.id"
    )
    return _insert(batch, "task_id, revision", joined, wanted, [list(read.task_ids), list(read.revisions)])


def fix_unfit(batch: BulkBatch, unfit_tasks: QuerySet[Task, Any], most: int) -> int:
    """Insert the items of `unfit` as failed, each with its code; returns the count."""
    failed = f"SELECT %s, said.id, '{Result.FAILED}', said.code, said.holder FROM ({{}}) said (id, code, holder)"
    return _insert(batch, "task_id, result, code, holder_id", failed, unfit_tasks[:most], [])


def _insert(batch: BulkBatch, columns: str, selecting: str, wanted: QuerySet[Task, Any], values: Sequence[Any]) -> int:
    """`selecting`: a SELECT with `{}` for the statement of `wanted`; `values`: its remaining parameters."""
    statement, parameters = wanted.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO workflows_bulkitem (batch_id, {columns}) {selecting.format(statement)}",
            [batch.pk, *parameters, *values],
        )
        return int(cursor.rowcount)
