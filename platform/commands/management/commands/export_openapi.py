"""`manage.py export_openapi`: writes the OpenAPI document, from which the console's types are generated."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from api.routes import api


class Command(BaseCommand):
    help = "Write the OpenAPI document to .build/openapi.json."

    def handle(self, *_args: Any, **_options: Any) -> None:
        target = settings.ROOT / ".build" / "openapi.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(api.get_openapi_schema(), ensure_ascii=False))
        self.stdout.write(f"wrote {target.relative_to(settings.ROOT)}")
