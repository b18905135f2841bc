"""The product's settings for browser tests: as DOCKET_ENV chooses them, with the tests' quick hashing of passwords."""

import config.settings as chosen
from config.settings.test import PASSWORD_HASHERS as QUICK

globals().update({name: value for name, value in vars(chosen).items() if name.isupper()})
PASSWORD_HASHERS = QUICK
