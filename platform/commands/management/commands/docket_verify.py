"""`docket verify`: history, as `docket verify-history` checks it, and all state against history."""

import sys
from typing import Any

from commands.base import DocketCommand
from workflows.agreement import verify
from workflows.engine.core.verifications import begin_verification
from workflows.models import Process, TaskEvent, Verification


class Command(DocketCommand):
    help = "Verify that history is unchanged and that state agrees with it; exit status 1 when it does not."

    def handle(self, *_args: Any, **_options: Any) -> None:
        faults = 0
        verification = begin_verification(Verification.Source.COMMAND)
        for faults, sentence in enumerate(verify(verification), start=1):  # noqa: B007 (their number is used below)
            self.stderr.write(sentence)
        if faults:
            self.stderr.write(f"{faults} faults; of each rule at most a hundred are named")
            sys.exit(1)
        self.stdout.write(f"{TaskEvent.objects.count()} entries and {Process.objects.count()} processes agree")
