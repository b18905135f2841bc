"""Production: nothing has a default that would be unsafe."""

import os

from config.settings.parsing import DATABASE_EXAMPLE, MAIL_EXAMPLE
from kit.environment import read_flag, require

from .base import *  # noqa: F403  settings modules build on one another by design
from .base import ALLOWED_HOSTS

require("SECRET_KEY", "Set it to a long random string that every process shares.")
require("DATABASE_URL", f"Set it to an address like {DATABASE_EXAMPLE}.")
require(
    "MAIL_URL",
    f"Set it to a mail server, such as {MAIL_EXAMPLE.split(',')[0]}, or to none: nothing is mailed then, and the"
    " console says so.",
)

REGISTRATION_OPEN = read_flag("DOCKET_REGISTRATION_OPEN")
if not os.environ.get("DOCKET_URL") and ALLOWED_HOSTS and ALLOWED_HOSTS[0] not in ("localhost", "*"):
    CONSOLE_URL = f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
