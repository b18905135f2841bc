"""Why a command cannot use the database, in one line."""

import os
from typing import Any

import psycopg
from django.conf import settings

from config.settings.parsing import DATABASE_EXAMPLE
from kit.environment import WrongSettingError

_NOT_OF_LIBPQ = ("pool", "prepare_threshold")
_VARIABLES = {"default": "DATABASE_URL", "owner": "DATABASE_OWNER_URL"}


def wrong_database_url() -> WrongSettingError | None:
    """The first address to which no connection can be made, with the reason. None when the database can be used."""
    for alias, variable in _VARIABLES.items():
        url = os.environ.get(variable)
        if reason := url and _refusal(settings.DATABASES[alias]):
            return WrongSettingError(variable, url or "", f"and no connection can be made ({reason})", DATABASE_EXAMPLE)
    return None


def _refusal(database: dict[str, Any]) -> str:
    """The reason in the server's or the network's words, which hold no password; empty when a connection is made."""
    place = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    given = {name: str(database[key]) for name, key in place.items() if database.get(key)}
    options = {name: value for name, value in database["OPTIONS"].items() if name not in _NOT_OF_LIBPQ}
    try:
        psycopg.connect("", **{**options, **given, "connect_timeout": 2}).close()
    except psycopg.OperationalError as error:
        reason = str(error).strip().splitlines()[0]
        return reason.removeprefix("connection failed: ").rstrip(".")
    return ""
