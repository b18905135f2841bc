"""Begins legal matters, and writes the numbers of their tasks and processes as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.proof.legal_matter import raise_matters
from workflows.models import Task


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int)

    def handle(self, *_args: Any, number: int, **_options: Any) -> None:
        processes = raise_matters(number)
        tasks = Task.objects.filter(process__in=processes, queue="legal").order_by("pk")
        self.stdout.write(json.dumps([{"task": task.pk, "process": task.process_id} for task in tasks]))
