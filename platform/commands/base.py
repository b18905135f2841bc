"""Base class of the product's commands."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class DocketCommand(BaseCommand):
    """A command called as `./docket NAME`; its help shows that name."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser("docket", subcommand.removeprefix("docket_").replace("_", "-"), **kwargs)


def given_path(text: str) -> Path:
    """Resolve a path against the caller's folder: `./docket` changes to the project's root."""
    return Path(os.environ.get("DOCKET_CALLED_FROM", ""), text)
