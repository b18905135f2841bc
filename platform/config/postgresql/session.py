"""Whether a connection is one session of PostgreSQL: a mark among its settings comes back.

A pooler refuses such settings, drops them, or answers from the session of another client. In transaction mode it would
execute prepared statements of other connections.

The settings that a process needs come from its role (deploy/roles.sql), because a pooler passes on none.
"""

import secrets
from typing import Any

from django.conf import settings

MARK = "docket.session"  # the name of a setting that nobody else has
WEB = "docket_web"  # the role of web processes
VALUE = secrets.token_hex(8)  # a process and its forks
POOLER = "a connection pooler that does not keep the settings of a connection"
_OFF = ("0", "auto", "force_custom_plan")


def is_own_session(opened: Any) -> bool:
    """Asks the server. `opened`: a new connection of psycopg, made with the mark among its options."""
    (found,) = opened.execute(f"SELECT current_setting('{MARK}', true)").fetchone()
    opened.rollback()
    return bool(found == VALUE)


def lacking_settings(opened: Any) -> list[str]:
    """The settings that its role should have given to a new connection of psycopg. Asks the server."""
    wanted = ["lock_timeout", "client_connection_check_interval", "plan_cache_mode"]
    if settings.STATEMENT_TIMEOUT_MS or opened.info.user == WEB:
        wanted += ["statement_timeout", "idle_in_transaction_session_timeout"]
    found = {name: opened.execute(f"SHOW {name}").fetchone()[0] for name in wanted}
    opened.rollback()
    return [name for name, value in found.items() if value in _OFF]
