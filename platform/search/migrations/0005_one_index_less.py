"""A review's number at its source is looked for in each of the sources, by the unique key of both.

Each decision wrote an entry into the index of the number alone, and so did each arrival.
"""

from importlib import import_module

from django.db import migrations

NAME = "search_review_source"
BEFORE = import_module("search.migrations.0003_indexes").INDEXES[NAME]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("search", "0004_testimonials")]
    operations = [
        migrations.RunSQL(
            f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}",
            [f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}", f"CREATE INDEX CONCURRENTLY {NAME} ON {BEFORE}"],
        )
    ]
