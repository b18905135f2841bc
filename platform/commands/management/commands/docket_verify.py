"""`docket verify`: history, as `docket verify-history` checks it, and all state against history."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from commands.base import DocketCommand, given_path
from workflows.consistency import report_faults
from workflows.engine.core.consistency.chains import compared_with
from workflows.engine.core.consistency.runs import begin_verification
from workflows.engine.outbox.marks import Seen
from workflows.models import Process, TaskEvent, Verification


class Command(DocketCommand):
    help = "Verify that history is unchanged and that state agrees with it; exit status 1 when it does not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seen",
            type=given_path,
            action="append",
            default=[],
            metavar="FILE",
            help="a log of a receiver of webhooks, a mailbox, or a list: each Docket-Entry in it must be in history",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        seen = [_seen(path) for path in options["seen"]]
        faults = report_faults(begin_verification(Verification.Source.COMMAND), self.stderr.write, seen)
        self.stdout.write(compared_with(settings.ANCHOR_FOLDER, seen))
        if faults:
            self.stderr.write(f"{faults} faults; of each rule at most a hundred are named")
            sys.exit(1)
        self.stdout.write(f"{TaskEvent.objects.count()} entries and {Process.objects.count()} processes agree")


def _seen(path: Path) -> Seen:
    if not path.is_file():
        raise CommandError(f"There is no file {path}.")
    return Seen(path)
