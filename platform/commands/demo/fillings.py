"""How each table is filled from the drafts: by one statement, whatever the number of reviews.

The history's trigger numbers and chains every entry, here as everywhere; a process has a dozen at most.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import models

from reviews.models import Review, Revision
from reviews.revisions import REVISED_FIELDS
from workflows.models import DecisionCheck, DomainEvent, EventText, Mention, Process, Task, TaskEvent, TaskSkip


@dataclass(frozen=True, slots=True)
class Filling:
    """`columns`: an expression over `source` for each; those that are left out get their field's default."""

    model: type[models.Model]
    columns: Mapping[str, str]
    source: str = "demo_draft"
    order: str = "process_id"


def for_people(expression: str, otherwise: str = "NULL") -> str:
    """What a step for people alone has."""
    return f"CASE kind WHEN 'work' THEN {expression} ELSE {otherwise} END"


def same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


LAST = "times[cardinality(times)]"
RUNS = "demo_run JOIN demo_draft USING (review_id)"
TASKS = f"{RUNS} JOIN demo_step step USING (journey) JOIN demo_task task USING (process_id, place)"
ENTRIES = "demo_event event LEFT JOIN demo_task task USING (process_id, place)"

FILLINGS = (
    Filling(
        Review,
        {
            "id": "review_id",
            **same("source", "external_id", "company_id", "rating", "verified", "status", "flagged_words"),
            **same(*REVISED_FIELDS),
            **same("author_email", "revision", "content_digest", "received_at", "moved_at"),
            "raw": """'{"form": "demo"}'::jsonb""",
        },
        order="review_id",
    ),
    # those of reviews that were revised are copied, both of them
    Filling(
        Revision,
        {**same("review_id", *REVISED_FIELDS), "number": "1", "created_at": "received_at"},
        "demo_draft WHERE revision = 1",
        "review_id",
    ),
    Filling(
        Process,
        {
            "id": "process_id",
            "flow_class": "flow",
            "status": "CASE ending WHEN '' THEN 'NEW' ELSE 'DONE' END",
            "created": "times[1]",
            "finished": f"CASE ending WHEN '' THEN NULL ELSE {LAST} END",
            "subject_id": "review_id",
            "override_of_id": "override_of",
            **same("company_id", "country", "rating", "source", "flagged", "priority"),
            "outcome": "ending",
            "data": "CASE WHEN known ? 'screening' THEN jsonb_set(known, '{screening,copies}', to_jsonb(copies))"
            " ELSE known END",
        },
        RUNS,
    ),
    Filling(
        Task,
        {
            "id": "task.id",
            **same("process_id", "flow_task", "flow_task_type", "queue", "came_from"),
            "token": "'start'",
            "status": "step.status",
            "outcome": "step.outcome",
            "created": "times[step]",
            "started": "CASE WHEN kind <> 'work' AND flow_task_type <> 'SWITCH' THEN times[step] END",
            "finished": for_people("times[step + 1]", "times[step]"),
            "assigned": for_people("claimed[step]"),
            "owner_id": for_people("actors[step]"),
            "assignee_id": "CASE step.status WHEN 'NEW' THEN assignee END",
            "snoozed_until": "CASE step.status WHEN 'NEW' THEN snoozed_until END",
            "priority": for_people("priority", "5"),
            "flagged": for_people("flagged", "0"),
            "company_id": for_people("company_id"),
            "rating": for_people("rating"),
            "due_at": for_people("due[step]"),
            "fires_at": for_people("fires[step]"),
            "rank_at": for_people("coalesce(due[step], times[step])", "times[step]"),
            # whose decision it is about, and who has taken the second look
            "barred_id": "CASE WHEN bars > 0 THEN decider END",
            "barred_too_id": "CASE WHEN bars > 1 THEN actors[1] END",
        },
        TASKS,
        "task.id",
    ),
    Filling(
        Task.previous.through,
        {"from_task_id": "later.id", "to_task_id": "earlier.id"},
        "demo_task later JOIN demo_task earlier"
        " ON earlier.process_id = later.process_id AND earlier.place = later.place - 1",
        "later.id",
    ),
    Filling(
        TaskEvent,
        {
            "id": "event.id",
            **same("process_id", "at", "action", "node", "outcome", "to_node", "data"),
            "task_id": "task.id",
            "actor_id": "actor",
            "text_digest": "CASE words WHEN '' THEN '' ELSE sha256(salt || convert_to(words, 'UTF8')) END",
        },
        ENTRIES,
        "event.id",
    ),
    Filling(
        EventText,
        {"event_id": "id", "salt": "salt", "body": "words"},
        "demo_event WHERE words <> ''",
        "id",
    ),
    Filling(
        Mention,
        {"event_id": "event.id", "task_id": "task.id", "user_id": "person", "seen_at": "seen_at"},
        f"demo_telling JOIN ({ENTRIES}) USING (process_id, after, nth)",
        "event.id, person",
    ),
    Filling(
        TaskSkip,
        {"task_id": "task.id", "user_id": "actor", "at": "at"},
        f"{ENTRIES} WHERE action = 'skip'",
        "event.id",
    ),
    Filling(
        DecisionCheck,
        {"process_id": "run.process_id", "decision_id": "event.id", "started_at": "times[1]"},
        "demo_run run JOIN demo_event event"
        " ON event.process_id = run.checked_id AND event.after = run.checked_after AND event.nth = 0",
        "run.process_id",
    ),
    # Last, under the lock of the feed: a reader never sees a place filled behind the one that it has reached.
    Filling(
        DomainEvent,
        {
            "id": "gen_random_uuid()",
            "kind": "event",
            "subject_kind": "'review'",
            **same("sequence", "process_id"),
            "subject_id": "review_id",
            "payload": "jsonb_build_object('id', review_id, 'source', source, 'external_id', external_id,"
            " 'company_id', company_id, 'rating', rating, 'status', CASE ending WHEN 'declined' THEN 'published'"
            " ELSE ending END, 'revision', revision)",
            "occurred_at": LAST,
            "position": "(SELECT coalesce(max(position), 0) FROM workflows_domainevent)"
            f" + row_number() OVER (ORDER BY {LAST}, process_id)",
        },
        f"{RUNS} WHERE event <> ''",
    ),
)
