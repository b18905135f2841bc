"""One machine, one person trying it out: everything on, demo accounts allowed."""

from .base import *  # noqa: F403  settings modules build on one another by design
from .base import SECRET_KEY

SECRET_KEY = SECRET_KEY or "development-only-and-never-used-where-data-matters"
