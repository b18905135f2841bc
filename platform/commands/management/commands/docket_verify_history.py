"""`docket verify-history`: recomputes every hash chain, and compares it with its head and the daily anchors."""

import sys
from itertools import islice
from typing import Any

from django.conf import settings

from commands.base import DocketCommand
from workflows.engine.core.verification import broken_anchors, changed_since, find_faults, void_anchors
from workflows.models import TaskEvent

SHOWN = 20


class Command(DocketCommand):
    help = "Verify that history is unchanged; exit status 1 when it was changed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        faults = find_faults()
        shown = list(islice(faults, SHOWN))
        for fault in shown:
            self.stderr.write(str(fault))
        anchors = list(broken_anchors(settings.ANCHOR_FOLDER))
        for anchor, at in anchors:
            self.stderr.write(changed_since(anchor, at))
        if void := void_anchors(settings.ANCHOR_FOLDER):
            self.stdout.write(
                f"Anchors up to {void[-1].name} are void ({len(void)} of them): they were written before history was"
                " rebuilt without names (docs/decisions/0031-history-without-names.md)"
            )
        if shown or anchors:
            rest = sum(1 for _ in faults)
            self.stderr.write(f"{len(shown) + rest + len(anchors)} faults")
            sys.exit(1)
        self.stdout.write(f"{TaskEvent.objects.count()} entries verified")
