"""Why a process cannot use the database, in one line."""

import os
from typing import Any

import psycopg
from django.conf import settings

from config.postgresql.session import MARK, POOLER, VALUE, is_own_session, lacking_settings
from config.settings.parsing import DATABASE_EXAMPLE
from kit.database import is_disk_full
from kit.environment import WrongSettingError

_NOT_OF_LIBPQ = ("pool", "prepare_threshold")
# of a server that does not know the role (the second where it asks for no password)
_REFUSALS = ("password authentication failed", 'role "docket_')
_VARIABLES = {"default": "DATABASE_URL", "owner": "DATABASE_OWNER_URL"}
_ROLES = "deploy/roles.sql"
_BEHIND_A_POOLER = f"which is {POOLER}, and Docket needs PostgreSQL itself"


def end_of_command(error: Exception) -> SystemExit | None:
    """The line with which a command ends at an error of the database; None where the database can be used."""
    if is_disk_full(error):
        return SystemExit("docket: the disk of the database is full: make room on it, then run this again.")
    return wrong_database_url()


def wrong_database_url() -> WrongSettingError | None:
    """The first address that cannot be used, with the reason. None when the database can be used."""
    for alias, variable in _VARIABLES.items():
        url = os.environ.get(variable)
        if problem := url and _problem(alias):
            return WrongSettingError(variable, url or "", problem, DATABASE_EXAMPLE)
    return None


def require_fit_database() -> None:
    """For processes that wait for a database which is away: in front of a pooler they would wait for ever, or get wrong
    rows; without the settings of its role they would serve without limits. Raises WrongSettingError.
    """
    wrong = wrong_database_url()
    if wrong and any(words in str(wrong) for words in (_BEHIND_A_POOLER, _ROLES)):
        raise wrong


def _problem(alias: str) -> str:
    """In the server's or the network's words, which hold no password; empty when the database can be used."""
    database: dict[str, Any] = settings.DATABASES[alias]
    place = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    given = {name: str(database[key]) for name, key in place.items() if database.get(key)}
    options = {name: value for name, value in database["OPTIONS"].items() if name not in _NOT_OF_LIBPQ}
    parameters = {**options, **given, "connect_timeout": 2}
    try:
        with psycopg.connect("", **parameters) as opened:
            if not is_own_session(opened):
                return _BEHIND_A_POOLER
            if alias == "default" and (lacking := lacking_settings(opened)):
                return f"and its role {opened.info.user} has no {', '.join(lacking)}: run {_ROLES}"
            (only_reads,) = opened.execute("SHOW transaction_read_only").fetchone() or ("off",)
            return "which only reads, as a replica does" if only_reads == "on" else ""
    except psycopg.OperationalError as error:
        if _refuses_settings(parameters):
            return _BEHIND_A_POOLER
        reason = str(error).strip().splitlines()[0]
        advice = f": correct its password, or run {_ROLES}" if any(words in reason for words in _REFUSALS) else ""
        return f"and no connection can be made ({reason.removeprefix('connection failed: ').rstrip('.')}){advice}"


def _refuses_settings(parameters: dict[str, Any]) -> bool:
    """Whether a connection is made only without settings: PostgreSQL itself takes the mark from anybody."""
    return _connects({**parameters, "options": ""}) and not _connects({**parameters, "options": f"-c {MARK}={VALUE}"})


def _connects(parameters: dict[str, Any]) -> bool:
    try:
        psycopg.connect("", **parameters).close()
    except psycopg.OperationalError:
        return False
    return True
