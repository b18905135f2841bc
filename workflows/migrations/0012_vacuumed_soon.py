"""What is read from indexes alone is so only where the rows have been vacuumed since they changed.

By itself the database waits for a fifth of a table: of millions of tasks that are months of work at the desk.
"""

from django.db import migrations

SOON = "autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01"
NAMES = "autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor"


class Migration(migrations.Migration):
    dependencies = [("workflows", "0011_barred_indexes"), ("reviews", "0010_lists_along_indexes")]
    operations = [
        migrations.RunSQL(f"ALTER TABLE {table} SET ({SOON})", f"ALTER TABLE {table} RESET ({NAMES})")
        for table in ("workflows_task", "reviews_review")
    ]
