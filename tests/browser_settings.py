"""The product's settings for browser tests: as DOCKET_ENV chooses them, but quick where they wait, and patient."""

from datetime import timedelta

import config.settings as chosen
from config.settings.test import LONGEST_WAIT_SECONDS as PATIENT
from config.settings.test import PASSWORD_HASHERS as QUICK

globals().update({name: value for name, value in vars(chosen).items() if name.isupper()})
PASSWORD_HASHERS = QUICK
LONGEST_WAIT_SECONDS = PATIENT
BULK_HELD_PATIENCE = timedelta(seconds=1)
