"""Takes the outcomes that are due, as the product's scheduler does."""

from typing import Any

from django.core.management.base import BaseCommand

from workflows.engine.verbs.sweep import sweep


class Command(BaseCommand):
    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(str(sweep()["fired"]))
