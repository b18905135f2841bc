"""`docket check`: whether the settings, the flows and the database fit each other."""

import sys
from typing import Any

from django.core.management import call_command

from commands.base import DocketCommand
from workflows.engine.core.stored_names import unknown_names


class Command(DocketCommand):
    help = "Check the settings, the flows, and that every step that the database names still exists."

    def handle(self, *_args: Any, **_options: Any) -> None:
        call_command("check")
        unknown = list(unknown_names())
        for name, count in unknown:
            self.stderr.write(f"{name} is no step of any flow, and {count} rows name it: rename them in a migration")
        if unknown:
            sys.exit(1)
        self.stdout.write("every step that the database names exists")
