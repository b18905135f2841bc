"""How each table is filled from the drafts: by one statement, whatever the number of reviews.

The history's trigger numbers and chains every entry, here as everywhere; a process has a dozen at most.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import models

from commands.demo.ways import FLOW
from reviews.models import Review, Revision
from reviews.revisions import REVISED_FIELDS
from workflows.models import DomainEvent, EventText, Process, Task, TaskEvent


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
TASKS = "demo_draft JOIN demo_step step USING (journey) JOIN demo_task task USING (process_id, place)"
ENTRIES = (
    "demo_draft JOIN demo_entry USING (journey) JOIN demo_event event USING (process_id, seq)"
    " LEFT JOIN demo_task task USING (process_id, place)"
)
IS_WRITTEN = "action = 'decide' AND words[move] <> ''"

FILLINGS = (
    Filling(
        Review,
        {
            "id": "review_id",
            **same("source", "external_id", "company_id", "rating", "verified", "status", "flagged_words"),
            **same(*REVISED_FIELDS),
            "content_digest": "content_digest",
            "received_at": "times[1]",
            "moved_at": LAST,
            "raw": """'{"form": "demo"}'::jsonb""",
        },
    ),
    Filling(Revision, {**same("review_id", *REVISED_FIELDS), "number": "1", "created_at": "times[1]"}),
    Filling(
        Process,
        {
            "id": "process_id",
            "flow_class": f"'{FLOW}'",
            "status": "CASE ending WHEN '' THEN 'NEW' ELSE 'DONE' END",
            "created": "times[1]",
            "finished": f"CASE ending WHEN '' THEN NULL ELSE {LAST} END",
            "subject_id": "review_id",
            **same("company_id", "country", "rating", "source", "flagged", "priority"),
            "outcome": "ending",
            "data": "jsonb_build_object('screening', told)",
        },
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
            "priority": for_people("priority", "5"),
            "flagged": for_people("flagged", "0"),
            "company_id": for_people("company_id"),
            "rating": for_people("rating"),
            "due_at": for_people("due[step]"),
            "fires_at": for_people("fires[step]"),
            "rank_at": for_people("coalesce(due[step], times[step])", "times[step]"),
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
            **same("process_id", "action", "node", "outcome", "to_node"),
            "at": "CASE action WHEN 'claim' THEN claimed[move] ELSE times[move + 1] END",
            "task_id": "task.id",
            "actor_id": "actors[move]",
            "data": "CASE action WHEN 'start' THEN told WHEN 'decide' THEN data[move]::jsonb ELSE '{}' END",
            "text_digest": f"CASE WHEN {IS_WRITTEN} THEN sha256(salts[move] || convert_to(words[move], 'UTF8'))"
            " ELSE '' END",
        },
        ENTRIES,
        "event.id",
    ),
    Filling(
        EventText,
        {"event_id": "event.id", "salt": "salts[move]", "body": "words[move]"},
        f"{ENTRIES} WHERE {IS_WRITTEN}",
        "event.id",
    ),
    # Last, under the lock of the feed: a reader never sees a place filled behind the one that it has reached.
    Filling(
        DomainEvent,
        {
            "id": "gen_random_uuid()",
            "kind": "event",
            "subject_kind": "'review'",
            "subject_id": "review_id",
            "sequence": "1",
            "process_id": "process_id",
            "payload": "jsonb_build_object('id', review_id, 'source', source, 'external_id', external_id,"
            " 'company_id', company_id, 'rating', rating, 'status', status, 'revision', 1)",
            "occurred_at": LAST,
            "position": "(SELECT coalesce(max(position), 0) FROM workflows_domainevent)"
            f" + row_number() OVER (ORDER BY {LAST}, process_id)",
        },
        "demo_draft WHERE event <> ''",
    ),
)
