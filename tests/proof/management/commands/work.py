"""Does all jobs, as the product's worker does."""

from typing import Any

from django.core.management.base import BaseCommand

from tests.workflows.bulk.batches import work


class Command(BaseCommand):
    def handle(self, *_args: Any, **_options: Any) -> None:
        work()
