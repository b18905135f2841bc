"""`docket verify`: history, as `docket verify-history` checks it, and all state against history."""

import sys
from typing import Any

from commands.base import DocketCommand
from workflows.consistency import report_faults
from workflows.engine.core.consistency.runs import begin_verification
from workflows.models import Process, TaskEvent, Verification


class Command(DocketCommand):
    help = "Verify that history is unchanged and that state agrees with it; exit status 1 when it does not."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if faults := report_faults(begin_verification(Verification.Source.COMMAND), self.stderr.write):
            self.stderr.write(f"{faults} faults; of each rule at most a hundred are named")
            sys.exit(1)
        self.stdout.write(f"{TaskEvent.objects.count()} entries and {Process.objects.count()} processes agree")
