"""Whether a connection is one session of PostgreSQL: a mark among its settings comes back.

A pooler refuses such settings, drops them, or answers from the session of another client. In transaction mode it would
execute prepared statements of other connections.
"""

import secrets
from typing import Any

MARK = "docket.session"  # the name of a setting that nobody else has
VALUE = secrets.token_hex(8)  # a process and its forks
POOLER = "a connection pooler that does not keep the settings of a connection"


def is_own_session(opened: Any) -> bool:
    """Asks the server. `opened`: a new connection of psycopg, made with the mark among its options."""
    (found,) = opened.execute(f"SELECT current_setting('{MARK}', true)").fetchone()
    opened.rollback()
    return bool(found == VALUE)
