"""Everything about one review: revisions, processes with their histories, requests, statements, similar reviews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from kit.prepared import Marks, Prepared
from restrictions.reading import requests_of
from reviews.models import Letter, Statement
from reviews.neighbours import Neighbours, copies_of, others_by_author
from reviews.reading import Without, editor_fields
from reviews.revisions import describe_revision, revisions_of
from reviews.statement_lists import statements_about
from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.engine.core.graph import node_title
from workflows.engine.reading.history.timeline import Entry, timelines_of
from workflows.engine.reading.lists.blindness import withheld_statement
from workflows.engine.reading.lists.tasks import get_task
from workflows.models import OPEN, Process, Task
from workflows.reviews.subject import ReviewSubject

THING = ReviewSubject.thing


@dataclass(frozen=True, slots=True)
class Chapter:
    """One process about the review. `end_title`: the title of its end; empty while it runs."""

    process: Process
    title: str
    end_title: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Story:
    """The whole record of a review. `task`: its open task, if any."""

    editor: Mapping[str, Any]
    external_id: str
    task: Any | None
    revisions: list[dict[str, Any]]
    requests: list[Mapping[str, Any]]
    statements: list[tuple[Statement, Letter | None]]
    names: dict[int, str]
    chapters: list[Chapter]
    copies: Neighbours
    by_author: Neighbours


def story_of(review_id: int, reader: User) -> Story:
    """Read everything about a review, in a constant number of statements. Raises NotFoundError.

    The company's figures leave out what its page leaves out for this reader.
    """
    processes = _PROCESSES.instances({"review": review_id})
    company_id = processes[0].company_id if processes else 0
    editor = editor_fields(review_id, without=Without(*withheld_statement(reader, THING, company_id)))
    entries = timelines_of(processes)
    statements = statements_about(review_id)
    return Story(
        editor=editor,
        external_id=str(editor["external_id"]),
        task=_waiting(processes),
        revisions=[describe_revision(revision) for revision in revisions_of(review_id)],
        requests=requests_of(review_id),
        statements=statements,
        names=User.objects.names_of(row.decided_by for row, _ in statements),
        chapters=[_chapter(process, entries[process.pk]) for process in processes],
        copies=copies_of(review_id),
        by_author=others_by_author(review_id),
    )


def _processes(marks: Marks) -> QuerySet[Process]:
    """The processes about the review that may be shown here: those of flows without a blind step."""
    about = (flow for flow in flows() if flow.subject.thing == THING)
    shown = [flow for flow in about if not any(step.blind for step in steps(flow))]
    return Process.objects.filter(flow_class__in=shown, subject_id=marks.number("review")).order_by("pk")


def _open_tasks(marks: Marks) -> QuerySet[Task, Any]:
    tasks = Task.objects.filter(process_id__in=marks.numbers("processes"), status__in=OPEN)
    return tasks.order_by("process_id").values_list("pk")


_PROCESSES, _OPEN_TASKS = Prepared(_processes), Prepared(_open_tasks)


def _waiting(processes: Sequence[Process]) -> Any | None:
    """The open task of the moderation, otherwise that of a request: the moderation decides the review."""
    waiting = _OPEN_TASKS.rows({"processes": [process.pk for process in processes]})
    return get_task(waiting[0][0]) if waiting else None


def _chapter(process: Process, entries: Sequence[Entry]) -> Chapter:
    flow: type[ProductFlow] = process.flow_class
    end = node_title(flow, process.outcome) if process.outcome else ""
    return Chapter(process, str(flow.process_title), end, entries)
