"""The key of a ticket begins with its number; two indexes hold only the few tickets they are for.

Each message writes an entry into each index of its ticket. Nearly every ticket is merged into none and continues none,
and nothing asks for those. Built beside the work that goes on; what they replace serves until they are there.
"""

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

HAS_NUMBER = models.Q(("external_id__isnull", False))


def _index_of(field: str, name: str) -> AddIndexConcurrently:
    condition = models.Q((f"{field}__isnull", False))
    return AddIndexConcurrently("ticket", models.Index(fields=[field], name=name, condition=condition))


def _unindexed(field: str, related_name: str) -> migrations.AlterField:
    key = models.ForeignKey(
        "tickets.ticket",
        null=True,
        db_index=False,
        on_delete=django.db.models.deletion.PROTECT,
        related_name=related_name,
    )
    return migrations.AlterField("ticket", field, key)


def _key(new: str, columns: str, old: str) -> list[str]:
    """An interrupted build leaves an invalid index of this name, which the next attempt replaces."""
    return [
        f"DROP INDEX CONCURRENTLY IF EXISTS {new}",
        f"CREATE UNIQUE INDEX CONCURRENTLY {new} ON tickets_ticket ({columns}) WHERE external_id IS NOT NULL",
        f"DROP INDEX CONCURRENTLY IF EXISTS {old}",
    ]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tickets", "0002_message_sending")]
    operations = [
        migrations.RunSQL(
            _key("ticket_identity", "external_id, source", "ticket_external_id"),
            _key("ticket_external_id", "source, external_id", "ticket_identity"),
            state_operations=[
                migrations.RemoveConstraint("ticket", "ticket_external_id"),
                migrations.AddConstraint(
                    "ticket",
                    models.UniqueConstraint(
                        fields=("external_id", "source"), name="ticket_identity", condition=HAS_NUMBER
                    ),
                ),
            ],
        ),
        _index_of("older", "ticket_continues"),
        _index_of("merged_into", "ticket_merged"),
        _unindexed("older", "newer"),
        _unindexed("merged_into", "merged"),
    ]
