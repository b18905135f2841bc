"""`manage.py export_desk`: writes the answer of GET /desk to a file, because the console needs it before sign-in."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from workflows.engine.reading.lists.desk import described_desk


class Command(BaseCommand):
    help = "Write console/src/api/desk.json: the queues, statuses and kinds of this release."

    def handle(self, *_args: Any, **_options: Any) -> None:
        target = settings.ROOT / "console" / "src" / "api" / "desk.json"
        target.write_text(json.dumps(described_desk(), indent=2, ensure_ascii=False) + "\n")
        self.stdout.write(f"wrote {target.relative_to(settings.ROOT)}")
