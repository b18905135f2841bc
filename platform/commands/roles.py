"""Grants for the application's database role: full access to rows, except append-only history (figures.md, rule 17)."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections, transaction
from django.db.models import AutoField, Model


def grant_application_rights(using: str, **_signal: Any) -> None:
    """Run by the tables' owner after every migration. A model may declare APPEND_ONLY, READ_ONLY, or UPDATED. UPDATED
    lists the only fields that may change; then rows may be deleted only if the model also declares DELETED."""
    connection = connections[using]
    role = connection.ops.quote_name(settings.DATABASE_APPLICATION_ROLE)
    with transaction.atomic(using), connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone()[0] == settings.DATABASE_APPLICATION_ROLE:
            return  # with a single role nothing is restricted, because it owns the tables
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {role}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}")
        cursor.execute(f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}")
        for model in apps.get_models():
            table = connection.ops.quote_name(model._meta.db_table)
            if getattr(model, "APPEND_ONLY", False):
                cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {table} FROM {role}")
                cursor.execute(f"GRANT INSERT ({', '.join(_given_columns(model, connection))}) ON {table} TO {role}")
            if updated := getattr(model, "UPDATED", ()):
                fields: list[Any] = [model._meta.get_field(name) for name in updated]
                columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
                revoked = "UPDATE" if getattr(model, "DELETED", False) else "UPDATE, DELETE"
                cursor.execute(f"REVOKE {revoked} ON {table} FROM {role}")
                cursor.execute(f"GRANT UPDATE ({columns}) ON {table} TO {role}")
            if getattr(model, "READ_ONLY", False):
                cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {table} FROM {role}")


def _given_columns(model: type[Model], connection: Any) -> list[str]:
    """The columns that the application may set on insert: all except ids, which come from a sequence."""
    columns = [field.column for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    return [connection.ops.quote_name(column) for column in columns]
