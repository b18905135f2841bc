"""The browser tests' settings, and one application more."""

from config.settings.base import INSTALLED_APPS as OF_THE_PRODUCT
from tests.browser_settings import *  # noqa: F403  settings modules build on one another by design

# first: its `docket_demo` adds items of its process to the product's
INSTALLED_APPS = ["tests.proof", *OF_THE_PRODUCT]
