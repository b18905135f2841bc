"""Health checks for the supervisor, load balancers and the probes of a container engine.

`/health/live`: the process answers. `/health/ready`: it can serve requests; else 503 with the code of the reason.
`/healthz`: the states of the database and of the file storage.
"""

from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, ProgrammingError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from kit.database import is_disk_full
from kit.draining import drain
from kit.uploads import state_of_folder

_OF_PROBES = "/health/"
_MESSAGES = {
    "draining": "This process ends soon. Send no more requests.",
    "unavailable": "The database cannot be reached.",
    "read_only": "The database only reads, as a replica does.",
    "disk_full": "The disk of the database is full.",
    "not_migrated": "The database lacks migrations of this release.",
}
_APPLIED = "SELECT app, name FROM django_migrations"

# Detects a full disk: the rows do not fit into 64 kB of memory, so PostgreSQL writes them to a temporary file, which
# fails on a full disk. Nothing is logged or kept.
_LOOK = """SET LOCAL work_mem = '64kB';
    SELECT current_setting('transaction_read_only') FROM (SELECT count(*) FROM generate_series(1, 5000)) AS written"""


class LivenessMiddleware:
    """Answers in any state of the database and of the keys, because a restart of the process would mend neither."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != f"{_OF_PROBES}live":
            return self.get_response(request)
        return JsonResponse({"status": "live"})


class HealthMiddleware:
    """Answers before the host and the session are checked, because a probe sends neither.

    A process that cannot store files is still healthy, because everything else works; `/healthz` reports it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            database = _state_of_database()
            status = HTTPStatus.OK if database == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
            return JsonResponse({"database": database, "files": state_of_folder()}, status=status)
        if request.path == f"{_OF_PROBES}ready":
            if code := _reason_not_ready():
                return JsonResponse({"code": code, "message": _MESSAGES[code]}, status=HTTPStatus.SERVICE_UNAVAILABLE)
            return JsonResponse({"status": "ready"})
        if request.path.startswith(_OF_PROBES):
            return JsonResponse({"code": "not_found", "message": "There is nothing at this address."}, status=404)
        return self.get_response(request)


def _reason_not_ready() -> str:
    """A code of `_MESSAGES`; empty if the process can serve. Wrong keys are refused earlier (config.keys)."""
    if drain.has_begun:
        return "draining"
    if (database := _state_of_database()) != "ok":
        return database
    return "" if _is_migrated() else "not_migrated"


def _is_migrated() -> bool:
    """Whether the database has all migrations of this release. It may have more: a newer release migrates first."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_APPLIED)
            return _shipped_migrations() <= set(cursor.fetchall())
    except ProgrammingError:  # the table of migrations is missing
        return False


@cache
def _shipped_migrations() -> frozenset[tuple[str, str]]:
    """(app, name) of each migration, from the file names, without importing them."""
    return frozenset(
        (app.label, file.stem)
        for app in apps.get_app_configs()
        if settings.MIGRATION_MODULES.get(app.label, "") is not None
        for file in Path(app.path, "migrations").glob("[0-9]*.py")
    )


def _state_of_database() -> str:
    """`ok`, `read_only`, `disk_full` or `unavailable`."""
    opened: Any = connection
    try:
        with opened.cursor() as cursor:
            cursor.execute(_LOOK)
            cursor.nextset()
            (read_only,) = cursor.fetchone()
    except (Error, PoolTimeout) as error:
        return "disk_full" if is_disk_full(error) else "unavailable"
    if read_only == "on":
        opened.leave_server()
        return "read_only"
    return "ok"
