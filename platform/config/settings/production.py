"""Production: nothing has a default that would be unsafe."""

import os

from .base import *  # noqa: F403  settings modules build on one another by design
from .base import SECRET_KEY

if not SECRET_KEY:
    raise SystemExit("SECRET_KEY is not set. Set it to a long random string that every process shares.")
if "DATABASE_URL" not in os.environ:
    raise SystemExit("DATABASE_URL is not set. Set it to the address of the PostgreSQL server.")

REGISTRATION_OPEN = os.environ.get("DOCKET_REGISTRATION_OPEN", "") == "1"
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
