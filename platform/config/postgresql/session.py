"""Checks that a connection is one session of PostgreSQL: it can read back a mark that it set.

A pooler refuses or drops such a setting, or answers from the session of another client. In transaction mode it would
execute prepared statements of other connections.

The settings that a process needs come from its role (deploy/roles.sql), because a pooler forwards none.
"""

import secrets
from typing import Any

from django.conf import settings

MARK = "docket.session"  # the name of a setting that only this check uses
WEB = "docket_web"  # the role of web processes
VALUE = secrets.token_hex(8)  # shared by a process and its forks
POOLER = "a connection pooler that does not keep the settings of a connection"
_OFF = ("0", "auto", "force_custom_plan")


def is_own_session(opened: Any) -> bool:
    """Queries the server. `opened`: a new psycopg connection with the mark in its options."""
    (found,) = opened.execute(f"SELECT current_setting('{MARK}', true)").fetchone()
    opened.rollback()
    return bool(found == VALUE)


def lacking_settings(opened: Any) -> list[str]:
    """The settings that the role should define, but that a new psycopg connection lacks. Queries the server."""
    wanted = ["lock_timeout", "client_connection_check_interval", "plan_cache_mode"]
    if settings.STATEMENT_TIMEOUT_MS or opened.info.user == WEB:
        wanted += ["statement_timeout", "idle_in_transaction_session_timeout"]
    found = {name: opened.execute(f"SHOW {name}").fetchone()[0] for name in wanted}
    opened.rollback()
    return [name for name, value in found.items() if value in _OFF]
