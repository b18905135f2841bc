"""The words of what is open already: a part a transaction, beside running work. Interrupted, it begins anew."""

from typing import Any

from django.db import connections, migrations, transaction

AT_ONCE = 2_000  # processes a transaction

# Whoever changes one of its items waits for this part: what has changed before is read by the statements that follow.
_LOCKED = """
    SELECT id FROM workflows_process WHERE status = 'NEW' AND id > %s ORDER BY id LIMIT %s FOR SHARE
"""
# also what triggers have written since there are any
_WRITTEN = "DELETE FROM search_opentext WHERE process_id = ANY(%s)"
_FILL = "SELECT docket_open_texts(%s)"


def fill(_apps: Any, editor: Any) -> None:
    connection, last = connections[editor.connection.alias], 0
    while True:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute(_LOCKED, [last, AT_ONCE])
            part = [pk for (pk,) in cursor.fetchall()]
            if not part:
                break
            cursor.execute(_WRITTEN, [part])
            cursor.execute(_FILL, [part])
            last = part[-1]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) search_opentext")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0005_task_listed")]
    operations = [migrations.RunPython(fill, elidable=True)]
