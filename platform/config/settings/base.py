"""Settings common to every environment. What a machine decides comes from its environment variables."""

import os
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path

from config.settings import parsing
from kit.addresses import networks
from kit.desk_day import checked_time_zone
from kit.environment import read, read_flag, read_number, read_whole_number
from kit.file_storage import file_storage
from kit.mail import mail_server
from kit.web_addresses import checked_web_address
from mail.sources.addresses import EXAMPLE as SOURCE_EXAMPLE
from mail.sources.addresses import checked_source

from .databases import *  # noqa: F403  settings modules build on one another by design
from .identity import *  # noqa: F403

ROOT = Path(__file__).resolve().parents[3]
DOCKET_ENV = os.environ.get("DOCKET_ENV") or "development"
DATA_DIR = Path(os.environ.get("DOCKET_DATA_DIR") or ROOT / ".docket")
# what the worker and the scheduler touch each second that they can work: an engine for containers looks at its age
ALIVE_FILE = os.environ.get("DOCKET_ALIVE_FILE", "")
# who sends this token reads /metrics; empty: callers on this machine alone. The worker shows its own on its port
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
METRICS_PORT = read_whole_number("METRICS_PORT", 0, least=0, most=65_535)
# for which a web server that is told to end goes on, while /health/ready says that it does
DRAIN_SECONDS = read_number("DOCKET_DRAIN_SECONDS", 0, least=0, most=600)

# where traces are sent (its other variables are read by OpenTelemetry itself), and reports of errors; empty: nowhere
TRACES_ENDPOINT = checked_web_address("OTEL_EXPORTER_OTLP_ENDPOINT", os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", ""))
SENTRY_DSN = read(
    "SENTRY_DSN", "", parsing.sentry_dsn, problem="which is no DSN", example="https://KEY@errors.example.com/1"
)
LOG_FORMAT = read("LOG_FORMAT", "text", parsing.log_format, problem="which is neither text nor json", example="json")

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
    "config.metrics.MetricsMiddleware",
    *(["config.logs.LogMiddleware"] if LOG_FORMAT == "json" else []),
    *(["config.tracing.TracingMiddleware"] if TRACES_ENDPOINT else []),
    "config.health.LivenessMiddleware",
    "config.keys.KeysMiddleware",
    "config.health.HealthMiddleware",
    "config.requests.ProblemMiddleware",
    "config.requests.LengthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.headers.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "api.http.replica.PositionMiddleware",
    "api.http.idempotency.IdempotencyMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False

# ---------------------------------------------------------------- requests
# How long a request of somebody who waits may wait for a thread, until it is answered 503: polls a quarter of it,
# commands four times as long (server.line).
LONGEST_WAIT_SECONDS = 4
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
# second factors (decision 128): whether people can set up one-time codes, and passkeys; the levels that must have one
# of them; whether who has none is asked for the password before what only they themselves should do
ONE_TIME_CODES, PASSKEYS = read_flag("ONE_TIME_CODES"), read_flag("PASSKEYS")
SECOND_FACTOR_REQUIRED = read(
    "SECOND_FACTOR_REQUIRED",
    "",
    parsing.access_levels,
    problem="which is no list of access levels",
    example="ADMIN,HEAD_MODERATOR",
)
CONFIRM_IDENTITY = read_flag("CONFIRM_IDENTITY")
# Proxies of our own, as addresses or networks: who connects through them is throttled alone. Nobody else is believed.
TRUSTED_PROXIES = read(
    "TRUSTED_PROXIES",
    "",
    networks,
    problem="which is no list of addresses and networks",
    example="10.1.2.3,10.2.0.0/16",
)

# How many calls a key may make that sends reviews; each carries up to a thousand.
INGEST_CALLS_PER_MINUTE = 600

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
# decision 36: of a decision that is not held, because it only moved the item
UNDO_TIME = timedelta(seconds=read_whole_number("DOCKET_UNDO_SECONDS", 30, least=0, most=24 * 3600))
# for which a reply to a client waits before it is mailed, and can be taken back (docs/design/tickets.md)
SENDING_HOLD = timedelta(seconds=read_whole_number("DOCKET_SENDING_HOLD_SECONDS", 10, least=0, most=600))
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
# a batch of more items than this, with an outcome that sends letters, wants a second person; 50,000 asks for none
BULK_CONFIRM_ABOVE = read_whole_number("DOCKET_BULK_CONFIRM_ABOVE", 500, least=0, most=50_000)
# a key that was meant for the item before does not decide the next one
READ_FIRST_MS = read_whole_number("DOCKET_READ_FIRST_MS", 400, least=0, most=5_000)
BULK_ASK_ABOVE = read_whole_number("DOCKET_BULK_ASK_ABOVE", 20, least=0, most=50_000)
# how long a batch tries items again that other people hold
BULK_HELD_PATIENCE = timedelta(minutes=2)
# A job that was handed to the broker and is not done within this time is taken for lost, and handed over again.
OUTBOX_DELIVERY_LEASE = timedelta(seconds=30)
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
MAIL_IS_SENT: bool  # whether a mail reaches anybody: not with none, nor with console:
globals().update(read("MAIL_URL", "none", mail_server, problem="which is no mail server", example=parsing.MAIL_EXAMPLE))
EMAIL_TIMEOUT = 10  # seconds; below the outbox's delivery lease: a slow mail server is not asked twice at once
# where the mail to the desk is fetched each minute; empty: none is
MAIL_IN_URL = read("MAIL_IN_URL", "", checked_source, problem="which is no source of mail", example=SOURCE_EXAMPLE)
DEFAULT_FROM_EMAIL = read(
    "MAIL_FROM",
    "Docket <moderation@docket.test>",
    parsing.sender,
    problem="which is no email address",
    example="Docket <moderation@example.com>",
)
MAIL_DOMAIN = parseaddr(DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]  # of the Message-IDs of our mail
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
    "formatters": {
        "text": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["request_id"], "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        **{name: {"level": "WARNING"} for name in ("amqp", "celery", "kombu")},
        "fido2": {"level": "WARNING"},  # it tells of each passkey
        "psycopg.pool": {"level": "ERROR"},  # it warns of each try; who uses the database says that it is away
    },
}
