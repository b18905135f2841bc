"""`manage.py export_icons`: writes the module that imports only the icons named by the queues' pages."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from workflows.engine.reading.lists.desk import listed_queues


class Command(BaseCommand):
    help = "Write console/src/api/icons.ts: the icons of the queues' pages, by the names that the server sends."

    def handle(self, *_args: Any, **_options: Any) -> None:
        target = settings.ROOT / "console" / "src" / "api" / "icons.ts"
        target.write_text(_module(sorted({listed.queue.page.icon for listed in listed_queues()})))
        self.stdout.write(f"wrote {target.relative_to(settings.ROOT)}")


def _module(names: list[str]) -> str:
    lines = [
        "// Written by `make generate`: the icons that the server's queues name (GET /desk).",
        "import {",
        *(f"  {_component(name)}," for name in names),
        '} from "lucide-react";',
        "",
        "export const icons = {",
        *(f'  "{name}": {_component(name)},' for name in names),
        "} as const;",
    ]
    return "\n".join(lines) + "\n"


def _component(name: str) -> str:
    """lucide's component name: `user-check` becomes `UserCheck`."""
    return "".join(part.capitalize() for part in name.split("-"))
