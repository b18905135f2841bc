"""What all of the product's commands share."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class DocketCommand(BaseCommand):
    """A command that people call as `./docket NAME`: its help names itself so."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser("docket", subcommand.removeprefix("docket_").replace("_", "-"), **kwargs)


def given_path(text: str) -> Path:
    """A file as the caller named it: from the folder where they stand, which `./docket` leaves."""
    return Path(os.environ.get("DOCKET_CALLED_FROM", ""), text)
