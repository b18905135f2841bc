"""Settings common to every environment. What a machine decides comes from its environment variables."""

import math
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url

from config.postgresql.patience import DEFAULT_PATIENCE_SECONDS, PatientConnection
from config.settings import parsing
from kit.addresses import networks
from kit.desk_day import checked_time_zone
from kit.environment import read, read_flag, read_number, read_whole_number
from kit.file_storage import file_storage
from kit.mail import mail_server
from kit.web_addresses import checked_web_address
from mail.sources.addresses import EXAMPLE as SOURCE_EXAMPLE
from mail.sources.addresses import checked_source

ROOT = Path(__file__).resolve().parents[3]
DOCKET_ENV = os.environ.get("DOCKET_ENV") or "development"
DATA_DIR = Path(os.environ.get("DOCKET_DATA_DIR") or ROOT / ".docket")

SECRET_KEY = os.environ.get("SECRET_KEY", "")
DEBUG = False
ALLOWED_HOSTS = read(
    "ALLOWED_HOSTS",
    "localhost,127.0.0.1,[::1]",
    parsing.host_names,
    problem="which is no list of host names",
    example="docket.example.com,10.1.2.3",
)

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "viewflow",
    "viewflow.workflow",
    "audit",
    "accounts",
    "blacklist",
    "banned_words",
    "companies",
    "groups",
    "tags",
    "reviews",
    "restrictions",
    "tickets",
    "testimonials",
    "search",
    "workflows",
    "commands",
    "api",
]
# viewflow adds two middlewares of its own unless told not to; its tables are never used, so they are never made.
VIEWFLOW = {"AUTOREGISTER": False}
MIGRATION_MODULES = {"viewflow": None}

MIDDLEWARE = [
    "config.requests.RequestIdMiddleware",
    "config.requests.ActorMiddleware",
    "config.health.HealthMiddleware",
    "config.requests.ProblemMiddleware",
    "config.requests.LengthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.headers.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "api.http.idempotency.IdempotencyMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False

# ---------------------------------------------------------------- database
# how long a call waits for a row that another changes, then 409: engine.md, decision 3
LOCK_TIMEOUT_MS = read_whole_number("DOCKET_LOCK_TIMEOUT_MS", 2_000, least=1, most=600_000)
# How long the database may take for an answer until calls answer 503 (figures.md, rule 9: within 2 s). On a machine
# so busy that its database answers later than that, a higher value avoids false alarms.
DATABASE_PATIENCE_SECONDS = read_number(
    "DOCKET_DATABASE_PATIENCE_SECONDS", DEFAULT_PATIENCE_SECONDS, least=0.1, most=600
)
# How long a request of somebody who waits may wait for a thread, until it is answered 503: polls a quarter of it,
# commands four times as long (config.web.line).
LONGEST_WAIT_SECONDS = read_number("DOCKET_LONGEST_WAIT_SECONDS", 4, least=0.1, most=600)
# Attempts to reconnect are given up soon, because they wait longer each time: the next call then tries at once.
_POOL = {
    "connection_class": PatientConnection,
    "min_size": 1,
    "max_size": 8,
    "timeout": DATABASE_PATIENCE_SECONDS + 0.2,
    "reconnect_timeout": 2,
    "max_lifetime": 3600,
}
# How long a statement may take, and a transaction may lie idle; nought: as long as they like. The web process sets it
# (config.wsgi): what commands and jobs do may take long.
STATEMENT_TIMEOUT_MS = read_whole_number("DOCKET_STATEMENT_TIMEOUT_MS", 0, least=0, most=86_400_000)
_SESSION = {
    "lock_timeout": LOCK_TIMEOUT_MS,
    "statement_timeout": STATEMENT_TIMEOUT_MS,
    "idle_in_transaction_session_timeout": 2 * STATEMENT_TIMEOUT_MS,
    # ms; a statement ends soon after its process was killed, and what its session had locked is free
    "client_connection_check_interval": 2_000,
    # Prepared statements (kit.prepared) are planned once, for any values. With the values of a call, the planner
    # estimates a page in the middle of a queue as empty, because it uses only the first column of the page's start
    # position, and then reads and sorts the rest of the queue.
    "plan_cache_mode": "force_generic_plan",
}
# The operating system detects a machine that has failed silently, also on idle connections.
_NOTICING = {
    "keepalives_idle": 10,  # s
    "keepalives_interval": 3,  # s
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # ms; beyond the longest wait for a lock, during which unsent data is normal
}


def _database(url: str, *, pooled: bool) -> dict[str, Any]:
    """The connection's settings. What the address says of TLS, time-outs and the session comes after ours, and wins."""
    parsed = dj_database_url.parse(url, engine="config.postgresql")
    given = parsed.get("OPTIONS", {})
    session = [*(f"-c {name}={value}" for name, value in _SESSION.items()), str(given.get("options", ""))]
    options = {
        **_NOTICING,
        "connect_timeout": math.ceil(2 * DATABASE_PATIENCE_SECONDS),
        **given,
        "options": " ".join(session).strip(),
        "prepare_threshold": 0,  # kit.prepared; the ORM's own statements hold their values and are never prepared
    }
    return {
        **parsed,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": pooled,
        "OPTIONS": {**options, "pool": dict(_POOL)} if pooled else options,
    }


def _database_url(name: str, default: str) -> str:
    problem = "which is no address of a PostgreSQL database"
    return read(name, default, parsing.database_url, problem=problem, example=parsing.DATABASE_EXAMPLE)


_APPLICATION_URL = _database_url("DATABASE_URL", "postgresql://docket_app@127.0.0.1:5432/docket")
_OWNER_URL = _database_url("DATABASE_OWNER_URL", _APPLICATION_URL)
# Two roles from the first day: `default` cannot change history, `owner` runs migrations (figures.md, rule 17).
DATABASES = {"default": _database(_APPLICATION_URL, pooled=True), "owner": _database(_OWNER_URL, pooled=False)}
DATABASE_APPLICATION_ROLE = urlsplit(_APPLICATION_URL).username or "docket_app"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------------------------------------------------------------- accounts and sessions
AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "accounts.passwords.LetterCaseValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_IDLE_LIMIT = timedelta(hours=8)
SESSION_ABSOLUTE_LIMIT = timedelta(days=7)
REGISTRATION_OPEN = True
# Proxies of our own, as addresses or networks: who connects through them is throttled alone. Nobody else is believed.
TRUSTED_PROXIES = read(
    "TRUSTED_PROXIES",
    "",
    networks,
    problem="which is no list of addresses and networks",
    example="10.1.2.3,10.2.0.0/16",
)

# How many calls a key may make that sends reviews; each carries up to a thousand.
INGEST_CALLS_PER_MINUTE = read_whole_number("DOCKET_INGEST_CALLS_PER_MINUTE", 600, least=1, most=1_000_000)

# The blacklist's digests are keyed from outside the database; a key of its own may be given. The first key stays, later
# keys are added to it, oldest first and separated by spaces (docs/blacklist.md).
BLACKLIST_KEYS = tuple(
    key.encode()
    for key in (
        os.environ.get("BLACKLIST_KEY", f"blacklist:{SECRET_KEY}"),
        *os.environ.get("BLACKLIST_LATER_KEYS", "").split(),
    )
)

# ---------------------------------------------------------------- the desk
# where its people live: their day is the day of "today" in figures
DESK_TIME_ZONE = checked_time_zone(os.environ.get("DOCKET_TIME_ZONE") or "Europe/London")
LEASE = timedelta(minutes=5)  # product.md, Lock
LEASE_LIMIT = timedelta(minutes=30)
MAX_LEASES = 10
PUBLICATION_HOLD = timedelta(seconds=read_whole_number("DOCKET_HOLD_SECONDS", 900, least=0, most=30 * 24 * 3600))
SWEEP_INTERVAL_SECONDS = 1.0
# where people open the console, for links in mails; production begins with the first of ALLOWED_HOSTS instead
CONSOLE_URL = checked_web_address(
    "DOCKET_URL", os.environ.get("DOCKET_URL") or f"http://127.0.0.1:{os.environ.get('PORT') or '8000'}"
).rstrip("/")
# external modules by the name of their entry in the sidebar (spec, section 2); empty: the entry is shown, disabled
MODULE_ADDRESSES = {
    name: checked_web_address(variable, os.environ.get(variable, ""))
    for name, variable in {
        "clientDashboard": "CLIENT_DASHBOARD_URL",
        "serviceStatus": "SERVICE_STATUS_URL",
        "foresight": "FORESIGHT_URL",
    }.items()
}
# the share of approvals and rejections that a second person looks at, blind
QUALITY_SAMPLE = read_number("DOCKET_QUALITY_SAMPLE", 0.02, least=0, most=1)
# Bulk moderation: a batch of more items than this, with an outcome that sends letters, wants a second person. 50,000,
# the most that a batch can hold, asks for none.
BULK_CONFIRM_ABOVE = read_whole_number("DOCKET_BULK_CONFIRM_ABOVE", 500, least=0, most=50_000)
# how long a batch tries items again that other people hold
BULK_HELD_PATIENCE = timedelta(seconds=read_whole_number("DOCKET_BULK_HELD_SECONDS", 120, least=0, most=3_600))
# A job that was handed to the broker and is not done within this time is taken for lost, and handed over again.
OUTBOX_DELIVERY_LEASE = timedelta(seconds=read_number("DOCKET_OUTBOX_LEASE_SECONDS", 30, least=0.1, most=86_400))
IDEMPOTENCY_KEPT = timedelta(hours=24)
ANCHOR_FOLDER = DATA_DIR / "anchors"
BROKER_URL = read(
    "BROKER_URL", "memory://", parsing.broker_url, problem="which is no broker", example=parsing.BROKER_EXAMPLE
)

# whether a second person checks every transcription of a testimonial; a company can want it for its own
TESTIMONIAL_CHECK = read_flag("TESTIMONIAL_CHECK")

# ---------------------------------------------------------------- files
# pictures of accounts, attachments, mails as they came, and files of testimonials; never served by their path
MEDIA_ROOT = DATA_DIR / "files"
STORAGES = {
    "default": read(
        "MEDIA_URL", "", file_storage, problem="which is no bucket of an S3 server", example=parsing.STORAGE_EXAMPLE
    ),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_TEMP_DIR = MEDIA_ROOT / "incoming"
FILE_UPLOAD_HANDLERS = ["kit.uploads.NearStorageUploadHandler"]
SILENCED_SYSTEM_CHECKS = ["files.E001"]  # that folder is made with the first file

# ---------------------------------------------------------------- mail
# console: (to the worker's own output), file:///folder, smtp://[user:password@]host[:port], smtp+tls://…, smtps://…
globals().update(
    read("MAIL_URL", "console:", mail_server, problem="which is no mail server", example=parsing.MAIL_EXAMPLE)
)
EMAIL_TIMEOUT = 10  # seconds; below the outbox's delivery lease: a slow mail server is not asked twice at once
# where the mail to the desk is fetched each minute; empty: none is
MAIL_IN_URL = read("MAIL_IN_URL", "", checked_source, problem="which is no source of mail", example=SOURCE_EXAMPLE)
MAIL_DOMAIN = read("MAIL_DOMAIN", "docket.test", parsing.domain, problem="which is no domain", example="example.com")
DEFAULT_FROM_EMAIL = read(
    "MAIL_FROM",
    f"Docket <moderation@{MAIL_DOMAIN}>",
    parsing.sender,
    problem="which is no email address",
    example="Docket <moderation@example.com>",
)
# where authors can read the rules of the house; empty: the statement names the rule alone
REVIEW_RULES_URL = checked_web_address("REVIEW_RULES_URL", os.environ.get("REVIEW_RULES_URL", ""))

# ---------------------------------------------------------------- the console's files
CONSOLE_DIST = ROOT / "console" / "dist"
STATIC_URL = "/static/"
WHITENOISE_ROOT = CONSOLE_DIST if CONSOLE_DIST.is_dir() else None
WHITENOISE_INDEX_FILE = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = False


def immutable_file(path: str, url: str) -> bool:
    """Whether a file's name carries its content's hash: the bundler puts just those below /assets/."""
    return url.startswith("/assets/")


WHITENOISE_IMMUTABLE_FILE_TEST = immutable_file

# ---------------------------------------------------------------- language, time, security
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# where files are uploaded, and the largest file in bytes
ATTACHMENT_MAX_SIZE = 10 * 1024 * 1024
TESTIMONIAL_MAX_SIZE = 500 * 1024 * 1024
UPLOAD_PATHS = {
    "/api/attachments": ATTACHMENT_MAX_SIZE,
    "/api/testimonials": TESTIMONIAL_MAX_SIZE,
    "/api/ingest/testimonials": TESTIMONIAL_MAX_SIZE,
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# The online review form, and the only page that the console may embed (spec, section 2); empty: none. It is opened with
# `company`, the id of the company, and `mode=cms`.
REVIEW_FORM_URL = checked_web_address("REVIEW_FORM_URL", os.environ.get("REVIEW_FORM_URL", ""))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "config.requests.RequestIdFilter"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["request_id"], "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        **{name: {"level": "WARNING"} for name in ("amqp", "celery", "kombu")},
        "psycopg.pool": {"level": "ERROR"},  # it warns of each try; who uses the database says that it is away
    },
}
