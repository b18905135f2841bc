"""The reason why a process cannot use the database, in one line."""

import os
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings

from config.postgresql.pooler import problem_of_pooler
from config.postgresql.session import MARK, POOLER, VALUE, is_own_session, lacking_settings
from config.settings.parsing import DATABASE_EXAMPLE
from kit.database import is_disk_full
from kit.environment import WrongSettingError

_NOT_OF_LIBPQ = ("pool", "prepare_threshold")
# errors of a server that does not know the role; the second if it asks for no password
_REFUSALS = ("password authentication failed", 'role "docket_')
_ROLES = "deploy/roles.sql"
_BEHIND_A_POOLER = f"which is {POOLER}, and Docket needs PostgreSQL itself, or DATABASE_POOLER"


class UnfitDatabaseError(WrongSettingError):
    """A problem that does not pass by waiting."""


def end_of_command(error: Exception) -> SystemExit | None:
    """The last line of a command after a database error. None if the database can be used."""
    if is_disk_full(error):
        return SystemExit("docket: the disk of the database is full: make room on it, then run this again.")
    return wrong_database_url()


def wrong_database_url(*, as_every_role: bool = False) -> WrongSettingError | None:
    """The first database URL that cannot be used, with the reason. None if the database can be used.

    `as_every_role`: try the roles of all kinds of processes.
    """
    for variable, database in {
        "DATABASE_URL": settings.DATABASES["default"],
        "DATABASE_OWNER_URL": settings.DATABASES["owner"],
        "DATABASE_DIRECT_URL": settings.DATABASE_DIRECT,
    }.items():
        url = os.environ.get(variable)
        if not url or not database:
            continue
        is_application = variable == "DATABASE_URL"
        for role in settings.DATABASE_ROLES if is_application and as_every_role else (database["USER"],):
            if problem := _problem({**database, "USER": role}, is_application=is_application):
                kind = WrongSettingError if problem.passes else UnfitDatabaseError
                return kind(variable, url, problem.reason, DATABASE_EXAMPLE)
    return None


def require_fit_database() -> None:
    """Raises UnfitDatabaseError. For processes that wait while the database is away: behind a pooler they would wait
    forever or get wrong rows; without the settings of their role they would serve without limits.
    """
    wrong = wrong_database_url()
    if isinstance(wrong, UnfitDatabaseError):
        raise wrong


@dataclass(frozen=True, slots=True)
class _Problem:
    """`reason`: the error text of the server or the network, without passwords. `passes`: whether waiting helps."""

    reason: str
    passes: bool = False


def _problem(database: dict[str, Any], *, is_application: bool) -> _Problem | None:
    place = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    given = {name: str(database[key]) for name, key in place.items() if database.get(key)}
    options = {name: value for name, value in database["OPTIONS"].items() if name not in _NOT_OF_LIBPQ}
    parameters = {**options, **given, "connect_timeout": 2}
    is_pooled = is_application and bool(settings.DATABASE_POOLER)
    try:
        if is_pooled and (reason := problem_of_pooler(parameters)):
            return _Problem(reason)
        with psycopg.connect("", **parameters) as opened:
            return _problem_of_session(opened, is_application=is_application, is_pooled=is_pooled)
    except psycopg.OperationalError as error:
        if not is_pooled and _refuses_settings(parameters):
            return _Problem(_BEHIND_A_POOLER)
        words = str(error).strip().splitlines()[0].removeprefix("connection failed: ").rstrip(".")
        reason = f"and no connection can be made ({words})"
        if any(refusal in words for refusal in _REFUSALS):
            return _Problem(f"{reason}: correct its password, or run {_ROLES}")
        return _Problem(reason, passes=True)


def _problem_of_session(opened: psycopg.Connection[Any], *, is_application: bool, is_pooled: bool) -> _Problem | None:
    if not is_pooled and not is_own_session(opened):
        return _Problem(_BEHIND_A_POOLER)
    if is_application and (lacking := lacking_settings(opened)):
        return _Problem(f"and its role {opened.info.user} has no {', '.join(lacking)}: run {_ROLES}")
    (only_reads,) = opened.execute("SHOW transaction_read_only").fetchone() or ("off",)
    return _Problem("which only reads, as a replica does", passes=True) if only_reads == "on" else None


def _refuses_settings(parameters: dict[str, Any]) -> bool:
    """Whether the server accepts connections only without the mark. PostgreSQL itself accepts it from any client."""
    return _connects({**parameters, "options": ""}) and not _connects({**parameters, "options": f"-c {MARK}={VALUE}"})


def _connects(parameters: dict[str, Any]) -> bool:
    try:
        psycopg.connect("", **parameters).close()
    except psycopg.OperationalError:
        return False
    return True
