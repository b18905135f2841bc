"""Base class of the product's commands."""

import os
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.key_fingerprints import require_same_keys
from config.postgresql.reach import require_fit_database
from kit.database import AWAY, forget_broken_connections

TRY_AGAIN_SECONDS = 0.5


class DocketCommand(BaseCommand):
    """A command called as `./docket NAME`; its help shows that name.

    It ends at once if its secret keys are not those of the database: with them it would find nothing in the blacklist.
    """

    compares_keys = True
    # for processes that are started together with the database, and survive its absence
    waits_for_database = False

    def execute(self, *args: Any, **options: Any) -> Any:
        if self.waits_for_database:
            require_fit_database()
        if self.compares_keys:
            self._compare_keys()
        return super().execute(*args, **options)

    def _compare_keys(self) -> None:
        while True:
            try:
                return require_same_keys()
            except AWAY:
                if not self.waits_for_database:
                    raise
                forget_broken_connections()
                time.sleep(TRY_AGAIN_SECONDS)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser("docket", subcommand.removeprefix("docket_").replace("_", "-"), **kwargs)


def given_path(text: str) -> Path:
    """Resolve a path against the caller's folder: `./docket` changes to the project's root."""
    return Path(os.environ.get("DOCKET_CALLED_FROM", ""), text)
