"""Entries from before get their types, and the lists of history their indexes, beside the work that goes on."""

from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.contrib.postgres.search import SearchVector
from django.db import migrations, models

ENTRIES_AT_ONCE = 20_000


TYPE = "process.flow_class, entry.node, entry.action, entry.outcome, entry.text_digest <> ''"
PART = "process.id = entry.process_id AND entry.id >= %s AND entry.id < %s AND entry.type_id IS NULL"
TYPES = f"""
    INSERT INTO workflows_eventtype (kind, node, action, outcome, has_text)
    SELECT DISTINCT {TYPE} FROM workflows_taskevent entry, workflows_process process WHERE {PART}
    ON CONFLICT DO NOTHING
"""
ENTRIES = f"""
    UPDATE workflows_taskevent entry SET type_id = type.id FROM workflows_process process, workflows_eventtype type
    WHERE {PART} AND (type.kind, type.node, type.action, type.outcome, type.has_text) = ({TYPE})
"""


def classify_entries(_apps: Any, schema_editor: Any) -> None:
    """In parts, each its own transaction. Entries that are written meanwhile have their types from the trigger."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM workflows_taskevent")
        ((last,),) = cursor.fetchall()
        for first in range(0, last + 1, ENTRIES_AT_ONCE):
            for statement in (TYPES, ENTRIES):
                cursor.execute(statement, [first, first + ENTRIES_AT_ONCE])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0020_types_of_entries")]
    operations = [
        migrations.RunPython(classify_entries, migrations.RunPython.noop),
        AddIndexConcurrently("taskevent", models.Index("at", "id", name="event_at")),
        AddIndexConcurrently("taskevent", models.Index("type_id", "at", "id", name="event_of_type")),
        AddIndexConcurrently(
            "taskevent",
            models.Index(
                "actor_id",
                "type_id",
                "at",
                "id",
                name="event_by",
                condition=models.Q(("actor_id__isnull", False)),
            ),
        ),
        AddIndexConcurrently("eventtext", GinIndex(SearchVector("body", config="simple"), name="event_text_words")),
    ]
