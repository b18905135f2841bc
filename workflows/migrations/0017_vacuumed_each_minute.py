"""Tasks are vacuumed after 2,000 changes, however many there are: a shift of 200 people makes so many in half a minute.

A hundredth of the tasks of a million reviews is what a shift changes in ten minutes; until then the counts of each
second read the rows of every page on which something changed, not the index alone (decision 46).
"""

from django.db import migrations

EACH_MINUTE = {
    "autovacuum_vacuum_scale_factor": (0, 0.01),
    "autovacuum_vacuum_threshold": (2_000, None),
    "autovacuum_vacuum_insert_scale_factor": (0, 0.01),
    "autovacuum_vacuum_insert_threshold": (2_000, None),
}
TABLE = "workflows_task"


def _set(values: dict[str, float | None]) -> str:
    given = ", ".join(f"{name} = {value}" for name, value in values.items() if value is not None)
    unset = ", ".join(name for name, value in values.items() if value is None)
    reset = f"; ALTER TABLE {TABLE} RESET ({unset})" if unset else ""
    return f"ALTER TABLE {TABLE} SET ({given}){reset}"


class Migration(migrations.Migration):
    dependencies = [("workflows", "0016_taken_in_order")]
    operations = [
        migrations.RunSQL(
            _set({name: after for name, (after, _) in EACH_MINUTE.items()}),
            _set({name: before for name, (_, before) in EACH_MINUTE.items()}),
        )
    ]
