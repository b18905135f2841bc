"""The product's settings, as DOCKET_ENV chooses them, and one application more."""

import config.settings as chosen
from config.settings.base import INSTALLED_APPS as OF_THE_PRODUCT

globals().update({name: value for name, value in vars(chosen).items() if name.isupper()})
# first: its `docket_demo` adds items of its process to the product's
INSTALLED_APPS = ["tests.proof", *OF_THE_PRODUCT]
