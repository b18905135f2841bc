"""`docket verify-history`: recomputes every hash chain, and compares it with its head and the daily anchors."""

import sys
from itertools import chain
from typing import Any

from django.conf import settings

from commands.base import DocketCommand
from workflows.engine.core.consistency.chains import broken_anchor_faults, find_faults, void_anchors
from workflows.engine.core.consistency.runs import begin_verification, recorded
from workflows.models import Verification

SHOWN = 20


class Command(DocketCommand):
    help = "Verify that history is unchanged; exit status 1 when it was changed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        verification = begin_verification(Verification.Source.COMMAND)
        found = chain(find_faults(), broken_anchor_faults(settings.ANCHOR_FOLDER))
        for number, fault in enumerate(recorded(verification, found)):
            if number < SHOWN or fault.what == "anchor":
                self.stderr.write(str(fault))
        if void := void_anchors(settings.ANCHOR_FOLDER):
            self.stdout.write(
                f"Anchors up to {void[-1].name} are void ({len(void)} of them): they were written before history was"
                " rebuilt without names (docs/decisions/0031-history-without-names.md)"
            )
        if verification.faults:
            self.stderr.write(f"{verification.faults} faults")
            sys.exit(1)
        self.stdout.write(f"{verification.entries} entries verified")
