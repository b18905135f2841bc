"""A source's id of a message is unique in the ticket that it was sent to, wherever the message stands now.

Of a message that stands in a ticket since a merge, the ticket that it was sent to is not known any more: it counts as
sent to the older. Built beside the work that goes on; what it replaces serves until it is there.
"""

import django.db.models.deletion
from django.db import migrations, models

# on the way back, where one ticket holds one id once: as merges did before, all but the first lose it
_APART = """
    UPDATE tickets_message SET external_id = NULL WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (
                PARTITION BY ticket_id, external_id ORDER BY sent_to_id <> ticket_id, id
            ) AS place
            FROM tickets_message WHERE external_id IS NOT NULL
        ) numbered WHERE place > 1
    )
"""


def _index(new: str, columns: str, old: str) -> list[str]:
    """An interrupted build leaves an invalid index of this name, which the next attempt replaces."""
    return [
        f"DROP INDEX CONCURRENTLY IF EXISTS {new}",
        f"CREATE UNIQUE INDEX CONCURRENTLY {new} ON tickets_message ({columns}) WHERE external_id IS NOT NULL",
        f"DROP INDEX CONCURRENTLY IF EXISTS {old}",
    ]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tickets", "0004_index_of_ages")]
    operations = [
        migrations.AddField(
            "message",
            "sent_to",
            models.ForeignKey(
                "tickets.ticket",
                null=True,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
            ),
        ),
        migrations.RunSQL(
            "UPDATE tickets_message SET sent_to_id = ticket_id WHERE external_id IS NOT NULL AND sent_to_id IS NULL",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            _index("message_sent_once", "sent_to_id, external_id", "message_external_id"),
            [_APART, *_index("message_external_id", "ticket_id, external_id", "message_sent_once")],
            state_operations=[
                migrations.RemoveConstraint("message", "message_external_id"),
                migrations.AddConstraint(
                    "message",
                    models.UniqueConstraint(
                        fields=("sent_to", "external_id"),
                        name="message_sent_once",
                        condition=models.Q(("external_id__isnull", False)),
                    ),
                ),
            ],
        ),
    ]
