"""The settings of the tests: as in development, patient, and with a cheap argon2 so that sign-ins stay quick."""

import importlib
import os
from datetime import timedelta

from . import base

# on a busy machine the database, its locks and the web server's threads may be late; tests about that set their own.
# Variables, so that processes inherit them; here, because pytest reads the settings before any conftest.py
os.environ.setdefault("DOCKET_DATABASE_PATIENCE_SECONDS", "60")
os.environ.setdefault("DOCKET_LOCK_TIMEOUT_MS", "60000")
importlib.reload(base)

from .base import *  # noqa: E402, F403  settings modules build on one another by design
from .base import SECRET_KEY  # noqa: E402

DOCKET_ENV = "test"
SECRET_KEY = SECRET_KEY or "tests-only"
PASSWORD_HASHERS = ["accounts.passwords.CheapArgon2Hasher"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
LONGEST_WAIT_SECONDS = 60
MAIL_IS_SENT = True  # into the memory of the test, as Django arranges it
SENDING_HOLD = timedelta()  # tests about it set their own
QUALITY_SAMPLE = 0.0  # chance stays out of the tests, but for those that ask for all
