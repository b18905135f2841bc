"""The database: its address, server, roles, tables, keys and encryption."""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from accounts.key_fingerprints import OtherKeyError, require_same_keys
from commands.setup.findings import Finding, State, reason
from config.postgresql.reach import wrong_database_url
from kit.database import AWAY
from kit.replica import REPLICA

OLDEST = 150_000  # deploy/README.md
_LOOK = """SELECT current_setting('server_version_num')::int, current_setting('server_version'),
    getdatabaseencoding(), current_user, coalesce(host(inet_server_addr()), ''),
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)"""
_CHANGES = "SELECT has_table_privilege(%s, 'UPDATE') OR has_table_privilege(%s, 'DELETE')"
_VERIFYING = ("verify-ca", "verify-full")


def look_at_database() -> Iterator[Finding]:
    """Check the database. A fault ends the checks that depend on it."""
    if wrong := wrong_database_url(as_every_role=True):
        yield _missing(str(wrong).removeprefix("docket: "))
        return
    with connection.cursor() as cursor:
        cursor.execute(_LOOK)
        number, version, encoding, role, server, encrypted = cursor.fetchone()
    faults = list(_faults(number, version, encoding, role))
    yield from faults
    if not faults:
        yield Finding("database", State.READY, f"PostgreSQL {version.split()[0]} answers the role {role}.")
    if settings.DATABASE_REPLICA:
        yield _replica()
    yield from say_of_encryption(server, encrypted=encrypted)


def _faults(number: int, version: str, encoding: str, role: str) -> Iterator[Finding]:
    if number < OLDEST:
        yield _missing(f"This is PostgreSQL {version}: upgrade it to {OLDEST // 10_000} or later.")
    if encoding != "UTF8":
        yield _missing(f"Its encoding is {encoding}: create it anew with ENCODING 'UTF8'.")
    if lacking := _unapplied():
        yield _missing(
            f"{lacking} migrations are not applied: run 'python platform/manage.py migrate --database owner' with"
            " DATABASE_OWNER_URL set."
        )
        return
    if _changes_history():
        yield _missing(
            f"The role {role} of DATABASE_URL can change history: run deploy/roles.sql, and set DATABASE_URL with"
            " docket_app, DATABASE_OWNER_URL with docket_owner."
        )
    try:
        require_same_keys()
    except OtherKeyError as error:
        yield _missing(str(error).removeprefix("docket: "))


def _replica() -> Finding:
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery()")
            (is_replica,) = cursor.fetchone()
    except AWAY as error:
        sentence = f"It does not answer ({reason(error)}): correct DATABASE_REPLICA_URL. The database itself reads."
        return Finding("replica", State.WITHOUT, sentence)
    if not is_replica:
        sentence = "DATABASE_REPLICA_URL names a database that writes: correct it. The database itself reads."
        return Finding("replica", State.WITHOUT, sentence)
    return Finding("replica", State.READY, "It reads history, exports, figures and search.")


def say_of_encryption(server: str, *, encrypted: bool) -> Iterator[Finding]:
    """`server`: the address of the database; empty for a local socket."""
    options: Any = settings.DATABASES["default"]["OPTIONS"]
    if not server or ip_address(server).is_loopback:
        return
    if not encrypted:
        yield _open("The connection is not encrypted")
    elif options.get("sslmode") not in _VERIFYING:
        yield _open("The connection is encrypted, and the server's certificate is not verified")


def _open(what: str) -> Finding:
    advice = "unless it stays on this host, add sslmode=verify-full&sslrootcert=FILE to DATABASE_URL"
    return Finding("database", State.WITHOUT, f"{what}: {advice}.")


def _missing(sentence: str) -> Finding:
    return Finding("database", State.MISSING, sentence)


def _unapplied() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _changes_history() -> bool:
    tables = [model._meta.db_table for model in apps.get_models() if getattr(model, "APPEND_ONLY", False)]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(_CHANGES, [table, table])
            if cursor.fetchone() == (True,):
                return True
    return False
