"""The number of a review or a ticket at its source is found along the unique key of both; nothing else used these.

A review's number is looked for in each of the sources. A ticket's key begins with its number, because sources of
tickets are not known beforehand. Each decision and each arrival wrote an entry into the indexes of the numbers alone.
"""

from importlib import import_module

from django.db import migrations

INDEXES = import_module("search.migrations.0003_indexes").INDEXES


def _dropped(name: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
        [f"DROP INDEX CONCURRENTLY IF EXISTS {name}", f"CREATE INDEX CONCURRENTLY {name} ON {INDEXES[name]}"],
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("search", "0004_testimonials"), ("tickets", "0003_indexes_of_few")]
    operations = [_dropped("search_review_source"), _dropped("search_ticket_source")]
