"""What the application's database role may do: everything with rows, but for history (figures.md, rule 17)."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections


def grant_application_rights(using: str, **_signal: Any) -> None:
    """Run after every migration, as the owner. A model says of itself that it is APPEND_ONLY or READ_ONLY."""
    connection = connections[using]
    role = connection.ops.quote_name(settings.DATABASE_APPLICATION_ROLE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone()[0] == settings.DATABASE_APPLICATION_ROLE:
            return  # one role for everything: nothing can be taken from the owner of the tables
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {role}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}")
        cursor.execute(f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}")
        for model in apps.get_models():
            table = connection.ops.quote_name(model._meta.db_table)
            if getattr(model, "APPEND_ONLY", False):
                cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {role}")
            if getattr(model, "READ_ONLY", False):
                cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {table} FROM {role}")
