"""Rows of processes, comparable between decisions that were taken one by one and those of a batch."""

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.db import connection

from workflows.models import Process

# what differs between two decisions of one item: numbers of new rows, and what an entry more or less changes
NEW = {
    *("id", "event_id", "task_id", "seq", "sequence", "hash", "previous_hash", "salt", "text_digest", "length"),
    *("lock_version", "request_id"),
}
# and what differs between two items
OWN = NEW | {
    *("process_id", "subject_id", "company_id", "review_id", "ticket_id", "testimonial_id", "decision_id"),
    *("asked_by_id", "author_id", "token", "last_message_id", "mail_message_id"),
    *("owner_id", "actor_id", "external_id", "process_data", "content_digest", "puid", "position"),
}
_OWN_DATA = {"request", "message"}  # the same in the data of processes and entries
_TABLES = {
    "process": "SELECT * FROM workflows_process WHERE id = ANY(%(of)s) ORDER BY id",
    "review": """SELECT review.* FROM reviews_review review
        JOIN workflows_process process ON process.subject_id = review.id
        WHERE process.id = ANY(%(of)s) AND flow_class IN ('review_moderation', 'restriction_request')
        ORDER BY process.id""",
    "request": """SELECT request.* FROM restrictions_requesttorestrict request
        JOIN workflows_process process ON flow_class = 'restriction_request' AND (data->>'request')::bigint = request.id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id""",
    "ticket": """SELECT ticket.* FROM tickets_ticket ticket
        JOIN workflows_process process ON flow_class = 'ticket_resolution' AND subject_id = ticket.id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id""",
    "messages": """SELECT message.* FROM tickets_message message
        JOIN workflows_process process ON flow_class = 'ticket_resolution' AND subject_id = ticket_id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id, message.id""",
    "testimonial": """SELECT testimonial.* FROM testimonials_testimonial testimonial
        JOIN workflows_process process ON flow_class = 'testimonial_transcription' AND subject_id = testimonial.id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id""",
    "versions": """SELECT version.* FROM testimonials_transcription version
        JOIN workflows_process process ON flow_class = 'testimonial_transcription' AND subject_id = testimonial_id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id, version.id""",
    "statements": "SELECT * FROM reviews_statement WHERE process_id = ANY(%(of)s) ORDER BY process_id",
    "letters": """SELECT about, "to", state, created_at, sent_at FROM reviews_letter WHERE process_id = ANY(%(of)s)
        ORDER BY process_id, about""",
    "second looks": """SELECT task.*, decision_id FROM workflows_sampleddecision looked
        JOIN workflows_taskevent decision ON decision.id = decision_id
        JOIN workflows_task task ON task.process_id = looked.process_id
        WHERE decision.process_id = ANY(%(of)s) ORDER BY decision.process_id, task.id""",
    "tasks": "SELECT * FROM workflows_task WHERE process_id = ANY(%(of)s) ORDER BY process_id, id",
    "entries": """SELECT * FROM workflows_taskevent WHERE process_id = ANY(%(of)s) AND action <> 'claim'
        ORDER BY process_id, seq""",
    "texts": """SELECT text.* FROM workflows_eventtext text JOIN workflows_taskevent event ON event.id = event_id
        WHERE process_id = ANY(%(of)s) ORDER BY process_id, seq""",
    "links": """SELECT after.flow_task AS step, before.flow_task AS previous FROM workflows_task_previous link
        JOIN workflows_task after ON after.id = from_task_id JOIN workflows_task before ON before.id = to_task_id
        WHERE after.process_id = ANY(%(of)s) ORDER BY after.process_id, after.id""",
    "events": "SELECT * FROM workflows_domainevent WHERE process_id = ANY(%(of)s) ORDER BY process_id, sequence",
    "mentions": """SELECT mention.* FROM workflows_mention mention JOIN workflows_task task ON task.id = mention.task_id
        WHERE task.process_id = ANY(%(of)s) ORDER BY task.process_id, mention.id""",
}


def about(*processes: Process, without: Collection[str] = OWN) -> dict[str, list[dict[str, Any]]]:
    """All rows about processes; times, and the columns of `without`, only by whether they are set."""
    numbers = [process.pk for process in processes]
    return {
        name: [_comparable(row, without) for row in _rows(statement, numbers)] for name, statement in _TABLES.items()
    }


def jobs(after: int) -> list[dict[str, Any]]:
    """What was enqueued after the job with this number, without the jobs of batches."""
    enqueued = "SELECT * FROM workflows_outboxmessage WHERE id > ALL(%(of)s) AND topic <> 'bulk'"
    return sorted((_comparable(row, OWN) for row in _rows(enqueued, [after])), key=repr)


def _rows(statement: str, numbers: list[int]) -> Iterator[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"of": numbers})
        names = [column.name for column in cursor.description or ()]
        for values in cursor.fetchall():
            yield dict(zip(names, values, strict=True))


def _comparable(row: dict[str, Any], without: Collection[str]) -> dict[str, Any]:
    # the first entry of a batch holds the digests of all its items
    return {name: _value(name, value, without) for name, value in row.items() if name != "seals"}


def _value(name: str, value: Any, without: Collection[str]) -> Any:
    if name in without or isinstance(value, datetime):
        return value is not None
    if name == "payload":
        return sorted(json.loads(value))
    if name == "data":
        data = json.loads(value)
        return sorted(data) if "reference" in data else {**data, **dict.fromkeys(_OWN_DATA & data.keys())}
    return value
