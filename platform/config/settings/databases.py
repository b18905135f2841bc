"""The settings of the two connections to PostgreSQL."""

import math
import os
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import dj_database_url

from config.postgresql import session
from config.postgresql.patience import DEFAULT_PATIENCE_SECONDS, PatientConnection, ReplicaConnection
from config.settings import parsing
from kit.environment import read, read_number, read_whole_number, require
from workflows.engine.outbox.kinds import threads_by_kind

# how long a call waits for a row that another changes, then 409: engine.md, decision 3
LOCK_TIMEOUT_MS = read_whole_number("DOCKET_LOCK_TIMEOUT_MS", 2_000, least=1, most=600_000)
# How long the database may take for an answer until calls answer 503 (figures.md, rule 9: within 2 s). On a machine
# so busy that its database answers later than that, a higher value avoids false alarms.
DATABASE_PATIENCE_SECONDS = read_number(
    "DOCKET_DATABASE_PATIENCE_SECONDS", DEFAULT_PATIENCE_SECONDS, least=0.1, most=600
)
# of which kinds this worker takes jobs, and how many at a time; all, if none is named
WORKER_KINDS = read(
    "DOCKET_WORKER_KINDS",
    "",
    threads_by_kind,
    problem="which is no list of kinds of jobs with their threads",
    example="mail=4,letters",
)
# Of a worker: its threads, its relay, and what extends the leases of its jobs. Of others, such as a web server: its
# threads, those that make streams (server.application, server.streams), and one more.
_CONNECTIONS = sum(WORKER_KINDS.values()) + 2 if sys.argv[1:2] == ["docket_worker"] else 8
# Attempts to reconnect are given up soon, because they wait longer each time: the next call then tries at once.
_POOL = {
    "min_size": 1,
    "max_size": _CONNECTIONS,
    "timeout": DATABASE_PATIENCE_SECONDS + 0.2,
    "reconnect_timeout": 2,
    "max_lifetime": 3600,
}
# How long a statement may take (deploy/roles.sql); 0: as long as it likes.
STATEMENT_TIMEOUT_MS = 30_000 if "config.wsgi" in sys.modules else 0
# The role that holds the rights. A process connects as one with the settings of its kind (deploy/roles.sql).
_RIGHTS = "docket_app"
_WEB, _WORKER, _COMMAND = session.WEB, "docket_worker", "docket_command"
_WORKERS = (["docket_worker"], ["docket_scheduler"])
# Of the owner, who runs migrations, and comes through no pooler.
_OF_OWNER = {
    "lock_timeout": LOCK_TIMEOUT_MS,
    "statement_timeout": 0,
    "idle_in_transaction_session_timeout": 0,
    "client_connection_check_interval": 2_000,
    "plan_cache_mode": "force_generic_plan",
    session.MARK: session.VALUE,
}
# In front of the database; it passes on no settings (config.postgresql.pooler).
DATABASE_POOLER = read(
    "DATABASE_POOLER", "", parsing.pooler, problem="which is no known pooler", example=parsing.POOLER_EXAMPLE
)
# One process may be more patient than its role.
_OF_APPLICATION = {
    **({"lock_timeout": LOCK_TIMEOUT_MS} if os.environ.get("DOCKET_LOCK_TIMEOUT_MS") else {}),
    session.MARK: session.VALUE,
}
# The operating system detects a machine that has failed silently, also on idle connections.
_NOTICING = {
    "keepalives_idle": 10,  # s
    "keepalives_interval": 3,  # s
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # ms; beyond the longest wait for a lock, during which unsent data is normal
}


def _database(url: str, wanted: Mapping[str, Any], *, pooled: type[PatientConnection] | None = None) -> dict[str, Any]:
    """The connection's settings, with those `wanted` for its session. What the address says of TLS, time-outs and the
    session comes after ours, and wins.
    """
    parsed = dj_database_url.parse(url, engine="config.postgresql")
    if wanted is not _OF_OWNER and parsed["USER"] == _RIGHTS:
        parsed["USER"] = _role_of_process()
    given = parsed.get("OPTIONS", {})
    settings = [*(f"-c {name}={value}" for name, value in wanted.items()), str(given.get("options", ""))]
    options = {
        **_NOTICING,
        "connect_timeout": math.ceil(2 * DATABASE_PATIENCE_SECONDS),
        **given,
        "options": " ".join(settings).strip(),
        "prepare_threshold": 0,  # kit.prepared; the ORM's own statements hold their values and are never prepared
    }
    return {
        **parsed,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": bool(pooled),
        "OPTIONS": {**options, "pool": {**_POOL, "connection_class": pooled}} if pooled else options,
    }


def _role_of_process() -> str:
    if "config.wsgi" in sys.modules:
        return _WEB
    return _WORKER if sys.argv[1:2] in _WORKERS else _COMMAND


def _database_url(name: str, default: str) -> str:
    problem = "which is no address of a PostgreSQL database"
    return read(name, default, parsing.database_url, problem=problem, example=parsing.DATABASE_EXAMPLE)


_APPLICATION_URL = _database_url("DATABASE_URL", "postgresql://docket_app@127.0.0.1:5432/docket")
# The database itself, of one server, for what a pooler cannot do: to listen, and to be asked whether it lives.
_DIRECT_URL = read(
    "DATABASE_DIRECT_URL",
    "",
    parsing.direct_url,
    problem="which is no address of one PostgreSQL server",
    example=parsing.DATABASE_EXAMPLE,
)
if DATABASE_POOLER:
    require("DATABASE_DIRECT_URL", f"Set it to the database behind the pooler, such as {parsing.DATABASE_EXAMPLE}.")
DATABASE_DIRECT = _database(_DIRECT_URL, _OF_APPLICATION) if DATABASE_POOLER and _DIRECT_URL else None
# A replica, which reads what may lag behind (api.http.replica).
_REPLICA_URL = read(
    "DATABASE_REPLICA_URL",
    "",
    lambda url: url and parsing.database_url(url),
    problem="which is no address of a PostgreSQL database",
    example=parsing.DATABASE_EXAMPLE,
)
DATABASE_REPLICA = bool(_REPLICA_URL)
# How late it may be with what others changed; 0: as late as it likes.
DATABASE_REPLICA_SECONDS = read_whole_number("DOCKET_REPLICA_SECONDS", 10, least=0, most=3_600)
_OWNER_URL = _database_url("DATABASE_OWNER_URL", _DIRECT_URL or _APPLICATION_URL)
# Two roles from the first day: `default` cannot change history, `owner` runs migrations (figures.md, rule 17).
DATABASES = {
    "default": _database(_APPLICATION_URL, {} if DATABASE_POOLER else _OF_APPLICATION, pooled=PatientConnection),
    "owner": _database(_OWNER_URL, _OF_OWNER),
    **({"replica": _database(_REPLICA_URL, _OF_APPLICATION, pooled=ReplicaConnection)} if DATABASE_REPLICA else {}),
}
# as which processes of all kinds connect
DATABASE_ROLES = (
    (_WEB, _WORKER, _COMMAND) if urlsplit(_APPLICATION_URL).username == _RIGHTS else (DATABASES["default"]["USER"],)
)
_GIVEN_ROLE = urlsplit(_APPLICATION_URL).username or _RIGHTS
DATABASE_APPLICATION_ROLE = _RIGHTS if _GIVEN_ROLE in (_WEB, _WORKER, _COMMAND) else _GIVEN_ROLE
