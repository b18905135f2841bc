"""The settings of the tests: as in development, with a cheap argon2 so that sign-ins stay quick."""

from .base import *  # noqa: F403  settings modules build on one another by design
from .base import SECRET_KEY

DOCKET_ENV = "test"
SECRET_KEY = SECRET_KEY or "tests-only"
PASSWORD_HASHERS = ["accounts.passwords.CheapArgon2Hasher"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
QUALITY_SAMPLE = 0.0  # chance stays out of the tests, but for those that ask for all
